//! Finding the supervisors that a write names, and keeping them.

use fielddesk_model::{CompanyId, SupervisorEntry};

use super::super::engine::{Connection, contains, list};
use super::super::json_list;
use crate::store::Result;
use crate::users::{login_number, name_key};

/// The person that a supervisor id means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Person {
    /// A user of ours, by row.
    Known(i64),
    /// An identity id taken as it is.
    Unknown(String),
}

/// The companies in which supervisors are looked for.
pub(super) struct Look<'a> {
    /// The user's own company: numbers, phones and names.
    pub(super) company: &'a CompanyId,
    /// The caller's companies: ids.
    pub(super) companies: &'a [CompanyId],
    /// For local phone numbers.
    pub(super) country_code: &'a str,
}

impl Look<'_> {
    /// Returns the people behind the entries, each once, with true for a primary one; or the first
    /// id that matches no one.
    pub(super) async fn resolve(
        &self,
        tx: &mut Connection,
        entries: &[SupervisorEntry],
    ) -> Result<std::result::Result<Vec<(Person, bool)>, String>> {
        let mut people: Vec<(Person, bool)> = Vec::new();
        for entry in entries {
            let Some(person) = self.find(tx, &entry.supervisor_id).await? else {
                return Ok(Err(entry.supervisor_id.clone()));
            };
            match people.iter_mut().find(|(known, _)| *known == person) {
                Some((_, primary)) => *primary |= entry.primary,
                None => people.push((person, entry.primary)),
            }
        }
        Ok(Ok(people))
    }

    /// Tries the forms in the order of the specification; the first match wins.
    async fn find(&self, tx: &mut Connection, id: &str) -> Result<Option<Person>> {
        let id = id.trim();
        if id.is_empty() {
            return Ok(None);
        }
        if let Some(found) = self.by_number(tx, id).await? {
            return Ok(Some(Person::Known(found)));
        }
        if let Some(number) = login_number(id, self.country_code)
            && let Some(found) = self.by_phone(tx, &number).await?
        {
            return Ok(Some(Person::Known(found)));
        }
        if is_profile_id(id)
            && let Some(found) = self.by_profile(tx, id).await?
        {
            return Ok(Some(Person::Known(found)));
        }
        if id.contains('|') {
            let known = self.by_identity(tx, id).await?;
            return Ok(Some(
                known.map_or_else(|| Person::Unknown(id.to_owned()), Person::Known),
            ));
        }
        Ok(self.by_name(tx, &name_key(id)).await?.map(Person::Known))
    }

    async fn by_number(&self, tx: &mut Connection, number: &str) -> Result<Option<i64>> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM users WHERE company_id = $1 AND employee_number = $2",
        )
        .bind(self.company.as_str())
        .bind(number)
        .fetch_optional(tx)
        .await?)
    }

    /// Returns, of several users with one number, the one that was there first.
    async fn by_phone(&self, tx: &mut Connection, number: &str) -> Result<Option<i64>> {
        Ok(sqlx::query_scalar(
            "SELECT min(id) FROM users WHERE company_id = $1 AND login_number = $2",
        )
        .bind(self.company.as_str())
        .bind(number)
        .fetch_one(tx)
        .await?)
    }

    async fn by_profile(&self, tx: &mut Connection, id: &str) -> Result<Option<i64>> {
        Ok(sqlx::query_scalar(concat!(
            "SELECT id FROM users WHERE company_profile_id = $1 AND company_id IN ",
            list!("$2")
        ))
        .bind(id)
        .bind(json_list(self.companies))
        .fetch_optional(tx)
        .await?)
    }

    /// A user out of the caller's reach stays a bare id: nothing about it is shown.
    async fn by_identity(&self, tx: &mut Connection, id: &str) -> Result<Option<i64>> {
        Ok(sqlx::query_scalar(concat!(
            "SELECT id FROM users WHERE identity_id = $1 AND company_id IN ",
            list!("$2")
        ))
        .bind(id)
        .bind(json_list(self.companies))
        .fetch_optional(tx)
        .await?)
    }

    /// A part of the name is enough; of several users the one whose whole name it is, then
    /// the one that was there first.
    async fn by_name(&self, tx: &mut Connection, key: &str) -> Result<Option<i64>> {
        Ok(sqlx::query_scalar(concat!(
            "SELECT id FROM users WHERE company_id = $1 AND ",
            contains!("name_key", "$2"),
            " ORDER BY name_key <> $2, id LIMIT 1"
        ))
        .bind(self.company.as_str())
        .bind(key)
        .fetch_optional(tx)
        .await?)
    }
}

fn is_profile_id(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Makes these the complete set of a user's supervisors.
pub(super) async fn replace(
    tx: &mut Connection,
    user: i64,
    people: &[(Person, bool)],
) -> Result<()> {
    sqlx::query("DELETE FROM supervisors WHERE user_id = $1")
        .bind(user)
        .execute(&mut *tx)
        .await?;
    for (position, (person, primary)) in (0_i64..).zip(people) {
        let (known, unknown) = match person {
            Person::Known(id) => (Some(*id), None),
            Person::Unknown(identity) => (None, Some(identity.as_str())),
        };
        sqlx::query(
            "INSERT INTO supervisors (user_id, position, supervisor_id, unknown_identity, \
             is_primary) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(user)
        .bind(position)
        .bind(known)
        .bind(unknown)
        .bind(*primary)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
