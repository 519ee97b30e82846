//! The engine's words as people read them.

use fielddesk_core::FailureKind;
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
        Reason::AgreedBytes => "unchanged since the last sync",
        Reason::WaitsForApproval => "deleted from the folder: waits for approval",
        Reason::DeletedHere => "deleted from the folder",
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
        Reason::NameRefused => "the name cannot be used",
        Reason::Refused => "rejected by the server",
        Reason::AnswerLost => "upload unconfirmed, checking",
        Reason::HistoryFull => "not enough disk space",
        Reason::FolderAway => "folder not found",
        Reason::SubfolderAway => "its drive is not connected, or another one is in its place",
        Reason::Link => "a link now: links are not followed",
        Reason::FolderUnreadable => "its folder cannot be read",
        Reason::ProjectClosed => "the project was deleted, or access was removed",
        Reason::NotSignedIn => "not signed in",
        Reason::ServiceBusy => "the server is busy",
        Reason::ServiceFailed => "the server could not process it",
        Reason::UnreadableAnswer => "the answer of the server cannot be read",
        Reason::Offline => "the server does not answer",
        Reason::HistoryFailed => "old version could not be saved",
        Reason::Unfetchable => "document could not be downloaded",
        Reason::StateFailed => "sync state could not be saved",
        Reason::Cancelled => "cancelled",
    }
}

/// Why a folder stands as it does.
pub(super) const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Reason(why) => reason(why),
        Cause::Failure(kind) => failure(kind),
    }
}

/// A failure in a few words, as the window says it in a sentence.
const fn failure(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Usage => "the settings cannot be used",
        FailureKind::InvalidClient => "client ID and secret not accepted",
        FailureKind::ScopeNotGranted => "permission not granted",
        FailureKind::WrongScope => "permission missing",
        FailureKind::WrongEnvironment => "client of the other environment",
        FailureKind::TokenExpired => "access token expired",
        FailureKind::TokenMalformed => "access token cannot be read",
        FailureKind::NoToken => "no access token received",
        FailureKind::NotAllowed => "access denied",
        FailureKind::NotAdministrator => "Administrator-level client required",
        FailureKind::ReadOnlyClient => "this client may only read",
        FailureKind::IntegrationDisabled => "integration switched off",
        FailureKind::NotFound => "not found on the server",
        FailureKind::Refused => "rejected by the server",
        FailureKind::Conflict => "conflicts with existing data",
        FailureKind::TooLarge => "larger than the server accepts",
        FailureKind::SlowDown => "the server is busy",
        FailureKind::ServiceFailed => "the server could not process it",
        FailureKind::Unreachable => "the server does not answer",
        FailureKind::Certificate => "certificate not trusted",
        FailureKind::ProxyRefused => "refused by a proxy",
        FailureKind::ProxyPage => "a web page answered instead of the server",
        FailureKind::UnreadableAnswer => "the answer of the server cannot be read",
        FailureKind::OutcomeUnknown => "upload unconfirmed, checking",
        FailureKind::FileVanished => "file not found",
        FailureKind::FileUnreadable => "cannot be read",
        FailureKind::FileChanged => "changed during upload",
        FailureKind::FileGrowing => "still being saved",
        FailureKind::NameRefused => "the name cannot be used",
        FailureKind::DiskFull => "not enough disk space",
        FailureKind::LocalFile => "could not be written",
        FailureKind::DocumentsUnlisted => "the database of the sample data is missing",
        FailureKind::Keyring => "the credential store does not answer",
        FailureKind::Busy => "in use by another process",
        FailureKind::Cancelled => "cancelled",
        FailureKind::Internal => "something inside Fielddesk went wrong",
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
        EventKind::Adopted => "unchanged",
        EventKind::Conflict => "conflict",
        EventKind::Failed => "failed",
        EventKind::Skipped => "skipped",
        EventKind::Waiting => "waiting",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_of_a_program_is_shown_to_people() {
        let kinds = [
            FailureKind::ServiceFailed,
            FailureKind::NotAdministrator,
            FailureKind::DocumentsUnlisted,
        ];
        let reasons = [
            Reason::HistoryFailed,
            Reason::Unfetchable,
            Reason::StateFailed,
            Reason::ServiceBusy,
        ];
        let causes = kinds.map(Cause::Failure).into_iter();
        for of in causes.chain(reasons.map(Cause::Reason)) {
            let code = of.to_string();
            assert!(
                !cause(of).contains(&code),
                "{code} is told as {}",
                cause(of)
            );
            assert!(cause(of).contains(' '), "{code} is told as {}", cause(of));
        }
    }
}
