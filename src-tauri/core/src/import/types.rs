//! Input of an import and result of its check: plain data that prints and serialises.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use fielddesk_model::CompanyId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[cfg(feature = "specta")]
use crate::records::Cell;
use crate::records::Resource;
use fielddesk_rules::fields::{Decimals, MACHINE_FIELDS, Problem, Values, falls, field};

/// How a file is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ImportOptions {
    /// The sheet of a workbook; the first visible one with headings without.
    pub sheet: Option<String>,
    /// The row of headings, as a spreadsheet program counts; found without.
    #[serde(default)]
    pub heading_row: Option<u64>,
    /// The encoding of a text, such as `windows-1252`; found without.
    #[serde(default)]
    pub encoding: Option<String>,
    /// The company of rows that name none; the client's own without.
    #[serde(default)]
    pub company: Option<CompanyId>,
    /// Whether an unknown number is a new record; else its row is bad.
    pub create: bool,
    /// Rows, as a spreadsheet program counts, whose unknown number is a new record all the same.
    #[serde(default)]
    pub create_rows: BTreeSet<u64>,
    /// Rows that make another person of a user all the same.
    #[serde(default)]
    pub other_person_rows: BTreeSet<u64>,
    /// Two letters of the country of phone numbers in national form, as the person says; else it
    /// is the one of most stored numbers.
    #[serde(default)]
    pub country: Option<String>,
    /// The country where neither says it; the program sets it.
    #[serde(skip)]
    pub default_country: Option<String>,
    /// True where a phone number in national form is taken for one of that country although the
    /// person did not say it; else it is offered as one.
    #[serde(skip)]
    pub takes_national_phones: bool,
    /// The decimal sign of numbers; found out from the file where unknown.
    pub decimals: Decimals,
    /// The field that a heading means, where the person chose it; null for none.
    pub columns: BTreeMap<String, Option<String>>,
    /// Cells that the person mended after a look at the plan.
    pub repairs: Vec<Repair>,
    /// Whether every value of the file counts, also those that nobody changed since the file was
    /// exported here: to get back what was exported.
    #[serde(default)]
    pub all_values: bool,
}

/// A cell of the file, mended by a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportRepair")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Repair {
    /// The row, as a spreadsheet program counts.
    pub row: u64,
    /// The field by spec name; none for the number.
    pub field: Option<String>,
    /// What is there instead; none to leave the cell out.
    pub text: Option<String>,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            sheet: None,
            heading_row: None,
            encoding: None,
            company: None,
            create: true,
            create_rows: BTreeSet::new(),
            other_person_rows: BTreeSet::new(),
            country: None,
            default_country: None,
            takes_national_phones: false,
            decimals: Decimals::Unknown,
            columns: BTreeMap::new(),
            repairs: Vec::new(),
            all_values: false,
        }
    }
}

impl ImportOptions {
    /// Whether an unknown number in a row is a new record.
    pub(super) fn creates(&self, row: u64) -> bool {
        self.create || self.create_rows.contains(&row)
    }
}

/// How the file turned out to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportSource")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Source {
    /// The file's name.
    pub name: String,
    /// The encoding of a text, such as `UTF-8`.
    pub encoding: Option<String>,
    /// What stands between the cells of a text.
    pub separator: Option<char>,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// All work sheets of a workbook, the visible ones first.
    pub sheets: Vec<String>,
    /// The row of headings, as a spreadsheet program counts.
    pub heading_row: u64,
    /// The decimal sign of numbers.
    pub decimals: Decimals,
    /// The id of the export that wrote it, as the file says.
    #[serde(skip)]
    pub export: Option<String>,
}

/// A column of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportColumn")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Column {
    /// Its place, from 0.
    pub index: usize,
    /// Its heading as written.
    pub heading: String,
    /// The field it fills, by spec name.
    pub field: Option<String>,
    /// Why it fills none.
    pub unused: Option<String>,
    /// The unit of the heading, where it is another one than that of the field: values are
    /// converted, or the column fills none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Units of the field in one unit of the heading.
    #[serde(skip, default = "one")]
    #[cfg_attr(feature = "specta", specta(skip))]
    pub factor: f64,
    /// The number of the unit of the heading, where the records have to have it.
    #[serde(skip)]
    #[cfg_attr(feature = "specta", specta(skip))]
    pub unit_of_record: Option<i64>,
    /// Up to three cells of it.
    pub samples: Vec<String>,
}

const fn one() -> f64 {
    1.0
}

/// A first look at a file: its form and its columns, before any row is judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportLook")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Look {
    /// How it is written.
    pub source: Source,
    /// Its columns, in order.
    pub columns: Vec<Column>,
    /// Fields that a new record needs and no column fills: rows of unknown numbers are bad.
    pub missing: Vec<String>,
}

/// What an import will do, row by row. Nothing was changed yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Machines or users.
    pub resource: Resource,
    /// How the file is written.
    pub source: Source,
    /// The company of rows that name none.
    pub company: Option<CompanyId>,
    /// The columns.
    pub columns: Vec<Column>,
    /// Fields that a new record needs and no column fills.
    pub missing: Vec<String>,
    /// When the file was exported, where it is compared with what was exported then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exported_at: Option<DateTime<Utc>>,
    /// How many rows of each kind.
    pub totals: Totals,
    /// The rows, in the order of the file.
    pub rows: Vec<PlannedRow>,
}

