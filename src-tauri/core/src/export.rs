//! Records as a table for a spreadsheet: CSV or XLSX, with spec names or in a language.
//!
//! What it writes, [`crate::import`] reads back without a change. It knows tables of fields,
//! not where the records come from.

mod base;
mod bases;
mod text_table;
mod workbook;

use std::io::Write;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;
use crate::records::{Machines, RecordKind as _, Users};
use crate::spreadsheet::BYTE_ORDER_MARK;
use crate::spreadsheet::guard::guard;
use fielddesk_model::{Machine, Record, User};
use fielddesk_rules::fields::{FieldDef, Kind, TableRecord, Values, shown};
use fielddesk_rules::language::Language;

pub(crate) use base::BaseCell;
pub use base::ExportBase;
pub use bases::ExportBases;
pub use text_table::workbook_of_texts;
pub(crate) use workbook::export_id;

/// The kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "ExportKind")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FileKind {
    /// Text with separators.
    #[default]
    Csv,
    /// An Excel workbook.
    Xlsx,
}

/// How an export shall look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExportOptions {
    /// CSV or XLSX.
    pub kind: FileKind,
    /// Headings, words, dates and decimal sign of a language; the specification's without.
    pub language: Option<Language>,
    /// Cells of a CSV as they are, for programs: nothing keeps a spreadsheet from running one.
    pub raw: bool,
}

/// A record that can be exported.
pub trait ExportRecord: TableRecord + Record {
    /// The values of all fields, by spec name.
    fn values(&self) -> Values;
}

impl ExportRecord for Machine {
    fn values(&self) -> Values {
        Machines::values(self)
    }
}

impl ExportRecord for User {
    fn values(&self) -> Values {
        Users::values(self)
    }
}

/// Writes machines or users, a heading and a row for each; gives how many, and what an import of
/// the file is to be compared with, where the file can name it. What is written can be imported
/// again.
pub fn export<R: ExportRecord>(
    records: &[R],
    options: ExportOptions,
    out: &mut (dyn Write + Send),
) -> Result<(u64, Option<ExportBase>), Failure> {
    let columns: Vec<&FieldDef> = R::RESOURCE
        .fields()
        .iter()
        .filter(|field| match field.kind {
            // Write-only, so there is nothing to show.
            Kind::Tags => false,
            // Ids serve programs; lists of records fit in no cell.
            Kind::Opaque => options.language.is_none() && !holds_records(field),
            _ => true,
        })
        .collect();
    export_columns(&columns, records, options, out)
}

/// The same with chosen columns, in the order given.
pub(crate) fn export_columns<'r, R: ExportRecord + 'r>(
    columns: &[&FieldDef],
    records: impl IntoIterator<Item = &'r R>,
    options: ExportOptions,
    out: &mut (dyn Write + Send),
) -> Result<(u64, Option<ExportBase>), Failure> {
    let mut base = ExportBase::begin(R::RESOURCE, columns, options);
    let id = base.as_ref().map(|base| base.id.clone());
    let rows = records.into_iter().map(|record| {
        let values = record.values();
        if let Some(base) = &mut base {
            base.add(record.key(), &values);
        }
        values
    });
    let rows = write_columns(columns, rows, options, id.as_deref(), out)?;
    Ok((rows, base))
}

/// Writes values in chosen columns, in the order given; a workbook holds the id.
pub(crate) fn write_columns(
    columns: &[&FieldDef],
    records: impl IntoIterator<Item = Values>,
    options: ExportOptions,
    id: Option<&str>,
    out: &mut (dyn Write + Send),
) -> Result<u64, Failure> {
    match options.kind {
        FileKind::Csv => csv(columns, records, options, out),
        FileKind::Xlsx => workbook::write(columns, records, options, id, out),
    }
}

fn holds_records(field: &FieldDef) -> bool {
    matches!(field.name, "equipment" | "immediateSupervisorDetails")
}

fn heading(field: &FieldDef, language: Option<Language>) -> &'static str {
    language.map_or(field.name, |language| field.heading(language))
}

fn csv(
    columns: &[&FieldDef],
    records: impl IntoIterator<Item = Values>,
    options: ExportOptions,
    out: &mut (dyn Write + Send),
) -> Result<u64, Failure> {
    let language = options.language;
    if language.is_some() {
        out.write_all(BYTE_ORDER_MARK).map_err(unwritten)?;
    }
    let mut file = ::csv::WriterBuilder::new()
        .delimiter(match language {
            // Where the comma is the decimal sign it cannot stand between cells.
            Some(language) if language.has_decimal_comma() => b';',
            _ => b',',
        })
        .from_writer(out);
    let unwritten_row = |error: ::csv::Error| unwritten(std::io::Error::from(error));
    file.write_record(columns.iter().map(|field| heading(field, language)))
        .map_err(unwritten_row)?;
    let mut rows = 0;
    for record in records {
        for field in columns {
            let text = shown(field, value(&record, field), language);
            let cell = if options.raw {
                text
            } else {
                guard(&text).into_owned()
            };
            file.write_field(cell).map_err(unwritten_row)?;
        }
        file.write_record(None::<&[u8]>).map_err(unwritten_row)?;
        rows += 1;
    }
    file.flush().map_err(unwritten)?;
    Ok(rows)
}

fn value<'a>(record: &'a Values, field: &FieldDef) -> &'a Value {
    // What is written as supervisors is read as details of them.
    let name = match field.kind {
        Kind::Supervisors => "immediateSupervisorDetails",
        _ => field.name,
    };
    record.get(name).unwrap_or(&Value::Null)
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err passes")]
fn unwritten(error: std::io::Error) -> Failure {
    Failure::local("write", std::path::Path::new("the export"), &error)
}
