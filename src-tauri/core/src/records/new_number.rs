//! The check of the number of a new record against known numbers that look the same.

use fielddesk_model::CompanyId;
use fielddesk_rules::fields::{ProblemCode, Resource, Values, clean_number, number_key};
use fielddesk_rules::file_name::shown;
use serde_json::Value;

use super::kind::RecordKind;
use super::{Machines, Users};
use crate::company::own_company;
use crate::connection::Connection;
use crate::{Failure, FailureKind};

/// Checks the number of a new record and leaves out its blanks and invisible characters.
///
/// # Errors
/// `refused` with the code `sameNumberOtherwise` where a record of the company has the same number
/// but for leading zeros or the form of its characters, unless `force`; those of the list.
pub async fn check_new_number(
    connection: &Connection,
    resource: Resource,
    values: &mut Values,
    force: bool,
) -> Result<(), Failure> {
    let key = resource.key();
    let Some(number) = values.get(key).and_then(Value::as_str).map(clean_number) else {
        return Ok(());
    };
    values.insert(key.to_owned(), Value::from(number.as_str()));
    if force || number.is_empty() {
        return Ok(());
    }
    let company = match values.get("companyId").and_then(Value::as_str) {
        Some(company) => CompanyId::from(company),
        None => own_company(connection).await?,
    };
    let same = match resource {
        Resource::Machines => same_numbers::<Machines>(connection, &company, &number).await?,
        Resource::Users => same_numbers::<Users>(connection, &company, &number).await?,
    };
    if same.is_empty() {
        return Ok(());
    }
    let (one, number, same) = (resource.one(), shown(&number), shown(&same.join(", ")));
    let mut failure = Failure::new(
        FailureKind::Refused,
        format!(
            "There is a {one} {same}: {number} differs in leading zeros or in the form of its characters alone."
        ),
        "Use that number, or add --force-new.",
    )
    .about(key)
    .with("known", same);
    failure.code = serde_json::to_value(ProblemCode::SameNumberOtherwise)
        .ok()
        .and_then(|code| code.as_str().map(str::to_owned));
    Err(failure)
}

/// The other numbers of a company with the key of this one.
async fn same_numbers<K: RecordKind>(
    connection: &Connection,
    company: &CompanyId,
    number: &str,
) -> Result<Vec<String>, Failure> {
    let key = number_key(number);
    let listed = K::list(&connection.client).await?;
    let own = listed.iter().filter(|record| K::company(record) == company);
    let numbers = own.map(|record| K::number(record));
    let same = numbers.filter(|other| *other != number && number_key(other) == key);
    Ok(same.map(str::to_owned).collect())
}
