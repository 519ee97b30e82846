//! The values of an export: the third side when its file is imported. Pure.

use std::collections::HashMap;
use std::io::Read as _;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ExportOptions, FileKind};
use crate::Failure;
use crate::records::Resource;
use crate::spreadsheet::guard::unguard;
use fielddesk_rules::fields::{FieldDef, Values, field, same};

/// The most bytes that a kept export unpacks to.
const MOST_BYTES: u64 = 1 << 30;

/// The values that one workbook was written from. The workbook itself holds nothing of them but
/// the id, so that columns which are deleted before it is mailed are gone.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportBase {
    pub(crate) id: String,
    pub(crate) resource: Resource,
    pub(crate) body: BaseBody,
}

/// The part that is stored.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BaseBody {
    /// Spec names, in the order of the values.
    fields: Vec<String>,
    /// By record id.
    records: HashMap<String, Vec<Value>>,
    /// The names that were written in place of ids of machine types.
    type_names: HashMap<String, String>,
    /// Values that imports of the file wanted, by record id and field.
    imported: HashMap<String, Values>,
}

impl ExportBase {
    /// A base without records. `None` for a CSV, which has no place for the id, and where no
    /// column names the records.
    pub(crate) fn begin(
        resource: Resource,
        columns: &[&FieldDef],
        options: ExportOptions,
    ) -> Option<Self> {
        let names_records = columns.iter().any(|field| field.name == resource.key());
        if options.kind != FileKind::Xlsx || !names_records {
            return None;
        }
        // What is not imported is not compared either.
        let known = |column: &&&FieldDef| {
            field(resource.fields(), column.name).is_some_and(|field| field.read_only.is_none())
        };
        let fields = columns.iter().filter(known);
        let body = BaseBody {
            fields: fields.map(|field| field.name.to_owned()).collect(),
            ..BaseBody::default()
        };
        Some(Self {
            id: uuid::Uuid::new_v4().simple().to_string(),
            resource,
            body,
        })
    }

    /// Adds a record with its values as they are stored.
    pub(crate) fn add(&mut self, record: &str, values: &Values) {
        let fields = self.body.fields.iter();
        let values = fields.map(|name| values.get(name).cloned().unwrap_or_default());
        let values = values.collect();
        self.body.records.insert(record.to_owned(), values);
    }

    /// The names that stand in the file for ids of machine types.
    pub(crate) fn name_types(&mut self, names: &HashMap<String, String>) {
        self.body.type_names.clone_from(names);
    }

    /// What was exported of a cell; `None` where it was not.
    pub(crate) fn cell<'a>(&'a self, record: &str, field: &'a FieldDef) -> Option<BaseCell<'a>> {
        let place = self
            .body
            .fields
            .iter()
            .position(|name| name == field.name)?;
        let exported = self.body.records.get(record)?.get(place)?;
        let names = (field.name == "typeId").then_some(&self.body.type_names);
        let id = exported.as_str();
        let imported = self.body.imported.get(record);
        Some(BaseCell {
            field,
            exported,
            word: names.zip(id).and_then(|(names, id)| names.get(id)),
            imported: imported.and_then(|values| values.get(field.name)),
        })
    }

    /// Remembers what an import of the file wants.
    pub(crate) fn note_imported(&mut self, record: &str, field: &str, value: Value) {
        let values = self.body.imported.entry(record.to_owned()).or_default();
        values.insert(field.to_owned(), value);
    }
}

impl BaseBody {
    pub(crate) fn pack(&self) -> Result<Vec<u8>, Failure> {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
        serde_json::to_writer(&mut packed, self).map_err(Failure::internal)?;
        packed.finish().map_err(Failure::internal)
    }

    pub(crate) fn unpack(packed: &[u8]) -> Result<Self, Failure> {
        let text = DeflateDecoder::new(packed).take(MOST_BYTES);
        serde_json::from_reader(std::io::BufReader::new(text)).map_err(Failure::internal)
    }
}

/// One cell of an export, for the comparison of three: what was exported, what the file says,
/// what the service has now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BaseCell<'a> {
    pub(crate) field: &'a FieldDef,
    /// As it was stored.
    pub(crate) exported: &'a Value,
    /// What stood in its place in the file.
    pub(crate) word: Option<&'a String>,
    /// What an earlier import of the file wanted.
    pub(crate) imported: Option<&'a Value>,
}

impl BaseCell<'_> {
    /// Whether nobody touched the cell of the file, by the value that it reads as. Where an
    /// import of the file was the last to change the service, going back is a change.
    pub(crate) fn is_untouched(&self, file: &Value, now: &Value) -> bool {
        !self.is_from_file(now) && self.was_written_as(file)
    }

    /// Whether the service has something else by now, and not from this file.
    pub(crate) fn is_changed_since(&self, now: &Value) -> bool {
        !same(self.field, self.exported, now) && !self.is_from_file(now)
    }

    fn is_from_file(&self, now: &Value) -> bool {
        self.imported
            .is_some_and(|imported| same(self.field, imported, now))
    }

    fn was_written_as(&self, file: &Value) -> bool {
        let is = |written: &Value| same(self.field, written, file);
        is(self.exported)
            || self.word.is_some_and(|word| is(&word.as_str().into()))
            || self
                .exported
                .as_str()
                .is_some_and(|text| is(&unguard(text).into()))
    }
}

#[cfg(test)]
mod tests;
