//! Decisions on acts of the operator: given values, held against what is stored, become records to
//! write, with old → new. Pure; one engine for single acts and for the rows of an import.

mod companies;

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use fielddesk_model::CompanyId;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::fields::{Field, fields, noun, one};
use crate::ids;
use crate::store::{KnownRecords, OperatorRecord, RecordKind};

/// Values by the names of their fields, as they were written.
pub type Given = BTreeMap<&'static str, String>;

type Key = Vec<String>;

/// Acts on a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// Makes a record; one that exists is refused.
    Add,
    /// Changes a record; one that is missing is refused.
    Change,
    /// Does either.
    Import,
}

/// A changed field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldChange {
    /// The field.
    pub field: &'static str,
    /// The value before; null in a new record.
    pub old: Value,
    /// The value after.
    pub new: Value,
}

/// A record after an act.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) key: Key,
    pub(super) record: OperatorRecord,
    pub(super) is_new: bool,
    pub(super) changes: Vec<FieldChange>,
}

impl Planned {
    pub(super) fn is_same(&self) -> bool {
        !self.is_new && self.changes.is_empty()
    }
}

/// The records as they are after the acts decided so far.
pub(super) struct Planner {
    kind: RecordKind,
    today: NaiveDate,
    own_company: Option<String>,
    /// The own company that an act made, where there was none.
    first_company: Option<CompanyId>,
    /// Records by key, of each kind that holds others and of the kind itself.
    known: Vec<(RecordKind, HashMap<Key, OperatorRecord>)>,
}

impl Planner {
    pub(super) fn new(kind: RecordKind, known: KnownRecords, today: NaiveDate) -> Self {
        let by_key = |(kind, records): (RecordKind, Vec<OperatorRecord>)| {
            let keyed = records
                .into_iter()
                .map(|record| (key_of(kind, &record), record));
            (kind, keyed.collect())
        };
        Self {
            kind,
            today,
            own_company: known.own_company.map(|id| id.to_string()),
            first_company: None,
            known: known.records.into_iter().map(by_key).collect(),
        }
    }

    pub(super) fn first_company(&self) -> Option<CompanyId> {
        self.first_company.clone()
    }

    /// Decides on one act.
    ///
    /// # Errors
    /// A sentence for what cannot be.
    pub(super) fn take(&mut self, given: &Given, act: Act) -> Result<Planned, String> {
        let mut values = Map::new();
        for field in fields(self.kind) {
            if let Some(text) = given.get(field.name) {
                values.insert(field.name.to_owned(), field.read(text, self.today)?);
            }
        }
        let key = self.key(&values, act)?;
        let before = self.find(self.kind, &key);
        let planned = match (before, act) {
            (None, Act::Change) => return Err(self.missing(self.kind, &key)),
            (Some(_), Act::Add) => return Err(self.exists(&key)),
            (None, Act::Add | Act::Import) => self.made(key, values)?,
            (Some(before), Act::Change | Act::Import) => changed(self.kind, key, before, values),
        };
        if self.kind == RecordKind::Company {
            self.check_company(&planned)?;
        }
        self.note(&planned);
        Ok(planned)
    }

    /// The key of the record that the values name, whose holders exist.
    fn key(&self, values: &Map<String, Value>, act: Act) -> Result<Key, String> {
        if self.kind == RecordKind::Company {
            return self.company_key(values, act);
        }
        let mut key = Key::new();
        for name in self.kind.key() {
            let part = match values.get(*name).and_then(Value::as_str) {
                Some(part) => part.to_owned(),
                None if *name == "companyId" => self.own_company.clone().ok_or(
                    "companyId: the environment has no company; add one with `company add`",
                )?,
                None => return Err(format!("{name}: the value is missing; give one")),
            };
            key.push(part);
        }
        for holder in self
            .kind
            .with_holders()
            .iter()
            .filter(|kind| **kind != self.kind)
        {
            let key = key.get(..holder.key().len()).unwrap_or_default();
            if self.find(*holder, key).is_none() {
                return Err(self.missing(*holder, key));
            }
        }
        Ok(key)
    }

