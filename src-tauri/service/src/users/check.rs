//! Limits of a write of a user, whatever is stored: the mandatory fields, lengths, dates, phone
//! numbers, supervisors and tags.

use fielddesk_model::{Field, UserChange};
use serde_json::{Value, json};

use super::dates::iso_date;
use super::{MANDATORY, tag_key};
use crate::error::ApiError;
use fielddesk_rules::fields::{LONGEST_USER_LINE, Limit, USER_FIELDS, field};
use fielddesk_rules::phone::is_phone;

/// Supervisors and tags of one request.
const ENTRIES_LIMIT: usize = 200;

/// The ids that a PUT must name besides.
pub(crate) const MANDATORY_IDS: [&str; 2] = ["identityId", "companyProfileId"];

/// The presence of a mandatory field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldPresence {
    Absent,
    Blank,
    Present,
}

impl FieldPresence {
    fn of(sent: &Value, name: &str) -> Self {
        match sent.get(name) {
            None | Some(Value::Null) => Self::Absent,
            Some(Value::String(text)) if text.trim().is_empty() => Self::Blank,
            Some(_) => Self::Present,
        }
    }
}

/// A create: the mandatory fields, and values that can be.
pub(super) fn create(change: UserChange) -> Result<UserChange, ApiError> {
    require(&change, &MANDATORY)?;
    values(change)
}

/// A PUT: the nine mandatory fields, and values that can be. A null empties.
pub(super) fn put(change: UserChange) -> Result<UserChange, ApiError> {
    require(&change, &MANDATORY_IDS)?;
    require(&change, &MANDATORY)?;
    values(change)
}

/// A PATCH: nothing is mandatory, a null says nothing; but what a user must have cannot be
/// made blank.
pub(super) fn patch(change: UserChange) -> Result<UserChange, ApiError> {
    let change = change.without_nulls();
    let sent = json!(change);
    let mut names = MANDATORY.iter().chain(&MANDATORY_IDS);
    match names.find(|name| FieldPresence::of(&sent, name) == FieldPresence::Blank) {
        Some(name) => Err(missing(name)),
        None => values(change),
    }
}

fn require(change: &UserChange, names: &[&str]) -> Result<(), ApiError> {
    let sent = json!(change);
    let mut names = names.iter();
    match names.find(|name| FieldPresence::of(&sent, name) != FieldPresence::Present) {
        Some(name) => Err(missing(name)),
        None => Ok(()),
    }
}

fn missing(name: &str) -> ApiError {
    ApiError::bad_request(
        "ArgumentIsNull",
        format!("{name} is required and must not be empty."),
    )
}

fn invalid(message: String) -> ApiError {
    ApiError::bad_request("InvalidValue", message)
}

/// Checks every value that is there and puts it into the form in which it is stored.
fn values(mut change: UserChange) -> Result<UserChange, ApiError> {
    let sent = json!(change);
    for name in UserChange::FIELDS {
        let is_id = *name == "companyId" || MANDATORY_IDS.contains(name);
        if let Some(Value::String(text)) = sent.get(name).filter(|_| !is_id) {
            let longest = match field(USER_FIELDS, name).map(|field| field.limit) {
                Some(Limit::Longest(longest)) => longest,
                _ => LONGEST_USER_LINE,
            };
            check_text(name, text, longest)?;
        }
    }
    // A number is a key: white space around it is a slip.
    if let Field::Value(number) = &mut change.employee_number {
        *number = number.trim().to_owned();
    }
    if let Field::Value(phone) = &change.mobile_work
        && !is_phone(phone)
    {
        return Err(invalid(format!(
            "mobileWork must be a phone number in international format, not `{phone}`."
        )));
    }
    for (name, field) in [
        ("birthDate", &mut change.birth_date),
        ("employmentStartDate", &mut change.employment_start_date),
        ("employmentEndDate", &mut change.employment_end_date),
        ("cardExpirationDate", &mut change.card_expiration_date),
    ] {
        if let Field::Value(text) = field {
            *text = iso_date(text).ok_or_else(|| {
                invalid(format!(
                    "{name} must be a date, dd.MM.yyyy or yyyy-MM-dd, not `{text}`."
                ))
            })?;
        }
    }
    check_supervisors(&change)?;
    check_tags(&change)?;
    Ok(change)
}

fn check_text(name: &str, text: &str, limit: usize) -> Result<(), ApiError> {
    if text.contains('\0') {
        return Err(invalid(format!("{name} holds a NUL character.")));
    }
    // Bytes first: most texts are short.
    if text.len() > limit && text.chars().count() > limit {
        return Err(invalid(format!(
            "{name} is longer than {limit} characters."
        )));
    }
    Ok(())
}

fn check_supervisors(change: &UserChange) -> Result<(), ApiError> {
    let Field::Value(entries) = &change.immediate_supervisors else {
        return Ok(());
    };
    check_count("immediateSupervisors", entries.len())?;
    for entry in entries {
        check_text("supervisorId", &entry.supervisor_id, LONGEST_USER_LINE)?;
    }
    if entries.iter().filter(|entry| entry.primary).count() > 1 {
        return Err(ApiError::bad_request(
            "InvalidSupervisor",
            "Only one supervisor can be marked as primary",
        ));
    }
    Ok(())
}

fn check_tags(change: &UserChange) -> Result<(), ApiError> {
    let Field::Value(entries) = &change.tags else {
        return Ok(());
    };
    check_count("tags", entries.len())?;
    for entry in entries {
        check_text("tags.name", &entry.name, LONGEST_USER_LINE)?;
        if tag_key(&entry.name).is_empty() {
            return Err(missing("tags.name"));
        }
    }
    Ok(())
}

fn check_count(name: &str, count: usize) -> Result<(), ApiError> {
    if count > ENTRIES_LIMIT {
        return Err(invalid(format!(
            "{name} has more than {ENTRIES_LIMIT} entries."
        )));
    }
    Ok(())
}
