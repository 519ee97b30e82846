//! What a write of a user may hold, whatever is stored: the mandatory fields, lengths,
//! dates, phone numbers, supervisors and tags.

use fielddesk_model::{Field, UserChange};

use super::dates::iso_date;
use super::phone::is_phone;
use super::tag_key;
use crate::error::ApiError;

/// A name, a number, a title: one line.
const LINE_LIMIT_CHARS: usize = 200;
/// An address, a contact, a note.
const TEXT_LIMIT_CHARS: usize = 4_000;
/// Supervisors and tags of one request.
const ENTRIES_LIMIT: usize = 200;

/// How far a mandatory field is filled in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    Left,
    Blank,
    There,
}

impl Given {
    fn of<T: AsRef<str>>(field: &Field<T>) -> Self {
        match field {
            Field::Omitted | Field::Null | Field::Odd(_) => Self::Left,
            Field::Value(text) if text.as_ref().trim().is_empty() => Self::Blank,
            Field::Value(_) => Self::There,
        }
    }
}

/// The mandatory fields of a create, in the order of the specification.
fn mandatory(change: &UserChange) -> [(&'static str, Given); 7] {
    [
        ("companyId", Given::of(&change.company_id)),
        ("employeeNumber", Given::of(&change.employee_number)),
        ("firstName", Given::of(&change.first_name)),
        ("lastName", Given::of(&change.last_name)),
        ("mobileWork", Given::of(&change.mobile_work)),
        ("birthDate", Given::of(&change.birth_date)),
        (
            "employmentStartDate",
            Given::of(&change.employment_start_date),
        ),
    ]
}

/// The ids that a PUT must name besides.
fn ids(change: &UserChange) -> [(&'static str, Given); 2] {
    [
        ("identityId", Given::of(&change.identity_id)),
        ("companyProfileId", Given::of(&change.company_profile_id)),
    ]
}

/// A create: the mandatory fields, and values that can be.
pub(super) fn create(change: UserChange) -> Result<UserChange, ApiError> {
    require(&mandatory(&change))?;
    values(change)
}

/// A PUT: the nine mandatory fields, and values that can be. A null empties.
pub(super) fn put(change: UserChange) -> Result<UserChange, ApiError> {
    require(&ids(&change))?;
    require(&mandatory(&change))?;
    values(change)
}

/// A PATCH: nothing is mandatory, a null says nothing; but what a user must have cannot be
/// made blank.
pub(super) fn patch(change: UserChange) -> Result<UserChange, ApiError> {
    let change = change.without_nulls();
    let blank = mandatory(&change).into_iter().chain(ids(&change));
    match blank.into_iter().find(|(_, given)| *given == Given::Blank) {
        Some((name, _)) => Err(missing(name)),
        None => values(change),
    }
}

fn require(fields: &[(&'static str, Given)]) -> Result<(), ApiError> {
    match fields.iter().find(|(_, given)| *given != Given::There) {
        Some((name, _)) => Err(missing(name)),
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
    for (name, limit, field) in texts(&mut change) {
        if let Field::Value(text) = field {
            check_text(name, text, limit)?;
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

/// Every plain text of a change with its name and limit.
fn texts(change: &mut UserChange) -> [(&'static str, usize, &mut Field<String>); 21] {
    [
        (
            "employeeNumber",
            LINE_LIMIT_CHARS,
            &mut change.employee_number,
        ),
        ("firstName", LINE_LIMIT_CHARS, &mut change.first_name),
        ("lastName", LINE_LIMIT_CHARS, &mut change.last_name),
        ("mobileWork", LINE_LIMIT_CHARS, &mut change.mobile_work),
        ("birthDate", LINE_LIMIT_CHARS, &mut change.birth_date),
        (
            "employmentStartDate",
            LINE_LIMIT_CHARS,
            &mut change.employment_start_date,
        ),
        ("email", LINE_LIMIT_CHARS, &mut change.email),
        (
            "mobilePrivate",
            LINE_LIMIT_CHARS,
            &mut change.mobile_private,
        ),
        ("workTitle", LINE_LIMIT_CHARS, &mut change.work_title),
        ("department", LINE_LIMIT_CHARS, &mut change.department),
        (
            "employmentEndDate",
            LINE_LIMIT_CHARS,
            &mut change.employment_end_date,
        ),
        (
            "mainProjectNumber",
            LINE_LIMIT_CHARS,
            &mut change.main_project_number,
        ),
        ("carRegNumber", LINE_LIMIT_CHARS, &mut change.car_reg_number),
        ("address", TEXT_LIMIT_CHARS, &mut change.address),
        (
            "closestRelative",
            TEXT_LIMIT_CHARS,
            &mut change.closest_relative,
        ),
        ("personalInfo", TEXT_LIMIT_CHARS, &mut change.personal_info),
        ("cardId", LINE_LIMIT_CHARS, &mut change.card_id),
        (
            "cardExpirationDate",
            LINE_LIMIT_CHARS,
            &mut change.card_expiration_date,
        ),
        (
            "defaultResourceNumber",
            LINE_LIMIT_CHARS,
            &mut change.default_resource_number,
        ),
        (
            "worktimeArrangementName",
            LINE_LIMIT_CHARS,
            &mut change.worktime_arrangement_name,
        ),
        (
            "organizationNumber",
            LINE_LIMIT_CHARS,
            &mut change.organization_number,
        ),
    ]
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
        check_text("supervisorId", &entry.supervisor_id, LINE_LIMIT_CHARS)?;
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
        check_text("tags.name", &entry.name, LINE_LIMIT_CHARS)?;
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
