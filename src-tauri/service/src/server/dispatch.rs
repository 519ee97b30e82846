//! Steps before and after the handler of every request: Host check, control surface, faults,
//! counting, panics.

use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use axum::response::IntoResponse as _;
use futures::FutureExt as _;
use hyper::body::Incoming;
use tower::ServiceExt as _;

use super::body::{Answer, Upload};
use crate::Timeouts;
use crate::control::{self, Control, Fault};
use crate::error::ApiError;
use crate::exchange::Exchange;
use crate::large::Place;
use crate::metrics::Metrics;

/// Headers of one request together; hyper's own limit is higher and answers without a body.
const HEADER_LIMIT_BYTES: usize = 64 * 1024;

/// The end of a request on its connection.
pub(super) enum Outcome {
    /// Sends a response.
    Respond(Response<Answer>),
    /// Resets the connection.
    Reset,
}

/// Takes every request of every connection.
pub(super) struct Dispatcher {
    router: Router,
    control: Option<Arc<Control>>,
    control_router: Option<Router>,
    /// The only Hosts that are served on loopback; elsewhere any is.
    hosts: Option<Vec<String>>,
    timeouts: Timeouts,
    metrics: Option<Arc<Metrics>>,
}

impl Dispatcher {
    pub(super) fn new(
        router: Router,
        control: Option<Arc<Control>>,
        addr: SocketAddr,
        public_host: Option<String>,
        timeouts: Timeouts,
        metrics: Option<Arc<Metrics>>,
    ) -> Self {
        Self {
            router,
            control_router: control.clone().map(control::router),
            control,
            hosts: addr.ip().is_loopback().then(|| {
                std::iter::once(addr.to_string())
                    .chain(public_host)
                    .collect()
            }),
            timeouts,
            metrics,
        }
    }

    pub(super) async fn handle(&self, request: Request<Incoming>) -> Outcome {
        let under_way = self.metrics.as_ref().map(|metrics| metrics.request());
        let mut outcome = self.handle_counted(request).await;
        if let (Outcome::Respond(response), Some(under_way)) = (&mut outcome, under_way) {
            response.body_mut().counts_until_its_end(under_way);
        }
        outcome
    }

    async fn handle_counted(&self, request: Request<Incoming>) -> Outcome {
        let exchange = Arc::new(Exchange::new(&request, self.metrics.clone()));
        let is_control = control::is_control_path(request.uri().path());
        if let Some(control) = self.control.as_ref().filter(|_| !is_control) {
            control.requests.add(Arc::clone(&exchange));
        }
        let (mut parts, body) = request.into_parts();
        let waits_for_leave = parts.headers.contains_key(header::EXPECT);
        let body = Upload::new(body, Arc::clone(&exchange), self.timeouts, waits_for_leave);
        parts.extensions.insert(Arc::clone(&exchange));
        let request = Request::from_parts(parts, Body::new(body));

        if header_bytes(&request) > HEADER_LIMIT_BYTES {
            let refusal = ApiError::new(
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
                "HeadersTooLarge",
                "The headers of the request are larger than this service takes.",
            );
            return respond(refusal.into_response(), exchange, None);
        }
        if !self.host_is_ours(&request) {
            let refusal = ApiError::forbidden(
                "ForeignHost",
                "The Host header does not name the address that is served.",
            );
            return respond(refusal.into_response(), exchange, None);
        }
        if is_control {
            return self.handle_control(request, exchange).await;
        }
        let fault = self
            .control
            .as_ref()
            .and_then(|control| control.faults.take(request.method(), request.uri().path()));
        self.handle_with(fault, request, exchange).await
    }

    async fn handle_with(
        &self,
        fault: Option<Fault>,
        request: Request<Body>,
        exchange: Arc<Exchange>,
    ) -> Outcome {
        match fault {
            None => respond(self.route(request).await, exchange, None),
            Some(Fault::Answer(answer)) => respond(answer.to_response(), exchange, None),
            Some(Fault::Delay(delay)) => {
                tokio::time::sleep(delay).await;
                respond(self.route(request).await, exchange, None)
            }
            Some(Fault::ResetBeforeBody) => {
                // Read it all first: the client is to lose the answer, not the sending.
                if let Err(error) = drain(request.into_body()).await {
                    tracing::debug!(%error, "request body broke off");
                }
                exchange.log();
                Outcome::Reset
            }
            Some(Fault::ResetAfterCommit) => {
                drop(self.route(request).await);
                exchange.log();
                Outcome::Reset
            }
            Some(Fault::AnswerAfterCommit(answer)) => {
                drop(self.route(request).await);
                respond(answer.to_response(), exchange, None)
            }
            Some(Fault::Truncate(bytes)) => {
                respond(self.route(request).await, exchange, Some(bytes))
            }
        }
    }

    async fn handle_control(&self, request: Request<Body>, exchange: Arc<Exchange>) -> Outcome {
        let response = match &self.control_router {
            None => self.route(request).await,
            Some(_) if request.headers().contains_key(header::ORIGIN) => {
                ApiError::forbidden("ForeignOrigin", "The control surface is not for web pages.")
                    .into_response()
            }
            Some(router) => run(router, request).await,
        };
        respond(response, exchange, None)
    }

    async fn route(&self, request: Request<Body>) -> Response<Body> {
        run(&self.router, request).await
    }

    fn host_is_ours<B>(&self, request: &Request<B>) -> bool {
        let Some(ours) = &self.hosts else {
            return true;
        };
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let first = hosts.next().and_then(|host| host.to_str().ok());
        // A target in absolute form names the host too.
        let target = request.uri().authority().map(Authority::as_str);
        first.is_some_and(|first| ours.iter().any(|host| host == first))
            && hosts.next().is_none()
            && target.is_none_or(|target| Some(target) == first)
    }
}

fn header_bytes<B>(request: &Request<B>) -> usize {
    let headers = request.headers().iter();
    headers
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum()
}

/// Runs a router; a panic in a handler is a logged 500 and ends nothing else.
async fn run(router: &Router, request: Request<Body>) -> Response<Body> {
    let handled = AssertUnwindSafe(router.clone().oneshot(request)).catch_unwind();
    match handled.await {
        Ok(Ok(response)) => response,
        Ok(Err(never)) => match never {},
        Err(panic) => {
            let text = panic
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_default();
            ApiError::internal(format!("a handler panicked: {text}")).into_response()
        }
    }
}

async fn drain(body: Body) -> Result<(), axum::Error> {
    use futures::TryStreamExt as _;
    body.into_data_stream()
        .try_for_each(|_| futures::future::ok(()))
        .await
}

fn respond(response: Response<Body>, exchange: Arc<Exchange>, cut_after: Option<u64>) -> Outcome {
    let (mut parts, body) = response.into_parts();
    exchange.set_status(parts.status.as_u16());
    if let Ok(id) = HeaderValue::from_str(&exchange.id) {
        parts.headers.insert("x-request-id", id);
    }
    if parts.status == StatusCode::REQUEST_TIMEOUT {
        parts
            .headers
            .insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let place = parts.extensions.remove::<Place>();
    let body = Answer::new(body, exchange, cut_after, place);
    Outcome::Respond(Response::from_parts(parts, body))
}
