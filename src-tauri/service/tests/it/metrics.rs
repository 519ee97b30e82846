//! Metrics on the listener for operators.

use fielddesk_service::{ServeOptions, ServiceError, serve};
use reqwest::Method;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::support::binary::run;
use crate::support::raw;
use crate::support::{Form, TestService, demo};

/// A service with metrics, and the address of its listener for operators.
async fn counted() -> (TestService, String) {
    let test = TestService::with(ServeOptions {
        admin_listen: Some("127.0.0.1:0".parse().unwrap()),
        ..demo()
    })
    .await;
    let admin = test.service.ready.admin_url.clone().unwrap();
    (test, admin)
}

async fn metrics(test: &TestService, admin: &str) -> String {
    let answer = test.http.get(format!("{admin}/metrics")).send().await;
    let answer = answer.unwrap();
    assert_eq!(answer.status(), 200);
    let form = answer.headers()["content-type"].to_str().unwrap();
    assert_eq!(form, "text/plain; version=0.0.4; charset=utf-8");
    answer.text().await.unwrap()
}

/// The metrics once every request is over, the last one a moment after its answer was read.
async fn settled(test: &TestService, admin: &str) -> String {
    loop {
        let text = metrics(test, admin).await;
        if value(&text, "fieldservice_requests_in_flight", &[]) == Some(0.0) {
            return text;
        }
    }
}

/// The value of a series with these labels, whatever their order; none where it is not there.
fn value(text: &str, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
    let labels = labels
        .iter()
        .map(|(name, value)| format!("{name}=\"{value}\""));
    let labels: Vec<_> = labels.collect();
    let line = text.lines().find(|line| {
        let rest = line.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(['{', ' ']))
            && labels.iter().all(|label| line.contains(label.as_str()))
    })?;
    line.rsplit(' ').next()?.parse().ok()
}

const REQUESTS: &str = "fieldservice_requests_total";
const MACHINE: &str = "/core/api/v4/integration/machines/{id}";

