//! The environment of a test: a seeded service with faults, separate folders, and `fieldctl` with
//! nothing of this machine's environment.

mod documents;
pub(crate) mod golden;
mod mirror;
mod run;
mod serving;
#[cfg(unix)]
mod written;

use std::path::{Path, PathBuf};

use fielddesk_service::ServeOptions;
use fielddesk_testing::serve_demo;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

pub(crate) use documents::files_of;
pub(crate) use mirror::FOLDER;
#[cfg(unix)]
pub(crate) use mirror::finished;
pub(crate) use run::{Ctl, Run};
use serving::Serving;
#[cfg(unix)]
pub(crate) use written::Written;

/// The seeded project that every test may use.
pub(crate) const PROJECT: &str = "P-2026-001";

/// Where the documents of all projects are, as faults name paths.
pub(crate) const PROJECTS: &str = "/test/core/api/v4/integration/projects";

/// A running service and folders of its own.
pub(crate) struct TestEnv {
    runtime: Runtime,
    service: Option<Serving>,
    ready: Value,
    folder: TempDir,
}

impl TestEnv {
    /// A service with sample data.
    pub(crate) fn new() -> Self {
        Self::with(ServeOptions::default())
    }

    /// A service with sample data and these options.
    pub(crate) fn with(options: ServeOptions) -> Self {
        let options = ServeOptions {
            control: true,
            ..options
        };
        Self::of(|runtime, folder| {
            let data = service_data(folder);
            Serving::here(runtime, serve_demo(&data, options))
        })
    }

    /// The real `fieldservice` with sample data, in a process that can be killed.
    pub(crate) fn apart() -> Self {
        Self::of(|_, folder| Serving::apart(&service_data(folder), "127.0.0.1:0"))
    }

    fn of(start: impl FnOnce(&Runtime, &Path) -> (Serving, Value)) -> Self {
        let runtime = Runtime::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (service, ready) = start(&runtime, folder.path());
        Self {
            runtime,
            service: Some(service),
            ready,
            folder,
        }
    }

    /// The ready line's part of the test environment.
    pub(crate) fn test(&self) -> &Value {
        &self.ready["environments"]["test"]
    }

    /// The ready line's part of production.
    pub(crate) fn production(&self) -> &Value {
        &self.ready["environments"]["production"]
    }

    /// `fieldctl` as the administrator of the test environment.
    pub(crate) fn ctl(&self, args: &[&str]) -> Ctl {
        self.ctl_as("admin", args)
    }

    /// `fieldctl` as the administrator, with a line of words that have no blanks.
    pub(crate) fn line(&self, line: impl AsRef<str>) -> Ctl {
        self.ctl(&line.as_ref().split(' ').collect::<Vec<_>>())
    }

    /// Host and port of the service.
    pub(crate) fn host(&self) -> &str {
        serving::address(&self.ready)
    }

    /// `fieldctl` as one of the seeded clients.
    pub(crate) fn ctl_as(&self, client: &str, args: &[&str]) -> Ctl {
        let client = &self.test()["clients"][client];
        let place = |name: &str| text(&self.test()[name]);
        self.bare(args)
            .env("FIELDDESK_IDENTITY_URL", place("identityUrl"))
            .env("FIELDDESK_BASE_URL", place("baseUrl"))
            .env("FIELDDESK_REPORTING_URL", place("reportingUrl"))
            .env("FIELDDESK_CLIENT_ID", text(&client["clientId"]))
            .env("FIELDDESK_CLIENT_SECRET", text(&client["clientSecret"]))
    }

    /// `fieldctl` that knows its data folder and nothing else.
    pub(crate) fn bare(&self, args: &[&str]) -> Ctl {
        Ctl::new(args, self.folder.path(), self.secrets())
    }

    /// Every secret of the service: none may ever be written.
    fn secrets(&self) -> Vec<String> {
        let environments = [self.test(), self.production()].into_iter();
        let clients = environments.filter_map(|one| one["clients"].as_object());
        let clients = clients.flat_map(|clients| clients.values());
        let secrets = clients.map(|client| text(&client["clientSecret"]).to_owned());
        secrets.collect()
    }

