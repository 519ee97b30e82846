//! The real ports of an engine: the disk with its watcher, the pages over HTTP, the memory in
//! `sync.sqlite`, the history, time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use fielddesk_api::{CancellationToken, Clock};
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::local::{NotWatched, OsFolder, Watcher, Watching};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::ports::Ports;
use fielddesk_sync::state::StateStore;
use futures::FutureExt as _;
use tokio::sync::{OnceCell, mpsc};

use crate::Failure;
use crate::data_dir::{DataDir, SYNC_STATE_FILE};
use crate::data_loss::LossCause;
use crate::folders::errors::state_failure;
use crate::folders::mappings::connections::Connections;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::session::engine_ports::{EngineFactory, EnginePorts, Remembered, Watch};
use crate::folders::views::folders_view::{PollingReason, WatchMode};
use crate::folders::{Parts, mappings::list_file, mappings::settings};
use crate::history::History;
use crate::sync_adapters::{
    ApiRemote, BandwidthLimit, BootClock, HistoryMarks, LimitSchedule, RemoteParts, UploadRoom,
    history_with_state,
};
use fielddesk_documents::lock::lock;

/// Fits engines out.
pub(in crate::folders) struct OsEngineFactory {
    data_dir: DataDir,
    states: OnceCell<StateStore>,
    history: History,
    connections: Arc<dyn Connections>,
    clock: Arc<dyn Clock>,
    limit: BandwidthLimit,
    room: UploadRoom,
    rules: Mutex<IgnoreRules>,
    /// One a mapping: the watcher and the engine share what they know of settling files.
    folders: Mutex<BTreeMap<MappingId, OsFolder>>,
}

impl OsEngineFactory {
    pub(in crate::folders) async fn open(parts: &Parts) -> Result<Self, Failure> {
        let settings = settings::read(&parts.database).await?;
        Ok(Self {
            data_dir: parts.data_dir.clone(),
            states: OnceCell::new(),
            history: parts.history.clone(),
            connections: parts.connections.clone(),
            clock: parts.clock.clone(),
            limit: BandwidthLimit::new(settings.speed),
            room: parts.room.clone(),
            rules: Mutex::new(settings::rules(&settings.rules)?),
            folders: Mutex::default(),
        })
    }

    async fn states(&self) -> Result<&StateStore, Failure> {
        let open = || async {
            let store = StateStore::open(&self.data_dir.path().join(SYNC_STATE_FILE)).await?;
            self.note(store.kept_aside());
            Ok(store.with_marks(Arc::new(HistoryMarks(self.history.store().clone()))))
        };
        self.states
            .get_or_try_init(open)
            .await
            .map_err(state_failure)
    }

    /// Notes that mappings are remembered, and where a damaged memory was put. That it cannot be
    /// noted stops nothing.
    fn note(&self, kept_aside: Option<PathBuf>) {
        let noted = list_file::note_state(&self.data_dir).and_then(|()| match kept_aside {
            Some(aside) => {
                list_file::note_lost_state(&self.data_dir, LossCause::Damaged, Some(&aside))
            }
            None => Ok(()),
        });
        if let Err(failure) = noted {
            tracing::warn!(%failure, "the state of the synced folders was not noted");
        }
    }

    /// The folder that the engine and its watcher share.
    fn folder(&self, mapping: &FolderMapping) -> OsFolder {
        let mut folders = lock(&self.folders);
        match folders.get(&mapping.id) {
            Some(folder) if folder.path() == mapping.folder => folder.clone(),
            _ => {
                let folder = self.new_folder(mapping);
                folders.insert(mapping.id.clone(), folder.clone());
                folder
            }
        }
    }

    fn new_folder(&self, mapping: &FolderMapping) -> OsFolder {
        let rules = lock(&self.rules).clone();
        OsFolder::new(&mapping.folder, rules, self.boot_clock())
    }

    fn boot_clock(&self) -> Arc<BootClock> {
        Arc::new(BootClock::of(self.clock.clone()))
    }