    /// A new record with these values; nothing is added to a company that is closed.
    fn made(&self, key: Key, values: Map<String, Value>) -> Result<Planned, String> {
        let mut record = self.blank(&key);
        record.extend(values);
        if self.kind == RecordKind::Company {
            self.complete_company(&mut record);
        }
        let record = OperatorRecord(record);
        for field in fields(self.kind).iter().filter(|field| field.is_required()) {
            if record.text(field.name).is_none() {
                return Err(format!(
                    "{}: the value is missing; a new {} needs one",
                    field.name,
                    one(self.kind)
                ));
            }
        }
        let company = match self.kind {
            RecordKind::Company => record.text("parentId"),
            RecordKind::Project | RecordKind::WorkOrder | RecordKind::MachineType => {
                record.text("companyId")
            }
        };
        if let Some(id) = company
            && self.company(id).is_some_and(|company| !company.is_active())
        {
            return Err(format!(
                "the company `{id}` is closed; reopen it with `company reopen` to add to it"
            ));
        }
        let changes = own_fields(self.kind).filter_map(|field| {
            let new = record.0.get(field.name).filter(|new| !new.is_null())?;
            (field.name != "active" || !record.is_active()).then(|| FieldChange {
                field: field.name,
                old: Value::Null,
                new: new.clone(),
            })
        });
        Ok(Planned {
            changes: changes.collect(),
            key,
            is_new: true,
            record,
        })
    }

    /// A record of the kind with its key and its id, and without other values.
    fn blank(&self, key: &Key) -> Map<String, Value> {
        let mut record = Map::new();
        // A company is not given a parent by leaving it out: that is decided later.
        for field in own_fields(self.kind).filter(|field| field.name != "parentId") {
            record.insert(field.name.to_owned(), Value::Null);
        }
        for (name, part) in self.kind.key().iter().zip(key) {
            record.insert((*name).to_owned(), json!(part));
        }
        record.insert("active".to_owned(), json!(true));
        match self.kind {
            RecordKind::Company | RecordKind::MachineType => {}
            RecordKind::Project => {
                record.insert("id".to_owned(), json!(ids::new_id()));
            }
            RecordKind::WorkOrder => {
                let project = key.get(..RecordKind::Project.key().len());
                let project = self.find(RecordKind::Project, project.unwrap_or_default());
                let id = project.and_then(|project| project.text("id"));
                record.insert("projectId".to_owned(), json!(id));
                record.insert("id".to_owned(), json!(ids::new_id()));
            }
        }
        record
    }

    fn note(&mut self, planned: &Planned) {
        let is_company = planned.is_new && self.kind == RecordKind::Company;
        if is_company && self.own_company.is_none() {
            self.own_company = planned.key.first().cloned();
            self.first_company = self.own_company.clone().map(Into::into);
        }
        if let Some((_, records)) = self.known.iter_mut().find(|(kind, _)| *kind == self.kind) {
            records.insert(planned.key.clone(), planned.record.clone());
        }
    }

    fn of(&self, kind: RecordKind) -> Option<&HashMap<Key, OperatorRecord>> {
        self.known
            .iter()
            .find(|(one, _)| *one == kind)
            .map(|(_, records)| records)
    }

    fn find(&self, kind: RecordKind, key: &[String]) -> Option<&OperatorRecord> {
        self.of(kind)?.get(key)
    }

    fn company(&self, id: &str) -> Option<&OperatorRecord> {
        self.find(RecordKind::Company, &[id.to_owned()])
    }

    fn missing(&self, kind: RecordKind, key: &[String]) -> String {
        format!(
            "there is no {} in this environment; `{} list` prints those that there are",
            named(kind, key),
            noun(kind)
        )
    }

    fn exists(&self, key: &[String]) -> String {
        format!(
            "there is a {} already; change it with `{} change`",
            named(self.kind, key),
            noun(self.kind)
        )
    }
}

/// The record with what is given; the rest stays.
fn changed(
    kind: RecordKind,
    key: Key,
    before: &OperatorRecord,
    values: Map<String, Value>,
) -> Planned {
    let mut record = before.clone();
    let mut changes = Vec::new();
    for field in own_fields(kind) {
        let old = before.0.get(field.name).cloned().unwrap_or_default();
        let Some(new) = values.get(field.name).filter(|new| **new != old) else {
            continue;
        };
        record.0.insert(field.name.to_owned(), new.clone());
        changes.push(FieldChange {
            field: field.name,
            old,
            new: new.clone(),
        });
    }
    Planned {
        key,
        record,
        is_new: false,
        changes,
    }
}

/// The fields of a kind beside its key.
fn own_fields(kind: RecordKind) -> impl Iterator<Item = &'static Field> {
    let key = kind.key();
    fields(kind)
        .iter()
        .filter(move |field| !key.contains(&field.name))
}

fn key_of(kind: RecordKind, record: &OperatorRecord) -> Key {
    let parts = kind.key().iter();
    parts
        .map(|name| record.text(name).unwrap_or_default().to_owned())
        .collect()
}

/// A record with its place, such as: work order `100` of project `P-1` of company `5f…`.
fn named(kind: RecordKind, key: &[String]) -> String {
    let kinds = kind.with_holders().iter().rev();
    let parts: Vec<String> = kinds
        .zip(key.iter().rev())
        .map(|(kind, part)| format!("{} `{part}`", one(*kind)))
        .collect();
    parts.join(" of ")
}
