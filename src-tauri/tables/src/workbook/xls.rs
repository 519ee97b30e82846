//! Workbooks of Excel 5 to 2003. The records of a sheet are sorted by row, as places in the file,
//! and become cells row by row.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Seek};

use cfb::CompoundFile;

use super::biff::{self, Bytes, Letters, Record, f64_at, kind, records, u16_at, u32_at};
use super::texts::Texts;
use super::values::NumberForm;
use super::xml::unpacking;
use super::{Book, MOST_SHEETS, Sheet};
use crate::cell::RowInParts;
use crate::{Cell, MOST_BYTES, Row, TableError, TableErrorKind};

/// The names of the stream of records; the second is of Excel 5 and 95.
const STREAMS: [&str; 2] = ["/Workbook", "/Book"];
/// A newer workbook with a password, in the same container.
const ENCRYPTED: &str = "/EncryptedPackage";

/// A workbook.
pub(super) struct Xls {
    /// All records.
    bytes: Vec<u8>,
    sheets: Vec<Sheet>,
    /// Beginnings of the records of each sheet.
    places: Vec<usize>,
    letters: Letters,
    texts: Texts,
    /// By style of cells.
    forms: Vec<NumberForm>,
    from_1904: bool,
}

impl Xls {
    pub(super) fn new(file: impl Read + Seek) -> Result<Self, TableError> {
        let damaged = || TableError::from(TableErrorKind::Damaged);
        let mut file = CompoundFile::open(file).map_err(|error| unpacking(&error))?;
        if file.exists(ENCRYPTED) {
            return Err(TableErrorKind::Encrypted.into());
        }
        let stream = STREAMS.into_iter().find(|name| file.is_stream(name));
        let stream = file.open_stream(stream.ok_or_else(damaged)?);
        let mut bytes = Vec::new();
        let read = stream.and_then(|stream| stream.take(MOST_BYTES).read_to_end(&mut bytes));
        read.map_err(|error| unpacking(&error))?;
        let mut book = Self {
            bytes: Vec::new(),
            sheets: Vec::new(),
            places: Vec::new(),
            letters: Letters::Wide,
            texts: Texts::default(),
            forms: Vec::new(),
            from_1904: false,
        };
        book.read_book(&bytes)?;
        book.bytes = bytes;
        Ok(book)
    }

    /// Reads what stands before the sheets.
    fn read_book(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        let mut own = HashMap::new();
        let mut styles = Vec::new();
        for (place, record) in records(bytes).enumerate() {
            match (place, record.kind) {
                (0, kind::BEGIN) => {
                    let is_old = u16_at(record.data, 0) == Some(0x0500);
                    if is_old {
                        self.letters = Letters::Bytes(encoding_rs::WINDOWS_1252);
                    }
                }
                (0, _) => break,
                (_, kind::EOF) => {
                    let form = |number: &u16| {
                        let own = own.get(number).copied();
                        own.unwrap_or_else(|| NumberForm::of_number(u32::from(*number)))
                    };
                    self.forms = styles.iter().map(form).collect();
                    return Ok(());
                }
                (_, kind::FILE_PASS) => return Err(TableErrorKind::Encrypted.into()),
                (_, kind::CODE_PAGE) => {
                    let encoding = u16_at(record.data, 0).and_then(biff::code_page);
                    if let (Letters::Bytes(old), Some(new)) = (&mut self.letters, encoding) {
                        *old = new;
                    }
                }
                (_, kind::DATE_MODE) => self.from_1904 = u16_at(record.data, 0) == Some(1),
                (_, kind::FORMAT) => {
                    let code = self.format(&record);
                    own.extend(code.map(|(number, code)| (number, NumberForm::of_code(&code))));
                }
                (_, kind::STYLE_OF_CELLS) => {
                    styles.push(u16_at(record.data, 2).unwrap_or_default());
                }
                (_, kind::BOUND_SHEET) => self.bound_sheet(&record)?,
                (_, kind::SHARED_TEXTS) => self.shared_texts(&record)?,
                _ => {}
            }
        }
        Err(TableErrorKind::Damaged.into())
    }

    fn format(&self, record: &Record<'_>) -> Option<(u16, String)> {
        let mut bytes = Bytes::of(record);
        let number = bytes.u16()?;
        let code = match self.letters {
            Letters::Wide => bytes.counted_text(self.letters),
            Letters::Bytes(_) => bytes.short_text(self.letters),
        };
        Some((number, code?))
    }

    fn bound_sheet(&mut self, record: &Record<'_>) -> Result<(), TableError> {
        let sheet = || {
            let place = usize::try_from(u32_at(record.data, 0)?).ok()?;
            let (state, form) = (record.data.get(4)?, record.data.get(5)?);
            let mut bytes = Bytes::of(record);
            bytes.skip(6)?;
            let name = bytes.short_text(self.letters)?.replace('\0', "");
            let sheet = Sheet {
                name,
                is_work: *form == 0,
                is_visible: state & 3 == 0,
            };
            Some((place, sheet))
        };
        let (place, sheet) = sheet().ok_or(TableErrorKind::Damaged)?;
        if self.sheets.len() == MOST_SHEETS {
            return Err(TableErrorKind::TooManyTexts.into());
        }
        self.places.push(place);
        self.sheets.push(sheet);
        Ok(())
    }

    fn shared_texts(&mut self, record: &Record<'_>) -> Result<(), TableError> {
        let mut bytes = Bytes::of(record);
        bytes.skip(4);
        // The number that is stated ends the texts, and the records do.
        for _ in 0..bytes.u32().unwrap_or_default() {
            let Some(text) = bytes.counted_text(self.letters) else {
                break;
            };
            self.texts.push(&text)?;
        }
        Ok(())
    }

