//! Running it: what the log says and keeps to itself, health, and the end of a process.

use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::process;
use crate::support::binary::{Binary, json as command};
use crate::support::form::BOUNDARY;
use crate::support::{Form, TestService, demo};

struct TestEnv {
    http: Client,
    service: Binary,
    log: std::path::PathBuf,
    _folder: tempfile::TempDir,
}

impl TestEnv {
    fn start(more: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let data = folder.path().join("data");
        let mut arguments = vec!["--data", data.to_str().unwrap(), "--seed", "demo"];
        arguments.extend(more);
        Self {
            service: Binary::logging(&arguments, &log),
            http: Client::builder().no_proxy().build().unwrap(),
            log,
            _folder: folder,
        }
    }

    fn text(&self, pointer: &str) -> String {
        let test = self.service.environment("test");
        test.pointer(pointer).unwrap().as_str().unwrap().to_owned()
    }

    async fn token(&self) -> String {
        let client = &self.service.environment("test")["clients"]["admin"];
        process::token(&self.service, client).await
    }

    fn lines(&self) -> Vec<Value> {
        let log = std::fs::read_to_string(&self.log).unwrap();
        log.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

#[tokio::test]
async fn the_log_has_every_request_by_its_id_and_no_secret() {
    let mut env = TestEnv::start(&["--control"]);
    let token = env.token().await;
    let page = process::page(&env.service, &token).await;
    let secret = env.text("/clients/admin/clientSecret");
    let identity = env.text("/identityUrl");
    let person = "Hemmelig Hansen 4711";

    let upload = Form::new().file("hemmelig-navn.pdf", "hemmelig innhold");
    let upload = upload.onto(env.http.post(format!("{page}?section=hemmelig-side")));
    let base = env.text("/baseUrl");
    let users = format!("{base}/api/v4/integration/users");
    let requests = [
        upload.bearer_auth(&token),
        env.http
            .get(format!("{page}?access_token={token}"))
            .bearer_auth(&token),
        env.http.get(&page).bearer_auth(format!("{token}x")),
        env.http.get(format!("{base}/{secret}")),
        env.http
            .post(format!("{identity}/connect/token"))
            .form(&[("client_id", secret.as_str()), ("client_secret", &secret)]),
        env.http
            .post(format!("{identity}/connect/token?client_secret={secret}"))
            .basic_auth("nobody", Some(&secret)),
        env.http
            .post(&users)
            .bearer_auth(&token)
            .json(&json!({ "firstName": person, "cardId": secret })),
        env.http
            .get(format!("{users}/by-employee-number/{secret}"))
            .bearer_auth(&token),
    ];
    let mut ids = Vec::new();
    for request in requests {
        let answer = request.send().await.unwrap();
        let id = answer.headers()["x-request-id"].to_str().unwrap();
        ids.push(id.to_owned());
        answer.bytes().await.unwrap();
    }
    env.service.signal("TERM");

    let lines = env.lines();
    let logged: Vec<&Value> = lines
        .iter()
        .filter(|line| line["fields"]["message"] == "request")
        .collect();
    for id in &ids {
        let mut mine = logged
            .iter()
            .filter(|line| line["fields"]["request.id"] == **id);
        let line = mine.next().unwrap_or_else(|| panic!("{id} is not logged"));
        assert!(mine.next().is_none(), "once");
        assert!(line["fields"]["response.status"].is_u64());
        assert!(line["fields"]["duration_ms"].is_u64());
    }
    let text = std::fs::read_to_string(&env.log).unwrap();
    let signature = token.rsplit('.').next().unwrap();
    for kept in [&secret, &token, signature, person, "hemmelig"] {
        assert!(!text.contains(kept), "{kept} stands in the log");
    }
}

#[tokio::test]
async fn health_is_told_without_a_token() {
    let env = TestEnv::start(&[]);
    let identity = env.text("/identityUrl");
    let origin = identity.strip_suffix("/test/identity").unwrap();
    let answer = env
        .http
        .get(format!("{origin}/healthz"))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(
        answer.json::<Value>().await.unwrap(),
        json!({ "status": "ok" })
    );
}

#[tokio::test]
async fn a_stop_waits_for_a_request_for_its_time_and_no_longer() {
    let mut options = demo();
    let grace = Duration::from_millis(300);
    options.timeouts.stop = grace;
    let test = TestService::with(options).await;
    let session = test.admin_session().await;
    let page = session.page().await;
    let address = test.service.addr;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let half = format!(
        "POST /test/core{page} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: 9999\r\n\r\n\
         --{BOUNDARY}\r\n",
        session.token
    );
    drop(session);
    stream.write_all(half.as_bytes()).await.unwrap();
    // An idle connection does not count.
    let _idle = TcpStream::connect(address).await.unwrap();
    let seen = async || {
        let requests = test.requests().await;
        requests.iter().any(|one| {
            one["method"] == "POST" && one["path"].as_str().unwrap().ends_with("documents")
        })
    };
    while !seen().await {}
    let start = Instant::now();
    test.stop().await;
    assert!(start.elapsed() >= grace);
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok();
    assert!(
        !answer.starts_with(b"HTTP/1.1 2"),
        "the request was abandoned"
    );
}

#[test]
fn every_address_of_the_document_is_relative_to_an_environment() {
    let document = command(&["openapi"]);
    let variable = &document["servers"][0]["variables"]["environment"];
    assert_eq!(document["servers"][0]["url"], "/{environment}");
    assert_eq!(variable["enum"], json!(["test", "production"]));
}