#[tokio::test]
async fn requests_are_counted_by_environment_method_route_and_class_of_status() {
    let (test, admin) = counted().await;
    let session = test.admin_session().await;
    let machines = "/api/v4/integration/machines";
    for (method, path) in [
        (Method::GET, format!("{machines}/one")),
        (Method::GET, format!("{machines}/another")),
        (Method::DELETE, format!("{machines}/one")),
        (Method::GET, machines.to_owned()),
        (Method::GET, "/nowhere/at/all".to_owned()),
        (Method::from_bytes(b"BREW").unwrap(), machines.to_owned()),
    ] {
        let answer = session.call(method, &path).send().await.unwrap();
        answer.bytes().await.unwrap();
    }
    let page = session.page().await;
    session
        .upload(&page, Form::new().file("a", [7; 5_000]))
        .await;

    let text = settled(&test, &admin).await;
    let count = |method, route, status| {
        let labels = [
            ("environment", "test"),
            ("method", method),
            ("route", route),
            ("status", status),
        ];
        value(&text, REQUESTS, &labels)
    };
    assert_eq!(count("GET", MACHINE, "4xx"), Some(2.0), "{text}");
    assert_eq!(count("DELETE", MACHINE, "4xx"), Some(1.0), "{text}");
    let list = "/core/api/v4/integration/machines";
    assert_eq!(count("GET", list, "2xx"), Some(1.0), "{text}");
    let token = "/identity/connect/token";
    assert_eq!(count("POST", token, "2xx"), Some(1.0), "{text}");
    let environment = [("environment", "test")];
    let sent = value(&text, "fieldservice_request_bytes_total", &environment);
    assert!(sent.is_some_and(|bytes| bytes > 5_000.0), "{text}");
    let answered = value(&text, "fieldservice_response_bytes_total", &environment);
    assert!(answered.is_some_and(|bytes| bytes > 10_000.0), "{text}");
    let slowest = [("route", MACHINE), ("method", "GET"), ("le", "+Inf")];
    let timed = value(
        &text,
        "fieldservice_request_duration_seconds_bucket",
        &slowest,
    );
    assert_eq!(timed, Some(2.0), "{text}");

    for secret in [&session.token, "another", "nowhere", "BREW", "a?"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    for client in [&test.admin().client_id, &test.admin().client_secret] {
        assert!(!text.contains(client.as_str()), "{client} in {text}");
    }
}

#[tokio::test]
async fn what_is_under_way_is_shown_and_at_its_end_nothing_is() {
    let (test, admin) = counted().await;
    let session = test.admin_session().await;
    let page = session.page().await;
    let text = settled(&test, &admin).await;
    let at_rest = [
        ("fieldservice_requests_in_flight", &[][..], 0.0),
        ("fieldservice_uploads_in_flight", &[], 0.0),
        ("fieldservice_large_answers", &[("state", "sending")], 0.0),
        ("fieldservice_large_answers", &[("state", "waiting")], 0.0),
        (
            "fieldservice_database_connections",
            &[("environment", "production"), ("state", "in_use")],
            0.0,
        ),
        (
            "fieldservice_build_info",
            &[("version", env!("CARGO_PKG_VERSION"))],
            1.0,
        ),
    ];
    for (name, labels, expected) in at_rest {
        assert_eq!(value(&text, name, labels), Some(expected), "{name} {text}");
    }
    let started = value(&text, "process_start_time_seconds", &[]).unwrap();
    assert!(started > 1.7e9, "{started}");

    let addr = test.service.addr;
    let form = Form::new().file("a", [7; 5_000]).bytes();
    let line = format!("POST /test/core{page}");
    let kind = ("Content-Type", &*Form::content_type());
    let whole = raw::request(addr, &line, &session.token, &[kind], &form);
    let mut upload = TcpStream::connect(addr).await.unwrap();
    upload.write_all(&whole[..whole.len() / 2]).await.unwrap();
    let mut text = metrics(&test, &admin).await;
    while value(&text, "fieldservice_uploads_in_flight", &[]) != Some(1.0) {
        text = metrics(&test, &admin).await;
    }
    let requests = value(&text, "fieldservice_requests_in_flight", &[]);
    assert_eq!(requests, Some(1.0), "{text}");
    drop(upload);
    let text = settled(&test, &admin).await;
    let uploads = value(&text, "fieldservice_uploads_in_flight", &[]);
    assert_eq!(uploads, Some(0.0), "{text}");
}

#[tokio::test]
async fn the_metrics_of_two_services_in_a_process_do_not_mix() {
    let ((one, first), (two, second)) = tokio::join!(counted(), counted());
    let session = one.admin_session().await;
    for _ in 0..3 {
        session.get("/api/v4/integration/projects").await;
    }
    let route = [("route", "/core/api/v4/integration/projects")];
    let text = settled(&one, &first).await;
    assert_eq!(value(&text, REQUESTS, &route), Some(3.0), "{text}");
    let text = metrics(&two, &second).await;
    assert_eq!(value(&text, REQUESTS, &route), None, "{text}");
    let plain = TestService::start().await;
    assert!(plain.service.ready.admin_url.is_none());
    let answer = plain.http.get(plain.url("/metrics")).send().await.unwrap();
    assert_eq!(answer.status(), 404, "only the other listener has them");
}

#[tokio::test]
async fn the_listener_for_operators_shows_health_and_nothing_else() {
    let (test, admin) = counted().await;
    for (path, host, status) in [
        ("/healthz", None, 200),
        ("/test/core/api/v4/integration/projects", None, 404),
        ("/_control/requests", None, 404),
        ("/metrics", Some("evil.example"), 403),
    ] {
        let mut request = test.http.get(format!("{admin}{path}"));
        if let Some(host) = host {
            request = request.header("host", host);
        }
        assert_eq!(request.send().await.unwrap().status(), status, "{path}");
    }
    let answer = test.http.post(format!("{admin}/metrics")).send().await;
    assert_eq!(answer.unwrap().status(), 405);
    test.stop().await;
    let gone = reqwest::Client::builder().no_proxy().build().unwrap();
    assert!(gone.get(format!("{admin}/metrics")).send().await.is_err());
}

#[tokio::test]
async fn metrics_beyond_loopback_are_refused_in_one_sentence_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let place = data.to_str().unwrap();
    let refused = run(&["serve", "--data", place, "--admin-listen", "0.0.0.0:0"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("--admin-listen is refused on 0.0.0.0:0"),
        "{said}"
    );
    assert!(refused.stdout.is_empty() && !data.exists());
    let options = ServeOptions {
        admin_listen: Some("[::]:0".parse().unwrap()),
        ..ServeOptions::default()
    };
    let error = serve(options).await.map(|_| ()).unwrap_err();
    assert!(matches!(error, ServiceError::RemoteAdmin(_)));
}
