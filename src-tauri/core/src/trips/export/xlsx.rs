//! A workbook of trips, written as the rows come. A workbook knows no zones: its times are those of
//! the words, else UTC and shown with a Z.

use std::io::BufWriter;
use std::path::PathBuf;

use fielddesk_model::Instant;

use super::super::field::Value;
use super::columns::{Column, Exported};
use super::{ExportReport, Out, Sheet, Words};
use crate::Failure;
use crate::spreadsheet::xlsx::{Cell, DAYS_TO_1970, MOST_UNITS, Style, Xlsx as Workbook};

/// Rows of a sheet, without its heading.
const MOST_ROWS: u32 = crate::spreadsheet::xlsx::MOST_ROWS - 1;
/// Bounds of a column's width, in characters: a time fits, and the rows are not read for it first.
const LEAST_WIDTH: usize = 16;
const MOST_WIDTH: usize = 32;
const DAY_MS: f64 = 86_400_000.0;

pub(super) struct Xlsx {
    workbook: Workbook<BufWriter<Out>>,
    columns: Vec<Column>,
    words: Option<Words>,
    place: PathBuf,
    most_rows: u32,
    /// Rows of the sheet in hand.
    row: u32,
    report: ExportReport,
}

impl Xlsx {
    pub(super) fn begin(
        out: BufWriter<Out>,
        columns: Vec<Column>,
        words: Option<Words>,
        place: PathBuf,
    ) -> Result<Self, Failure> {
        Self::with_limit(out, columns, words, place, MOST_ROWS)
    }

    fn with_limit(
        out: BufWriter<Out>,
        columns: Vec<Column>,
        words: Option<Words>,
        place: PathBuf,
        most_rows: u32,
    ) -> Result<Self, Failure> {
        let mut sheet = Self {
            workbook: Workbook::new(out),
            columns,
            words,
            place,
            most_rows,
            row: 0,
            report: ExportReport {
                rows: 0,
                sheets: 0,
                cut_texts: 0,
            },
        };
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
        let columns = self.columns.iter();
        let headings: Vec<String> = columns.map(|column| column.heading(self.words)).collect();
        let widths = headings.iter().map(|heading| heading.chars().count());
        let widths: Vec<usize> = widths
            .map(|width| width.clamp(LEAST_WIDTH, MOST_WIDTH))
            .collect();
        let filter = self.words.is_some();
        let begun = self.workbook.begin_sheet(&name, &headings, &widths, filter);
        begun.map_err(|error| Failure::local("write", &self.place, &error))
    }
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

fn cell<'a>(value: Value<'a>, words: Option<Words>, cut_texts: &mut u64) -> Cell<&'a str> {
    #[expect(clippy::cast_precision_loss, reason = "a cell holds a double")]
    match (value, words) {
        (Value::Text(text), _) => {
            let fits = fitting(text);
            *cut_texts += u64::from(fits.len() < text.len());
            Cell::Text(fits)
        }
        (Value::Number(number), _) => Cell::Number(number),
        (Value::Whole(number), _) => Cell::Number(number as f64),
        (Value::Flag(flag), Some(words)) => Cell::Text(words.language.answer(flag)),
        (Value::Flag(flag), None) => Cell::Flag(flag),
        (Value::Instant(ms), words) => {
            let local = Instant::from_millis(ms).zip(words).map(|(at, words)| {
                let local = words.zone.local(at);
                local.and_utc().timestamp_millis()
            });
            let days = local.unwrap_or(ms) as f64 / DAY_MS + f64::from(DAYS_TO_1970);
            Cell::Days(days, words.map_or(Style::UtcTime, |_| Style::Time))
        }
        (Value::Null | Value::Coordinates(_), _) => Cell::Empty,
    }
}

impl Sheet for Xlsx {
    fn row(&mut self, row: &Exported<'_>) -> Result<(), Failure> {
        if self.row == self.most_rows || self.workbook.is_full() {
            self.next_sheet()?;
        }
        self.row += 1;
        let (mut cells, words) = (Vec::with_capacity(self.columns.len()), self.words);
        let cut_texts = &mut self.report.cut_texts;
        row.cells(|_, value| cells.push(cell(value, words, cut_texts)))?;
        let written = self.workbook.row(cells);
        written.map_err(|error| Failure::local("write", &self.place, &error))?;
        self.report.rows += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<ExportReport, Failure> {
        let Self {
            workbook,
            place,
            report,
            ..
        } = *self;
        let finished = workbook.finish();
        finished.map_err(|error| Failure::local("write", &place, &error))?;
        Ok(report)
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
