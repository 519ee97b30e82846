//! The person responsible for a machine: one, named by user id, by employee number or by both, as
//! long as both mean the same.

use fielddesk_model::{CompanyId, Field, Machine, MachineChange, User};

use super::refusal;
use crate::error::ApiError;
use crate::store::{Store, UserKey};

/// The responsible person that a change names.
#[derive(Debug, PartialEq, Eq)]
enum Named<'a> {
    /// Nothing, or what is stored already.
    AsBefore,
    /// No one.
    Nobody,
    /// By user id, by employee number, or by both.
    Person {
        id: Option<&'a str>,
        number: Option<&'a str>,
    },
}

/// Reads both fields together; an empty text names no one, unless the other one has a value.
fn named<'a>(before: &Machine, change: &'a MachineChange) -> Named<'a> {
    fn sent(field: &Field<String>) -> Option<&str> {
        match field {
            Field::Value(text) => Some(text),
            Field::Null | Field::Omitted | Field::Odd(_) => None,
        }
    }
    let sent_id = sent(&change.responsible_id);
    let sent_number = sent(&change.responsible_employee_number);
    let id = sent_id.filter(|text| !text.is_empty());
    let number = sent_number.filter(|text| !text.is_empty());
    if id.is_none() && number.is_none() {
        return if sent_id.is_some() || sent_number.is_some() {
            Named::Nobody
        } else {
            Named::AsBefore
        };
    }
    let same_id = id.is_none() || id == before.responsible_id.as_deref();
    let stored_number = before.responsible_employee_number.as_deref();
    let same_number = number.is_none() || number == stored_number;
    if same_id && same_number {
        return Named::AsBefore;
    }
    Named::Person { id, number }
}

/// Sets who is responsible on the machine as it shall be.
///
/// # Errors
/// A person that is not in the caller's company tree, or two people.
pub(super) async fn settle(
    store: &dyn Store,
    reach: &[CompanyId],
    before: &Machine,
    change: &MachineChange,
    after: &mut Machine,
) -> Result<(), ApiError> {
    let (id, number) = match named(before, change) {
        Named::AsBefore => return Ok(()),
        Named::Nobody => {
            after.responsible_id = None;
            after.responsible_employee_number = None;
            return Ok(());
        }
        Named::Person { id, number } => (id, number),
    };
    let user = match (id, number) {
        (Some(id), _) => by_id(store, reach, id).await?,
        (None, Some(number)) => by_number(store, reach, &after.company_id, number).await?,
        (None, None) => None,
    };
    let Some(user) = user else {
        let (field, value) = match id {
            Some(id) => ("responsibleId", id),
            None => ("responsibleEmployeeNumber", number.unwrap_or_default()),
        };
        return Err(refusal::responsible_invalid(&format!(
            "{field}: the company has no user {value:?}."
        )));
    };
    if number.is_some_and(|number| number != user.employee_number) {
        return Err(refusal::responsible_invalid(
            "responsibleId and responsibleEmployeeNumber name two different people.",
        ));
    }
    after.responsible_id = Some(user.identity_id.as_str().to_owned());
    after.responsible_employee_number = Some(user.employee_number);
    Ok(())
}

/// By identity id or by company profile id.
async fn by_id(store: &dyn Store, reach: &[CompanyId], id: &str) -> Result<Option<User>, ApiError> {
    let mut user = store.user(&UserKey::Identity(id.into())).await?;
    if user.is_none() {
        user = store.user(&UserKey::Profile(id.into())).await?;
    }
    Ok(user.filter(|user| reach.contains(&user.company_id)))
}

/// The machine's own company is looked at first: numbers are unique within one company only.
async fn by_number(
    store: &dyn Store,
    reach: &[CompanyId],
    own: &CompanyId,
    number: &str,
) -> Result<Option<User>, ApiError> {
    let others = reach.iter().filter(|company| *company != own);
    let key = UserKey::Number {
        companies: std::iter::once(own).chain(others).cloned().collect(),
        number: number.to_owned(),
    };
    Ok(store.user(&key).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(id: Option<&str>, number: Option<&str>) -> MachineChange {
        let field =
            |text: Option<&str>| text.map_or(Field::Omitted, |text| Field::Value(text.to_owned()));
        MachineChange {
            responsible_id: field(id),
            responsible_employee_number: field(number),
            ..MachineChange::default()
        }
    }

    #[test]
    fn the_two_fields_are_read_together() {
        let before = Machine {
            responsible_id: Some("auth0|1".to_owned()),
            responsible_employee_number: Some("1001".to_owned()),
            ..Machine::default()
        };
        let person = |id, number| Named::Person { id, number };
        for (id, number, expected) in [
            (None, None, Named::AsBefore),
            (Some("auth0|1"), None, Named::AsBefore),
            (None, Some("1001"), Named::AsBefore),
            (Some("auth0|1"), Some("1001"), Named::AsBefore),
            (Some(""), None, Named::Nobody),
            (None, Some(""), Named::Nobody),
            (Some(""), Some(""), Named::Nobody),
            (Some("auth0|2"), None, person(Some("auth0|2"), None)),
            (Some("auth0|2"), Some(""), person(Some("auth0|2"), None)),
            (Some(""), Some("1002"), person(None, Some("1002"))),
            (None, Some("1002"), person(None, Some("1002"))),
            (
                Some("auth0|1"),
                Some("1002"),
                person(Some("auth0|1"), Some("1002")),
            ),
            (
                Some("auth0|2"),
                Some("1001"),
                person(Some("auth0|2"), Some("1001")),
            ),
        ] {
            let change = change(id, number);
            assert_eq!(named(&before, &change), expected, "{id:?} {number:?}");
        }
    }
}
