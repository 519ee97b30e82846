//! A request and its answer, as the log and the control surface see them.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::http::Request;
use serde_json::{Value, json};

use crate::clock;
use crate::metrics::{Finished, Metrics, UnderWay};

/// Counted while it happens; handlers add the client and the route.
pub(crate) struct Exchange {
    pub(crate) id: String,
    method: String,
    path: String,
    query: String,
    at_ms: i64,
    started: Instant,
    status: AtomicU16,
    request_bytes: AtomicU64,
    response_bytes: AtomicU64,
    client_id: OnceLock<String>,
    route: OnceLock<String>,
    metrics: Option<Arc<Metrics>>,
}

impl Exchange {
    pub(crate) fn new<B>(request: &Request<B>, metrics: Option<Arc<Metrics>>) -> Self {
        Self {
            id: hex::encode(rand::random::<[u8; 8]>()),
            method: request.method().to_string(),
            path: request.uri().path().to_owned(),
            query: request.uri().query().unwrap_or_default().to_owned(),
            at_ms: clock::now().timestamp_millis(),
            started: Instant::now(),
            status: AtomicU16::new(0),
            request_bytes: AtomicU64::new(0),
            response_bytes: AtomicU64::new(0),
            client_id: OnceLock::new(),
            route: OnceLock::new(),
            metrics,
        }
    }

    /// Notes the client that the token names; the first one stays.
    pub(crate) fn set_client(&self, id: &str) {
        self.client_id.get_or_init(|| id.to_owned());
    }

    /// Notes the route, which stands in the log instead of the path with its names.
    pub(crate) fn set_route(&self, route: &str) {
        self.route.get_or_init(|| route.to_owned());
    }

    pub(crate) fn add_request_bytes(&self, count: usize) {
        self.request_bytes
            .fetch_add(count as u64, Ordering::Relaxed);
    }

    pub(crate) fn add_response_bytes(&self, count: usize) {
        self.response_bytes
            .fetch_add(count as u64, Ordering::Relaxed);
    }

    pub(crate) fn set_status(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    /// Counts an upload as under way, where anything is counted.
    pub(crate) fn begin_upload(&self) -> Option<UnderWay> {
        self.metrics.as_ref().map(|metrics| metrics.upload())
    }

    /// Notes the end of the request in the metrics, and in a line of the log: never names, bodies,
    /// queries or secrets.
    pub(crate) fn log(&self) {
        let duration = self.started.elapsed();
        if let Some(metrics) = &self.metrics {
            metrics.note(&Finished {
                method: &self.method,
                route: self.route.get().map(String::as_str),
                status: self.status.load(Ordering::Relaxed),
                duration,
                request_bytes: self.request_bytes.load(Ordering::Relaxed),
                response_bytes: self.response_bytes.load(Ordering::Relaxed),
            });
        }
        tracing::info!(
            request.id = %self.id,
            request.method = %self.method,
            request.route = self.route.get().map_or("-", String::as_str),
            client.id = self.client_id.get().map_or("-", String::as_str),
            response.status = self.status.load(Ordering::Relaxed),
            duration_ms = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX),
            "request"
        );
    }

    /// As the control surface shows it.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "method": self.method,
            "path": self.path,
            "query": self.query,
            "status": self.status.load(Ordering::Relaxed),
            "atMs": self.at_ms,
            "requestBytes": self.request_bytes.load(Ordering::Relaxed),
            "responseBytes": self.response_bytes.load(Ordering::Relaxed),
            "clientId": self.client_id.get(),
        })
    }
}
