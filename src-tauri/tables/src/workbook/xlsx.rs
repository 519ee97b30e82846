//! Office Open XML: what a workbook keeps beside its sheets.

use std::collections::HashMap;
use std::io::{BufRead, Read, Seek};

use quick_xml::events::Event;

use super::package::Package;
use super::unpacked::MOST_BESIDE_SHEETS;
use super::values::NumberForm;
use super::xlsx_sheet::{self, Shared};
use super::xml::{Part, attribute, local};
use super::{Book, MOST_SHEETS, Sheet};
use crate::{Row, TableError, TableErrorKind};

/// The most names that a workbook defines.
const MOST_NAMES: usize = 100_000;

/// A workbook.
pub(super) struct Xlsx<R> {
    package: Package<R>,
    sheets: Vec<Sheet>,
    /// The parts of the sheets.
    paths: Vec<String>,
    names: Vec<(String, String)>,
    shared: Shared,
}

/// The targets of relations by their ids, each with the last word of its type.
type Relations = HashMap<String, (String, String)>;

impl<R: Read + Seek> Xlsx<R> {
    pub(super) fn new(file: R) -> Result<Self, TableError> {
        let mut package = Package::new(file)?;
        let of_package = relations(&mut package, "", "_rels/.rels")?;
        let book = target(&of_package, "officeDocument").unwrap_or("xl/workbook.xml");
        let (folder, name) = book.rsplit_once('/').unwrap_or(("", book));
        let of_book = relations(&mut package, folder, &format!("{folder}/_rels/{name}.rels"))?;
        let mut xlsx = Self {
            package,
            sheets: Vec::new(),
            paths: Vec::new(),
            names: Vec::new(),
            shared: Shared::default(),
        };
        xlsx.read_book(book, &of_book)?;
        let beside = |kind: &str, usual: &str| {
            let named = target(&of_book, kind).map(str::to_owned);
            named.unwrap_or_else(|| format!("{folder}/{usual}"))
        };
        if let Some(mut part) = part(&mut xlsx.package, &beside("styles", "styles.xml"))? {
            xlsx.shared.forms = forms(&mut part)?;
        }
        let texts = beside("sharedStrings", "sharedStrings.xml");
        if let Some(mut part) = part(&mut xlsx.package, &texts)? {
            xlsx.shared.texts.read(&mut part)?;
        }
        Ok(xlsx)
    }

    fn read_book(&mut self, book: &str, relations: &Relations) -> Result<(), TableError> {
        let damaged = TableErrorKind::Damaged;
        let mut part = part(&mut self.package, book)?.ok_or(damaged.clone())?;
        let mut name = None;
        loop {
            match part.next()? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "sheet" => {
                        let sheet = attribute(&tag, "name").unwrap_or_default();
                        let id = attribute(&tag, "id").unwrap_or_default();
                        let state = attribute(&tag, "state");
                        let (path, kind) = relations.get(&id).ok_or(damaged.clone())?;
                        if self.sheets.len() == MOST_SHEETS {
                            return Err(TableErrorKind::TooManyTexts.into());
                        }
                        self.paths.push(path.clone());
                        self.sheets.push(Sheet {
                            name: sheet,
                            is_work: kind == "worksheet",
                            is_visible: state.is_none_or(|state| state == "visible"),
                        });
                    }
                    "workbookPr" => {
                        if let Some(says) = attribute(&tag, "date1904") {
                            self.shared.from_1904 = says == "1" || says == "true";
                        }
                    }
                    "definedName" => name = attribute(&tag, "name"),
                    _ => {}
                },
                Event::End(tag) if tag.local_name().as_ref() == "workbook" => return Ok(()),
                Event::Eof => return Err(damaged.into()),
                _ => {}
            }
            if let Some(name) = name.take() {
                let mut formula = String::new();
                part.text("definedName", &mut formula)?;
                if self.names.len() == MOST_NAMES {
                    return Err(TableErrorKind::TooManyTexts.into());
                }
                self.names.push((name, formula));
            }
        }
    }
}

