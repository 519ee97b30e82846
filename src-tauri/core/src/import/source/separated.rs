//! Text with commas, semicolons or tabs between its cells.

use std::fs::File;
use std::io::{BufReader, Read, Seek as _};
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Terminator};

use super::encoding::{Decoded, sniff};
use super::{Cell, Known, Limited, Row, Source, decimals, unreadable};
use crate::Failure;
use crate::spreadsheet::guard::unguard;

/// What can stand between cells without a word about it.
pub(in super::super) const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
/// Text that is looked at for the separator.
const SAMPLE_BYTES: u64 = 64 * 1024;

pub(super) fn read(
    path: &Path,
    mut file: File,
    mut source: Source,
    known: Known<'_>,
    taker: &mut Limited<'_>,
) -> Result<(), Failure> {
    let local = |error: std::io::Error| Failure::local("read", path, &error);
    let encoding = sniff(BufReader::new(&file))
        .map_err(local)?
        .ok_or_else(|| {
            unreadable(
                "It is neither text nor a workbook.",
                "Save it as .xlsx or as CSV.",
            )
        })?;
    file.rewind().map_err(local)?;
    let mut sample = Vec::new();
    Decoded::new(&file, encoding)
        .take(SAMPLE_BYTES)
        .read_to_end(&mut sample)
        .map_err(local)?;
    let sample = String::from_utf8_lossy(&sample);
    let said = sample
        .get(..5)
        .filter(|begin| begin[..4].eq_ignore_ascii_case("sep="));
    let separator = match said.and_then(|begin| begin.as_bytes().get(4)) {
        Some(separator) => *separator,
        None => separator_of(&sample, known),
    };
    source.encoding = Some(encoding.name().to_owned());
    source.separator = Some(char::from(separator));
    source.decimals = decimals(source.decimals, separator);
    file.rewind().map_err(local)?;
    // Line feeds end rows, so that lines can be counted; only old Macintosh files have none.
    let by_line = sample.contains('\n') || !sample.contains('\r');
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .terminator(if by_line {
            Terminator::Any(b'\n')
        } else {
            Terminator::CRLF
        })
        .has_headers(false)
        .flexible(true)
        // The last row is ended too, whether the file ends it or not.
        .from_reader(Decoded::new(BufReader::new(file), encoding).chain(&b"\n"[..]));
    let mut record = StringRecord::new();
    // Line breaks within cells: a spreadsheet program does not count them as rows.
    let (mut inner_lines, mut records) = (0_u64, 0_u64);
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => return Err(local(error.into())),
        }
        records += 1;
        inner_lines += record.iter().map(line_feeds).sum::<u64>();
        let lines = reader.position().line().saturating_sub(1);
        if records == 1 && said.is_some() {
            continue;
        }
        let row = Row {
            number: if by_line {
                lines.saturating_sub(inner_lines)
            } else {
                records
            },
            cells: record.iter().map(cell).collect(),
        };
        if !taker.take(&source, row)? {
            return Ok(());
        }
    }
}

fn line_feeds(cell: &str) -> u64 {
    cell.bytes().filter(|byte| *byte == b'\n').count() as u64
}

fn cell(text: &str) -> Cell {
    // The other half of a line end stays with the last cell.
    let text = unguard(text.strip_suffix('\r').unwrap_or(text));
    if text.trim().is_empty() {
        Cell::Empty
    } else {
        Cell::Text(text.to_owned())
    }
}

/// The separator that makes most known headings of the first line, then most cells.
fn separator_of(sample: &str, known: Known<'_>) -> u8 {
    let mut best = (0, 0, b',');
    for separator in SEPARATORS {
        let mut reader = ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .from_reader(sample.as_bytes());
        let heading = reader.records().filter_map(Result::ok).find(|record| {
            record
                .iter()
                .any(|cell| !cell.trim_matches([',', ';', '\t', ' ']).is_empty())
        });
        let Some(heading) = heading else { continue };
        let hits = heading.iter().filter(|cell| known(cell)).count();
        if (hits, heading.len()) > (best.0, best.1) {
            best = (hits, heading.len(), separator);
        }
    }
    best.2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separator_is_the_one_that_makes_known_headings() {
        let known: Known<'_> = &|cell| ["nummer", "navn", "number", "name"].contains(&cell);
        for (text, expected) in [
            ("number,name\n", b','),
            ("nummer;navn\n", b';'),
            ("nummer\tnavn\n", b'\t'),
            ("nummer;navn, kort, eller lang, eller ny\n", b';'),
            ("\n\nnummer;navn\n1;\"a;b\nc\"\n", b';'),
            ("unknown;heading\n", b';'),
            ("number\n1\n", b','),
            ("", b','),
        ] {
            assert_eq!(separator_of(text, known), expected, "{text:?}");
        }
    }
}
