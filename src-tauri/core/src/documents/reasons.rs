//! What a person is told when a document could not be changed.

use fielddesk_documents::caller::ItemFailure;
use fielddesk_documents::ports::RemoteError;
use fielddesk_documents::stop_reason::StopReason;

use crate::mirror::ApiRemote;
use crate::{Failure, FailureKind};

/// Why nothing more could be done.
pub(crate) fn of_stop(stop: &StopReason, remote: &ApiRemote) -> Failure {
    match stop {
        StopReason::Service { error, .. } => remote.failure_of(error),
        StopReason::Auth(message) => remote.failure_of(&RemoteError::Auth(message.clone())),
        StopReason::Closed(message) => remote.failure_of(&RemoteError::Forbidden(message.clone())),
        StopReason::Gone => remote.failure_of(&RemoteError::NotFound),
        StopReason::Cancelled => Failure::cancelled(),
        StopReason::State(error) => Failure::new(
            FailureKind::LocalFile,
            "Could not save what was begun, so nothing more was sent.",
            "Check free disk space, then try again.",
        )
        .with("cause", error.to_string()),
        StopReason::FolderAway(why) => Failure::internal(why),
    }
}

/// Why one document could not be changed.
pub(crate) fn of_item(failure: &ItemFailure, remote: &ApiRemote) -> Failure {
    match failure {
        ItemFailure::HistoryFull => history_full(),
        ItemFailure::History(why) => Failure::new(
            FailureKind::LocalFile,
            "Could not keep the old content, so nothing was changed.",
            "Check the disk of the data folder, then try again.",
        )
        .with("cause", why),
        ItemFailure::Unfetchable(error) => {
            let failure = remote.failure_of(error);
            let message = format!(
                "Could not keep the old content, so nothing was changed. {}",
                failure.message
            );
            Failure { message, ..failure }
        }
        ItemFailure::File(error) => Failure::internal(error),
    }
}

/// There is no room for old content.
pub(crate) fn history_full() -> Failure {
    Failure::new(
        FailureKind::DiskFull,
        "Nothing is replaced or deleted until there is room to keep the old content.",
        "Free some space on the disk of the data folder, then try again.",
    )
    .with("limit", "history")
}
