//! Synced folders against the real service, the real disk and a real data folder.

mod acting_for_others;
mod adding;
mod carrying;
mod deciding;
mod gone;
mod keeping;
mod looking;
mod one_world;
mod pausing;
mod putting;
mod reaching;
mod running;
mod sides;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use fielddesk_api::{Progress, SystemClock};
use fielddesk_core::data_dir::DataDirLock;
use fielddesk_core::db::Database;
use fielddesk_core::documents::{SameName, SendFiles, send_files};
use fielddesk_core::folders::{
    Actor, Added, Deletes, Finished, Folders, MappingId, MappingSelection, NewMapping, Parts,
    RunOptions, Sections, StoredConnections,
};
use fielddesk_core::history::History;
use fielddesk_core::profiles::Profiles;
use fielddesk_core::secrets::Secrets;
use fielddesk_core::sync_adapters::UploadRoom;
use fielddesk_core::target::Target;
use fielddesk_core::{Failure, FailureKind};

use crate::test_env::{SECTION, TestEnv};

/// An environment with a folder of drawings.
pub(crate) struct Office {
    pub(crate) env: TestEnv,
    pub(crate) folders: Folders,
    theirs: tempfile::TempDir,
}

impl Office {
    pub(crate) async fn new() -> Self {
        let env = TestEnv::new().await;
        let folders = open(&env, None).await;
        Self {
            env,
            folders,
            theirs: tempfile::tempdir().unwrap(),
        }
    }

    /// An office whose one drawing is on the page.
    pub(crate) async fn mirroring(name: &str, content: &str) -> (Self, MappingId) {
        let office = Self::new().await;
        let id = office.add().await.mapping.id;
        office.save(name, content);
        office.run().await;
        (office, id)
    }

    /// Where the drawings are.
    pub(crate) fn folder(&self) -> PathBuf {
        let folder = self.env.files.path().join("drawings");
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    pub(crate) fn new_mapping(&self, folder: &Path) -> NewMapping {
        NewMapping {
            folder: folder.to_owned(),
            profile: self.env.connection.profile.id.clone(),
            target: self.env.target.clone(),
            sections: Sections::One(Some(SECTION.to_owned())),
            deletes: Deletes::Ask,
        }
    }

    /// Keeps the drawings in step with the tests' section.
    pub(crate) async fn add(&self) -> Added {
        self.folders
            .add(self.new_mapping(&self.folder()))
            .await
            .unwrap()
    }

    /// A drawing that was saved an hour ago.
    pub(crate) fn save(&self, name: &str, content: &str) {
        let path = self.folder().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        let hour_ago = SystemTime::now() - Duration::from_secs(3600 - content.len() as u64);
        file.set_modified(hour_ago).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.folder().join(name)).ok()
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.folder().join(name)).unwrap();
    }

    /// A colleague sends a document of their own.
    pub(crate) async fn colleague_sends(&self, name: &str, content: &str) {
        let file = self.theirs.path().join(name);
        std::fs::write(&file, content).unwrap();
        let send = SendFiles {
            section: Some(SECTION.to_owned()),
            same_name: SameName::KeepBoth,
            files: vec![file],
            progress: Progress::new(),
        };
        let sent = send_files(&self.env.document_context(), send).await;
        sent.files[0].result.as_ref().unwrap();
    }

    /// A colleague puts a document in the place of those of its name.
    pub(crate) async fn colleague_replaces(&self, name: &str, content: &str) {
        let client = &self.env.connection.client;
        let target = self.env.target.on_service();
        for (id, on_page) in self.env.on_page().await {
            if on_page == name {
                client.documents(&target).delete(&id).await.unwrap();
            }
        }
        self.colleague_sends(name, content).await;
    }

    pub(crate) async fn run(&self) -> Finished {
        self.run_with(RunOptions::default()).await.unwrap()
    }

    pub(crate) async fn run_with(&self, running: RunOptions) -> Result<Finished, Failure> {
        self.folders.run_once(&MappingSelection::All, running).await
    }

    /// The page of the tests' section: names with their contents, in order of names.
    pub(crate) async fn page(&self) -> Vec<(String, String)> {
        let mut page = Vec::new();
        for (id, name) in self.env.on_page().await {
            let bytes = self.env.bytes(&id).await;
            page.push((name, String::from_utf8(bytes).unwrap()));
        }
        page.sort();
        page
    }
}

/// The folders of a data folder, as another start or another process has them.
pub(crate) async fn open(env: &TestEnv, lock: Option<Arc<DataDirLock>>) -> Folders {
    let connections = StoredConnections::new(Profiles::open(&env.data), Secrets::session_only());
    connections.put(env.connection.clone()).await;
    let clock = Arc::new(SystemClock);
    let database = Database::open(&env.data).await.unwrap();
    let history = History::open(&env.data, &database, clock.clone())
        .await
        .unwrap();
    Folders::open(Parts {
        data_dir: env.data.clone(),
        database,
        history,
        connections: Arc::new(connections),
        clock,
        room: UploadRoom::default(),
        who: Actor {
            user: "anna".to_owned(),
            machine: "KONTOR-3".to_owned(),
        },
        lock,
    })
    .await
    .unwrap()
}

pub(crate) fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = pairs
        .iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
    owned.collect()
}

pub(crate) fn reason(failure: &Failure) -> &str {
    assert_eq!(failure.kind, FailureKind::Refused, "{failure}");
    &failure.params["reason"]
}

pub(crate) fn project(id: &str) -> Target {
    Target::project(fielddesk_model::ProjectId::new(id))
}

/// Waits until something holds, for as long as the slowest machine may need.
pub(crate) async fn until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let waited = tokio::time::timeout(Duration::from_secs(120), async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    assert!(waited.await.is_ok(), "it never happened: {what}");
}