    async fn remote(
        &self,
        mapping: &FolderMapping,
        cancel: CancellationToken,
    ) -> Result<Arc<ApiRemote>, Failure> {
        Ok(Arc::new(ApiRemote::new(RemoteParts {
            connection: self.connections.open_for(mapping).await?,
            target: mapping.place.target.clone(),
            default_section: mapping.place.default_section.clone(),
            limit: self.limit.clone(),
            room: self.room.clone(),
            cancel,
            clock: self.clock.clone(),
        })))
    }
}

#[async_trait]
impl EngineFactory for OsEngineFactory {
    async fn acting(&self, mapping: &FolderMapping) -> Result<EnginePorts, Failure> {
        let abandon = CancellationToken::new();
        let state = self.states().await?.of(&mapping.id);
        let history = history_with_state(self.history.store(), mapping.owner(), state.clone());
        let remote = self.remote(mapping, abandon.clone()).await?;
        let ports = Ports {
            fs: Arc::new(self.folder(mapping)),
            remote: remote.clone(),
            state: Arc::new(state.clone()),
            history: Arc::new(history),
            clock: self.boot_clock(),
        };
        Ok(EnginePorts {
            ports,
            remote,
            rebuilt: async move { state.lost().await.is_some() }.boxed(),
            abandon,
        })
    }

    async fn looking(&self, mapping: &FolderMapping) -> Result<Ports, Failure> {
        let saved = self.states().await?.read(&mapping.id).await;
        let history = self.history.store().of_owner(mapping.owner());
        Ok(Ports {
            // Of its own: a scan takes the watcher's hints away from the engine that acts.
            fs: Arc::new(self.new_folder(mapping)),
            remote: self.remote(mapping, CancellationToken::new()).await?,
            state: Remembered::state(saved.map_err(state_failure)?),
            history: Arc::new(history),
            clock: self.boot_clock(),
        })
    }

    async fn remembered(
        &self,
        id: &MappingId,
    ) -> Result<fielddesk_sync::mapping_state::Saved, Failure> {
        self.states().await?.read(id).await.map_err(state_failure)
    }

    async fn watch(
        &self,
        mapping: &FolderMapping,
        hints: mpsc::UnboundedSender<MappingId>,
    ) -> Watch {
        let mut watcher = Watcher::start(&self.folder(mapping)).await;
        let how = Arc::new(Mutex::new(noticed(watcher.how())));
        let (shown, id) = (how.clone(), mapping.id.clone());
        let task = tokio::spawn(async move {
            loop {
                let _where = watcher.next().await;
                *lock(&shown) = noticed(watcher.how());
                if hints.send(id.clone()).is_err() {
                    return;
                }
            }
        });
        Watch::new(how, task)
    }

    fn use_as_it_is(&self, mapping: &FolderMapping, path: &RelPath) {
        self.folder(mapping).use_as_it_is(path);
    }

    async fn forget(&self, mapping: &FolderMapping) -> Result<(), Failure> {
        lock(&self.folders).remove(&mapping.id);
        let states = self.states().await?;
        states.forget(&mapping.id).await.map_err(state_failure)
    }

    fn limit(&self) -> Option<u64> {
        self.limit.now()
    }

    fn set_limit(&self, schedule: LimitSchedule) {
        self.limit.set(schedule);
    }

    fn set_rules(&self, rules: IgnoreRules) {
        for folder in lock(&self.folders).values() {
            folder.set_rules(rules.clone());
        }
        *lock(&self.rules) = rules;
    }
}

fn noticed(how: &Watching) -> WatchMode {
    match how {
        Watching::Events => WatchMode::AtOnce,
        Watching::Polling { every, because } => WatchMode::Every {
            seconds: every.as_secs(),
            because: match because {
                NotWatched::Limit => PollingReason::Limit,
                NotWatched::NetworkDrive(_) => PollingReason::NetworkDrive,
                NotWatched::FolderAway(_) => PollingReason::FolderAway,
                NotWatched::System(_) => PollingReason::System,
            },
        },
    }
}
