//! Everything that lives as long as the program: the data folder, its records, secrets, and
//! the connection in use.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::runtime::AppHandle;
use chrono::{DateTime, Utc};
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::{DataDir, DataDirLock};
use fielddesk_core::db::Database;
use fielddesk_core::directory::Directory;
use fielddesk_core::documents::Documents;
use fielddesk_core::drop_plan::{DropSource, DroppedFiles, Plans};
use fielddesk_core::fleet::Fleet;
use fielddesk_core::folders::{Actor, Folders, Parts, StoredConnections};
use fielddesk_core::history::History;
use fielddesk_core::import::Imports;
use fielddesk_core::profiles::Profiles;
use fielddesk_core::secrets::Secrets;
use fielddesk_core::shown_for::ShownFor;
use fielddesk_core::sync_adapters::UploadRoom;
use fielddesk_core::transfers::{Queues, QueuesParts};
use fielddesk_core::trips::TripReader;
use fielddesk_core::{Clock, Failure, FailureKind};
use tokio::sync::RwLock;
use tokio_util::sync::CancellationToken;

use crate::check_handle::CheckHandle;
use crate::clock;
use crate::fetched::Fetched;
use crate::pasted::PastedSecrets;
use crate::sample::Sample;
use crate::session::ConnectionSession;

/// What the program works with.
pub(crate) struct AppState {
    pub(crate) app: AppHandle,
    pub(crate) data: DataDir,
    pub(crate) database: Database,
    pub(crate) secrets: Secrets,
    pub(crate) profiles: Profiles,
    pub(crate) history: History,
    pub(crate) plans: Plans,
    pub(crate) imports: Arc<Imports>,
    pub(crate) pasted: PastedSecrets,
    pub(crate) check: CheckHandle,
    pub(crate) sample: Sample,
    pub(crate) clock: Arc<dyn Clock>,
    /// The start of this run of the program.
    pub(crate) started: DateTime<Utc>,
    /// Connections of the synced folders; the one in use is among them.
    pub(crate) stored_connections: Arc<StoredConnections>,
    /// The synced folders, whichever connection they go through.
    pub(crate) folders: Folders,
    /// The transfers of all connections.
    pub(crate) queues: Queues,
    /// Documents of conflicts that were looked at.
    pub(crate) fetched: Fetched,
    session: RwLock<Option<Arc<ConnectionSession>>>,
    /// Why the last connection is not in use since the start, if it is not.
    pub(crate) not_resumed: OnceLock<Failure>,
    _lock: Arc<DataDirLock>,
}

impl AppState {
    /// Opens the data folder; nothing runs on it yet.
    pub(crate) async fn open(app: AppHandle) -> Result<Arc<Self>, Failure> {
        let data = data_dir()?;
        let lock = Arc::new(data.lock()?);
        let clock = clock::of_this_computer();
        let (database, secrets) =
            tokio::join!(Database::open_holding(&data, &lock), Secrets::open());
        let database = database?;
        let history = History::open(&data, &database, clock.clone()).await?;
        let profiles = Profiles::open(&data);
        let stored_connections =
            Arc::new(StoredConnections::new(profiles.clone(), secrets.clone()));
        let room = UploadRoom::default();
        let folders = Folders::open(Parts {
            data_dir: data.clone(),
            database: database.clone(),
            history: history.clone(),
            connections: stored_connections.clone(),
            clock: clock.clone(),
            room: room.clone(),
            who: Actor::of_this_computer(),
            lock: Some(lock.clone()),
        })
        .await?;
        let queues = Queues::new(QueuesParts {
            database: database.clone(),
            data_dir: data.clone(),
            history: history.clone(),
            clock: clock.clone(),
            room,
        });
        Ok(Arc::new(Self {
            app,
            profiles,
            stored_connections,
            folders,
            queues,
            sample: Sample::new(&data),
            plans: Plans::new(),
            imports: Arc::default(),
            pasted: PastedSecrets::default(),
            check: CheckHandle::default(),
            fetched: Fetched::default(),
            session: RwLock::new(None),
            not_resumed: OnceLock::new(),
            data,
            database,
            secrets,
            history,
            started: clock.now(),
            clock,
            _lock: lock,
        }))
    }

    /// The connection in use.
    pub(crate) async fn session(&self) -> Result<Arc<ConnectionSession>, Failure> {
        self.session.read().await.clone().ok_or_else(|| {
            Failure::new(
                FailureKind::Usage,
                "No connection is in use.",
                "Connect to your company first, or try it with sample data.",
            )
        })
    }

    /// The synced folders of the connection in use, whether or not it could be opened.
    pub(crate) fn folders_in_use(&self) -> Result<Folders, Failure> {
        let active = self.profiles.active()?.map(|profile| profile.id);
        Ok(self.folders.shown_for(ShownFor(active)))
    }

    /// Opens everything for a connection; its transfers go on, also those of an earlier run.
    pub(crate) async fn open_session(
        &self,
        connection: Connection,
    ) -> Result<Arc<ConnectionSession>, Failure> {
        self.history.note_connections().await?;
        let (transfers, connection, online) = self.queues.open(connection).await?;
        let documents = Documents::open(
            connection.clone(),
            &self.database,
            &self.data,
            self.history.clone(),
            online.clone(),
        )
        .await?
        .with_folders(self.folders.clone());
        let fleet = Fleet::new(
            connection.clone(),
            &self.database,
            online.clone(),
            self.clock.clone(),
        );
        let directory = Directory::new(connection.clone(), self.database.clone());
        let shown_for = ShownFor(Some(connection.profile.id.clone()));
        Ok(Arc::new(ConnectionSession {
            fleet,
            trips: TripReader::new(connection.clone(), directory.clone(), self.data.clone()),
            directory,
            connection,
            folders: self.folders.shown_for(shown_for),
            clock: self.clock.clone(),
            documents,
            transfers,
            online,
            closing: CancellationToken::new(),
        }))
    }

    /// Takes files in and begins to count them; none when there are none.
    pub(crate) fn take_in(&self, paths: Vec<PathBuf>, source: DropSource) -> Option<DroppedFiles> {
        if paths.is_empty() {
            return None;
        }
        let counts = self.plans.begin(paths, source);
        let drop = counts.borrow().clone();
        Some(drop)
    }

    /// Uses another connection, or none. The one before ends its requests first; its transfers go
    /// on.
    pub(crate) async fn use_session(&self, next: Option<Arc<ConnectionSession>>) {
        if let Some(next) = &next {
            self.plans.belong_to(&next.connection.profile.id);
        }
        let before = {
            let mut session = self.session.write().await;
            std::mem::replace(&mut *session, next)
        };
        if let Some(before) = before {
            before.close().await;
        }
    }

    /// Ends folders, connection and sample data: requests under way are finished first.
    pub(crate) async fn end(&self) {
        self.folders.stop().await;
        self.use_session(None).await;
        self.queues.stop().await;
        self.sample.stop().await;
    }
}

/// `FIELDDESK_DATA_DIR`, as `fieldctl` reads it, else the platform's folder.
pub(crate) fn data_dir() -> Result<DataDir, Failure> {
    match std::env::var_os("FIELDDESK_DATA_DIR").filter(|path| !path.is_empty()) {
        Some(path) => DataDir::open(PathBuf::from(path)),
        None => DataDir::platform_default(),
    }
}
