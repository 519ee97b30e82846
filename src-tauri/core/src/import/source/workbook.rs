//! Workbooks (.xlsx): one sheet, cell by cell. Formulas are not run; their stored result
//! counts.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use calamine::{DataRef, DataType as _, Reader as _, Xlsx, XlsxError};

use super::{Cell, ImportOptions, Limited, MOST_COLUMNS, Row, Source, unpacked, unreadable};
use crate::Failure;
use crate::export::export_id;
use crate::spreadsheet::guard::unguard;

pub(super) fn read(
    path: &Path,
    file: File,
    options: &ImportOptions,
    mut source: Source,
    taker: &mut Limited<'_>,
) -> Result<(), Failure> {
    unpacked::check(path, &file)?;
    let damaged = |error: XlsxError| {
        tracing::debug!(%error, "a workbook cannot be read");
        unreadable(
            "The workbook is damaged or of a kind that Fielddesk does not know.",
            "Open it in a spreadsheet program and save it as .xlsx again.",
        )
    };
    let mut workbook = Xlsx::new(BufReader::new(file)).map_err(damaged)?;
    source.sheets = workbook.sheet_names();
    source.export = export_id(workbook.defined_names());
    let sheet = match &options.sheet {
        Some(name) => source
            .sheets
            .iter()
            .find(|sheet| sheet.eq_ignore_ascii_case(name.trim()))
            .cloned()
            .ok_or_else(|| {
                let sheets = source.sheets.join(", ");
                let name = fielddesk_rules::file_name::shown(name);
                Failure::usage(
                    "sheet",
                    format!("The workbook has no sheet {name}."),
                    format!("It has {}.", fielddesk_rules::file_name::shown(&sheets)),
                )
            })?,
        None => source
            .sheets
            .first()
            .cloned()
            .ok_or_else(|| unreadable("The workbook has no sheet.", "Choose another file."))?,
    };
    source.sheet = Some(sheet.clone());
    let mut reader = workbook.worksheet_cells_reader(&sheet).map_err(damaged)?;
    let mut row: Option<Row> = None;
    while let Some(read) = reader.next_cell().map_err(damaged)? {
        let (line, column) = read.get_position();
        let number = u64::from(line) + 1;
        let column = column as usize;
        let cell = cell(read.get_value());
        if row.as_ref().is_none_or(|row| row.number != number) {
            let begun = Row {
                number,
                cells: Vec::new(),
            };
            if let Some(done) = row.replace(begun)
                && !taker.take(&source, done)?
            {
                return Ok(());
            }
        }
        let Some(row) = &mut row else { continue };
        if column >= MOST_COLUMNS || cell == Cell::Empty {
            continue;
        }
        if row.cells.len() <= column {
            row.cells.resize(column + 1, Cell::Empty);
        }
        if let Some(place) = row.cells.get_mut(column) {
            *place = cell;
        }
    }
    if let Some(last) = row {
        taker.take(&source, last)?;
    }
    Ok(())
}

fn cell(value: &DataRef<'_>) -> Cell {
    let text = |text: &str| {
        let text = unguard(text);
        if text.trim().is_empty() {
            Cell::Empty
        } else {
            Cell::Text(text.to_owned())
        }
    };
    match value {
        DataRef::Empty => Cell::Empty,
        #[expect(
            clippy::cast_precision_loss,
            reason = "workbooks hold nothing but floats"
        )]
        DataRef::Int(value) => Cell::Number(*value as f64),
        DataRef::Float(value) => Cell::Number(*value),
        DataRef::String(value) => text(value),
        DataRef::SharedString(value) => text(value),
        DataRef::Bool(value) => Cell::Bool(*value),
        DataRef::DateTime(at) if at.is_duration() => Cell::Number(at.as_f64()),
        DataRef::DateTime(at) => value
            .as_datetime()
            .map_or_else(|| Cell::Number(at.as_f64()), Cell::Timestamp),
        DataRef::DateTimeIso(iso) | DataRef::DurationIso(iso) => text(iso),
        DataRef::Error(error) => Cell::Error(error.to_string()),
    }
}
