//! Failures shown when a document could not be changed.

use fielddesk_documents::caller::ItemFailure;
use fielddesk_documents::ports::{HistoryError, RemoteError};
use fielddesk_documents::stop_reason::StopReason;

use crate::history::of_history;
use crate::{Failure, FailureKind};

/// Why nothing more could be done.
pub(crate) fn of_stop(stop: &StopReason) -> Failure {
    match stop {
        StopReason::Service { error, .. } => looked_up(Failure::from(error), error),
        StopReason::Auth(error) | StopReason::Closed(error) | StopReason::Gone(error) => {
            Failure::from(error)
        }
        StopReason::Cancelled => Failure::cancelled(),
        StopReason::State(error) => Failure::new(
            FailureKind::LocalFile,
            "Could not save what was begun, so nothing more was sent.",
            "Check free disk space, then try again.",
        )
        .with("unsaved", true)
        .with("cause", error.to_string()),
        StopReason::FolderAway(why) | StopReason::FolderDenied(why) => Failure::internal(why),
    }
}

/// The connection broke while files were sent, and the page was looked at since: where nothing of
/// them is there, their fate is not open any more.
fn looked_up(failure: Failure, error: &RemoteError) -> Failure {
    if failure.kind != FailureKind::OutcomeUnknown || error.may_be_stored() {
        return failure;
    }
    Failure {
        kind: FailureKind::Unreachable,
        fix: "Check the network, then try again.".to_owned(),
        ..failure
    }
}

/// Why one document could not be changed.
pub(crate) fn of_item(failure: &ItemFailure) -> Failure {
    match failure {
        ItemFailure::HistoryFull => of_history(&HistoryError::Full),
        ItemFailure::History(why) => Failure::new(
            FailureKind::LocalFile,
            "Could not keep the old content, so nothing was changed.",
            "Check the disk of the data folder, then try again.",
        )
        .with("cause", why),
        ItemFailure::Unfetchable(error) => {
            let failure = Failure::from(error);
            let message = format!(
                "Could not keep the old content, so nothing was changed. {}",
                failure.message
            );
            Failure { message, ..failure }
        }
        ItemFailure::File(error) => Failure::internal(error),
    }
}
