//! From errors of the documents' remote to failures: what they were at their source tells most.

use fielddesk_documents::ports::{RemoteError, RemoteErrorKind};
use fielddesk_rules::file_name::shown;

use super::{Failure, FailureKind};

impl From<&RemoteError> for Failure {
    fn from(error: &RemoteError) -> Self {
        if let Some(cause) = error.cause::<fielddesk_api::Error>() {
            return Self::from(cause);
        }
        let later = "It continues automatically when the server answers again.";
        let kind = match error.kind {
            RemoteErrorKind::Offline(_) | RemoteErrorKind::NoConnection(_) => {
                FailureKind::Unreachable
            }
            RemoteErrorKind::Busy(_) => FailureKind::SlowDown,
            RemoteErrorKind::Failed(_) => FailureKind::ServiceFailed,
            RemoteErrorKind::Unreadable => FailureKind::UnreadableAnswer,
            RemoteErrorKind::OutcomeUnknown | RemoteErrorKind::FailedWhole { .. } => {
                FailureKind::OutcomeUnknown
            }
            RemoteErrorKind::Auth(_) => FailureKind::InvalidClient,
            RemoteErrorKind::Forbidden(_) => FailureKind::NotAllowed,
            RemoteErrorKind::NotFound => FailureKind::NotFound,
            RemoteErrorKind::TooLarge(_) => FailureKind::TooLarge,
            RemoteErrorKind::Refused { .. } => FailureKind::Refused,
            RemoteErrorKind::ContentChanged => FailureKind::FileChanged,
            RemoteErrorKind::ContentUnreadable(_) => FailureKind::FileUnreadable,
            RemoteErrorKind::Cancelled => FailureKind::Cancelled,
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
