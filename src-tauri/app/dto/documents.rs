//! Projects, work orders and the pages of documents.

use fielddesk_core as core;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Failure, FolderRef, UnlistedRecords, instant, saturated};
use crate::mirror::mirror;

/// A project's page, or a work order's.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The project.
    pub project_id: String,
    /// The work order, when it is not the project itself.
    pub work_order_id: Option<String>,
}

/// A project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// Id.
    pub id: String,
    /// Human number.
    pub number: String,
    /// Name.
    pub name: Option<String>,
    /// Whether work goes on.
    pub active: bool,
    /// When it was last used here.
    pub used_at: Option<String>,
}

/// All projects of the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProjectList {
    /// The projects.
    pub projects: Vec<Project>,
    /// When they were read from the service.
    pub read_at: Option<String>,
    /// From this computer's memory, not read just now.
    pub cached: bool,
    /// Records that this read could not list.
    pub left_out: UnlistedRecords,
}

/// A work order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkOrder {
    /// Id.
    pub id: String,
    /// Its project.
    pub project_id: String,
    /// Human number.
    pub number: Option<String>,
    /// What is to be done.
    pub name: Option<String>,
    /// Whether work goes on.
    pub active: bool,
}

/// The work orders of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorkOrderList {
    /// The work orders.
    pub work_orders: Vec<WorkOrder>,
    /// When they were read from the service.
    pub read_at: Option<String>,
    /// From this computer's memory, not read just now.
    pub cached: bool,
    /// Records that this read could not list.
    pub left_out: UnlistedRecords,
}

/// Where a document comes from, as far as this computer knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DocumentOrigin {
    /// Sent from here.
    ByHand,
    /// Kept equal to a file of a synced folder.
    SyncedFolder,
    /// Not sent from here.
    SomeoneElse,
}

/// How sure we are of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DocumentState {
    /// The service lists it.
    Listed,
    /// Fetched back and compared.
    Verified,
    /// Two have this name.
    NeedsDecision,
}

/// A document on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// File reference id.
    pub id: String,
    /// Name as the service has it.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Size in bytes; not known for what others sent.
    pub size_bytes: Option<u64>,
    /// When it was sent from here.
    pub sent_at: Option<String>,
    /// Who sent it.
    pub origin: DocumentOrigin,
    /// The synced folder that keeps it.
    pub folder: Option<FolderRef>,
    /// How sure we are.
    pub state: DocumentState,
    /// A kind that is safe to open; others are shown in their folder.
    pub opens: bool,
}

/// A section with its documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Name.
    pub section: String,
    /// Handle of the page.
    pub page_external_id: String,
    /// Documents.
    pub documents: Vec<Document>,
}

/// The page of a project or a work order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Whose.
    pub target: Target,
    /// Its sections.
    pub sections: Vec<Section>,
    /// When it was read.
    pub read_at: String,
    /// From this computer's memory, not read just now.
    pub cached: bool,
    /// The listing is empty where there were so many.
    pub empty_where_there_were: Option<u32>,
}

/// What became of opening a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    /// True: opened. False: shown in its folder, because its kind may run programs.
    pub opened: bool,
}

/// A document that could not be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RefusedDelete {
    /// File reference id.
    pub id: String,
    /// Why.
    pub failure: Failure,
}

/// Documents on their way out, until the time for undo is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Deleted {
    /// Handle for undo; none when nothing is deleted.
    pub undo_id: Option<String>,
    /// What will go.
    pub deleted: Vec<String>,
    /// What stays, with the reason.
    pub refused: Vec<RefusedDelete>,
}

mirror!(
    core::documents::Origin,
    DocumentOrigin {
        ByHand,
        SyncedFolder,
        SomeoneElse
    }
);
mirror!(
    core::documents::DocumentState,
    DocumentState {
        Listed,
        Verified,
        NeedsDecision
    }
);

impl From<core::target::Target> for Target {
    fn from(target: core::target::Target) -> Self {
        Self {
            project_id: target.project.to_string(),
            work_order_id: target.work_order.map(|id| id.to_string()),
        }
    }
}

impl From<Target> for core::target::Target {
    fn from(target: Target) -> Self {
        Self {
            project: target.project_id.into(),
            work_order: target.work_order_id.map(Into::into),
        }
    }
}

impl From<core::directory::Listing<core::directory::ProjectEntry>> for ProjectList {
    fn from(list: core::directory::Listing<core::directory::ProjectEntry>) -> Self {
        Self {
            projects: list
                .items
                .into_iter()
                .map(|entry| Project {
                    id: entry.project.id.to_string(),
                    number: shown(&entry.project.project_number),
                    name: entry.project.name.as_deref().map(shown),
                    active: entry.project.active.unwrap_or(true),
                    used_at: entry.used_at.map(instant),
                })
                .collect(),
            read_at: list.read_at.map(instant),
            cached: list.cached,
            left_out: list.left_out.as_slice().into(),
        }
    }
}

impl WorkOrder {
    /// A work order of a project, for a record that may not name it.
    pub(crate) fn of(project: &str, record: fielddesk_core::model::WorkOrder) -> Self {
        Self {
            id: record.id.to_string(),
            project_id: record
                .project_id
                .map_or_else(|| project.to_owned(), |id| id.to_string()),
            number: record.external_id.as_deref().map(shown),
            name: record.name.as_deref().map(shown),
            active: record.active.unwrap_or(true),
        }
    }
}

impl From<core::documents::Page> for Page {
    fn from(page: core::documents::Page) -> Self {
        Self {
            target: page.target.into(),
            sections: page.sections.into_iter().map(Into::into).collect(),
            read_at: instant(page.read_at),
            cached: page.cached,
            empty_where_there_were: page.previous_count.map(saturated),
        }
    }
}

impl From<core::documents::Section> for Section {
    fn from(section: core::documents::Section) -> Self {
        Self {
            section: section.section,
            page_external_id: section.page_external_id,
            documents: section.documents.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<core::documents::Document> for Document {
    fn from(document: core::documents::Document) -> Self {
        Self {
            id: document.id.to_string(),
            shown_name: shown(&document.name),
            name: document.name,
            size_bytes: document.size,
            sent_at: document.sent_at.map(instant),
            origin: document.origin.into(),
            folder: document.folder.map(Into::into),
            state: document.state.into(),
            opens: document.opens,
        }
    }
}

impl From<core::documents::PendingDelete> for Deleted {
    fn from(pending: core::documents::PendingDelete) -> Self {
        Self {
            undo_id: pending.undo_id,
            deleted: pending.deleted.iter().map(ToString::to_string).collect(),
            refused: pending.refused.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<(fielddesk_core::model::FileReferenceId, core::Failure)> for RefusedDelete {
    fn from((id, failure): (fielddesk_core::model::FileReferenceId, core::Failure)) -> Self {
        Self {
            id: id.to_string(),
            failure: failure.into(),
        }
    }
}
