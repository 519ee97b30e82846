//! The records of a text with separators. Unlike lenient readers, it refuses a quotation mark that
//! is opened and not closed: the rows behind it would be one cell.

use std::io::BufRead;

use crate::{TableError, TableErrorKind};

/// The end of the rows of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineEnd {
    /// A line feed, with or without a carriage return before it.
    LineFeed,
    /// A carriage return alone, as old Macintosh programs write.
    CarriageReturn,
}

/// A reader of records.
pub(crate) struct Records<R> {
    text: R,
    separator: u8,
    line_end: LineEnd,
    /// Records that were read.
    row: u64,
}

/// Place of the next byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the beginning of a cell.
    Begin,
    /// In a cell without quotation marks.
    Plain,
    /// Between quotation marks.
    Quoted,
    /// Behind a closing quotation mark.
    Closed,
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(text: R, separator: u8, line_end: LineEnd) -> Self {
        Self {
            text,
            separator,
            line_end,
            row: 0,
        }
    }

    /// Returns the number of the last record.
    pub(crate) const fn row(&self) -> u64 {
        self.row
    }

    /// Reads the next record; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<String>>, TableError> {
        let mut cells = Vec::new();
        let mut cell = Vec::new();
        let mut place = Place::Begin;
        let mut any = false;
        let row = self.row + 1;
        let unclosed = || TableError::from(TableErrorKind::UnclosedQuote { row });
        loop {
            let piece = self.text.fill_buf()?;
            let Some(byte) = piece.first().copied() else {
                if place == Place::Quoted {
                    return Err(unclosed());
                }
                if !any {
                    return Ok(None);
                }
                cells.push(text(std::mem::take(&mut cell)));
                self.row = row;
                return Ok(Some(cells));
            };
            self.text.consume(1);
            any = true;
            let ends = match self.line_end {
                LineEnd::LineFeed => byte == b'\n',
                LineEnd::CarriageReturn => byte == b'\r',
            };
            match (place, byte) {
                (Place::Quoted, b'"') => place = Place::Closed,
                (Place::Quoted, byte) => cell.push(byte),
                (Place::Begin, b'"') => place = Place::Quoted,
                (Place::Closed, b'"') => {
                    cell.push(b'"');
                    place = Place::Quoted;
                }
                (_, byte) if byte == self.separator => {
                    cells.push(text(std::mem::take(&mut cell)));
                    place = Place::Begin;
                }
                _ if ends => {
                    // The other half of a line end is no text.
                    if place != Place::Closed && cell.last() == Some(&b'\r') {
                        cell.pop();
                    }
                    cells.push(text(std::mem::take(&mut cell)));
                    self.row = row;
                    return Ok(Some(cells));
                }
                (Place::Closed, b' ' | b'\t' | b'\r') => {}
                (Place::Closed, _) => return Err(unclosed()),
                (Place::Begin | Place::Plain, byte) => {
                    cell.push(byte);
                    place = Place::Plain;
                }
            }
        }
    }
}

/// The bytes are UTF-8 that was cut at ASCII signs.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Returns what ends the rows of a text: line feeds, or carriage returns where no line feed stands
/// outside of quotation marks.
pub(crate) fn line_end(mut text: impl BufRead, separator: u8) -> Result<LineEnd, TableError> {
    let (mut is_quoted, mut begins, mut returns) = (false, true, false);
    loop {
        let piece = text.fill_buf()?;
        if piece.is_empty() {
            return Ok(match returns {
                true => LineEnd::CarriageReturn,
                false => LineEnd::LineFeed,
            });
        }
        for byte in piece {
            match byte {
                b'"' if is_quoted || begins => is_quoted = !is_quoted,
                b'\n' if !is_quoted => return Ok(LineEnd::LineFeed),
                b'\r' if !is_quoted => returns = true,
                _ => {}
            }
            // A quotation mark behind a closing one opens again.
            begins = matches!(byte, b'\r' | b'"') || *byte == separator;
        }
        let length = piece.len();
        text.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(text: &str, separator: u8) -> Result<Vec<Vec<String>>, u64> {
        let end = line_end(text.as_bytes(), separator).unwrap();
        let mut records = Records::new(text.as_bytes(), separator, end);
        let mut all = Vec::new();
        loop {
            match records.next() {
                Ok(Some(record)) => all.push(record),
                Ok(None) => return Ok(all),
                Err(error) => match error.kind {
                    TableErrorKind::UnclosedQuote { row } => return Err(row),
                    other => panic!("{other}"),
                },
            }
        }
    }

    #[test]
    fn a_quotation_mark_that_is_not_closed_is_refused_with_its_row() {
        for (text, row) in [
            ("a,b\nQ1,x\nQ2,\"24 inch bucket,12\nQ3,c\nQ4,d\n", 3),
            ("a,b\n\"x\n", 2),
            ("a,b\nQ2,\"24 inch,12\nQ3,c\nQ4,\"30 inch,1\n", 2),
            ("a,b\nQ1,\"x\"y\n", 2),
            ("\"a", 1),
        ] {
            assert_eq!(all(text, b','), Err(row), "{text:?}");
        }
    }

    #[test]
    fn cells_are_what_stands_between_separators_and_quotation_marks() {
        let rows = |rows: &[&[&str]]| -> Vec<Vec<String>> {
            let cells = |row: &&[&str]| row.iter().map(|cell| (*cell).to_owned()).collect();
            rows.iter().map(cells).collect()
        };
        for (text, expected) in [
            ("a;b\r\n1;2\r\n", rows(&[&["a", "b"], &["1", "2"]])),
            ("a;b\n1;2", rows(&[&["a", "b"], &["1", "2"]])),
            ("a;\"b;\"\"c\"\"\n\"\n", rows(&[&["a", "b;\"c\"\n"]])),
            ("24\" skuffe;b\n", rows(&[&["24\" skuffe", "b"]])),
            ("a;\"b\" \r\n", rows(&[&["a", "b"]])),
            ("\n\na\n", rows(&[&[""], &[""], &["a"]])),
            ("a;\"\"\n", rows(&[&["a", ""]])),
            ("æ;ø\n", rows(&[&["æ", "ø"]])),
            // Old Macintosh files, also with a line feed within a cell.
            ("a;b\r1;2\r", rows(&[&["a", "b"], &["1", "2"]])),
            (
                "a;b\r1;\"x\ny\"\r2;z\r",
                rows(&[&["a", "b"], &["1", "x\ny"], &["2", "z"]]),
            ),
            ("a\r\"x\ny\"\r", rows(&[&["a"], &["x\ny"]])),
            // A stray carriage return belongs to its cell where line feeds end the rows.
            ("a;b\n1\r2;3\n", rows(&[&["a", "b"], &["1\r2", "3"]])),
            ("", rows(&[])),
        ] {
            assert_eq!(all(text, b';'), Ok(expected), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_quoted_as_it_has_to_be_comes_back(
            rows in prop::collection::vec(prop::collection::vec("[a-zæ;\"\r\n ,]{0,8}", 1..4), 1..5)
        ) {
            let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
            let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(";");
            let text: Vec<String> = rows.iter().map(line).collect();
            prop_assert_eq!(all(&format!("{}\n", text.join("\n")), b';'), Ok(rows));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[a\"\r\n;,]{0,40}") {
            if let Ok(rows) = all(&text, b';') {
                prop_assert!(rows.len() <= text.len());
            }
        }
    }
}
