//! Whether the service can be reached.

use chrono::{DateTime, Utc};
use fielddesk_core::Failure;
use fielddesk_core::online as core;
use serde::Serialize;
use specta::Type;

/// Whether the service can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum OnlineState {
    /// It answers.
    Online,
    /// It does not.
    Offline,
    /// There is no connection in use.
    NotConnected,
}

/// Whether the service can be reached, since when, and what happens next. `core` has no state
/// for a window without a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Online {
    /// State.
    pub state: OnlineState,
    /// Since when.
    pub since: Option<DateTime<Utc>>,
    /// Next try.
    pub next_try_at: Option<DateTime<Utc>>,
    /// Why not.
    pub failure: Option<Failure>,
}

impl From<&core::Online> for Online {
    fn from(online: &core::Online) -> Self {
        match online {
            core::Online::Online => Self::in_state(OnlineState::Online),
            core::Online::Offline {
                since,
                next_try_at,
                failure,
            } => Self {
                state: OnlineState::Offline,
                since: Some(*since),
                next_try_at: *next_try_at,
                failure: Some(failure.clone()),
            },
        }
    }
}

impl Online {
    /// In a state that there is nothing more to say of.
    pub(crate) const fn in_state(state: OnlineState) -> Self {
        Self {
            state,
            since: None,
            next_try_at: None,
            failure: None,
        }
    }
}
