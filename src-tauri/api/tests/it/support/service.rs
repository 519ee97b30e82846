//! The real service in this process, with its control surface.

use std::sync::Arc;

use fielddesk_api::testing::ManualClock;
use fielddesk_api::{Client, Credentials, DocumentTarget, Endpoints, Url};
use fielddesk_model::{Environment, FileReferenceId, Project};
use fielddesk_service::{ReadyClient, ReadyClients, ReadyEnvironment};
use fielddesk_testing::Seen;
use futures::TryStreamExt;
use serde_json::Value;

use super::foreign::clock;

/// The seeded service and a clock for its clients.
pub(crate) struct Service {
    pub(crate) running: fielddesk_testing::Service,
    pub(crate) clock: Arc<ManualClock>,
}

impl Service {
    pub(crate) async fn start() -> Self {
        Self {
            running: fielddesk_testing::Service::start().await,
            clock: clock(),
        }
    }

    pub(crate) fn environment(&self, environment: Environment) -> &ReadyEnvironment {
        self.running.ready.environment(environment)
    }

    pub(crate) fn clients(&self) -> &ReadyClients {
        self.running.clients()
    }

    pub(crate) fn endpoints(&self) -> Endpoints {
        let test = self.environment(Environment::Test);
        let url = |text: &str| Url::parse(text).unwrap();
        Endpoints {
            identity: url(&test.identity_url),
            base: url(&test.base_url),
            reporting: Some(url(&test.reporting_url)),
        }
    }

    /// A client of the test environment.
    pub(crate) fn client(&self, who: &ReadyClient, scopes: &[&str]) -> Client {
        self.connect(self.endpoints(), secret_of(who), scopes)
    }

    pub(crate) fn admin(&self) -> Client {
        self.client(&self.clients().admin, &["serviceapiv3"])
    }

    pub(crate) fn connect(
        &self,
        endpoints: Endpoints,
        credentials: Credentials,
        scopes: &[&str],
    ) -> Client {
        Client::builder(endpoints, credentials)
            .scopes(scopes.iter().copied())
            .clock(self.clock.clone())
            .build()
            .unwrap()
    }

    /// The project that every demo has.
    pub(crate) async fn project(&self) -> Project {
        self.admin()
            .projects()
            .by_number("P-2026-001")
            .await
            .unwrap()
    }

    /// Returns a project without documents.
    pub(crate) async fn empty_project(&self) -> DocumentTarget {
        let client = self.admin();
        for project in client.projects().list().await.unwrap() {
            let target = DocumentTarget::Project(project.id);
            if client.documents(&target).list().await.unwrap().is_empty() {
                self.reset_log().await;
                return target;
            }
        }
        panic!("the demo has no empty project");
    }

    /// The names on all pages of a target.
    pub(crate) async fn names(&self, target: &DocumentTarget) -> Vec<String> {
        let pages = self.admin().documents(target).list().await.unwrap();
        let files = pages.into_iter().flat_map(|page| page.files);
        files.map(|file| file.name).collect()
    }

    /// The whole content of a document.
    pub(crate) async fn bytes(&self, target: &DocumentTarget, id: &FileReferenceId) -> Vec<u8> {
        let download = self.admin().documents(target).download(id).await.unwrap();
        let chunks: Vec<_> = download.into_stream().try_collect().await.unwrap();
        chunks.concat()
    }

    pub(crate) async fn fault(&self, order: Value) {
        self.running.order(order).await;
    }

    pub(crate) async fn revoke(&self, client_id: &str) {
        self.running.revoke(client_id).await;
    }

    pub(crate) async fn reset_log(&self) {
        self.running.forget_requests().await;
    }

    /// Requests of a method whose path contains `part`, since the last reset.
    pub(crate) async fn log(&self, method: &str, part: &str) -> Vec<Seen> {
        let mut seen = self.running.requests().await;
        seen.retain(|entry| entry.method == method && entry.path.contains(part));
        seen
    }
}

pub(crate) fn secret_of(who: &ReadyClient) -> Credentials {
    Credentials::Client {
        client_id: who.client_id.clone(),
        client_secret: who.client_secret.clone().into(),
    }
}
