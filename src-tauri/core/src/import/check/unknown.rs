//! A number that is not stored: a new record, or a typing error. Pure.

use fielddesk_model::CompanyId;
use serde_json::Value;

use super::{Check, Reason};
use crate::records::{Numbered, Resource, refuse_alike};
use fielddesk_rules::fields::{Problem, ProblemCode as Code, Values, check_number};
use fielddesk_rules::name_key::NameKey;

/// How many unknown numbers are compared with all that are known.
const COMPARED: usize = 200;

impl Check<'_> {
    /// The company of a record that can be new, or why it cannot.
    pub(super) fn company_of_new<'c>(
        &mut self,
        number: &str,
        company: Option<&'c CompanyId>,
        values: &Values,
        create: bool,
    ) -> Result<&'c CompanyId, Reason> {
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
            return Err(self.reason("companyId", problem));
        }
        let Some(company) = company else {
            let message = "It cannot be told which company is meant.";
            let problem = Problem::new(Code::UnknownCompany, message);
            return Err(self.reason("companyId", problem));
        };
        // Spreadsheet programs drop leading zeros, and texts from elsewhere carry characters that
        // cannot be seen: the record exists.
        let same = self.facts.known.keyed(company, number);
        let numbered = same.iter().map(|record| Numbered {
            id: &record.id,
            number: &record.number,
            name: record.name.clone(),
        });
        if let Err(problem) = refuse_alike(self.resource, number, numbered) {
            let mut reason = self.reason(key, problem);
            if let [only] = same.as_slice() {
                reason.suggestion = Some(only.number.clone());
            }
            return Err(reason);
        }
        if let Err(problem) = check_number(number) {
            return Err(self.reason(key, problem));
        }
        // A new record beside one that nobody can tell apart from it is a typing error.
        let alike = self.facts.known.lookalikes(number);
        if !alike.is_empty() {
            let message =
                format!("There is no {one} {shown}: a letter stands in place of a digit.");
            let problem = Problem::new(Code::LookalikeNumber, message).with("number", shown);
            let mut reason = self.reason(key, problem);
            if let [near] = alike.as_slice() {
                reason.suggest(near, &format!("There is a {near}."));
            }
            return Err(reason);
        }
        if create {
            return Ok(company);
        }
        let message = format!("There is no {one} {shown}.");
        let problem = Problem::new(Code::UnknownNumber, message).with("number", shown);
        let mut reason = self.reason(key, problem);
        self.looked += 1;
        if self.looked <= COMPARED
            && let Some(near) = self.mistyped(number, company, values)
        {
            reason.suggest(near, &format!("There is a {near} of that name."));
        }
        Err(reason)
    }

    /// The number of the one record that has the row's name, and whose number differs in one
    /// character. Of another name it is another record, over which the row would be written.
    fn mistyped(&self, number: &str, company: &CompanyId, values: &Values) -> Option<&str> {
        let name = NameKey::of_words(&self.written_name(values)?)?;
        let records = self.facts.known.records().iter();
        let mut fitting = records.filter(|record| {
            record.company == *company
                && one_character_differs(number, &record.number)
                && record.name.as_deref().and_then(NameKey::of_words).as_ref() == Some(&name)
        });
        match (fitting.next(), fitting.next()) {
            (Some(record), None) => Some(&record.number),
            _ => None,
        }
    }

    /// The name of the record that the row means, where the row has all of it.
    fn written_name(&self, values: &Values) -> Option<String> {
        let text = |name: &str| values.get(name).and_then(Value::as_str);
        match self.resource {
            Resource::Machines => text("name").map(str::to_owned),
            Resource::Users => Some(format!("{} {}", text("firstName")?, text("lastName")?)),
        }
    }

    fn names_company(&self) -> bool {
        self.columns
            .iter()
            .any(|column| column.field.name == "companyId")
    }
}

fn one_character_differs(one: &str, other: &str) -> bool {
    let same_length = one.chars().count() == other.chars().count();
    same_length
        && one
            .chars()
            .zip(other.chars())
            .filter(|(a, b)| a != b)
            .count()
            == 1
}
