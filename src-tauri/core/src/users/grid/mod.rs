//! The users of a connection, for a grid that a person works in.
//!
//! It shows at once what was read last, reads in the background what changed since, and tells by
//! a watched state that rows changed.

mod acts;
mod board;
mod exports;
mod form;
mod judge;
mod model;
mod read;
mod row;
mod types;

use std::sync::{Arc, Mutex};

use fielddesk_model::{CompanyId, User};
use tokio::sync::{OnceCell, watch};

pub use row::{UserRow, UserSupervisor, columns};
pub use types::{
    FieldRead, SupervisorInput, TagInput, UserChanges, UserCheck, UserDetail, UserForm, UserPage,
    UsersState,
};

use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::online::OnlineWatch;
use crate::records::Resource;
use crate::records::batches::Batches;
use crate::records::store::{self, ReadNote, RecordStore};
use crate::{Clock, Failure};
use fielddesk_documents::lock::lock;
use model::UserModel;

/// The users of a connection; cheap to clone.
#[derive(Clone)]
pub struct UserList(Arc<Inner>);

struct Inner {
    connection: Connection,
    /// Of a process that does not hold the data folder.
    beside: Option<DataDir>,
    store: RecordStore,
    batches: Batches,
    online: OnlineWatch,
    clock: Arc<dyn Clock>,
    board: Mutex<UserModel>,
    told: watch::Sender<UsersState>,
    /// When they were read; none where everything has to be read.
    note: Mutex<Option<ReadNote>>,
    loaded: OnceCell<()>,
    /// The client's own, asked for once.
    company: OnceCell<CompanyId>,
    reading: tokio::sync::Mutex<()>,
}

impl UserList {
    /// The users of a connection, with their memory in the database. Nothing is read yet.
    #[must_use]
    pub fn new(
        connection: Connection,
        database: &Database,
        online: OnlineWatch,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self::open(connection, database, online, clock, None)
    }

    pub(crate) fn open(
        connection: Connection,
        database: &Database,
        online: OnlineWatch,
        clock: Arc<dyn Clock>,
        beside: Option<DataDir>,
    ) -> Self {
        let board = UserModel::new(clock.now());
        Self(Arc::new(Inner {
            beside,
            store: RecordStore {
                pool: database.pool().clone(),
                key: connection.key(),
            },
            batches: Batches::new(
                Resource::Users,
                &connection,
                database.pool(),
                online.clone(),
                clock.clone(),
            ),
            online,
            clock,
            told: watch::Sender::new(board.state.clone()),
            board: Mutex::new(board),
            note: Mutex::new(None),
            loaded: OnceCell::new(),
            company: OnceCell::new(),
            reading: tokio::sync::Mutex::new(()),
            connection,
        }))
    }

    /// How the list stands, and its changes.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<UsersState> {
        self.0.told.subscribe()
    }

    /// How the list stands.
    #[must_use]
    pub fn state(&self) -> UsersState {
        self.board(|board| board.state.clone())
    }

    /// Some rows of what was read last; never waits for the service.
    pub async fn page(&self, from: usize, limit: usize) -> Result<UserPage, Failure> {
        self.load().await?;
        Ok(self.board(|board| board.page(from, limit)))
    }

    /// What is different since a revision.
    pub async fn changes(&self, since: u64) -> Result<UserChanges, Failure> {
        self.load().await?;
        Ok(self.board(|board| board.since(since)))
    }

    /// Everything that is known here about one user.
    pub async fn detail(&self, id: &str) -> Result<UserDetail, Failure> {
        self.load().await?;
        let mut acts = self.0.batches.store.acts_on(id, 50).await?;
        board::lists_as_texts(acts.iter_mut().flat_map(|act| &mut act.cells));
        let row = self.board(|board| board.row(id));
        let row = row.ok_or_else(|| unknown(id))?;
        Ok(UserDetail { row, acts })
    }

    /// The grid's layout, as the window kept it.
    pub async fn layout(database: &Database) -> Result<Option<String>, Failure> {
        store::layout(database.pool(), Resource::Users).await
    }

    /// Keeps the grid's layout.
    pub async fn save_layout(database: &Database, layout: &str) -> Result<(), Failure> {
        store::save_layout(database.pool(), Resource::Users, layout).await
    }

    /// The records as read last, in the order of the rows.
    pub(crate) fn records(&self) -> Vec<Arc<User>> {
        self.board(|board| board.cache.records().cloned().collect())
    }

    /// Works on the board and tells whoever watches where something changed.
    fn board<T>(&self, work: impl FnOnce(&mut UserModel) -> T) -> T {
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
    fn known(&self, id: &str) -> Result<Arc<User>, Failure> {
        let known = self.board(|board| board.cache.get(id).cloned());
        known.ok_or_else(|| unknown(id))
    }
}

fn unknown(id: &str) -> Failure {
    let fix = "The user may have been deleted. Refresh the list.";
    Failure::not_found("user", id, fix)
}

impl std::fmt::Debug for UserList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UserList")
            .field("key", &self.0.store.key)
            .finish_non_exhaustive()
    }
}
