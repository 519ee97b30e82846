//! The binary: ready line, restarts, signals, kill -9, administration beside a server.

use std::path::Path;

use reqwest::Client;
use serde_json::{Value, json};

use crate::support::binary::{Binary, json, run};

pub(crate) async fn token(binary: &Binary, client: &Value) -> String {
    let url = format!(
        "{}/connect/token",
        binary.environment("test")["identityUrl"].as_str().unwrap()
    );
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", client["clientId"].as_str().unwrap()),
        ("client_secret", client["clientSecret"].as_str().unwrap()),
        ("scope", "serviceapiv3"),
    ];
    let answer = Client::new().post(url).form(&form).send().await.unwrap();
    let answer: Value = answer.json().await.unwrap();
    let token = answer["access_token"].as_str();
    token.unwrap_or_default().to_owned()
}

pub(crate) async fn page(binary: &Binary, token: &str) -> String {
    let base = binary.environment("test")["baseUrl"].as_str().unwrap();
    let url = format!("{base}/api/v4/integration/projects/by-project-number/P-2026-001");
    let project = Client::new().get(url).bearer_auth(token).send();
    let project = project.await.unwrap();
    let project: Value = project.json().await.unwrap();
    format!(
        "{base}/api/v4/integration/projects/{}/documents",
        project["id"].as_str().unwrap()
    )
}

fn data(folder: &tempfile::TempDir) -> &Path {
    folder.path()
}

#[test]
fn the_ready_line_has_every_address_and_client() {
    let service = Binary::serve(&["--seed", "demo"]);
    assert_eq!(service.ready["event"], "ready");
    for name in ["test", "production"] {
        let environment = service.environment(name);
        for (key, path) in [
            ("identityUrl", "identity"),
            ("baseUrl", "core"),
            ("reportingUrl", "reporting"),
            ("masstransportUrl", "masstransport"),
        ] {
            let url = environment[key].as_str().unwrap();
            assert!(url.starts_with("http://127.0.0.1:"), "{url}");
            assert!(url.ends_with(&format!("/{name}/{path}")), "{url}");
        }
        assert!(environment["companyId"].is_string() && environment["subsidiaryId"].is_string());
        let clients = &environment["clients"];
        assert_eq!(
            clients["admin"]["scopes"],
            json!(["serviceapiv3", "reportingapiv1", "masstransportapiv1"])
        );
        assert_eq!(clients["coreOnly"]["scopes"], json!(["serviceapiv3"]));
        for client in ["admin", "standard", "readOnly", "coreOnly", "otherCompany"] {
            assert!(clients[client]["clientSecret"].is_string(), "{client}");
        }
        assert!(clients["otherCompany"]["companyId"].is_string());
        assert!(clients["admin"].get("companyId").is_none());
    }
}

#[test]
fn without_a_seed_there_are_no_clients_in_the_ready_line() {
    let service = Binary::serve(&["--ephemeral"]);
    let test = service.environment("test").as_object().unwrap();
    assert_eq!(test.len(), 4, "addresses alone");
}

#[test]
fn a_signal_ends_it_with_0_and_the_port_is_free_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Binary::on(data(&folder), &["--seed", "demo"]);
    let url = service.environment("test")["baseUrl"]
        .as_str()
        .unwrap()
        .to_owned();
    let address = url
        .trim_start_matches("http://")
        .split('/')
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(service.signal("TERM"), Some(0));
    let mut again = Binary::on(data(&folder), &["--listen", &address]);
    assert_eq!(again.environment("test")["baseUrl"], url);
    assert_eq!(again.signal("INT"), Some(0));
}

#[test]
fn a_data_folder_is_served_once() {
    let folder = tempfile::tempdir().unwrap();
    let _service = Binary::on(data(&folder), &[]);
    let second = run(&["serve", "--data", data(&folder).to_str().unwrap()]);
    assert_eq!(second.status.code(), Some(1));
    assert!(
        String::from_utf8(second.stderr)
            .unwrap()
            .contains("another fieldservice")
    );
    assert!(second.stdout.is_empty());
}

#[test]
fn addresses_beyond_loopback_need_permission_and_never_get_control() {
    let refused = run(&["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!(refused.status.code(), Some(1));
    let control = run(&[
        "serve",
        "--listen",
        "0.0.0.0:0",
        "--allow-remote",
        "--control",
    ]);
    assert_eq!(control.status.code(), Some(1));
    assert_eq!(run(&["serve", "--seed", "moon"]).status.code(), Some(2));
}

#[tokio::test]
async fn administration_beside_the_server_is_in_force_and_speaks_json() {
    let folder = tempfile::tempdir().unwrap();
    let service = Binary::on(data(&folder), &["--seed", "demo"]);
    let place = ["--data", data(&folder).to_str().unwrap()];
    let at = |words: &[&str]| json(&[words, &place, &["--environment", "test"]].concat());
    let made = at(&["client", "create", "--name", "Kran", "--administrator"]);
    let id = made["clientId"].as_str().unwrap();
    let rotated = at(&["client", "rotate", "--client", id]);
    assert!(token(&service, &made).await.is_empty());
    assert!(!token(&service, &rotated).await.is_empty());
    let listed = at(&["client", "list"]);
    assert_eq!(listed.as_array().unwrap().len(), 6);
    assert!(listed[5].get("clientSecret").is_none());
    let alone = at(&["client", "list", "--client", id]);
    assert_eq!(alone.as_array().unwrap().len(), 1);
    assert_eq!(at(&["client", "delete", "--client", id])["deleted"], true);
    let audit = json(&[&["audit"], &place[..]].concat());
    let acts = audit
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["action"]);
    let expected = [
        "data.seeded",
        "client.created",
        "client.secretRotated",
        "client.deleted",
    ];
    assert!(
        acts.filter(|act| expected.contains(&act.as_str().unwrap()))
            .count()
            >= 4
    );
    let place = [&place[..], &["--environment", "test", "--client", "x"]].concat();
    let unknown = run(&[&["client", "rotate"], &place[..]].concat());
    assert_eq!(unknown.status.code(), Some(1));
    let complaint: Value = serde_json::from_slice(&unknown.stderr).unwrap();
    let words = complaint["error"]["message"].as_str().unwrap();
    assert!(words.contains("no client `x`"), "{words}");
}

#[cfg(not(feature = "cluster"))]
#[test]
fn a_build_without_object_stores_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let place = [
        "--data",
        data.to_str().unwrap(),
        "--objects",
        "s3://documents",
    ];
    let output = run(&[&["serve"], &place[..]].concat());
    assert_eq!(output.status.code(), Some(2));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(
        complaint.contains("built without object stores"),
        "{complaint}"
    );
    assert!(!data.exists(), "nothing is written");
}
