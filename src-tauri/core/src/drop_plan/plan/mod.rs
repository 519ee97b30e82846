//! The plan of a drop, decided in one place. Pure: files, page, knowledge and choices in, rows out.

mod likely;
mod newer;
mod suggest;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::file_name::{self, safe_file_name};
use fielddesk_rules::name_key::{FileKey, NameKey, SectionKey};

use super::scan::Found;
use super::similar::file_type;
use super::types::{NameProblem, OnPage, PlanRow, SameName, What};
use crate::Failure;
use crate::documents::{Document, Origin, Page};

use newer::saved_before;
use suggest::{Known, suggest};

/// What a person chose for a row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Choice {
    pub(super) section: Option<String>,
    pub(super) same_name: Option<SameName>,
    pub(super) use_safe_name: bool,
    pub(super) replace_id: Option<FileReferenceId>,
}

/// What is known of a file's content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Hash {
    /// Not compared yet.
    #[default]
    Unknown,
    /// SHA-256 in hex.
    Known(String),
    /// It could not be read.
    Failed(Failure),
}

/// Everything that decides.
pub(super) struct Inputs<'a> {
    pub(super) files: &'a [Found],
    /// What is known of each file's content, in the order of the files.
    pub(super) hashes: &'a [Hash],
    pub(super) page: Option<&'a Page>,
    /// The section that is there before the first file is.
    pub(super) default_section: Option<&'a str>,
    /// The section dropped on.
    pub(super) section: Option<&'a str>,
    pub(super) subfolders_as_sections: bool,
    pub(super) same_name: SameName,
    pub(super) choices: &'a BTreeMap<u32, Choice>,
}

/// The rows, one for each file, in the order of the files.
pub(super) fn plan(inputs: &Inputs<'_>) -> Vec<PlanRow> {
    let known = Known::of(inputs.page, inputs.choices.values());
    let mut rows: Vec<PlanRow> = inputs
        .files
        .iter()
        .zip(inputs.hashes)
        .zip(0u32..)
        .map(|((file, hash), row_id)| row(inputs, &known, file, hash, row_id))
        .collect();
    mark_repeated(&mut rows);
    likely::offer(&mut rows, &known);
    rows
}

/// What a row does when it is sent: a new document, or one in the place of another. None when
/// it cannot be sent as it stands.
pub(super) fn action(row: &PlanRow) -> Option<Option<FileReferenceId>> {
    match row.what {
        What::New | What::KeepsBoth | What::SameNameTwice => Some(None),
        What::Replaces | What::ReplacesSomeoneElses | What::NewerThere | What::BeingUploaded => {
            Some(row.replace_id.clone())
        }
        What::AlreadyThere => Some(match row.same_name {
            SameName::Replace => row.replace_id.clone(),
            SameName::KeepBoth => None,
        }),
        What::TwoWithThisName
        | What::ChooseSection
        | What::NameRefused
        | What::Unreadable
        | What::Checking => None,
    }
}

fn row(inputs: &Inputs<'_>, known: &Known<'_>, file: &Found, hash: &Hash, row_id: u32) -> PlanRow {
    let none = Choice::default();
    let choice = inputs.choices.get(&row_id).unwrap_or(&none);
    let replaced = replaced(inputs, choice, file);
    let name_problem = match replaced {
        Some(_) => None,
        None => name_problem(file),
    };
    let own_name = replaced.map_or(&file.name, |document| &document.name);
    let safe = safe_file_name(own_name);
    let safe_name = (safe.changed || name_problem.is_some()).then_some(safe.name);
    let name = match &safe_name {
        Some(safe) if choice.use_safe_name => safe.clone(),
        _ => own_name.clone(),
    };
    let (section, why) = suggest(inputs, known, file, &name, choice);
    let on_page = section
        .as_deref()
        .map_or_else(Vec::new, |section| known.in_section(&name, section));
    let same_name = choice.same_name.unwrap_or(inputs.same_name);
    let synced_folder = section.as_deref().and_then(|section| {
        let synced = &inputs.page?.synced;
        synced.get(&SectionKey::of(section)).cloned()
    });
    let mut row = PlanRow {
        row_id,
        shown_name: file_name::shown(&name),
        name_key: NameKey::of(&name),
        name,
        folder: (!file.folders.is_empty()).then(|| file_name::shown(&file.folders.join(" / "))),
        size: file.stamp.as_ref().ok().map(|stamp| stamp.size),
        modified: modified(file),
        section,
        why,
        likely: Vec::new(),
        what: What::New,
        same_name,
        on_page: on_page.iter().map(|document| shown(document)).collect(),
        newer: None,
        also_in: None,
        replace_id: None,
        from_name: (*own_name != file.name).then(|| file_name::shown(&file.name)),
        safe_name,
        name_problem,
        ticked: false,
        still_saving: file.fresh,
        synced_folder,
        too_large: None,
        failure: None,
    };
    decide(
        &mut row,
        file,
        hash,
        choice,
        name_problem.is_some() && !choice.use_safe_name,
        &on_page,
    );
    if action(&row).is_some() && choice.same_name.is_none() && is_on_the_way(inputs, &row) {
        (row.what, row.ticked) = (What::BeingUploaded, false);
    }
    if row.what == What::New
        && let Some(section) = &row.section
    {
        row.also_in = known.other_section(&row.name, section);
        if let Some(newer) = known.later_revision(&row.name, section) {
            row.newer = Some(shown(newer));
            (row.what, row.ticked) = (What::NewerThere, false);
        }
    }
    let limit = inputs.page.and_then(|page| page.refused_size);
    row.too_large = limit.filter(|limit| row.size.is_some_and(|size| size >= *limit));
    row.ticked &= row.too_large.is_none();
    row
}

