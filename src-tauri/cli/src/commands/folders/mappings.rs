//! A synced folder as several verbs of `fieldctl sync` show it, and the path that it is given by.

use std::path::{Path, PathBuf};

use fielddesk_core::folders::{Added, Deletes, FolderMapping, PausedUntil, Sections, Warning};

use super::open::path_text;
use super::status::here;
use crate::context::Context;
use crate::output::table::{Kind, Table};

/// Says what is allowed and worth saying.
pub(super) fn told_warnings(added: &Added, context: &Context) {
    for warning in &added.warnings {
        match warning {
            Warning::SameSection {
                folder,
                mapping,
                section,
            } => context.output.remark(&format!(
                "{} ({mapping}) is synced to the same section {section}. Files with the same name would conflict.",
                path_text(folder)
            )),
            Warning::FilesMissing { missing } => context.output.remark(&format!(
                "{missing} synced files are not in the folder. Each delete from the project is asked about first."
            )),
        }
    }
}

/// The folder as it is seen from here: another process may carry it out.
pub(in crate::commands) fn absolute(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

/// Folders, a row each.
pub(super) fn table(mappings: &[FolderMapping]) -> Table {
    let mut table = Table::new(&[
        ("ID", Kind::Id),
        ("FOLDER", Kind::Name),
        ("SYNCED TO", Kind::Name),
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
        Some(PausedUntil::GoOn | PausedUntil::Confirmed) => "until resumed".to_owned(),
        Some(PausedUntil::At(at)) => format!("until {}", here(at)),
    }
}

fn section(mapping: &FolderMapping) -> String {
    match &mapping.sections {
        Sections::BySubfolder => "by subfolder".to_owned(),
        Sections::One(Some(section)) => section.clone(),
        Sections::One(None) => mapping.place.default_section.clone(),
    }
}

const fn deletes(mapping: &FolderMapping) -> &'static str {
    match mapping.deletes {
        Deletes::Ask => "ask",
        Deletes::Keep => "keep",
        Deletes::Propagate => "propagate",
    }
}
