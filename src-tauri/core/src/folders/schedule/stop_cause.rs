//! Reasons a run stops early, and their meaning for an exit status, for a view and for a person.

use fielddesk_sync::ports::RemoteErrorKind;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::stop_reason::StopReason;

use crate::Failure;
use crate::folders::errors;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::views::mapping_views::Cause;

/// Why a run ended early, or did not begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopCause {
    /// The engine's reason.
    Stop(StopReason),
    /// The connection, the state or the folder could not be opened.
    Failure(Failure),
}

/// How a run ended, for an exit status: the worst of all mappings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// Done (0).
    Done,
    /// A conflict, a delete, a folder that is away or a project that is gone waits (6).
    NeedsDecision,
    /// Some items failed, the rest is done (1).
    SomeFailed,
    /// The service could not be reached or kept failing, or there is no room for the history (5).
    Unreachable,
    /// Not authenticated or not allowed (3).
    NotAllowed,
}

impl Ending {
    /// The ending of a run that could not do a name for this reason.
    pub(super) const fn of_name(reason: Reason) -> Self {
        match reason {
            Reason::SubfolderAway => Self::NeedsDecision,
            // No room for the history is told as a service that is away: the same works later.
            Reason::HistoryFull
            | Reason::AnswerLost
            | Reason::ServiceBusy
            | Reason::ServiceFailed
            | Reason::Offline => Self::Unreachable,
            Reason::NotSignedIn => Self::NotAllowed,
            _ => Self::SomeFailed,
        }
    }
}

impl StopCause {
    pub(super) fn ending(&self) -> Ending {
        use crate::FailureKind as Kind;
        match self {
            Self::Stop(StopReason::FolderAway(_) | StopReason::Gone(_)) => Ending::NeedsDecision,
            Self::Stop(StopReason::FolderDenied(_)) => Ending::SomeFailed,
            Self::Stop(StopReason::Service { error, .. }) => match error.kind {
                RemoteErrorKind::Unreadable => Ending::SomeFailed,
                _ => Ending::Unreachable,
            },
            Self::Stop(StopReason::Auth(_) | StopReason::Closed(_)) => Ending::NotAllowed,
            Self::Stop(StopReason::State(_)) => Ending::SomeFailed,
            Self::Stop(StopReason::Cancelled) => Ending::Done,
            Self::Failure(failure) => match failure.kind {
                Kind::InvalidClient
                | Kind::ScopeNotGranted
                | Kind::WrongScope
                | Kind::WrongEnvironment
                | Kind::TokenExpired
                | Kind::TokenMalformed
                | Kind::NoToken
                | Kind::NotAllowed
                | Kind::NotAdministrator
                | Kind::ReadOnlyClient
                | Kind::IntegrationDisabled
                | Kind::Keyring => Ending::NotAllowed,
                Kind::Unreachable
                | Kind::ServiceFailed
                | Kind::SlowDown
                | Kind::Certificate
                | Kind::ProxyRefused
                | Kind::OutcomeUnknown => Ending::Unreachable,
                // What answered was not the service; its status tells what a gateway meant.
                Kind::ProxyPage => match failure.status {
                    Some(401 | 403) => Ending::NotAllowed,
                    Some(429 | 500..) => Ending::Unreachable,
                    _ => Ending::SomeFailed,
                },
                Kind::FileVanished | Kind::FileUnreadable => Ending::NeedsDecision,
                Kind::Cancelled => Ending::Done,
                _ => Ending::SomeFailed,
            },
        }
    }

    /// What a person is told of it.
    pub(in crate::folders) fn into_failure(self, mapping: &FolderMapping) -> Failure {
        match self {
            Self::Stop(stop) => errors::of_stop(&stop, mapping),
            Self::Failure(failure) => failure,
        }
    }

    /// Whether it ended early because the service is away: then a success of another mapping is
    /// a reason to try at once.
    pub(in crate::folders) fn is_away(&self) -> bool {
        match self {
            Self::Stop(stop) => matches!(stop, StopReason::Service { .. }),
            Self::Failure(failure) => crate::online::is_away(failure.kind),
        }
    }

    /// The same as it is told of a mapping. A failure that the engine has a word for has that one.
    #[must_use]
    pub fn cause(&self) -> Cause {
        use crate::FailureKind as Kind;
        match self {
            Self::Stop(stop) => Cause::Reason(stop.into()),
            Self::Failure(failure) => match failure.kind {
                Kind::Refused => Cause::Reason(Reason::Refused),
                Kind::NameRefused => Cause::Reason(Reason::NameRefused),
                Kind::ServiceFailed => Cause::Reason(Reason::ServiceFailed),
                Kind::UnreadableAnswer => Cause::Reason(Reason::UnreadableAnswer),
                Kind::Cancelled => Cause::Reason(Reason::Cancelled),
                kind => Cause::Failure(kind),
            },
        }
    }
}

impl std::fmt::Display for StopCause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stop(stop) => stop.fmt(f),
            Self::Failure(failure) => failure.fmt(f),
        }
    }
}
