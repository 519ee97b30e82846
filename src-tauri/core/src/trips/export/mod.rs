//! Exports: all trips of a filter as CSV, NDJSON, XLSX or Parquet, streamed.

mod columns;
mod csv;
mod ndjson;
mod parquet;
mod words;
mod xlsx;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use fielddesk_rules::language::Language;
use rusqlite::{Transaction, TransactionBehavior};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::list::{self, Stretch};
use super::query::{TripFilter, TripOrder};
use super::views::DayFilter;
use super::{Trips, stored_row};
use crate::output_file::OutputFile;
use crate::{CancellationToken, Failure};

use columns::{Column, Exported};
pub use words::Words;

/// Progress is told after so many rows.
const PROGRESS_ROWS: u64 = 4096;

/// A form of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", rename = "TripFormat")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ExportFormat {
    /// Text with separators, a heading first.
    Csv,
    /// A JSON object a line, as the service writes a trip.
    Ndjson,
    /// A workbook; over 1,048,575 trips go on in further sheets.
    Xlsx,
    /// Columns for analysis, compressed with Snappy.
    Parquet,
}

impl ExportFormat {
    /// The end of the name of such a file.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
            Self::Xlsx => "xlsx",
            Self::Parquet => "parquet",
        }
    }
}

/// Where an export goes.
pub enum ExportTarget {
    /// A file, or what is at that place.
    File(PathBuf),
    /// A stream, such as the standard output.
    Stream(Box<dyn Write + Send>),
}

/// What to export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportRequest {
    /// The form.
    pub format: ExportFormat,
    /// Which trips.
    pub filter: TripFilter,
    /// In which order.
    pub order: TripOrder,
    /// CSV without the guard against formulas and without a byte order mark, for programs.
    pub raw: bool,
    /// CSV and XLSX in words, with the times of a zone; the specification's names and UTC without.
    pub words: Option<Words>,
}

/// What was exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportReport {
    /// Trips.
    pub rows: u64,
    /// Sheets of a workbook; 1 for other forms. More than one is to be said.
    pub sheets: u32,
    /// Texts that were longer than a cell of a workbook can be, and were cut.
    pub cut_texts: u64,
}

type Out = Box<dyn Write + Send>;

/// A file in the making.
trait Sheet: Send {
    fn row(&mut self, row: &Exported<'_>) -> Result<(), Failure>;
    fn finish(self: Box<Self>) -> Result<ExportReport, Failure>;
}

impl Trips {
    /// Exports the trips of days in the zone of the settings, the oldest first, in words of a
    /// language where the format is for people.
    ///
    /// Fails as [`Trips::export`] does, and with `refused` for days that cannot be.
    pub async fn export_days(
        &self,
        filter: &DayFilter,
        format: ExportFormat,
        language: Language,
        target: ExportTarget,
        cancel: &CancellationToken,
    ) -> Result<ExportReport, Failure> {
        let zone = self.zone();
        let request = ExportRequest {
            format,
            filter: filter.in_zone(zone)?,
            order: TripOrder::default(),
            raw: false,
            words: Some(Words { language, zone }),
        };
        self.export(&request, target, &watch::Sender::new(0), cancel)
            .await
    }

    /// Exports; `progress` tells how many trips are written.
    ///
    /// Fails with `diskFull`, `cancelled`, and as files fail.
    pub async fn export(
        &self,
        request: &ExportRequest,
        target: ExportTarget,
        progress: &watch::Sender<u64>,
        cancel: &CancellationToken,
    ) -> Result<ExportReport, Failure> {
        let task = Task {
            trips: self.clone(),
            request: request.clone(),
            progress: progress.clone(),
            cancel: cancel.clone(),
        };
        // Rows are written where SQLite gives them: nothing of a million crosses to another thread.
        let writing = tokio::task::spawn_blocking(move || match target {
            ExportTarget::Stream(out) => task.run(out, Path::new("the output")),
            ExportTarget::File(path) => {
                let file = OutputFile::create(&path)?;
                let report = task.run(Box::new(file.writer()?), file.busy_with())?;
                file.finish()?;
                Ok(report)
            }
        });
        writing.await.map_err(Failure::internal)?
    }
}

/// What the writing thread knows.
struct Task {
    trips: Trips,
    request: ExportRequest,
    progress: watch::Sender<u64>,
    cancel: CancellationToken,
}

impl Task {
    fn run(self, out: Out, place: &Path) -> Result<ExportReport, Failure> {
        let store = self.trips.store.clone();
        store.work_here(TransactionBehavior::Deferred, |transaction| {
            self.write(out, place.to_owned(), transaction)
        })
    }

    fn write(
        self,
        out: Out,
        place: PathBuf,
        transaction: &Transaction<'_>,
    ) -> Result<ExportReport, Failure> {
        let selection = self.trips.select(transaction, &self.request.filter)?;
        let format = self.request.format;
        let with_other =
            format != ExportFormat::Ndjson && list::any_other(transaction, &selection)?;
        let mut sheet = self.begin(out, columns::columns(with_other), place)?;
        let query = list::ordered(&selection, self.request.order, None, Stretch::default());
        let mut given = 0;
        stored_row::each(transaction, &query, |row| {
            sheet.row(&Exported::new(row))?;
            given += 1;
            if given % PROGRESS_ROWS == 0 {
                self.progress.send_replace(given);
            }
            match self.cancel.is_cancelled() {
                true => Err(Failure::cancelled()),
                false => Ok(true),
            }
        })?;
        self.progress.send_replace(given);
        sheet.finish()
    }

    fn begin(
        &self,
        out: Out,
        columns: Vec<Column>,
        place: PathBuf,
    ) -> Result<Box<dyn Sheet>, Failure> {
        let (raw, words) = (self.request.raw, self.request.words);
        let out = BufWriter::with_capacity(1 << 20, out);
        Ok(match self.request.format {
            ExportFormat::Csv => Box::new(csv::Csv::begin(out, columns, raw, words, place)?),
            ExportFormat::Ndjson => Box::new(ndjson::Ndjson::begin(out, place)),
            ExportFormat::Xlsx => Box::new(xlsx::Xlsx::begin(out, columns, words, place)?),
            ExportFormat::Parquet => Box::new(parquet::Parquet::begin(out, columns, place)?),
        })
    }
}
