//! Open documents: the sheets of `content.xml`, one behind the other.

use std::collections::HashSet;
use std::io::{BufRead, Read, Seek};

use quick_xml::events::Event;

use super::ods_cells::{read_row, times};
use super::package::Package;
use super::unpacked::MOST_BESIDE_SHEETS;
use super::xml::{Part, attribute};
use super::{Book, MOST_SHEETS, Sheet};
use crate::cell::RowInParts;
use crate::read::IsHeading;
use crate::{Row, TableError, TableErrorKind, heading};

/// The last row of a sheet.
const LAST_ROW: u64 = 1_048_576;

/// A spreadsheet.
pub(super) struct Ods<R> {
    package: Package<R>,
    sheets: Vec<Sheet>,
    /// By sheet, as [`Book::hits`] returns them.
    hits: Vec<Option<usize>>,
}

impl<R: Read + Seek> Ods<R> {
    /// Looks through the sheets once.
    pub(super) fn new(file: R, known: IsHeading<'_>) -> Result<Self, TableError> {
        let mut package = Package::new(file)?;
        if is_encrypted(&mut package)? {
            return Err(TableErrorKind::Encrypted.into());
        }
        let (mut sheets, mut hits) = (Vec::new(), Vec::new());
        let mut hidden_styles = HashSet::new();
        let mut rows = 0;
        walk(
            &mut content(&mut package, crate::MOST_BYTES)?,
            &mut |seen| {
                match seen {
                    Found::HiddenStyle(name) => {
                        hidden_styles.insert(name);
                    }
                    Found::Table { name, style } => {
                        if sheets.len() == MOST_SHEETS {
                            return Err(TableError::from(TableErrorKind::TooManyTexts));
                        }
                        let is_visible = !hidden_styles.contains(&style);
                        sheets.push(Sheet {
                            name,
                            is_work: true,
                            is_visible,
                        });
                        hits.push(None);
                        rows = 0;
                    }
                    Found::Row(row) => {
                        let most = hits.last_mut();
                        if let Some(most) = most {
                            *most = (*most).max(Some(heading::hits(&row, known)));
                        }
                        rows += 1;
                    }
                }
                Ok(if rows < heading::LOOKED_AT {
                    Next::Rows
                } else {
                    Next::Tables
                })
            },
        )?;
        Ok(Self {
            package,
            sheets,
            hits,
        })
    }
}

impl<R: Read + Seek> Book for Ods<R> {
    fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    fn hits(&mut self, sheet: usize, _: IsHeading<'_>) -> Result<Option<usize>, TableError> {
        Ok(self.hits.get(sheet).copied().flatten())
    }

    fn rows<E: From<TableError>>(
        &mut self,
        sheet: usize,
        most: u64,
        take: &mut dyn FnMut(Row) -> Result<bool, E>,
    ) -> Result<(), E> {
        // The tables that were begun.
        let mut tables = 0;
        walk(&mut content(&mut self.package, most)?, &mut |seen| {
            match seen {
                Found::HiddenStyle(_) => {}
                Found::Table { .. } => tables += 1,
                Found::Row(row) => {
                    if !take(row)? {
                        return Ok(Next::End);
                    }
                }
            }
            Ok(match tables {
                after if after > sheet + 1 => Next::End,
                this if this == sheet + 1 => Next::Rows,
                _ => Next::Tables,
            })
        })
    }
}

fn content<R: Read + Seek>(
    package: &mut Package<R>,
    most: u64,
) -> Result<Part<impl BufRead>, TableError> {
    let part = package.part("content.xml", most, TableErrorKind::UnpacksToTooMuch)?;
    part.ok_or_else(|| TableErrorKind::Damaged.into())
}

/// True where the manifest says that a part has a password.
fn is_encrypted<R: Read + Seek>(package: &mut Package<R>) -> Result<bool, TableError> {
    let too_many = TableErrorKind::TooManyTexts;
    let part = package.part("META-INF/manifest.xml", MOST_BESIDE_SHEETS, too_many)?;
    let Some(mut part) = part else {
        return Ok(false);
    };
    loop {
        match part.next()? {
            Event::Start(tag) if tag.local_name().as_ref() == "encryption-data" => return Ok(true),
            Event::Eof => return Ok(false),
            _ => {}
        }
    }
}

/// Things that are met on a walk.
enum Found {
    /// The name of a style that hides a sheet.
    HiddenStyle(String),
    Table {
        name: String,
        style: String,
    },
    Row(Row),
}

/// Things that are wanted next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Rows of this table.
    Rows,
    /// Other tables.
    Tables,
    End,
}

/// Walks through the sheets. A row that is repeated is met as often, up to the last row that a
/// sheet has.
fn walk<E: From<TableError>>(
    part: &mut Part<impl BufRead>,
    see: &mut dyn FnMut(Found) -> Result<Next, E>,
) -> Result<(), E> {
    let mut style = String::new();
    let mut next = Next::Tables;
    let mut number = 1_u64;
    let mut ends = false;
    loop {
        let mut row = None;
        match part.next()? {
            Event::Start(tag) => match tag.name().as_ref() {
                "style:style" => style = attribute(&tag, "name").unwrap_or_default(),
                "style:table-properties"
                    if attribute(&tag, "display").as_deref() == Some("false") =>
                {
                    see(Found::HiddenStyle(std::mem::take(&mut style)))?;
                }
                "table:table" => {
                    number = 1;
                    next = see(Found::Table {
                        name: attribute(&tag, "name").unwrap_or_default(),
                        style: attribute(&tag, "style-name").unwrap_or_default(),
                    })?;
                }
                "table:table-row" => {
                    let visibility = attribute(&tag, "visibility");
                    let is_hidden = visibility.is_some_and(|is| is != "visible");
                    row = Some((is_hidden, times(&tag, "table:number-rows-repeated")));
                }
                _ => {}
            },
            Event::End(tag) => ends = tag.name().as_ref() == "office:document-content",
            Event::Eof if ends => return Ok(()),
            Event::Eof => return Err(TableError::from(TableErrorKind::Damaged).into()),
            _ => {}
        }
        if next == Next::End {
            return Ok(());
        }
        let Some((is_hidden, times)) = row else {
            continue;
        };
        if next == Next::Tables {
            continue;
        }
        let read = read_row(part, RowInParts::new(number, is_hidden))?;
        for at in 0..times.min(LAST_ROW.saturating_sub(number - 1)) {
            let Some(row) = read.clone().filled() else {
                break;
            };
            next = see(Found::Row(Row {
                number: number.saturating_add(at),
                ..row
            }))?;
            if next != Next::Rows {
                break;
            }
        }
        number = number.saturating_add(times);
    }
}
