//! The part of the storage port that keeps users, and the records that cross it.
//!
//! What a write may hold is checked before it comes here (`crate::users`); here is what only
//! a look at everything stored can tell: numbers taken, supervisors found, dates that do not
//! go together once merged.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use fielddesk_model::{CompanyId, CompanyProfileId, IdentityId, ProjectId, User, UserChange};

use super::{AuditEntry, Result};

/// Users. A write, its supervisors, its tags and its audit entry are one transaction.
#[async_trait]
pub trait UserStore {
    /// The users of the companies in the order given, by employee number, as pieces of
    /// text that together are the JSON array of their records.
    async fn users(&self, filter: &UserFilter) -> Result<Vec<String>>;
    /// A user, of any company where an id names it.
    async fn user(&self, key: &UserKey) -> Result<Option<User>>;
    /// Adds a user under ids that are new.
    async fn insert_user(
        &self,
        ids: NewUserIds,
        write: UserWrite,
        audit: AuditEntry,
    ) -> Result<Written>;
    /// Merges a change onto a user: a value sets, null empties, what is left out stays.
    async fn change_user(
        &self,
        id: &IdentityId,
        write: UserWrite,
        audit: AuditEntry,
    ) -> Result<Written>;
    /// Removes a user, and with it its place as a supervisor of others.
    async fn delete_user(
        &self,
        id: &IdentityId,
        at: DateTime<Utc>,
        audit: AuditEntry,
    ) -> Result<UserDeletion>;
    /// Returns the number of time registrations of a user; they keep it from being deleted.
    async fn time_registrations(&self, id: &IdentityId) -> Result<u64>;
    /// Returns the names of a user's tags, sorted. No call of the specification shows them.
    async fn user_tags(&self, id: &IdentityId) -> Result<Vec<String>>;
}

/// The users of a list; all conditions hold together.
#[derive(Debug, Clone, Default)]
pub struct UserFilter {
    /// Companies of the users.
    pub companies: Vec<CompanyId>,
    /// Written after this instant.
    pub modified_after: Option<DateTime<Utc>>,
    /// Employed now, or until lately.
    pub employed: Option<Employed>,
}

/// An employment that has begun and has not ended before a day.
#[derive(Debug, Clone, Copy)]
pub struct Employed {
    /// Latest first day of the employment.
    pub begun_by: NaiveDate,
    /// Earliest last day of the employment; an open end counts.
    pub ended_since: NaiveDate,
}

/// The key of a user.
#[derive(Debug, Clone)]
pub enum UserKey {
    /// The user id.
    Identity(IdentityId),
    /// The company profile id.
    Profile(CompanyProfileId),
    /// The employee number; of several users the one of the company named first.
    Number {
        /// Companies to look in.
        companies: Vec<CompanyId>,
        /// The number, exactly.
        number: String,
    },
}

/// The ids of a user that is being made.
#[derive(Debug, Clone)]
pub struct NewUserIds {
    /// User id in paths.
    pub identity_id: IdentityId,
    /// Company profile id.
    pub company_profile_id: CompanyProfileId,
}

/// A write of a user, checked and in the form in which it is stored.
#[derive(Debug, Clone)]
pub struct UserWrite {
    /// Fields to change. Dates are `yyyy-MM-dd`.
    pub change: UserChange,
    /// The companies of the caller: supervisors given by an id are looked up there.
    pub companies: Vec<CompanyId>,
    /// Time of the write.
    pub at: DateTime<Utc>,
}

/// The user as it is now, or why nothing was written.
pub type Written = std::result::Result<User, UserRefusal>;

/// Reasons a write of a user was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UserRefusal {
    /// There is no such user.
    NotFound,
    /// Another user of the company has the employee number.
    NumberTaken(String),
    /// The employment would end before it begins.
    EndBeforeStart,
    /// No user is found by this supervisor id.
    Supervisor(String),
}

/// The result of a delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserDeletion {
    /// The user is gone.
    Done,
    /// There is no such user.
    NotFound,
    /// The user has this many time registrations, and stays.
    HasTimeRegistrations(u64),
}

/// A user to seed.
#[derive(Debug, Clone)]
pub struct SeedUser {
    /// The record, without supervisors.
    pub user: User,
    /// Time of the last write.
    pub modified_at: DateTime<Utc>,
    /// Other users of the same seed, and whether each is the primary one.
    pub supervisors: Vec<(IdentityId, bool)>,
    /// Tags of its company.
    pub tags: Vec<&'static str>,
    /// Booked hours, which keep the user from being deleted.
    pub time_registrations: Vec<SeedHours>,
}

/// Hours that a seeded user has booked.
#[derive(Debug, Clone)]
pub struct SeedHours {
    /// On which project.
    pub project_id: ProjectId,
    /// On which day, `yyyy-MM-dd`.
    pub work_date: String,
    /// Duration in minutes.
    pub minutes: i64,
}

/// True when the employment would end before it begins; ISO dates compare as text.
pub(super) fn ends_before_it_begins(user: &User) -> bool {
    match (&user.employment_start_date, &user.employment_end_date) {
        (Some(start), Some(end)) => end < start,
        _ => false,
    }
}
