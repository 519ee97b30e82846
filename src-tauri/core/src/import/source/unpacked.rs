//! Looks through a workbook's archive before anything reads it: how much it unpacks to, and
//! that no part declares entities.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use zip::ZipArchive;

use super::{MOST_BYTES, unreadable};
use crate::{Failure, FailureKind};

/// The most parts of a workbook.
const MOST_PARTS: usize = 10_000;
/// What every part but a sheet is held in memory for.
const MOST_BESIDE_SHEETS: u64 = 50_000_000;

/// Fails where the archive unpacks to too much or declares a document type. What it says of
/// its sizes is not believed: everything is unpacked once, to nowhere.
pub(super) fn check(path: &Path, file: &File) -> Result<(), Failure> {
    let broken = || {
        unreadable(
            "It begins like a workbook and is none, or it is damaged.",
            "Open it in a spreadsheet program and save it as .xlsx again.",
        )
    };
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|_| broken())?;
    if archive.len() > MOST_PARTS {
        return Err(too_large());
    }
    let mut buffer = vec![0; 64 * 1024];
    let (mut all, mut beside) = (0_u64, 0_u64);
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(|_| broken())?;
        let is_sheet = part
            .name()
            .map_err(|_| broken())?
            .starts_with("xl/worksheets/");
        let mut begun = false;
        loop {
            let read = part.read(&mut buffer).map_err(|error| match error.kind() {
                std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof => broken(),
                _ => Failure::local("read", path, &error),
            })?;
            if read == 0 {
                break;
            }
            let chunk = buffer.get(..read).unwrap_or_default();
            if !std::mem::replace(&mut begun, true) && declares(chunk) {
                return Err(unreadable(
                    "A part of it declares a document type, which no spreadsheet program does.",
                    "Open it in a spreadsheet program and save it as .xlsx again.",
                ));
            }
            all += read as u64;
            beside += if is_sheet { 0 } else { read as u64 };
            if all > MOST_BYTES || beside > MOST_BESIDE_SHEETS {
                return Err(too_large());
            }
        }
    }
    Ok(())
}

/// Whether XML begins with a document type; it stands before the first element.
fn declares(begin: &[u8]) -> bool {
    begin
        .windows(9)
        .any(|window| window.eq_ignore_ascii_case(b"<!DOCTYPE"))
}

fn too_large() -> Failure {
    Failure::new(
        FailureKind::TooLarge,
        "The workbook unpacks to more than 200 MB.",
        "Leave out pictures and other sheets, or save the sheet as CSV.",
    )
}
