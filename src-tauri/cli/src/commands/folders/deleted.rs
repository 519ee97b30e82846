//! `fieldctl sync deleted`: files deleted from a folder whose documents wait for a decision.

use fielddesk_core::folders::{DeletedChoice, FileView, FolderMapping, Reason};
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use serde::Serialize;

use super::ending;
use super::open::Synced;
use super::words::reason;
use crate::args::DeletedArgs;
use crate::commands::items::{Item, distinct};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

/// A file that was deleted from the folder.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row<'a> {
    mapping: &'a str,
    section: &'a str,
    name: &'a str,
    file_reference_id: Option<&'a str>,
    reason: Reason,
    /// The decision that was carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<&'static str>,
}

pub(super) async fn run(args: DeletedArgs, context: &Context) -> Result<Exit, Failure> {
    let choice = args.choice.choice();
    match (choice, args.names.is_empty(), args.all) {
        (None, false, _) | (None, _, true) => {
            return Err(Failure::usage(
                "choice",
                "No action is given for the files.",
                "Add --keep-remote, --put-back or --remove.",
            ));
        }
        (Some(_), true, false) => {
            return Err(Failure::usage(
                "name",
                "No file is named.",
                "Name files, or add --all for all of them.",
            ));
        }
        _ => {}
    }
    let synced = Synced::open(context).await?;
    let mapping = synced.find(&args.mapping.text).await?;
    let waiting = match waiting(&synced, &mapping).await {
        Ok(waiting) => waiting,
        Err(failure) => return ending::of(context, &failure),
    };
    match choice {
        None => list(&mapping, &waiting, context),
        Some(choice) => decide(&synced, &mapping, &waiting, choice, &args, context).await,
    }
}

/// The files that are gone, and the old names of those that were renamed.
async fn waiting(synced: &Synced, mapping: &FolderMapping) -> Result<Vec<FileView>, Failure> {
    let mut gone = synced.folders.gone(&mapping.id).await?;
    let renamed = gone.renamed.into_iter();
    let names: Vec<_> = renamed.map(|old| (old.section, old.name)).collect();
    if !names.is_empty() {
        let renamed = synced.folders.files_named(&mapping.id, &names).await?;
        gone.files.extend(renamed);
    }
    Ok(gone.files)
}

fn list(mapping: &FolderMapping, files: &[FileView], context: &Context) -> Result<Exit, Failure> {
    let rows: Vec<_> = files.iter().map(|file| row(mapping, file, None)).collect();
    context.output.result(&rows, || table(files))?;
    context.output.remark(match files.is_empty() {
        true => "No deleted file needs action.",
        false => {
            "`fieldctl sync deleted MAPPING NAME… --keep-remote|--put-back|--remove` applies to one; --all applies to all."
        }
    });
    Ok(Exit::Done)
}

async fn decide(
    synced: &Synced,
    mapping: &FolderMapping,
    waiting: &[FileView],
    choice: DeletedChoice,
    args: &DeletedArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let (names, section) = (distinct(args.names.clone()), args.section.as_deref());
    let meant: Vec<Result<&FileView, (&str, Failure)>> = match args.all {
        true => waiting.iter().map(Ok).collect(),
        false => names
            .iter()
            .map(|name| pick(waiting, name, section).map_err(|failure| (&**name, failure)))
            .collect(),
    };
    let keys: Vec<_> = meant
        .iter()
        .filter_map(|one| one.as_ref().ok())
        .map(|file| (file.section.clone(), file.name.clone()))
        .collect();
    let mut outcomes = Vec::new().into_iter();
    if !keys.is_empty() {
        let decided = synced.folders.decide_gone(&mapping.id, &keys, choice);
        outcomes = match decided.await {
            Ok(outcomes) => outcomes.into_iter(),
            Err(failure) => return ending::of(context, &failure),
        };
    }
    let done: Vec<(&str, Result<&FileView, Failure>)> = meant
        .into_iter()
        .map(|one| match one {
            Err((name, failure)) => (name, Err(failure)),
            Ok(file) => {
                let outcome = outcomes.next().unwrap_or(Ok(()));
                (file.name.as_str(), outcome.map(|()| file))
            }
        })
        .collect();
    tell(mapping, &done, choice, context)
}

fn tell(
    mapping: &FolderMapping,
    done: &[(&str, Result<&FileView, Failure>)],
    choice: DeletedChoice,
    context: &Context,
) -> Result<Exit, Failure> {
    let items: Vec<_> = done
        .iter()
        .map(|(name, outcome)| match outcome {
            Ok(file) => Item::Done(row(mapping, file, Some(choice))),
            Err(failure) => Item::Failed {
                item: Named {
                    mapping: &mapping.id.0,
                    name,
                },
                error: failure.into(),
            },
        })
        .collect();
    context.output.result(&items, || {
        let files = done.iter().filter_map(|(_, outcome)| outcome.as_ref().ok());
        table(&files.map(|file| (*file).clone()).collect::<Vec<_>>())
    })?;
    let failures: Vec<_> = done
        .iter()
        .filter_map(|(name, outcome)| Some((*name, outcome.as_ref().err()?)))
        .collect();
    Ok(ending::finish(context, done.len(), &failures, "resolved"))
}

#[derive(Debug, Serialize)]
struct Named<'a> {
    mapping: &'a str,
    name: &'a str,
}

/// The one file of a name that waits.
fn pick<'a>(
    waiting: &'a [FileView],
    name: &str,
    section: Option<&str>,
) -> Result<&'a FileView, Failure> {
    let mut found = waiting
        .iter()
        .filter(|file| file.name == name && section.is_none_or(|section| file.section == section));
    let name = shown(name);
    match (found.next(), found.next()) {
        (Some(file), None) => Ok(file),
        (Some(one), Some(other)) => Err(Failure::new(
            FailureKind::Conflict,
            format!(
                "Several sections have a deleted file named {name}: {} and {}.",
                shown(&one.section),
                shown(&other.section)
            ),
            "Say which one with --section.",
        )
        .about("section")),
        (None, _) => Err(Failure::not_found(
            "deleted file",
            &name,
            "`fieldctl sync deleted MAPPING` lists the files.",
        )),
    }
}

fn row<'a>(
    mapping: &'a FolderMapping,
    file: &'a FileView,
    choice: Option<DeletedChoice>,
) -> Row<'a> {
    Row {
        mapping: &mapping.id.0,
        section: &file.section,
        name: &file.name,
        file_reference_id: file.id.as_ref().map(FileReferenceId::as_str),
        reason: file.reason,
        choice: choice.map(|choice| match choice {
            DeletedChoice::Keep => "keepRemote",
            DeletedChoice::PutBack => "putBack",
            DeletedChoice::Remove => "remove",
        }),
    }
}

fn table(files: &[FileView]) -> Table {
    let mut table = Table::new(&[
        ("SECTION", Kind::Name),
        ("NAME", Kind::Name),
        ("WHY", Kind::Name),
    ]);
    for file in files {
        table.row([&file.section, &file.name, reason(file.reason)]);
    }
    table
}
