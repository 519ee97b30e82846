//! Machines, users and imports against the real service: a connection, a folder for files.

mod applying;
mod exports;
mod files;
mod foreign_files;
mod foreign_values;
mod grid;
mod machines;
mod offering;
mod planning;
mod reverting;
mod supervising;
mod user_grid;

use std::path::PathBuf;

use fielddesk_core::bulk::BulkControl;
use fielddesk_core::connection::Connection;
use fielddesk_core::import::{
    self, Action, FileValues, ImportOptions, Plan, PlannedRow, Report, Resource,
};
use fielddesk_core::records::assign;
use fielddesk_core::{Failure, machines as core_machines};
use fielddesk_model::{CompanyId, Machine};
use fielddesk_rules::fields::{FieldDef, MACHINE_FIELDS, Values};

use crate::support::{Service, connection};

/// The seeded service, a connection of its administrator, and a folder.
pub(crate) struct Fleet {
    pub(crate) service: Service,
    pub(crate) connection: Connection,
    folder: tempfile::TempDir,
}

impl Fleet {
    pub(crate) async fn new() -> Self {
        Self::on(Service::start().await)
    }

    /// On a service that was started for it.
    pub(crate) fn on(service: Service) -> Self {
        let connection = connection(&service, &service.clients().admin);
        Self {
            service,
            connection,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn company(&self) -> CompanyId {
        self.service.company()
    }

    pub(crate) fn subsidiary(&self) -> CompanyId {
        self.service.subsidiary()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Machines of our own company that are no equipment, by number.
    pub(crate) async fn machines(&self) -> Vec<Machine> {
        let all =
            core_machines::list(&self.connection, core_machines::MachineQuery::default()).await;
        let company = self.company();
        let own = all.unwrap().into_iter();
        own.filter(|machine| machine.company_id == company && !machine.is_equipment)
            .collect()
    }

    pub(crate) async fn machine(&self, number: &str) -> Machine {
        let none = core_machines::MachineQuery::default();
        core_machines::find(&self.connection, number, None, none)
            .await
            .unwrap()
    }

    pub(crate) async fn plan(&self, path: PathBuf) -> Result<Plan, Failure> {
        self.plan_of(Resource::Machines, path, ImportOptions::default())
            .await
    }

    pub(crate) async fn plan_of(
        &self,
        resource: Resource,
        path: PathBuf,
        options: ImportOptions,
    ) -> Result<Plan, Failure> {
        let following = BulkControl::default();
        import::plan(&self.connection, resource, path, options, None, &following).await
    }

    pub(crate) async fn apply(&self, plan: &Plan) -> Report {
        self.apply_noting(plan, None).await.unwrap()
    }

    /// Carries a plan out, and notes in a file how it is taken back.
    pub(crate) async fn apply_noting(
        &self,
        plan: &Plan,
        back: Option<PathBuf>,
    ) -> Result<Report, Failure> {
        let (chosen, following) = (FileValues::default(), BulkControl::default());
        import::apply(&self.connection, plan, &chosen, None, back, &following).await
    }

    /// Plans a list of machines.
    pub(crate) async fn plan_text(&self, text: impl AsRef<[u8]>) -> Plan {
        self.plan(self.file("list.csv", text)).await.unwrap()
    }

    /// Creates a machine with `field=value` for each field.
    pub(crate) async fn create(&self, sets: &[&str]) -> Machine {
        let values = values(MACHINE_FIELDS, sets);
        let made = core_machines::create(&self.connection, &values).await;
        made.unwrap()
    }

    /// Changes a machine by a call beside the fleet, as a colleague does.
    pub(crate) async fn update(&self, number: &str, sets: &[&str]) {
        let values = values(MACHINE_FIELDS, sets);
        let changed = core_machines::update(&self.connection, number, None, &values).await;
        changed.unwrap();
    }

    /// Misbehaviour of the service for requests of one method and path.
    pub(crate) async fn fault(&self, fault: serde_json::Value) {
        self.service.order(fault).await;
    }

    /// Requests of a method whose path ends so, since the start.
    pub(crate) async fn requests(&self, method: &str, end: &str) -> usize {
        self.service.count(method, |path| path.ends_with(end)).await
    }
}

pub(crate) fn values(table: &'static [FieldDef], sets: &[&str]) -> Values {
    let today = chrono::Local::now().date_naive();
    let reading = fielddesk_rules::fields::Reading::of_no_region(today, None);
    assign(table, sets, &reading).unwrap()
}

/// The row of a plan by its number in the file.
pub(crate) fn row(plan: &Plan, number: u64) -> &PlannedRow {
    plan.rows.iter().find(|row| row.row == number).unwrap()
}

/// What is wrong with a row, all of it.
pub(crate) fn wrong(row: &PlannedRow) -> String {
    match &row.action {
        Action::Bad { reasons } => {
            let all: Vec<_> = reasons
                .iter()
                .map(|reason| {
                    let field = reason.field.as_deref().unwrap_or("row");
                    format!("{field}: {}", reason.problem.message)
                })
                .collect();
            all.join(" | ")
        }
        other => panic!("row {} is not bad: {other:?}", row.row),
    }
}
