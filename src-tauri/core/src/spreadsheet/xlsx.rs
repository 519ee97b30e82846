//! Workbooks as they are written: rows go out as they come, nothing is gathered on a disk.
//!
//! A workbook has what exports need: bold headings that stay, widths, texts, numbers,
//! days and times. Texts stand in their cells; none is ever a formula.

mod parts;

use std::io::{self, Write};

use zip::write::{SimpleFileOptions, StreamWriter, ZipWriter};

use parts::escaped;

pub(crate) use parts::Style;

/// The most rows of a sheet, its heading among them.
pub(crate) const MOST_ROWS: u32 = 1_048_576;
/// The most characters of a cell, as UTF-16 counts them.
pub(crate) const MOST_UNITS: usize = 32_767;
/// The days that are counted until 1970.
pub(crate) const DAYS_TO_1970: i32 = 25_569;
/// A sheet longer than this could not be named in the file. One row is far shorter than the rest.
const MOST_BYTES: u64 = 3 << 30;

/// The bounds of a column's width, in characters, and what goes beside them.
const WIDTHS: (usize, usize) = (8, 48);
const WIDTH_BESIDE: usize = 2;

/// The content of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell<T> {
    /// Nothing.
    Empty,
    /// A text as it is.
    Text(T),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Days since the last day of 1899, shown in a style.
    Days(f64, Style),
}

impl<T: AsRef<str>> Cell<T> {
    /// The same cell, whose text is borrowed.
    pub(crate) fn by_ref(&self) -> Cell<&str> {
        match self {
            Self::Empty => Cell::Empty,
            Self::Text(text) => Cell::Text(text.as_ref()),
            Self::Number(number) => Cell::Number(*number),
            Self::Flag(flag) => Cell::Flag(*flag),
            Self::Days(days, style) => Cell::Days(*days, *style),
        }
    }
}

/// A workbook in the making.
pub(crate) struct Xlsx<W: Write> {
    zip: ZipWriter<StreamWriter<Once<W>>>,
    sheets: Vec<Sheet>,
    /// The row in hand, as it is written.
    line: Vec<u8>,
    /// The letters of the columns.
    letters: Vec<String>,
    /// Names with the texts that they stand for.
    names: Vec<(String, String)>,
}

/// A sheet of which the rows are gone.
pub(super) struct Sheet {
    pub(super) name: String,
    columns: usize,
    rows: u32,
    bytes: u64,
    /// A person filters by the headings.
    pub(super) has_filter: bool,
}

impl Sheet {
    /// The cells of the sheet, as a formula names them.
    pub(super) fn range(&self, mark: &str) -> String {
        let last = parts::letters_of(self.columns.saturating_sub(1));
        format!("{mark}A{mark}1:{mark}{last}{mark}{}", self.rows.max(1))
    }
}

