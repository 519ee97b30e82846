//! Workbooks: one work sheet, cell by cell. Formulas are not run; their stored result counts.

use std::collections::HashSet;
use std::io::{BufReader, Read, Seek};

use calamine::{
    Data, DataType, ExcelDateTime, Ods, OdsError, Range, Reader, Sheet, SheetType, SheetVisible,
    Xls, XlsError, Xlsx, XlsxError,
};

use crate::read::{Form, Limited, Options, Taker};
use crate::{Cell, Row, TableError, TableErrorKind, heading};

/// Reads a sheet of an XLSX workbook, a cell at a time.
pub(crate) fn xlsx<T: Taker>(
    file: &mut (impl Read + Seek),
    options: &Options,
    mut form: Form,
    taker: &mut Limited<'_, T>,
) -> Result<(), T::Error> {
    let damaged = |error: XlsxError| refused(&error, matches!(error, XlsxError::Password));
    let mut workbook: Xlsx<_> = Xlsx::new(BufReader::new(file)).map_err(damaged)?;
    let sheets = workbook.sheets_metadata().to_vec();
    form.names = workbook.defined_names().to_vec();
    let known = taker.known;
    let sheet = chosen(&sheets, options, &mut form, |name| {
        let mut first = Vec::new();
        xlsx_rows(&mut workbook, name, |row| {
            first.push(row);
            Ok::<_, TableError>(first.len() < heading::LOOKED_AT)
        })?;
        Ok(first.iter().map(|row| heading::hits(row, known)).max())
    })?;
    xlsx_rows(&mut workbook, &sheet, |row| taker.take(&form, row))?;
    taker.end(&form)
}

/// Gives the rows of a sheet that are not empty until `take` returns false.
fn xlsx_rows<E: From<TableError>>(
    workbook: &mut Xlsx<impl Read + Seek>,
    sheet: &str,
    mut take: impl FnMut(Row) -> Result<bool, E>,
) -> Result<(), E> {
    let damaged = |error: XlsxError| refused(&error, false);
    let mut reader = workbook.worksheet_cells_reader(sheet).map_err(damaged)?;
    let mut row: Option<Row> = None;
    while let Some(read) = reader.next_cell_with_formula().map_err(damaged)? {
        let (line, column) = read.pos;
        let number = u64::from(line) + 1;
        let cell = cell(&read.value, read.formula.is_some());
        if row.as_ref().is_none_or(|row| row.number != number) {
            let cells = Vec::new();
            if let Some(done) = row.replace(Row { number, cells })
                && !done.cells.is_empty()
                && !take(done)?
            {
                return Ok(());
            }
        }
        if let Some(row) = &mut row {
            row.put(column as usize, cell);
        }
    }
    if let Some(last) = row.filter(|row| !row.cells.is_empty()) {
        take(last)?;
    }
    Ok(())
}

/// Reads a sheet of an XLS workbook.
pub(crate) fn xls<T: Taker>(
    file: &mut (impl Read + Seek),
    options: &Options,
    form: Form,
    taker: &mut Limited<'_, T>,
) -> Result<(), T::Error> {
    let workbook = match Xls::new(BufReader::new(&mut *file)) {
        Ok(workbook) => workbook,
        Err(error) => {
            // A newer workbook with a password comes in the same container.
            let newer = Xlsx::new(BufReader::new(&mut *file)).err();
            let has_password =
                matches!(error, XlsError::Password) || matches!(newer, Some(XlsxError::Password));
            return Err(refused(&error, has_password).into());
        }
    };
    whole(workbook, options, form, taker, |error| {
        refused(&error, false)
    })
}

/// Reads a sheet of an open document.
pub(crate) fn ods<T: Taker>(
    file: &mut (impl Read + Seek),
    options: &Options,
    form: Form,
    taker: &mut Limited<'_, T>,
) -> Result<(), T::Error> {
    let damaged = |error: OdsError| refused(&error, matches!(error, OdsError::Password));
    let workbook = Ods::new(BufReader::new(file)).map_err(damaged)?;
    whole(workbook, options, form, taker, |error| {
        refused(&error, false)
    })
}

/// Reads a sheet of a workbook that is held in memory.
fn whole<RS: Read + Seek, W: Reader<RS>, T: Taker>(
    mut workbook: W,
    options: &Options,
    mut form: Form,
    taker: &mut Limited<'_, T>,
    damaged: impl Fn(W::Error) -> TableError,
) -> Result<(), T::Error> {
    let sheets = workbook.sheets_metadata().to_vec();
    let known = taker.known;
    let sheet = chosen(&sheets, options, &mut form, |name| {
        let range = workbook.worksheet_range(name).map_err(&damaged)?;
        let no_formulas = HashSet::new();
        let first = rows(&range, &no_formulas).take(heading::LOOKED_AT);
        Ok(first.map(|row| heading::hits(&row, known)).max())
    })?;
    let range = workbook.worksheet_range(&sheet).map_err(&damaged)?;
    let formulas = workbook.worksheet_formula(&sheet).map_err(&damaged)?;
    let formulas = positions(&formulas);
    for row in rows(&range, &formulas) {
        if !taker.take(&form, row)? {
            return Ok(());
        }
    }
    taker.end(&form)
}

