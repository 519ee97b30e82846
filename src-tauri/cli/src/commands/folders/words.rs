//! The engine's words as people read them.

use fielddesk_core::folders::{Cause, EventKind, FromSide, Reason, RemovalReason, State};

/// How a folder or a file stands.
pub(crate) const fn state(state: State) -> &'static str {
    match state {
        State::InStep => "in step",
        State::Paused => "paused",
        State::Working => "working",
        State::Waiting => "waiting",
        State::Offline => "offline",
        State::Failed => "failed",
        State::NeedsDecision => "needs you",
    }
}

/// What a plan would do.
pub(crate) fn planned_action(word: &str) -> &str {
    match word {
        "deleteRemote" => "delete",
        word => word,
    }
}

/// Why a name is planned, waits or failed.
pub(crate) const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::InStep => "",
        Reason::New => "new here",
        Reason::Renamed => "renamed here",
        Reason::Changed => "changed here",
        Reason::Decided => "as decided",
        Reason::ToBeCompared => "on both sides: compared first",
        Reason::EqualBytes => "the same on both sides",
        Reason::AgreedBytes => "as it was agreed",
        Reason::WaitsForApproval => "deleted here: waits for a yes",
        Reason::DeletedHere => "deleted here",
        Reason::ManyDeletes => "many deletes: wait for a yes",
        Reason::WholePage => "would empty the page: waits for a yes",
        Reason::ListingShrank => "the page lists far fewer documents than before",
        Reason::FirstContact => "on both sides, and not the same",
        Reason::BothChanged => "changed on both sides",
        Reason::ReplacedElsewhere => "replaced by somebody else",
        Reason::DeletedElsewhere => "deleted by somebody else",
        Reason::DuplicateNames => "several documents of one name",
        Reason::NameCollision => "two files of one name",
        Reason::Subfolder => "in a subfolder",
        Reason::NotSettled => "still being written",
        Reason::KeepsChanging => "keeps changing",
        Reason::Locked => "open in another program",
        Reason::Unreadable => "cannot be read",
        Reason::Missing => "just gone: looked at again",
        Reason::NameRefused => "a name that cannot be used",
        Reason::Refused => "refused by the service",
        Reason::AnswerLost => "its answer was lost",
        Reason::HistoryFull => "no room for the history",
        Reason::FolderAway => "the folder is away",
        Reason::FolderUnreadable => "its folder cannot be read",
        Reason::ProjectClosed => "the project is gone or closed",
        Reason::NotSignedIn => "not signed in",
        Reason::ServiceBusy => "the service asks to wait",
        Reason::ServiceFailed => "the service failed",
        Reason::UnreadableAnswer => "the service's answer cannot be read",
        Reason::Offline => "the service cannot be reached",
        Reason::HistoryFailed => "historyFailed",
        Reason::Unfetchable => "unfetchable",
        Reason::StateFailed => "stateFailed",
        Reason::Cancelled => "cancelled",
    }
}

/// Why a folder stands as it does.
pub(super) const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Reason(why) => reason(why),
        Cause::Failure(kind) => kind.as_str(),
    }
}

/// What happened to a name.
pub(super) const fn happened(event: EventKind) -> &'static str {
    match event {
        EventKind::Started => "started",
        EventKind::Uploaded => "uploaded",
        EventKind::Replaced => "replaced",
        EventKind::Downloaded => "downloaded",
        EventKind::DeletedRemote => "deleted",
        EventKind::Adopted => "adopted",
        EventKind::Conflict => "conflict",
        EventKind::Failed => "failed",
        EventKind::Skipped => "skipped",
        EventKind::Waiting => "waits",
    }
}

/// Which side kept content was on.
pub(super) const fn side(from: FromSide) -> &'static str {
    match from {
        FromSide::Remote => "page",
        FromSide::Local => "folder",
    }
}

/// Why content is kept.
pub(super) const fn kept_because(why: RemovalReason) -> &'static str {
    match why {
        RemovalReason::Replaced => "replaced",
        RemovalReason::Deleted => "deleted",
        RemovalReason::Duplicate => "second of the same",
        RemovalReason::Resolved => "decided against",
        RemovalReason::Restored => "an older one was restored",
    }
}
