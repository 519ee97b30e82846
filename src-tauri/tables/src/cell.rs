//! Cells and rows.

use chrono::{NaiveDateTime, NaiveTime};
use fielddesk_rules::fields::Loose;

use crate::guard::unguard;
use crate::{MOST_COLUMNS, MOST_TEXT, TableError, TableErrorKind};

/// A cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Cell {
    /// Nothing, or blanks alone.
    #[default]
    Empty,
    /// Text, as written.
    Text(String),
    /// A number of a workbook.
    Number(f64),
    /// True or false of a workbook.
    Bool(bool),
    /// A date of a workbook, or a time of day on the day before its first.
    Timestamp(NaiveDateTime),
    /// A length of time of a workbook, in days.
    Duration(f64),
    /// An error value of a workbook, such as `#REF!`.
    Error(String),
    /// A formula without a stored result.
    Formula,
}

impl Cell {
    /// Returns the text of a file as a cell, without the apostrophe of [`guard`](crate::guard::guard).
    pub(crate) fn of_text(text: &str) -> Self {
        let text = unguard(text);
        if text.trim().is_empty() {
            Self::Empty
        } else {
            Self::Text(text.to_owned())
        }
    }

    /// Returns the cell for reading a value, or `None` where there is nothing to read.
    #[must_use]
    pub fn loose(&self) -> Option<Loose<'_>> {
        match self {
            Self::Empty | Self::Error(_) | Self::Formula => None,
            Self::Text(text) => Some(Loose::Text(text)),
            Self::Number(value) => Some(Loose::Number(*value)),
            Self::Bool(value) => Some(Loose::Bool(*value)),
            Self::Timestamp(at) => Some(Loose::Timestamp(*at)),
            Self::Duration(days) => Some(Loose::Duration(*days)),
        }
    }

    /// Returns the cell as text for a person.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Empty | Self::Formula => String::new(),
            Self::Text(text) | Self::Error(text) => text.clone(),
            Self::Number(value) => value.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Timestamp(at) if at.time() == NaiveTime::MIN => at.date().to_string(),
            Self::Timestamp(at) => at.to_string(),
            Self::Duration(days) => {
                let minutes = (days * 1440.0).round();
                format!(
                    "{:.0}:{:02.0}",
                    (minutes / 60.0).trunc(),
                    (minutes % 60.0).abs()
                )
            }
        }
    }
}

/// A row that is not empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Row number of the sheet, from 1.
    pub number: u64,
    /// True where the sheet hides it, as filters do.
    pub is_hidden: bool,
    /// Cells up to the last that is not empty.
    pub cells: Vec<Cell>,
}

/// A row whose cells come one by one, from any column.
#[derive(Debug, Clone)]
pub(crate) struct RowInParts {
    row: Row,
    /// Bytes of its texts.
    text: usize,
}

impl RowInParts {
    pub(crate) fn new(number: u64, is_hidden: bool) -> Self {
        let cells = Vec::new();
        let row = Row {
            number,
            is_hidden,
            cells,
        };
        Self { row, text: 0 }
    }

    pub(crate) const fn number(&self) -> u64 {
        self.row.number
    }

    /// Sets the cell of a column, from 0.
    pub(crate) fn put(&mut self, column: usize, cell: Cell) -> Result<(), TableError> {
        if column >= MOST_COLUMNS || cell == Cell::Empty {
            return Ok(());
        }
        if let Cell::Text(text) | Cell::Error(text) = &cell {
            self.text = self.text.saturating_add(text.len());
        }
        if self.text > MOST_TEXT {
            return Err(TableErrorKind::TooLongText.into());
        }
        if self.row.cells.len() <= column {
            self.row.cells.resize(column + 1, Cell::Empty);
        }
        if let Some(place) = self.row.cells.get_mut(column) {
            *place = cell;
        }
        Ok(())
    }

    /// Returns the row, unless it is empty.
    pub(crate) fn filled(self) -> Option<Row> {
        Some(self.row).filter(|row| !row.cells.is_empty())
    }
}
