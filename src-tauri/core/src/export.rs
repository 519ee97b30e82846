//! Records as a table for a spreadsheet: CSV or XLSX, with spec names or in a language.
//!
//! What it writes, [`crate::import`] reads back without a change. It knows tables of fields,
//! not where the records come from.

mod text_table;

use std::io::Write;
use std::path::Path;

use chrono::{Datelike as _, NaiveDate};
use rust_xlsxwriter::{ExcelDateTime, Format, IgnoreError, Workbook, Worksheet, XlsxError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::file_writer::TempFile;
use crate::spreadsheet::guard::guard;
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{FieldDef, Kind, TableRecord, Values, record_values, shown};
use fielddesk_rules::language::Language;

pub use text_table::workbook_of_texts;

/// The most rows a sheet can have, its heading among them.
const SHEET_ROWS: u32 = 1_048_576;

/// How wide a column of a sheet is at least and at most, in characters.
const LEAST_WIDTH: usize = 8;
const MOST_WIDTH: usize = 48;

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

/// Writes machines or users, a heading and a row for each; gives how many. What is written can
/// be imported again.
///
/// # Errors
/// Those of the writer; more than a workbook holds.
pub fn export<R: TableRecord>(
    records: &[R],
    options: ExportOptions,
    out: &mut (dyn Write + Send),
) -> Result<u64, Failure> {
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
    write_columns(&columns, records.iter().map(record_values), options, out)
}

/// The same with chosen columns, in the order given.
pub(crate) fn write_columns(
    columns: &[&FieldDef],
    records: impl IntoIterator<Item = Values>,
    options: ExportOptions,
    out: &mut (dyn Write + Send),
) -> Result<u64, Failure> {
    match options.kind {
        FileKind::Csv => csv(columns, records, options, out),
        FileKind::Xlsx => xlsx(columns, records, options, out),
    }
}

/// Puts an export into a file: whole, or not at all.
///
/// # Errors
/// As files fail; what was there before stays then.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let temporary = TempFile::new_in(folder);
    std::fs::write(temporary.path(), bytes)
        .and_then(|()| std::fs::rename(temporary.path(), path))
        .map_err(|error| Failure::local("write", path, &error))?;
    temporary.placed();
    Ok(())
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
        // Without it Excel takes UTF-8 for the computer's old code page.
        out.write_all("\u{feff}".as_bytes()).map_err(unwritten)?;
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

fn xlsx(
    columns: &[&FieldDef],
    records: impl IntoIterator<Item = Values>,
    options: ExportOptions,
    out: &mut (dyn Write + Send),
) -> Result<u64, Failure> {
    let mut workbook = Workbook::new();
    let sheet = workbook
        .add_worksheet_with_constant_memory()
        .map_err(unwritten_sheet)?;
    let bold = Format::new().set_bold();
    // The short date of whichever computer opens it.
    let day = Format::new().set_num_format_index(14);
    let mut widths = Vec::with_capacity(columns.len());
    for (column, field) in (0_u16..).zip(columns) {
        let heading = heading(field, options.language);
        widths.push(heading.chars().count());
        sheet
            .write_string_with_format(0, column, heading, &bold)
            .map_err(unwritten_sheet)?;
    }
    sheet.set_freeze_panes(1, 0).map_err(unwritten_sheet)?;
    let mut row = 0_u32;
    for record in records {
        row += 1;
        if row == SHEET_ROWS {
            return Err(Failure::new(
                FailureKind::TooLarge,
                "A sheet cannot hold more than 1,048,575 records.",
                "Export as CSV.",
            ));
        }
        for ((column, field), width) in (0_u16..).zip(columns).zip(&mut widths) {
            let value = value(&record, field);
            let text = shown(field, value, options.language);
            *width = (*width).max(text.chars().count());
            let written = match (value, field.kind) {
                (Value::Null, _) => continue,
                (Value::Number(number), Kind::Number | Kind::Whole) => match number.as_f64() {
                    Some(number) => sheet.write_number(row, column, number),
                    None => sheet.write_string(row, column, number.to_string()),
                },
                (Value::Bool(set), _) if options.language.is_none() => {
                    sheet.write_boolean(row, column, *set)
                }
                (_, Kind::Date | Kind::Instant) => match (day_of(value), options.language) {
                    (Some(date), Some(_)) => {
                        sheet.write_datetime_with_format(row, column, &date, &day)
                    }
                    _ => sheet.write_string(row, column, shown(field, value, None)),
                },
                _ => sheet.write_string(row, column, text),
            };
            written.map_err(unwritten_sheet)?;
        }
    }
    fit_columns(sheet, widths)?;
    // Machine numbers and the like are texts, and no mistake.
    if let Some(last) = u16::try_from(columns.len()).ok().filter(|_| row > 0) {
        sheet
            .ignore_error_range(
                1,
                0,
                row,
                last.saturating_sub(1),
                IgnoreError::NumberStoredAsText,
            )
            .map_err(unwritten_sheet)?;
    }
    let bytes = workbook.save_to_buffer().map_err(unwritten_sheet)?;
    out.write_all(&bytes)
        .and_then(|()| out.flush())
        .map_err(unwritten)?;
    Ok(u64::from(row))
}

/// Makes each column as wide as its longest text, given in characters.
fn fit_columns(sheet: &mut Worksheet, longest: Vec<usize>) -> Result<(), Failure> {
    for (column, characters) in (0_u16..).zip(longest) {
        // Letters are wider than the digits that Excel counts widths in.
        let width = characters.clamp(LEAST_WIDTH, MOST_WIDTH) + 2;
        let width = u32::try_from(width).unwrap_or(u32::MAX);
        sheet
            .set_column_width(column, f64::from(width))
            .map_err(unwritten_sheet)?;
    }
    Ok(())
}

fn value<'a>(record: &'a Values, field: &FieldDef) -> &'a Value {
    // What is written as supervisors is read as details of them.
    let name = match field.kind {
        Kind::Supervisors => "immediateSupervisorDetails",
        _ => field.name,
    };
    record.get(name).unwrap_or(&Value::Null)
}

/// The day of a value. A time of day stays out, as in the grid; an import that reads a bare day
/// changes none.
fn day_of(value: &Value) -> Option<ExcelDateTime> {
    let day = value.as_str()?.split('T').next()?;
    let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    let part = |value: u32| u8::try_from(value).ok();
    let year = u16::try_from(day.year()).ok()?;
    ExcelDateTime::from_ymd(year, part(day.month())?, part(day.day())?).ok()
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err passes")]
fn unwritten(error: std::io::Error) -> Failure {
    Failure::local("write", std::path::Path::new("the export"), &error)
}

fn unwritten_sheet(error: XlsxError) -> Failure {
    match error {
        XlsxError::IoError(error) => unwritten(error),
        // More than a cell, a sheet or a format of Excel can hold.
        other => Failure::new(
            FailureKind::TooLarge,
            format!("A workbook cannot hold this: {other}."),
            "Export as CSV.",
        ),
    }
}
