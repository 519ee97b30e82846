//! Projects and work orders. The specification shows only the id and the project number;
//! the other fields are those that live services send.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{CompanyId, ProjectId, WorkOrderId};

/// A construction project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// Id used in paths.
    pub id: ProjectId,
    /// The owning company.
    #[serde(default)]
    pub company_id: Option<CompanyId>,
    /// The human project number.
    #[serde(default)]
    pub project_number: String,
    /// Name as crews know it.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether work goes on; unknown counts as active.
    #[serde(default)]
    pub active: Option<bool>,
    /// Fields we do not know, kept as they came.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A work order of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkOrder {
    /// Id used in paths.
    pub id: WorkOrderId,
    /// The project it belongs to.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The human number, unique within the project.
    #[serde(default)]
    pub external_id: Option<String>,
    /// What is to be done.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether work goes on; unknown counts as active.
    #[serde(default)]
    pub active: Option<bool>,
    /// Fields we do not know, kept as they came.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}
