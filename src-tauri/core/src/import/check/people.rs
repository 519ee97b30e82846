//! A row of a person against the others: the phone that logs in, the days of the employment, and
//! the person whom the number belongs to. Pure.

use std::collections::HashMap;

use fielddesk_model::CompanyId;
use serde_json::Value;

use super::super::known::KnownRecord;
use super::{Check, Facts, Reason};
use crate::records::Resource;
use crate::users::person::{another_person, employment, taken};
use fielddesk_rules::fields::{ProblemCode as Code, Values};
use fielddesk_rules::phone::international;

const PHONE: &str = "mobileWork";

/// The phones that users log in with, by company and digits: number and name of the user.
#[derive(Default)]
pub(super) struct Phones(HashMap<(CompanyId, String), (String, String)>);

impl Phones {
    pub(super) fn new(resource: Resource, facts: &Facts) -> Self {
        let mut phones = HashMap::new();
        if resource == Resource::Users {
            for record in facts.known.records() {
                let phone = record.values.get(PHONE).and_then(Value::as_str);
                if let Some(digits) = phone.and_then(international) {
                    let name = record.name.clone().unwrap_or_default();
                    let key = (record.company.clone(), digits);
                    phones.insert(key, (record.number.clone(), name));
                }
            }
        }
        Self(phones)
    }
}

impl Check<'_> {
    /// Judges the values of a row for a person.
    pub(super) fn person(
        &mut self,
        row: u64,
        number: &str,
        company: Option<&CompanyId>,
        stored: Option<&KnownRecord>,
        values: &Values,
        bad: &mut Vec<Reason>,
    ) {
        if self.resource != Resource::Users {
            return;
        }
        let nothing = Values::new();
        let now = stored.map_or(&nothing, |stored| &stored.values);
        if let Some((field, problem)) = employment(values, now) {
            bad.push(self.reason(field, problem));
        }
        let name = stored
            .and_then(|stored| stored.name.as_deref())
            .unwrap_or_default();
        let takes = self.options.other_person_rows.contains(&row);
        if let Some(problem) = another_person(now, values, name).filter(|_| !takes) {
            bad.push(self.reason(self.resource.key(), problem));
        }
        let text = values.get(PHONE).and_then(Value::as_str);
        let (Some(text), Some(company)) = (text, company) else {
            return;
        };
        let Some(digits) = international(text) else {
            return;
        };
        let named = |field: &str| {
            values
                .get(field)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let own = format!("{} {}", named("firstName"), named("lastName"));
        let holder = self.phones.0.entry((company.clone(), digits));
        let holder = holder.or_insert_with(|| (number.to_owned(), own.trim().to_owned()));
        if holder.0 != number {
            let problem = taken(Code::PhoneTaken, text, &holder.0, &holder.1);
            bad.push(self.reason(PHONE, problem));
        }
    }
}
