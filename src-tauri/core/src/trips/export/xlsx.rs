//! A workbook in constant memory. Instants are UTC, as in the stream: a workbook knows no zones.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::super::field::Value;
use super::columns::{Column, Exported};
use super::{ExportReport, Out, Sheet};
use crate::Failure;

/// Rows of a sheet, without its header.
const MOST_ROWS: u32 = 1_048_575;
/// Bounds of a column's width, in characters: a time fits, and the rows are not read for it first.
const LEAST_WIDTH: usize = 16;
const MOST_WIDTH: usize = 32;
/// Characters of a cell, as UTF-16 counts them.
const MOST_UNITS: usize = 32_767;

pub(super) struct Xlsx {
    workbook: Workbook,
    out: BufWriter<Out>,
    columns: Vec<Column>,
    date: Format,
    place: PathBuf,
    most_rows: u32,
    /// Rows of the sheet in hand.
    row: u32,
    report: ExportReport,
}

impl Xlsx {
    /// `near` is where the file will be: what is gathered lies there too.
    pub(super) fn begin(
        out: BufWriter<Out>,
        columns: Vec<Column>,
        near: Option<&Path>,
        place: PathBuf,
    ) -> Result<Self, Failure> {
        Self::with_limit(out, columns, near, place, MOST_ROWS)
    }

    fn with_limit(
        out: BufWriter<Out>,
        columns: Vec<Column>,
        near: Option<&Path>,
        place: PathBuf,
        most_rows: u32,
    ) -> Result<Self, Failure> {
        let mut sheet = Self {
            workbook: Workbook::new(),
            out,
            columns,
            date: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
            place,
            most_rows,
            row: 0,
            report: ExportReport {
                rows: 0,
                sheets: 0,
                cut_texts: 0,
            },
        };
        if let Some(near) = near {
            let set = sheet.workbook.set_tempdir(near).map(drop);
            set.map_err(|error| sheet.failed(error))?;
        }
        sheet.next_sheet()?;
        Ok(sheet)
    }

    fn next_sheet(&mut self) -> Result<(), Failure> {
        self.report.sheets += 1;
        self.row = 0;
        let name = match self.report.sheets {
            1 => "trips".to_owned(),
            number => format!("trips {number}"),
        };
        let begun = begin_sheet(&mut self.workbook, &name, &self.columns);
        begun.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: XlsxError) -> Failure {
        match error {
            XlsxError::IoError(error) => Failure::local("write", &self.place, &error),
            other => Failure::internal(other),
        }
    }
}

fn begin_sheet(workbook: &mut Workbook, name: &str, columns: &[Column]) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name(name)?;
    sheet.set_freeze_panes(1, 0)?;
    for (column, at) in columns.iter().zip(0..) {
        let width = column.name().len().clamp(LEAST_WIDTH, MOST_WIDTH) + 2;
        sheet.set_column_width(at, u32::try_from(width).unwrap_or(u32::MAX))?;
        sheet.write_string_with_format(0, at, column.name(), &bold)?;
    }
    Ok(())
}

/// The text as far as a cell can hold it.
fn fitting(text: &str) -> &str {
    let mut units = 0;
    for (at, character) in text.char_indices() {
        units += character.len_utf16();
        if units > MOST_UNITS {
            return text.get(..at).unwrap_or_default();
        }
    }
    text
}

fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    value: Value<'_>,
    date: &Format,
) -> Result<(), XlsxError> {
    #[expect(clippy::cast_precision_loss, reason = "a cell holds a double")]
    match value {
        Value::Text(text) => sheet.write_string(row, column, text)?,
        Value::Number(number) => sheet.write_number(row, column, number)?,
        Value::Whole(number) => sheet.write_number(row, column, number as f64)?,
        Value::Flag(flag) => sheet.write_boolean(row, column, flag)?,
        Value::Instant(ms) => {
            // Days since the last day of 1899; before that a workbook has no dates.
            let days = ms as f64 / 86_400_000.0 + 25_569.0;
            sheet.write_number_with_format(row, column, days, date)?
        }
        Value::Null | Value::Coordinates(_) => return Ok(()),
    };
    Ok(())
}

impl Sheet for Xlsx {
    fn row(&mut self, row: &Exported<'_>) -> Result<(), Failure> {
        if self.row == self.most_rows {
            self.next_sheet()?;
        }
        self.row += 1;
        let at = self.report.sheets as usize - 1;
        let sheet = self
            .workbook
            .worksheet_from_index(at)
            .map_err(Failure::internal)?;
        let (columns, line, date) = (self.columns.len(), self.row, &self.date);
        let cut_texts = &mut self.report.cut_texts;
        let mut written = Ok(());
        row.cells(|at, mut value| {
            let column = u16::try_from(at).ok().filter(|_| at < columns);
            let (Some(column), Ok(())) = (column, &written) else {
                return;
            };
            if let Value::Text(text) = &mut value {
                let fits = fitting(text);
                *cut_texts += u64::from(fits.len() < text.len());
                *text = fits;
            }
            written = write_cell(sheet, (line, column), value, date);
        })?;
        written.map_err(|error| self.failed(error))?;
        self.report.rows += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<ExportReport, Failure> {
        let saved = self.workbook.save_to_writer(&mut self.out);
        saved.map_err(|error| self.failed(error))?;
        self.out
            .flush()
            .map_err(|error| Failure::local("write", &self.place, &error))?;
        Ok(self.report)
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::super::super::field::{FIELDS, FieldKind};
    use super::super::columns::columns;
    use super::*;

    /// Adds a trip that has a comment alone.
    fn add(sheet: &mut Xlsx, comment: &str) {
        let column = |field: &crate::trips::field::TripField| match (field.name, field.kind) {
            ("comment", _) => "?1",
            (_, FieldKind::Coordinates) => "NULL, NULL",
            _ => "NULL",
        };
        let columns: Vec<&str> = FIELDS.iter().map(column).collect();
        let sql = format!("SELECT {}, NULL", columns.join(", "));
        let connection = Connection::open_in_memory().unwrap();
        let added = connection.query_row(&sql, [comment], |row| Ok(sheet.row(&Exported::new(row))));
        added.unwrap().unwrap();
    }

    #[test]
    fn what_does_not_fit_a_sheet_goes_on_in_the_next() {
        for (rows, sheets) in [(0, 1), (3, 1), (4, 2), (7, 3)] {
            let out = BufWriter::new(Box::new(Vec::new()) as Out);
            let mut sheet =
                Box::new(Xlsx::with_limit(out, columns(true), None, PathBuf::new(), 3).unwrap());
            for _ in 0..rows {
                add(&mut sheet, "=1+1");
            }
            let report = sheet.finish().unwrap();
            assert_eq!((report.rows, report.sheets), (rows, sheets));
        }
    }

    #[test]
    fn a_text_is_cut_where_a_cell_ends_and_that_is_counted() {
        let long = "🚛".repeat(20_000);
        assert_eq!(fitting(&long).chars().count(), MOST_UNITS / 2);
        assert_eq!(fitting("Sand"), "Sand");
        let out = BufWriter::new(Box::new(Vec::new()) as Out);
        let mut sheet = Box::new(Xlsx::begin(out, columns(false), None, PathBuf::new()).unwrap());
        add(&mut sheet, &long);
        assert_eq!(sheet.finish().unwrap().cut_texts, 1);
    }
}
