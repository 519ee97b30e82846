//! Numbers of records that differ in leading zeros or in the form of their characters alone: the
//! one judge of forms, cells, imports and of `fieldctl`.

use fielddesk_model::CompanyId;
use fielddesk_rules::fields::{Problem, ProblemCode, Resource, Values, clean_number, number_key};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::pasted::has_invisible;
use serde_json::Value;

use super::kind::RecordKind;
use super::{Machines, RecordCache, Users};
use crate::company::own_company;
use crate::connection::Connection;
use crate::{Failure, FailureKind};

/// A record by its number.
#[derive(Debug, Clone)]
pub(crate) struct Numbered<'a> {
    pub(crate) id: &'a str,
    pub(crate) number: &'a str,
    pub(crate) name: Option<String>,
}

impl<'a> Numbered<'a> {
    fn of<K: RecordKind>(record: &'a K::Record) -> Self {
        Self {
            id: K::id(record),
            number: K::number(record),
            name: K::name(record),
        }
    }
}

/// Refuses a number that looks the same as one of these and is another one.
///
/// # Errors
/// `sameNumberOtherwise`, with numbers and names in `known`, and the `id` of the only one.
pub(crate) fn refuse_alike<'a>(
    resource: Resource,
    number: &str,
    records: impl Iterator<Item = Numbered<'a>>,
) -> Result<(), Problem> {
    let key = number_key(number);
    let alike: Vec<Numbered<'_>> = records
        .filter(|record| record.number != number && number_key(record.number) == key)
        .collect();
    if alike.is_empty() {
        return Ok(());
    }
    let known = alike.iter().map(|record| {
        let name = record.name.as_deref().unwrap_or_default();
        let known = format!("{} {name}", record.number);
        shown(known.trim_end())
    });
    let known = known.collect::<Vec<_>>().join(", ");
    let (one, number) = (resource.one(), shown(number));
    let message = format!(
        "There is a {one} {known}: {number} differs in leading zeros or in the form of its characters alone."
    );
    let mut problem = Problem::new(ProblemCode::SameNumberOtherwise, message)
        .with("number", number)
        .with("known", known);
    if let [only] = alike.as_slice() {
        problem = problem.with("id", only.id);
    }
    Err(problem)
}

/// Refuses a number that looks the same as that of another record of a company; `id` is the record
/// that has it, none of a new one.
///
/// # Errors
/// As for [`refuse_alike`].
pub(crate) fn refuse_alike_in<K: RecordKind>(
    cache: &RecordCache<K>,
    company: &CompanyId,
    id: Option<&str>,
    number: &str,
) -> Result<(), Problem> {
    let others = cache.keyed(number).map(AsRef::as_ref);
    let others = others.filter(|record| K::company(record) == company && Some(K::id(record)) != id);
    refuse_alike(K::RESOURCE, number, others.map(Numbered::of::<K>))
}

/// Checks the number of a new record and removes its outer blanks and invisible characters; returns
/// true where it had invisible ones.
///
/// # Errors
/// `refused` with the code `sameNumberOtherwise` where a record of the company has the same number
/// but for leading zeros or the form of its characters, unless `force`; those of the list.
pub async fn check_new_number(
    connection: &Connection,
    resource: Resource,
    values: &mut Values,
    force: bool,
) -> Result<bool, Failure> {
    let key = resource.key();
    let Some(written) = values.get(key).and_then(Value::as_str) else {
        return Ok(false);
    };
    let (number, cleaned) = (clean_number(written), has_invisible(written));
    values.insert(key.to_owned(), Value::from(number.as_str()));
    if force || number.is_empty() {
        return Ok(cleaned);
    }
    let company = match values.get("companyId").and_then(Value::as_str) {
        Some(company) => CompanyId::from(company),
        None => own_company(connection).await?,
    };
    let checked = match resource {
        Resource::Machines => among_listed::<Machines>(connection, &company, &number).await?,
        Resource::Users => among_listed::<Users>(connection, &company, &number).await?,
    };
    let Err(problem) = checked else {
        return Ok(cleaned);
    };
    let mut failure = Failure::new(
        FailureKind::Refused,
        problem.message,
        "Use that number, or add --force-new.",
    )
    .about(key);
    if let Some(known) = problem.params.get("known") {
        failure = failure.with("known", known);
    }
    failure.code = serde_json::to_value(problem.code)
        .ok()
        .and_then(|code| code.as_str().map(str::to_owned));
    Err(failure)
}

/// Judges a number among the records of a company, as the service lists them.
async fn among_listed<K: RecordKind>(
    connection: &Connection,
    company: &CompanyId,
    number: &str,
) -> Result<Result<(), Problem>, Failure> {
    let listed = K::list(&connection.client).await?;
    let own = listed.iter().filter(|record| K::company(record) == company);
    Ok(refuse_alike(
        K::RESOURCE,
        number,
        own.map(Numbered::of::<K>),
    ))
}
