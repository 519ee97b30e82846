//! The grid of machines against the real service: a fleet on a data folder that can be opened
//! again, and a clock that does not really wait.

mod acting;
mod broken_off;
mod editing;
mod exported;
mod files;
mod fuel;
mod reading;
mod releasing;
mod saving;
mod tables;
mod taking_back;
mod trouble;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_core::Clock;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::fleet::{
    BatchReport, BatchRow, Cell, CellEdit, CellInput, CellName, EditResult, FieldInput, Fleet,
    MachineRow, RowOutcome,
};
use fielddesk_core::import::{
    FileValues, ImportOptions, ImportShow, Imports, PlannedImport, PlannedRow,
};
use fielddesk_core::online::OnlineWatch;
use fielddesk_model::{Machine, MachineId};
use fielddesk_rules::fields::Writing;
use fielddesk_rules::language::Language;
use fielddesk_testing::Seen;
use serde_json::json;
use tokio::sync::watch;

use crate::support::connection;

/// Paths of machines.
pub(crate) const MACHINES: &str = "/test/core/api/v4/integration/machines";

/// The machine of a row.
pub(crate) fn id_of(row: &BatchRow) -> MachineId {
    MachineId::new(&*row.id)
}

/// The fixture of machines, with a fleet on it.
pub(crate) struct Grid {
    pub(crate) site: super::Fleet,
    pub(crate) fleet: Fleet,
    pub(crate) clock: Arc<Skipping>,
    folder: tempfile::TempDir,
}

/// A clock whose waits are counted, and over at once unless they are held.
pub(crate) struct Skipping {
    ahead: Mutex<TimeDelta>,
    pub(crate) waits: Mutex<Vec<u64>>,
    /// While it is true, nobody comes back from a wait.
    pub(crate) held: watch::Sender<bool>,
}

#[async_trait]
impl Clock for Skipping {
    fn now(&self) -> DateTime<Utc> {
        Utc::now() + *self.ahead.lock().unwrap()
    }

    async fn sleep(&self, duration: Duration) {
        self.waits.lock().unwrap().push(duration.as_secs());
        let mut held = self.held.subscribe();
        held.wait_for(|held| !held).await.unwrap();
        *self.ahead.lock().unwrap() += TimeDelta::from_std(duration).unwrap();
        tokio::task::yield_now().await;
    }
}

impl Skipping {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            ahead: Mutex::new(TimeDelta::zero()),
            waits: Mutex::default(),
            held: watch::Sender::new(false),
        })
    }

    /// The time goes on.
    pub(crate) fn advance(&self, by: TimeDelta) {
        *self.ahead.lock().unwrap() += by;
    }
}

impl Grid {
    /// A fleet of the administrator, read once.
    pub(crate) async fn new() -> Self {
        let site = super::Fleet::new().await;
        let connection = site.connection.clone();
        Self::of(site, connection).await
    }

    /// A fleet of the client that may only read.
    pub(crate) async fn read_only() -> Self {
        let site = super::Fleet::new().await;
        let connection = connection(&site.service, &site.service.clients().read_only);
        Self::of(site, connection).await
    }

