//! Look-up of the supervisors of a row, as the service finds them: by employee number, phone,
//! profile, identity or a part of the name (specification: supervisorId forms). Pure.

use fielddesk_model::CompanyId;
use serde_json::{Value, json};

use super::super::first_pass::FirstPass;
use super::super::known::{Known, KnownRecord};
use super::super::types::Choice;
use super::{Check, Facts, Reason};
use fielddesk_rules::fields::{Problem, ProblemCode as Code};
use fielddesk_rules::name_key::NameKey;
use fielddesk_rules::phone::{is_phone, same_phone};

const FIELD: &str = "immediateSupervisors";

/// The most users of one name that a sentence lists.
const LISTED: usize = 5;

/// A supervisor as a file writes it.
enum Meant<'a> {
    /// The number that means the one user.
    One(String),
    /// The users of that name.
    Several(Vec<&'a KnownRecord>),
    /// No user.
    Unknown,
}

/// Whom supervisors can be.
pub(super) struct Supervisors<'a> {
    known: &'a Known,
    first_pass: &'a FirstPass,
    /// The users with the keys of their names; without one where they have none.
    named: Vec<(Option<NameKey>, &'a KnownRecord)>,
}

impl<'a> Supervisors<'a> {
    /// None where the file names no supervisors.
    pub(super) fn new(facts: &'a Facts) -> Option<Self> {
        let first_pass = &facts.first_pass;
        if !first_pass.names_supervisors {
            return None;
        }
        let records = facts.known.records().iter();
        let named = records.map(|record| {
            let name = record.name.as_deref();
            (name.and_then(NameKey::of_words), record)
        });
        Some(Self {
            known: &facts.known,
            first_pass,
            named: named.collect(),
        })
    }

    /// Returns the user that a text means for a user of the company.
    fn meant(&self, company: &CompanyId, text: &str) -> Meant<'a> {
        let is_new = || self.known.numbered(text).next().is_none();
        if self.known.find(company, text).is_some() || self.first_pass.creates(text) && is_new() {
            return Meant::One(text.to_owned());
        }
        let number = |record: &KnownRecord| match record.number.is_empty() {
            true => text.to_owned(),
            false => record.number.clone(),
        };
        let ours = || self.named.iter().filter(|(_, one)| one.company == *company);
        let profile = || ours().find(|(_, one)| one.id == text);
        let found = ours().find(|(_, one)| has_phone(one, text));
        if let Some((_, record)) = found.or_else(profile) {
            return Meant::One(number(record));
        }
        // A profile can be one of another company, whose numbers mean nobody here.
        let is_profile = |record: &KnownRecord| record.id == text;
        if text.contains('|') || self.known.records().iter().any(is_profile) {
            return Meant::One(text.to_owned());
        }
        let Some(key) = NameKey::of_words(text) else {
            return Meant::Unknown;
        };
        let named = |fits: fn(&str, &str) -> bool| -> Vec<&'a KnownRecord> {
            let fits = |name: &NameKey| fits(name.as_str(), key.as_str());
            let named = ours().filter(|(name, _)| name.as_ref().is_some_and(fits));
            named.map(|(_, record)| *record).collect()
        };
        let mut found = named(|name, text| name == text);
        if found.is_empty() {
            found = named(|name, text| name.contains(text));
        }
        match found.as_slice() {
            [] => Meant::Unknown,
            [only] => Meant::One(number(only)),
            _ => Meant::Several(found),
        }
    }
}