/// How many rows of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportTotals")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Totals {
    /// All rows that are not empty.
    pub rows: u64,
    /// New records.
    pub create: u64,
    /// Records that change.
    pub update: u64,
    /// Records that are as the row says.
    pub unchanged: u64,
    /// Rows that stay out.
    pub bad: u64,
    /// Cells that change or are set, without those of bad rows.
    pub values: u64,
    /// Rows of a record that changed since the export, in a cell that the file changes too; each
    /// is also one of those that change or are unchanged.
    pub changed_since: u64,
    /// Those of them that change nothing else: they are among the unchanged.
    pub only_changed_since: u64,
    /// Records that change in a value which only grows and is lower than before; each is also one
    /// of those that change.
    pub falls: u64,
    /// Rows that the sheet hides, as filters do; each is also one of the others.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hidden: u64,
    /// Rows whose number is written with characters that cannot be seen, which are left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cleaned: u64,
}

/// True for a count that is left out of JSON.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
pub(super) const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// What becomes of one row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedRow {
    /// Its number in the file, as a spreadsheet program counts: the first row is 1.
    pub row: u64,
    /// The machine or employee number; empty where there is none.
    pub number: String,
    /// True where the file has characters in the number that cannot be seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cleaned: bool,
    /// True where the sheet hides the row.
    #[serde(skip)]
    pub hidden: bool,
    /// The name in the file, by which a person finds the row there, else that of the record.
    pub name: Option<String>,
    /// The company.
    pub company: Option<CompanyId>,
    /// What will be done.
    #[serde(flatten)]
    pub action: Action,
    /// Cells that are not part of it: the service has another value since the export.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_since: Option<ChangedSince>,
}

impl PlannedRow {
    /// The fields of cells that change which only grow and are lower than before.
    #[must_use]
    pub fn falls(&self) -> Vec<&str> {
        let Action::Update { cells, .. } = &self.action else {
            return Vec::new();
        };
        let falling = |cell: &&CellChange| {
            let field = field(MACHINE_FIELDS, &cell.field);
            field.is_some_and(|field| falls(field, &cell.old, &cell.new))
        };
        let falling = cells.iter().filter(falling);
        falling.map(|cell| cell.field.as_str()).collect()
    }
}

/// Cells of a record that both the file and the service changed since the export. They keep the
/// value of the service unless a person chooses the file's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChangedSince {
    /// The machine's id, or the user's company profile id.
    pub id: String,
    /// The cells.
    pub cells: Vec<ChangedCell>,
}

/// A cell that both the file and the service changed since the export.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportChangedCell")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ChangedCell {
    /// As the service has it now, and as the file says.
    #[serde(flatten)]
    pub change: CellChange,
    /// As it was exported.
    #[cfg_attr(feature = "specta", specta(type = Cell))]
    pub exported: Value,
}

/// The rows whose cells that changed since the export are set to the file's values.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportFileValues")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileValues {
    /// Whether all rows are, but for the exceptions; else the exceptions alone.
    pub all: bool,
    /// Rows, as a spreadsheet program counts, that are otherwise.
    pub except: BTreeSet<u64>,
}

impl FileValues {
    /// Whether the row is one of them.
    #[must_use]
    pub fn has(&self, row: u64) -> bool {
        self.all != self.except.contains(&row)
    }
}

/// What will be done with a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum Action {
    /// A new record of these values.
    Create {
        /// By spec name.
        values: Values,
    },
    /// Cells of a stored record change.
    Update {
        /// The machine's id, or the user's company profile id.
        id: String,
        /// Each that differs.
        cells: Vec<CellChange>,
    },
    /// The record is as the row says.
    Unchanged,
    /// The row stays out.
    Bad {
        /// Everything that is wrong with it.
        reasons: Vec<Reason>,
    },
}

/// An old value and a new one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportCell")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CellChange {
    /// The field's spec name.
    pub field: String,
    /// As stored when the plan was made.
    #[cfg_attr(feature = "specta", specta(type = Cell))]
    pub old: Value,
    /// As the file says.
    #[cfg_attr(feature = "specta", specta(type = Cell))]
    pub new: Value,
}

/// Why a row stays out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportReason")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Reason {
    /// The field's spec name, where it is about one.
    pub field: Option<String>,
    /// The heading of its column in the file.
    pub heading: Option<String>,
    /// What is wrong and what is expected: a code with values for the window's words, and a
    /// sentence.
    #[serde(flatten)]
    pub problem: Problem,
    /// A value that would be right, where one can be told.
    pub suggestion: Option<String>,
    /// Values that could be meant, where several can.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
}

/// A value that the text of a cell can mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "ImportChoice")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Choice {
    /// The text of the cell that means it.
    pub text: String,
    /// The text by which a person knows it.
    pub label: String,
}
