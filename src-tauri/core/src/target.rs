//! The target of documents: a project's pages, or a work order's page.

use fielddesk_api::DocumentTarget;
use fielddesk_documents::mapping_id::MappingId;
use fielddesk_documents::ports::{Owner, Version};
use fielddesk_model::{ProjectId, WorkOrderId};
use serde::{Deserialize, Serialize};

use crate::connection::Connection;

/// A project, or one of its work orders.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Target {
    /// The project.
    pub project: ProjectId,
    /// The work order, when it is not the project itself.
    pub work_order: Option<WorkOrderId>,
}

impl Target {
    /// A project itself.
    #[must_use]
    pub const fn project(project: ProjectId) -> Self {
        Self {
            project,
            work_order: None,
        }
    }

    /// The same for the client.
    #[must_use]
    pub fn on_service(&self) -> DocumentTarget {
        match &self.work_order {
            Some(work_order) => DocumentTarget::WorkOrder(work_order.clone()),
            None => DocumentTarget::Project(self.project.clone()),
        }
    }

    /// Whose versions are kept of it, on the connection of the profile with that id.
    #[must_use]
    pub fn owner(&self, profile: &str, mapping: Option<MappingId>) -> Owner {
        Owner {
            connection: profile.to_owned(),
            project: self.project.clone(),
            work_order: self.work_order.clone(),
            mapping,
        }
    }

    /// Whose documents a version was of.
    #[must_use]
    pub fn of_version(version: &Version) -> Self {
        Self {
            project: version.project.clone(),
            work_order: version.work_order.clone(),
        }
    }

    /// Whether both are the same documents. A work order is the same whether or not its project
    /// is known.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.work_order, &other.work_order) {
            (None, None) => self.project == other.project,
            (one, other) => one == other,
        }
    }

    /// The work order as it is stored: an empty text for the project itself.
    pub(crate) fn work_order_key(&self) -> &str {
        self.work_order.as_ref().map_or("", WorkOrderId::as_str)
    }

    /// Reads what [`Self::work_order_key`] wrote.
    pub(crate) fn from_keys(project: String, work_order: &str) -> Self {
        Self {
            project: ProjectId::new(project),
            work_order: (!work_order.is_empty()).then(|| WorkOrderId::new(work_order)),
        }
    }
}

/// The profile's id in a connection's key (see `Profile::key`).
pub(crate) fn profile_of_key(key: &str) -> &str {
    key.split(' ').next().unwrap_or(key)
}

/// What rows of a connection are marked with: it stays when the connection is renamed.
pub(crate) fn connection_key(connection: &Connection) -> String {
    connection.profile.id.as_str().to_owned()
}
