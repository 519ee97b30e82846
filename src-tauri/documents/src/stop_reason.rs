//! Why a run ends before everything is done.

use std::time::Duration;

use crate::ports::{
    HistoryError, LocalError, RemoteError, RemoteErrorKind, SourceError, StateError,
};

/// Why a run ended early. Everything done until then is committed.
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
        /// What it was.
        error: RemoteError,
        /// How long to wait at least, where the service said so.
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
    /// What a failed call means that nothing else can be done without.
    #[must_use]
    pub fn of_call(error: RemoteError) -> Self {
        Self::of_remote(&error).unwrap_or(Self::Service { error, wait: None })
    }

    /// What a refusal of a whole call means for the run; none when it is about the one thing.
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

    /// The server's error that it is, with what it was at its source; none where something else
    /// ended the run.
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

    /// What an error of the folder means for the run; none when it is about the one file.
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
