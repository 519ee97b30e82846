//! A file into rows: its kind by its first bytes, its row of headings, its limits.

use std::io::{Read, Seek};

use crate::{
    Cell, MOST_BYTES, MOST_COLUMNS, MOST_ROWS, Row, TableError, TableErrorKind, heading, separated,
    workbook,
};

/// The choices by which a file is read; what is not chosen is found out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// The row of headings, as a spreadsheet program counts it.
    pub heading_row: Option<u64>,
    /// The encoding of a text, such as `windows-1252`.
    pub encoding: Option<String>,
}

/// The form of a file, as it was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    /// The encoding of a text, such as `UTF-8`.
    pub encoding: Option<String>,
    /// The sign between the cells of a text.
    pub separator: Option<char>,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// The work sheets of a workbook.
    pub sheets: Vec<String>,
    /// The row of headings.
    pub heading_row: u64,
    /// The names that a workbook defines, with their formulas.
    pub names: Vec<(String, String)>,
}

/// Recognises headings, for finding their row and the separator of a text.
pub type IsHeading<'a> = &'a dyn Fn(&str) -> bool;

/// A receiver of the rows of a table.
pub trait RowReceiver {
    /// The error that ends the reading.
    type Error: From<TableError>;
    /// Takes the headings, before any row.
    fn begin(&mut self, form: &Form, heading: Row) -> Result<(), Self::Error>;
    /// Takes a row that is not empty; false ends the reading.
    fn row(&mut self, row: Row) -> Result<bool, Self::Error>;
}

/// Reads a table. Blocks.
///
/// # Errors
/// [`TableError`] for what cannot be read for certain, and the taker's own.
pub fn read<T: RowReceiver>(
    file: &mut (impl Read + Seek),
    options: &Options,
    known: IsHeading<'_>,
    taker: &mut T,
) -> Result<(), T::Error> {
    let failed = TableError::from;
    let size = file.seek(std::io::SeekFrom::End(0)).map_err(failed)?;
    file.rewind().map_err(failed)?;
    if size > MOST_BYTES {
        return Err(TableError::from(TableErrorKind::TooManyBytes).into());
    }
    let mut begin = Vec::new();
    file.take(8).read_to_end(&mut begin).map_err(failed)?;
    file.rewind().map_err(failed)?;
    let mut limited = Limited {
        taker,
        known,
        heading_row: options.heading_row,
        held: Some(Vec::new()),
        rows: 0,
    };
    let form = Form::default();
    if begin.starts_with(b"PK\x03\x04") {
        workbook::archive(file, options, form, &mut limited)
    } else if begin.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        workbook::xls(file, options, form, &mut limited)
    } else {
        separated::read(file, options, known, form, &mut limited)
    }
}

/// Finds the headings and lets the rows below them through, up to the limit.
pub(crate) struct Limited<'a, T> {
    taker: &'a mut T,
    pub(crate) known: IsHeading<'a>,
    heading_row: Option<u64>,
    /// The first rows, until their heading is found.
    held: Option<Vec<Row>>,
    rows: u64,
}

impl<T: RowReceiver> Limited<'_, T> {
    /// Takes a row; false ends the reading.
    pub(crate) fn take(&mut self, form: &Form, mut row: Row) -> Result<bool, T::Error> {
        row.cells.truncate(MOST_COLUMNS);
        while row.cells.last() == Some(&Cell::Empty) {
            row.cells.pop();
        }
        if row.cells.is_empty() || self.heading_row.is_some_and(|heading| row.number < heading) {
            return Ok(true);
        }
        let Some(held) = &mut self.held else {
            return self.pass(row);
        };
        held.push(row);
        if self.heading_row.is_none() && held.len() < heading::LOOKED_AT {
            return Ok(true);
        }
        self.begin(form)
    }

    /// Ends the table.
    pub(crate) fn end(&mut self, form: &Form) -> Result<(), T::Error> {
        let goes_on = match self.held {
            Some(_) => self.begin(form)?,
            None => true,
        };
        if goes_on && self.rows == 0 {
            let (sheet, row) = (form.sheet.clone(), self.heading_row.unwrap_or(1));
            return Err(TableError::from(TableErrorKind::NoRows { sheet, row }).into());
        }
        Ok(())
    }

    /// Gives the headings and what is held below them.
    fn begin(&mut self, form: &Form) -> Result<bool, T::Error> {
        let refused = |kind: TableErrorKind| Err(TableError::from(kind).into());
        let held = self.held.take().unwrap_or_default();
        let place = match self.heading_row {
            Some(_) => 0,
            None => heading::place(&held, self.known),
        };
        let mut rows = held.into_iter().skip(place);
        let heading = rows.next();
        let heading = match (heading, self.heading_row) {
            (Some(heading), Some(row)) if heading.number != row => {
                return refused(TableErrorKind::NoHeadingRow { row });
            }
            (Some(heading), _) => heading,
            (None, Some(row)) => return refused(TableErrorKind::NoHeadingRow { row }),
            (None, None) => {
                let sheet = form.sheet.clone();
                return refused(TableErrorKind::Empty { sheet });
            }
        };
        let row = heading.number;
        if let Some(at) = heading.cells.iter().position(|cell| *cell == Cell::Formula) {
            let column = at + 1;
            return refused(TableErrorKind::HeadingFormula { row, column });
        }
        self.heading_row = Some(row);
        let mut form = form.clone();
        form.heading_row = row;
        self.taker.begin(&form, heading)?;
        for row in rows {
            if !self.pass(row)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn pass(&mut self, row: Row) -> Result<bool, T::Error> {
        self.rows += 1;
        if self.rows > MOST_ROWS {
            return Err(TableError::from(TableErrorKind::TooManyRows).into());
        }
        self.taker.row(row)
    }
}
