//! The real things behind the engine of synced folders, against the real service.

mod answers;
mod history;
mod remote;

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
use fielddesk_service::ReadyClient;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::ports::{ListedFile, Owner, Remote};
use fielddesk_sync::state::StateStore;
use serde_json::{Value, json};

use crate::support::{Service, connection, data_dir};

/// The page that tests send to; the seed has nothing in it.
pub(crate) const SECTION: &str = "Prøver";

/// The real service, a data folder, a project without documents.
pub(crate) struct Mirror {
    _folder: tempfile::TempDir,
    pub(crate) data: DataDir,
    pub(crate) history: History,
    pub(crate) service: Service,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) connection: Connection,
    pub(crate) target: Target,
}

impl Mirror {
    pub(crate) async fn new() -> Self {
        let service = Service::start().await;
        let clock = Arc::new(ManualClock::new(Utc::now()));
        let connection = connected(&service, &service.clients().admin, &clock);
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
        service.forget_requests().await;
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
        let fault = json!({
            "method": method, "pathPrefix": "/test/core/api/v4/integration/",
            "times": times, "action": action,
        });
        self.service.order(fault).await;
    }

    /// How many requests of this method went to documents.
    pub(crate) async fn count(&self, method: &str) -> usize {
        let of_documents = |path: &str| path.contains("/documents");
        self.service.count(method, of_documents).await
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
}

/// A connection whose waits are by hand.
pub(crate) fn connected(
    service: &Service,
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
