//! The part of the port that keeps machine types, machines and equipment.

use std::collections::HashSet;

use async_trait::async_trait;
use fielddesk_model::{CompanyId, Machine, MachineId, MachineType};

use super::{AuditEntry, Result, StoreError};

/// A machine or a piece of equipment as it is kept: its record rendered once, when written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMachine {
    /// Id of the machine.
    pub id: MachineId,
    /// The owning company.
    pub company_id: CompanyId,
    /// The machine that this equipment is linked to.
    pub parent_id: Option<MachineId>,
    /// Counts its writes; a write says on which it builds.
    pub revision: i64,
    /// The record as it is sent, a JSON object without `equipment`.
    pub record: String,
}

impl StoredMachine {
    /// Reads the record.
    ///
    /// # Errors
    /// A record that was damaged outside of the service.
    pub fn machine(&self) -> Result<Machine> {
        serde_json::from_str(&self.record).map_err(StoreError::new)
    }
}

/// A machine to be written.
#[derive(Debug, Clone)]
pub struct MachineWrite {
    /// All of it as it shall be.
    pub machine: Machine,
    /// The revision that the change was made on; none for a new machine.
    pub based_on: Option<i64>,
    /// Noted when it is stored.
    pub audit: AuditEntry,
}

/// The result of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MachineWritten {
    /// Stored; the record as it is sent.
    Stored(String),
    /// The company has another machine of this number.
    NumberTaken,
    /// The parent is no machine of the companies in reach, is equipment, or is itself.
    ParentInvalid,
    /// Equipment is linked to it, so that it stays a machine.
    HasEquipment,
    /// Another write came since, or its responsible person changed; look again.
    Stale,
    /// The machine is gone.
    Missing,
}

/// The records that keep a machine from being deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dependents {
    /// Time and trip registrations that name it.
    pub registrations: u64,
    /// Pieces of equipment linked to it.
    pub equipment: u64,
}

impl Dependents {
    /// Returns true without any.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.registrations == 0 && self.equipment == 0
    }
}

/// The result of a delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MachineDeleted {
    /// The machine is gone.
    Deleted,
    /// There was none.
    Missing,
    /// Refused; nothing changed.
    Kept(Dependents),
}

/// Machine types, machines and equipment.
///
/// A machine's responsible person follows the users: a new employee number shows in the
/// machine's record, and a deleted user is responsible for nothing.
#[async_trait]
pub trait MachineStore {
    /// The types that machines of a company may have, by id: its own, or where it has none
    /// those of the nearest company above it that has some.
    async fn machine_types(&self, company: &CompanyId) -> Result<Vec<MachineType>>;
    /// Closed ones among the types that machines of a company may have.
    async fn closed_machine_types(&self, company: &CompanyId) -> Result<HashSet<String>>;
    /// A machine of any company.
    async fn machine(&self, id: &MachineId) -> Result<Option<StoredMachine>>;
    /// The machine with this number; of several the one of the company named first.
    async fn machine_by_number(
        &self,
        companies: &[CompanyId],
        number: &str,
    ) -> Result<Option<StoredMachine>>;
    /// Machines and equipment of these companies, by company in the order given and number.
    async fn machines(&self, companies: &[CompanyId]) -> Result<Vec<StoredMachine>>;
    /// The equipment of these companies that is linked to a machine, by number.
    async fn equipment(
        &self,
        parent: &MachineId,
        companies: &[CompanyId],
    ) -> Result<Vec<StoredMachine>>;
    /// Writes machines in this order and in one transaction. Each is stored or not on its
    /// own; a parent that is new to a machine must be a machine of the companies in reach.
    async fn write_machines(
        &self,
        writes: &[MachineWrite],
        reach: &[CompanyId],
    ) -> Result<Vec<MachineWritten>>;
    /// Returns the records that keep a machine from being deleted; `None` when there is no such
    /// machine.
    async fn machine_dependents(&self, id: &MachineId) -> Result<Option<Dependents>>;
    /// Removes a machine that nothing depends on.
    async fn delete_machine(&self, id: &MachineId, audit: AuditEntry) -> Result<MachineDeleted>;
}
