//! Documents in an object store.

mod check;
mod copies;
mod faults;
#[cfg(target_os = "linux")]
mod memory;
mod removed;
mod starts;

use fielddesk_testing::database_of;
use reqwest::{Client, Response};
use serde_json::Value;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use crate::process::{page, token};
use crate::support::Form;
use crate::support::binary::Binary;
use crate::support::objects::ObjectServer;

const MIB: usize = 1024 * 1024;

/// A service with its documents in an object store, and its client.
struct Desk {
    server: ObjectServer,
    folder: tempfile::TempDir,
    client: Value,
    service: Option<Binary>,
    url: String,
    bearer: String,
}

impl Desk {
    async fn start() -> Self {
        let mut desk = Self {
            server: ObjectServer::start(),
            folder: tempfile::tempdir().unwrap(),
            client: Value::Null,
            service: None,
            url: String::new(),
            bearer: String::new(),
        };
        let service = desk.serve(&["--seed", "demo"]);
        desk.client = service.environment("test")["clients"]["admin"].clone();
        desk.meet(service).await;
        desk
    }

    fn serve(&self, more: &[&str]) -> Binary {
        let url = self.server.url();
        let data = self.folder.path().to_str().unwrap();
        let place = ["--data", data, "--objects", &url];
        Binary::with_variables(&[&place, more].concat(), self.server.variables())
    }

    async fn meet(&mut self, service: Binary) {
        self.bearer = token(&service, &self.client).await;
        self.url = page(&service, &self.bearer).await;
        self.service = Some(service);
    }

    /// kill -9, and a start.
    async fn kill_and_start(&mut self) {
        self.service.take().unwrap().kill();
        let service = self.serve(&[]);
        self.meet(service).await;
    }

    async fn send(&self, form: Form) -> Response {
        let request = Client::new().post(format!(
            "{}?section=New&replaceExistingFilesWithSameName=true",
            self.url
        ));
        let request = request.bearer_auth(&self.bearer);
        form.onto(request).send().await.unwrap()
    }

    /// Uploads documents of these names and contents and returns their ids.
    async fn upload(&self, documents: &[(&str, &[u8])]) -> Vec<String> {
        let form = documents.iter().fold(Form::new(), |form, (name, content)| {
            form.file(name, content)
        });
        let answer = self.send(form).await;
        assert_eq!(answer.status(), 201);
        let stored: Value = answer.json().await.unwrap();
        let files = stored["files"].as_array().unwrap().iter();
        files
            .map(|file| file["fileReference"]["id"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn get(&self, id: &str) -> Response {
        let request = Client::new().get(format!("{}/{id}", self.url));
        request.bearer_auth(&self.bearer).send().await.unwrap()
    }

    async fn content(&self, id: &str) -> Vec<u8> {
        let answer = self.get(id).await;
        assert_eq!(answer.status(), 200);
        answer.bytes().await.unwrap().to_vec()
    }

    async fn delete(&self, id: &str) {
        let request = Client::new().delete(format!("{}/{id}", self.url));
        let answer = request.bearer_auth(&self.bearer).send().await.unwrap();
        assert_eq!(answer.status(), 204);
    }

    /// Runs a statement in the database of the test environment and returns rows of two texts.
    async fn sql(&self, statement: &str) -> Vec<(String, String)> {
        let statement = AssertSqlSafe(statement.to_owned());
        if let Some(url) = database_of(self.folder.path()) {
            let mut database = sqlx::PgConnection::connect(&url).await.unwrap();
            let schema = sqlx::query("SET search_path TO test");
            schema.execute(&mut database).await.unwrap();
            let rows = sqlx::query_as(statement).fetch_all(&mut database);
            return rows.await.unwrap();
        }
        let file = self.folder.path().join("test/service.sqlite");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
        let mut database = options.connect().await.unwrap();
        let rows = sqlx::query_as(statement).fetch_all(&mut database);
        rows.await.unwrap()
    }

    /// The noted objects with their reasons.
    async fn unnamed(&self) -> Vec<(String, String)> {
        self.sql("SELECT id, why FROM unnamed_objects ORDER BY id")
            .await
    }
}

/// Bytes that differ from place to place.
fn content(size: usize) -> Vec<u8> {
    (0..size)
        .map(|at| (at % 251) as u8 ^ (at >> 16) as u8)
        .collect()
}

#[tokio::test]
async fn acknowledged_documents_are_in_the_bucket_alone_and_survive_kill_9() {
    let mut desk = Desk::start().await;
    let seeded = desk.server.ids().await;
    assert_eq!(seeded.len(), 2, "the seeded files");
    let sizes = [0, 1, 8 * MIB, 8 * MIB + 1, 20 * MIB];
    let contents = sizes.map(content);
    let names = ["none", "one", "a part", "more", "three parts"];
    let documents: Vec<_> = names
        .into_iter()
        .zip(contents.iter().map(Vec::as_slice))
        .collect();
    let ids = desk.upload(&documents).await;
    desk.kill_and_start().await;
    for (id, (name, content)) in ids.iter().zip(&documents) {
        assert!(desk.content(id).await == *content, "{name}");
    }
    let mut expected = [seeded, ids.clone()].concat();
    expected.sort();
    assert_eq!(desk.server.ids().await, expected);
    let folder = desk.folder.path().join("test/documents");
    assert!(!folder.exists(), "nothing is kept beside the database");

    let hex = match database_of(desk.folder.path()) {
        Some(_) => "encode(sha256, 'hex')",
        None => "lower(hex(sha256))",
    };
    let hashes = format!("SELECT id, {hex} FROM documents WHERE sha256 IS NOT NULL ORDER BY seq");
    let computed = contents.iter().map(|content| hash(content));
    let expected: Vec<_> = ids.into_iter().zip(computed).collect();
    assert_eq!(desk.sql(&hashes).await, expected);
}

fn hash(content: &[u8]) -> String {
    use sha2::Digest as _;
    hex::encode(sha2::Sha256::digest(content))
}
