//! Path segments and query parameters made to break things, on every operation.

use std::path::Path;

use crate::support::operations::{Ids, Operation, operations};
use crate::support::snapshot::{Snapshot, Watch};
use crate::support::{Form, Session, TestService, demo, raw};

/// What no record is called, as it stands in a path or a query.
fn oddities() -> Vec<String> {
    let mut oddities: Vec<String> = [
        "%27",
        "%27%20OR%201%3D1%20--",
        "%22%3B%20DROP%20TABLE%20clients%3B--",
        "%00",
        "a%00b",
        "..%2F..%2F..%2Fetc%2Fpasswd",
        "%2e%2e",
        "%2e%2e%2fservice.sqlite",
        "..%5C..%5Csigning.key",
        "%2F",
        "%FF",
        "%C3%28",
        "%ED%A0%80",
        "%25",
        "%2525",
        "%",
        "%zz",
        "*",
        "%7Bid%7D",
        "%24%7Bjndi%3Aldap%3A%2F%2Fx%7D",
        "%F0%9F%98%80",
        "%E2%80%AEabc",
        "%0D%0ASet-Cookie%3A%20a%3Db",
        "-1",
        "0",
        "99999999999999999999999999999999",
        "-1e309",
        "NaN",
        "null",
        "undefined",
        "true",
        "%5B%5D",
        "%7B%22%24gt%22%3A%22%22%7D",
        "auth0%7C",
        "auth0%7C%27",
        "ffffffffffffffffffffffff",
        "FFFFFFFFFFFFFFFFFFFFFFFF",
        "a+b",
        "a;b=c",
        "%20",
    ]
    .map(str::to_owned)
    .to_vec();
    oddities.push("x".repeat(10_000));
    oddities.push("%E2%82%AC".repeat(2_000));
    oddities
}

pub(crate) async fn served(folder: &Path) -> TestService {
    TestService::with(fielddesk_service::ServeOptions {
        data: Some(folder.to_owned()),
        ..demo()
    })
    .await
}

/// A body that the operation could take.
fn body_of(operation: &Operation) -> (Option<String>, Vec<u8>) {
    match &operation.body {
        None => (None, Vec::new()),
        Some((kind, _)) if kind.starts_with("multipart/") => (
            Some(Form::content_type()),
            Form::new().file("a.txt", "x").bytes(),
        ),
        Some((kind, _)) => {
            let example = operation.example.clone().unwrap_or_default();
            (Some(kind.clone()), example.to_string().into_bytes())
        }
    }
}

pub(crate) async fn call(
    test: &TestService,
    operation: &Operation,
    token: &str,
    target: &str,
) -> raw::Answer {
    let addr = test.service.addr;
    let (kind, body) = body_of(operation);
    let headers: Vec<(&str, &str)> = kind.iter().map(|kind| ("Content-Type", &**kind)).collect();
    let line = format!("{} /test{target}", operation.method);
    raw::send(addr, &raw::request(addr, &line, token, &headers, &body)).await
}

#[tokio::test]
async fn no_path_segment_breaks_an_operation_or_changes_anything() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let session = test.admin_session().await;
    let token = test.admin_token("serviceapiv3 reportingapiv1").await;
    let ids = Ids::of(&session).await;
    let before = Snapshot::of(folder.path()).await;
    for operation in operations() {
        for parameter in operation.parameters() {
            for oddity in oddities() {
                let target = ids.fill(&operation, Some((&parameter, &oddity)));
                let answer = call(&test, &operation, &token, &target).await;
                assert!(
                    answer.is_refusal(),
                    "{} with {parameter} {oddity:.60}: {} {}",
                    operation.name(),
                    answer.head,
                    String::from_utf8_lossy(&answer.body)
                );
                assert!(!answer.head.to_lowercase().contains("set-cookie"));
            }
        }
        let after = Snapshot::of(folder.path()).await;
        before.assert_same(&after, &operation.name());
    }
}

#[tokio::test]
async fn no_query_parameter_breaks_an_operation() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let session = test.admin_session().await;
    let token = test.admin_token("serviceapiv3 reportingapiv1").await;
    let ids = Ids::of(&session).await;
    let mut watch = Watch::on(folder.path()).await;
    for operation in operations() {
        for parameter in &operation.query {
            let mut queries = vec![
                parameter.clone(),
                format!("{parameter}="),
                format!("{parameter}=a&{parameter}=b"),
                format!("&&=&{parameter}[]=1"),
            ];
            queries.extend(oddities().iter().map(|odd| format!("{parameter}={odd}")));
            for query in queries {
                let target = format!("{}?{query}", ids.fill(&operation, None));
                let answer = call(&test, &operation, &token, &target).await;
                let name = operation.name();
                let fine = (200..300).contains(&answer.status) || answer.is_refusal();
                assert!(fine, "{name}?{query:.60}: {}", answer.head);
                let changed = watch.changed().await;
                assert!(answer.status < 400 || !changed, "{name}?{query:.60}");
            }
        }
    }
}

#[tokio::test]
async fn an_operation_without_a_token_tells_nothing_and_one_with_another_method_is_405() {
    let session = Session::start().await;
    let ids = Ids::of(&session).await;
    let all = operations();
    for operation in &all {
        let target = ids.fill(operation, None);
        if !operation.path.starts_with("/identity") {
            let answer = call(&session.test, operation, "", &target).await;
            assert_eq!(answer.status, 401, "{}", operation.name());
            let challenge = answer.head.to_lowercase();
            assert!(challenge.contains("www-authenticate: bearer\r\n"));
        }
        let addr = session.test.service.addr;
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let here = |other: &&Operation| {
                other.method.as_str() == method && ids.fill(other, None) == target
            };
            let same_place = |other: &&Operation| {
                other.method.as_str() == method
                    && other.path.split('/').count() == operation.path.split('/').count()
                    && other
                        .path
                        .split('/')
                        .zip(operation.path.split('/'))
                        .all(|(a, b)| a == b || a.starts_with('{') || b.starts_with('{'))
            };
            if all.iter().any(|other| here(&other) || same_place(&other)) {
                continue;
            }
            let line = format!("{method} /test{target}");
            let request = raw::request(addr, &line, &session.token, &[], b"");
            let answer = raw::send(addr, &request).await;
            assert_eq!(answer.status, 405, "{line}");
            assert!(answer.is_refusal());
        }
    }
}
