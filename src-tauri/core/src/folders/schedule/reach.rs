//! Synced folders whose server cannot be reached: shown at once, tried at once when it is back.

use chrono::{DateTime, Utc};
use fielddesk_sync::ports::RemoteErrorKind;
use fielddesk_sync::stop_reason::StopReason;

use crate::Failure;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::schedule::stop_cause::StopCause;
use crate::folders::session::session_state::Live;
use crate::folders::views::mapping_views::State;
use crate::folders::{Folders, Inner};
use crate::online::Online;
use crate::profiles::ProfileId;
use fielddesk_documents::lock::lock;

/// Why the server of a connection cannot be reached, and when it is tried again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::folders) struct Unreached {
    failure: Failure,
    next_try_at: Option<DateTime<Utc>>,
}

impl Folders {
    /// Takes in whether the server of a connection can be reached. Its folders show that they
    /// are offline while it cannot; those that stopped for it are tried when it is back.
    pub async fn note_online(&self, profile: &ProfileId, online: &Online) -> Result<(), Failure> {
        let changed = {
            let mut unreached = lock(&self.inner.unreached);
            match online {
                Online::Online => unreached.remove(profile).is_some(),
                Online::Offline {
                    failure,
                    next_try_at,
                    ..
                } => {
                    let now = Unreached {
                        failure: failure.clone(),
                        next_try_at: *next_try_at,
                    };
                    unreached.insert(profile.clone(), now.clone()) != Some(now)
                }
            }
        };
        if !changed {
            return Ok(());
        }
        self.inner.changed.notify_one();
        if *online != Online::Online {
            return Ok(());
        }
        for mapping in self.of_connection(profile).await? {
            let slot = self.inner.slots.of(&mapping.id);
            let stopped = lock(&slot.live)
                .why
                .as_ref()
                .is_some_and(StopCause::is_away);
            if stopped {
                self.look_soon(&mapping.id);
            }
        }
        Ok(())
    }
}

impl Inner {
    /// What is known of a mapping, with that its server cannot be reached. A try of the connection
    /// that succeeds has its folders tried at once, so its time is theirs.
    pub(in crate::folders) fn as_reached(&self, mapping: &FolderMapping, live: &Live) -> Live {
        let unreached = lock(&self.unreached).get(&mapping.profile).cloned();
        let mut live = live.clone();
        let Some(unreached) = unreached else {
            return live;
        };
        if live.state(false) < State::Offline {
            live.why = Some(StopCause::Stop(StopReason::Service {
                error: RemoteErrorKind::Offline(unreached.failure.message).into(),
                wait: None,
            }));
        }
        if live.why.as_ref().is_some_and(StopCause::is_away) {
            live.next_check = unreached.next_try_at.or(live.next_check);
        }
        live
    }
}
