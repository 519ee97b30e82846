//! Failures shown when the engine could not do its work.

use std::path::Path;

use fielddesk_rules::file_name::shown;
use fielddesk_sync::execute::ItemFailure;
use fielddesk_sync::ports::{HistoryError, LocalError, StateError};
use fielddesk_sync::reason::Reason;
use fielddesk_sync::resolve::ResolveError;
use fielddesk_sync::stop_reason::StopReason;

use crate::folders::mappings::mapping::FolderMapping;
use crate::history::no_version;
use crate::history::of_history;
use crate::{Failure, FailureKind as Kind};

/// The remedy where rights are missing.
const NO_RIGHTS: &str = "Ask the person who owns the folder for access.";

/// The value of `params["stop"]` for what waits for a decision.
pub(super) const DECISION: &str = "needsDecision";

/// A run, a look or a word that ended early. Its word is in `params["stop"]`.
pub(super) fn of_stop(stop: &StopReason, mapping: &FolderMapping) -> Failure {
    let folder = shown(&mapping.folder.to_string_lossy());
    let place = shown(&mapping.place.in_words());
    let failure = match stop {
        StopReason::FolderAway(why) => Failure::new(
            Kind::FileVanished,
            format!("The folder {folder} was not found: {}.", shown(why)),
            "Connect its drive, or tell where the folder is now. Nothing is removed meanwhile.",
        ),
        StopReason::FolderDenied(why) => Failure::new(
            Kind::FileUnreadable,
            format!("The folder {folder} cannot be read: {}.", shown(why)),
            NO_RIGHTS,
        ),
        StopReason::Service { error, .. } => Failure::from(error),
        StopReason::Auth(why) => Failure::new(
            Kind::InvalidClient,
            format!("The sign-in was refused: {}.", shown(&why.kind.said())),
            "Check the connection.",
        ),
        StopReason::Closed(why) => Failure::new(
            Kind::NotAllowed,
            format!(
                "{place} is closed to this client: {}.",
                shown(&why.kind.said())
            ),
            "Ask the administrator for access, or remove the folder.",
        ),
        StopReason::Gone(_) => Failure::new(
            Kind::NotFound,
            format!("{place} does not exist any more."),
            "Ask who runs the project, or remove the folder.",
        ),
        StopReason::State(error) => state_failure(error.clone()),
        StopReason::Cancelled => Failure::cancelled(),
    };
    failure
        .with("folder", folder)
        .with("place", place)
        .with("stop", Reason::from(stop))
}

/// The server's error that ended a run, with the server's own words; none where something else
/// ended it.
pub(super) fn said(stop: &StopReason) -> Option<Failure> {
    let cause = stop.remote()?.cause::<fielddesk_api::Error>()?;
    Some(Failure::from(cause))
}

/// A person's word that could not be carried out.
pub(super) fn of_word(error: ResolveError, name: &str, mapping: &FolderMapping) -> Failure {
    let name = shown(name);
    match error {
        ResolveError::NoConflict => no_conflict(&name),
        ResolveError::NameCollision(files) => {
            let files: Vec<String> = files.iter().map(|file| shown(file)).collect();
            let files = files.join(" and ");
            Failure::new(
                Kind::Refused,
                format!("Two files have one name: {files}."),
                "Rename one of them in the folder.",
            )
            .with("file", &name)
            .with("files", files)
        }
        ResolveError::NoSuchDocument => Failure::new(
            Kind::NotFound,
            format!("That document is not one of the name {name}."),
            "Choose one of those that the conflict lists.",
        )
        .with("file", &name),
        ResolveError::OtherDocuments => Failure::new(
            Kind::Conflict,
            format!("Other documents have the name {name} by now. Nothing was changed."),
            "Review the conflict again, then resolve it.",
        )
        .with("file", &name)
        .with("stop", DECISION),
        ResolveError::ListingShrank => Failure::new(
            Kind::Conflict,
            format!("{name} was not deleted: the server lists far fewer documents than before."),
            "Check the project on the server. Nothing is deleted until the documents are back.",
        )
        .with("file", &name)
        .with("stop", DECISION),
        ResolveError::Refused { status, message } => {
            let kind = match status {
                409 => Kind::Conflict,
                413 => Kind::TooLarge,
                _ => Kind::Refused,
            };
            let failure = Failure::new(
                kind,
                format!("{name} was not uploaded: {}.", shown(&message)),
                "The conflict is as it was. Change the file, or keep the project version.",
            );
            Failure {
                status: Some(status),
                ..failure.with("file", &name)
            }
        }
        ResolveError::NoSuchVersion => no_version(&name),
        ResolveError::NotReady(note) => not_ready(note, &name, &mapping.folder),
        ResolveError::Stop(stop) => of_stop(&stop, mapping),
    }
}

