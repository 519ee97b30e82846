//! Bodies made to break things, on every operation that takes one.

use std::path::Path;

use reqwest::Response;
use serde_json::{Value, json};

use crate::support::operations::{Ids, Operation, document, operations, resolved};
use crate::support::snapshot::{Snapshot, Watch};
use crate::support::{Session, TestService, demo};

const JSON: &str = "application/json";

/// Content types and bodies that nothing takes.
fn malformed() -> Vec<(&'static str, Vec<u8>)> {
    let deep = |open: &str, count: usize| open.repeat(count).into_bytes();
    let mut bodies: Vec<(&str, Vec<u8>)> = [
        "",
        " ",
        "{",
        "}",
        "nul",
        "null",
        "true",
        "17",
        "\"text\"",
        "{\"a\":}",
        "{\"a\" 1}",
        "{'a': 1}",
        "{\"a\":1,}",
        "[1,]",
        "{} {}",
        "{}\0",
        "[[]]",
        "[1]",
        "[null]",
        "{\"a\":01}",
        "{\"a\":\"\u{1}\"}",
        "NaN",
        "<a/>",
        "a=b",
    ]
    .map(|text| (JSON, text.as_bytes().to_vec()))
    .to_vec();
    bodies.push((JSON, deep("[", 100_000)));
    bodies.push((JSON, deep("{\"a\":", 100_000)));
    bodies.push((JSON, [deep("[", 100_000), deep("]", 100_000)].concat()));
    bodies.push((JSON, b"{\"name\":\"\xff\xfe\"}".to_vec()));
    bodies.push((JSON, b"\xef\xbb\xbf\xff".to_vec()));
    bodies.push((JSON, vec![0; 1000]));
    bodies.push((JSON, vec![b' '; 5_000_000]));
    bodies.push((JSON, format!("\"{}\"", "x".repeat(5_000_000)).into_bytes()));
    for kind in [
        "text/plain",
        "text/html",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"",
        "application/octet-stream",
        "x",
    ] {
        bodies.push((kind, b"{}".to_vec()));
    }
    bodies
}

async fn served(folder: &Path) -> TestService {
    TestService::with(fielddesk_service::ServeOptions {
        data: Some(folder.to_owned()),
        ..demo()
    })
    .await
}

async fn send(
    session: &Session,
    ids: &Ids,
    operation: &Operation,
    kind: &str,
    body: Vec<u8>,
) -> Response {
    let target = ids.fill(operation, None);
    let url = session.test.url(&format!("/test{target}"));
    let request = session.test.http.request(operation.method.clone(), url);
    request
        .bearer_auth(&session.token)
        .header("content-type", kind)
        .body(body)
        .send()
        .await
        .unwrap()
}

/// A refusal with an error body; a bulk call may refuse each item instead.
async fn assert_refused(operation: &Operation, answer: Response, what: &str) {
    let status = answer.status().as_u16();
    let text = answer.text().await.unwrap();
    let name = operation.name();
    let body: Value = serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{name}, {what}: {status} without JSON: {text:.200}"));
    if operation.is_bulk() && status == 200 {
        let refused = |item: &Value| item["success"] == false && item["error"].is_string();
        assert!(
            body.as_array()
                .is_some_and(|items| items.iter().all(refused)),
            "{name}, {what}: {text:.200}"
        );
        return;
    }
    assert!(
        (400..500).contains(&status),
        "{name}, {what}: {status} {text:.200}"
    );
    assert!(body["error"].is_string(), "{name}, {what}: {text:.200}");
}

#[tokio::test]
async fn malformed_bodies_are_refused_and_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let session = test.admin_session().await;
    let ids = Ids::of(&session).await;
    let before = Snapshot::of(folder.path()).await;
    for operation in operations() {
        if operation.body.is_none() {
            continue;
        }
        for (kind, body) in malformed() {
            let what = format!("{kind} {}", body[..body.len().min(30)].escape_ascii());
            let answer = send(&session, &ids, &operation, kind, body).await;
            assert_refused(&operation, answer, &what).await;
        }
        let after = Snapshot::of(folder.path()).await;
        before.assert_same(&after, &operation.name());
    }
}

/// Values that are not of the schema's type.
fn wrong_for(document: &Value, schema: &Value) -> Vec<Value> {
    let mut allowed = Vec::new();
    types(document, schema, &mut allowed);
    let samples = [
        ("string", json!("text")),
        ("boolean", json!(true)),
        ("number", json!(1.5)),
        ("integer", json!(7)),
        ("object", json!({"a": {"b": []}})),
        ("array", json!([[1]])),
    ];
    samples
        .into_iter()
        .filter(|(name, _)| {
            let taken = allowed.iter().any(|held| held == name);
            let whole = *name == "integer" && allowed.iter().any(|held| held == "number");
            !taken && !whole && !allowed.is_empty()
        })
        .map(|(_, value)| value)
        .collect()
}