impl Check<'_> {
    /// The supervisors as they are sent: each by number, the primary one kept where the file
    /// does not say who it is.
    pub(super) fn supervisors(
        &self,
        old: Option<&Value>,
        value: Value,
        company: &CompanyId,
        bad: &mut Vec<Reason>,
    ) -> Option<Value> {
        let Some(supervisors) = &self.supervisors else {
            return Some(value);
        };
        let stored = entries(old.unwrap_or(&Value::Null));
        let mut people: Vec<(String, bool)> = Vec::new();
        let (mut unknown, mut several) = (Vec::new(), None);
        for (text, primary) in entries(&value) {
            // Who is stored stays as stored, also somebody of another company.
            let is_stored = stored.iter().any(|(id, _)| *id == text);
            let meant = match is_stored {
                true => Meant::One(text.to_owned()),
                false => supervisors.meant(company, text),
            };
            match meant {
                Meant::One(id) => match people.iter_mut().find(|(known, _)| *known == id) {
                    Some((_, is_primary)) => *is_primary |= primary,
                    None => people.push((id, primary)),
                },
                Meant::Several(users) => several = several.or(Some((text, users))),
                Meant::Unknown => unknown.push(text),
            }
        }
        if !unknown.is_empty() {
            let shown = fielddesk_rules::file_name::shown(&unknown.join(", "));
            let message = format!("No user matches “{shown}”.");
            let problem = Problem::new(Code::UnknownPerson, message).with("text", shown);
            bad.push(self.reason(FIELD, problem));
            return None;
        }
        if let Some((text, users)) = several {
            let mut reason = self.reason(FIELD, several_users(text, &users));
            reason.choices = choices(&entries(&value), text, &users);
            bad.push(reason);
            return None;
        }
        if !supervisors.first_pass.marks_primary && people.iter().all(|(_, primary)| !primary) {
            for (id, primary) in &mut people {
                *primary = stored.contains(&(id.as_str(), true));
            }
        }
        let people = people.into_iter();
        let people = people.map(|(id, primary)| json!({"supervisorId": id, "primary": primary}));
        Some(people.collect())
    }
}

/// Returns the problem of a name that several users have.
fn several_users(text: &str, users: &[&KnownRecord]) -> Problem {
    let text = fielddesk_rules::file_name::shown(text);
    let count = users.len();
    let mut known: Vec<String> = users.iter().take(LISTED).map(|user| label(user)).collect();
    if count > LISTED {
        known.push("…".to_owned());
    }
    let known = known.join(", ");
    let message =
        format!("{count} users match “{text}”: {known}. Write the employee number instead.");
    Problem::new(Code::SeveralPersons, message)
        .with("text", text)
        .with("count", count)
        .with("known", known)
}

/// Returns the texts of a cell with each of these users in the place of a name.
fn choices(entries: &[(&str, bool)], name: &str, users: &[&KnownRecord]) -> Vec<Choice> {
    let chosen = users.iter().filter(|user| !user.number.is_empty());
    let chosen = chosen.map(|user| {
        let written = entries.iter().map(|(text, primary)| {
            let text = if *text == name { &*user.number } else { *text };
            format!("{text}{}", if *primary { "*" } else { "" })
        });
        Choice {
            text: written.collect::<Vec<_>>().join("; "),
            label: label(user),
        }
    });
    chosen.collect()
}

/// Returns number and name of a user.
fn label(user: &KnownRecord) -> String {
    let name = user.name.as_deref().unwrap_or_default();
    fielddesk_rules::file_name::shown(format!("{} {name}", user.number).trim())
}

/// Who, and whether primary.
fn entries(value: &Value) -> Vec<(&str, bool)> {
    let entries = value.as_array().into_iter().flatten();
    let entries = entries.filter_map(|entry| {
        let id = entry.get("supervisorId").and_then(Value::as_str)?;
        let primary = entry.get("primary").and_then(Value::as_bool);
        Some((id, primary.unwrap_or_default()))
    });
    entries.collect()
}

/// True where a text is the user's phone number.
fn has_phone(record: &KnownRecord, text: &str) -> bool {
    let stored = record.values.get("mobileWork").and_then(Value::as_str);
    stored.is_some_and(|stored| is_phone(stored) && is_phone(text) && same_phone(stored, text))
}
