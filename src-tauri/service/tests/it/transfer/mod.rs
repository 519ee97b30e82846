//! Everything at another place: `copy` and `backup`.

mod backups;
mod copies;
mod refusals;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fielddesk_model::Environment;
use fielddesk_service::admin::Administration;
use fielddesk_service::{Location, RunningService, Seed, ServeOptions, serve};
use fielddesk_testing::database_of;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::Form;
use crate::support::binary::PATH;
use crate::support::operations::{Ids, operations};

/// A place that a service is served from, whatever the engine of the tests.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) data: PathBuf,
    database: Option<String>,
}

impl Place {
    /// A data folder with SQLite.
    fn folder(data: &Path) -> Self {
        Self {
            data: data.to_owned(),
            database: None,
        }
    }

    /// The engine of the tests, with documents and keys in a folder.
    pub(crate) fn engine(data: &Path) -> Self {
        std::fs::create_dir_all(data).unwrap();
        Self {
            data: data.to_owned(),
            database: database_of(data),
        }
    }

    async fn serve(&self, seed: Seed) -> RunningService {
        let options = ServeOptions {
            data: Some(self.data.clone()),
            database: self.database.clone(),
            seed,
            ..ServeOptions::default()
        };
        serve(options).await.unwrap()
    }

    fn location(&self) -> Location {
        Location {
            database: self.database.clone(),
            ..Location::from(&self.data)
        }
    }

    /// The arguments of a side of a copy.
    fn side(&self, option: &str) -> Vec<String> {
        let data = self.data.to_str().unwrap().to_owned();
        match &self.database {
            None => vec![option.to_owned(), data],
            Some(url) => {
                let objects = format!("{option}-objects");
                vec![option.to_owned(), url.clone(), objects, data]
            }
        }
    }
}

/// A seeded service that was stopped, with some uploads and with tokens that are out.
pub(crate) struct Source {
    folder: TempDir,
    token: String,
    documents: BTreeMap<String, Vec<u8>>,
    page: String,
    continuation: String,
    ids: Ids,
    http: reqwest::Client,
}

const TRIPS: &str = "/reporting/v1/flow-trip-registrations?FromDateTime=2020-01-01T00:00:00Z\
                     &ToDateTime=2030-01-01T00:00:00Z&ChunkLimit=50";

impl Source {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::folder(folder.path());
        let service = place.serve(Seed::Demo).await;
        let test = &service.ready.environments.test;
        let client = &test.clients.as_ref().unwrap().admin.client_id;
        let administration = Administration::open(place.location(), Environment::Test).await;
        let issued = administration.unwrap().issue_token(client, 1_000_000).await;
        let token = issued.unwrap().access_token;
        let ids = Ids::of(&crate::support::Session::start().await).await;
        let mut source = Self {
            token,
            documents: BTreeMap::new(),
            page: String::new(),
            continuation: String::new(),
            ids,
            folder,
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
        };
        let upload = operations().into_iter().find(|operation| {
            operation.method == Method::POST && operation.path.contains("/projects/")
        });
        source.page = source.ids.fill(&upload.unwrap(), None);
        for (name, content) in [
            ("small.txt", b"small".to_vec()),
            ("empty.txt", Vec::new()),
            ("large.bin", vec![7; 3_000_000]),
            ("tab\tand \\N.txt", b"odd name".to_vec()),
        ] {
            source.upload(&service, name, content).await;
        }
        let first: Value = source
            .call(&service, Method::GET, TRIPS)
            .await
            .json()
            .await
            .unwrap();
        let continuation = first["continuationToken"].as_str().unwrap();
        source.continuation = continuation.replace('+', "%2B");
        assert_ne!(source.continuation, "");
        service.stop().await;
        source
    }

    pub(crate) fn place(&self) -> Place {
        Place::folder(self.folder.path())
    }

    async fn call(&self, service: &RunningService, method: Method, path: &str) -> Response {
        let request = self.http.request(method, url(service, path));
        request.bearer_auth(&self.token).send().await.unwrap()
    }

    async fn upload(&mut self, service: &RunningService, name: &str, content: Vec<u8>) {
        let request = self.http.post(url(service, &self.page));
        let form = Form::new().file(name, &content);
        let request = form.onto(request.bearer_auth(&self.token));
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        let id = &answer["files"][0]["fileReference"]["id"];
        self.documents
            .insert(id.as_str().unwrap().to_owned(), content);
    }

    /// The answers to every operation that reads, and to a trip's page behind an earlier one.
    async fn answers(&self, service: &RunningService) -> BTreeMap<String, (u16, Vec<u8>)> {
        let mut answers = BTreeMap::new();
        let reads = operations().into_iter();
        for operation in reads.filter(|operation| operation.method == Method::GET) {
            let path = self.ids.fill(&operation, None);
            let answer = self.call(service, Method::GET, &path).await;
            answers.insert(operation.name(), answered(answer).await);
        }
        for (name, trips) in [
            ("trips", TRIPS.to_owned()),
            (
                "next",
                format!("{TRIPS}&ContinuationToken={}", self.continuation),
            ),
        ] {
            let answer = answered(self.call(service, Method::GET, &trips).await).await;
            assert_eq!(answer.0, 200, "{name}");
            answers.insert(name.to_owned(), answer);
        }
        for (id, content) in &self.documents {
            let path = format!("{}/{id}", self.page);
            let answer = answered(self.call(service, Method::GET, &path).await).await;
            assert!(answer == (200, content.clone()), "the bytes of {id}");
        }
        let good = answers.values().filter(|(status, _)| *status == 200);
        assert!(good.count() > 10, "the answers are refusals");
        answers
    }
}

/// The address of a path of the test environment.
fn url(service: &RunningService, path: &str) -> String {
    format!("http://{}/test{path}", service.addr)
}

async fn answered(answer: Response) -> (u16, Vec<u8>) {
    let status = answer.status().as_u16();
    (status, answer.bytes().await.unwrap().to_vec())
}

pub(crate) fn copy(from: &Place, to: &Place) -> Command {
    let mut command = Command::new(PATH);
    command.arg("copy");
    command.args(from.side("--from")).args(to.side("--to"));
    command
}

fn backup(data: &Path, to: &Path) -> Command {
    let mut command = Command::new(PATH);
    command.arg("backup").arg("--data").arg(data);
    command.arg("--to").arg(to);
    command
}

/// The JSON that a command prints, which must succeed.
pub(crate) fn printed(command: &mut Command) -> Value {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", complaint(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

pub(crate) fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The hash of each table of an environment, by the side of a copy that it was read from.
pub(crate) fn hashes(report: &Value, side: &str) -> Vec<Value> {
    let tables = report["environments"]["test"]["tables"].as_array().unwrap();
    let hash = |table: &Value| json!([table["table"], table[side]]);
    let mut hashes: Vec<Value> = tables.iter().map(hash).collect();
    hashes.sort_by_key(ToString::to_string);
    hashes
}

/// The files below a folder with their content.
pub(crate) fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(open) = folders.pop() {
        for entry in std::fs::read_dir(&open).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                files.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    files
}
