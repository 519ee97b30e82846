//! Writes records as a workbook, with the id of the export in it.

use std::io::Write;

use chrono::{Datelike as _, NaiveDate};
use rust_xlsxwriter::{ExcelDateTime, Format, IgnoreError, Workbook, Worksheet, XlsxError};
use serde_json::Value;

use super::{ExportOptions, heading, unwritten, value};
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{FieldDef, Kind, Values, shown};

/// The defined name that holds the id of the export as a text. Spreadsheet programs keep it when
/// they save.
pub(crate) const ID_NAME: &str = "Fielddesk_export";

/// The most rows a sheet can have, its heading among them.
const SHEET_ROWS: u32 = 1_048_576;

/// How wide a column of a sheet is at least and at most, in characters.
const LEAST_WIDTH: usize = 8;
const MOST_WIDTH: usize = 48;

/// The id of the export in the names of a workbook; what is no id of ours is none.
pub(crate) fn export_id(names: &[(String, String)]) -> Option<String> {
    let (_, formula) = names.iter().find(|(name, _)| name == ID_NAME)?;
    let id = formula.trim().trim_start_matches('=').trim_matches('"');
    uuid::Uuid::try_parse(id).ok()?;
    Some(id.to_owned())
}

pub(super) fn write(
    columns: &[&FieldDef],
    records: impl IntoIterator<Item = Values>,
    options: ExportOptions,
    id: Option<&str>,
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
        if options.language.is_some() {
            sheet
                .autofilter(0, 0, row, last.saturating_sub(1))
                .map_err(unwritten_sheet)?;
        }
    }
    if let Some(id) = id {
        let text = format!("=\"{id}\"");
        workbook
            .define_name(ID_NAME, &text)
            .map_err(unwritten_sheet)?;
    }
    let bytes = workbook.save_to_buffer().map_err(unwritten_sheet)?;
    out.write_all(&bytes)
        .and_then(|()| out.flush())
        .map_err(unwritten)?;
    Ok(u64::from(row))
}

/// Makes each column as wide as its longest text, given in characters.
pub(super) fn fit_columns(sheet: &mut Worksheet, longest: Vec<usize>) -> Result<(), Failure> {
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

/// The day of a value. A time of day stays out, as in the grid; an import that reads a bare day
/// changes none.
fn day_of(value: &Value) -> Option<ExcelDateTime> {
    let day = value.as_str()?.split('T').next()?;
    let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    let part = |value: u32| u8::try_from(value).ok();
    let year = u16::try_from(day.year()).ok()?;
    ExcelDateTime::from_ymd(year, part(day.month())?, part(day.day())?).ok()
}

pub(super) fn unwritten_sheet(error: XlsxError) -> Failure {
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
