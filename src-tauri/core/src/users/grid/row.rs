//! A row of the grid, and what the window gets of it: its cells.

use std::sync::Arc;

use fielddesk_model::{Record as _, User};
use fielddesk_rules::fields::{FieldDef, USER_FIELDS};
use serde::Serialize;

use crate::records::{BatchKind, Cell, OddCell, cells_of, odd_cells};

/// Fields that are no cells: lists.
const LISTS: [&str; 3] = ["tags", "immediateSupervisors", "immediateSupervisorDetails"];

/// The fields that the grid has as columns.
pub fn columns() -> impl Iterator<Item = &'static FieldDef> {
    USER_FIELDS
        .iter()
        .filter(|field| !LISTS.contains(&field.name))
}

/// A row of the grid. The window gets its cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(into = "RowCells")]
pub struct UserRow {
    /// The record.
    pub user: Arc<User>,
    /// The stored supervisors.
    pub supervisors: Vec<UserSupervisor>,
    /// What is being done to it.
    pub acting: Option<BatchKind>,
}

/// A stored supervisor of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UserSupervisor {
    /// What is sent to keep it.
    pub supervisor_id: String,
    /// The row of the person, where this client sees it.
    pub id: Option<String>,
    /// Employee number.
    pub employee_number: Option<String>,
    /// First and last name.
    pub name: Option<String>,
    /// Whether it is the primary one.
    pub primary: bool,
}

/// A row as the window gets it. Made when it is sent: there are thousands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase", rename = "UserRow")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
struct RowCells {
    /// The company profile id.
    id: String,
    /// Its values, in the order of the fields.
    cells: Vec<Cell>,
    /// The stored supervisors.
    supervisors: Vec<UserSupervisor>,
    /// What is being done to it.
    acting: Option<BatchKind>,
    /// Values that their fields cannot have; their cells hold nothing.
    odd: Vec<OddCell>,
}

#[cfg(feature = "specta")]
impl specta::Type for UserRow {
    fn definition(types: &mut specta::Types) -> specta::datatype::DataType {
        RowCells::definition(types)
    }
}

impl From<UserRow> for RowCells {
    fn from(row: UserRow) -> Self {
        Self {
            id: row.user.key().to_owned(),
            cells: cells_of(columns(), &*row.user),
            odd: odd_cells(USER_FIELDS.iter(), &*row.user),
            supervisors: row.supervisors,
            acting: row.acting,
        }
    }
}
