//! Office Open XML: the cells of a sheet.

use std::io::BufRead;

use quick_xml::events::{BytesStart, Event};

use super::texts::{Texts, rich, unescaped};
use super::values::{self, NumberForm};
use super::xml::{Part, attributes};
use crate::cell::RowInParts;
use crate::{Cell, Row, TableError, TableErrorKind};

/// The last row and the last column that the format has, from 0.
const LAST_ROW: u32 = 1_048_575;
const LAST_COLUMN: usize = 16_383;

/// Things that the cells of a workbook refer to.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) texts: Texts,
    /// By style.
    pub(super) forms: Vec<NumberForm>,
    /// True where days count from 1904.
    pub(super) from_1904: bool,
}

/// Gives the rows of a sheet that are not empty until `take` returns false.
pub(super) fn rows<E: From<TableError>>(
    mut part: Part<impl BufRead>,
    shared: &Shared,
    take: &mut dyn FnMut(Row) -> Result<bool, E>,
) -> Result<(), E> {
    let mut row: Option<RowInParts> = None;
    let (mut line, mut column, mut is_hidden) = (0_u32, 0_usize, false);
    let mut has_data = false;
    loop {
        let mut cell = None;
        match part.next()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "sheetData" => has_data = true,
                "row" => {
                    is_hidden = false;
                    for (name, value) in attributes(&tag) {
                        match name {
                            "r" => line = line_of(&value)?,
                            "hidden" => is_hidden = value == "1" || value == "true",
                            _ => {}
                        }
                    }
                }
                "c" => cell = Some(Written::of(&tag)),
                _ => {}
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "row" => {
                    line = line.saturating_add(1);
                    column = 0;
                }
                "sheetData" => break,
                _ => {}
            },
            Event::Eof => return Err(TableError::from(TableErrorKind::Damaged).into()),
            _ => {}
        }
        let Some(mut cell) = cell.filter(|_| has_data) else {
            continue;
        };
        if let Some(place) = &cell.place {
            (line, column) = place_of(place)?;
        }
        let value = cell.read(&mut part, shared)?;
        let number = u64::from(line) + 1;
        if row.as_ref().is_none_or(|row| row.number() != number)
            && let Some(done) = row.replace(RowInParts::new(number, is_hidden))
            && let Some(done) = done.filled()
            && !take(done)?
        {
            return Ok(());
        }
        if let Some(row) = &mut row {
            row.put(column, value)?;
        }
        column = column.saturating_add(1);
    }
    if let Some(last) = row.and_then(RowInParts::filled) {
        take(last)?;
    }
    Ok(())
}

/// A cell as it is written.
#[derive(Default)]
struct Written {
    place: Option<String>,
    style: Option<usize>,
    kind: String,
}

impl Written {
    fn of(tag: &BytesStart<'_>) -> Self {
        let mut cell = Self::default();
        for (name, value) in attributes(tag) {
            match name {
                "r" => cell.place = Some(value.into_owned()),
                "s" => cell.style = value.trim().parse().ok(),
                "t" => cell.kind = value.into_owned(),
                _ => {}
            }
        }
        cell
    }

    /// Reads up to the end of the cell. The result of a formula can be an empty text; it has none
    /// where nothing is stored.
    fn read(&mut self, part: &mut Part<impl BufRead>, shared: &Shared) -> Result<Cell, TableError> {
        let (mut value, mut has_formula) = (None, false);
        loop {
            let is_value = match part.next()? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "v" => Some(true),
                    "is" => Some(false),
                    name => {
                        has_formula |= name == "f";
                        None
                    }
                },
                Event::End(tag) if tag.local_name().as_ref() == "c" => break,
                Event::Eof => return Err(TableErrorKind::Damaged.into()),
                _ => continue,
            };
            match is_value {
                Some(true) => {
                    let mut text = String::new();
                    part.text("v", &mut text)?;
                    if self.kind != "inlineStr" {
                        value = Some(text);
                    }
                }
                Some(false) => {
                    value = Some(rich(part, "is")?);
                    self.kind = "inlineStr".to_owned();
                }
                None => part.skip()?,
            }
        }
        let is_text = matches!(self.kind.as_str(), "str" | "inlineStr");
        match value.filter(|value| is_text || !value.trim().is_empty()) {
            Some(value) => self.cell(&value, shared),
            None if has_formula => Ok(Cell::Formula),
            None => Ok(Cell::Empty),
        }
    }

    fn cell(&self, value: &str, shared: &Shared) -> Result<Cell, TableError> {
        let damaged = || TableError::from(TableErrorKind::Damaged);
        Ok(match self.kind.as_str() {
            "s" => {
                let place = value.trim().parse().map_err(|_| damaged())?;
                Cell::of_text(shared.texts.get(place).ok_or_else(damaged)?)
            }
            "b" => match value.trim().to_ascii_lowercase().as_str() {
                "0" | "false" => Cell::Bool(false),
                "1" | "true" => Cell::Bool(true),
                _ => return Err(damaged()),
            },
            "e" => Cell::Error(value.trim().to_owned()),
            "d" => values::iso_moment(value),
            "inlineStr" => Cell::of_text(value),
            "n" | "" => {
                let form = self.style.and_then(|style| shared.forms.get(style));
                let form = form.copied().unwrap_or_default();
                let number = values::number(value);
                number.map_or_else(
                    || Cell::of_text(value),
                    |number| form.cell(number, shared.from_1904),
                )
            }
            _ => Cell::of_text(&unescaped(value)),
        })
    }
}

/// Returns a row, from 0, as it is written, from 1.
fn line_of(text: &str) -> Result<u32, TableError> {
    let line = text.trim().parse::<u32>().ok();
    let line = line.and_then(|line| line.checked_sub(1));
    let line = line.filter(|line| *line <= LAST_ROW);
    line.ok_or_else(|| TableErrorKind::Damaged.into())
}

/// Returns the row and the column of a place such as `AB12`, from 0.
fn place_of(text: &str) -> Result<(u32, usize), TableError> {
    let digits = text.find(|sign: char| sign.is_ascii_digit());
    let (letters, digits) = text.split_at(digits.unwrap_or(text.len()));
    let mut column = 0_usize;
    for letter in letters.bytes() {
        let step = letter.to_ascii_uppercase().checked_sub(b'A');
        let step = step.filter(|step| *step < 26 && column <= LAST_COLUMN);
        let step = step.ok_or(TableErrorKind::Damaged)?;
        column = column * 26 + usize::from(step) + 1;
    }
    let column = column
        .checked_sub(1)
        .filter(|column| *column <= LAST_COLUMN);
    Ok((line_of(digits)?, column.ok_or(TableErrorKind::Damaged)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_within_the_limits_of_the_format() {
        for (text, expected) in [
            ("A1", Some((0, 0))),
            ("ab12", Some((11, 27))),
            ("XFD1048576", Some((1_048_575, 16_383))),
            ("XFE1", None),
            ("A1048577", None),
            ("A0", None),
            ("A", None),
            ("7", None),
            ("Å7", None),
            ("A99999999999999999999", None),
            ("AAAAAAAAAAAAAAAAAAAAAAAA1", None),
        ] {
            assert_eq!(place_of(text).ok(), expected, "{text}");
        }
    }
}
