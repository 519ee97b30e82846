//! Why a run ends before everything is done.

use std::time::Duration;

use crate::ports::{HistoryError, LocalError, RemoteError, SourceError, StateError};

/// Why a run ended early. Everything done until then is committed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// The folder is missing, unreadable or another volume: no deletes, nothing planned.
    #[error("the folder is away: {0}")]
    FolderAway(String),
    /// The service cannot be reached, fails or asks to wait; the same may work later.
    #[error("{error}")]
    Service {
        /// What it was.
        error: RemoteError,
        /// How long to wait at least, where the service said so.
        wait: Option<Duration>,
    },
    /// The sign-in was refused.
    #[error("the sign-in was refused: {0}")]
    Auth(String),
    /// 403: the project is closed to us. A person decides.
    #[error("the project is closed: {0}")]
    Closed(String),
    /// 404: the project is gone. A person decides.
    #[error("the project does not exist any more")]
    Gone,
    /// The state could not be stored: nothing more is done.
    #[error(transparent)]
    State(#[from] StateError),
    /// On our word.
    #[error("cancelled")]
    Cancelled,
}

impl StopReason {
    /// What a failed call means that nothing else can be done without.
    #[must_use]
    pub fn of_call(error: RemoteError) -> Self {
        Self::of_remote(&error).unwrap_or(Self::Service { error, wait: None })
    }

    /// What a refusal of a whole call means for the run; none when it is about the one thing.
    #[must_use]
    pub fn of_remote(error: &RemoteError) -> Option<Self> {
        match error {
            RemoteError::Offline(_)
            | RemoteError::Failed(_)
            | RemoteError::OutcomeUnknown
            | RemoteError::Unreadable => Some(Self::Service {
                error: error.clone(),
                wait: None,
            }),
            RemoteError::Busy(wait) => Some(Self::Service {
                error: error.clone(),
                wait: *wait,
            }),
            RemoteError::Auth(message) => Some(Self::Auth(message.clone())),
            RemoteError::Forbidden(message) => Some(Self::Closed(message.clone())),
            RemoteError::Cancelled => Some(Self::Cancelled),
            RemoteError::NotFound
            | RemoteError::TooLarge(_)
            | RemoteError::Refused { .. }
            | RemoteError::ContentChanged
            | RemoteError::ContentUnreadable(_) => None,
        }
    }

    /// What an error of the folder means for the run; none when it is about the one file.
    #[must_use]
    pub fn of_local(error: &LocalError) -> Option<Self> {
        match error {
            LocalError::RootAway(why) => Some(Self::FolderAway(why.clone())),
            LocalError::Gone
            | LocalError::Changed
            | LocalError::Locked(_)
            | LocalError::Denied(_)
            | LocalError::DiskFull => None,
        }
    }

    /// What a broken stream means for the run.
    #[must_use]
    pub fn of_source(error: &SourceError) -> Option<Self> {
        match error {
            SourceError::Remote(error) => Self::of_remote(error),
            SourceError::Local(error) => Self::of_local(error),
            SourceError::History(
                HistoryError::Full | HistoryError::Unknown | HistoryError::Failed(_),
            ) => None,
        }
    }
}
