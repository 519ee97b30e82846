//! The token endpoint and the five cases of 401.

use fielddesk_service::ServeOptions;
use reqwest::header::WWW_AUTHENTICATE;
use serde_json::{Value, json};

use crate::support::{TestService, demo, grant, refused};

const PROJECTS: &str = "/api/v4/integration/projects";

async fn challenge(test: &TestService, url: &str, token: Option<&str>) -> String {
    let mut request = test.http.get(url);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 401);
    let text = answer.headers()[WWW_AUTHENTICATE]
        .to_str()
        .unwrap()
        .to_owned();
    refused(answer, 401).await;
    text
}

#[tokio::test]
async fn a_token_carries_exactly_the_scopes_asked_for() {
    let test = TestService::start().await;
    let form = grant(test.admin(), "serviceapiv3 reportingapiv1");
    let answer = test.ask_token(test.test(), &form).await;
    assert_eq!(answer.status(), 200);
    let grant: Value = answer.json().await.unwrap();
    assert_eq!(grant["expires_in"], 1800);
    assert_eq!(grant["token_type"], "Bearer");
    assert_eq!(grant["scope"], "serviceapiv3 reportingapiv1");
}

#[tokio::test]
async fn the_token_endpoint_refuses_by_name() {
    let test = TestService::start().await;
    let core_only = &test.service.clients().core_only;
    let good = || grant(test.admin(), "serviceapiv3").to_vec();
    let with = |name: &str, value: &'static str| {
        let mut form = good();
        form.iter_mut().find(|(field, _)| *field == name).unwrap().1 = value;
        form
    };
    let both = grant(core_only, "serviceapiv3 reportingapiv1").to_vec();
    for (form, status, error) in [
        (both, 400, "invalid_scope"),
        (good()[..3].to_vec(), 400, "invalid_scope"),
        (with("client_secret", "wrong"), 401, "invalid_client"),
        (with("client_id", "nobody"), 401, "invalid_client"),
        (
            with("grant_type", "password"),
            400,
            "unsupported_grant_type",
        ),
        (good()[1..2].to_vec(), 400, "invalid_request"),
    ] {
        let answer = test.ask_token(test.test(), &form).await;
        assert_eq!(answer.status(), status, "{error}");
        let body: Value = answer.json().await.unwrap();
        assert_eq!(body, json!({ "error": error }), "no token, nothing else");
    }
}

#[tokio::test]
async fn a_token_request_that_cannot_be_read_is_400() {
    let test = TestService::start().await;
    let url = format!("{}/connect/token", test.test().identity_url);
    for body in [
        vec![b'x'; 5_000_000],
        b"scope=%FF".to_vec(),
        vec![0xff],
        Vec::new(),
    ] {
        let answer = test.http.post(&url).body(body).send().await.unwrap();
        assert_eq!(answer.status(), 400);
        let body: Value = answer.json().await.unwrap();
        assert_eq!(body, json!({ "error": "invalid_request" }));
    }
}

