//! Behind a balancer: readiness, the end of a node, the public address.

use std::time::Duration;

use fielddesk_service::{ServeOptions, Timeouts, serve};
use fielddesk_testing::on_engine;
use serde_json::Value;

use crate::support::binary::{Binary, run};

fn http() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

#[tokio::test]
async fn a_node_that_drains_is_not_ready_and_serves_until_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let node = serve(on_engine(ServeOptions {
        data: Some(folder.path().to_owned()),
        timeouts: Timeouts {
            drain: Duration::from_secs(1),
            ..Timeouts::default()
        },
        ..ServeOptions::default()
    }));
    let node = node.await.unwrap();
    let (http, origin) = (http(), format!("http://{}", node.addr));
    let ready = async || http.get(format!("{origin}/readyz")).send().await.unwrap();
    let answer = ready().await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.json::<Value>().await.unwrap()["status"], "ready");
    let stopping = tokio::spawn(node.stop());
    tokio::task::yield_now().await;
    let answer = ready().await;
    assert_eq!(answer.status(), 503);
    let body: Value = answer.json().await.unwrap();
    assert_eq!(body["reasons"][0], "the service is stopping");
    let alive = http.get(format!("{origin}/healthz")).send().await.unwrap();
    assert_eq!(alive.status(), 200, "requests are still served");
    stopping.await.unwrap();
    assert!(http.get(format!("{origin}/healthz")).send().await.is_err());
}

#[tokio::test]
async fn a_public_address_is_shown_and_its_host_is_served_beside_the_own_one() {
    let folder = tempfile::tempdir().unwrap();
    let public = ["--public-url", "https://fieldservice.example.com"];
    let service = Binary::on(folder.path(), &public);
    let shown = service.environment("test")["baseUrl"].as_str().unwrap();
    assert_eq!(shown, "https://fieldservice.example.com/test/core");
    // The log is not read for the address: a second start on a port that is known.
    drop(service);
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let own = port.local_addr().unwrap().to_string();
    drop(port);
    let _service = Binary::on(folder.path(), &[&public[..], &["--listen", &own]].concat());
    for (host, expected) in [
        (own.as_str(), 200),
        ("fieldservice.example.com", 200),
        ("evil.example.com", 403),
    ] {
        let request = http().get(format!("http://{own}/healthz"));
        let answer = request.header("host", host).send().await.unwrap();
        assert_eq!(answer.status(), expected, "{host}");
    }
}

#[test]
fn a_public_address_that_is_none_is_refused() {
    for wrong in [
        "example.com",
        "ftp://h",
        "https://h/path",
        "https://u:p@h",
        "https://h?x",
    ] {
        let output = run(&["serve", "--ephemeral", "--public-url", wrong]);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{wrong}"
        );
    }
    let control = [
        "serve",
        "--ephemeral",
        "--control",
        "--public-url",
        "https://h",
    ];
    assert_eq!(run(&control).status.code(), Some(2));
}

#[test]
fn a_place_that_is_missing_is_named() {
    let keys = tempfile::tempdir().unwrap();
    let keys = keys.path().to_str().unwrap();
    for (arguments, expected) in [
        (
            vec!["--database", "postgres://u@127.0.0.1:1/d"],
            "127.0.0.1:1 cannot be used",
        ),
        (vec!["--database", "nonsense"], "no URL such as postgres://"),
        (
            vec!["--database", "nonsense", "--signing-keys", keys],
            "no URL such as",
        ),
    ] {
        let output = run(&[&["serve"], &arguments[..]].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let expected = if cfg!(feature = "cluster") {
            expected
        } else {
            "without PostgreSQL"
        };
        assert!(said.contains(expected), "{said}");
    }
}
