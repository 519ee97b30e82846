//! A service that says whatever a test wants.

use std::sync::Arc;

use fielddesk_api::testing::ManualClock;
use fielddesk_api::{
    BytesContent, CancellationToken, Client, Credentials, DocumentTarget, Documents, Endpoints,
    Progress, Upload, UploadFile, Url,
};
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

pub(crate) const SECRET: &str = "s3cret-of-the-client";
pub(crate) const TOKEN: &str = "t0ken-of-the-service";

/// A canned service with a client of it, on a manual clock.
pub(crate) struct Foreign {
    pub(crate) server: MockServer,
    pub(crate) client: Client,
    pub(crate) clock: Arc<ManualClock>,
}

impl Foreign {
    /// Issues tokens and answers nothing else.
    pub(crate) async fn start() -> Self {
        let foreign = Self::without_tokens().await;
        foreign
            .tokens(json!({"access_token": TOKEN, "expires_in": 1800}))
            .await;
        foreign
    }

    /// Answers nothing at all.
    pub(crate) async fn without_tokens() -> Self {
        let server = MockServer::start().await;
        let clock = clock();
        let client = Client::builder(endpoints(&server.uri()), credentials())
            .scopes(["serviceapiv3", "reportingapiv1"])
            .clock(clock.clone())
            .build()
            .unwrap();
        Self {
            server,
            client,
            clock,
        }
    }

    pub(crate) async fn tokens(&self, answer: Value) {
        Mock::given(method("POST"))
            .and(path("/identity/connect/token"))
            .respond_with(ok(answer))
            .mount(&self.server)
            .await;
    }

    /// Answers one method and path of the core API, at most so many times.
    pub(crate) async fn answer(&self, verb: &str, to: &str, times: u64, answer: ResponseTemplate) {
        Mock::given(method(verb))
            .and(path(format!("/core/api/v4/integration/{to}")))
            .respond_with(answer)
            .up_to_n_times(times)
            .mount(&self.server)
            .await;
    }

    /// Answers reads of a path of the core API, at most so many times.
    pub(crate) async fn get(&self, to: &str, times: u64, answer: ResponseTemplate) {
        self.answer("GET", to, times, answer).await;
    }

    /// Answers creations below a path of the core API, at most so many times.
    pub(crate) async fn post(&self, to: &str, times: u64, answer: ResponseTemplate) {
        self.answer("POST", to, times, answer).await;
    }

    /// The documents of [`project`].
    pub(crate) fn documents(&self) -> Documents<'_> {
        self.client.documents(&project())
    }

    /// Counts the requests for a path that ends like this.
    pub(crate) async fn count(&self, verb: &str, ending: &str) -> usize {
        self.requests(verb, ending).await.len()
    }

    pub(crate) async fn requests(&self, verb: &str, ending: &str) -> Vec<wiremock::Request> {
        let all = self.server.received_requests().await.unwrap();
        all.into_iter()
            .filter(|r| r.method.as_str() == verb && r.url.path().ends_with(ending))
            .collect()
    }

    /// Answers one method and path of the reporting API, at most so many times.
    pub(crate) async fn report(&self, stream: &str, times: u64, answer: Value) {
        Mock::given(method("GET"))
            .and(path(format!("/reporting/v1/{stream}")))
            .respond_with(ok(answer))
            .up_to_n_times(times)
            .mount(&self.server)
            .await;
    }

    /// Returns the requests of the APIs, in order: method, path with query from behind the common
    /// beginning, and body.
    pub(crate) async fn sent(&self) -> Vec<String> {
        let all = self.server.received_requests().await.unwrap();
        let apis = all
            .iter()
            .filter(|request| !request.url.path().starts_with("/identity"));
        apis.map(|request| {
            let path = request.url.path();
            let path = path
                .strip_prefix("/core/api/v4/integration/")
                .unwrap_or(path);
            let query = request.url.query().map(|query| format!("?{query}"));
            let body = String::from_utf8_lossy(&request.body);
            let line = format!(
                "{} {path}{} {body}",
                request.method,
                query.unwrap_or_default()
            );
            line.trim_end().to_owned()
        })
        .collect()
    }

    /// The seconds that the client waited, in order.
    pub(crate) fn waits(&self) -> Vec<u64> {
        self.clock
            .sleeps()
            .iter()
            .map(|wait| wait.as_secs())
            .collect()
    }
}

/// A success with this body.
pub(crate) fn ok(body: Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(body)
}

/// A status without a body.
pub(crate) fn bare(status: u16) -> ResponseTemplate {
    ResponseTemplate::new(status)
}

pub(crate) fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new("2026-11-20T12:00:00Z".parse().unwrap()))
}

pub(crate) fn endpoints(server: &str) -> Endpoints {
    let url = |part: &str| Url::parse(&format!("{server}/{part}")).unwrap();
    Endpoints {
        identity: url("identity"),
        base: url("core"),
        reporting: Some(url("reporting")),
    }
}

pub(crate) fn credentials() -> Credentials {
    Credentials::Client {
        client_id: "office".to_owned(),
        client_secret: SECRET.into(),
    }
}

pub(crate) fn project() -> DocumentTarget {
    DocumentTarget::Project("p1".into())
}

/// An upload of files that lie in memory, to the section `Drawings`.
pub(crate) fn upload(files: &[(&str, &[u8])]) -> Upload {
    Upload {
        section: Some("Drawings".to_owned()),
        files: files
            .iter()
            .map(|(name, bytes)| UploadFile {
                name: (*name).to_owned(),
                size: bytes.len() as u64,
                content: Arc::new(BytesContent::new(bytes.to_vec())),
            })
            .collect(),
        progress: Progress::new(),
        cancel: CancellationToken::new(),
    }
}

/// A success answer to an upload of one file.
pub(crate) fn stored(id: &str, name: &str) -> Value {
    json!({
        "successful": true, "message": "ok", "section": "Drawings", "pageExternalId": "x",
        "files": [{"name": name, "size": 3, "url": "", "fileReference": {"id": id}}],
        "infoPageFiles": [{"fileReferenceId": id, "name": name}],
    })
}

/// A page `Drawings` with the given documents.
pub(crate) fn page(files: &[(&str, &str)]) -> Value {
    let files: Vec<_> = files
        .iter()
        .map(|(id, name)| json!({"fileReferenceId": id, "name": name}))
        .collect();
    json!([{"section": "drawings", "pageExternalId": "x", "files": files}])
}

/// A page of trips that have nothing but ids.
pub(crate) fn trips(ids: &[&str], token: &str) -> Value {
    let data: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
    json!({"data": data, "continuationToken": token})
}
