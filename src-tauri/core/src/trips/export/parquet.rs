//! Parquet: typed columns in row groups, texts that repeat as dictionaries, Snappy.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use bytes::Bytes;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::super::field::Value;
use super::columns::{Column, ColumnKind, Exported};
use super::{ExportReport, Out, Sheet};
use crate::Failure;

/// Rows of a group: what is held in memory.
const GROUP_ROWS: usize = 32_768;

pub(super) struct Parquet {
    columns: Vec<(Column, Gathered)>,
    /// Groups that are full go to the thread that writes; one waits at most.
    groups: Option<SyncSender<Vec<Gathered>>>,
    writing: Option<JoinHandle<Result<(), Failure>>>,
    gathered: usize,
    rows: u64,
}

/// The values of a column, and for each row whether it has one.
struct Gathered {
    values: Of,
    present: Vec<i16>,
}

enum Of {
    /// One after the other, with where each ends.
    Texts(Vec<u8>, Vec<usize>),
    Numbers(Vec<f64>),
    Wholes(Vec<i64>),
    Flags(Vec<bool>),
}

impl Parquet {
    pub(super) fn begin(
        out: BufWriter<Out>,
        columns: Vec<Column>,
        place: PathBuf,
    ) -> Result<Self, Failure> {
        let schema = parse_message_type(&schema(&columns)).map_err(Failure::internal)?;
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_dictionary_enabled(false);
        for column in &columns {
            if column.kind() == ColumnKind::Word {
                let path = ColumnPath::from(column.name());
                properties = properties.set_column_dictionary_enabled(path, true);
            }
        }
        let out = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))
            .map_err(|error| failed(&error, &place))?;
        let (groups, full) = sync_channel(1);
        // Encoding takes as long as reading the rows.
        let writing = std::thread::spawn(move || write(out, &full, &place));
        let gathered = |column: Column| {
            let gathered = Gathered::of(column.kind());
            (column, gathered)
        };
        Ok(Self {
            columns: columns.into_iter().map(gathered).collect(),
            groups: Some(groups),
            writing: Some(writing),
            gathered: 0,
            rows: 0,
        })
    }

    fn hand_over(&mut self) -> Result<(), Failure> {
        if self.gathered == 0 {
            return Ok(());
        }
        self.gathered = 0;
        let columns = self.columns.iter_mut();
        let group = columns
            .map(|(column, gathered)| std::mem::replace(gathered, Gathered::of(column.kind())))
            .collect();
        let taken = self.groups.as_ref().map(|groups| groups.send(group));
        match taken {
            Some(Ok(())) => Ok(()),
            // The thread ended early: it says why.
            _ => self
                .end()
                .and(Err(Failure::internal("the writer of the file stopped"))),
        }
    }

    /// Waits until all groups are written and the file is complete.
    fn end(&mut self) -> Result<(), Failure> {
        drop(self.groups.take());
        let Some(writing) = self.writing.take() else {
            return Ok(());
        };
        let stopped = |_| Err(Failure::internal("the writer of the file stopped"));
        writing.join().unwrap_or_else(stopped)
    }
}

impl Drop for Parquet {
    /// An export that was broken off holds its file no longer.
    fn drop(&mut self) {
        if let Err(failure) = self.end() {
            tracing::debug!(%failure, "an export that was broken off");
        }
    }
}

/// Writes groups as they come, and the end of the file after the last.
fn write(
    mut out: SerializedFileWriter<BufWriter<Out>>,
    groups: &Receiver<Vec<Gathered>>,
    place: &Path,
) -> Result<(), Failure> {
    for group in groups {
        write_group(&mut out, group).map_err(|error| failed(&error, place))?;
    }
    let mut out = out.into_inner().map_err(|error| failed(&error, place))?;
    out.flush()
        .map_err(|error| Failure::local("write", place, &error))
}

fn write_group(
    out: &mut SerializedFileWriter<BufWriter<Out>>,
    columns: Vec<Gathered>,
) -> Result<(), ParquetError> {
    let mut group = out.next_row_group()?;
    for gathered in columns {
        let Some(mut column) = group.next_column()? else {
            return Err(ParquetError::General("a column too many".to_owned()));
        };
        gathered.write(&mut column)?;
        column.close()?;
    }
    group.close()?;
    Ok(())
}

