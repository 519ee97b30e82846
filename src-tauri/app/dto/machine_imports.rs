//! Files into the fleet and out of it: how a file is written, its columns, how many rows do what.

use fielddesk_core::export::FileKind;
use fielddesk_core::fields::Decimals;
use fielddesk_core::fleet as core;
use fielddesk_core::import;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::saturated;
use crate::mirror::mirror;

/// A file that was chosen or dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportFile {
    /// Its handle.
    pub file_id: String,
    /// Its name.
    pub name: String,
}

impl From<core::ImportFile> for ImportFile {
    fn from(file: core::ImportFile) -> Self {
        Self {
            file_id: file.file_id,
            name: file.name,
        }
    }
}

/// What a comma in a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ImportDecimals {
    /// Found out from the file.
    Unknown,
    /// The decimal sign.
    Comma,
    /// It stands between thousands.
    Point,
}

mirror!(
    Decimals,
    ImportDecimals {
        Unknown,
        Comma,
        Point
    }
);

/// How a file is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportOptions {
    /// The sheet of a workbook; the first one without.
    pub sheet: Option<String>,
    /// Whether an unknown number is a new machine; else its row is bad.
    pub create: bool,
    /// What a comma in a number is.
    pub decimals: ImportDecimals,
    /// Columns whose field the person chose.
    pub columns: Vec<ImportChoice>,
    /// Cells that the person mended.
    pub repairs: Vec<ImportRepair>,
}

impl From<ImportOptions> for import::ImportOptions {
    fn from(options: ImportOptions) -> Self {
        let columns = options.columns.into_iter();
        let repairs = options.repairs.into_iter();
        Self {
            sheet: options.sheet,
            company: None,
            create: options.create,
            decimals: options.decimals.into(),
            columns: columns.map(|one| (one.heading, one.field)).collect(),
            repairs: repairs
                .map(|one| import::Repair {
                    row: u64::from(one.row),
                    field: one.field,
                    text: one.text,
                })
                .collect(),
        }
    }
}

/// The field that a heading means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportChoice {
    /// The heading.
    pub heading: String,
    /// The field; null for none.
    pub field: Option<String>,
}

/// A cell of the file, mended by a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportRepair {
    /// The row, as a spreadsheet program counts.
    pub row: u32,
    /// The field; null for the number.
    pub field: Option<String>,
    /// What is there instead; null to leave the cell out.
    pub text: Option<String>,
}

/// How the file turned out to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportSource {
    /// The file's name.
    pub name: String,
    /// The encoding of a text.
    pub encoding: Option<String>,
    /// What stands between the cells of a text.
    pub separator: Option<String>,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// All sheets of a workbook.
    pub sheets: Vec<String>,
    /// What a comma in a number is.
    pub decimals: ImportDecimals,
}

impl From<import::Source> for ImportSource {
    fn from(source: import::Source) -> Self {
        Self {
            name: source.name,
            encoding: source.encoding,
            separator: source.separator.map(|one| one.to_string()),
            sheet: source.sheet,
            sheets: source.sheets,
            decimals: source.decimals.into(),
        }
    }
}

/// A column of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    /// Its place, from 0.
    pub index: u32,
    /// Its heading as written.
    pub heading: String,
    /// The field it fills.
    pub field: Option<String>,
    /// Why it fills none.
    pub unused: Option<String>,
    /// Up to three cells of it.
    pub samples: Vec<String>,
}

impl From<import::Column> for ImportColumn {
    fn from(column: import::Column) -> Self {
        Self {
            index: saturated(column.index as u64),
            heading: column.heading,
            field: column.field,
            unused: column.unused,
            samples: column.samples,
        }
    }
}

/// A first look at a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportLook {
    /// How it is written.
    pub source: ImportSource,
    /// Its columns, in order.
    pub columns: Vec<ImportColumn>,
    /// Fields that a new machine needs and no column fills.
    pub missing: Vec<String>,
}

impl From<import::Look> for ImportLook {
    fn from(look: import::Look) -> Self {
        Self {
            source: look.source.into(),
            columns: look.columns.into_iter().map(Into::into).collect(),
            missing: look.missing,
        }
    }
}

/// What an import will do. Nothing was changed yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportPlan {
    /// Its handle.
    pub plan_id: String,
    /// How the file is written.
    pub source: ImportSource,
    /// Its columns, in order.
    pub columns: Vec<ImportColumn>,
    /// Fields that a new machine needs and no column fills.
    pub missing: Vec<String>,
    /// How many rows of each kind.
    pub totals: ImportTotals,
}

impl From<core::PlannedImport> for ImportPlan {
    fn from(planned: core::PlannedImport) -> Self {
        let plan = planned.plan;
        Self {
            plan_id: planned.plan_id,
            totals: planned_totals(plan.totals),
            source: plan.source.into(),
            columns: plan.columns.into_iter().map(Into::into).collect(),
            missing: plan.missing,
        }
    }
}

/// How many rows of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportTotals {
    /// All rows that are not empty.
    pub rows: u32,
    /// New machines.
    pub create: u32,
    /// Machines that change.
    pub update: u32,
    /// Machines that are as the row says.
    pub unchanged: u32,
    /// Rows that stay out.
    pub bad: u32,
    /// Cells that change or are set.
    pub values: u32,
}

fn planned_totals(totals: import::Totals) -> ImportTotals {
    ImportTotals {
        rows: saturated(totals.rows),
        create: saturated(totals.create),
        update: saturated(totals.update),
        unchanged: saturated(totals.unchanged),
        bad: saturated(totals.bad),
        values: saturated(totals.values),
    }
}

/// The kind of a file for a spreadsheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ExportKind {
    /// Text with separators.
    Csv,
    /// An Excel workbook.
    Xlsx,
}

mirror!(FileKind, ExportKind { Csv, Xlsx });
