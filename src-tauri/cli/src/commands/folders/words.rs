//! The engine's words as people read them. Words that are not known here are shown as they are.

use fielddesk_core::folders::{ConflictReason, FromSide, Happened, RemovalReason, State};

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
pub(super) fn reason(word: &str) -> &str {
    match word {
        "new" => "new here",
        "renamed" => "renamed here",
        "changed" => "changed here",
        "decided" => "as decided",
        "toBeCompared" => "on both sides: compared first",
        "equalBytes" => "the same on both sides",
        "agreedBytes" => "as it was agreed",
        "waitsForApproval" => "deleted here: waits for a yes",
        "deletedHere" => "deleted here",
        "manyDeletes" => "many deletes: wait for a yes",
        "wholePage" => "would empty the page: waits for a yes",
        "listingShrank" => "the page lists far fewer documents than before",
        "firstContact" => "on both sides, and not the same",
        "bothChanged" => "changed on both sides",
        "replacedElsewhere" => "replaced by somebody else",
        "deletedElsewhere" => "deleted by somebody else",
        "duplicateNames" => "several documents of one name",
        "nameCollision" => "two files of one name",
        "subfolder" => "in a subfolder",
        "notSettled" => "still being written",
        "keepsChanging" => "keeps changing",
        "locked" => "open in another program",
        "unreadable" => "cannot be read",
        "missing" => "just gone: looked at again",
        "nameRefused" => "a name that cannot be used",
        "refused" => "refused by the service",
        "answerLost" => "its answer was lost",
        "historyFull" => "no room for the history",
        "folderAway" => "the folder is away",
        "folderUnreadable" => "its folder cannot be read",
        "projectClosed" => "the project is gone or closed",
        "notSignedIn" => "not signed in",
        "serviceBusy" => "the service asks to wait",
        "serviceFailed" => "the service failed",
        "unreadableAnswer" => "the service's answer cannot be read",
        "offline" => "the service cannot be reached",
        word => word,
    }
}

/// Why a name waits for a person.
pub(crate) fn conflict_reason(why: ConflictReason) -> &'static str {
    reason(match why {
        ConflictReason::FirstContact => "firstContact",
        ConflictReason::BothChanged => "bothChanged",
        ConflictReason::ReplacedElsewhere => "replacedElsewhere",
        ConflictReason::DeletedElsewhere => "deletedElsewhere",
        ConflictReason::DuplicateNames => "duplicateNames",
        ConflictReason::NameCollision => "nameCollision",
    })
}

/// What happened to a name.
pub(super) const fn happened(event: Happened) -> &'static str {
    match event {
        Happened::Started => "started",
        Happened::Uploaded => "uploaded",
        Happened::Replaced => "replaced",
        Happened::Downloaded => "downloaded",
        Happened::DeletedRemote => "deleted",
        Happened::Adopted => "adopted",
        Happened::Conflict => "conflict",
        Happened::Failed => "failed",
        Happened::Skipped => "skipped",
        Happened::Waiting => "waits",
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
