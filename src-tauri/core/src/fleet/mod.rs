//! The fleet: all machines and equipment of a connection, for a grid that a person works in.
//!
//! It shows at once what was read last, reads again in the background, and tells by a watched
//! state that rows changed. The single acts by number are in [`crate::machines`], files in
//! [`crate::import`]; here is what holds many rows together.

mod actions;
mod block_mark;
mod board;
mod by_number;
mod cell;
mod create;
mod detail;
mod edits;
mod exports;
mod find;
mod fuel_check;
mod fuel_source;
mod linked;
mod model;
mod people;
mod read;
mod row;
mod save;
mod scheduled_unblocks;
mod store;
mod summary;
mod types;

use std::sync::{Arc, Mutex};

use fielddesk_model::{MachineId, MachineType};
use fielddesk_rules::fuel::{self, Completeness};
use tokio::sync::{OnceCell, watch};

pub use crate::records::{
    Act, Batch, BatchCell, BatchKind, BatchProgress, BatchReport, BatchRow, BatchTotals, Cell,
    CellInput, Created, DeleteCheck, FieldInput, FieldProblem, Left, ProgressedRow, RowOutcome,
};
pub use actions::{BlockCheck, FuelChange};
pub use block_mark::{BlockKnown, BlockMark};
pub use by_number::FuelSource;
pub use cell::{cells, columns};
pub use detail::Detail;
pub use edits::{CellEdit, CellName, Decision, Edit, EditResult, EditState};
pub use find::{FoundMachine, FoundUser};
pub use fuel_check::{FuelCheck, FuelDraft};
pub use fuel_source::Provenance;
pub use row::MachineRow;
pub use scheduled_unblocks::{PlannedRelease, ReleaseDone};
pub use summary::{BlockedMachine, MachineSummary};
pub use types::{FleetState, MachineChanges, MachinePage, Person};

use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::directory::Directory;
use crate::online::OnlineWatch;
use crate::profiles::ProfileId;
use crate::records::Resource;
use crate::records::batches::Batches;
use crate::records::store::{self as records, RecordStore};
use crate::users::UserList;
use crate::{Clock, Failure};
use fielddesk_documents::lock::lock;
use model::FleetModel;
use store::Store;

/// The machines and equipment of a connection; cheap to clone.
#[derive(Clone)]
pub struct Fleet(Arc<Inner>);

struct Inner {
    connection: Connection,
    /// Of a process that does not hold the data folder.
    beside: Option<DataDir>,
    directory: Directory,
    store: Store,
    online: OnlineWatch,
    clock: Arc<dyn Clock>,
    board: Mutex<FleetModel>,
    told: watch::Sender<FleetState>,
    loaded: OnceCell<()>,
    reading: tokio::sync::Mutex<()>,
    editing: tokio::sync::Mutex<()>,
    batches: Batches,
    /// Who can be responsible.
    users: UserList,
    /// Grows with every change of the planned releases.
    releases: watch::Sender<u64>,
    /// A release was planned.
    planned: tokio::sync::Notify,
    /// When this run of the program began with it.
    begun: chrono::DateTime<chrono::Utc>,
}

impl Fleet {
    /// The fleet of a connection, with its memory in the database. Nothing is read yet.
    #[must_use]
    pub fn new(
        connection: Connection,
        database: &Database,
        online: OnlineWatch,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self::open(connection, database, online, clock, None)
    }

    /// The same in a process that works beside the one that holds the data folder, if any.
    #[must_use]
    pub fn beside(
        connection: Connection,
        database: &Database,
        data_dir: &DataDir,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let beside = Some(data_dir.clone());
        Self::open(connection, database, OnlineWatch::new(), clock, beside)
    }

    fn open(
        connection: Connection,
        database: &Database,
        online: OnlineWatch,
        clock: Arc<dyn Clock>,
        beside: Option<DataDir>,
    ) -> Self {
        let begun = clock.now();
        let board = FleetModel::new(begun);
        let store = Store {
            pool: database.pool().clone(),
            key: connection.key(),
            records: RecordStore {
                pool: database.pool().clone(),
                key: connection.key(),
            },
        };
        Self(Arc::new(Inner {
            beside: beside.clone(),
            directory: Directory::new(connection.clone(), database.clone()),
            store,
            online: online.clone(),
            clock: clock.clone(),
            told: watch::Sender::new(board.state.clone()),
            board: Mutex::new(board),
            loaded: OnceCell::new(),
            reading: tokio::sync::Mutex::new(()),
            editing: tokio::sync::Mutex::new(()),
            batches: Batches::new(
                Resource::Machines,
                &connection,
                database.pool(),
                online.clone(),
                clock.clone(),
            ),
            users: UserList::open(connection.clone(), database, online, clock, beside),
            releases: watch::Sender::new(0),
            planned: tokio::sync::Notify::new(),
            begun,
            connection,
        }))
    }