/// The formulas of a sheet by row and column.
fn positions(formulas: &Range<String>) -> HashSet<(u32, u32)> {
    let (top, left) = formulas.start().unwrap_or_default();
    let cells = formulas
        .used_cells()
        .filter(|(_, _, formula)| !formula.is_empty());
    let at = |row: usize, column: usize| {
        let row = u32::try_from(row).ok()?.checked_add(top)?;
        Some((row, u32::try_from(column).ok()?.checked_add(left)?))
    };
    cells
        .filter_map(|(row, column, _)| at(row, column))
        .collect()
}

/// The rows of a sheet that are not empty.
fn rows<'a>(
    range: &'a Range<Data>,
    formulas: &'a HashSet<(u32, u32)>,
) -> impl Iterator<Item = Row> + 'a {
    let (top, left) = range.start().unwrap_or_default();
    let numbered = range.rows().zip(top..);
    let read = numbered.map(move |(cells, line)| {
        let mut row = Row {
            number: u64::from(line) + 1,
            cells: Vec::new(),
        };
        for (value, column) in cells.iter().zip(left..) {
            let has_formula = formulas.contains(&(line, column));
            row.put(column as usize, cell(value, has_formula));
        }
        row
    });
    read.filter(|row| !row.cells.is_empty())
}

/// The work sheet to read: the one that was asked for, else the first visible one with a known
/// heading, else the first visible one with rows. `hits` counts the known headings of a sheet;
/// `None` where it is empty.
fn chosen(
    sheets: &[Sheet],
    options: &Options,
    form: &mut Form,
    mut hits: impl FnMut(&str) -> Result<Option<usize>, TableError>,
) -> Result<String, TableError> {
    let work = sheets
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let (seen, hidden): (Vec<&Sheet>, Vec<&Sheet>) =
        work.partition(|sheet| sheet.visible == SheetVisible::Visible);
    let names = seen.iter().chain(&hidden).map(|sheet| sheet.name.clone());
    form.sheets = names.collect();
    let name = match &options.sheet {
        Some(asked) => {
            let is = |name: &&String| name.to_lowercase() == asked.trim().to_lowercase();
            let found = form.sheets.iter().find(|name| *name == asked);
            found
                .or_else(|| form.sheets.iter().find(is))
                .cloned()
                .ok_or_else(|| TableErrorKind::UnknownSheet {
                    sheet: asked.clone(),
                    sheets: form.sheets.clone(),
                })?
        }
        None => {
            let mut filled = None;
            let mut headed = None;
            for sheet in &seen {
                match hits(&sheet.name)? {
                    None => {}
                    Some(0) => filled = filled.or(Some(&sheet.name)),
                    Some(_) => {
                        headed = Some(&sheet.name);
                        break;
                    }
                }
            }
            let first = seen.first().or(hidden.first()).map(|sheet| &sheet.name);
            let name = headed.or(filled).or(first).cloned();
            name.ok_or(TableErrorKind::NoSheet)?
        }
    };
    form.sheet = Some(name.clone());
    Ok(name)
}

/// A workbook that cannot be read.
fn refused(error: &dyn std::fmt::Display, has_password: bool) -> TableError {
    tracing::debug!(%error, "a workbook cannot be read");
    match has_password {
        true => TableErrorKind::Encrypted.into(),
        false => TableErrorKind::Damaged.into(),
    }
}

/// Returns a cell of any workbook. The result of a formula can be an empty text; it has none where
/// nothing is stored.
fn cell(value: &impl DataType, has_formula: bool) -> Cell {
    if value.is_empty() {
        return if has_formula {
            Cell::Formula
        } else {
            Cell::Empty
        };
    }
    if let Some(text) = value.get_string() {
        return Cell::of_text(text);
    }
    if let Some(at) = value.get_datetime() {
        return moment(&at);
    }
    if let Some(text) = value
        .get_datetime_iso()
        .or_else(|| value.get_duration_iso())
    {
        return match (value.as_datetime(), value.as_duration()) {
            (Some(at), _) => Cell::Timestamp(at),
            (None, Some(length)) => Cell::Duration(length.as_seconds_f64() / 86_400.0),
            (None, None) => Cell::of_text(text),
        };
    }
    if let Some(error) = value.get_error() {
        return Cell::Error(error.to_string());
    }
    if let Some(is) = value.get_bool() {
        return Cell::Bool(is);
    }
    value.as_f64().map_or(Cell::Empty, Cell::Number)
}

fn moment(at: &ExcelDateTime) -> Cell {
    match at.as_datetime() {
        _ if at.is_duration() => Cell::Duration(at.as_f64()),
        Some(moment) => Cell::Timestamp(moment),
        None => Cell::Number(at.as_f64()),
    }
}
