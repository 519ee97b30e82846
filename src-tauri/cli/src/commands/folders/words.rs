//! The engine's words as people read them.

use fielddesk_core::folders::{Cause, EventKind, FromSide, Reason, RemovalReason, State};

/// How a folder or a file stands.
pub(crate) const fn state(state: State) -> &'static str {
    match state {
        State::InStep => "synced",
        State::Paused => "paused",
        State::Working => "syncing",
        State::Waiting => "waiting",
        State::Offline => "offline",
        State::Failed => "failed",
        State::NeedsDecision => "action needed",
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
        Reason::FolderRenamed => "folder renamed here",
        Reason::Changed => "changed here",
        Reason::Decided => "as resolved",
        Reason::ToBeCompared => "in folder and project: compared first",
        Reason::EqualBytes => "the same in folder and project",
        Reason::AgreedBytes => "as it was agreed",
        Reason::WaitsForApproval => "deleted here: waits for approval",
        Reason::DeletedHere => "deleted here",
        Reason::ManyDeletes => "many deletes: wait for approval",
        Reason::ManyChanges => "many damaged files: wait for approval",
        Reason::WholePage => "would empty the project: waits for approval",
        Reason::ListingShrank => "the project lists far fewer documents than before",
        Reason::FirstContact => "different content in folder and project",
        Reason::BothChanged => "changed in folder and project",
        Reason::ReplacedElsewhere => "replaced by someone else",
        Reason::DeletedElsewhere => "deleted by someone else",
        Reason::DuplicateNames => "duplicate names",
        Reason::NameCollision => "name clash",
        Reason::Subfolder => "in a subfolder",
        Reason::NotSettled => "still being saved",
        Reason::KeepsChanging => "keeps changing",
        Reason::Locked => "open in another program",
        Reason::Unreadable => "cannot be read",
        Reason::Missing => "missing, checking again",
        Reason::NameRefused => "a name that cannot be used",
        Reason::Refused => "refused by the service",
        Reason::AnswerLost => "upload unconfirmed, checking",
        Reason::HistoryFull => "not enough disk space",
        Reason::FolderAway => "folder not found",
        Reason::SubfolderAway => "its drive is away, or another is in its place",
        Reason::Link => "a link now: links are not followed",
        Reason::FolderUnreadable => "its folder cannot be read",
        Reason::ProjectClosed => "the project was deleted, or access was removed",
        Reason::NotSignedIn => "not signed in",
        Reason::ServiceBusy => "the service asks to wait",
        Reason::ServiceFailed => "the service failed",
        Reason::UnreadableAnswer => "the service's answer cannot be read",
        Reason::Offline => "the service cannot be reached",
        Reason::HistoryFailed => "the history failed",
        Reason::Unfetchable => "its document cannot be fetched",
        Reason::StateFailed => "our own records failed",
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
        EventKind::Downloaded | EventKind::Compared => "downloaded",
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
        FromSide::Remote => "project",
        FromSide::Local => "folder",
    }
}

/// Why content is kept.
pub(super) const fn kept_because(why: RemovalReason) -> &'static str {
    match why {
        RemovalReason::Replaced => "replaced",
        RemovalReason::Deleted => "deleted",
        RemovalReason::Duplicate => "duplicate",
        RemovalReason::Resolved => "not chosen in a conflict",
        RemovalReason::Restored => "an older one was restored",
    }
}
