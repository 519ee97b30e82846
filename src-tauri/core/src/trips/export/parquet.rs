//! Parquet: typed columns in row groups, texts that repeat as dictionaries, Snappy.

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

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
    out: SerializedFileWriter<BufWriter<Out>>,
    columns: Vec<(Column, Gathered)>,
    place: PathBuf,
    gathered: usize,
    rows: u64,
}

/// The values of a column, and for each row whether it has one.
struct Gathered {
    values: Of,
    present: Vec<i16>,
}

enum Of {
    Texts(Vec<ByteArray>),
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
        let gathered = |column: Column| {
            let gathered = Gathered {
                values: Of::kind(column.kind()),
                present: Vec::new(),
            };
            (column, gathered)
        };
        Ok(Self {
            out,
            columns: columns.into_iter().map(gathered).collect(),
            place,
            gathered: 0,
            rows: 0,
        })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.gathered == 0 {
            return Ok(());
        }
        let mut group = self.out.next_row_group()?;
        for (_, gathered) in &mut self.columns {
            let Some(mut column) = group.next_column()? else {
                return Err(ParquetError::General("a column too many".to_owned()));
            };
            gathered.write(&mut column)?;
            column.close()?;
        }
        group.close()?;
        self.gathered = 0;
        Ok(())
    }
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

fn failed(error: &ParquetError, place: &std::path::Path) -> Failure {
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
            ColumnKind::Word | ColumnKind::Text | ColumnKind::Json => Self::Texts(Vec::new()),
            ColumnKind::Number => Self::Numbers(Vec::new()),
            ColumnKind::Whole | ColumnKind::Instant => Self::Wholes(Vec::new()),
            ColumnKind::Flag => Self::Flags(Vec::new()),
        }
    }
}

impl Gathered {
    fn add(&mut self, value: Value<'_>) {
        let present = match (&mut self.values, value) {
            (Of::Texts(all), Value::Text(text)) => {
                all.push(ByteArray::from(text.as_bytes().to_vec()));
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

    fn write(&mut self, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let present = Some(self.present.as_slice());
        match &mut self.values {
            Of::Texts(all) => {
                column
                    .typed::<ByteArrayType>()
                    .write_batch(all, present, None)?;
                all.clear();
            }
            Of::Numbers(all) => {
                column
                    .typed::<DoubleType>()
                    .write_batch(all, present, None)?;
                all.clear();
            }
            Of::Wholes(all) => {
                column
                    .typed::<Int64Type>()
                    .write_batch(all, present, None)?;
                all.clear();
            }
            Of::Flags(all) => {
                column.typed::<BoolType>().write_batch(all, present, None)?;
                all.clear();
            }
        }
        self.present.clear();
        Ok(())
    }
}

impl Sheet for Parquet {
    fn row(&mut self, row: &Exported<'_>) -> Result<(), Failure> {
        for (column, gathered) in &mut self.columns {
            gathered.add(column.cell(row));
        }
        self.gathered += 1;
        self.rows += 1;
        if self.gathered == GROUP_ROWS {
            let written = self.write_group();
            written.map_err(|error| failed(&error, &self.place))?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<ExportReport, Failure> {
        let written = self.write_group();
        written.map_err(|error| failed(&error, &self.place))?;
        let Self {
            out, place, rows, ..
        } = *self;
        let mut out = out.into_inner().map_err(|error| failed(&error, &place))?;
        out.flush()
            .map_err(|error| Failure::local("write", &place, &error))?;
        Ok(ExportReport {
            rows,
            sheets: 1,
            cut_texts: 0,
        })
    }
}
