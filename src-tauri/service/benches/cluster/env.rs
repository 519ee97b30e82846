//! The cluster as a writer sees it, and the kinds of writes.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;

use crate::place::Place;

#[path = "../../tests/it/durability/documents.rs"]
mod documents;
#[path = "../../tests/it/durability/kind.rs"]
mod kind;
#[path = "../../tests/it/durability/records.rs"]
mod records;

pub(crate) use kind::Kind;

/// All kinds of writes; those of documents need an object store.
pub(crate) fn kinds() -> Vec<Arc<dyn Kind>> {
    let mut kinds = records::kinds();
    if with_objects() {
        kinds.extend(documents::kinds());
    }
    kinds
}

/// True where the nodes share an object store.
pub(crate) fn with_objects() -> bool {
    std::env::var_os("FIELDSERVICE_TEST_OBJECTS").is_some()
}

/// A request and its end.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    pub(crate) begun: Instant,
    pub(crate) ended: Instant,
    /// `None` where the connection broke.
    pub(crate) status: Option<u16>,
}

impl Sample {
    pub(crate) fn failed(&self) -> bool {
        self.status.is_none_or(|status| status >= 500)
    }
}

/// A cluster behind its balancer as a writer sees it.
#[derive(Clone)]
pub(crate) struct TestEnv {
    http: Client,
    pub(crate) base: String,
    pub(crate) token: String,
    pub(crate) company: String,
    pub(crate) project: String,
    pub(crate) samples: Arc<Mutex<Vec<Sample>>>,
}

impl TestEnv {
    pub(crate) fn of(place: &Place, token: &str, project: &str) -> Self {
        Self {
            http: place.http.clone(),
            base: place.public.clone(),
            token: token.to_owned(),
            company: place.company.clone(),
            project: project.to_owned(),
            samples: Arc::default(),
        }
    }

    /// The same, asking one node past the balancer, counting nothing here.
    pub(crate) fn at(&self, node: &str) -> Self {
        Self {
            base: node.to_owned(),
            samples: Arc::default(),
            ..self.clone()
        }
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}/test/core/api/v4/integration{path}", self.base);
        self.http.request(method, url).bearer_auth(&self.token)
    }

    pub(crate) fn at_url(&self, method: Method, url: url::Url) -> RequestBuilder {
        self.http.request(method, url).bearer_auth(&self.token)
    }

    /// Status and body; `None` when the connection broke or the service could not.
    pub(crate) async fn ask(&self, request: RequestBuilder) -> Option<(u16, Value)> {
        let begun = Instant::now();
        let answer = self.answer(request).await;
        let sample = Sample {
            begun,
            ended: Instant::now(),
            status: answer.as_ref().map(|(status, _)| *status),
        };
        self.samples.lock().unwrap().push(sample);
        let (status, text) = answer.filter(|(status, _)| *status < 500)?;
        Some((status, serde_json::from_str(&text).unwrap_or_default()))
    }

    async fn answer(&self, request: RequestBuilder) -> Option<(u16, String)> {
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        let text = answer.text().await.ok()?;
        if status == 500 {
            eprintln!("an answer of 500: {text}");
        }
        Some((status, text))
    }

    /// A write, `None` where it was not acknowledged. A refusal is a mistake of the test.
    pub(crate) async fn write(&self, request: RequestBuilder) -> Option<Value> {
        let (status, body) = self.ask(request).await?;
        assert!(
            (200..300).contains(&status),
            "refused with {status}: {body}"
        );
        Some(body)
    }

    /// A read while nothing is broken.
    pub(crate) async fn read(&self, path: &str) -> (u16, Value) {
        let answer = self.ask(self.call(Method::GET, path)).await;
        answer.unwrap_or_else(|| panic!("{path} is not answered"))
    }
}
