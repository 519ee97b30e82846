//! NDJSON: a trip a line, as the service writes it, unknown fields included.

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use super::columns::Exported;
use super::{ExportReport, Out, Sheet};
use crate::Failure;

pub(super) struct Ndjson {
    out: BufWriter<Out>,
    line: Vec<u8>,
    place: PathBuf,
    rows: u64,
}

impl Ndjson {
    pub(super) fn begin(out: BufWriter<Out>, place: PathBuf) -> Self {
        Self {
            out,
            line: Vec::new(),
            place,
            rows: 0,
        }
    }
}

impl Sheet for Ndjson {
    fn row(&mut self, row: &Exported<'_>) -> Result<(), Failure> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, &row.trip()?).map_err(Failure::internal)?;
        self.line.push(b'\n');
        self.rows += 1;
        self.out
            .write_all(&self.line)
            .map_err(|error| Failure::local("write", &self.place, &error))
    }

    fn finish(mut self: Box<Self>) -> Result<ExportReport, Failure> {
        self.out
            .flush()
            .map_err(|error| Failure::local("write", &self.place, &error))?;
        Ok(ExportReport {
            rows: self.rows,
            sheets: 1,
            cut_texts: 0,
        })
    }
}
