//! Tokens: asked for once, renewed once, with as many scopes as are granted.

use std::time::Duration;

use fielddesk_api::{Client, Credentials, Diagnosis, ErrorKind};
use serde_json::json;
use wiremock::matchers::{body_string_contains, header, method, path};
use wiremock::{Mock, ResponseTemplate};

use crate::support::foreign::{Foreign, SECRET, TOKEN, bare, clock, credentials, endpoints, ok};
use crate::support::kind;

const TOKENS: &str = "/connect/token";

async fn token_answers(foreign: &Foreign, needle: &str, answer: ResponseTemplate) {
    Mock::given(method("POST"))
        .and(path("/identity/connect/token"))
        .and(body_string_contains(needle))
        .respond_with(answer)
        .mount(&foreign.server)
        .await;
}

fn invalid_scope() -> ResponseTemplate {
    ResponseTemplate::new(400).set_body_json(json!({"error": "invalid_scope"}))
}

fn token(text: &str) -> ResponseTemplate {
    ok(json!({"access_token": text, "expires_in": 1800}))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_calls_at_once_ask_for_one_token() {
    let foreign = Foreign::start().await;
    foreign.get("projects", 50, ok(json!([]))).await;
    let calls = (0..50).map(|_| {
        let client = foreign.client.clone();
        tokio::spawn(async move { client.projects().list().await })
    });
    for call in futures::future::join_all(calls).await {
        call.unwrap().unwrap();
    }
    assert_eq!(foreign.count("POST", TOKENS).await, 1);
    assert_eq!(foreign.count("GET", "projects").await, 50);
}

#[tokio::test]
async fn a_token_is_used_until_a_minute_before_its_end() {
    let foreign = Foreign::start().await;
    foreign.client.sign_in().await.unwrap();
    foreign.clock.advance(Duration::from_secs(1739));
    foreign.client.sign_in().await.unwrap();
    assert_eq!(foreign.count("POST", TOKENS).await, 1);
    foreign.clock.advance(Duration::from_secs(1));
    foreign.client.sign_in().await.unwrap();
    assert_eq!(foreign.count("POST", TOKENS).await, 2);
}

#[tokio::test]
async fn the_request_is_the_one_of_the_specification() {
    let foreign = Foreign::start().await;
    foreign.client.sign_in().await.unwrap();
    let request = &foreign.requests("POST", TOKENS).await[0];
    assert_eq!(
        request.headers["content-type"],
        "application/x-www-form-urlencoded"
    );
    let body = String::from_utf8(request.body.clone()).unwrap();
    assert_eq!(
        body,
        format!(
            "grant_type=client_credentials&client_id=office&client_secret={SECRET}\
             &scope=serviceapiv3+reportingapiv1"
        )
    );
}

#[tokio::test]
async fn a_scope_that_is_not_granted_leaves_the_others() {
    let foreign = Foreign::without_tokens().await;
    token_answers(
        &foreign,
        "scope=serviceapiv3+reportingapiv1",
        invalid_scope(),
    )
    .await;
    token_answers(&foreign, "scope=reportingapiv1", invalid_scope()).await;
    token_answers(&foreign, "scope=serviceapiv3", token(TOKEN)).await;
    let granted = foreign.client.sign_in().await.unwrap();
    assert_eq!(granted.granted, ["serviceapiv3"]);
    assert_eq!(granted.refused, ["reportingapiv1"]);
    assert_eq!(foreign.count("POST", TOKENS).await, 3);
    foreign.client.sign_in().await.unwrap();
    assert_eq!(
        foreign.count("POST", TOKENS).await,
        3,
        "the answer is kept with the token"
    );
}

#[tokio::test]
async fn two_granted_of_three_are_asked_for_together() {
    let foreign = Foreign::without_tokens().await;
    let client = Client::builder(endpoints(&foreign.server.uri()), credentials())
        .scopes(["a1", "b2", "c3"])
        .build()
        .unwrap();
    token_answers(&foreign, "scope=a1+b2+c3", invalid_scope()).await;
    token_answers(&foreign, "scope=c3", invalid_scope()).await;
    token_answers(&foreign, "scope=a1", token("both")).await;
    token_answers(&foreign, "scope=b2", token("b")).await;
    let granted = client.sign_in().await.unwrap();
    assert_eq!(
        (granted.granted, granted.refused),
        (vec!["a1".into(), "b2".into()], vec!["c3".to_owned()])
    );
    let last = foreign.requests("POST", TOKENS).await.pop().unwrap();
    assert!(
        String::from_utf8(last.body)
            .unwrap()
            .ends_with("scope=a1+b2")
    );
}

#[tokio::test]
async fn a_client_without_any_of_the_scopes_is_told_which() {
    let foreign = Foreign::without_tokens().await;
    token_answers(&foreign, "scope=", invalid_scope()).await;
    let error = foreign.client.sign_in().await.unwrap_err();
    let ErrorKind::InvalidScope { scopes } = error.kind() else {
        panic!("{error:?}");
    };
    assert_eq!(scopes, &["serviceapiv3", "reportingapiv1"]);
    assert!(
        foreign.waits().is_empty(),
        "asking again would not grant it"
    );
}

#[tokio::test]
async fn a_scope_that_the_answer_leaves_out_counts_as_refused() {
    let foreign = Foreign::without_tokens().await;
    foreign
        .tokens(json!({"Access_Token": TOKEN, "EXPIRES_IN": 60, "scope": "serviceapiv3"}))
        .await;
    let granted = foreign.client.sign_in().await.unwrap();
    assert_eq!(granted.refused, ["reportingapiv1"]);
}

#[tokio::test]
async fn refusals_of_the_token_endpoint_keep_their_meaning() {
    for (status, body, expected) in [
        (400, r#"{"error":"invalid_client"}"#, "InvalidClient"),
        (401, r#"{"error":"invalid_client"}"#, "InvalidClient"),
        (401, "", "InvalidClient"),
        (400, r#"{"error":"unauthorized_client"}"#, "InvalidClient"),
        (400, r#"{"error":"unsupported_grant_type"}"#, "Refused"),
        (403, r#"{"error":"access_denied"}"#, "Forbidden"),
        (404, "", "NotFound"),
        (
            200,
            "<html>Sign in to the guest network</html>",
            "ProxyPage",
        ),
        (200, "[]", "UnreadableAnswer"),
        (
            200,
            r#"{"access_token":"","expires_in":1}"#,
            "UnreadableAnswer",
        ),
        (
            200,
            r#"{"access_token":"a\nb","expires_in":1}"#,
            "UnreadableAnswer",
        ),
        (307, "", "ProxyPage"),
    ] {
        let foreign = Foreign::without_tokens().await;
        let answer = ResponseTemplate::new(status)
            .set_body_string(body)
            .insert_header("location", "/elsewhere");
        token_answers(&foreign, "grant_type", answer).await;
        let error = foreign.client.sign_in().await.unwrap_err();
        assert_eq!(kind(&error), expected, "{status} {body}");
        assert_eq!(
            foreign.server.received_requests().await.unwrap().len(),
            1,
            "{status} {body}"
        );
        assert!(foreign.waits().is_empty());
    }
}

#[tokio::test]
async fn a_failing_token_endpoint_is_tried_as_often_as_any_other() {
    let foreign = Foreign::without_tokens().await;
    token_answers(&foreign, "grant_type", bare(503)).await;
    let error = foreign.client.projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "ServerFailed");
    assert_eq!((error.operation(), error.attempts()), ("sign in", 5));
    assert_eq!(foreign.waits(), [1, 2, 4, 8]);
    assert_eq!(foreign.count("POST", TOKENS).await, 5);
}

fn unauthorized(challenge: &str) -> ResponseTemplate {
    ResponseTemplate::new(401).insert_header("www-authenticate", challenge)
}

#[tokio::test]
async fn a_refused_token_is_renewed_and_the_call_repeated_once() {
    let foreign = Foreign::start().await;
    foreign
        .get(
            "projects",
            1,
            unauthorized("Bearer error=\"invalid_token\""),
        )
        .await;
    foreign.get("projects", 9, ok(json!([]))).await;
    foreign.client.projects().list().await.unwrap();
    assert_eq!(foreign.count("POST", TOKENS).await, 2);
    assert_eq!(foreign.count("GET", "projects").await, 2);
    assert!(foreign.waits().is_empty());
}

#[tokio::test]
async fn a_token_refused_twice_is_diagnosed() {
    let foreign = Foreign::start().await;
    foreign.get("projects",
        9,
        unauthorized(r#"Bearer error="invalid_token", error_description="The audience 'reportingapiv1' is invalid""#),
    )
    .await;
    let error = foreign.client.projects().list().await.unwrap_err();
    let ErrorKind::Unauthenticated(diagnosis) = error.kind() else {
        panic!("{error:?}");
    };
    assert_eq!(
        *diagnosis,
        Diagnosis::WrongScope {
            audience: "reportingapiv1".to_owned()
        }
    );
    assert_eq!(foreign.count("GET", "projects").await, 2);
    assert_eq!(foreign.count("POST", TOKENS).await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_calls_refused_at_once_renew_the_token_once() {
    let foreign = Foreign::without_tokens().await;
    Mock::given(method("POST"))
        .respond_with(token("old"))
        .up_to_n_times(1)
        .mount(&foreign.server)
        .await;
    Mock::given(method("POST"))
        .respond_with(token("new"))
        .mount(&foreign.server)
        .await;
    Mock::given(method("GET"))
        .and(header("authorization", "Bearer old"))
        .respond_with(
            unauthorized("Bearer error=\"invalid_token\"").set_delay(Duration::from_millis(50)),
        )
        .mount(&foreign.server)
        .await;
    Mock::given(method("GET"))
        .and(header("authorization", "Bearer new"))
        .respond_with(ok(json!([])))
        .mount(&foreign.server)
        .await;
    let calls = (0..20).map(|_| {
        let client = foreign.client.clone();
        tokio::spawn(async move { client.projects().list().await })
    });
    for call in futures::future::join_all(calls).await {
        call.unwrap().unwrap();
    }
    assert_eq!(foreign.count("POST", TOKENS).await, 2);
}

#[tokio::test]
async fn a_static_token_is_sent_as_it_is_and_not_repeated_when_refused() {
    let foreign = Foreign::start().await;
    let client = Client::builder(
        endpoints(&foreign.server.uri()),
        Credentials::StaticToken("st4tic".into()),
    )
    .clock(clock())
    .build()
    .unwrap();
    let expired = r#"Bearer error="invalid_token", error_description="The token expired at '11/19/2026 08:00:00'""#;
    foreign.get("projects", 9, unauthorized(expired)).await;
    let error = client.projects().list().await.unwrap_err();
    let ErrorKind::Unauthenticated(Diagnosis::Expired { at }) = error.kind() else {
        panic!("{error:?}");
    };
    assert_eq!(*at, "2026-11-19T08:00:00Z".parse().ok());
    let requests = foreign.server.received_requests().await.unwrap();
    assert_eq!(requests.len(), 1, "no second try and no token request");
    assert_eq!(requests[0].headers["authorization"], "Bearer st4tic");
}

#[tokio::test]
async fn a_token_that_no_header_can_hold_is_refused_when_it_is_entered() {
    for token in ["", "a b", "a\nb", "tøken"] {
        let result = Client::builder(
            endpoints("https://field.example"),
            Credentials::StaticToken(token.into()),
        )
        .build();
        assert!(
            matches!(result.unwrap_err().kind(), ErrorKind::Settings),
            "{token:?}"
        );
    }
}
