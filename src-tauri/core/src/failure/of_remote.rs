//! From errors of the documents' remote, where nothing more is known of them, to failures.

use fielddesk_documents::ports::RemoteError;
use fielddesk_rules::file_name::shown;

use super::{Failure, FailureKind};

impl From<&RemoteError> for Failure {
    fn from(error: &RemoteError) -> Self {
        let later = "It goes on by itself when the service is back.";
        let kind = match error {
            RemoteError::Offline(_) => FailureKind::Unreachable,
            RemoteError::Busy(_) => FailureKind::SlowDown,
            RemoteError::Failed(_) => FailureKind::ServiceFailed,
            RemoteError::Unreadable => FailureKind::UnreadableAnswer,
            RemoteError::OutcomeUnknown => FailureKind::OutcomeUnknown,
            RemoteError::Auth(_) => FailureKind::InvalidClient,
            RemoteError::Forbidden(_) => FailureKind::NotAllowed,
            RemoteError::NotFound => FailureKind::NotFound,
            RemoteError::TooLarge(_) => FailureKind::TooLarge,
            RemoteError::Refused { .. } => FailureKind::Refused,
            RemoteError::ContentChanged => FailureKind::FileChanged,
            RemoteError::ContentUnreadable(_) => FailureKind::FileUnreadable,
            RemoteError::Cancelled => FailureKind::Cancelled,
        };
        let text = shown(&error.to_string());
        let mut letters = text.chars();
        let text: String = letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect())
            .unwrap_or_default();
        Self::new(kind, format!("{text}."), later)
    }
}
