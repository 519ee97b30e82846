//! Undoes an import: old values where no one changed them since, and a delete of records that it
//! created, where they were neither changed nor filled in and can be deleted. Deletes are noted in
//! the file before.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::journal::{RevertJournal, filled};
use super::plan::blocking;
use super::revert_file::{ChangedRecord, CreatedRecord, RevertFile};
use crate::bulk::BulkControl;
use crate::connection::Connection;
use crate::records::{
    Arrays, BatchCell, BatchRequest, BatchRow, Left, Machines, PlannedChange, RecordKind, Reload,
    Resource, RowOutcome, Task, Users, carry_out, undo, undo_change, undo_creation,
};
use crate::{Failure, FailureKind, SystemClock};
use fielddesk_rules::fields::{Kind, Values, field};

/// Why a value or a record stays.
const CHANGED: &str = "It was changed by someone else since.";

/// What became of taking an import back.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RevertReport {
    /// Machines or users.
    pub resource: Resource,
    /// The file that was imported.
    pub source: String,
    /// One for each record that the import changed or created.
    pub rows: Vec<RevertedRow>,
}

/// What became of one record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RevertedRow {
    /// Its row in the imported file.
    pub row: u64,
    /// The machine or employee number.
    pub number: String,
    /// What happened.
    #[serde(flatten)]
    pub outcome: RevertOutcome,
    /// Cells that stay as the import or somebody else left them.
    pub kept: Vec<KeptCell>,
}

/// What became of one record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "outcome")]
pub enum RevertOutcome {
    /// Fields have their old values again.
    Restored {
        /// By spec name.
        fields: Vec<String>,
    },
    /// The record that the import created is deleted.
    Deleted {
        /// As it was: enough to create it again.
        record: Values,
    },
    /// There was nothing to do, or nothing that can be done: see the kept cells.
    Nothing,
    /// The record stays.
    Kept {
        /// Why.
        why: String,
        /// The same as a failure, for programs.
        failure: Failure,
    },
    /// It failed.
    Failed {
        /// Why.
        failure: Failure,
    },
}

impl RevertOutcome {
    fn kept(why: impl Into<String>) -> Self {
        let why = why.into();
        let failure = Failure::new(FailureKind::Conflict, why.clone(), "");
        Self::Kept { why, failure }
    }
}

/// A cell that keeps its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptCell {
    /// The field's spec name.
    pub field: String,
    /// Why it keeps it.
    pub why: String,
}

/// Undoes an import. Doing it twice does nothing the second time.
///
/// # Errors
/// For a file that is none or belongs to another service; those of the fresh list; where the
/// copies of what is to be deleted cannot be kept. After that nothing fails but single records.
pub async fn revert(
    connection: &Connection,
    path: PathBuf,
    following: &BulkControl,
) -> Result<RevertReport, Failure> {
    let place = path.clone();
    let file = blocking(move || RevertFile::read(&place)).await?;
    belongs(connection, &file)?;
    match file.resource {
        Resource::Machines => revert_of::<Machines>(connection, path, file, following).await,
        Resource::Users => revert_of::<Users>(connection, path, file, following).await,
    }
}

async fn revert_of<K: RecordKind>(
    connection: &Connection,
    path: PathBuf,
    file: RevertFile,
    following: &BulkControl,
) -> Result<RevertReport, Failure> {
    let client = &connection.client;
    let listed = K::list(client).await?;
    let numbers = listed.iter().map(|record| K::number(record).to_owned());
    let numbers: HashSet<String> = numbers.collect();
    let known = listed.records.into_iter();
    let known: HashMap<String, K::Record> = known
        .map(|record| (K::id(&record).to_owned(), record))
        .collect();
    let values = |id: Option<&str>| {
        let found = id.and_then(|id| known.get(id));
        found.map(K::values)
    };
    let (mut rows, mut changes) = (Vec::new(), Vec::new());
    for record in &file.changed {
        let now = values(Some(&record.id));
        let (row, change) = restoring(K::RESOURCE, record, now.as_ref());
        rows.push(row);
        changes.push(change);
    }
    for record in &file.created {
        let now = values(record.id.as_deref());
        let is_known = record.id.is_some() || !numbers.contains(&record.number);
        let (row, change) = removing(K::RESOURCE, record, now, is_known);
        rows.push(row);
        changes.push(change);
    }
    let source = file.source.clone();
    let mut journal = RevertJournal::new(path, file, following);
    let request = BatchRequest::<K> {
        changes,
        arrays: Arrays::LARGE,
        reload: Reload::Read(known),
    };
    let (clock, cancel) = (Arc::new(SystemClock), &following.cancel);
    let ended = carry_out(client, clock, cancel, request, &mut journal).await?;
    let rows = rows.into_iter().zip(ended.into_rows()?);
    let mut rows: Vec<RevertedRow> = rows
        .map(|(undone, row)| undone.ended(K::RESOURCE, row))
        .collect();
    rows.sort_by_key(|row| row.row);
    Ok(RevertReport {
        resource: K::RESOURCE,
        source,
        rows,
    })
}

fn belongs(connection: &Connection, file: &RevertFile) -> Result<(), Failure> {
    if connection.profile.base_url.to_string() == file.base_url {
        return Ok(());
    }
    Err(Failure::new(
        FailureKind::Refused,
        format!(
            "The import was done on {}.",
            fielddesk_rules::file_name::shown(&file.base_url)
        ),
        "Choose that connection, then take it back.",
    ))
}

