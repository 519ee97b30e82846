//! Machine types of the company.

use serde::Serialize;
use specta::Type;

/// A machine type of the company, without what else the service says of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachineType {
    /// What a machine's type refers to.
    pub type_id: String,
    /// Name for people.
    pub name: Option<String>,
}

impl From<fielddesk_core::model::MachineType> for MachineType {
    fn from(kind: fielddesk_core::model::MachineType) -> Self {
        Self {
            type_id: kind.type_id,
            name: kind.name,
        }
    }
}
