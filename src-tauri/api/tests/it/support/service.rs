//! The real service in this process, with its control surface.

use std::sync::Arc;

use fielddesk_api::testing::ManualClock;
use fielddesk_api::{Client, Credentials, DocumentTarget, Endpoints, Url};
use fielddesk_model::{Environment, FileReferenceId, Project};
use fielddesk_service::{
    ReadyClient, ReadyClients, ReadyEnvironment, RunningService, Seed, ServeOptions, serve,
};
use futures::TryStreamExt;
use serde_json::{Value, json};

use super::foreign::clock;

/// The seeded service and a clock for its clients.
pub(crate) struct Service {
    running: RunningService,
    pub(crate) clock: Arc<ManualClock>,
}

/// A request as the service's own log shows it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Logged {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) status: u64,
}

impl Service {
    pub(crate) async fn start() -> Self {
        Self::start_with(None).await
    }

    pub(crate) async fn start_with(max_upload_bytes: Option<u64>) -> Self {
        let options = ServeOptions {
            seed: Seed::Demo,
            control: true,
            max_upload_bytes,
            ..ServeOptions::default()
        };
        Self {
            running: serve(options).await.unwrap(),
            clock: clock(),
        }
    }

    pub(crate) fn environment(&self, environment: Environment) -> &ReadyEnvironment {
        self.running.ready.environment(environment)
    }

    pub(crate) fn clients(&self) -> &ReadyClients {
        self.environment(Environment::Test)
            .clients
            .as_ref()
            .unwrap()
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

    /// A project without documents of its own.
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
        self.control(reqwest::Method::POST, "faults", Some(order))
            .await;
    }

    pub(crate) async fn revoke(&self, client_id: &str) {
        let order = json!({"environment": "test", "clientId": client_id});
        self.control(reqwest::Method::POST, "revoke", Some(order))
            .await;
    }

    pub(crate) async fn reset_log(&self) {
        self.control(reqwest::Method::DELETE, "requests", None)
            .await;
    }

    /// Requests of a method whose path contains `part`, since the last reset.
    pub(crate) async fn log(&self, method: &str, part: &str) -> Vec<Logged> {
        let text = self.control(reqwest::Method::GET, "requests", None).await;
        let all: Vec<Value> = serde_json::from_str(&text).unwrap();
        all.into_iter()
            .map(|entry| Logged {
                method: entry["method"].as_str().unwrap().to_owned(),
                path: entry["path"].as_str().unwrap().to_owned(),
                status: entry["status"].as_u64().unwrap(),
            })
            .filter(|entry| entry.method == method && entry.path.contains(part))
            .collect()
    }

    async fn control(&self, method: reqwest::Method, what: &str, body: Option<Value>) -> String {
        let url = format!("http://{}/_control/{what}", self.running.addr);
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut request = http.request(method, url);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap().error_for_status().unwrap();
        answer.text().await.unwrap()
    }
}

pub(crate) fn secret_of(who: &ReadyClient) -> Credentials {
    Credentials::Client {
        client_id: who.client_id.clone(),
        client_secret: who.client_secret.clone().into(),
    }
}
