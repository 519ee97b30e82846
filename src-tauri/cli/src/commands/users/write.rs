//! `fieldctl users create`, `update`, `deletable` and `delete`.

use fielddesk_core::Failure;
use fielddesk_core::model::User;
use fielddesk_core::records::{Resource, check_new_number};
use fielddesk_core::users;
use fielddesk_rules::fields::{self, Values};
use serde::Serialize;
use serde_json::Value;

use super::table;
use crate::args::{CompanyArgs, FieldArgs, UserUpdateArgs};
use crate::commands::confirm::{Doing, ask, can_be_confirmed};
use crate::commands::fields::values;
use crate::commands::record::{self, remark_on_number};
use crate::context::Context;
use crate::exit::Exit;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deleted<'a> {
    employee_number: &'a str,
    identity_id: &'a str,
    deleted: bool,
}

pub(super) async fn create(
    fields: &FieldArgs,
    args: &CompanyArgs,
    force_new: bool,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut values = values(
        fielddesk_rules::fields::USER_FIELDS,
        &fields.set,
        fields.from.as_deref(),
    )?;
    if let Some(company) = &args.company {
        let company = Value::from(company.as_str());
        values.entry("companyId").or_insert(company);
    }
    let connection = context.connect().await?;
    let checked = check_new_number(&connection, Resource::Users, &mut values, force_new);
    if context.unless_cancelled(checked).await? {
        remark_on_number(context);
    }
    let country = context.country();
    users::internationalise(&connection, &mut values, country.as_deref()).await?;
    let created = users::create(&connection, &values);
    tell(&context.unless_cancelled(created).await?, context)
}

pub(super) async fn update(args: &UserUpdateArgs, context: &Context) -> Result<Exit, Failure> {
    let changes = &args.changes;
    let mut values = match (&changes.from, changes.set.is_empty()) {
        (None, true) => Values::new(),
        (from, _) => values(
            fielddesk_rules::fields::USER_FIELDS,
            &changes.set,
            from.as_deref(),
        )?,
    };
    for name in &changes.clear {
        clear(&mut values, name)?;
    }
    let connection = context.connect().await?;
    let country = context.country();
    users::internationalise(&connection, &mut values, country.as_deref()).await?;
    let company = args.company.id();
    let updated = users::update(&connection, &args.number, company.as_ref(), &values);
    tell(&context.unless_cancelled(updated).await?, context)
}

/// Notes that a field is to be emptied.
fn clear(values: &mut Values, name: &str) -> Result<(), Failure> {
    let Some(field) = fields::field(fielddesk_rules::fields::USER_FIELDS, name) else {
        return Err(Failure::usage(
            "clear",
            format!("There is no field `{name}`."),
            "`fieldctl users show NUMBER --json` shows the fields.",
        ));
    };
    let nothing = field.emptied().map_err(|why| {
        Failure::usage(
            field.name,
            format!("{} cannot be emptied: {why}.", field.name),
            "Leave it out, or set another value.",
        )
    })?;
    if values.insert(field.name.to_owned(), nothing).is_some() {
        return Err(Failure::usage(
            field.name,
            format!("{} is to be set and to be emptied.", field.name),
            "Say one of the two.",
        ));
    }
    Ok(())
}

pub(super) async fn delete(
    number: &str,
    args: &CompanyArgs,
    yes: bool,
    context: &Context,
) -> Result<Exit, Failure> {
    can_be_confirmed(Doing::Delete, yes)?;
    let connection = context.connect().await?;
    if !yes {
        ask(
            Doing::Delete,
            context,
            &format!("Delete user {number} for good?"),
        )
        .await?;
    }
    let company = args.id();
    let gone = users::delete(&connection, number, company.as_ref());
    let user: User = context.unless_cancelled(gone).await?;
    let deleted = Deleted {
        employee_number: &user.employee_number,
        identity_id: user.identity_id.as_str(),
        deleted: true,
    };
    context
        .output
        .result(&deleted, || table(std::slice::from_ref(&user)))?;
    context.output.remark("It is deleted.");
    Ok(Exit::Done)
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deletable<'a> {
    employee_number: &'a str,
    identity_id: &'a str,
    is_deletable: bool,
    validation_errors: &'a [String],
}

pub(super) async fn deletable(
    number: &str,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let company = args.id();
    let asked = users::deletable(&connection, number, company.as_ref());
    let (user, answer) = context.unless_cancelled(asked).await?;
    let told = Deletable {
        employee_number: &user.employee_number,
        identity_id: user.identity_id.as_str(),
        is_deletable: answer.is_deletable,
        validation_errors: &answer.validation_errors,
    };
    context.output.result(&told, || record::table(&told))?;
    Ok(Exit::Done)
}

fn tell(user: &User, context: &Context) -> Result<Exit, Failure> {
    context.output.result(user, || record::table(user))?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fielddesk_core::FailureKind;

    #[test]
    fn what_can_be_emptied_is_and_nothing_else() {
        let mut values = Values::new();
        clear(&mut values, "EMAIL").unwrap();
        clear(&mut values, "immediateSupervisors").unwrap();
        assert_eq!(
            Value::Object(values.clone()),
            serde_json::json!({"email": null, "immediateSupervisors": []})
        );
        for name in ["email", "employeeNumber", "nonsense"] {
            let failure = clear(&mut values, name).unwrap_err();
            assert_eq!(failure.kind, FailureKind::Usage, "{name}");
        }
    }
}