#[tokio::test]
async fn id_and_secret_may_come_in_a_basic_header() {
    let test = TestService::start().await;
    let answer = test
        .http
        .post(format!("{}/connect/token", test.test().identity_url))
        .basic_auth(&test.admin().client_id, Some(&test.admin().client_secret))
        .form(&[
            ("grant_type", "client_credentials"),
            ("scope", "serviceapiv3"),
        ])
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn a_client_of_one_environment_is_unknown_in_the_other() {
    let test = TestService::start().await;
    let form = grant(test.admin(), "serviceapiv3");
    assert_eq!(test.ask_token(test.production(), &form).await.status(), 401);
}

#[tokio::test]
async fn each_of_the_five_cases_has_its_text() {
    let test = TestService::with(ServeOptions {
        token_lifetime_s: 1,
        ..demo()
    })
    .await;
    let url = format!("{}{PROJECTS}", test.test().base_url);
    let expiring = test.admin_token("serviceapiv3").await;

    assert_eq!(challenge(&test, &url, None).await, "Bearer");
    assert_eq!(
        challenge(&test, &url, Some("not.a.token")).await,
        r#"Bearer error="invalid_token""#
    );
    let both = "reportingapiv1 masstransportapiv1";
    let wrong_scope = test.admin_token(both).await;
    assert_eq!(
        challenge(&test, &url, Some(&wrong_scope)).await,
        r#"Bearer error="invalid_token", error_description="The audience 'reportingapiv1, masstransportapiv1' is invalid""#
    );
    let other_admin = &test.production().clients.as_ref().unwrap().admin;
    let foreign = test
        .token(test.production(), other_admin, "serviceapiv3")
        .await;
    assert_eq!(
        challenge(&test, &url, Some(&foreign)).await,
        format!(
            r#"Bearer error="invalid_token", error_description="The issuer '{}' is invalid""#,
            test.production().identity_url
        )
    );
    let text = loop {
        let answer = test.get(&url, &expiring).await;
        if answer.status() == 401 {
            break answer.headers()[WWW_AUTHENTICATE]
                .to_str()
                .unwrap()
                .to_owned();
        }
        tokio::task::yield_now().await;
    };
    let start = r#"Bearer error="invalid_token", error_description="The token expired at '"#;
    let at = text
        .strip_prefix(start)
        .unwrap()
        .strip_suffix("'\"")
        .unwrap();
    chrono::NaiveDateTime::parse_from_str(at, "%m/%d/%Y %H:%M:%S").unwrap();
}

#[tokio::test]
async fn the_scope_header_of_a_call_is_ignored() {
    let test = TestService::start().await;
    let token = test.admin_token("reportingapiv1").await;
    let answer = test
        .http
        .get(format!("{}{PROJECTS}", test.test().base_url))
        .header("scope", "serviceapiv3")
        .bearer_auth(token)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 401);
}

#[tokio::test]
async fn a_revoked_token_is_expired_and_a_new_one_is_not() {
    let test = TestService::start().await;
    let url = format!("{}{PROJECTS}", test.test().base_url);
    let old = test.admin_token("serviceapiv3").await;
    let order = json!({ "environment": "test", "clientId": test.admin().client_id });
    let revoke = test.http.post(test.url("/_control/revoke")).json(&order);
    assert!(revoke.send().await.unwrap().status().is_success());
    assert!(
        challenge(&test, &url, Some(&old))
            .await
            .contains("The token expired at '")
    );
    let new = test.admin_token("serviceapiv3").await;
    let answer = test.get(&url, new).await;
    assert_eq!(answer.status(), 200);
}

/// The same token with another payload, another header, or something missing.
fn tampered(token: &str) -> Vec<String> {
    let parts: Vec<&str> = token.split('.').collect();
    // {"alg":"none","typ":"JWT"} and {"alg":"HS512","typ":"JWT"}
    let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
    let other = "eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9";
    let flipped: String = parts[1]
        .char_indices()
        .map(|(at, symbol)| match (at, symbol) {
            (40, 'A') => 'B',
            (40, _) => 'A',
            _ => symbol,
        })
        .collect();
    vec![
        format!("{}.{flipped}.{}", parts[0], parts[2]),
        format!("{none}.{}.", parts[1]),
        format!("{none}.{}.{}", parts[1], parts[2]),
        format!("{other}.{}.{}", parts[1], parts[2]),
        format!("{}.{}", parts[0], parts[1]),
        token[..token.len() - 1].to_owned(),
        format!("{token}x"),
        token.to_uppercase(),
        "x".repeat(20_000),
    ]
}

#[tokio::test]
async fn a_token_that_was_changed_in_any_way_is_malformed() {
    let test = TestService::start().await;
    let url = format!("{}{PROJECTS}", test.test().base_url);
    let token = test.admin_token("serviceapiv3").await;
    for changed in tampered(&token) {
        assert_eq!(
            challenge(&test, &url, Some(&changed)).await,
            r#"Bearer error="invalid_token""#,
            "{changed}"
        );
    }
    let answer = test.get(&url, &token).await;
    assert_eq!(answer.status(), 200, "unmodified it is taken");
}

#[tokio::test]
async fn a_grant_is_no_longer_than_a_day() {
    let test = TestService::with(ServeOptions {
        token_lifetime_s: 1_000_000,
        ..demo()
    })
    .await;
    let form = grant(test.admin(), "serviceapiv3");
    let grant: Value = test
        .ask_token(test.test(), &form)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(grant["expires_in"], 86_400);
}
