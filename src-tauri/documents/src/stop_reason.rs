//! Reasons a run stops early.

use std::time::Duration;

use crate::ports::{
    HistoryError, LocalError, RemoteError, RemoteErrorKind, SourceError, StateError,
};

/// The reason a run stopped early. Everything done until then is committed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// The folder is missing or another volume: no deletes, nothing planned.
    #[error("the folder is away: {0}")]
    FolderAway(String),
    /// The folder is there and may not be read: no deletes, nothing planned.
    #[error("the folder cannot be read: {0}")]
    FolderDenied(String),
    /// The service cannot be reached, fails or asks to wait; the same may work later.
    #[error("{error}")]
    Service {
        /// Error of the call.
        error: RemoteError,
        /// Minimum wait, where the service asked for one.
        wait: Option<Duration>,
    },
    /// The sign-in was refused.
    #[error("{0}")]
    Auth(RemoteError),
    /// 403: the project is closed to us. A person decides.
    #[error("the project is closed: {}", .0.kind.said())]
    Closed(RemoteError),
    /// 404: the project is gone. A person decides.
    #[error("the project does not exist any more")]
    Gone(RemoteError),
    /// The state could not be stored: nothing more is done.
    #[error(transparent)]
    State(#[from] StateError),
    /// On our word.
    #[error("cancelled")]
    Cancelled,
}

impl StopReason {
    /// Returns the reason to stop that a failed call gives, when nothing else can be done without
    /// it.
    #[must_use]
    pub fn of_call(error: RemoteError) -> Self {
        Self::of_remote(&error).unwrap_or(Self::Service { error, wait: None })
    }

    /// Returns the reason to stop that a refusal of a whole call gives; `None` when only the one
    /// thing is refused.
    #[must_use]
    pub fn of_remote(error: &RemoteError) -> Option<Self> {
        let service = |wait| {
            let error = error.clone();
            Some(Self::Service { error, wait })
        };
        match &error.kind {
            RemoteErrorKind::Offline(_)
            | RemoteErrorKind::NoConnection(_)
            | RemoteErrorKind::Busy(_)
            | RemoteErrorKind::Failed(_)
            | RemoteErrorKind::OutcomeUnknown
            | RemoteErrorKind::FailedWhole { .. }
            | RemoteErrorKind::Unreadable => service(error.asked_wait()),
            RemoteErrorKind::Auth(_) => Some(Self::Auth(error.clone())),
            RemoteErrorKind::Forbidden(_) => Some(Self::Closed(error.clone())),
            RemoteErrorKind::Cancelled => Some(Self::Cancelled),
            RemoteErrorKind::NotFound
            | RemoteErrorKind::TooLarge(_)
            | RemoteErrorKind::Refused { .. }
            | RemoteErrorKind::ContentChanged
            | RemoteErrorKind::ContentUnreadable(_) => None,
        }
    }

    /// Returns the server's error, with its cause; `None` where something else ended the run.
    #[must_use]
    pub const fn remote(&self) -> Option<&RemoteError> {
        match self {
            Self::Service { error, .. }
            | Self::Auth(error)
            | Self::Closed(error)
            | Self::Gone(error) => Some(error),
            Self::FolderAway(_) | Self::FolderDenied(_) | Self::State(_) | Self::Cancelled => None,
        }
    }

    /// Returns the reason to stop that an error of the folder gives; `None` when only the one file
    /// is concerned.
    #[must_use]
    pub fn of_local(error: &LocalError) -> Option<Self> {
        match error {
            LocalError::RootAway(why) => Some(Self::FolderAway(why.clone())),
            LocalError::RootDenied(why) => Some(Self::FolderDenied(why.clone())),
            LocalError::Gone
            | LocalError::Changed
            | LocalError::Locked(_)
            | LocalError::Denied(_)
            | LocalError::DiskFull
            | LocalError::ReadOnly => None,
        }
    }

    /// Returns the reason to stop that a broken stream gives.
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
