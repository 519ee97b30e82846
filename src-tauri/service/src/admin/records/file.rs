//! Rows of a file for an import: columns by their headings, cells as they were written. The reading
//! itself (encodings, separators, workbooks, limits) is that of `fielddesk-tables`.

use std::fs::File;
use std::path::Path;

use fielddesk_rules::file_name::shown;
use fielddesk_tables::{Cell, Form, Options, Row, RowReceiver, TableError};

use super::fields::{Field, fields, one};
use super::planner::Given;
use crate::ServiceError;
use crate::store::RecordKind;

/// The most characters of the headings in an error.
const MOST_FOUND: usize = 200;

/// A row with what its cells give, or why they cannot be read.
pub(super) struct GivenRow {
    /// The row, as a spreadsheet program counts it.
    pub(super) row: u64,
    pub(super) given: Result<Given, String>,
}

/// A file that was read.
pub(super) struct GivenRows {
    kind: RecordKind,
    defaults: Given,
    columns: Vec<Option<&'static Field>>,
    /// Headings of columns that are not used.
    pub(super) unused: Vec<String>,
    pub(super) rows: Vec<GivenRow>,
}

/// The reason why a file is no table of records.
pub(super) struct Unusable(String);

impl From<TableError> for Unusable {
    fn from(error: TableError) -> Self {
        let TableError { kind, source } = error;
        let cause = source
            .map(|source| format!(" ({source})"))
            .unwrap_or_default();
        Self(format!("{kind}{cause} {}", kind.fix()))
    }
}

/// Reads a file. Blocks.
///
/// # Errors
/// A file that cannot be opened or is no table, and one whose headings name no record.
pub(super) fn read(
    path: &Path,
    kind: RecordKind,
    defaults: Given,
) -> Result<GivenRows, ServiceError> {
    let refused = |reason: String| {
        ServiceError::Invalid(format!("cannot import {}: {reason}", path.display()))
    };
    let mut file = File::open(path).map_err(|error| refused(error.to_string()))?;
    let mut rows = GivenRows {
        kind,
        defaults,
        columns: Vec::new(),
        unused: Vec::new(),
        rows: Vec::new(),
    };
    let is_known = |heading: &str| headed(kind, heading).is_some();
    fielddesk_tables::read(&mut file, &Options::default(), &is_known, &mut rows)
        .map_err(|Unusable(reason)| refused(reason))?;
    Ok(rows)
}

/// The field that a heading names, whatever its case.
fn headed(kind: RecordKind, heading: &str) -> Option<&'static Field> {
    let heading = heading.trim();
    fields(kind)
        .iter()
        .find(|field| field.name.eq_ignore_ascii_case(heading))
}

impl GivenRows {
    /// Refuses headings without the key: a company is named by its id or its name.
    fn check_key(&self, form: &Form, headings: &[String]) -> Result<(), Unusable> {
        let has = |name: &str| {
            let mut columns = self.columns.iter().flatten();
            columns.any(|field| field.name == name) || self.defaults.contains_key(name)
        };
        let missing = match self.kind {
            RecordKind::Company => (!has("companyId") && !has("name")).then_some("name"),
            RecordKind::Project | RecordKind::WorkOrder | RecordKind::MachineType => {
                let mut key = self.kind.key().iter();
                key.find(|name| **name != "companyId" && !has(name))
                    .copied()
            }
        };
        let Some(missing) = missing else {
            return Ok(());
        };
        let found: String = headings.join(", ").chars().take(MOST_FOUND).collect();
        let known: Vec<&str> = fields(self.kind).iter().map(|field| field.name).collect();
        Err(Unusable(format!(
            "no column is called {missing}; row {} has: {}. A file of {}s has the columns {}",
            form.heading_row,
            shown(&found),
            one(self.kind),
            known.join(", ")
        )))
    }

    fn given(&self, cells: &[Cell]) -> Result<Given, String> {
        let mut given = self.defaults.clone();
        for (field, cell) in self.columns.iter().zip(cells) {
            let Some(field) = field else { continue };
            match cell {
                Cell::Empty => {}
                Cell::Error(_) | Cell::Formula => {
                    return Err(format!(
                        "{}: the cell is a formula without a result; write the value",
                        field.name
                    ));
                }
                cell => {
                    given.insert(field.name, cell.text());
                }
            }
        }
        Ok(given)
    }
}

impl RowReceiver for GivenRows {
    type Error = Unusable;

    fn begin(&mut self, form: &Form, heading: Row) -> Result<(), Unusable> {
        let headings: Vec<String> = heading.cells.iter().map(Cell::text).collect();
        for heading in &headings {
            let field = headed(self.kind, heading);
            if let Some(field) = field
                && self
                    .columns
                    .iter()
                    .flatten()
                    .any(|other| other.name == field.name)
            {
                return Err(Unusable(format!(
                    "two columns are called {}; remove one of them",
                    field.name
                )));
            }
            if field.is_none() && !heading.trim().is_empty() {
                self.unused.push(heading.trim().to_owned());
            }
            self.columns.push(field);
        }
        self.check_key(form, &headings)
    }

    fn row(&mut self, row: Row) -> Result<bool, Unusable> {
        let given = self.given(&row.cells);
        self.rows.push(GivenRow {
            row: row.number,
            given,
        });
        Ok(true)
    }
}