/// A row of the file, beside what the engine is to do for it.
struct Undone {
    row: u64,
    kept: Vec<KeptCell>,
    /// A created record as it is before it is deleted.
    record: Option<Values>,
    /// Nobody can tell whether the import created it.
    is_doubtful: bool,
}

/// The old values of a record, where the import's values are still there.
fn restoring(
    resource: Resource,
    record: &ChangedRecord,
    now: Option<&Values>,
) -> (Undone, PlannedChange) {
    let fields = resource.fields();
    let is_tags = |name: &str| field(fields, name).is_some_and(|field| field.kind == Kind::Tags);
    let (tags, cells): (Vec<_>, Vec<_>) = record
        .cells
        .iter()
        .map(|cell| BatchCell::new(&*cell.field, cell.old.clone(), cell.new.clone()))
        .partition(|cell| is_tags(&cell.field));
    let mut kept: Vec<KeptCell> = Vec::new();
    let task = match now {
        None => Task::Settled(RowOutcome::Gone, Vec::new()),
        Some(now) => {
            kept.extend(tags.into_iter().map(|cell| KeptCell {
                field: cell.field,
                why: "Tags cannot be read, so it is not known what was there.".to_owned(),
            }));
            let left = undo(fields, now, &cells).1;
            kept.extend(left.into_iter().map(|cell| stays(resource, cell)));
            undo_change(fields, now, &cells)
        }
    };
    let undone = Undone {
        row: record.row,
        kept,
        record: None,
        is_doubtful: false,
    };
    (undone, planned(&record.id, &record.number, task))
}

/// The delete of a record that the import created and nobody changed since.
fn removing(
    resource: Resource,
    record: &CreatedRecord,
    now: Option<Values>,
    is_known: bool,
) -> (Undone, PlannedChange) {
    let (fields, stored) = (resource.fields(), record.stored.as_ref());
    let task = match &now {
        None => Task::Settled(RowOutcome::Gone, Vec::new()),
        Some(now) => undo_creation(fields, now, &record.values, stored),
    };
    let kept = match &task {
        Task::Settled(_, cells) => cells.clone(),
        _ => Vec::new(),
    };
    let undone = Undone {
        row: record.row,
        kept: kept.into_iter().map(|cell| stays(resource, cell)).collect(),
        record: Some(now.map_or_else(Values::new, |now| filled(resource, &now).collect())),
        is_doubtful: !is_known,
    };
    let id = record.id.as_deref().unwrap_or_default();
    (undone, planned(id, &record.number, task))
}

fn planned(id: &str, number: &str, task: Task) -> PlannedChange {
    PlannedChange {
        id: id.to_owned(),
        number: number.to_owned(),
        name: None,
        task,
    }
}

/// Why a cell keeps its value.
fn stays(resource: Resource, cell: BatchCell) -> KeptCell {
    let why = match cell.left {
        Some(Left::CannotBeEmptied) => {
            let field = field(resource.fields(), &cell.field);
            let why = field.and_then(|field| field.emptied().err());
            let why = why.unwrap_or_default();
            format!("It was empty, and it cannot be emptied: {why}.")
        }
        Some(Left::ChangedSince) | None => CHANGED.to_owned(),
    };
    KeptCell {
        field: cell.field,
        why,
    }
}

impl Undone {
    /// The outcome of the row in the words of an import.
    fn ended(self, resource: Resource, row: BatchRow) -> RevertedRow {
        let failure = row.failure;
        let mut kept = self.kept;
        let outcome = match (row.outcome, self.record) {
            _ if self.is_doubtful => RevertOutcome::kept(
                "It is not known whether the import created it. Delete it by hand if it did.",
            ),
            (RowOutcome::Saved, Some(record)) => RevertOutcome::Deleted { record },
            (RowOutcome::Saved, None) => {
                let mut fields = row.stored;
                fields.sort_unstable();
                RevertOutcome::Restored { fields }
            }
            (RowOutcome::Kept, Some(_)) => {
                // Somebody changed it between the list and the delete.
                if kept.is_empty() {
                    kept = row
                        .cells
                        .into_iter()
                        .map(|cell| stays(resource, cell))
                        .collect();
                }
                RevertOutcome::kept(format!("{CHANGED} Delete it by hand if it shall go."))
            }
            (RowOutcome::Kept | RowOutcome::Already, _) | (RowOutcome::Gone, Some(_)) => {
                RevertOutcome::Nothing
            }
            (RowOutcome::Gone, None) => RevertOutcome::kept("It was deleted meanwhile."),
            (RowOutcome::Conflict, _) => RevertOutcome::kept(CHANGED),
            (RowOutcome::Refused, Some(_)) if failure.as_ref().is_some_and(is_needed) => {
                let why = failure.as_ref().map_or("", |failure| &*failure.message);
                RevertOutcome::kept(why)
            }
            _ => RevertOutcome::Failed {
                failure: failure.unwrap_or_else(Failure::cancelled),
            },
        };
        RevertedRow {
            row: self.row,
            number: row.number,
            outcome,
            kept,
        }
    }
}

/// Whether something depends on the record.
fn is_needed(failure: &Failure) -> bool {
    failure.code.as_deref() == Some("notDeletable")
}

/// The place of the file that takes an import back: beside the imported one.
#[must_use]
pub fn revert_path(imported: &Path, at: chrono::DateTime<chrono::Utc>) -> PathBuf {
    let stem = imported.file_stem().unwrap_or_default().to_string_lossy();
    imported.with_file_name(format!("{stem}.revert-{}.json", at.format("%Y%m%d-%H%M%S")))
}
