//! Judges one row after the other: new, changed, unchanged or bad. Pure.

mod accept;
mod against;

use std::collections::HashMap;

use fielddesk_model::CompanyId;
use serde_json::Value;

use super::known::Known;
use super::source::{Cell, Row};
use super::types::{Action, Column, ImportOptions, PlannedRow, Reason};
use crate::export::ExportBase;
use crate::machines::CompanyTypes;
use crate::records::Resource;
use fielddesk_rules::fields::{
    Decimals, FieldDef, Problem, ProblemCode as Code, Values, check_limits, field, is_blank,
    nearest,
};
use fielddesk_rules::language::Language;

/// How many unknown numbers get a suggestion: each costs a look at all numbers.
const SUGGESTIONS: usize = 200;

/// What the service knows, for judging rows.
pub(super) struct Facts {
    /// The records of the resource.
    pub known: Known,
    /// Our company's machine types; none where the file has no types.
    pub types: Option<CompanyTypes>,
    /// All users by employee number, where the file names responsible persons.
    pub people: Option<std::collections::HashSet<String>>,
    /// The company of rows that name none.
    pub company: Option<CompanyId>,
    /// What the export that wrote the file wrote, where it is known here.
    pub base: Option<ExportBase>,
}

/// Judges the rows of a file.
pub(super) struct Check<'a> {
    resource: Resource,
    facts: &'a Facts,
    create: bool,
    decimals: Decimals,
    columns: Vec<(usize, &'static FieldDef, String)>,
    seen: HashMap<(Option<CompanyId>, String), u64>,
    suggested: usize,
}

impl<'a> Check<'a> {
    pub(super) fn new(
        resource: Resource,
        facts: &'a Facts,
        options: &ImportOptions,
        decimals: Decimals,
        columns: &[Column],
    ) -> Self {
        let filled = columns.iter().filter_map(|column| {
            let field = field(resource.fields(), column.field.as_deref()?)?;
            Some((column.index, field, column.heading.clone()))
        });
        Self {
            resource,
            facts,
            create: options.create,
            decimals,
            columns: filled.collect(),
            seen: HashMap::new(),
            suggested: 0,
        }
    }

    /// Judges a row.
    pub(super) fn judge(&mut self, row: &Row) -> PlannedRow {
        let mut bad = Vec::new();
        let mut values = self.values(row, &mut bad);
        let number = text(values.remove(self.resource.key()));
        let company = match text(values.remove("companyId")) {
            company if company.is_empty() => self.facts.company.clone(),
            company => Some(CompanyId::new(company)),
        };
        let named = values
            .contains_key("name")
            .then(|| text(values.get("name").cloned()));
        let mut planned = PlannedRow {
            row: row.number,
            number: number.clone(),
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
        planned.action = match stored {
            Some(stored) => {
                planned.name = stored.name.clone().or(planned.name);
                let (action, since) = self.against(stored, values, &mut bad);
                planned.changed_since = since;
                action
            }
            None => self.new_record(&number, company.as_ref(), values, &mut bad),
        };
        if !bad.is_empty() {
            planned.action = Action::Bad { reasons: bad };
            planned.changed_since = None;
        }
        planned
    }

    /// The values of the cells that are not empty.
    fn values(&self, row: &Row, bad: &mut Vec<Reason>) -> Values {
        let mut values = Values::new();
        for (index, field, _) in &self.columns {
            let cell = row.cells.get(*index).unwrap_or(&Cell::Empty);
            if let Cell::Error(error) = cell {
                let shown = fielddesk_rules::file_name::shown(error);
                let message = format!("The formula of the cell failed: {shown}.");
                let problem = Problem::new(Code::FormulaFailed, message).with("text", shown);
                bad.push(self.reason(field.name, problem));
                continue;
            }
            let Some(loose) = cell.loose() else { continue };
            if field.name == "blockCheckIn" && says_no_check_in(cell) {
                continue;
            }
            let read = field.parse_loose(&loose, self.decimals).map_err(|refusal| {
                let mut problem = Problem::unread(field.kind, refusal, cell.text().trim());
                problem.message.push('.');
                problem
            });
            // A number is judged here: it is gone from the values before they are accepted.
            let read = read.and_then(|value| match field.name == self.resource.key() {
                true => check_limits(field, &value).map(|()| value),
                false => Ok(value),
            });
            match read {
                Ok(value) => {
                    values.insert(field.name.to_owned(), value);
                }
                Err(problem) => bad.push(self.reason(field.name, problem)),
            }
        }
        values
    }

    /// A record that is not stored yet.
    fn new_record(
        &mut self,
        number: &str,
        company: Option<&CompanyId>,
        values: Values,
        bad: &mut Vec<Reason>,
    ) -> Action {
        let key = self.resource.key();
        let one = self.resource.one();
        let shown = fielddesk_rules::file_name::shown(number);
        let others: Vec<&str> = self
            .facts
            .known
            .numbered(number)
            .map(|record| record.company.as_str())
            .collect();
        // A row that names no company does not mean a new record beside one of that number.
        if !self.names_company() && !others.is_empty() {
            let message = format!(
                "{shown} belongs to company {}; add a column companyId, or choose that company.",
                others.join(" and ")
            );
            let problem = Problem::new(Code::OtherCompany, message)
                .with("number", shown)
                .with("companies", others.join(", "));
            bad.push(self.reason("companyId", problem));
            return Action::Unchanged;
        }
        let Some(company) = company else {
            let message = "It cannot be told which company is meant.";
            let problem = Problem::new(Code::UnknownCompany, message);
            bad.push(self.reason("companyId", problem));
            return Action::Unchanged;
        };
        // A new record beside one that nobody can tell apart from it is a typing error.
        if let Some(near) = self.facts.known.lookalike(number) {
            let message =
                format!("There is no {one} {shown}: a letter stands in place of a digit.");
            let problem = Problem::new(Code::LookalikeNumber, message).with("number", shown);
            let mut reason = self.reason(key, problem);
            reason.suggest(near, &format!("There is a {near}."));
            bad.push(reason);
            return Action::Unchanged;
        }
        if !self.create {
            let message = format!("There is no {one} {shown}.");
            let problem = Problem::new(Code::UnknownNumber, message).with("number", shown);
            let mut reason = self.reason(key, problem);
            self.suggested += 1;
            if self.suggested <= SUGGESTIONS
                && let Some(near) = nearest(number, self.facts.known.numbers())
            {
                reason.suggest(near, &format!("There is a {near}."));
            }
            bad.push(reason);
            return Action::Unchanged;
        }
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

    fn names_company(&self) -> bool {
        self.columns
            .iter()
            .any(|(_, field, _)| field.name == "companyId")
    }

    fn reason(&self, name: &str, problem: Problem) -> Reason {
        let column = self.columns.iter().find(|(_, field, _)| field.name == name);
        Reason {
            field: Some(name.to_owned()),
            heading: column.map(|(_, _, heading)| heading.clone()),
            problem,
            suggestion: None,
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

/// What an export writes for equipment.
fn says_no_check_in(cell: &Cell) -> bool {
    let text = cell.text().trim().to_lowercase();
    let mut languages = Language::ALL.into_iter();
    languages.any(|language| language.no_check_in().to_lowercase() == text)
}

fn text(value: Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}