    async fn of(site: super::Fleet, connection: Connection) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Skipping::new();
        let fleet = open(folder.path(), connection, clock.clone()).await;
        fleet.refresh().await.unwrap();
        Self {
            site,
            fleet,
            clock,
            folder,
        }
    }

    /// Another instance on the same data folder, as after a restart.
    pub(crate) async fn restarted(&self) -> Fleet {
        let connection = self.site.connection.clone();
        open(self.folder.path(), connection, self.clock.clone()).await
    }

    pub(crate) async fn database(&self) -> Database {
        let dir = DataDir::open(self.folder.path().to_owned()).unwrap();
        Database::open(&dir).await.unwrap()
    }

    /// All rows.
    pub(crate) async fn rows(&self) -> Vec<MachineRow> {
        self.fleet.page(0, 100_000).await.unwrap().rows
    }

    /// True where a machine of this number is among the rows.
    pub(crate) async fn has(&self, number: &str) -> bool {
        let rows = self.rows().await;
        rows.iter().any(|row| row.machine.machine_number == number)
    }

    pub(crate) async fn row(&self, id: &MachineId) -> MachineRow {
        let rows = self.rows().await;
        let found = rows.into_iter().find(|row| row.machine.id == *id);
        found.unwrap()
    }

    /// Machines of our own company that are open and no equipment.
    pub(crate) async fn open_machines(&self, count: usize) -> Vec<Machine> {
        let company = self.site.company();
        let rows = self
            .rows()
            .await
            .into_iter()
            .map(|row| (*row.machine).clone());
        let open = rows.filter(|one| {
            one.company_id == company && !one.is_equipment && !one.block_check_in && one.active
        });
        let open: Vec<Machine> = open.take(count).collect();
        assert_eq!(open.len(), count, "the seed has enough machines");
        open
    }

    /// Their ids.
    pub(crate) async fn open_ids(&self, count: usize) -> Vec<MachineId> {
        let machines = self.open_machines(count).await.into_iter();
        machines.map(|one| one.id).collect()
    }

    /// Creates machines on the service and reads them.
    pub(crate) async fn more_machines(&self, count: usize) -> Vec<MachineId> {
        let company = self.site.company();
        let bodies: Vec<_> = (0..count)
            .map(|n| json!({"companyId": company, "machineNumber": format!("X-{n:05}"), "active": true}))
            .collect();
        let bodies =
            serde_json::from_value::<Vec<fielddesk_model::MachineChange>>(json!(bodies)).unwrap();
        let client = &self.site.connection.client;
        let made = client.machines().create_array(&bodies).await.unwrap();
        self.fleet.refresh().await.unwrap();
        made.into_iter().map(|one| one.id.unwrap()).collect()
    }

    /// Types texts into cells.
    pub(crate) async fn type_in(&self, cells: &[(&MachineId, &str, &str)]) -> EditResult {
        let edits: Vec<CellEdit> = cells
            .iter()
            .map(|(machine, field, text)| CellEdit {
                cell: cell(machine, field),
                input: CellInput::Text((*text).to_owned()),
            })
            .collect();
        self.fleet
            .edit(&edits, &Writing::of(Language::Nb))
            .await
            .unwrap()
    }

    /// The record as the service has it.
    pub(crate) async fn stored(&self, id: &MachineId) -> Machine {
        let none = fielddesk_core::machines::MachineQuery::default();
        let client = &self.site.connection.client;
        client.machines().get(id, none).await.unwrap()
    }

    /// Somebody else changes a machine.
    pub(crate) async fn somebody_else(&self, id: &MachineId, values: serde_json::Value) {
        let client = &self.site.connection.client;
        let change = serde_json::from_value(values).unwrap();
        client.machines().patch(id, &change).await.unwrap();
    }

    /// Misbehaviour for writes of single machines, after some that are well.
    pub(crate) async fn patches_meet(&self, skip: u32, times: u32, action: serde_json::Value) {
        let fault = json!({"method": "PATCH", "pathPrefix": MACHINES, "skip": skip, "times": times, "action": action});
        self.site.fault(fault).await;
    }

    pub(crate) async fn all_is_well(&self) {
        self.site.service.no_faults().await;
    }

    /// Requests of a method on machines whose path goes on with this.
    pub(crate) async fn asked(&self, method: &str, rest: &str) -> Vec<Seen> {
        let start = format!("{MACHINES}{rest}");
        let mut seen = self.site.service.requests().await;
        seen.retain(|one| one.method == method && one.path.starts_with(&start));
        seen
    }
}

async fn open(folder: &std::path::Path, connection: Connection, clock: Arc<Skipping>) -> Fleet {
    let dir = DataDir::open(folder.to_owned()).unwrap();
    let database = Database::open(&dir).await.unwrap();
    Fleet::new(connection, &database, OnlineWatch::new(), clock)
}

/// A planned import of a file into the grid.
pub(crate) struct Imported {
    pub(crate) imports: Imports,
    pub(crate) plan: PlannedImport,
}

impl Imported {
    pub(crate) async fn new(grid: &Grid, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let imports = Imports::default();
        let file = imports.add(grid.site.file(name, bytes));
        let options = ImportOptions::default();
        let plan = imports.plan(&grid.fleet, &file.file_id, options).await;
        Self {
            imports,
            plan: plan.unwrap(),
        }
    }

    pub(crate) fn rows(&self, show: ImportShow) -> Vec<PlannedRow> {
        let plan = &self.plan.plan_id;
        self.imports.rows(plan, show, 0, 9_999).unwrap()
    }

    pub(crate) async fn apply(&self, grid: &Grid, chosen: &FileValues) -> usize {
        let plan = &self.plan.plan_id;
        let report = self.imports.apply(&grid.fleet, plan, chosen).await.unwrap();
        assert_eq!(count(&report, RowOutcome::Saved), report.rows.len());
        report.rows.len()
    }
}

pub(crate) fn cell(machine: &MachineId, field: &str) -> CellName {
    CellName {
        machine: machine.clone(),
        field: field.to_owned(),
    }
}

pub(crate) fn text(text: &str) -> CellInput {
    CellInput::Text(text.to_owned())
}

pub(crate) fn yes() -> CellInput {
    CellInput::Value(Cell::Bool(true))
}

/// A field of a form for a new machine.
pub(crate) fn input(field: &str, input: CellInput) -> FieldInput {
    FieldInput {
        field: field.to_owned(),
        input,
    }
}

/// The outcomes of a report, row by row.
pub(crate) fn outcomes(report: &BatchReport) -> Vec<RowOutcome> {
    report.rows.iter().map(|row| row.outcome).collect()
}

/// The row of a machine in a report.
pub(crate) fn row_of<'a>(report: &'a BatchReport, id: &MachineId) -> &'a BatchRow {
    let mut rows = report.rows.iter();
    rows.find(|row| id_of(row) == *id).unwrap()
}

/// How many rows came to this end.
pub(crate) fn count(report: &BatchReport, outcome: RowOutcome) -> usize {
    let all = report.rows.iter();
    all.filter(|row| row.outcome == outcome).count()
}
