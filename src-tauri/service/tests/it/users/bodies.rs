//! Bodies that are no JSON object of the right types: 400 with the simple body, nothing done.

use reqwest::Method;
use serde_json::json;

use super::{USERS, created, encoded, numbers, read, said};
use crate::support::{Session, TestService};

async fn raw(
    session: &Session<'_>,
    method: Method,
    path: &str,
    kind: &str,
    body: Vec<u8>,
) -> reqwest::Response {
    let call = session.call(method, path).header("content-type", kind);
    call.body(body).send().await.unwrap()
}

#[tokio::test]
async fn malformed_and_wrong_typed_bodies_are_400_and_name_the_place() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let user = created(&session, "A-1", json!({})).await;
    let profile = format!("{USERS}/{}", user["companyProfileId"].as_str().unwrap());
    let identity = format!("{USERS}/{}", encoded(user["identityId"].as_str().unwrap()));
    let deep = format!("{{\"x\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    for (body, expected) in [
        ("", "body"),
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ("null", "cannot be read"),
        ("\"text\"", "cannot be read"),
        ("{} {}", "cannot be read"),
        (r#"{"employeeNumber":5}"#, "employeeNumber: "),
        (r#"{"payroll":"yes"}"#, "payroll: "),
        (r#"{"isDisabled":1}"#, "isDisabled: "),
        (r#"{"email":{"a":1}}"#, "email: "),
        (r#"{"tags":"HMS"}"#, "tags: "),
        (r#"{"tags":[{"name":"a"}]}"#, "enabled"),
        (r#"{"tags":[["a",true]]}"#, "tags[0]"),
        (
            r#"{"immediateSupervisors":[{"primary":true}]}"#,
            "supervisorId",
        ),
        (
            r#"{"immediateSupervisors":[{"supervisorId":7}]}"#,
            "immediateSupervisors[0].supervisorId: ",
        ),
        (r#"{"email":"a","EMAIL":"b"}"#, "duplicate field `email`"),
        (deep.as_str(), "too deeply"),
    ] {
        for (method, path) in [
            (Method::POST, USERS),
            (Method::PUT, &identity),
            (Method::PATCH, &profile),
        ] {
            let body = body.as_bytes().to_vec();
            let answer = raw(&session, method, path, "application/json", body).await;
            let (_, message) = said(answer, 400).await;
            assert!(message.contains(expected), "{message} without {expected}");
        }
    }
    assert_eq!(read(&session, &user).await, user);
}

#[tokio::test]
async fn texts_come_back_exactly_as_they_were_sent() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let texts = [
        "æøå ÆØÅ äö",
        " outer blanks ",
        "\"quoted\" \\ back",
        "line\nline\ttab\u{7f}\u{1b}",
        "🚧 e\u{301} \u{202e}",
        "'; DROP TABLE users; --",
        "<b>&amp;</b>",
        "",
    ];
    for (index, text) in texts.into_iter().enumerate() {
        let fields = json!({"personalInfo": text, "department": text});
        let user = created(&session, &format!("T-{index}"), fields).await;
        assert_eq!(user["personalInfo"], json!(text));
        assert_eq!(read(&session, &user).await, user);
    }
    assert!(
        numbers(&session, "").await.contains(&"T-7".to_owned()),
        "the list is JSON still"
    );
}