    /// Where downloads and local files of this test lie.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        // With the separators of the system.
        let name: PathBuf = Path::new(name).components().collect();
        self.folder.path().join(name)
    }

    /// The data folder of `fieldctl`.
    pub(crate) fn data_dir(&self) -> PathBuf {
        self.path("data")
    }

    /// The files of the contents that the history holds.
    pub(crate) fn history_files(&self) -> Vec<PathBuf> {
        let (mut found, mut folders) = (Vec::new(), vec![self.data_dir().join("history")]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let entry = entry.unwrap();
                if entry.file_type().unwrap().is_dir() {
                    folders.push(entry.path());
                } else if entry.file_name().len() == 64 {
                    found.push(entry.path());
                }
            }
        }
        found
    }

    /// Writes a local file and says where.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Runs something that speaks to the service without `fieldctl`.
    pub(crate) fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Makes the service misbehave.
    pub(crate) fn fault(&self, fault: Value) {
        self.control("POST", "faults", Some(fault));
    }

    /// The service behaves again.
    pub(crate) fn no_faults(&self) {
        self.control("DELETE", "faults", None);
    }

    /// No token that one of the seeded clients has is good any more.
    pub(crate) fn revoke(&self, client: &str) {
        let id = &self.test()["clients"][client]["clientId"];
        let order = json!({ "environment": "test", "clientId": id });
        self.control("POST", "revoke", Some(order));
    }

    /// Every request so far that was not to the control surface.
    pub(crate) fn requests(&self) -> Vec<Value> {
        self.control("GET", "requests", None)
            .as_array()
            .unwrap()
            .clone()
    }

    fn control(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let url = format!("http://{}/_control/{path}", self.host());
        self.answer(|client| {
            let request = client.request(method.parse().unwrap(), url);
            match body {
                Some(body) => request.json(&body),
                None => request,
            }
        })
    }

    /// A token of the test environment's administrator, or of production's.
    pub(crate) fn token(&self, environment: &Value) -> String {
        let client = &environment["clients"]["admin"];
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", text(&client["clientId"])),
            ("client_secret", text(&client["clientSecret"])),
            ("scope", "serviceapiv3"),
        ];
        let url = format!("{}/connect/token", text(&environment["identityUrl"]));
        let answer = self.answer(|client| client.post(url).form(&form));
        text(&answer["access_token"]).to_owned()
    }

    /// Returns the answer of the service to a request without `fieldctl`.
    fn answer(&self, request: impl FnOnce(reqwest::Client) -> reqwest::RequestBuilder) -> Value {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        self.block_on(async {
            let answer = request(client).send().await.unwrap();
            let bytes = answer.error_for_status().unwrap().bytes().await;
            serde_json::from_slice(&bytes.unwrap()).unwrap_or(Value::Null)
        })
    }

    /// Ends the service, where it is a process of its own by kill -9; its address stays
    /// unanswered.
    pub(crate) fn stop_service(&mut self) {
        if let Some(service) = self.service.take() {
            service.stop(&self.runtime);
        }
    }

    /// Starts the service of [`Self::apart`] again, on its data and at its address.
    pub(crate) fn start_service_again(&mut self) {
        let data = service_data(self.folder.path());
        let (service, again) = Serving::apart(&data, self.host());
        let before = &self.test()["baseUrl"];
        assert_eq!(&again["environments"]["test"]["baseUrl"], before);
        self.service = Some(service);
    }
}

impl Drop for TestEnv {
    fn drop(&mut self) {
        self.stop_service();
    }
}

/// Where a service of its own keeps its data.
fn service_data(folder: &Path) -> PathBuf {
    folder.join("service")
}

/// A text of JSON.
pub(crate) fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
}

/// A fault that answers instead of the service.
pub(crate) fn answers(method: &str, prefix: &str, times: u32, status: u16, body: Value) -> Value {
    json!({
        "method": method, "pathPrefix": prefix, "times": times,
        "action": { "status": status, "body": body },
    })
}
