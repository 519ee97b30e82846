//! Text with commas, semicolons, tabs or bars between its cells.

use std::io::{BufReader, Read, Seek};

use crate::encoding::{Decoded, named, sniff};
use crate::read::{Form, IsHeading, Limited, Options, RowReceiver};
use crate::records::{LineEnd, Records, line_end};
use crate::{Cell, Row, TableError, TableErrorKind, heading};

/// Signs between cells that are found without being named.
pub const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Text that is looked at for the separator.
const SAMPLE_BYTES: u64 = 64 * 1024;

pub(crate) fn read<T: RowReceiver>(
    file: &mut (impl Read + Seek),
    options: &Options,
    known: IsHeading<'_>,
    mut form: Form,
    taker: &mut Limited<'_, T>,
) -> Result<(), T::Error> {
    let encoding = match &options.encoding {
        Some(name) => named(name)?,
        None => sniff(BufReader::new(&mut *file))?,
    };
    let mut sample = Vec::new();
    let begin = again(file, encoding)?;
    begin
        .take(SAMPLE_BYTES)
        .read_to_end(&mut sample)
        .map_err(TableError::from)?;
    let sample = String::from_utf8_lossy(&sample);
    if sample.trim_start().starts_with(['<', '{']) {
        return Err(TableError::from(TableErrorKind::Markup).into());
    }
    let said = said_separator(sample.as_bytes());
    let separator = said.unwrap_or_else(|| separator_of(&sample, known));
    form.encoding = Some(encoding.name().to_owned());
    form.separator = Some(char::from(separator));
    let end = line_end(again(file, encoding)?, separator)?;
    let mut records = Records::new(again(file, encoding)?, separator, end);
    while let Some(cells) = records.next()? {
        if records.row() == 1 && said.is_some() {
            continue;
        }
        let row = Row {
            number: records.row(),
            is_hidden: false,
            cells: cells.iter().map(|text| Cell::of_text(text)).collect(),
        };
        if !taker.take(&form, row)? {
            break;
        }
    }
    taker.end(&form)
}

/// The separator that the first line of a text states, as in `sep=;`.
fn said_separator(text: &[u8]) -> Option<u8> {
    let (word, rest) = text.split_at_checked(4)?;
    let separator = rest.first().filter(|sign| sign.is_ascii());
    separator
        .copied()
        .filter(|_| word.eq_ignore_ascii_case(b"sep="))
}

/// The text from its beginning.
fn again<'f, R: Read + Seek>(
    file: &'f mut R,
    encoding: &'static encoding_rs::Encoding,
) -> Result<BufReader<Decoded<BufReader<&'f mut R>>>, TableError> {
    file.rewind()?;
    Ok(BufReader::new(Decoded::new(BufReader::new(file), encoding)))
}

/// The separator that makes most known headings of a row, then most cells.
fn separator_of(sample: &str, known: IsHeading<'_>) -> u8 {
    let mut best = ((0, 0), b',');
    for separator in SEPARATORS {
        let end = line_end(sample.as_bytes(), separator).unwrap_or(LineEnd::LineFeed);
        let mut records = Records::new(sample.as_bytes(), separator, end);
        let mut rows = Vec::new();
        // A sample may end within quotation marks.
        while let Ok(Some(cells)) = records.next() {
            let cells: Vec<Cell> = cells.iter().map(|text| Cell::of_text(text)).collect();
            rows.push(Row {
                number: records.row(),
                is_hidden: false,
                cells,
            });
            if rows.len() == heading::LOOKED_AT {
                break;
            }
        }
        let counted = rows
            .iter()
            .map(|row| (heading::hits(row, known), row.cells.len()));
        let score = counted.max().unwrap_or_default();
        if score > best.0 {
            best = (score, separator);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_states_the_separator_or_is_text() {
        for (text, expected) in [
            ("sep=;\n", Some(b';')),
            ("SEP=|\n", Some(b'|')),
            ("sep=", None),
            ("sep=ø", None),
            ("Område;Navn\n", None),
            ("Områ", None),
            ("seå", None),
            ("", None),
        ] {
            assert_eq!(said_separator(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn the_separator_is_the_one_that_makes_known_headings() {
        let known: IsHeading<'_> = &|cell| ["nummer", "navn", "number", "name"].contains(&cell);
        for (text, expected) in [
            ("number,name\n", b','),
            ("nummer;navn\n", b';'),
            ("nummer\tnavn\n", b'\t'),
            ("nummer|navn\n", b'|'),
            ("nummer;navn, kort, eller lang, eller ny\n", b';'),
            ("\n\nnummer;navn\n1;\"a;b\nc\"\n", b';'),
            ("Maskiner, Sunnfjord, 2026, alle\nnummer;navn\n", b';'),
            ("unknown;heading\n", b';'),
            ("number\n1\n", b','),
            ("", b','),
        ] {
            assert_eq!(separator_of(text, known), expected, "{text:?}");
        }
    }
}
