//! Records that the operator keeps by command: companies, projects, work orders, machine types.
//!
//! They cross the port by the names of their fields, so that adding, changing, closing and
//! importing are one path for all kinds. An act is decided on what is stored while no other act
//! can change it, and is done together with its audit entry, whole or not at all.

use async_trait::async_trait;
use fielddesk_model::CompanyId;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{AuditEntry, Result};

/// Kinds of records that the operator keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// A company, perhaps below another one.
    Company,
    /// A project of a company.
    Project,
    /// A work order of a project.
    WorkOrder,
    /// A machine type of a company.
    MachineType,
}

impl RecordKind {
    /// Returns the kinds that an act on this kind looks at: those that hold it, outermost first,
    /// then the kind itself.
    #[must_use]
    pub const fn with_holders(self) -> &'static [Self] {
        match self {
            Self::Company => &[Self::Company],
            Self::Project => &[Self::Company, Self::Project],
            Self::WorkOrder => &[Self::Company, Self::Project, Self::WorkOrder],
            Self::MachineType => &[Self::Company, Self::MachineType],
        }
    }

    /// Returns the names of the fields that identify a record, beginning with the key of its
    /// holder.
    #[must_use]
    pub const fn key(self) -> &'static [&'static str] {
        match self {
            Self::Company => &["companyId"],
            Self::Project => &["companyId", "projectNumber"],
            Self::WorkOrder => &["companyId", "projectNumber", "externalId"],
            Self::MachineType => &["companyId", "typeId"],
        }
    }
}

/// A record by the names of its fields, as it is printed; a field without a value is null.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct OperatorRecord(pub Map<String, Value>);

impl OperatorRecord {
    /// Returns the text of a field.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field).and_then(Value::as_str)
    }

    /// Returns false for a record that was closed.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.0.get("active") != Some(&Value::Bool(false))
    }
}

/// The stored records that an act is decided on.
#[derive(Debug, Default)]
pub struct KnownRecords {
    /// The company of the environment.
    pub own_company: Option<CompanyId>,
    /// Records of each kind of [`RecordKind::with_holders`], in that order.
    pub records: Vec<(RecordKind, Vec<OperatorRecord>)>,
}

/// An act that was decided.
#[derive(Debug)]
pub struct OperatorAct {
    /// Records as they are after the act, new and changed ones.
    pub writes: Vec<OperatorRecord>,
    /// The company that becomes the environment's.
    pub own_company: Option<CompanyId>,
    /// The record of the act.
    pub audit: AuditEntry,
}

/// Decides on an act; `None` changes nothing.
pub type Decide<'a> = Box<dyn FnOnce(KnownRecords) -> Option<OperatorAct> + Send + 'a>;

/// The store of what the operator keeps.
#[async_trait]
pub trait OperatorStore {
    /// All records of a kind, by their keys; companies by name.
    async fn operator_records(&self, kind: RecordKind) -> Result<Vec<OperatorRecord>>;
    /// Decides on an act and does it, in one transaction that no other act interleaves with.
    async fn operate(&self, kind: RecordKind, decide: Decide<'_>) -> Result<()>;
}
