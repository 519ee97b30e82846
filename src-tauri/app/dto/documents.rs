//! Projects and work orders: of their records, what is shown.

use chrono::{DateTime, Utc};
use fielddesk_core::directory::{Listing, ProjectEntry};
use fielddesk_core::model::{self, ProjectId, WorkOrderId};
use fielddesk_core::unlisted::UnlistedRecords;
use fielddesk_rules::file_name::shown;
use serde::Serialize;
use specta::Type;

/// A project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// Id.
    pub id: ProjectId,
    /// Human number.
    pub number: String,
    /// Name.
    pub name: Option<String>,
    /// Whether work goes on.
    pub active: bool,
    /// When it was last used here.
    pub used_at: Option<DateTime<Utc>>,
}

/// All projects of the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProjectList {
    /// The projects.
    pub projects: Vec<Project>,
    /// When they were read from the service.
    pub read_at: Option<DateTime<Utc>>,
    /// From this computer's memory, not read just now.
    pub cached: bool,
    /// Records that this read could not list.
    pub left_out: UnlistedRecords,
}

/// A work order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkOrder {
    /// Id.
    pub id: WorkOrderId,
    /// Its project.
    pub project_id: ProjectId,
    /// Human number.
    pub number: Option<String>,
    /// What is to be done.
    pub name: Option<String>,
    /// Whether work goes on.
    pub active: bool,
}

/// The work orders of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkOrderList {
    /// The work orders.
    pub work_orders: Vec<WorkOrder>,
    /// When they were read from the service.
    pub read_at: Option<DateTime<Utc>>,
    /// From this computer's memory, not read just now.
    pub cached: bool,
    /// Records that this read could not list.
    pub left_out: UnlistedRecords,
}

/// What became of opening a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Opened {
    /// True: opened. False: shown in its folder, because its kind may run programs.
    pub opened: bool,
}

/// What became of comparing a document with what this computer uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Verification {
    /// The same bytes.
    Same,
    /// Other bytes.
    Different,
    /// This computer did not upload it.
    NothingToCompare,
}

impl From<Listing<ProjectEntry>> for ProjectList {
    fn from(list: Listing<ProjectEntry>) -> Self {
        let projects = list.items.into_iter().map(|entry| Project {
            id: entry.project.id,
            number: shown(&entry.project.project_number),
            name: entry.project.name.as_deref().map(shown),
            active: entry.project.active.unwrap_or(true),
            used_at: entry.used_at,
        });
        Self {
            projects: projects.collect(),
            read_at: list.read_at,
            cached: list.cached,
            left_out: list.left_out.as_slice().into(),
        }
    }
}

impl WorkOrderList {
    /// The work orders of a project.
    pub(crate) fn of(project: &ProjectId, list: Listing<model::WorkOrder>) -> Self {
        let orders = list.items.into_iter();
        Self {
            work_orders: orders.map(|order| WorkOrder::of(project, order)).collect(),
            read_at: list.read_at,
            cached: list.cached,
            left_out: list.left_out.as_slice().into(),
        }
    }
}

impl WorkOrder {
    /// A work order of a project, for a record that may not name it.
    pub(crate) fn of(project: &ProjectId, record: model::WorkOrder) -> Self {
        Self {
            id: record.id,
            project_id: record.project_id.unwrap_or_else(|| project.clone()),
            number: record.external_id.as_deref().map(shown),
            name: record.name.as_deref().map(shown),
            active: record.active.unwrap_or(true),
        }
    }
}
