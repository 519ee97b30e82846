//! Exports: all trips of a filter as CSV, NDJSON, XLSX or Parquet, streamed.
//!
//! A file appears whole or not at all: it is written beside its place and then renamed.

mod columns;
mod csv;
mod ndjson;
mod parquet;
mod xlsx;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use rusqlite::{Transaction, TransactionBehavior};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::list::{self, Stretch};
use super::query::{TripFilter, TripOrder};
use super::views::DayFilter;
use super::{Trips, stored_row};
use crate::file_writer::TempFile;
use crate::{CancellationToken, Failure};

use columns::{Column, Exported};

/// Progress is told after so many rows.
const PROGRESS_ROWS: u64 = 4096;

/// A form of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", rename = "TripFormat")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ExportFormat {
    /// Comma-separated, UTF-8, a header first.
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
    /// A file; it replaces one that is there.
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
    /// CSV without the guard against formulas, for programs.
    pub raw: bool,
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
    /// Exports the trips of days in the zone of the settings, the oldest first.
    ///
    /// Fails as [`Trips::export`] does, and with `refused` for days that cannot be.
    pub async fn export_days(
        &self,
        filter: &DayFilter,
        format: ExportFormat,
        target: ExportTarget,
        cancel: &CancellationToken,
    ) -> Result<ExportReport, Failure> {
        let request = ExportRequest {
            format,
            filter: filter.in_zone(self.zone())?,
            order: TripOrder::default(),
            raw: false,
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
        let (temporary, place, out): (_, _, Out) = match target {
            ExportTarget::Stream(out) => (None, PathBuf::from("the output"), out),
            ExportTarget::File(path) => {
                let temporary = TempFile::new_in(folder_of(&path));
                let file = std::fs::File::create_new(temporary.path())
                    .map_err(|error| Failure::local("write", &path, &error))?;
                (Some(temporary), path, Box::new(file))
            }
        };
        let task = Task {
            trips: self.clone(),
            request: request.clone(),
            place: place.clone(),
            to_file: temporary.is_some(),
            progress: progress.clone(),
            cancel: cancel.clone(),
        };
        let store = self.store.clone();
        // Rows are written where SQLite gives them: nothing of a million crosses to another thread.
        let writing = tokio::task::spawn_blocking(move || {
            store.work_here(TransactionBehavior::Deferred, |transaction| {
                task.write(out, transaction)
            })
        });
        let report = writing.await.map_err(Failure::internal)??;
        if let Some(temporary) = temporary {
            std::fs::rename(temporary.path(), &place)
                .map_err(|error| Failure::local("write", &place, &error))?;
            temporary.placed();
        }
        Ok(report)
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// What the writing thread knows.
struct Task {
    trips: Trips,
    request: ExportRequest,
    place: PathBuf,
    to_file: bool,
    progress: watch::Sender<u64>,
    cancel: CancellationToken,
}

impl Task {
    fn write(self, out: Out, transaction: &Transaction<'_>) -> Result<ExportReport, Failure> {
        let selection = self.trips.select(transaction, &self.request.filter)?;
        let format = self.request.format;
        let with_other =
            format != ExportFormat::Ndjson && list::any_other(transaction, &selection)?;
        let mut sheet = self.begin(out, columns::columns(with_other))?;
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

    fn begin(&self, out: Out, columns: Vec<Column>) -> Result<Box<dyn Sheet>, Failure> {
        let place = self.place.clone();
        let out = BufWriter::with_capacity(1 << 20, out);
        Ok(match self.request.format {
            ExportFormat::Csv => Box::new(csv::Csv::begin(out, columns, self.request.raw, place)?),
            ExportFormat::Ndjson => Box::new(ndjson::Ndjson::begin(out, place)),
            ExportFormat::Xlsx => {
                let near = self.to_file.then(|| folder_of(&self.place));
                Box::new(xlsx::Xlsx::begin(out, columns, near, place)?)
            }
            ExportFormat::Parquet => Box::new(parquet::Parquet::begin(out, columns, place)?),
        })
    }
}
