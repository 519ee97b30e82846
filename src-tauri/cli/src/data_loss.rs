//! Lost records: every verb reports the losses and the records carried over until they are
//! acknowledged; the verbs that report the state of synced folders end with another status.

use fielddesk_core::data_loss::{self, CarriedPart, DataLoss, LossCause, LostDatabase, Part};
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use serde::Serialize;

use crate::args::{Command, ProfileCommand, SyncCommand};
use crate::commands::folders::here;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

#[derive(Debug, Serialize)]
struct Acknowledged<'a> {
    acknowledged: &'a [DataLoss],
}

/// Looks whether records were lost, and says what nobody acknowledged.
pub(crate) async fn tell(command: &Command, context: &Context) {
    if matches!(command, Command::Demo | Command::Completions { .. }) {
        // They use no data folder of a person.
        return;
    }
    let losses = match context.data_dir_in_use().await {
        Ok(None) => return,
        Ok(Some(dir)) => data_loss::unacknowledged(&dir),
        Err(failure) => Err(failure),
    };
    match losses {
        Ok(_) if matches!(command, Command::Profile(ProfileCommand::Acknowledge)) => {}
        Ok(losses) => {
            for loss in &losses {
                let kind = kind(loss.database);
                context.output.told(kind, &sentence(loss), &fix(loss));
            }
        }
        // A verb that uses the records says it itself.
        Err(failure) if is_loss(&failure) && !uses_records(command) => {
            let kind = failure.kind.as_str();
            context.output.told(kind, &failure.message, &failure.fix);
        }
        Err(failure) => tracing::info!(%failure, "the records could not be looked at"),
    }
}

/// Whether a verb tells how synced folders stand, or brings them there.
pub(crate) const fn tells_state(command: &Command) -> bool {
    matches!(
        command,
        Command::Sync(
            SyncCommand::Run(_)
                | SyncCommand::Status { .. }
                | SyncCommand::List
                | SyncCommand::Plan { .. }
                | SyncCommand::Conflicts { .. }
        )
    )
}

/// The status of such a verb while the loss of the records is not acknowledged.
pub(crate) fn exit(exit: Exit, context: &Context) -> Exit {
    let losses = context
        .data_dir()
        .and_then(|dir| data_loss::unacknowledged(&dir));
    let lost = match losses {
        Ok(losses) => losses
            .iter()
            .any(|loss| loss.database == LostDatabase::Records),
        // The notice is there and cannot be read.
        Err(_) => true,
    };
    match lost && Exit::SomeFailed.rank() < exit.rank() {
        true => Exit::SomeFailed,
        false => exit,
    }
}

/// `fieldctl profile acknowledge`.
pub(crate) fn acknowledge(context: &Context) -> Result<Exit, Failure> {
    let losses = data_loss::acknowledge(&context.data_dir()?)?;
    let document = Acknowledged {
        acknowledged: &losses,
    };
    context.output.result(&document, || table(&losses))?;
    context.output.remark(match losses.is_empty() {
        true => "No lost records wait for it.",
        false => "Acknowledged. `fieldctl sync list` shows the folders; paused ones stay paused until `fieldctl sync resume`.",
    });
    Ok(Exit::Done)
}

fn table(losses: &[DataLoss]) -> Table {
    let mut table = Table::new(&[
        ("FILE", Kind::Name),
        ("NOTICED", Kind::Id),
        ("PART", Kind::Name),
        ("CARRIED OVER", Kind::Number),
        ("COMPLETE", Kind::Id),
    ]);
    for loss in losses {
        let (file, at) = (loss.database.file(), here(loss.at));
        if loss.parts.is_empty() {
            table.row([file, &at, "", "", ""]);
        }
        for part in &loss.parts {
            let complete = if part.complete { "yes" } else { "no" };
            let carried = part.carried.to_string();
            table.row([file, &at, name(part.part), &carried, complete]);
        }
    }
    table
}

const fn kind(database: LostDatabase) -> &'static str {
    match database {
        LostDatabase::Records => "recordsLost",
        LostDatabase::SyncState => "syncStateLost",
    }
}

/// What was lost and what came of it.
fn sentence(loss: &DataLoss) -> String {
    let was = match loss.cause {
        LossCause::Damaged => "was damaged",
        LossCause::Emptied => "was empty",
        LossCause::Missing => "was missing",
    };
    let mut text = format!(
        "{} {was} (noticed {}).",
        loss.database.file(),
        here(loss.at)
    );
    if loss.database == LostDatabase::SyncState {
        text.push_str(
            " Each synced folder is compared with its project again, as at its first sync.",
        );
    }
    let carried: Vec<String> = loss.parts.iter().filter_map(carried).collect();
    if !carried.is_empty() {
        text.push_str(&format!(" Carried over: {}.", carried.join(", ")));
    }
    let incomplete = loss.parts.iter().filter(|part| !part.complete);
    let incomplete: Vec<&str> = incomplete.map(|part| name(part.part)).collect();
    if !incomplete.is_empty() {
        text.push_str(&format!(
            " Lost, or not complete: {}.",
            incomplete.join(", ")
        ));
    }
    if let Some(aside) = &loss.kept_aside {
        text.push_str(&format!(" The damaged file is kept as {}.", shown(aside)));
    }
    text
}

fn fix(loss: &DataLoss) -> String {
    let has_paused = loss
        .parts
        .iter()
        .any(|part| part.part == Part::SyncedFolders && part.carried > 0);
    let resume = match has_paused {
        true => "Check the paused folders, then resume them with `fieldctl sync resume`. ",
        false => "",
    };
    format!("{resume}`fieldctl profile acknowledge` ends this message.")
}

fn carried(part: &CarriedPart) -> Option<String> {
    let paused = match part.part {
        Part::SyncedFolders | Part::Transfers => " (paused)",
        _ => "",
    };
    let name = name(part.part);
    (part.carried > 0).then(|| match part.part {
        Part::FolderSettings | Part::Preferences => name.to_owned(),
        _ => format!("{name}: {}{paused}", part.carried),
    })
}

const fn name(part: Part) -> &'static str {
    match part {
        Part::SyncedFolders => "synced folders",
        Part::FolderSettings => "settings of synced folders",
        Part::Transfers => "transfers",
        Part::UnsavedChanges => "unsaved changes of machines",
        Part::Changes => "change history of machines",
        Part::ScheduledUnblocks => "scheduled unblocks",
        Part::FuelSources => "sources of fuel values",
        Part::Versions => "versions in the history",
        Part::Activity => "activity log",
        Part::UploadRecords => "records of uploads",
        Part::Preferences => "columns and recent entries",
    }
}

const fn uses_records(command: &Command) -> bool {
    matches!(command, Command::Sync(_) | Command::Docs(_))
}

/// A failure that has to do with lost records, not with a version or another process.
fn is_loss(failure: &Failure) -> bool {
    match failure.kind {
        FailureKind::Busy => failure.params.contains_key("reason"),
        FailureKind::DiskFull | FailureKind::LocalFile | FailureKind::FileUnreadable => true,
        _ => false,
    }
}
