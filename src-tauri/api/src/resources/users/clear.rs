//! Emptying fields of a user, which only PUT can, and PUT wants nine other fields with it.

use fielddesk_model::{Field, User, UserChange};
use fielddesk_rules::fields::{Kind, USER_FIELDS, field};
use serde_json::{Map, Value};

use super::Users;
use crate::resources::stored::same;
use crate::{Error, ErrorKind};

/// The result of a clearing.
#[derive(Debug, Clone, PartialEq)]
pub struct Cleared {
    /// The user after it.
    pub user: User,
    /// Fields that others changed since the caller last saw the user. Only the fields to be cleared
    /// were touched; these show that the caller's view was old.
    pub changed_meanwhile: Vec<ChangedMeanwhile>,
}

/// A field that is not any more as the caller saw it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedMeanwhile {
    /// The specification's name of the field.
    pub field: &'static str,
    /// Value that the caller had seen.
    pub seen: Value,
    /// Value stored right before the clearing.
    pub found: Value,
}

impl Users<'_> {
    /// Empties fields, named as the specification does. The user is read right before, so
    /// that the nine mandatory fields go back as they are and nothing else is touched.
    ///
    /// # Errors
    /// `Refused`, naming the field, for one that cannot be emptied and for a user who lacks a
    /// mandatory one; both before anything is changed. Otherwise see [`Error`].
    pub async fn clear(&self, seen: &User, fields: &[&str]) -> Result<Cleared, Error> {
        let operation = format!("clear fields of user {}", seen.employee_number);
        let empties = empties(fields, &operation)?;
        let found = self.by_profile_id(&seen.company_profile_id).await?;
        let change = with_mandatory(empties, &found, &operation)?;
        let user = self.put(&found.identity_id, &change).await?;
        Ok(Cleared {
            user,
            changed_meanwhile: changes(seen, &found, &operation)?,
        })
    }
}

fn refused(operation: &str, field: &str, why: &str) -> Error {
    Error::new(ErrorKind::Refused, operation)
        .with(|e| e.field = Some(field.to_owned()))
        .with_detail(format!("{field} {why}"))
}

/// A change that empties the fields and says nothing else.
fn empties(fields: &[&str], operation: &str) -> Result<UserChange, Error> {
    let mut body = Map::new();
    for name in fields {
        let field = field(USER_FIELDS, name);
        match field.and_then(|field| Some((field.name, field.emptied().ok()?))) {
            Some((name, empty)) => drop(body.insert(name.to_owned(), empty)),
            None => return Err(refused(operation, name, "cannot be emptied")),
        }
    }
    fielddesk_model::from_value(Value::Object(body))
        .map_err(|error| Error::new(ErrorKind::Refused, operation).with_detail(error))
}

/// Adds the nine fields that PUT must contain, as they are stored.
fn with_mandatory(change: UserChange, user: &User, operation: &str) -> Result<UserChange, Error> {
    let text = |field: &str, value: &Option<String>| match value.as_deref() {
        Some(value) if !value.is_empty() => Ok(Field::Value(value.to_owned())),
        _ => Err(refused(
            operation,
            field,
            "is mandatory and not set; set it first",
        )),
    };
    Ok(UserChange {
        identity_id: Field::Value(user.identity_id.clone()),
        company_profile_id: Field::Value(user.company_profile_id.clone()),
        company_id: Field::Value(user.company_id.clone()),
        employee_number: Field::Value(user.employee_number.clone()),
        first_name: text("firstName", &user.first_name)?,
        last_name: text("lastName", &user.last_name)?,
        mobile_work: text("mobileWork", &user.mobile_work)?,
        birth_date: text("birthDate", &user.birth_date)?,
        employment_start_date: text("employmentStartDate", &user.employment_start_date)?,
        ..change
    })
}

/// Returns the differences between two readings of a user.
fn changes(seen: &User, found: &User, operation: &str) -> Result<Vec<ChangedMeanwhile>, Error> {
    let values = |user| {
        serde_json::to_value(user)
            .map_err(|error| Error::new(ErrorKind::UnreadableAnswer, operation).with_detail(error))
    };
    let (seen, found): (Value, Value) = (values(seen)?, values(found)?);
    let of = |user: &Value, field| user.get(field).cloned().unwrap_or_default();
    Ok(User::FIELDS
        .iter()
        .filter_map(|name| field(USER_FIELDS, name))
        // Write-only: always null on reads, so never seen to change.
        .filter(|field| !matches!(field.kind, Kind::Tags | Kind::Supervisors))
        .filter(|field| !same(field, &of(&seen, field.name), &of(&found, field.name)))
        .map(|field| ChangedMeanwhile {
            field: field.name,
            seen: of(&seen, field.name),
            found: of(&found, field.name),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user() -> User {
        serde_json::from_str(
            r#"{"identityId":"auth0|1","companyProfileId":"p","companyId":"c","employeeNumber":"7",
                "firstName":"Kari","lastName":"Moen","mobileWork":"+4790000001",
                "birthDate":"1990-02-01","employmentStartDate":"2020-01-01","email":"k@x.no"}"#,
        )
        .unwrap()
    }

    #[test]
    fn a_clearing_holds_the_nine_mandatory_fields_and_the_nulls() {
        let change = empties(&["EMAIL", "payroll", "immediateSupervisors"], "x").unwrap();
        let change = with_mandatory(change, &user(), "x").unwrap();
        assert_eq!(
            serde_json::to_value(&change).unwrap(),
            serde_json::json!({
                "identityId": "auth0|1", "companyProfileId": "p", "companyId": "c",
                "employeeNumber": "7", "firstName": "Kari", "lastName": "Moen",
                "mobileWork": "+4790000001", "birthDate": "1990-02-01",
                "employmentStartDate": "2020-01-01",
                "email": null, "payroll": null, "immediateSupervisors": [],
            })
        );
    }

    #[test]
    fn what_cannot_be_emptied_is_refused_by_name() {
        for field in ["firstName", "isDisabled", "tags", "identityId", "unheardOf"] {
            let error = empties(&["email", field], "x").unwrap_err();
            assert_eq!(error.field(), Some(field));
        }
        let nameless = User {
            last_name: None,
            ..user()
        };
        let change = empties(&["email"], "x").unwrap();
        let error = with_mandatory(change, &nameless, "x").unwrap_err();
        assert_eq!(error.field(), Some("lastName"));
    }

    #[test]
    fn what_changed_meanwhile_is_told_field_by_field() {
        let found = User {
            email: None,
            is_disabled: true,
            ..user()
        };
        let changes = changes(&user(), &found, "x").unwrap();
        let told: Vec<_> = changes
            .iter()
            .map(|c| (c.field, c.seen.to_string(), c.found.to_string()))
            .collect();
        assert_eq!(
            told,
            [
                ("email", "\"k@x.no\"".to_owned(), "null".to_owned()),
                ("isDisabled", "false".to_owned(), "true".to_owned()),
            ]
        );
    }
}
