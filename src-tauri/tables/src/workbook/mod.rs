//! Workbooks: one work sheet, row by row. Formulas are not run; their stored result counts.
//!
//! Nothing is held in memory whose size a few bytes of the file could set: no table of all cells,
//! no repeated rows, no length that the file only states (decision 26).

mod biff;
mod ods;
mod ods_cells;
mod package;
mod texts;
mod unpacked;
mod values;
mod xls;
mod xlsx;
mod xlsx_sheet;
mod xml;

use std::io::{BufReader, Read, Seek};

use crate::read::{Form, IsHeading, Limited, Options, RowReceiver};
use crate::{MOST_BYTES, Row, TableError, TableErrorKind, heading};

/// The most sheets of a workbook.
const MOST_SHEETS: usize = 1_000;
/// The sheets that are looked at for known headings, and the most bytes of each.
const LOOKED_AT: usize = 100;
const LOOKED_AT_BYTES: u64 = 4_000_000;

/// A sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sheet {
    name: String,
    /// False for charts and macros.
    is_work: bool,
    is_visible: bool,
}

/// A workbook that can be read from the beginning of any sheet.
trait Book {
    /// Returns its sheets.
    fn sheets(&self) -> &[Sheet];

    /// Returns the names that it defines, with their formulas.
    fn names(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Gives the rows of a sheet that are not empty until `take` returns false, from at most so
    /// many bytes.
    fn rows<E: From<TableError>>(
        &mut self,
        sheet: usize,
        most: u64,
        take: &mut dyn FnMut(Row) -> Result<bool, E>,
    ) -> Result<(), E>;

    /// Returns the most known headings of a row at the beginning of a sheet; `None` where it is
    /// empty.
    fn hits(&mut self, sheet: usize, known: IsHeading<'_>) -> Result<Option<usize>, TableError> {
        let (mut rows, mut most) = (0, None);
        let read = self.rows(sheet, LOOKED_AT_BYTES, &mut |row| {
            rows += 1;
            most = most.max(Some(heading::hits(&row, known)));
            Ok::<_, TableError>(rows < heading::LOOKED_AT)
        });
        match read.map_err(|error| error.kind) {
            Ok(()) | Err(TableErrorKind::UnpacksToTooMuch) => Ok(most),
            Err(kind) => Err(kind.into()),
        }
    }
}

/// Reads a sheet of a workbook in an archive.
pub(crate) fn archive<T: RowReceiver>(
    file: &mut (impl Read + Seek),
    options: &Options,
    form: Form,
    taker: &mut Limited<'_, T>,
) -> Result<(), T::Error> {
    let kind = unpacked::check(BufReader::new(&mut *file))?;
    let file = BufReader::new(file);
    match kind {
        unpacked::Archive::Xlsx => read(xlsx::Xlsx::new(file)?, options, form, taker),
        unpacked::Archive::Ods => read(ods::Ods::new(file, taker.known)?, options, form, taker),
    }
}

/// Reads a sheet of an XLS workbook.
pub(crate) fn xls<T: RowReceiver>(
    file: &mut (impl Read + Seek),
    options: &Options,
    form: Form,
    taker: &mut Limited<'_, T>,
) -> Result<(), T::Error> {
    read(xls::Xls::new(BufReader::new(file))?, options, form, taker)
}

fn read<T: RowReceiver>(
    mut book: impl Book,
    options: &Options,
    mut form: Form,
    taker: &mut Limited<'_, T>,
) -> Result<(), T::Error> {
    form.names = book.names();
    let sheet = chosen(&mut book, options, &mut form, taker.known)?;
    let mut ended = false;
    book.rows(sheet, MOST_BYTES, &mut |row| {
        let goes_on = taker.take(&form, row)?;
        ended |= !goes_on;
        Ok::<_, T::Error>(goes_on)
    })?;
    if ended { Ok(()) } else { taker.end(&form) }
}

/// Returns the work sheet to read: the one that was asked for, else the first visible one with a
/// known heading, else the first visible one with rows.
fn chosen(
    book: &mut impl Book,
    options: &Options,
    form: &mut Form,
    known: IsHeading<'_>,
) -> Result<usize, TableError> {
    let sheets = book.sheets().iter().enumerate();
    let work = sheets.filter(|(_, sheet)| sheet.is_work);
    let (seen, hidden): (Vec<_>, Vec<_>) = work
        .map(|(place, sheet)| (place, sheet.clone()))
        .partition(|(_, sheet)| sheet.is_visible);
    let all: Vec<_> = seen.iter().chain(&hidden).collect();
    form.sheets = all.iter().map(|(_, sheet)| sheet.name.clone()).collect();
    let (place, sheet) = match &options.sheet {
        Some(asked) => {
            let alike = asked.trim().to_lowercase();
            let found = all.iter().find(|(_, sheet)| sheet.name == *asked);
            let found = found.or_else(|| {
                let mut all = all.iter();
                all.find(|(_, sheet)| sheet.name.to_lowercase() == alike)
            });
            found.ok_or_else(|| TableErrorKind::UnknownSheet {
                sheet: asked.clone(),
                sheets: form.sheets.clone(),
            })?
        }
        None => {
            let (mut filled, mut headed) = (None, None);
            for sheet in seen.iter().take(LOOKED_AT) {
                match book.hits(sheet.0, known)? {
                    None => {}
                    Some(0) => filled = filled.or(Some(sheet)),
                    Some(_) => {
                        headed = Some(sheet);
                        break;
                    }
                }
            }
            let first = all.first().copied();
            headed.or(filled).or(first).ok_or(TableErrorKind::NoSheet)?
        }
    };
    form.sheet = Some(sheet.name.clone());
    Ok(*place)
}
