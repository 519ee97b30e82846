//! The paths of the listener for operators.

use std::sync::Arc;

use ::metrics::{gauge, with_local_recorder};
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

use super::{CONNECTIONS, LARGE_ANSWERS, Metrics};
use crate::health::{self, Health};
use crate::large::LargeAnswers;
use crate::routes;

/// The form of the text, as Prometheus names it.
const TEXT_FORM: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The parts of a service that an operator looks at.
pub(crate) struct Operation {
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) large: Arc<LargeAnswers>,
    pub(crate) health: Arc<Health>,
}

/// Metrics, and the health that the service itself shows.
pub(crate) fn router(operation: Arc<Operation>) -> Router {
    let health = Arc::clone(&operation.health);
    let metrics = Router::new()
        .route("/metrics", get(page))
        .with_state(operation);
    routes::with_fallbacks(metrics.merge(health::router(health)))
}

async fn page(State(operation): State<Arc<Operation>>) -> impl IntoResponse {
    operation.look();
    let text = operation.metrics.render();
    ([(header::CONTENT_TYPE, TEXT_FORM)], text)
}

impl Operation {
    /// Notes what is not counted as it happens.
    fn look(&self) {
        with_local_recorder(&self.metrics.recorder, || {
            let large = |state, count| gauge!(LARGE_ANSWERS, "state" => state).set(count_of(count));
            large("sending", self.large.under_way());
            large("waiting", self.large.waiting());
            for site in &self.health.sites {
                let connections = site.store.connections();
                for (state, count) in [("in_use", connections.in_use), ("idle", connections.idle)] {
                    let environment = site.environment.as_str();
                    gauge!(CONNECTIONS, "environment" => environment, "state" => state)
                        .set(count_of(count));
                }
            }
        });
    }
}

fn count_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
