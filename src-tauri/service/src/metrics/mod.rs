//! Figures of what the service does, in the text form of Prometheus.
//!
//! Each service has a recorder for itself, so that several in a process do not mix. Labels are
//! names that this program knows beforehand: never an id, a path or a client.

mod page;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ::metrics::{
    Gauge, SharedString, counter, describe_counter, describe_gauge, describe_histogram, gauge,
    histogram, with_local_recorder,
};
use fielddesk_model::Environment;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusRecorder};

use crate::ServiceError;

pub(crate) use page::{Operation, router};

/// Bounds of the histogram of durations, in seconds.
const DURATIONS: [f64; 12] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0,
];
/// The methods that have a name in labels.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/// The label of what has no name here.
const NONE: &str = "none";

const REQUESTS: &str = "fieldservice_requests_total";
const DURATION: &str = "fieldservice_request_duration_seconds";
const REQUEST_BYTES: &str = "fieldservice_request_bytes_total";
const RESPONSE_BYTES: &str = "fieldservice_response_bytes_total";
const REQUESTS_UNDER_WAY: &str = "fieldservice_requests_in_flight";
const UPLOADS_UNDER_WAY: &str = "fieldservice_uploads_in_flight";
const LARGE_ANSWERS: &str = "fieldservice_large_answers";
const CONNECTIONS: &str = "fieldservice_database_connections";
const BUILD: &str = "fieldservice_build_info";
const STARTED: &str = "process_start_time_seconds";

/// The figures of a service.
pub(crate) struct Metrics {
    recorder: PrometheusRecorder,
    requests: Gauge,
    uploads: Gauge,
}

/// A request that is over.
pub(crate) struct Finished<'a> {
    pub(crate) method: &'a str,
    /// The template of the route; none where no route was found.
    pub(crate) route: Option<&'a str>,
    /// 0 where no answer went out.
    pub(crate) status: u16,
    pub(crate) duration: Duration,
    pub(crate) request_bytes: u64,
    pub(crate) response_bytes: u64,
}

/// Something under way; counted until it is dropped.
pub(crate) struct UnderWay(Gauge);

impl UnderWay {
    fn new(gauge: &Gauge) -> Self {
        gauge.increment(1);
        Self(gauge.clone())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

impl Metrics {
    pub(crate) fn new() -> Result<Self, ServiceError> {
        let recorder = PrometheusBuilder::new()
            .set_buckets(&DURATIONS)
            .map_err(|error| ServiceError::Invalid(format!("cannot count requests: {error}")))?
            .build_recorder();
        let (requests, uploads) = with_local_recorder(&recorder, || {
            describe();
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            gauge!(STARTED).set(since.unwrap_or_default());
            gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1);
            (gauge!(REQUESTS_UNDER_WAY), gauge!(UPLOADS_UNDER_WAY))
        });
        Ok(Self {
            recorder,
            requests,
            uploads,
        })
    }

    /// Counts a request as under way.
    pub(crate) fn request(&self) -> UnderWay {
        UnderWay::new(&self.requests)
    }

    /// Counts an upload as under way.
    pub(crate) fn upload(&self) -> UnderWay {
        UnderWay::new(&self.uploads)
    }

    /// Counts a request that is over.
    pub(crate) fn note(&self, finished: &Finished<'_>) {
        let (environment, route) = place_of(finished.route);
        let method = METHODS.iter().find(|method| **method == finished.method);
        let method = *method.unwrap_or(&NONE);
        let status = match finished.status / 100 {
            1 => "1xx",
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            5 => "5xx",
            _ => NONE,
        };
        with_local_recorder(&self.recorder, || {
            let labels = [
                ("environment", SharedString::from(environment)),
                ("method", SharedString::from(method)),
                ("route", route),
            ];
            histogram!(DURATION, &labels).record(finished.duration);
            let [environment, method, route] = labels;
            counter!(
                REQUESTS,
                &[
                    environment.clone(),
                    method,
                    route,
                    ("status", status.into())
                ]
            )
            .increment(1);
            let environment = [environment];
            counter!(REQUEST_BYTES, &environment).increment(finished.request_bytes);
            counter!(RESPONSE_BYTES, &environment).increment(finished.response_bytes);
        });
    }

    /// Sums up the durations noted since the last time; until then each is kept.
    pub(crate) fn sum_up(&self) {
        self.recorder.handle().run_upkeep();
    }

    fn render(&self) -> String {
        self.recorder.handle().render()
    }
}

/// Environment and template of a route.
fn place_of(route: Option<&str>) -> (&'static str, SharedString) {
    let Some(route) = route else {
        return (NONE, NONE.into());
    };
    let within = |environment: Environment| {
        let rest = route.strip_prefix('/')?;
        let rest = rest.strip_prefix(environment.as_str())?;
        let rest = rest.starts_with('/').then_some(rest)?;
        Some((environment.as_str(), SharedString::from(rest.to_owned())))
    };
    let place = Environment::ALL.into_iter().find_map(within);
    place.unwrap_or_else(|| (NONE, route.to_owned().into()))
}

fn describe() {
    describe_counter!(REQUESTS, "Requests that are over");
    describe_histogram!(DURATION, "Time from a request to the end of its answer");
    describe_counter!(REQUEST_BYTES, "Bytes of request bodies");
    describe_counter!(RESPONSE_BYTES, "Bytes of response bodies");
    describe_gauge!(REQUESTS_UNDER_WAY, "Requests under way");
    describe_gauge!(UPLOADS_UNDER_WAY, "Uploads under way");
    describe_gauge!(LARGE_ANSWERS, "Large answers that are sent or wait");
    describe_gauge!(CONNECTIONS, "Connections to the database");
    describe_gauge!(BUILD, "The version, as a label");
    describe_gauge!(STARTED, "Start of the service, in seconds since 1970");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_has_its_environment_apart() {
        for (route, environment, template) in [
            (Some("/test/core/x/{id}"), "test", "/core/x/{id}"),
            (Some("/production/identity/y"), "production", "/identity/y"),
            (Some("/testing/x"), "none", "/testing/x"),
            (Some("/healthz"), "none", "/healthz"),
            (None, "none", "none"),
        ] {
            assert_eq!(place_of(route), (environment, template.into()));
        }
    }
}
