//! Looks through a workbook's archive before anything reads it: how much it unpacks to, and
//! that no part declares entities.

use std::io::{Read, Seek};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use crate::{MOST_BYTES, TableError, TableErrorKind};

/// The most parts of a workbook.
const MOST_PARTS: usize = 10_000;
/// The most bytes of texts and formats, which are held in memory.
const MOST_BESIDE_SHEETS: u64 = 50_000_000;
/// The most cells of an open document, which is held in memory as a whole.
const MOST_CELLS: u64 = 10_000_000;

/// Kinds of workbooks in archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Archive {
    /// Office Open XML.
    Xlsx,
    /// Open document.
    Ods,
}

/// Looks through an archive and returns its kind. Pictures and other parts that are not read do
/// not count. The sizes that an archive states are not believed: each part is unpacked once, to
/// nowhere.
///
/// # Errors
/// For too much text, declared document types, and what is no workbook.
pub(crate) fn check(file: impl Read + Seek) -> Result<Archive, TableError> {
    let damaged = || TableError::from(TableErrorKind::Damaged);
    let mut archive = ZipArchive::new(file).map_err(|_| damaged())?;
    if archive.len() > MOST_PARTS {
        return Err(TableErrorKind::TooManyTexts.into());
    }
    let kind = match archive.index_for_name("content.xml") {
        Some(_) => Archive::Ods,
        None => Archive::Xlsx,
    };
    let mut buffer = vec![0; 64 * 1024];
    let (mut sheets, mut beside) = (0_u64, 0_u64);
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(|_| damaged())?;
        let name = part.name().map_err(|_| damaged())?.to_lowercase();
        let is_sheet = name.starts_with("xl/worksheets/") || name == "content.xml";
        let is_read = is_sheet || name.ends_with(".xml") || name.ends_with(".rels");
        if !is_read || name.starts_with("xl/drawings/") || name.starts_with("xl/charts/") {
            continue;
        }
        let mut begun = false;
        loop {
            let read = part.read(&mut buffer).map_err(|error| match error.kind() {
                std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof => damaged(),
                _ => error.into(),
            })?;
            if read == 0 {
                break;
            }
            let chunk = buffer.get(..read).unwrap_or_default();
            if !std::mem::replace(&mut begun, true) && declares(chunk) {
                return Err(TableErrorKind::DocumentType.into());
            }
            *(if is_sheet { &mut sheets } else { &mut beside }) += read as u64;
            if sheets > MOST_BYTES {
                return Err(TableErrorKind::UnpacksToTooMuch.into());
            }
            if beside > MOST_BESIDE_SHEETS {
                return Err(TableErrorKind::TooManyTexts.into());
            }
        }
    }
    if kind == Archive::Ods {
        let content = archive.by_name("content.xml").map_err(|_| damaged())?;
        count_cells(std::io::BufReader::new(content))?;
    }
    Ok(kind)
}

/// True where XML begins with a document type; it stands before the first element.
fn declares(begin: &[u8]) -> bool {
    begin
        .windows(9)
        .any(|window| window.eq_ignore_ascii_case(b"<!DOCTYPE"))
}

/// Counts the cells of an open document with their repetitions: a few bytes can stand for millions.
fn count_cells(content: impl std::io::BufRead) -> Result<(), TableError> {
    let damaged = || TableError::from(TableErrorKind::Damaged);
    let mut reader = Reader::from_reader(content);
    let mut buffer = Vec::new();
    let (mut all, mut rows, mut cells, mut empty) = (0_u64, 1_u64, 0_u64, 0_u64);
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(|_| damaged())? {
            Event::Eof => return Ok(()),
            Event::Start(tag) if tag.name().as_ref() == "table:table-row" => {
                (rows, cells, empty) = (repeated(&tag, "table:number-rows-repeated"), 0, 0);
            }
            Event::Start(tag) | Event::Empty(tag)
                if matches!(
                    tag.name().as_ref(),
                    "table:table-cell" | "table:covered-table-cell"
                ) =>
            {
                let times = repeated(&tag, "table:number-columns-repeated");
                let has_value = tag.attributes().flatten().any(|attribute| {
                    matches!(
                        attribute.key.as_ref(),
                        "office:value-type" | "table:formula"
                    )
                });
                // Cells without a value count where one with a value follows in their row.
                empty = empty.saturating_add(times);
                if has_value {
                    cells = cells.saturating_add(std::mem::take(&mut empty));
                }
            }
            Event::End(tag) if tag.name().as_ref() == "table:table-row" => {
                all = all.saturating_add(cells.saturating_mul(rows));
                if all > MOST_CELLS {
                    return Err(TableErrorKind::UnpacksToTooMuch.into());
                }
            }
            _ => {}
        }
    }
}

fn repeated(tag: &BytesStart<'_>, name: &str) -> u64 {
    let mut attributes = tag.attributes().flatten();
    let found = attributes.find(|attribute| attribute.key.as_ref() == name);
    found
        .and_then(|attribute| attribute.value.trim().parse().ok())
        .unwrap_or(1)
}
