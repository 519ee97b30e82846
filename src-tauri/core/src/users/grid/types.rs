//! Types of the users' list: plain data.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::row::UserRow;
use crate::Failure;
use crate::records::{Act, Cell, FieldInput, FieldProblem};
use crate::unlisted::UnlistedRecords;

/// How the whole list stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UsersState {
    /// Grows with every change of a row.
    pub revision: u64,
    /// Users.
    pub total: usize,
    /// When they were read from the service.
    pub read_at: Option<DateTime<Utc>>,
    /// They are being read.
    pub reading: bool,
    /// Why the last read failed.
    pub failure: Option<Failure>,
    /// The service refuses this client's changes.
    pub read_only: bool,
    /// Records of the last read that cannot be listed.
    pub left_out: UnlistedRecords,
}

/// Some rows and how the list stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UserPage {
    /// How the list stands.
    pub state: UsersState,
    /// Place of the first row.
    pub from: usize,
    /// The fields of the cells.
    pub columns: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<UserRow>,
}

/// What is different since a revision.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UserChanges {
    /// How the list stands.
    pub state: UsersState,
    /// The revision is of another session: everything has to be read again.
    pub whole: bool,
    /// New and changed rows.
    pub rows: Vec<UserRow>,
    /// Ids of rows that are gone.
    pub removed: Vec<String>,
}

/// The form of a new user, or of changes of one.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UserForm {
    /// The fields that were put in.
    pub inputs: Vec<FieldInput>,
    /// All supervisors; none where they stay.
    pub supervisors: Option<Vec<SupervisorInput>>,
    /// Tags to attach and to detach; others stay.
    pub tags: Vec<TagInput>,
}

/// A form as it is understood while it is typed.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UserCheck {
    /// Problems by field.
    pub problems: Vec<FieldProblem>,
    /// Days and phone numbers as they would be stored, and a number of which invisible characters
    /// are left out.
    pub read: Vec<FieldRead>,
}

/// A value as it would be stored.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FieldRead {
    /// The field.
    pub field: &'static str,
    /// The value.
    pub value: Cell,
}

/// A supervisor of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SupervisorInput {
    /// Employee number, or another of the forms that the service takes.
    pub supervisor_id: String,
    /// Whether it is the primary one.
    pub primary: bool,
}

/// A tag of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TagInput {
    /// Name.
    pub name: String,
    /// Whether it is attached; else it is detached.
    pub enabled: bool,
}

/// Everything about one user.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UserDetail {
    /// Its row.
    pub row: UserRow,
    /// What was done to it from here, the newest first.
    pub acts: Vec<Act>,
}
