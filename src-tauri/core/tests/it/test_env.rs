//! The environment of tests of documents: the real service, a data folder, a project, a folder of
//! files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::Utc;
use fielddesk_api::CancellationToken;
use fielddesk_api::testing::ManualClock;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::documents::{DocumentContext, Documents, Target};
use fielddesk_core::history::{History, new_act};
use fielddesk_core::online::OnlineWatch;
use fielddesk_core::sync_adapters::UploadRoom;
use fielddesk_core::transfers::failpoints::{Crash, FailPoint};
use fielddesk_core::transfers::{
    NewDownload, NewUpload, Parts, Transfer, TransferId, TransferState, Transfers, TransfersView,
};
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;
use tokio::sync::Notify;

use crate::support::{Service, connection, data_dir};

/// The section that tests send to; the seed has nothing in it.
pub(crate) const SECTION: &str = "Prøver";

/// Long enough for the slowest machine; nothing waits for it that works.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct TestEnv {
    _folder: tempfile::TempDir,
    pub(crate) files: tempfile::TempDir,
    pub(crate) data: DataDir,
    pub(crate) database: Database,
    pub(crate) history: History,
    pub(crate) service: Service,
    pub(crate) connection: Connection,
    pub(crate) target: Target,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) online: OnlineWatch,
}

impl TestEnv {
    pub(crate) async fn new() -> Self {
        Self::with_limit(None).await
    }

    pub(crate) async fn with_limit(max_upload_bytes: Option<u64>) -> Self {
        let service = Service::with_limit(max_upload_bytes).await;
        let connection = connection(&service, &service.clients().admin);
        let project = connection
            .client
            .projects()
            .by_number("P-2026-001")
            .await
            .unwrap();
        let (folder, data) = data_dir();
        let database = Database::open(&data).await.unwrap();
        let clock = Arc::new(ManualClock::new(Utc::now()));
        let history = History::open(&data, &database, clock.clone())
            .await
            .unwrap();
        Self {
            _folder: folder,
            files: tempfile::tempdir().unwrap(),
            data,
            database,
            history,
            service,
            connection,
            target: Target::project(project.id),
            clock,
            online: OnlineWatch::new(),
        }
    }