impl<R: Read + Seek> Book for Xlsx<R> {
    fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    fn names(&self) -> Vec<(String, String)> {
        self.names.clone()
    }

    fn rows<E: From<TableError>>(
        &mut self,
        sheet: usize,
        most: u64,
        take: &mut dyn FnMut(Row) -> Result<bool, E>,
    ) -> Result<(), E> {
        let path = self.paths.get(sheet).map_or("", String::as_str);
        let part = self
            .package
            .part(path, most, TableErrorKind::UnpacksToTooMuch)?;
        let part = part
            .ok_or(TableErrorKind::Damaged)
            .map_err(TableError::from)?;
        xlsx_sheet::rows(part, &self.shared, take)
    }
}

/// Returns a part that is no sheet.
fn part<R: Read + Seek>(
    package: &mut Package<R>,
    name: &str,
) -> Result<Option<Part<impl BufRead>>, TableError> {
    package.part(name, MOST_BESIDE_SHEETS, TableErrorKind::TooManyTexts)
}

/// Reads relations, whose targets are below a folder unless they begin with a slash.
fn relations<R: Read + Seek>(
    package: &mut Package<R>,
    folder: &str,
    name: &str,
) -> Result<Relations, TableError> {
    let mut relations = Relations::new();
    let Some(mut part) = part(package, name)? else {
        return Ok(relations);
    };
    loop {
        match part.next()? {
            Event::Start(tag) if tag.local_name().as_ref() == "Relationship" => {
                let get = |name| attribute(&tag, name).unwrap_or_default();
                let (id, target, kind) = (get("Id"), get("Target"), get("Type"));
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                if relations.len() == super::unpacked::MOST_PARTS {
                    return Err(TableErrorKind::TooManyTexts.into());
                }
                relations.insert(id, (below(folder, &target), kind));
            }
            Event::End(tag) if tag.local_name().as_ref() == "Relationships" => {
                return Ok(relations);
            }
            Event::Eof => return Err(TableErrorKind::Damaged.into()),
            _ => {}
        }
    }
}

fn target<'a>(relations: &'a Relations, kind: &str) -> Option<&'a str> {
    let mut all = relations.values();
    let (path, _) = all.find(|(_, one)| one == kind)?;
    Some(path)
}

/// Returns the part of a target.
fn below(folder: &str, target: &str) -> String {
    if let Some(whole) = target.strip_prefix('/') {
        return whole.to_owned();
    }
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            ".." => {
                steps.pop();
            }
            "." | "" => {}
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// Reads what each style of cells makes of a number.
fn forms(part: &mut Part<impl BufRead>) -> Result<Vec<NumberForm>, TableError> {
    let mut own: HashMap<u32, NumberForm> = HashMap::new();
    let mut forms = Vec::new();
    let mut of_cells = false;
    loop {
        match part.next()? {
            Event::Start(tag) => {
                let number = attribute(&tag, "numFmtId").and_then(|id| id.trim().parse().ok());
                match local(tag.name().into_inner()) {
                    "cellXfs" => of_cells = true,
                    "numFmt" => {
                        let code = attribute(&tag, "formatCode").unwrap_or_default();
                        own.extend(number.map(|number| (number, NumberForm::of_code(&code))));
                    }
                    "xf" if of_cells => {
                        let number = number.unwrap_or_default();
                        let form = own.get(&number).copied();
                        forms.push(form.unwrap_or_else(|| NumberForm::of_number(number)));
                    }
                    _ => {}
                }
            }
            Event::End(tag) => match tag.local_name().as_ref() {
                "cellXfs" => of_cells = false,
                "styleSheet" => return Ok(forms),
                _ => {}
            },
            Event::Eof => return Err(TableErrorKind::Damaged.into()),
            _ => {}
        }
    }
}
