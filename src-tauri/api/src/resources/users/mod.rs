//! Users (employees): look-ups, changes and deletes, one call each.

mod clear;
mod create;

use fielddesk_model::{
    CompanyId, CompanyProfileId, Field, IdentityDeletable, IdentityId, Instant, Listed,
    Record as _, User, UserChange,
};
use reqwest::{Method, Url};

pub use clear::{ChangedMeanwhile, Cleared};

use super::Deletion;
use crate::client::Call;
use crate::{Client, Error, ErrorKind};

/// The users to list; without anything all of the caller's company and its subsidiaries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserQuery {
    /// Only users modified after this instant; slower for the service.
    pub changed_since: Option<Instant>,
    /// Restricts the list to one company.
    pub company_id: Option<CompanyId>,
    /// Only users employed now, or whose employment ended within so many days.
    pub employment_lookback_days: Option<u32>,
}

/// The users that the client may see.
#[derive(Debug, Clone, Copy)]
pub struct Users<'a>(&'a Client);

impl Client {
    /// Returns the calls on users.
    #[must_use]
    pub fn users(&self) -> Users<'_> {
        Users(self)
    }
}

impl Users<'_> {
    /// Returns the users that the query selects.
    pub async fn list(&self, query: &UserQuery) -> Result<Listed<User>, Error> {
        let operation = "list the users";
        let url = self.list_url(query, operation)?;
        match query.changed_since {
            None => self.0.list(url, operation).await,
            // The next question is from another instant on.
            Some(_) => self.0.list_anew(url, operation).await,
        }
    }

    /// Returns the user of a company profile.
    pub async fn by_profile_id(&self, id: &CompanyProfileId) -> Result<User, Error> {
        let operation = format!("look up user {id}");
        let url = self.url(&["by-profile-id", id.as_str()], &operation)?;
        self.0.get(url, &operation).await
    }

    /// Returns the user of an employee number.
    pub async fn by_employee_number(&self, number: &str) -> Result<User, Error> {
        let operation = format!("look up user {number}");
        let url = self.url(&["by-employee-number", number], &operation)?;
        self.0.get(url, &operation).await
    }

    /// Changes a user: what is left out stays, null empties. The service wants nine fields:
    /// identityId, companyProfileId, companyId, employeeNumber, firstName, lastName,
    /// mobileWork, birthDate and employmentStartDate.
    ///
    /// # Errors
    /// `Refused` where one of the nine is missing; otherwise see [`Error`].
    pub async fn put(&self, id: &IdentityId, change: &UserChange) -> Result<User, Error> {
        let operation = format!("change user {id}");
        let url = self.url(&[id.as_str()], &operation)?;
        let stored: Option<User> = self.0.write(Method::PUT, url, &operation, change).await?;
        match (stored, &change.company_profile_id) {
            (Some(user), _) if is_told(&user) => Ok(user),
            (_, Field::Value(profile)) => self.changed(profile).await,
            (_, Field::Omitted | Field::Null | Field::Odd(_)) => {
                let detail = "it was changed, and nothing names the profile to read again";
                Err(Error::new(ErrorKind::UnreadableAnswer, operation).with_detail(detail))
            }
        }
    }

    /// Changes a user: what is left out or null stays.
    pub async fn patch(&self, id: &CompanyProfileId, change: &UserChange) -> Result<User, Error> {
        let operation = format!("change user {id}");
        let url = self.url(&[id.as_str()], &operation)?;
        let stored: Option<User> = self.0.write(Method::PATCH, url, &operation, change).await?;
        match stored.filter(is_told) {
            Some(user) => Ok(user),
            None => self.changed(id).await,
        }
    }

    /// The user after a change that was done and not answered with it.
    async fn changed(&self, id: &CompanyProfileId) -> Result<User, Error> {
        let operation = format!("read user {id} again after it was changed");
        let url = self.url(&["by-profile-id", id.as_str()], &operation)?;
        self.0.get(url, &operation).await
    }

    /// Disables the account.
    pub async fn disable(&self, id: &CompanyProfileId) -> Result<(), Error> {
        let operation = format!("disable user {id}");
        self.switch("disable", id, &operation).await
    }

    /// Enables the account.
    pub async fn enable(&self, id: &CompanyProfileId) -> Result<(), Error> {
        let operation = format!("enable user {id}");
        self.switch("enable", id, &operation).await
    }

    /// Returns the answer to whether a delete would succeed, with reasons.
    pub async fn is_identity_deletable(&self, id: &IdentityId) -> Result<IdentityDeletable, Error> {
        let operation = format!("ask whether user {id} can be deleted");
        let url = self.url(&["is-identity-deletable", id.as_str()], &operation)?;
        self.0.get(url, &operation).await
    }

    /// Deletes a user.
    ///
    /// # Errors
    /// A conflict where other data depends on the user; otherwise see [`Error`].
    pub async fn delete(&self, id: &IdentityId) -> Result<(), Error> {
        let operation = format!("delete user {id}");
        let url = self.url(&[id.as_str()], &operation)?;
        self.0.delete(url, &operation).await
    }

    /// Asks whether the user can be deleted, and does it.
    ///
    /// # Errors
    /// See [`Error`]; that the user cannot be deleted is no error.
    pub async fn delete_if_deletable(&self, id: &IdentityId) -> Result<Deletion, Error> {
        let check = self.is_identity_deletable(id).await?;
        if !check.is_deletable {
            return Ok(Deletion::Refused {
                reasons: check.validation_errors,
            });
        }
        Deletion::of(self.delete(id).await)
    }

    async fn switch(&self, to: &str, id: &CompanyProfileId, operation: &str) -> Result<(), Error> {
        let url = self.url(&[to, id.as_str()], operation)?;
        let call = Call::new(Method::PATCH, url, operation);
        self.0.whole(&call).await.map(drop)
    }

    fn url(&self, segments: &[&str], operation: &str) -> Result<Url, Error> {
        self.0.core(&[&["users"], segments].concat(), operation)
    }

    fn list_url(&self, query: &UserQuery, operation: &str) -> Result<Url, Error> {
        let mut url = self.url(&[], operation)?;
        let UserQuery {
            changed_since,
            company_id,
            employment_lookback_days,
        } = query;
        if let Some(since) = changed_since {
            url.query_pairs_mut()
                .append_pair("changedSince", &since.to_string());
        }
        if let Some(company) = company_id {
            url.query_pairs_mut()
                .append_pair("companyId", company.as_str());
        }
        if let Some(days) = employment_lookback_days {
            url.query_pairs_mut()
                .append_pair("employmentLookbackDays", &days.to_string());
        }
        Ok(url)
    }
}

/// Returns true where an answer holds the user, and not just a success.
fn is_told(user: &User) -> bool {
    !user.key().is_empty()
}
