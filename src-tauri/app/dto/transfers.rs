//! The state of the connection to the service, and the transfers of connections that are not in
//! use.

use chrono::{DateTime, Utc};
use fielddesk_core::Failure;
use fielddesk_core::online as core;
use fielddesk_core::transfers::{ConnectionTransfers, TransfersView};
use serde::Serialize;
use specta::Type;

use crate::state::AppState;

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

/// The transfers of a connection that is not in use. They go on; nothing of them can be changed
/// before the connection is chosen.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OtherTransfers {
    /// The connection's name.
    pub connection: String,
    /// The reason why they wait until a person does something about the connection.
    pub held: Option<Failure>,
    /// The transfers.
    pub transfers: TransfersView,
}

impl OtherTransfers {
    /// Returns the transfers of connections that are not in use, among all.
    pub(crate) async fn among(state: &AppState, all: &[ConnectionTransfers]) -> Vec<Self> {
        let chosen = state.session().await.ok();
        let chosen = chosen
            .as_ref()
            .map(|session| &session.connection.profile.id);
        let others = all.iter().filter(|one| Some(&one.profile) != chosen);
        let listed = others.filter(|one| !one.transfers.items.is_empty());
        let listed = listed.map(|one| Self {
            connection: one.connection.clone(),
            held: one.held.clone(),
            transfers: one.transfers.clone(),
        });
        listed.collect()
    }
}