    /// The users of the connection, whose names the fleet shows.
    #[must_use]
    pub fn users(&self) -> &UserList {
        &self.0.users
    }

    /// How the fleet stands, and its changes.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<FleetState> {
        self.0.told.subscribe()
    }

    /// Some rows of what was read last; never waits for the service.
    pub async fn page(&self, from: usize, limit: usize) -> Result<MachinePage, Failure> {
        self.load().await?;
        Ok(self.board(|board| board.page(from, limit)))
    }

    /// What is different since a revision.
    pub async fn changes(&self, since: u64) -> Result<MachineChanges, Failure> {
        self.load().await?;
        Ok(self.board(|board| board.since(since)))
    }

    /// The types that machines may have, as read last.
    pub async fn types(&self) -> Result<Vec<MachineType>, Failure> {
        self.load().await?;
        Ok(self.board(|board| board.types.types.clone()))
    }

    /// Who can be responsible, by name, as read last.
    pub async fn people(&self) -> Result<Vec<Person>, Failure> {
        self.load().await?;
        let mut people: Vec<Person> =
            self.board(|board| board.people().values().cloned().collect());
        people.sort_by(|one, other| {
            let key = |person: &Person| person.name.to_lowercase();
            key(one)
                .cmp(&key(other))
                .then_with(|| one.employee_number.cmp(&other.employee_number))
        });
        Ok(people)
    }

    /// The day, for texts that leave out the year.
    fn today(&self) -> chrono::NaiveDate {
        let now = self.0.clock.now();
        now.with_timezone(&chrono::Local).date_naive()
    }

    /// How complete and believable the fuel data is.
    pub async fn completeness(&self) -> Result<Completeness, Failure> {
        self.load().await?;
        Ok(self.board(|board| {
            let machines = board.machines().map(AsRef::as_ref);
            fuel::completeness(machines, &board.types.types)
        }))
    }

    /// Messages for a block: those given from here, then those that machines have now.
    pub async fn messages(&self) -> Result<Vec<String>, Failure> {
        self.load().await?;
        let mut messages = self.0.store.messages().await?;
        self.board(|board| {
            for machine in board.machines().filter(|machine| machine.block_check_in) {
                let message = machine
                    .block_check_in_message
                    .as_deref()
                    .unwrap_or_default();
                if !message.trim().is_empty() && !messages.iter().any(|one| one == message) {
                    messages.push(message.to_owned());
                }
            }
        });
        messages.truncate(30);
        Ok(messages)
    }

    /// The grid's layout, as the window kept it.
    pub async fn layout(database: &Database) -> Result<Option<String>, Failure> {
        records::layout(database.pool(), Resource::Machines).await
    }

    /// Keeps the grid's layout.
    pub async fn save_layout(database: &Database, layout: &str) -> Result<(), Failure> {
        records::save_layout(database.pool(), Resource::Machines, layout).await
    }

    /// Forgets everything of a profile that was removed.
    pub async fn forget(database: &Database, id: &ProfileId) -> Result<(), Failure> {
        Store::forget(database.pool(), id).await
    }

    /// Works on the board and tells whoever watches where something changed.
    fn board<T>(&self, work: impl FnOnce(&mut FleetModel) -> T) -> T {
        let mut board = lock(&self.0.board);
        let result = work(&mut board);
        board.sync();
        self.0.told.send_if_modified(|told| {
            let changed = *told != board.state;
            if changed {
                told.clone_from(&board.state);
            }
            changed
        });
        result
    }

    /// A record as it is known here.
    fn known(&self, id: &MachineId) -> Result<Arc<fielddesk_model::Machine>, Failure> {
        let known = self.board(|board| board.machine(id).cloned());
        known.ok_or_else(|| {
            Failure::not_found(
                "machine",
                id.as_str(),
                "It may have been deleted. Refresh the list.",
            )
        })
    }
}

impl std::fmt::Debug for Fleet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fleet")
            .field("key", &self.0.store.key)
            .finish_non_exhaustive()
    }
}
