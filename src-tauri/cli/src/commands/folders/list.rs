//! `fieldctl sync list`, `remove` and `move`: which folders there are and where they lie.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::folders::{FolderMapping, MappingId, PausedUntil};
use serde::Serialize;

use super::add::{self, told_warnings};
use super::open::{Synced, path_text};
use super::status::here;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

#[derive(Debug, Serialize)]
struct Removed<'a> {
    removed: &'a MappingId,
    folder: String,
}

pub(super) async fn run(context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mappings = synced.folders.list().await?;
    context.output.result(&mappings, || table(&mappings))?;
    if mappings.is_empty() {
        context
            .output
            .remark("No folder is synced yet; `fieldctl sync add --help` shows how.");
    }
    Ok(Exit::Done)
}

pub(super) async fn remove(text: &str, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mapping = synced.find(text).await?;
    let mapping = synced.folders.remove(&mapping.id).await?;
    let removed = Removed {
        removed: &mapping.id,
        folder: path_text(&mapping.folder),
    };
    context.output.result(&removed, || Table::new(&[]))?;
    context.output.remark(&format!(
        "{} is no longer synced. Its files and documents are unchanged.",
        path_text(&mapping.folder)
    ));
    Ok(Exit::Done)
}

pub(super) async fn move_to(text: &str, folder: &Path, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mapping = synced.find(text).await?;
    let moved = synced
        .folders
        .move_to(&mapping.id, &add::absolute(folder))
        .await?;
    context
        .output
        .result(&moved, || table(std::slice::from_ref(&moved.mapping)))?;
    told_warnings(&moved, context);
    Ok(Exit::Done)
}

pub(super) fn table(mappings: &[FolderMapping]) -> Table {
    let mut table = Table::new(&[
        ("MAPPING", Kind::Id),
        ("FOLDER", Kind::Name),
        ("GOES TO", Kind::Name),
        ("SECTION", Kind::Name),
        ("DELETES", Kind::Id),
        ("PAUSED", Kind::Id),
    ]);
    for mapping in mappings {
        table.row([
            &mapping.id.0,
            &path_text(&mapping.folder),
            &mapping.place.in_words(),
            &section(mapping),
            deletes(mapping),
            &paused(mapping),
        ]);
    }
    table
}

fn paused(mapping: &FolderMapping) -> String {
    match mapping.paused {
        None => String::new(),
        Some(PausedUntil::GoOn) => "until resumed".to_owned(),
        Some(PausedUntil::At(at)) => format!("until {}", here(at)),
    }
}

fn section(mapping: &FolderMapping) -> String {
    use fielddesk_core::folders::Sections;
    match &mapping.sections {
        Sections::BySubfolder => "by subfolder".to_owned(),
        Sections::One(Some(section)) => section.clone(),
        Sections::One(None) => mapping.place.default_section.clone(),
    }
}

const fn deletes(mapping: &FolderMapping) -> &'static str {
    use fielddesk_core::folders::Deletes;
    match mapping.deletes {
        Deletes::Ask => "ask",
        Deletes::Keep => "keep",
        Deletes::Propagate => "propagate",
    }
}
