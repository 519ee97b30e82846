//! Support shared by the integration tests of several crates: the seeded service in the process of the
//! test, misbehaving on order, and tables of promises that name their tests.

#![expect(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a test stops at the first surprise"
)]

mod demo;
mod engine;
pub mod promises;

pub use demo::serve_demo;
pub use engine::{database_of, location, on_engine, on_postgres};

use std::ops::Deref;
use std::time::Duration;

use fielddesk_model::{CompanyId, Environment};
use fielddesk_service::{
    Durability, ReadyClients, ReadyEnvironment, RunningService, Seed, ServeOptions, Timeouts, serve,
};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The seeded service with its control surface.
pub struct Service {
    /// None while it is down.
    running: Option<RunningService>,
    /// The data folder, where the test named none.
    folder: Option<TempDir>,
    /// A client without a proxy.
    pub http: reqwest::Client,
}

/// A request as the service's own log shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The method.
    pub method: String,
    /// The path from the root of the server.
    pub path: String,
    /// The query, without its mark.
    pub query: String,
    /// The status of the answer, or 0 where none was sent.
    pub status: u64,
    /// Milliseconds from the start of the service to the arrival.
    pub at_ms: u64,
}

/// Demo data, no folder, the control surface on.
#[must_use]
pub fn demo() -> ServeOptions {
    ServeOptions {
        seed: Seed::Demo,
        control: true,
        ..ServeOptions::default()
    }
}

/// The options of [`demo`], for a service that ends in the middle of requests.
#[must_use]
pub fn hasty() -> ServeOptions {
    ServeOptions {
        timeouts: Timeouts {
            stop: Duration::ZERO,
            ..Timeouts::default()
        },
        durability: Some(Durability::Process),
        ..demo()
    }
}

impl Deref for Service {
    type Target = RunningService;

    fn deref(&self) -> &RunningService {
        self.running.as_ref().unwrap()
    }
}

impl Service {
    /// Starts the service with demo data.
    pub async fn start() -> Self {
        Self::with(demo()).await
    }

    /// Starts the service with demo data and a limit for uploads.
    pub async fn with_limit(max_upload_bytes: Option<u64>) -> Self {
        Self::with(ServeOptions {
            max_upload_bytes,
            ..demo()
        })
        .await
    }

    /// Starts the service.
    pub async fn with(options: ServeOptions) -> Self {
        let is_demo = options.data.is_none() && options.seed == Seed::Demo;
        let folder = is_demo.then(|| tempfile::tempdir().unwrap());
        let running = match &folder {
            Some(folder) => serve_demo(folder.path(), options).await,
            None => serve(on_engine(options)).await.unwrap(),
        };
        Self {
            running: Some(running),
            folder,
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
        }
    }

    /// Ends the service as a signal does.
    pub async fn stop(self) {
        self.running.unwrap().stop().await;
    }

    /// Ends the service for as long as `meanwhile` takes, then starts it with its data on its
    /// address. Only for a service with demo data in its folder; it starts again with [`hasty`]
    /// options.
    pub async fn down<T>(&mut self, meanwhile: impl Future<Output = T>) -> T {
        let running = self.running.take().unwrap();
        let (addr, before) = (running.addr, running.ready.environments.clone());
        running.stop().await;
        let done = meanwhile.await;
        let options = ServeOptions {
            listen: addr,
            data: Some(self.folder.as_ref().unwrap().path().to_owned()),
            ..hasty()
        };
        let mut running = serve(on_engine(options)).await.unwrap();
        running.ready.environments = before;
        self.running = Some(running);
        done
    }

    /// The test environment.
    #[must_use]
    pub fn test(&self) -> &ReadyEnvironment {
        self.ready.environment(Environment::Test)
    }

    /// The production environment.
    #[must_use]
    pub fn production(&self) -> &ReadyEnvironment {
        self.ready.environment(Environment::Production)
    }

    /// The seeded clients of the test environment.
    #[must_use]
    pub fn clients(&self) -> &ReadyClients {
        self.test().clients.as_ref().unwrap()
    }

    /// The seeded company.
    #[must_use]
    pub fn company(&self) -> CompanyId {
        self.test().company_id.clone().unwrap()
    }

    /// Its subsidiary.
    #[must_use]
    pub fn subsidiary(&self) -> CompanyId {
        self.test().subsidiary_id.clone().unwrap()
    }

    /// A company that neither owns the other two nor belongs to them.
    #[must_use]
    pub fn unrelated(&self) -> CompanyId {
        self.clients().other_company.company_id.clone().unwrap()
    }

    /// An address of the server itself.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    /// Orders a fault in the words of the control surface.
    pub async fn order(&self, fault: Value) {
        self.control(Method::POST, "faults", Some(fault)).await;
    }

    /// Lets every request below a path misbehave.
    pub async fn fault(&self, path_prefix: &str, action: Value) {
        let fault = json!({"pathPrefix": path_prefix, "times": 1000, "action": action});
        self.order(fault).await;
    }

    /// Takes all faults back.
    pub async fn no_faults(&self) {
        self.control(Method::DELETE, "faults", None).await;
    }

    /// Refuses every token issued so far to a client of the test environment.
    pub async fn revoke(&self, client_id: &str) {
        let order = json!({"environment": "test", "clientId": client_id});
        self.control(Method::POST, "revoke", Some(order)).await;
    }

    /// Requests by arrival, without those to the control surface.
    pub async fn requests(&self) -> Vec<Seen> {
        let seen = self.control(Method::GET, "requests", None).await;
        let seen: Vec<Value> = serde_json::from_str(&seen).unwrap();
        let text = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
        let number = |one: &Value, name: &str| one[name].as_u64().unwrap_or_default();
        seen.iter()
            .map(|one| Seen {
                method: text(one, "method"),
                path: text(one, "path"),
                query: text(one, "query"),
                status: number(one, "status"),
                at_ms: number(one, "atMs"),
            })
            .collect()
    }

    /// Returns the number of requests of a method whose path fits.
    pub async fn count(&self, method: &str, fits: impl Fn(&str) -> bool) -> usize {
        let seen = self.requests().await;
        seen.iter()
            .filter(|one| one.method == method && fits(&one.path))
            .count()
    }

    /// Empties the log of requests.
    pub async fn forget_requests(&self) {
        self.control(Method::DELETE, "requests", None).await;
    }

    async fn control(&self, method: Method, what: &str, body: Option<Value>) -> String {
        let request = self
            .http
            .request(method, self.url(&format!("/_control/{what}")));
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        let answer = request.send().await.unwrap().error_for_status().unwrap();
        answer.text().await.unwrap()
    }
}
