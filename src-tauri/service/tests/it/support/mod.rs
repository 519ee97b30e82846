//! A running service with short words for what tests ask of it.

pub(crate) mod binary;
pub(crate) mod form;
#[cfg(feature = "cluster")]
pub(crate) mod objects;
pub(crate) mod operations;
#[cfg(feature = "cluster")]
mod proxy;
pub(crate) mod raw;
pub(crate) mod snapshot;
pub(crate) mod store;

use std::sync::Arc;

use fielddesk_model::{Project, SectionPage, UploadResponse, WorkOrder};
use fielddesk_service::{ReadyClient, ReadyEnvironment, ServeOptions};
use fielddesk_testing::Service;
pub(crate) use fielddesk_testing::demo;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;

pub(crate) use form::Form;

/// The project that every seed has.
pub(crate) const NUMBER: &str = "P-2026-001";

/// A seeded service in this process, with its control surface.
#[derive(Clone)]
pub(crate) struct TestService {
    pub(crate) service: Arc<Service>,
    pub(crate) http: reqwest::Client,
}

/// The form that asks for a token.
pub(crate) fn grant<'a>(client: &'a ReadyClient, scope: &'a str) -> [(&'a str, &'a str); 4] {
    [
        ("grant_type", "client_credentials"),
        ("client_id", &client.client_id),
        ("client_secret", &client.client_secret),
        ("scope", scope),
    ]
}

impl TestService {
    pub(crate) async fn start() -> Self {
        Self::with(demo()).await
    }

    pub(crate) async fn with(options: ServeOptions) -> Self {
        let service = Service::with(options).await;
        Self {
            http: service.http.clone(),
            service: Arc::new(service),
        }
    }

    /// Ends the service as a signal does.
    pub(crate) async fn stop(self) {
        Arc::into_inner(self.service).unwrap().stop().await;
    }

    pub(crate) fn test(&self) -> &ReadyEnvironment {
        self.service.test()
    }

    pub(crate) fn production(&self) -> &ReadyEnvironment {
        self.service.production()
    }

    pub(crate) fn admin(&self) -> &ReadyClient {
        &self.service.clients().admin
    }

    pub(crate) async fn admin_session(&self) -> Session {
        self.session(self.test(), self.admin()).await
    }

    pub(crate) async fn session(
        &self,
        environment: &ReadyEnvironment,
        client: &ReadyClient,
    ) -> Session {
        let token = self.token(environment, client, "serviceapiv3").await;
        Session {
            test: self.clone(),
            base: environment.base_url.clone(),
            token,
        }
    }

    pub(crate) async fn token(
        &self,
        environment: &ReadyEnvironment,
        client: &ReadyClient,
        scope: &str,
    ) -> String {
        let form = grant(client, scope);
        let answer = self.ask_token(environment, &form).await;
        assert_eq!(answer.status(), 200);
        let answer: Value = answer.json().await.unwrap();
        answer["access_token"].as_str().unwrap().to_owned()
    }

    /// A token of the administrator over these scopes.
    pub(crate) async fn admin_token(&self, scope: &str) -> String {
        self.token(self.test(), self.admin(), scope).await
    }

    /// Returns the answer of an address to a token.
    pub(crate) async fn get(&self, url: impl AsRef<str>, token: impl AsRef<str>) -> Response {
        let request = self.http.get(url.as_ref()).bearer_auth(token.as_ref());
        request.send().await.unwrap()
    }

    pub(crate) async fn ask_token(
        &self,
        environment: &ReadyEnvironment,
        form: &[(&str, &str)],
    ) -> Response {
        let url = format!("{}/connect/token", environment.identity_url);
        self.http.post(url).form(form).send().await.unwrap()
    }

    /// An address of the server itself.
    pub(crate) fn url(&self, path: &str) -> String {
        self.service.url(path)
    }

    pub(crate) async fn fault(&self, order: Value) {
        self.service.order(order).await;
    }

    pub(crate) async fn requests(&self) -> Vec<Value> {
        let answer = self.http.get(self.url("/_control/requests"));
        answer.send().await.unwrap().json().await.unwrap()
    }
}

/// Calls with a token.
pub(crate) struct Session {
    pub(crate) test: TestService,
    pub(crate) base: String,
    pub(crate) token: String,
}

impl Session {
    /// Starts a service and returns the administrator's session.
    pub(crate) async fn start() -> Self {
        TestService::start().await.admin_session().await
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.base);
        self.test.http.request(method, url).bearer_auth(&self.token)
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.call(Method::GET, path).send().await.unwrap()
    }

    pub(crate) async fn project(&self, number: &str) -> Project {
        let path = format!("/api/v4/integration/projects/by-project-number/{number}");
        let answer = self.get(&path).await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    pub(crate) async fn work_orders(&self, project: &Project) -> Vec<WorkOrder> {
        let path = format!("/api/v4/integration/tasks/project/{}", project.id);
        self.get(&path).await.json().await.unwrap()
    }

    /// The documents path of the project that every seed has.
    pub(crate) async fn page(&self) -> String {
        let id = self.project(NUMBER).await.id;
        format!("/api/v4/integration/projects/{id}/documents")
    }

    pub(crate) async fn task_page(&self) -> String {
        let project = self.project(NUMBER).await;
        let id = self.work_orders(&project).await.remove(0).id;
        format!("/api/v4/integration/tasks/{id}/documents")
    }

    pub(crate) async fn upload(&self, path: &str, form: Form) -> UploadResponse {
        let answer = self.try_upload(path, form).await;
        assert_eq!(answer.status(), 201);
        answer.json().await.unwrap()
    }

    pub(crate) async fn try_upload(&self, path: &str, form: Form) -> Response {
        let request = self.call(Method::POST, path);
        form.onto(request).send().await.unwrap()
    }

    pub(crate) async fn list(&self, path: &str) -> Vec<SectionPage> {
        let answer = self.get(path).await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    /// All names on the pages of a path, in their order.
    pub(crate) async fn names(&self, path: &str) -> Vec<String> {
        let pages = self.list(path).await;
        let files = pages.into_iter().flat_map(|page| page.files);
        files.map(|file| file.name).collect()
    }
}

/// The simple error body's code, after a look at the status.
pub(crate) async fn refused(answer: Response, status: u16) -> String {
    assert_eq!(answer.status(), status);
    let body: Value = answer.json().await.unwrap();
    assert!(
        body["message"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );
    body["error"].as_str().unwrap().to_owned()
}
