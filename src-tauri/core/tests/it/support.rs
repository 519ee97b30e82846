//! The real service in this process, and connections to it.

use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_model::Environment;
use fielddesk_service::{ReadyClient, ReadyClients, RunningService, Seed, ServeOptions, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A seeded service with its control surface.
pub(crate) async fn service() -> RunningService {
    serve(ServeOptions {
        seed: Seed::Demo,
        control: true,
        ..ServeOptions::default()
    })
    .await
    .unwrap()
}

/// The seeded clients of the test environment.
pub(crate) fn clients(service: &RunningService) -> &ReadyClients {
    service.ready.environments.test.clients.as_ref().unwrap()
}

/// Settings for a client of an environment.
pub(crate) fn settings(
    service: &RunningService,
    environment: Environment,
    client: &ReadyClient,
) -> Settings {
    let addresses = service.ready.environment(environment);
    Settings {
        name: "Strømhaug".to_owned(),
        environment: Some(environment),
        identity_url: addresses.identity_url.clone(),
        base_url: addresses.base_url.clone(),
        reporting_url: Some(addresses.reporting_url.clone()),
        client_id: Some(client.client_id.clone()),
        ..Settings::default()
    }
}

/// A connection of a client to the test environment.
pub(crate) fn connection(service: &RunningService, client: &ReadyClient) -> Connection {
    let settings = settings(service, Environment::Test, client);
    let profile = Profile::from_settings(&settings).unwrap();
    Connection::with_secret(profile, client.client_secret.clone().into()).unwrap()
}

/// A data folder that goes with the test.
pub(crate) fn data_dir() -> (tempfile::TempDir, DataDir) {
    let folder = tempfile::tempdir().unwrap();
    let dir = DataDir::open(folder.path().to_owned()).unwrap();
    (folder, dir)
}

/// A request without any client of ours. Returns the body of the answer.
pub(crate) async fn raw(
    service: &RunningService,
    method: &str,
    path: &str,
    content_type: &str,
    body: &str,
) -> String {
    let mut stream = TcpStream::connect(service.addr).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        service.addr,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 2"), "{answer}");
    body.to_owned()
}

/// Makes the service misbehave for matching requests.
pub(crate) async fn fault(service: &RunningService, path_prefix: &str, action: serde_json::Value) {
    let fault = serde_json::json!({"pathPrefix": path_prefix, "times": 1000, "action": action});
    raw(
        service,
        "POST",
        "/_control/faults",
        "application/json",
        &fault.to_string(),
    )
    .await;
}

/// Paths of the requests that the service saw since it started, by arrival.
pub(crate) async fn requests(service: &RunningService) -> Vec<String> {
    let body = raw(service, "GET", "/_control/requests", "application/json", "").await;
    let seen: Vec<serde_json::Value> = serde_json::from_str(&body).unwrap();
    let path = |request: &serde_json::Value| request["path"].as_str().unwrap().to_owned();
    seen.iter().map(path).collect()
}