    /// Returns the cell records of a sheet by row, and the rows that are hidden.
    fn index(&self, sheet: usize, most: u64) -> Index {
        let mut index = Index::default();
        let begin = self.places.get(sheet).copied().unwrap_or(usize::MAX);
        let all = self.bytes.get(begin..).unwrap_or_default();
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let all = all.get(..most).unwrap_or(all);
        // Charts within the sheet have cells as well.
        let mut depth = 0_usize;
        let mut of_formula = None;
        for record in records(all) {
            match record.kind {
                kind::BEGIN => depth += 1,
                kind::EOF if depth <= 1 => break,
                kind::EOF => depth -= 1,
                _ if depth > 1 => {}
                kind::ROW => {
                    let row = u16_at(record.data, 0);
                    let is_hidden = record.data.get(12).is_some_and(|flags| flags & 0x20 != 0);
                    index.hidden.extend(row.filter(|_| is_hidden));
                }
                kind::FORMULA
                | kind::MUL_RK
                | kind::RICH_STRING
                | kind::LABEL_SST
                | kind::NUMBER
                | kind::LABEL
                | kind::BOOL_OR_ERROR
                | kind::RK => {
                    let row = u16_at(record.data, 0);
                    of_formula = row.filter(|_| record.kind == kind::FORMULA);
                    let place = begin + (all.len() - record.rest.len()) - record.data.len() - 4;
                    index.cells.extend(row.map(|row| (row, place)));
                }
                kind::STRING => {
                    let place = begin + (all.len() - record.rest.len()) - record.data.len() - 4;
                    index
                        .cells
                        .extend(of_formula.take().map(|row| (row, place)));
                }
                _ => {}
            }
        }
        index.cells.sort_by_key(|(row, _)| *row);
        index
    }

    /// Puts the cells of a record into its row. `formula` is the column of a formula whose text
    /// comes in the next record.
    fn put(
        &self,
        record: &Record<'_>,
        formula: &mut Option<u16>,
        row: &mut RowInParts,
    ) -> Option<Result<(), TableError>> {
        let data = record.data;
        let column = u16_at(data, 2);
        let number = |value, style: usize| {
            let form = u16_at(data, style).and_then(|style| self.forms.get(usize::from(style)));
            form.copied()
                .unwrap_or_default()
                .cell(value, self.from_1904)
        };
        let cell = match record.kind {
            kind::STRING => {
                let text = Bytes::of(record).counted_text(self.letters)?;
                return Some(row.put(usize::from(formula.take()?), Cell::of_text(&text)));
            }
            kind::MUL_RK => {
                // Each cell has a style and a number; the last column follows them.
                let styles = (4..data.len().saturating_sub(6)).step_by(6);
                for (style, column) in styles.zip(usize::from(column?)..) {
                    let value = number(biff::rk(u32_at(data, style + 2)?), style);
                    if let Err(error) = row.put(column, value) {
                        return Some(Err(error));
                    }
                }
                return Some(Ok(()));
            }
            kind::NUMBER => number(f64_at(data, 6)?, 4),
            kind::RK => number(biff::rk(u32_at(data, 6)?), 4),
            kind::LABEL | kind::RICH_STRING => {
                let mut bytes = Bytes::of(record);
                bytes.skip(6)?;
                Cell::of_text(&bytes.counted_text(self.letters)?)
            }
            kind::LABEL_SST => {
                let place = usize::try_from(u32_at(data, 6)?).ok()?;
                Cell::of_text(self.texts.get(place)?)
            }
            kind::BOOL_OR_ERROR => match data.get(7)? {
                0 => Cell::Bool(*data.get(6)? != 0),
                _ => Cell::Error(error_of(*data.get(6)?).to_owned()),
            },
            _ => {
                // A formula: a number, or where its last two bytes say so, something else.
                let result = data.get(6..14)?;
                match (result.get(6..8)?, *result.first()?, *result.get(2)?) {
                    ([0xff, 0xff], 0, _) => {
                        *formula = column;
                        Cell::Formula
                    }
                    ([0xff, 0xff], 1, is) => Cell::Bool(is != 0),
                    ([0xff, 0xff], 2, error) => Cell::Error(error_of(error).to_owned()),
                    ([0xff, 0xff], ..) => Cell::Empty,
                    _ => number(f64_at(data, 6)?, 4),
                }
            }
        };
        Some(row.put(usize::from(column?), cell))
    }
}

/// Cell records of a sheet.
#[derive(Default)]
struct Index {
    /// The row and the place of each.
    cells: Vec<(u16, usize)>,
    hidden: HashSet<u16>,
}

impl Book for Xls {
    fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    fn rows<E: From<TableError>>(
        &mut self,
        sheet: usize,
        most: u64,
        take: &mut dyn FnMut(Row) -> Result<bool, E>,
    ) -> Result<(), E> {
        let index = self.index(sheet, most);
        for cells in index.cells.chunk_by(|one, next| one.0 == next.0) {
            let Some((line, _)) = cells.first() else {
                continue;
            };
            let is_hidden = index.hidden.contains(line);
            let mut row = RowInParts::new(u64::from(*line) + 1, is_hidden);
            let mut formula = None;
            for (_, place) in cells {
                let record = self.bytes.get(*place..).and_then(|all| records(all).next());
                let put = record.and_then(|record| self.put(&record, &mut formula, &mut row));
                put.ok_or(TableErrorKind::Damaged)
                    .map_err(TableError::from)??;
            }
            if let Some(row) = row.filled()
                && !take(row)?
            {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Returns an error value as it is shown.
const fn error_of(number: u8) -> &'static str {
    match number {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0f => "#VALUE!",
        0x17 => "#REF!",
        0x1d => "#NAME?",
        0x24 => "#NUM!",
        _ => "#N/A",
    }
}
