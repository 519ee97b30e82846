//! Behaviour on PostgreSQL alone: several nodes on one database, and databases that cannot be used.
//! These need a server: `scripts/postgres.sh`, with `FIELDSERVICE_TEST=postgres`.

mod copies;
mod engine;
mod migrations;
mod nodes;
mod refusals;

use std::path::Path;

use fielddesk_model::Environment;
use fielddesk_service::admin::Administration;
use fielddesk_service::{ReadyClients, RunningService, ServeOptions, serve};
use fielddesk_testing::{database_of, demo, location, serve_demo};
use futures::future::join_all;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::grant;

/// Nodes on one database with the same keys; each keeps its documents' bytes for itself.
struct Nodes {
    running: Vec<RunningService>,
    clients: ReadyClients,
    token: String,
    http: reqwest::Client,
    folders: Vec<TempDir>,
}

impl Nodes {
    async fn start(count: usize) -> Self {
        let folders: Vec<TempDir> = (0..count).map(|_| tempfile::tempdir().unwrap()).collect();
        let first = folders[0].path();
        let one = serve_demo(first, demo()).await;
        let clients = one.ready.environments.test.clients.clone().unwrap();
        let keys = keys_of(first);
        let mut running = vec![one];
        for folder in &folders[1..] {
            let options = ServeOptions {
                data: Some(folder.path().to_owned()),
                database: database_of(first),
                signing_keys: Some(keys.path().to_owned()),
                control: true,
                ..ServeOptions::default()
            };
            running.push(serve(options).await.unwrap());
        }
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let form = grant(&clients.admin, "serviceapiv3 reportingapiv1");
        let url = &running[0].ready.environments.test.identity_url;
        let request = http.post(format!("{url}/connect/token")).form(&form);
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        Self {
            token: answer["access_token"].as_str().unwrap().to_owned(),
            running,
            clients,
            http,
            folders,
        }
    }

    async fn administration(&self) -> Administration {
        let place = location(self.folders[0].path());
        Administration::open(place, Environment::Test)
            .await
            .unwrap()
    }

    fn call(&self, node: usize, method: Method, path: &str) -> RequestBuilder {
        let base = &self.running[node].ready.environments.test.base_url;
        let url = format!("{base}/api/v4/integration/{path}");
        self.http.request(method, url).bearer_auth(&self.token)
    }

    async fn send(&self, node: usize, method: Method, path: &str, body: Value) -> Response {
        let request = self.call(node, method, path).json(&body);
        request.send().await.unwrap()
    }

    async fn read(&self, node: usize, path: &str) -> Value {
        let answer = self.call(node, Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.unwrap()
    }

    /// The statuses of one read on every node.
    async fn statuses(&self, path: &str) -> Vec<u16> {
        let all = (0..self.running.len()).map(async |node| {
            let answer = self.call(node, Method::GET, path).send().await.unwrap();
            answer.status().as_u16()
        });
        join_all(all).await
    }

    async fn stop(self) {
        for node in self.running {
            node.stop().await;
        }
    }
}

/// The keys of a data folder as a folder of keys.
fn keys_of(data: &Path) -> TempDir {
    let keys = tempfile::tempdir().unwrap();
    for environment in ["test", "production"] {
        std::fs::create_dir(keys.path().join(environment)).unwrap();
        let key = data.join(environment).join("signing.key");
        std::fs::copy(key, keys.path().join(environment).join("1.key")).unwrap();
    }
    keys
}
