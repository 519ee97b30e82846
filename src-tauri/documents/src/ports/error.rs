//! Errors of the ports.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use fielddesk_rules::refusal::TOO_LARGE;
use fielddesk_rules::retry::is_passing;

/// An error of the service, with the error at its source. Decisions are by the
/// kind alone, so two errors of one kind are equal.
#[derive(Clone)]
pub struct RemoteError {
    /// Meaning to a caller.
    pub kind: RemoteErrorKind,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

/// The kinds of errors of the service. Retries within one call are the adapter's and
/// are over; an upload is one attempt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoteErrorKind {
    /// No connection; the service did nothing.
    #[error("the service could not be reached: {0}")]
    Offline(String),
    /// No connection can come about before the certificate, the proxy or the address is mended.
    #[error("no connection is possible: {0}")]
    NoConnection(String),
    /// 429, still; how long it asked to wait.
    #[error("the service asks to wait")]
    Busy(Option<Duration>),
    /// 5xx, still; the service did nothing.
    #[error("the service failed ({0})")]
    Failed(u16),
    /// Not signed in, and a new token did not help.
    #[error("the sign-in was refused: {0}")]
    Auth(String),
    /// 403: the project is closed to us, or the client may only read.
    #[error("not allowed: {0}")]
    Forbidden(String),
    /// 404: the project, work order or document does not exist.
    #[error("it does not exist")]
    NotFound,
    /// 413, with the limit where the service tells it.
    #[error("{TOO_LARGE}")]
    TooLarge(Option<u64>),
    /// 400, 409, 422 and other refusals; nothing was stored.
    #[error("refused ({status}): {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The service's words.
        message: String,
    },
    /// The request left whole and no readable answer came: it may be stored, or be stored
    /// later.
    #[error("the answer was lost")]
    OutcomeUnknown,
    /// 500, 502, 503 or 504 to an upload that left whole: it may be stored, or be stored later.
    #[error("the service failed ({status}), and it may be stored")]
    FailedWhole {
        /// HTTP status.
        status: u16,
        /// The wait that the service asked for.
        wait: Option<Duration>,
    },
    /// The answer could not be read or was cut; for reads only.
    #[error("the answer could not be read")]
    Unreadable,
    /// A file changed while it was sent; nothing was stored.
    #[error("a file changed while it was sent")]
    ContentChanged,
    /// A file could not be read while it was sent; nothing was stored.
    #[error("a file could not be read while it was sent: {0}")]
    ContentUnreadable(String),
    /// Given up on our word, before the request was whole; nothing was stored.
    #[error("cancelled")]
    Cancelled,
}

impl RemoteError {
    /// Makes an error with its cause.
    pub fn because(kind: RemoteErrorKind, cause: impl Error + Send + Sync + 'static) -> Self {
        Self {
            kind,
            cause: Some(Arc::new(cause)),
        }
    }

    /// Returns the cause, where it is a `T`.
    #[must_use]
    pub fn cause<T: Error + 'static>(&self) -> Option<&T> {
        let cause = self.cause.as_deref()?;
        (cause as &(dyn Error + 'static)).downcast_ref()
    }

    /// Returns true if the project, work order or document does not exist.
    #[must_use]
    pub const fn is_not_found(&self) -> bool {
        matches!(self.kind, RemoteErrorKind::NotFound)
    }

    /// Returns true where an upload that ended so may be stored.
    #[must_use]
    pub const fn may_be_stored(&self) -> bool {
        self.kind.may_be_stored()
    }

    /// Returns true where another attempt at an upload is worth its wait.
    #[must_use]
    pub const fn is_worth_another_try(&self) -> bool {
        match self.kind {
            RemoteErrorKind::Failed(status) => is_passing(status),
            RemoteErrorKind::Offline(_) | RemoteErrorKind::Busy(_) => true,
            _ => self.may_be_stored(),
        }
    }

    /// Returns the wait that the service asked for.
    #[must_use]
    pub const fn asked_wait(&self) -> Option<Duration> {
        match self.kind {
            RemoteErrorKind::Busy(wait) | RemoteErrorKind::FailedWhole { wait, .. } => wait,
            _ => None,
        }
    }

    /// Returns the error of an upload once the page was looked at and nothing of it is there.
    #[must_use]
    pub fn without_effect(mut self) -> Self {
        self.kind = match self.kind {
            RemoteErrorKind::OutcomeUnknown => {
                RemoteErrorKind::Offline("the connection broke".to_owned())
            }
            RemoteErrorKind::FailedWhole { status, .. } => RemoteErrorKind::Failed(status),
            other => other,
        };
        self
    }

    /// Returns the kind in words, followed by the words at the source.
    #[must_use]
    pub fn in_full(&self) -> String {
        match &self.cause {
            Some(cause) => format!("{self}: {cause}"),
            None => self.to_string(),
        }
    }
}

impl From<RemoteErrorKind> for RemoteError {
    fn from(kind: RemoteErrorKind) -> Self {
        Self { kind, cause: None }
    }
}

impl PartialEq for RemoteError {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for RemoteError {}

impl fmt::Debug for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.kind, f)
    }
}

impl Error for RemoteError {}

impl RemoteErrorKind {
    /// Returns the words of the service, without those around them.
    #[must_use]
    pub fn said(&self) -> String {
        match self {
            Self::Offline(said)
            | Self::NoConnection(said)
            | Self::Auth(said)
            | Self::Forbidden(said) => said.clone(),
            kind => kind.to_string(),
        }
    }

    /// Returns true where the same may succeed later without anyone's help.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Offline(_)
                | Self::NoConnection(_)
                | Self::Busy(_)
                | Self::Failed(_)
                | Self::OutcomeUnknown
                | Self::FailedWhole { .. }
                | Self::Unreadable
        )
    }

    const fn may_be_stored(&self) -> bool {
        matches!(self, Self::OutcomeUnknown | Self::FailedWhole { .. })
    }
}

/// Reasons the folder could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LocalError {
    /// The root is missing or not a folder: nothing below it can be judged.
    #[error("the folder is away: {0}")]
    RootAway(String),
    /// The root is there, and this person may not read it: nothing below it can be judged.
    #[error("the folder cannot be read: {0}")]
    RootDenied(String),
    /// There is no such file, and the root is there.
    #[error("the file is gone")]
    Gone,
    /// The file is not the one that was looked at: another size, time or identity.
    #[error("the file has changed")]
    Changed,
    /// A program holds it.
    #[error("the file is open in another program")]
    Locked(Option<String>),
    /// Reading or writing is denied; the system's words.
    #[error("the file cannot be used: {0}")]
    Denied(String),
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// The drive can only be read.
    #[error("the drive can only be read")]
    ReadOnly,
}

/// Reasons content could not be kept or read. Nothing may be removed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// Less than 5 % or 2 GB of the disk is free: replaces and deletes wait.
    #[error("there is too little free disk to keep old content")]
    Full,
    /// There is no such version.
    #[error("there is no such version")]
    Unknown,
    /// The disk or the database failed.
    #[error("the history could not be used: {0}")]
    Failed(String),
}

/// Reasons the state could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The store is damaged, or older than the history: it was put aside and begins anew.
    #[error("the state was lost and begins anew")]
    Lost,
    /// The disk or the database failed. Nothing of the change was stored.
    #[error("the state could not be stored: {0}")]
    Failed(String),
}

/// The source of bytes that stopped coming.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SourceError {
    /// The service failed.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// The folder failed.
    #[error(transparent)]
    Local(#[from] LocalError),
    /// The history failed.
    #[error(transparent)]
    History(#[from] HistoryError),
}
