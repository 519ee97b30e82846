//! A first look at a file: its form, its columns and some of their cells.

use std::path::Path;

use super::columns::{columns, is_known, missing};
use super::number_columns::NumberColumns;
use super::source::{self, Cell, Form, Row, RowReceiver};
use super::types::{ImportOptions, Look, Source};
use crate::Failure;
use crate::export::export_id;
use crate::records::Resource;
use fielddesk_rules::fields::{Decimals, SeenNumbers};

/// The most cells of a column that are shown.
const SAMPLES: usize = 3;
/// The most characters of a shown cell.
const SAMPLE_CHARS: usize = 60;

/// Reads the heading and some rows. Blocks.
pub(super) fn look(
    resource: Resource,
    path: &Path,
    options: &ImportOptions,
) -> Result<Look, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut looking = Looking {
        resource,
        options,
        name: &name,
        look: None,
        number_columns: NumberColumns::default(),
        numbers: SeenNumbers::default(),
        rows: 0,
    };
    source::read(path, options, &is_known(resource), &mut looking)?;
    let numbers = looking.numbers;
    let mut look = looking
        .look
        .ok_or_else(|| Failure::internal("a file was read without its heading"))?;
    if look.source.decimals == Decimals::Unknown {
        look.source.decimals = numbers.numbers(look.source.separator).decimals;
    }
    Ok(look)
}

struct Looking<'a> {
    resource: Resource,
    options: &'a ImportOptions,
    /// The file's name.
    name: &'a str,
    look: Option<Look>,
    number_columns: NumberColumns,
    numbers: SeenNumbers,
    rows: usize,
}

impl RowReceiver for Looking<'_> {
    type Error = Failure;

    fn begin(&mut self, form: &Form, heading: Row) -> Result<(), Failure> {
        let headings: Vec<String> = heading.cells.iter().map(Cell::text).collect();
        let columns = columns(self.resource, &headings, self.options)?;
        self.number_columns = NumberColumns::of(self.resource, &columns);
        let form = form.clone();
        self.look = Some(Look {
            source: Source {
                name: self.name.to_owned(),
                encoding: form.encoding,
                separator: form.separator,
                sheet: form.sheet,
                sheets: form.sheets,
                heading_row: form.heading_row,
                decimals: self.options.decimals,
                export: export_id(&form.names),
            },
            missing: missing(self.resource, &columns),
            columns,
        });
        Ok(())
    }

    fn row(&mut self, row: Row) -> Result<bool, Failure> {
        self.rows += 1;
        let columns = self.look.iter_mut().flat_map(|look| &mut look.columns);
        let mut full = true;
        self.number_columns.note(&row, &mut self.numbers);
        for (column, cell) in columns.zip(&row.cells) {
            let text = cell.text();
            if column.samples.len() < SAMPLES && !text.trim().is_empty() {
                column
                    .samples
                    .push(text.chars().take(SAMPLE_CHARS).collect());
            }
            full &= column.samples.len() == SAMPLES;
        }
        Ok(!full && self.rows < 200)
    }
}
