//! Health for balancers: whether requests should be sent here.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::clock;
use crate::environment::EnvironmentContext;

/// Time that a part has to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// Difference of the clocks of a node and its database beyond which its times would be wrong.
const CLOCK_LIMIT: Duration = Duration::from_secs(2);

/// The state that `/readyz` tells.
pub(crate) struct Health {
    pub(crate) sites: Vec<Arc<EnvironmentContext>>,
    /// Cancelled once the service was asked to stop.
    pub(crate) draining: CancellationToken,
}

/// `/healthz`, which answers while the process lives, and `/readyz`, which is 503 with the reasons
/// while requests had better go to another node.
pub(crate) fn router(health: Arc<Health>) -> Router {
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .with_state(health)
}

async fn alive() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

async fn ready(State(health): State<Arc<Health>>) -> (StatusCode, Json<Value>) {
    let reasons = health.reasons().await;
    if reasons.is_empty() {
        (StatusCode::OK, Json(json!({ "status": "ready" })))
    } else {
        let body = json!({ "status": "notReady", "reasons": reasons });
        (StatusCode::SERVICE_UNAVAILABLE, Json(body))
    }
}

impl Health {
    /// The reasons that keep this node from taking requests.
    async fn reasons(&self) -> Vec<String> {
        if self.draining.is_cancelled() {
            return vec!["the service is stopping".to_owned()];
        }
        let checks = self.sites.iter().map(|site| reason(site));
        let found = futures::future::join_all(checks).await;
        found.into_iter().flatten().collect()
    }
}

async fn reason(site: &EnvironmentContext) -> Option<String> {
    let environment = site.environment;
    let before = clock::now();
    match timeout(PATIENCE, site.store.time()).await {
        Ok(Ok(time)) => match clock_is_off(before, time, clock::now()) {
            Some(off) => Some(format!(
                "{environment}: the clock is {off} off the database's"
            )),
            None if site.files.answers().await => None,
            None => Some(format!("{environment}: the object store does not answer")),
        },
        Ok(Err(error)) => {
            tracing::warn!(%error, %environment, "not ready");
            Some(format!("{environment}: the database is not available"))
        }
        Err(_) => Some(format!("{environment}: the database does not answer")),
    }
}

/// Returns how far a time of the database is from the time in which it was asked, where that is too
/// far.
fn clock_is_off(
    before: DateTime<Utc>,
    time: DateTime<Utc>,
    after: DateTime<Utc>,
) -> Option<String> {
    let off = (before - time).max(time - after);
    let off = off.to_std().ok().filter(|off| *off > CLOCK_LIMIT)?;
    Some(format!("{} s", off.as_secs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_off_beyond_two_seconds_and_the_time_of_asking() {
        let at = |ms: i64| DateTime::from_timestamp_millis(1_800_000_000_000 + ms).unwrap();
        for (time, off) in [
            (0, None),
            (1_500, None),
            (-2_000, None),
            (-2_001, Some("2 s")),
            (3_000, None),
            (3_001, Some("2 s")),
            (601_000, Some("600 s")),
            (-600_000, Some("600 s")),
        ] {
            let found = clock_is_off(at(0), at(time), at(1_000));
            assert_eq!(found.as_deref(), off, "{time}");
        }
    }
}