/// There is no conflict of that name.
pub(super) fn no_conflict(name: &str) -> Failure {
    Failure::new(
        Kind::NotFound,
        format!("There is no conflict of the name {}.", shown(name)),
        "Look at the list of conflicts: it may be settled already.",
    )
    .with("file", shown(name))
}

/// A document that somebody put there could not be compared yet.
pub(super) fn not_compared(name: &str) -> Failure {
    let name = shown(name);
    Failure::new(
        Kind::Conflict,
        format!("A document named {name} could not be compared yet. Nothing was changed."),
        "Sync again, then review the conflict.",
    )
    .with("file", name)
    .with("stop", DECISION)
}

fn not_ready(note: Option<ItemFailure>, name: &str, folder: &Path) -> Failure {
    match note {
        Some(ItemFailure::HistoryFull) => of_history(&HistoryError::Full),
        Some(ItemFailure::History(why)) => {
            tracing::error!(%why, "the history");
            Failure::new(
                Kind::LocalFile,
                "The old content could not be kept, so nothing was changed.",
                "Check the disk of the data folder, then try again.",
            )
        }
        Some(ItemFailure::File(error)) => of_file(&error, name),
        Some(ItemFailure::Unfetchable(error)) => Failure::from(&error).with("file", name),
        None => {
            let folder = shown(&folder.to_string_lossy());
            Failure::new(
                Kind::Conflict,
                format!("{name} changed again meanwhile. Nothing was done."),
                "Refresh, then choose again.",
            )
            .with("folder", folder)
            .with("stop", DECISION)
        }
    }
    .with("file", name)
}

/// What is told of a file that could not be used.
pub(in crate::folders) fn of_file(error: &LocalError, name: &str) -> Failure {
    let (kind, words, fix) = match error {
        LocalError::RootAway(_) => (
            Kind::FileVanished,
            "its folder was not found",
            "Connect the drive.",
        ),
        LocalError::Gone => (
            Kind::FileVanished,
            "it is gone",
            "Refresh, then choose again.",
        ),
        LocalError::Changed => (
            Kind::FileChanged,
            "it changed meanwhile",
            "Refresh, then choose again.",
        ),
        LocalError::Locked(_) => (
            Kind::FileUnreadable,
            "it is open in another program",
            "Close it there, then try again.",
        ),
        LocalError::Denied(_) | LocalError::RootDenied(_) => (
            Kind::FileUnreadable,
            "this computer does not allow it",
            NO_RIGHTS,
        ),
        LocalError::ReadOnly => (
            Kind::FileUnreadable,
            "its drive can only be read",
            "Connect the drive so that it can be written, then try again.",
        ),
        LocalError::DiskFull => (
            Kind::DiskFull,
            "the disk is full",
            "Free some space, then try again.",
        ),
    };
    Failure::new(kind, format!("Could not use {name}: {words}."), fix)
}

/// What a person is told when the memory of a mapping cannot be used.
pub(in crate::folders) fn state_failure(error: StateError) -> Failure {
    tracing::error!(%error, "the memory of a synced folder");
    Failure::new(
        Kind::LocalFile,
        "What is remembered of this folder could not be read or written.",
        "Check that the disk is not full, then try again.",
    )
}

/// No mapping at all, where one is needed.
pub(in crate::folders) fn none_there() -> Failure {
    Failure::new(
        Kind::NotFound,
        "No folder is synced yet.",
        "Add one: fieldctl sync add DIR --project NUMBER.",
    )
}
