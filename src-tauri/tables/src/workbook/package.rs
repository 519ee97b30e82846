//! The parts of a workbook in an archive, found by name as spreadsheet programs find them.

use std::collections::HashMap;
use std::io::{BufReader, Read, Seek};

use zip::ZipArchive;
use zip::read::ZipFile;

use super::xml::Part;
use crate::{TableError, TableErrorKind};

/// An archive.
pub(super) struct Package<R> {
    archive: ZipArchive<R>,
    /// Places of the parts by [`key`].
    places: HashMap<String, usize>,
}

impl<R: Read + Seek> Package<R> {
    pub(super) fn new(file: R) -> Result<Self, TableError> {
        let archive = ZipArchive::new(file).map_err(|_| TableErrorKind::Damaged)?;
        let names = (0..archive.len()).filter_map(|place| {
            let name = archive.name_for_index(place)?;
            Some((key(&name.ok()?), place))
        });
        let places = names.collect();
        Ok(Self { archive, places })
    }

    /// Returns a part to be read; `None` where the archive has none of that name.
    pub(super) fn part(
        &mut self,
        name: &str,
        most: u64,
        too_many: TableErrorKind,
    ) -> Result<Option<Part<BufReader<ZipFile<'_, R>>>>, TableError> {
        let Some(place) = self.places.get(&key(name)) else {
            return Ok(None);
        };
        let file = self.archive.by_index(*place);
        let file = file.map_err(|_| TableErrorKind::Damaged)?;
        Ok(Some(Part::new(BufReader::new(file), most, too_many)))
    }
}

/// The name of a part for comparisons: letters of either case, and either slash.
fn key(name: &str) -> String {
    let name = name.replace('\\', "/").to_lowercase();
    name.trim_start_matches('/').to_owned()
}
