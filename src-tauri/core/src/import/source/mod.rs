//! Files as rows of cells: text with separators, and workbooks. It knows no fields.
//!
//! A file is data from outside: what it claims to be does not count, its size is limited, and
//! nothing in it is run or fetched.

mod encoding;
mod separated;
mod unpacked;
mod workbook;

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;

use chrono::NaiveDateTime;

use super::types::{ImportOptions, Source};
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{Decimals, Loose};

pub(super) use separated::SEPARATORS;

/// The most rows of a file, its heading not counted.
pub(super) const MOST_ROWS: u64 = 100_000;
/// The most columns that are looked at.
const MOST_COLUMNS: usize = 1_000;
/// The largest file, and the most that a workbook may unpack to.
const MOST_BYTES: u64 = 200_000_000;

/// One cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum Cell {
    /// Nothing, or blanks alone.
    #[default]
    Empty,
    /// Text, as written.
    Text(String),
    /// A number of a workbook.
    Number(f64),
    /// True or false of a workbook.
    Bool(bool),
    /// A date of a workbook.
    Timestamp(NaiveDateTime),
    /// An error value of a workbook, such as `#REF!`.
    Error(String),
}

impl Cell {
    /// The cell for reading a value; none where there is nothing, or nothing to read.
    pub(super) fn loose(&self) -> Option<Loose<'_>> {
        match self {
            Self::Empty | Self::Error(_) => None,
            Self::Text(text) => Some(Loose::Text(text)),
            Self::Number(value) => Some(Loose::Number(*value)),
            Self::Bool(value) => Some(Loose::Bool(*value)),
            Self::Timestamp(at) => Some(Loose::Timestamp(*at)),
        }
    }

    /// The cell for a person.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) | Self::Error(text) => text.clone(),
            Self::Number(value) => value.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Timestamp(at) => at.to_string(),
        }
    }
}

/// A row that is not empty; the heading is the first one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// As a spreadsheet program counts it, from 1.
    pub number: u64,
    /// Its cells up to the last that is not empty.
    pub cells: Vec<Cell>,
}

/// Who takes the rows.
pub(super) trait Taker {
    /// The heading, before any row.
    fn begin(&mut self, source: &Source, heading: Row) -> Result<(), Failure>;
    /// A row; false ends the reading.
    fn row(&mut self, row: Row) -> Result<bool, Failure>;
}

/// How a heading is recognised, for finding the separator of a text.
pub(super) type Known<'a> = &'a dyn Fn(&str) -> bool;

/// Reads the file through the taker. Blocks.
pub(super) fn read(
    path: &Path,
    options: &ImportOptions,
    known: Known<'_>,
    taker: &mut dyn Taker,
) -> Result<(), Failure> {
    let local = |error: std::io::Error| Failure::local("read", path, &error);
    let mut file = File::open(path).map_err(local)?;
    let size = file.metadata().map_err(local)?.len();
    if size > MOST_BYTES {
        return Err(Failure::new(
            FailureKind::TooLarge,
            "The file is larger than 200 MB.",
            "Split it into smaller files.",
        ));
    }
    let mut begin = Vec::new();
    file.by_ref()
        .take(8)
        .read_to_end(&mut begin)
        .map_err(local)?;
    file.rewind().map_err(local)?;
    let mut guarded = Limited {
        taker,
        begun: false,
        rows: 0,
    };
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let source = Source {
        name,
        encoding: None,
        separator: None,
        sheet: None,
        sheets: Vec::new(),
        decimals: options.decimals,
        export: None,
    };
    if begin.starts_with(b"PK\x03\x04") {
        workbook::read(path, file, options, source, &mut guarded)?;
    } else if begin.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return Err(unreadable(
            "It is a workbook of the old kind, or one with a password.",
            "Save it as .xlsx without a password, or as CSV.",
        ));
    } else {
        separated::read(path, file, source, known, &mut guarded)?;
    }
    if guarded.begun {
        Ok(())
    } else {
        Err(unreadable(
            "There is no row of headings in it.",
            "The first row has to name the columns.",
        ))
    }
}

/// A file that cannot be an import.
pub(super) fn unreadable(what: &str, fix: &str) -> Failure {
    Failure::new(
        FailureKind::Refused,
        format!("The file cannot be imported. {what}"),
        fix,
    )
}

/// Lets rows through that are not empty, the first one as the heading, up to the limit.
struct Limited<'a> {
    taker: &'a mut dyn Taker,
    begun: bool,
    rows: u64,
}

impl Limited<'_> {
    fn take(&mut self, source: &Source, mut row: Row) -> Result<bool, Failure> {
        row.cells.truncate(MOST_COLUMNS);
        while row.cells.last() == Some(&Cell::Empty) {
            row.cells.pop();
        }
        if row.cells.is_empty() {
            return Ok(true);
        }
        if !self.begun {
            self.begun = true;
            self.taker.begin(source, row)?;
            return Ok(true);
        }
        self.rows += 1;
        if self.rows > MOST_ROWS {
            return Err(Failure::new(
                FailureKind::TooLarge,
                "The file has more than 100,000 rows.",
                "Split it into smaller files.",
            ));
        }
        self.taker.row(row)
    }
}

/// The decimal sign that goes with a separator: where cells stand between semicolons or tabs,
/// the comma is free to be one.
const fn decimals(chosen: Decimals, separator: u8) -> Decimals {
    match (chosen, separator) {
        (Decimals::Unknown, b';') => Decimals::Comma,
        (chosen, _) => chosen,
    }
}