/// Returns the document that a person chose to replace by a file of another name: the file is sent
/// under the document's name, unless it is of another type.
fn replaced<'a>(inputs: &Inputs<'a>, choice: &Choice, file: &Found) -> Option<&'a Document> {
    let id = choice.replace_id.as_ref()?;
    let sections = inputs.page.into_iter().flat_map(|page| &page.sections);
    let document = sections
        .flat_map(|section| &section.documents)
        .find(|document| document.id == *id)?;
    (file_type(&document.name) == file_type(&file.name)).then_some(document)
}

/// The flat table of what happens.
fn decide(
    row: &mut PlanRow,
    file: &Found,
    hash: &Hash,
    choice: &Choice,
    refused: bool,
    on_page: &[&Document],
) {
    let size = match &file.stamp {
        Ok(stamp) => stamp.size,
        Err(failure) => {
            row.what = What::Unreadable;
            row.failure = Some(failure.clone());
            return;
        }
    };
    if refused {
        row.what = What::NameRefused;
        return;
    }
    if row.section.is_none() {
        row.what = What::ChooseSection;
        return;
    }
    let chosen = choice.replace_id.as_ref();
    let chosen = on_page.iter().find(|document| Some(&document.id) == chosen);
    let going = match on_page {
        [only] => Some(only),
        _ => chosen,
    };
    row.replace_id = going.map(|document| document.id.clone());
    let comparable = || {
        on_page
            .iter()
            .filter(|document| document.size == Some(size))
    };
    let hashes: BTreeSet<&str> = comparable().filter_map(|d| d.sha256.as_deref()).collect();
    // What is still being saved has no content to compare yet.
    if !hashes.is_empty() && !file.fresh {
        match hash {
            Hash::Unknown => {
                row.what = What::Checking;
                return;
            }
            Hash::Failed(failure) => {
                row.what = What::Unreadable;
                row.failure = Some(failure.clone());
                return;
            }
            Hash::Known(hash) if hashes.contains(hash.as_str()) => {
                row.what = What::AlreadyThere;
                return;
            }
            Hash::Known(_) => {}
        }
    }
    // Who says which document goes, or that it goes, wants it to.
    let asked = choice.replace_id.is_some() || choice.same_name == Some(SameName::Replace);
    (row.what, row.ticked) = match (on_page, row.same_name, going) {
        ([], _, _) => (What::New, true),
        (_, SameName::KeepBoth, _) => (What::KeepsBoth, true),
        (_, SameName::Replace, None) => (What::TwoWithThisName, false),
        (_, SameName::Replace, Some(old))
            if choice.same_name.is_none() && saved_before(row.modified, old) =>
        {
            (What::NewerThere, false)
        }
        (_, SameName::Replace, Some(old)) => match old.origin {
            Origin::ByHand => (What::Replaces, true),
            // The folder would find its document replaced by somebody else: a conflict.
            Origin::SyncedFolder => (What::Replaces, asked),
            Origin::SomeoneElse => (What::ReplacesSomeoneElses, asked),
        },
    };
    if row.what == What::KeepsBoth {
        row.replace_id = None;
    }
}

/// Returns true if the queue has the same file: its name, its section and its size.
fn is_on_the_way(inputs: &Inputs<'_>, row: &PlanRow) -> bool {
    let sent = inputs
        .page
        .zip(row.section.as_deref())
        .and_then(|(page, section)| page.on_the_way.get(&FileKey::of(section, &row.name)));
    sent.is_some_and(|size| row.size == Some(*size))
}

/// Of rows that would have one name in one section the first goes, the others ask.
fn mark_repeated(rows: &mut [PlanRow]) {
    let mut seen = BTreeSet::new();
    for row in rows {
        let goes = matches!(
            row.what,
            What::New
                | What::Replaces
                | What::ReplacesSomeoneElses
                | What::NewerThere
                | What::KeepsBoth
                | What::BeingUploaded
        );
        let Some(section) = row.section.as_deref().filter(|_| goes) else {
            continue;
        };
        if !seen.insert(FileKey::of(section, &row.name)) {
            row.what = What::SameNameTwice;
            row.replace_id = None;
            row.ticked = false;
        }
    }
}

fn shown(document: &Document) -> OnPage {
    OnPage {
        id: document.id.clone(),
        name: file_name::shown(&document.name),
        sent_at: document.sent_at,
        saved_at: document.saved_at,
        size: document.size,
    }
}

/// Why a name cannot travel and be read again by everybody.
fn name_problem(file: &Found) -> Option<NameProblem> {
    if !file.named || file.name.is_empty() {
        Some(NameProblem::NotText)
    } else if file.name.chars().any(char::is_control) {
        Some(NameProblem::ControlCharacters)
    } else {
        (file.name.len() > 255).then_some(NameProblem::TooLong)
    }
}

fn modified(file: &Found) -> Option<DateTime<Utc>> {
    let stamp = file.stamp.as_ref().ok()?;
    stamp.modified.map(DateTime::from)
}
