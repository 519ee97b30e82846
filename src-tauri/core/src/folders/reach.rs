//! Synced folders whose server cannot be reached: shown at once, tried at once when it is back.

use fielddesk_sync::ports::RemoteError;
use fielddesk_sync::stop_reason::StopReason;

use super::live::Live;
use super::mapping::FolderMapping;
use super::report::State;
use super::run::Why;
use super::{Folders, pace};
use crate::Failure;
use crate::content::lock;
use crate::profiles::ProfileId;
use crate::transfers::Online;

impl Folders {
    /// Takes in whether the server of a connection can be reached. Its folders show that they
    /// are offline while it cannot; those that stopped for it are tried when it is back.
    ///
    /// # Errors
    /// When the mappings cannot be read.
    pub async fn note_online(&self, profile: &ProfileId, online: &Online) -> Result<(), Failure> {
        let changed = {
            let mut unreached = lock(&self.inner.unreached);
            match online {
                Online::Online => unreached.remove(profile).is_some(),
                Online::Offline { failure, .. } => {
                    unreached.insert(profile.clone(), failure.clone()) != Some(failure.clone())
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
            let stopped = lock(&slot.live).why.as_ref().is_some_and(pace::is_away);
            if stopped {
                self.look_soon(&mapping.id);
            }
        }
        Ok(())
    }
}

impl super::Inner {
    /// What is known of a mapping, with that its server cannot be reached.
    pub(super) fn as_reached(&self, mapping: &FolderMapping, live: &Live) -> Live {
        let unreached = lock(&self.unreached).get(&mapping.profile).cloned();
        let mut live = live.clone();
        if let Some(failure) = unreached
            && live.state(false) < State::Offline
        {
            live.why = Some(Why::Stop(StopReason::Service {
                error: RemoteError::Offline(failure.message),
                wait: None,
            }));
        }
        live
    }
}