fn schema(columns: &[Column]) -> String {
    let mut schema = "message trip {\n".to_owned();
    for column in columns {
        let (before, after) = match column.kind() {
            ColumnKind::Word | ColumnKind::Text => ("BYTE_ARRAY", " (STRING)"),
            ColumnKind::Json => ("BYTE_ARRAY", " (JSON)"),
            ColumnKind::Number => ("DOUBLE", ""),
            ColumnKind::Whole => ("INT64", ""),
            ColumnKind::Flag => ("BOOLEAN", ""),
            ColumnKind::Instant => ("INT64", " (TIMESTAMP(MILLIS,true))"),
        };
        schema.push_str(&format!("  OPTIONAL {before} {}{after};\n", column.name()));
    }
    schema.push('}');
    schema
}

fn failed(error: &ParquetError, place: &Path) -> Failure {
    let ParquetError::External(source) = error else {
        return Failure::internal(error);
    };
    match source.downcast_ref::<std::io::Error>() {
        Some(error) => Failure::local("write", place, error),
        None => Failure::internal(error),
    }
}

impl Of {
    const fn kind(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Word | ColumnKind::Text | ColumnKind::Json => {
                Self::Texts(Vec::new(), Vec::new())
            }
            ColumnKind::Number => Self::Numbers(Vec::new()),
            ColumnKind::Whole | ColumnKind::Instant => Self::Wholes(Vec::new()),
            ColumnKind::Flag => Self::Flags(Vec::new()),
        }
    }
}

impl Gathered {
    const fn of(kind: ColumnKind) -> Self {
        Self {
            values: Of::kind(kind),
            present: Vec::new(),
        }
    }

    fn add(&mut self, value: Value<'_>) {
        let present = match (&mut self.values, value) {
            (Of::Texts(all, ends), Value::Text(text)) => {
                all.extend_from_slice(text.as_bytes());
                ends.push(all.len());
                true
            }
            (Of::Numbers(all), Value::Number(number)) => {
                all.push(number);
                true
            }
            (Of::Wholes(all), Value::Whole(number) | Value::Instant(number)) => {
                all.push(number);
                true
            }
            (Of::Flags(all), Value::Flag(flag)) => {
                all.push(flag);
                true
            }
            _ => false,
        };
        self.present.push(i16::from(present));
    }

    fn write(self, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let present = Some(self.present.as_slice());
        match self.values {
            Of::Texts(all, ends) => {
                let all = Bytes::from(all);
                let starts = std::iter::once(0).chain(ends.iter().copied());
                let texts = starts.zip(&ends);
                let texts: Vec<ByteArray> = texts
                    .map(|(start, end)| ByteArray::from(all.slice(start..*end)))
                    .collect();
                let column = column.typed::<ByteArrayType>();
                column.write_batch(&texts, present, None)?;
            }
            Of::Numbers(all) => {
                let column = column.typed::<DoubleType>();
                column.write_batch(&all, present, None)?;
            }
            Of::Wholes(all) => {
                let column = column.typed::<Int64Type>();
                column.write_batch(&all, present, None)?;
            }
            Of::Flags(all) => {
                column
                    .typed::<BoolType>()
                    .write_batch(&all, present, None)?;
            }
        }
        Ok(())
    }
}

impl Sheet for Parquet {
    fn row(&mut self, row: &Exported<'_>) -> Result<(), Failure> {
        row.cells(|at, value| {
            // Without a column of what we do not know its cell is nobody's.
            if let Some((_, gathered)) = self.columns.get_mut(at) {
                gathered.add(value);
            }
        })?;
        self.gathered += 1;
        self.rows += 1;
        if self.gathered == GROUP_ROWS {
            self.hand_over()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<ExportReport, Failure> {
        self.hand_over()?;
        self.end()?;
        Ok(ExportReport {
            rows: self.rows,
            sheets: 1,
            cut_texts: 0,
        })
    }
}
