//! Judges one row after the other: new, changed, unchanged or bad. Pure.

mod accept;
mod against;
mod cells;
mod people;
mod supervisors;
mod unit;
mod unknown;

use std::collections::HashMap;

use fielddesk_model::CompanyId;
use serde_json::Value;

use super::first_pass::FirstPass;
use super::known::Known;
use super::source::Row;
use super::types::{Action, Column, ImportOptions, PlannedRow, Reason};
use crate::export::ExportBase;
use crate::machines::CompanyTypes;
use crate::records::Resource;
use fielddesk_rules::fields::{
    FieldDef, Problem, ProblemCode as Code, Reading, Values, clean_number, field, is_blank,
};
use fielddesk_rules::pasted::has_invisible;
use people::Phones;
use supervisors::Supervisors;
pub(super) use unit::UNIT;

/// What the service knows, for judging rows.
pub(super) struct Facts {
    /// The records of the resource.
    pub known: Known,
    /// Day and country for the days and phone numbers of the file.
    pub reading: Reading,
    /// The codes of the company's country and of the person's, for phone numbers that are
    /// offered in the place of refused ones.
    pub codes: [Option<&'static str>; 2],
    /// Our company's machine types; none where the file has no types.
    pub types: Option<CompanyTypes>,
    /// All users by employee number, where the file names responsible persons.
    pub people: Option<std::collections::HashSet<String>>,
    /// Facts about the whole file.
    pub first_pass: FirstPass,
    /// The company of rows that name none.
    pub company: Option<CompanyId>,
    /// What the export that wrote the file wrote, where it is known here. Its cells do not count
    /// where all values of the file do.
    pub base: Option<ExportBase>,
}

/// A column that fills a field.
struct Filled {
    index: usize,
    field: &'static FieldDef,
    heading: String,
    /// Units of the field in one of the column.
    factor: f64,
    /// The number of the unit that the record has to have.
    unit_of_record: Option<i64>,
}

/// Judges the rows of a file.
pub(super) struct Check<'a> {
    resource: Resource,
    facts: &'a Facts,
    options: &'a ImportOptions,
    columns: Vec<Filled>,
    seen: HashMap<(Option<CompanyId>, String), u64>,
    /// How many unknown numbers were compared with all that are known.
    looked: usize,
    supervisors: Option<Supervisors<'a>>,
    phones: Phones,
}

impl<'a> Check<'a> {
    pub(super) fn new(
        resource: Resource,
        facts: &'a Facts,
        options: &'a ImportOptions,
        columns: &[Column],
    ) -> Self {
        let filled = columns.iter().filter_map(|column| {
            let field = field(resource.fields(), column.field.as_deref()?)?;
            Some(Filled {
                index: column.index,
                field,
                heading: column.heading.clone(),
                factor: column.factor,
                unit_of_record: column.unit_of_record,
            })
        });
        Self {
            resource,
            facts,
            options,
            columns: filled.collect(),
            seen: HashMap::new(),
            looked: 0,
            supervisors: Supervisors::new(facts),
            phones: Phones::new(resource, facts),
        }
    }

