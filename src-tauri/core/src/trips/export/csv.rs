//! CSV for people, with a byte order mark and the guard against formulas, or raw for programs.

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use fielddesk_model::Instant;

use super::super::field::Value;
use super::columns::{Column, Exported};
use super::{ExportReport, Out, Sheet, Words};
use crate::Failure;
use crate::spreadsheet::BYTE_ORDER_MARK;
use crate::spreadsheet::guard::guard;

pub(super) struct Csv {
    out: csv::Writer<BufWriter<Out>>,
    columns: Vec<Column>,
    raw: bool,
    words: Option<Words>,
    place: PathBuf,
    rows: u64,
}

impl Csv {
    pub(super) fn begin(
        mut out: BufWriter<Out>,
        columns: Vec<Column>,
        raw: bool,
        words: Option<Words>,
        place: PathBuf,
    ) -> Result<Self, Failure> {
        if !raw {
            out.write_all(BYTE_ORDER_MARK)
                .map_err(|error| Failure::local("write", &place, &error))?;
        }
        let mut form = csv::WriterBuilder::new();
        if words.is_some_and(|words| words.language.has_decimal_comma()) {
            // Where the comma is the decimal sign it cannot stand between cells.
            form.delimiter(b';');
        }
        let mut sheet = Self {
            out: form.from_writer(out),
            columns,
            raw,
            words,
            place,
            rows: 0,
        };
        let columns = sheet.columns.iter();
        let header: Vec<String> = columns.map(|column| column.heading(words)).collect();
        let written = sheet.out.write_record(header);
        written.map_err(|error| sheet.failed(error))?;
        Ok(sheet)
    }

    fn failed(&self, error: csv::Error) -> Failure {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Failure::local("write", &self.place, &error),
            other => Failure::internal(format!("{other:?}")),
        }
    }
}

fn write_cell(
    out: &mut csv::Writer<BufWriter<Out>>,
    value: Value<'_>,
    raw: bool,
    words: Option<Words>,
) -> Result<(), csv::Error> {
    match value {
        Value::Text(text) if raw => out.write_field(text),
        Value::Text(text) => out.write_field(&*guard(text)),
        Value::Number(number) => {
            let number = number.to_string();
            match words {
                Some(words) => out.write_field(words.language.written_decimal(&number)),
                None => out.write_field(number),
            }
        }
        Value::Whole(number) => out.write_field(number.to_string()),
        Value::Flag(flag) => match words {
            Some(words) => out.write_field(words.language.answer(flag)),
            None => out.write_field(flag.to_string()),
        },
        Value::Instant(ms) => {
            let at = Instant::from_millis(ms).map(|at| match words {
                Some(words) => words.written(at),
                None => at.to_string(),
            });
            out.write_field(at.unwrap_or_default())
        }
        Value::Null | Value::Coordinates(_) => out.write_field(""),
    }
}

impl Sheet for Csv {
    fn row(&mut self, row: &Exported<'_>) -> Result<(), Failure> {
        let (columns, raw, words) = (self.columns.len(), self.raw, self.words);
        let out = &mut self.out;
        let mut written = Ok(());
        row.cells(|at, value| {
            if at < columns && written.is_ok() {
                written = write_cell(out, value, raw, words);
            }
        })?;
        written.map_err(|error| self.failed(error))?;
        let ended = self.out.write_record(None::<&[u8]>);
        ended.map_err(|error| self.failed(error))?;
        self.rows += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<ExportReport, Failure> {
        let Self {
            out, place, rows, ..
        } = *self;
        let local = |error: &std::io::Error| Failure::local("write", &place, error);
        let mut out = out.into_inner().map_err(|error| local(error.error()))?;
        out.flush().map_err(|error| local(&error))?;
        Ok(ExportReport {
            rows,
            sheets: 1,
            cut_texts: 0,
        })
    }
}
