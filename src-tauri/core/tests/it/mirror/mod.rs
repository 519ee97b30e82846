//! The real things behind the engine of synced folders, against the real service.

mod answers;
mod history;
mod remote;
mod whole;

use std::sync::Arc;

use chrono::Utc;
use fielddesk_api::testing::ManualClock;
use fielddesk_api::{Client, Credentials};
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::history::History;
use fielddesk_core::sync_adapters::{ApiRemote, HistoryMarks, RemoteParts};
use fielddesk_core::target::Target;
use fielddesk_documents::history::OwnerHistory;
use fielddesk_model::FileReferenceId;
use fielddesk_service::{ReadyClient, RunningService, Seed, ServeOptions, serve};
use fielddesk_sync::mapping::{Deletes, Mapping, MappingId, Sections};
use fielddesk_sync::ports::{ListedFile, Owner, Remote, bytes_of};
use fielddesk_sync::state::StateStore;
use serde_json::{Value, json};

use crate::support::{clients, connection, data_dir, raw};

/// The page that tests send to; the seed has nothing in it.
pub(crate) const SECTION: &str = "Prøver";

/// The real service, a data folder, a project without documents.
pub(crate) struct Mirror {
    _folder: tempfile::TempDir,
    pub(crate) data: DataDir,
    pub(crate) history: History,
    pub(crate) service: RunningService,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) connection: Connection,
    pub(crate) target: Target,
}

impl Mirror {
    pub(crate) async fn new() -> Self {
        Self::with_limit(None).await
    }

    pub(crate) async fn with_limit(max_upload_bytes: Option<u64>) -> Self {
        let options = ServeOptions {
            seed: Seed::Demo,
            control: true,
            max_upload_bytes,
            ..ServeOptions::default()
        };
        let service = serve(options).await.unwrap();
        let clock = Arc::new(ManualClock::new(Utc::now()));
        let connection = connected(&service, &clients(&service).admin, &clock);
        let mut empty = None;
        for project in connection.client.projects().list().await.unwrap() {
            let target = Target::project(project.id);
            let documents = connection.client.documents(&target.on_service());
            if documents.list().await.unwrap().is_empty() {
                empty = Some(target);
                break;
            }
        }
        let (folder, data) = data_dir();
        let database = Database::open(&data).await.unwrap();
        let history = History::open(&data, &database, clock.clone())
            .await
            .unwrap();
        raw(
            &service,
            "DELETE",
            "/_control/requests",
            "application/json",
            "",
        )
        .await;
        Self {
            _folder: folder,
            data,
            history,
            service,
            clock,
            connection,
            target: empty.unwrap(),
        }
    }

    pub(crate) fn parts(&self) -> RemoteParts {
        RemoteParts {
            clock: self.clock.clone(),
            ..RemoteParts::new(
                self.connection.clone(),
                self.target.clone(),
                "Documents".into(),
            )
        }
    }

    pub(crate) fn remote(&self) -> ApiRemote {
        ApiRemote::new(self.parts())
    }

    pub(crate) async fn store(&self) -> StateStore {
        let store = StateStore::open(&self.data.path().join("sync.sqlite")).await;
        let marks = HistoryMarks(self.history.store().clone());
        store.unwrap().with_marks(Arc::new(marks))
    }

    pub(crate) fn old(&self, mapping: &str) -> OwnerHistory {
        self.history.store().of_owner(self.owner(mapping))
    }

    pub(crate) fn owner(&self, mapping: &str) -> Owner {
        let profile = self.connection.profile.id.as_str();
        self.target.owner(profile, Some(MappingId(mapping.into())))
    }

    /// Lets requests to documents misbehave, by the service's own control.
    pub(crate) async fn fault(&self, method: &str, times: u32, action: Value) {
        self.fault_after(method, 0, times, action).await;
    }

    pub(crate) async fn fault_after(&self, method: &str, skip: u32, times: u32, action: Value) {
        let fault = json!({
            "method": method, "pathPrefix": "/test/core/api/v4/integration/",
            "times": times, "skip": skip, "action": action,
        });
        let fault = fault.to_string();
        raw(
            &self.service,
            "POST",
            "/_control/faults",
            "application/json",
            &fault,
        )
        .await;
    }

    pub(crate) async fn no_faults(&self) {
        raw(
            &self.service,
            "DELETE",
            "/_control/faults",
            "application/json",
            "",
        )
        .await;
    }

    /// Every token given out so far is refused from now on.
    pub(crate) async fn revoke(&self) {
        let client = &clients(&self.service).admin.client_id;
        let body = json!({"environment": "test", "clientId": client}).to_string();
        raw(
            &self.service,
            "POST",
            "/_control/revoke",
            "application/json",
            &body,
        )
        .await;
    }

    /// Method and path of every request since the service started, by arrival.
    pub(crate) async fn requests(&self) -> Vec<(String, String)> {
        let seen = raw(
            &self.service,
            "GET",
            "/_control/requests",
            "application/json",
            "",
        )
        .await;
        let seen: Vec<Value> = serde_json::from_str(&seen).unwrap();
        let text = |request: &Value, name: &str| request[name].as_str().unwrap().to_owned();
        seen.iter()
            .map(|request| (text(request, "method"), text(request, "path")))
            .collect()
    }

    /// How many requests of this method went to documents.
    pub(crate) async fn count(&self, method: &str) -> usize {
        let seen = self.requests().await;
        let theirs = |(m, path): &&(String, String)| m == method && path.contains("/documents");
        seen.iter().filter(theirs).count()
    }

    /// What a page lists, by the service's own word.
    pub(crate) async fn page(&self, section: &str) -> Vec<ListedFile> {
        let listing = self.remote().list().await.unwrap();
        let pages = listing.pages.into_iter();
        pages
            .filter(|page| page.section == section)
            .flat_map(|page| page.files)
            .collect()
    }

    pub(crate) async fn bytes(&self, id: &FileReferenceId) -> Vec<u8> {
        let bytes = self.remote().download(id).await.unwrap();
        bytes_of(bytes).await.unwrap()
    }
}

pub(crate) fn mapping(deletes: Deletes) -> Mapping {
    Mapping {
        id: MappingId("m1".into()),
        sections: Sections::BySubfolder,
        deletes,
        default_section: "Documents".into(),
    }
}

/// A connection whose waits are by hand.
pub(crate) fn connected(
    service: &RunningService,
    client: &ReadyClient,
    clock: &Arc<ManualClock>,
) -> Connection {
    let plain = connection(service, client);
    let credentials = Credentials::Client {
        client_id: client.client_id.clone(),
        client_secret: client.client_secret.clone().into(),
    };
    let built = Client::builder(plain.profile.endpoints(), credentials).clock(clock.clone());
    Connection {
        profile: plain.profile,
        client: built.build().unwrap(),
    }
}
