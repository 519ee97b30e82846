//! Writes records as a workbook, with the id of the export in it.

use std::io::Write;

use chrono::NaiveDate;
use serde_json::Value;

use super::{ExportOptions, heading, unwritten, value};
use crate::spreadsheet::xlsx::{Cell, DAYS_TO_1970, MOST_ROWS, MOST_UNITS, Style, Xlsx};
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{FieldDef, Kind, Values, shown};

/// The defined name that holds the id of the export as a text. Spreadsheet programs keep it when
/// they save.
pub(crate) const ID_NAME: &str = "Fielddesk_export";

/// The first of March 1900, before which workbooks count a day that never was, and the last day of
/// 9999.
const FIRST_DAY: i32 = 61;
const LAST_DAY: i32 = 2_958_465;

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
    let headings = columns.iter();
    let headings: Vec<&str> = headings
        .map(|field| heading(field, options.language))
        .collect();
    let rows = records.into_iter().map(|record| {
        let cells = columns.iter();
        let cells = cells.map(|field| cell(field, value(&record, field), options));
        cells.collect()
    });
    // A sheet begins with the widths of its columns, so all of it is read first.
    let rows: Vec<Vec<Cell<String>>> = rows.collect();
    let has_filter = options.language.is_some() && !rows.is_empty();
    write_sheet(&headings, &rows, has_filter, id, out)?;
    Ok(rows.len() as u64)
}

/// Writes a workbook of one sheet whose columns are as wide as their longest texts.
pub(super) fn write_sheet(
    headings: &[&str],
    rows: &[Vec<Cell<String>>],
    has_filter: bool,
    id: Option<&str>,
    out: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    if rows.len() >= MOST_ROWS as usize {
        return Err(too_large(
            "A sheet cannot hold more than 1,048,575 records.",
        ));
    }
    let widths = headings.iter().map(|text| width_of(&Cell::Text(*text)));
    let mut widths: Vec<usize> = widths.collect::<Result<_, _>>()?;
    for row in rows {
        for (cell, width) in row.iter().zip(&mut widths) {
            *width = (*width).max(width_of(cell)?);
        }
    }
    let mut workbook = Xlsx::new(out);
    if let Some(id) = id {
        workbook.name_text(ID_NAME, id);
    }
    let begun = workbook.begin_sheet("Sheet1", headings, &widths, has_filter);
    begun.map_err(unwritten)?;
    for row in rows {
        workbook
            .row(row.iter().map(Cell::by_ref))
            .map_err(unwritten)?;
    }
    workbook.finish().map_err(unwritten)?;
    Ok(())
}

fn cell(field: &FieldDef, value: &Value, options: ExportOptions) -> Cell<String> {
    let text = |language| Cell::Text(shown(field, value, language));
    match (value, field.kind) {
        (Value::Null, _) => Cell::Empty,
        (Value::Number(number), Kind::Number | Kind::Whole) => match number.as_f64() {
            Some(number) => Cell::Number(number),
            None => Cell::Text(number.to_string()),
        },
        (Value::Bool(set), _) if options.language.is_none() => Cell::Flag(*set),
        (_, Kind::Date | Kind::Instant) => match (day_of(value), options.language) {
            (Some(days), Some(_)) => Cell::Days(days, Style::Day),
            _ => text(None),
        },
        _ => text(options.language),
    }
}

/// The characters of a cell; a text that is too long for one is refused.
fn width_of(cell: &Cell<impl AsRef<str>>) -> Result<usize, Failure> {
    Ok(match cell.by_ref() {
        Cell::Text(text) if text.len() > MOST_UNITS && text.encode_utf16().count() > MOST_UNITS => {
            let message = format!("A cell cannot hold more than {MOST_UNITS} characters.");
            return Err(too_large(&message));
        }
        Cell::Text(text) => text.chars().count(),
        Cell::Number(number) => number.to_string().len(),
        Cell::Empty | Cell::Flag(_) | Cell::Days(..) => 0,
    })
}

fn too_large(message: &str) -> Failure {
    Failure::new(FailureKind::TooLarge, message, "Export as CSV.")
}

/// The day of a value, where a workbook has it. A time of day stays out, as in the grid; an import
/// that reads a bare day changes none.
fn day_of(value: &Value) -> Option<f64> {
    let day = value.as_str()?.split('T').next()?;
    let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    let days = day.to_epoch_days() + DAYS_TO_1970;
    (FIRST_DAY..=LAST_DAY)
        .contains(&days)
        .then(|| f64::from(days))
}