    /// What documents are changed with at once, as `fieldctl docs` does.
    pub(crate) fn document_context(&self) -> DocumentContext<'_> {
        DocumentContext {
            connection: &self.connection,
            target: self.target.clone(),
            data_dir: &self.data,
            database: &self.database,
            history: &self.history,
            clock: self.clock.clone(),
            act: new_act(),
            cancel: CancellationToken::new(),
        }
    }

    pub(crate) async fn documents(&self) -> Documents {
        Documents::open(
            self.connection.clone(),
            &self.database,
            &self.data,
            self.history.clone(),
            self.online.clone(),
        )
        .await
        .unwrap()
    }

    pub(crate) async fn transfers(&self) -> Transfers {
        self.start(Crash::default()).await
    }

    async fn start(&self, crash: Crash) -> Transfers {
        Transfers::start_with(Parts {
            connection: self.connection.clone(),
            database: &self.database,
            data_dir: &self.data,
            history: self.history.clone(),
            online: self.online.clone(),
            room: UploadRoom::default(),
            clock: self.clock.clone(),
            crash,
        })
        .await
        .unwrap()
    }

    /// Sends, and lets the engine die at a point. Returns when it is dead.
    pub(crate) async fn die_at(&self, point: FailPoint, file: NewUpload) {
        let reached = Arc::new(Notify::new());
        let tell = Arc::clone(&reached);
        let crash = Crash::when(move |at| {
            if at == point {
                tell.notify_one();
            }
            at == point
        });
        let transfers = self.start(crash).await;
        transfers.send(vec![file]).await.unwrap();
        let waited = tokio::time::timeout(PATIENCE, reached.notified()).await;
        waited.unwrap_or_else(|_| panic!("{point:?} was never reached"));
        transfers.stop().await;
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.files.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// A file of this size that takes no room.
    pub(crate) fn write_sparse(&self, name: &str, size: u64) -> PathBuf {
        let path = self.files.path().join(name);
        std::fs::File::create(&path).unwrap().set_len(size).unwrap();
        path
    }

    pub(crate) fn upload(&self, path: &Path) -> NewUpload {
        NewUpload {
            path: path.to_owned(),
            name: path.file_name().unwrap().to_str().unwrap().to_owned(),
            target: self.target.clone(),
            place: "P-2026-001".to_owned(),
            section: Some(SECTION.to_owned()),
            replaces: None,
            size: std::fs::metadata(path).map_or(0, |data| data.len()),
            still_saving: false,
        }
    }

    pub(crate) fn replace(&self, path: &Path, old: &FileReferenceId) -> NewUpload {
        NewUpload {
            replaces: Some(old.clone()),
            ..self.upload(path)
        }
    }

    /// A document of the page, to be fetched.
    pub(crate) fn download(&self, id: &FileReferenceId, name: &str) -> NewDownload {
        NewDownload {
            id: id.clone(),
            name: name.to_owned(),
            target: self.target.clone(),
            place: String::new(),
            section: Some(SECTION.to_owned()),
            size: None,
        }
    }

    /// The documents of the tests' section, by the service's own word.
    pub(crate) async fn on_page(&self) -> Vec<(FileReferenceId, String)> {
        let pages = self
            .connection
            .client
            .documents(&self.target.on_service())
            .list()
            .await
            .unwrap();
        let files = pages
            .into_iter()
            .filter(|page| page.section == SECTION)
            .flat_map(|page| page.files);
        files
            .map(|file| (file.file_reference_id, file.name))
            .collect()
    }

    pub(crate) async fn names(&self) -> Vec<String> {
        self.on_page()
            .await
            .into_iter()
            .map(|(_, name)| name)
            .collect()
    }

    pub(crate) async fn bytes(&self, id: &FileReferenceId) -> Vec<u8> {
        let documents = self
            .connection
            .client
            .documents(&self.target.on_service())
            .download(id)
            .await;
        let mut stream = documents.unwrap().into_stream();
        let mut bytes = Vec::new();
        while let Some(chunk) = stream.next().await {
            bytes.extend_from_slice(&chunk.unwrap());
        }
        bytes
    }

    /// Puts one document on the page, as this computer's.
    pub(crate) async fn put(&self, name: &str, bytes: &[u8]) -> FileReferenceId {
        let transfers = self.transfers().await;
        let path = self.write(name, bytes);
        let ids = transfers.send(vec![self.upload(&path)]).await.unwrap();
        let ended = ended(&transfers, &ids).await;
        assert_eq!(ended[0].state, TransferState::Done, "{ended:?}");
        transfers.stop().await;
        self.on_page()
            .await
            .into_iter()
            .find(|(_, known)| known == name)
            .unwrap()
            .0
    }

    /// Lets the next requests to the documents fail.
    pub(crate) async fn fault(&self, method: &str, times: u32, action: serde_json::Value) {
        self.fault_at(method, "", times, action).await;
    }

    /// Lets the next requests below the target fail.
    pub(crate) async fn fault_at(
        &self,
        method: &str,
        path: &str,
        times: u32,
        action: serde_json::Value,
    ) {
        let projects = "/test/core/api/v4/integration/projects/";
        let prefix = match path {
            "" => projects.to_owned(),
            path => format!("{projects}{}{path}", self.target.project),
        };
        let fault = serde_json::json!({
            "method": method, "pathPrefix": prefix, "times": times, "action": action,
        });
        self.service.order(fault).await;
    }

    /// How many requests of this method to documents arrived.
    pub(crate) async fn requests(&self, method: &str) -> usize {
        let of_documents = |path: &str| path.contains("/documents");
        self.service.count(method, of_documents).await
    }
}

/// Waits until the view is as wanted.
pub(crate) async fn until(
    transfers: &Transfers,
    mut wanted: impl FnMut(&TransfersView) -> bool,
) -> TransfersView {
    let mut view = transfers.view();
    let found = tokio::time::timeout(PATIENCE, view.wait_for(|view| wanted(view))).await;
    match found {
        Ok(found) => found.unwrap().clone(),
        Err(_) => panic!("the queue never got there: {:?}", transfers.view().borrow()),
    }
}

/// Waits until all of these ended, in whatever way.
pub(crate) async fn ended(transfers: &Transfers, ids: &[TransferId]) -> Vec<Transfer> {
    let over = |transfer: &Transfer| {
        matches!(
            transfer.state,
            TransferState::Done
                | TransferState::Failed
                | TransferState::NeedsYou
                | TransferState::Cancelled
        )
    };
    let of = |view: &TransfersView| -> Vec<Transfer> {
        view.items
            .iter()
            .filter(|item| ids.contains(&item.id))
            .cloned()
            .collect()
    };
    let view = until(transfers, |view| {
        let ours = of(view);
        ours.len() == ids.len() && ours.iter().all(over)
    });
    of(&view.await)
}

/// How many files are in a folder. Wine has no streams of a file: what marks one as from the web is a
/// file there.
pub(crate) fn files_in(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names
        .filter(|name| !(cfg!(windows) && name.ends_with(":Zone.Identifier")))
        .count()
}