impl<W: Write> Xlsx<W> {
    pub(crate) fn new(out: W) -> Self {
        Self {
            zip: ZipWriter::new_stream(Once { out, failed: false }),
            sheets: Vec::new(),
            line: Vec::new(),
            letters: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Gives a text a name, which spreadsheet programs keep when they save.
    pub(crate) fn name_text(&mut self, name: &str, text: &str) {
        self.names.push((name.to_owned(), text.to_owned()));
    }

    /// Ends the sheet in hand, and begins one with the headings of its columns; `widths` are
    /// those of the columns' longest texts, in characters.
    pub(crate) fn begin_sheet(
        &mut self,
        name: &str,
        headings: &[impl AsRef<str>],
        widths: &[usize],
        has_filter: bool,
    ) -> io::Result<()> {
        self.end_sheet()?;
        self.letters = (0..headings.len()).map(parts::letters_of).collect();
        self.sheets.push(Sheet {
            name: name.to_owned(),
            columns: headings.len(),
            rows: 0,
            bytes: 0,
            has_filter,
        });
        let path = parts::sheet_path(self.sheets.len());
        self.begin_part(&path)?;
        let widths: Vec<usize> = widths.iter().map(|width| width_of(*width)).collect();
        self.zip.write_all(parts::before_rows(&widths).as_bytes())?;
        let headings = headings.iter().map(|text| Cell::Text(text.as_ref()));
        self.write_row(headings, Style::Bold)
    }

    /// Writes a row below those that are there.
    pub(crate) fn row<T: AsRef<str>>(
        &mut self,
        cells: impl IntoIterator<Item = Cell<T>>,
    ) -> io::Result<()> {
        self.write_row(cells, Style::Plain)
    }

    /// Says that the sheet in hand takes no further row.
    pub(crate) fn is_full(&self) -> bool {
        let sheet = self.sheets.last();
        sheet.is_none_or(|sheet| sheet.rows >= MOST_ROWS || sheet.bytes >= MOST_BYTES)
    }

    fn write_row<T: AsRef<str>>(
        &mut self,
        cells: impl IntoIterator<Item = Cell<T>>,
        style: Style,
    ) -> io::Result<()> {
        let Some(sheet) = self.sheets.last_mut() else {
            return Err(io::Error::other("a row without a sheet"));
        };
        sheet.rows += 1;
        let (row, line) = (sheet.rows, &mut self.line);
        line.clear();
        write!(line, "<row r=\"{row}\">")?;
        for (letters, cell) in self.letters.iter().zip(cells) {
            let style = match cell {
                Cell::Days(_, style) => style,
                _ => style,
            };
            let at = format_args!("r=\"{letters}{row}\"{}", style.attribute());
            match cell {
                Cell::Text(text) if !text.as_ref().is_empty() => {
                    let (text, kept) = escaped(text.as_ref());
                    write!(
                        line,
                        "<c {at} t=\"inlineStr\"><is><t{kept}>{text}</t></is></c>"
                    )?;
                }
                Cell::Flag(flag) => {
                    write!(line, "<c {at} t=\"b\"><v>{}</v></c>", u8::from(flag))?;
                }
                Cell::Number(number) | Cell::Days(number, _) if number.is_finite() => {
                    write!(line, "<c {at}><v>{number}</v></c>")?;
                }
                // A workbook has no word for a number without end.
                Cell::Empty | Cell::Text(_) | Cell::Number(_) | Cell::Days(..) => {}
            }
        }
        line.extend_from_slice(b"</row>");
        sheet.bytes += line.len() as u64;
        self.zip.write_all(line)
    }

    fn end_sheet(&mut self) -> io::Result<()> {
        let Some(sheet) = self.sheets.last() else {
            return Ok(());
        };
        self.zip.write_all(parts::after_rows(sheet).as_bytes())
    }

    /// Ends the workbook; gives back what it was written to, flushed.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.end_sheet()?;
        for (path, text) in parts::around(&self.sheets, &self.names) {
            self.begin_part(path)?;
            self.zip.write_all(text.as_bytes())?;
        }
        let mut out = self.zip.finish()?.into_inner().out;
        out.flush()?;
        Ok(out)
    }

    fn begin_part(&mut self, path: &str) -> io::Result<()> {
        let options = SimpleFileOptions::default();
        Ok(self.zip.start_file(path, options)?)
    }
}

fn width_of(longest: usize) -> usize {
    // Letters are wider than the digits that widths are counted in.
    longest.clamp(WIDTHS.0, WIDTHS.1) + WIDTH_BESIDE
}

/// A writer that fails once: what is dropped after a failure tries to write its end, and would
/// tell of the same failure again.
struct Once<W> {
    out: W,
    failed: bool,
}

impl<W: Write> Once<W> {
    fn unless_failed<T>(
        &mut self,
        instead: T,
        write: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.failed {
            return Ok(instead);
        }
        let written = write(&mut self.out);
        let failed = written.as_ref().err();
        self.failed = failed.is_some_and(|error| error.kind() != io::ErrorKind::Interrupted);
        written
    }
}

impl<W: Write> Write for Once<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_failed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_failed((), Write::flush)
    }
}

#[cfg(test)]
mod tests;
