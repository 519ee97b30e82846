//! The reporting host over HTTP: trips, locations and mass types.

mod changes;
mod lookups;
mod pages;
mod reach;
mod refusals;
mod windows;

use fielddesk_service::ReadyClient;
use reqwest::Response;
use serde_json::Value;

use crate::support::TestService;

const TRIPS: &str = "/v1/flow-trip-registrations";
const LOCATIONS: &str = "/v1/flow-locations";
const MASS_TYPES: &str = "/v1/flow-mass-types";

/// Parameters of a call.
type Query<'q> = &'q [(&'q str, &'q str)];

/// Calls of the reporting host with a token.
struct Reports {
    test: TestService,
    base: String,
    token: String,
}

impl Reports {
    /// Starts a service and returns the administrator's reports.
    async fn start() -> Self {
        Self::of_admin(&TestService::start().await).await
    }

    async fn of_admin(test: &TestService) -> Self {
        Self::of(test, test.admin()).await
    }

    /// A client of the test environment.
    async fn of(test: &TestService, client: &ReadyClient) -> Self {
        let token = test.token(test.test(), client, "reportingapiv1").await;
        Self {
            test: test.clone(),
            base: test.test().reporting_url.clone(),
            token,
        }
    }

    async fn ask(&self, path: &str, query: Query<'_>) -> Response {
        let url = format!("{}{path}", self.base);
        let request = self.test.http.get(url).bearer_auth(&self.token);
        request.query(query).send().await.unwrap()
    }

    async fn page(&self, path: &str, query: Query<'_>) -> Value {
        let answer = self.ask(path, query).await;
        assert_eq!(answer.status(), 200, "{query:?}");
        answer.json().await.unwrap()
    }

    /// Every page until the token is empty; no page may be larger than the limit.
    async fn pages(&self, path: &str, query: Query<'_>, limit: usize) -> Vec<Value> {
        let limit_text = limit.to_string();
        let mut token = String::new();
        let mut pages = Vec::new();
        loop {
            let mut query = query.to_vec();
            query.push(("ChunkLimit", &limit_text));
            if !token.is_empty() {
                query.push(("ContinuationToken", &token));
            }
            let page = self.page(path, &query).await;
            let data = page["data"].as_array().unwrap();
            assert!(data.len() <= limit, "{} records", data.len());
            assert_eq!(page["recordCount"], data.len());
            let deleted = data.iter().filter(|record| record["isDeleted"] == true);
            assert_eq!(page["deletedRecordCount"], deleted.count());
            let next = page["continuationToken"].as_str().unwrap().to_owned();
            pages.push(page);
            if next.is_empty() {
                return pages;
            }
            assert_ne!(next, token, "the stream goes on");
            token = next;
        }
    }

    async fn walk(&self, path: &str, query: Query<'_>, limit: usize) -> Vec<Value> {
        let pages = self.pages(path, query, limit).await;
        let data = pages.into_iter().map(|mut page| page["data"].take());
        data.flat_map(|data| match data {
            Value::Array(records) => records,
            other => panic!("data is an array, not {other}"),
        })
        .collect()
    }
}

/// A text field.
fn text<'v>(record: &'v Value, field: &str) -> &'v str {
    record[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field} of {record}"))
}

fn ids(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| text(record, "id")).collect()
}

/// An instant field in milliseconds.
fn at(record: &Value, field: &str) -> i64 {
    let at: fielddesk_model::Instant = text(record, field).parse().unwrap();
    at.millis()
}

fn written(ms: i64) -> String {
    fielddesk_model::Instant::from_millis(ms)
        .unwrap()
        .to_string()
}