fn types(document: &Value, schema: &Value, found: &mut Vec<String>) {
    let schema = resolved(document, schema);
    match &schema["type"] {
        Value::String(name) => found.push(name.clone()),
        Value::Array(names) => {
            found.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
        }
        _ => {}
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        for part in schema[key].as_array().into_iter().flatten() {
            types(document, part, found);
        }
    }
}

/// The schema of the record that a body holds or lists.
fn record_of<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema.get("items") {
        Some(items) => resolved(document, items),
        None => schema,
    }
}

/// The example with one field replaced, as the operation takes it.
fn with_field(operation: &Operation, field: &str, value: &Value) -> Value {
    let example = operation.example.clone().unwrap_or_default();
    let mut record = match &example {
        Value::Array(items) => items[0].clone(),
        other => other.clone(),
    };
    record[field] = value.clone();
    if example.is_array() {
        json!([record])
    } else {
        record
    }
}

#[tokio::test]
async fn values_of_a_wrong_type_are_refused_and_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let session = test.admin_session().await;
    let ids = Ids::of(&session).await;
    let document = document();
    let before = Snapshot::of(folder.path()).await;
    for operation in operations().into_iter().filter(Operation::is_json) {
        let (_, schema) = operation.body.clone().unwrap();
        let record = record_of(&document, &schema);
        let properties = record["properties"].as_object().unwrap();
        for (field, schema) in properties {
            for wrong in wrong_for(&document, schema) {
                let body = with_field(&operation, field, &wrong);
                let answer = send(&session, &ids, &operation, JSON, body.to_string().into()).await;
                assert_refused(&operation, answer, &format!("{field} {wrong}")).await;
            }
        }
        let after = Snapshot::of(folder.path()).await;
        before.assert_same(&after, &operation.name());
    }
}

/// Values of the right type that are odd.
fn odd_for(document: &Value, schema: &Value) -> Vec<String> {
    let mut allowed = Vec::new();
    types(document, schema, &mut allowed);
    let mut odd = Vec::new();
    if allowed.iter().any(|name| name == "string") {
        odd.push(json!("x".repeat(1_000_000)).to_string());
        odd.push(json!("a\0b").to_string());
        odd.push(json!("\u{202e}\u{feff}\u{10ffff}'\"\\; DROP TABLE users --").to_string());
        odd.push(json!("").to_string());
        odd.push(json!("   ").to_string());
        odd.push(json!("9999-99-99").to_string());
        odd.push(json!("-292277022657-01-27T08:29:52Z").to_string());
    }
    if allowed
        .iter()
        .any(|name| name == "number" || name == "integer")
    {
        let numbers = [
            "-1",
            "0",
            "-0.0",
            "1e308",
            "-1e308",
            "5e-324",
            "1e309",
            "2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551616",
        ];
        odd.extend(numbers.map(str::to_owned));
    }
    if allowed.iter().any(|name| name == "array") {
        odd.push("[]".to_owned());
        odd.push(format!("[{}1]", "1,".repeat(100_000)));
    }
    odd.push("null".to_owned());
    odd
}

#[tokio::test]
async fn odd_values_are_taken_or_refused_whole_and_never_break_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let session = test.admin_session().await;
    let ids = Ids::of(&session).await;
    let token = test.admin_token("serviceapiv3 reportingapiv1").await;
    let document = document();
    let mut watch = Watch::on(folder.path()).await;
    for operation in operations().into_iter().filter(Operation::is_json) {
        let (_, schema) = operation.body.clone().unwrap();
        let record = record_of(&document, &schema);
        for (field, schema) in record["properties"].as_object().unwrap() {
            for odd in odd_for(&document, schema) {
                let mark = json!("the odd value");
                let body = with_field(&operation, field, &mark).to_string();
                let body = body.replace(&mark.to_string(), &odd);
                let answer = send(&session, &ids, &operation, JSON, body.into()).await;
                let status = answer.status().as_u16();
                let what = format!("{}, {field} {odd:.40}", operation.name());
                assert!(status < 500, "{what}: {status}");
                let changed = watch.changed().await;
                if status >= 400 {
                    assert_refused(&operation, answer, &what).await;
                    assert!(!changed, "{what}: refused, and changed something");
                }
            }
        }
    }
    for operation in operations() {
        if operation.method == reqwest::Method::GET && operation.path.ends_with('s') {
            let url = test.url(&format!("/test{}", ids.fill(&operation, None)));
            let request = test.http.get(url).bearer_auth(&token);
            let status = request.send().await.unwrap().status();
            assert_eq!(status, 200, "{} can still be read", operation.name());
        }
    }
}
