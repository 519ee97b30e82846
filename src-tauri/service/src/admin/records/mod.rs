//! Companies, projects, work orders and machine types of the operator: added, listed, changed,
//! closed, reopened, imported.
//!
//! A record is named by its key, compared exactly: a company by its id, a project by company and
//! number, a work order by project and number, a machine type by company and id. The key stays as
//! it is. Where no company is given it is the environment's own; the first company that is added
//! becomes that. An act that changes nothing writes nothing and leaves no audit entry.
//!
//! Closing deletes nothing. A closed project or work order is shown with `active` false; closing a
//! project leaves its work orders as they are. The data of a closed company is refused as where
//! its integration is disabled, and nothing new is added to it; its subsidiaries and the switch of
//! its integration stay as they are. A closed machine type is not listed and not taken for another
//! machine; machines that have it keep it and may be changed.

mod fields;
mod file;
mod import;
mod planner;
mod values;

use serde_json::json;

use super::Administration;
use crate::store::{OperatorAct, OperatorRecord, RecordKind};
use crate::{ServiceError, audit, clock};

pub use fields::{Field, fields, noun, one};
pub use import::{ImportReport, ImportRow, Outcome};
pub use planner::{FieldChange, Given};

use planner::{Act, Planned, Planner};

/// Acts as the audit log names them.
#[derive(Clone, Copy)]
enum AuditAction {
    Created,
    Changed,
    Closed,
    Reopened,
    Imported,
}

const fn action(kind: RecordKind, action: AuditAction) -> &'static str {
    use AuditAction::{Changed, Closed, Created, Imported, Reopened};
    use RecordKind::{Company, MachineType, Project, WorkOrder};
    match (kind, action) {
        (Company, Created) => "company.created",
        (Company, Changed) => "company.changed",
        (Company, Closed) => "company.closed",
        (Company, Reopened) => "company.reopened",
        (Company, Imported) => "companies.imported",
        (Project, Created) => "project.created",
        (Project, Changed) => "project.changed",
        (Project, Closed) => "project.closed",
        (Project, Reopened) => "project.reopened",
        (Project, Imported) => "projects.imported",
        (WorkOrder, Created) => "workOrder.created",
        (WorkOrder, Changed) => "workOrder.changed",
        (WorkOrder, Closed) => "workOrder.closed",
        (WorkOrder, Reopened) => "workOrder.reopened",
        (WorkOrder, Imported) => "workOrders.imported",
        (MachineType, Created) => "machineType.created",
        (MachineType, Changed) => "machineType.changed",
        (MachineType, Closed) => "machineType.closed",
        (MachineType, Reopened) => "machineType.reopened",
        (MachineType, Imported) => "machineTypes.imported",
    }
}

impl Administration {
    /// Returns the records of a kind, closed ones too; those whose fields have the given values.
    pub async fn records(
        &self,
        kind: RecordKind,
        given: &Given,
    ) -> Result<Vec<OperatorRecord>, ServiceError> {
        let mut records = self.store.operator_records(kind).await?;
        records.retain(|record| {
            let mut given = given.iter();
            given.all(|(field, value)| record.text(field) == Some(value))
        });
        Ok(records)
    }

    /// Adds a record and returns it.
    ///
    /// # Errors
    /// A record that exists, a holder that is missing or closed, a value that cannot be.
    pub async fn add_record(
        &self,
        kind: RecordKind,
        given: &Given,
    ) -> Result<OperatorRecord, ServiceError> {
        self.act(kind, given, Act::Add, AuditAction::Created).await
    }

    /// Changes the given fields of a record and returns it; an empty text empties a field.
    ///
    /// # Errors
    /// A record that is missing, a value that cannot be.
    pub async fn change_record(
        &self,
        kind: RecordKind,
        given: &Given,
    ) -> Result<OperatorRecord, ServiceError> {
        self.act(kind, given, Act::Change, AuditAction::Changed)
            .await
    }

    /// Closes or reopens a record and returns it.
    ///
    /// # Errors
    /// A record that is missing.
    pub async fn set_active(
        &self,
        kind: RecordKind,
        given: &Given,
        active: bool,
    ) -> Result<OperatorRecord, ServiceError> {
        let mut given = given.clone();
        given.insert("active", active.to_string());
        let action = match active {
            true => AuditAction::Reopened,
            false => AuditAction::Closed,
        };
        self.act(kind, &given, Act::Change, action).await
    }

    async fn act(
        &self,
        kind: RecordKind,
        given: &Given,
        act: Act,
        audited: AuditAction,
    ) -> Result<OperatorRecord, ServiceError> {
        let mut planned = Err(String::new());
        let decide = Box::new(|known| {
            let mut planner = Planner::new(kind, known, clock::now().date_naive());
            planned = planner.take(given, act);
            let planned = planned.as_ref().ok().filter(|planned| !planned.is_same())?;
            Some(OperatorAct {
                writes: vec![planned.record.clone()],
                own_company: planner.first_company(),
                audit: entry(action(kind, audited), kind, planned),
            })
        });
        self.store.operate(kind, decide).await?;
        planned
            .map(|planned| planned.record)
            .map_err(ServiceError::Invalid)
    }
}

fn entry(action: &'static str, kind: RecordKind, planned: &Planned) -> crate::store::AuditEntry {
    let key = kind.key().iter().zip(&planned.key);
    let key: serde_json::Map<_, _> = key
        .map(|(name, part)| ((*name).to_owned(), json!(part)))
        .collect();
    let id = planned
        .record
        .text("id")
        .or(planned.key.last().map(String::as_str));
    audit::entry(
        audit::OPERATOR,
        action,
        id.unwrap_or_default(),
        [("key", json!(key)), ("changes", json!(planned.changes))],
    )
}
