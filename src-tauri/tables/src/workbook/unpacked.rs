//! Looks through a workbook's archive before anything reads it: how much it unpacks to, and
//! that no part declares entities.

use std::io::{Read, Seek};

use zip::ZipArchive;

use super::xml::unpacking;
use crate::{MOST_BYTES, TableError, TableErrorKind};

/// The most parts of a workbook.
pub(super) const MOST_PARTS: usize = 10_000;
/// The most bytes of texts and formats, which are held in memory.
pub(super) const MOST_BESIDE_SHEETS: u64 = 50_000_000;

/// Kinds of workbooks in archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Archive {
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
pub(super) fn check(file: impl Read + Seek) -> Result<Archive, TableError> {
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
            let read = part.read(&mut buffer).map_err(|error| unpacking(&error))?;
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
    Ok(kind)
}

/// True where XML begins with a document type; it stands before the first element.
fn declares(begin: &[u8]) -> bool {
    begin
        .windows(9)
        .any(|window| window.eq_ignore_ascii_case(b"<!DOCTYPE"))
}
