//! Imports: all rows of a file as one act.

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;
use serde_json::json;

use super::file::{self, GivenRows};
use super::planner::{Act, FieldChange, Given, Planned, Planner};
use super::{AuditAction, action};
use crate::admin::Administration;
use crate::store::{OperatorAct, RecordKind};
use crate::{ServiceError, audit, clock};

/// Fates of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// A new record.
    Inserted,
    /// A record that is different now.
    Changed,
    /// A record that is as the row says already.
    Unchanged,
    /// A row that cannot be taken.
    Bad,
}

/// A row of an import.
#[derive(Debug, Clone, Serialize)]
pub struct ImportRow {
    /// The row, as a spreadsheet program counts it.
    pub row: u64,
    /// The number of its record, the id of a machine type, the name of a company; null where the
    /// row has none.
    pub number: Option<String>,
    /// Fate of the row.
    pub outcome: Outcome,
    /// The fields that are different, beside the key.
    pub changes: Vec<FieldChange>,
    /// A sentence on a bad row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The result of an import.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// True where nothing was to be written.
    pub dry_run: bool,
    /// Number of new records.
    pub inserted: usize,
    /// Number of changed records.
    pub changed: usize,
    /// Number of records that were as the file says.
    pub unchanged: usize,
    /// Number of bad rows; with any, nothing is written, and `rows` has the bad ones alone.
    pub bad: usize,
    /// Headings of columns that name no field.
    pub unused_columns: Vec<String>,
    /// The rows.
    pub rows: Vec<ImportRow>,
}

impl Administration {
    /// Imports a file: a row inserts the record of its key, or changes what it gives. An empty cell
    /// leaves its field alone. `defaults` hold for rows that leave a part of the key out.
    ///
    /// All of it is one transaction with one audit entry; a bad row refuses the whole file. A file
    /// that changes nothing leaves no entry.
    ///
    /// # Errors
    /// A file that cannot be read, or whose headings name no record.
    pub async fn import_records(
        &self,
        kind: RecordKind,
        path: &Path,
        defaults: Given,
        dry_run: bool,
    ) -> Result<ImportReport, ServiceError> {
        let file = path.to_owned();
        let name = path.file_name().unwrap_or(path.as_os_str());
        let reading = tokio::task::spawn_blocking(move || file::read(&file, kind, defaults));
        let rows = reading.await.map_err(|error| {
            ServiceError::Invalid(format!("cannot import {}: {error}", path.display()))
        })??;
        let mut report = ImportReport {
            dry_run,
            ..ImportReport::default()
        };
        let decide = Box::new(|known| {
            let mut planner = Planner::new(kind, known, clock::now().date_naive());
            let writes = plan(kind, &mut planner, rows, &mut report);
            if dry_run || report.bad > 0 || writes.is_empty() {
                return None;
            }
            let audit = audit::entry(
                audit::OPERATOR,
                action(kind, AuditAction::Imported),
                name.to_string_lossy(),
                [
                    ("inserted", json!(report.inserted)),
                    ("changed", json!(report.changed)),
                    ("unchanged", json!(report.unchanged)),
                ],
            );
            Some(OperatorAct {
                writes: writes.into_iter().map(|planned| planned.record).collect(),
                own_company: planner.first_company(),
                audit,
            })
        });
        self.store.operate(kind, decide).await?;
        Ok(report)
    }
}

/// Decides on every row and reports it; returns what is to be written.
fn plan(
    kind: RecordKind,
    planner: &mut Planner,
    rows: GivenRows,
    report: &mut ImportReport,
) -> Vec<Planned> {
    report.unused_columns = rows.unused;
    let mut seen = HashMap::new();
    let mut writes = Vec::new();
    for row in rows.rows {
        let number = match &row.given {
            Ok(given) => number(kind, given),
            Err(_) => None,
        };
        let planned = row
            .given
            .and_then(|given| planner.take(&given, Act::Import));
        let planned = planned.and_then(|planned| match seen.insert(planned.key.clone(), row.row) {
            Some(first) => Err(format!(
                "row {first} is for the same record; keep one of the two"
            )),
            None => Ok(planned),
        });
        let (outcome, changes, message) = match planned {
            Err(message) => (Outcome::Bad, Vec::new(), Some(message)),
            Ok(planned) if planned.is_same() => (Outcome::Unchanged, Vec::new(), None),
            Ok(planned) => {
                let changes = planned.changes.clone();
                let outcome = match planned.is_new {
                    true => Outcome::Inserted,
                    false => Outcome::Changed,
                };
                writes.push(planned);
                (outcome, changes, None)
            }
        };
        report.rows.push(ImportRow {
            row: row.row,
            number,
            outcome,
            changes,
            message,
        });
    }
    let count = |outcome| {
        report
            .rows
            .iter()
            .filter(|row| row.outcome == outcome)
            .count()
    };
    report.bad = count(Outcome::Bad);
    if report.bad > 0 {
        report.rows.retain(|row| row.outcome == Outcome::Bad);
        return Vec::new();
    }
    (report.inserted, report.changed, report.unchanged) = (
        count(Outcome::Inserted),
        count(Outcome::Changed),
        count(Outcome::Unchanged),
    );
    writes
}

/// The word by which a person finds a row's record.
fn number(kind: RecordKind, given: &Given) -> Option<String> {
    let name = match kind {
        RecordKind::Company => "name",
        RecordKind::Project | RecordKind::WorkOrder | RecordKind::MachineType => {
            kind.key().last().copied().unwrap_or_default()
        }
    };
    given.get(name).map(|text| text.trim().to_owned())
}
