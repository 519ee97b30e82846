//! Files that a verb writes, and the sentence with their place.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::output_file::save;
use serde::Serialize;

use super::Output;
use super::table::Table;

/// The content of a written file, as a program reads it.
#[derive(Debug, Serialize)]
struct Exported<'a> {
    exported: &'a Path,
    rows: u64,
}

impl Output {
    /// Writes a whole file and reports its place, of which `remark` makes a sentence.
    pub(crate) fn file(
        &self,
        file: Option<&Path>,
        bytes: &[u8],
        rows: u64,
        remark: impl FnOnce(&str) -> String,
    ) -> Result<(), Failure> {
        match file {
            None => self.bytes(bytes),
            Some(path) => {
                save(path, bytes)?;
                self.written(path, rows, remark)
            }
        }
    }

    /// Reports the place of a written file, of which `remark` makes a sentence.
    pub(crate) fn written(
        &self,
        file: &Path,
        rows: u64,
        remark: impl FnOnce(&str) -> String,
    ) -> Result<(), Failure> {
        let place = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let document = Exported {
            exported: &place,
            rows,
        };
        self.result(&document, || Table::new(&[]))?;
        self.remark(&remark(&place.to_string_lossy()));
        Ok(())
    }
}