    /// Judges a row.
    pub(super) fn judge(&mut self, row: &Row) -> PlannedRow {
        let mut bad = Vec::new();
        let mut values = self.values(row, &mut bad);
        let written = text(values.remove(self.resource.key()));
        let number = clean_number(&written);
        let company = match text(values.remove("companyId")) {
            company if company.is_empty() => self
                .exported_company(&number)
                .or_else(|| self.facts.company.clone()),
            company => Some(CompanyId::new(company)),
        };
        let (named, is_whole) = self.named(&values);
        let mut planned = PlannedRow {
            row: row.number,
            number: number.clone(),
            cleaned: has_invisible(&written),
            hidden: row.is_hidden,
            name: named,
            company: company.clone(),
            action: Action::Unchanged,
            changed_since: None,
        };
        if number.is_empty() {
            let key = self.resource.key();
            // A number that cannot be read is a reason already.
            if bad
                .iter()
                .all(|reason| reason.field.as_deref() != Some(key))
            {
                let problem = Problem::new(Code::EmptyRequired, "It is empty.");
                bad.push(self.reason(key, problem));
            }
            planned.action = Action::Bad { reasons: bad };
            return planned;
        }
        if let Some(first) = self
            .seen
            .insert((company.clone(), number.clone()), row.number)
        {
            let shown = fielddesk_rules::file_name::shown(&number);
            let message = format!("{shown} is in row {first} already.");
            let problem = Problem::new(Code::NumberTwice, message)
                .with("number", shown)
                .with("row", first);
            bad.push(self.reason(self.resource.key(), problem));
        }
        let stored = company
            .as_ref()
            .and_then(|company| self.facts.known.find(company, &number));
        self.unit_of_record(stored, &mut values, &mut bad);
        self.person(
            row.number,
            &number,
            company.as_ref(),
            stored,
            &values,
            &mut bad,
        );
        planned.action = match stored {
            Some(stored) => {
                let named = planned.name.take();
                planned.name = match is_whole {
                    true => named.or_else(|| stored.name.clone()),
                    false => stored.name.clone().or(named),
                };
                let (action, since) = self.against(stored, values, &mut bad);
                planned.changed_since = since;
                action
            }
            None => {
                let create = self.options.creates(row.number);
                self.new_record(&number, company.as_ref(), values, create, &mut bad)
            }
        };
        if !bad.is_empty() {
            planned.action = Action::Bad { reasons: bad };
            planned.changed_since = None;
        }
        planned
    }

    /// The name that the row gives its machine or person, and whether it is all of it.
    fn named(&self, values: &Values) -> (Option<String>, bool) {
        let parts = match self.resource {
            Resource::Machines => &["name"][..],
            Resource::Users => &["firstName", "lastName"],
        };
        let names = parts.iter().filter_map(|name| values.get(*name));
        let names: Vec<String> = names.map(|name| text(Some(name.clone()))).collect();
        let is_whole = names.len() == parts.len();
        ((!names.is_empty()).then(|| names.join(" ")), is_whole)
    }

    /// A record that is not stored yet.
    fn new_record(
        &mut self,
        number: &str,
        company: Option<&CompanyId>,
        values: Values,
        create: bool,
        bad: &mut Vec<Reason>,
    ) -> Action {
        let key = self.resource.key();
        let one = self.resource.one();
        let company = match self.company_of_new(number, company, &values, create) {
            Ok(company) => company,
            Err(reason) => {
                bad.push(reason);
                return Action::Unchanged;
            }
        };
        let equipment = values.get("isEquipment") == Some(&Value::Bool(true));
        let mut accepted = Values::new();
        accepted.insert("companyId".to_owned(), Value::from(company.as_str()));
        accepted.insert(key.to_owned(), Value::from(number));
        for (name, value) in values {
            let Some(field) = field(self.resource.fields(), &name) else {
                continue;
            };
            if let Some(value) = self.accepted(field, None, value, company, equipment, bad) {
                accepted.insert(name, value);
            }
        }
        for field in self.resource.fields().iter().filter(|field| field.required) {
            let unread = bad
                .iter()
                .any(|reason| reason.field.as_deref() == Some(field.name));
            if !unread && accepted.get(field.name).is_none_or(is_blank) {
                let message = format!("A new {one} needs it.");
                bad.push(self.reason(field.name, Problem::new(Code::NeededForNew, message)));
            }
        }
        Action::Create { values: accepted }
    }

    fn reason(&self, name: &str, problem: Problem) -> Reason {
        let column = self.columns.iter().find(|column| column.field.name == name);
        Reason {
            field: Some(name.to_owned()),
            heading: column.map(|column| column.heading.clone()),
            problem,
            suggestion: None,
            choices: Vec::new(),
        }
    }
}

impl Reason {
    /// Adds a value that would be right.
    fn suggest(&mut self, near: &str, said: &str) {
        self.problem.message = format!("{} {said}", self.problem.message);
        let nearest = ("nearest".to_owned(), near.to_owned());
        self.problem.params.extend([nearest]);
        self.suggestion = Some(near.to_owned());
    }
}

fn text(value: Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}
