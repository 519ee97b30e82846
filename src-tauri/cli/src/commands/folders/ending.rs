//! The end of verbs on synced folders: the exit status, and the one sentence about it.

use fielddesk_core::folders::{Ending, Finished, Reason, StopCause, StopReason, Stopped};
use fielddesk_core::{Failure, FailureKind};

use super::open::Names;
use super::words::reason;
use crate::commands::items;
use crate::context::Context;
use crate::exit::Exit;

/// The status of a failure of a verb that looks at a synced folder: one that is away waits for
/// a person, as do a project that is gone and documents that nobody decided on.
fn status(failure: &Failure) -> Exit {
    match failure.params.get("stop").map(String::as_str) {
        Some("folderAway" | "needsDecision") => Exit::NeedsDecision,
        Some("projectClosed") if failure.kind == FailureKind::NotFound => Exit::NeedsDecision,
        _ => Exit::of(failure),
    }
}

/// Tells a failure and settles the status.
pub(super) fn of(context: &Context, failure: &Failure) -> Result<Exit, Failure> {
    context.output.failure(failure);
    Ok(status(failure))
}

/// Ends a verb over several folders; see [`items::finish`].
pub(super) fn finish(
    context: &Context,
    count: usize,
    failures: &[(&str, &Failure)],
    doing: &str,
) -> Exit {
    items::finish(context, count, failures, doing);
    Exit::of_each(count, failures.iter().map(|(_, failure)| status(failure)))
}

/// Ends a run: what stopped it, what failed, what waits for a person.
pub(super) fn of_run(context: &Context, finished: &Finished, names: &Names) -> Exit {
    let output = &context.output;
    if context.cancel.is_cancelled() {
        return Exit::Done;
    }
    let ending = finished.ending();
    let gravest = finished
        .stopped
        .iter()
        .filter(|stopped| !matches!(stopped.why, StopCause::Stop(StopReason::Cancelled)))
        .max_by_key(|stopped| of_why(&stopped.why));
    if !output.is_json() {
        for stopped in &finished.stopped {
            let name = names.get(&stopped.mapping);
            output.remark(&match &stopped.said {
                Some(said) => format!("{name}: {}", said.message),
                None => format!("{name}: {}", stopped.why),
            });
        }
    }
    let waiting = finished.decisions;
    let graver = finished.gravest_undone();
    match (ending, gravest) {
        (Ending::Done, _) => return Exit::Done,
        (Ending::SomeFailed, _) if finished.tally.failed > 0 => output.told(
            "someFailed",
            &not_mirrored(finished),
            "`fieldctl sync explain` says more of each.",
        ),
        (_, Some(stopped)) if of_why(&stopped.why) == ending => {
            tell_why(context, names.get(&stopped.mapping), stopped);
        }
        (Ending::Unreachable | Ending::NotAllowed, _) => {
            let why = graver.unwrap_or_default();
            let message = format!("{} ({}).", not_mirrored(finished).trim_end_matches('.'), reason(why));
            output.told(&why.to_string(), &message, fix_of(why));
        }
        _ if waiting == 0 && graver == Some(Reason::SubfolderAway) => output.told(
            "subfolderAway",
            &format!(
                "{} on a drive that is not connected, or another one is in its place; the rest is done.",
                are(finished.undone.values().sum(), "name"),
            ),
            "Nothing is deleted meanwhile. Connect the drive; where another one belongs there now: `fieldctl sync move MAPPING SUBFOLDER DIR`.",
        ),
        _ => output.told(
            "needsDecision",
            &format!("{}; the rest is done.", waits(waiting)),
            "See `fieldctl sync conflicts` and `fieldctl sync plan`; --yes approves deletes, `fieldctl sync resolve` resolves conflicts.",
        ),
    }
    // What is no connection at all is usage, whatever else is wrong.
    let failures = finished
        .stopped
        .iter()
        .filter_map(|stopped| match &stopped.why {
            StopCause::Failure(failure) => Some(status(failure)),
            StopCause::Stop(_) => None,
        });
    let exits = std::iter::once(exit(ending)).chain(failures);
    exits.min_by_key(|exit| exit.rank()).unwrap_or(Exit::Done)
}

fn tell_why(context: &Context, name: &str, stopped: &Stopped) {
    match &stopped.why {
        StopCause::Failure(failure) => context.output.failure(failure),
        StopCause::Stop(stop) => {
            let fix = match stop {
                StopReason::FolderAway(_) => {
                    "Nothing is deleted meanwhile. Connect or restore the folder, or `fieldctl sync move` or `remove` it."
                }
                StopReason::FolderDenied(_) => {
                    "Nothing is deleted meanwhile. Ask the owner of the folder for access."
                }
                StopReason::Service { .. } => "Try again later; what was done stays done.",
                StopReason::Auth(_) => {
                    "Check the client and its secret with `fieldctl profile test`."
                }
                StopReason::Closed(_) => {
                    "Ask the administrator for access, or remove the folder with `fieldctl sync remove`."
                }
                StopReason::Gone(_) => {
                    "Ask who runs the project, or remove the folder with `fieldctl sync remove`."
                }
                StopReason::State(_) => "Free some space on the disk and try again.",
                StopReason::Cancelled => "",
            };
            let word = Reason::from(stop).to_string();
            match &stopped.said {
                Some(said) => {
                    let message = format!("{name}: {}", said.message);
                    context.output.told_of(&word, message, fix, said);
                }
                None => context.output.told(&word, &format!("{name}: {stop}."), fix),
            }
        }
    }
}

/// What one mapping's early end comes to, as [`Finished::ending`] counts it.
fn of_why(why: &StopCause) -> Ending {
    let finished = Finished {
        event: "finished",
        tally: fielddesk_core::folders::RunTotals::default(),
        decisions: 0,
        undone: std::collections::BTreeMap::new(),
        stopped: vec![Stopped {
            mapping: fielddesk_core::folders::MappingId(String::new()),
            why: why.clone(),
            said: None,
        }],
    };
    finished.ending()
}

const fn exit(ending: Ending) -> Exit {
    match ending {
        Ending::Done => Exit::Done,
        Ending::NeedsDecision => Exit::NeedsDecision,
        Ending::SomeFailed => Exit::SomeFailed,
        Ending::Unreachable => Exit::Away,
        Ending::NotAllowed => Exit::NotAllowed,
    }
}

/// A count with its word.
pub(super) fn count(number: u64, word: &str) -> String {
    match number {
        1 => format!("1 {word}"),
        number => format!("{number} {word}s"),
    }
}

fn are(number: u64, word: &str) -> String {
    let be = if number == 1 { "is" } else { "are" };
    format!("{} {be}", count(number, word))
}

/// The number of names that a run could not do, in words.
fn not_mirrored(finished: &Finished) -> String {
    let failed = count(finished.tally.failed, "file");
    format!("{failed} could not be synced; the rest is done.")
}

/// The remedy where names wait for the service or for room.
const fn fix_of(why: Reason) -> &'static str {
    match why {
        Reason::HistoryFull => "Free some space on the disk of the data folder and try again.",
        Reason::NotSignedIn => "Check the client and its secret with `fieldctl profile test`.",
        _ => "Try again later; `fieldctl sync status` keeps the reason until it is better.",
    }
}

fn waits(number: u64) -> String {
    match number {
        1 => "1 name needs action".to_owned(),
        number => format!("{number} names need action"),
    }
}
