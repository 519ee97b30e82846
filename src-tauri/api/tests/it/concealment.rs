//! Secrets and tokens appear in no error, whatever the service says.

use serde_json::json;
use wiremock::matchers::{method, path};
use wiremock::{Mock, ResponseTemplate};

use crate::support::foreign::{Foreign, SECRET, TOKEN};

#[tokio::test]
async fn an_echoed_secret_is_hidden() {
    let foreign = Foreign::without_tokens().await;
    let echo = json!({"error": "unsupported_grant_type", "message": format!("secret {SECRET}?")});
    Mock::given(method("POST"))
        .and(path("/identity/connect/token"))
        .respond_with(ResponseTemplate::new(400).set_body_json(echo))
        .mount(&foreign.server)
        .await;
    let error = foreign.client.sign_in().await.unwrap_err();
    assert_eq!(error.service_message(), Some("secret [hidden]?"));
    assert!(!format!("{error} {error:?}").contains(SECRET));
}

#[tokio::test]
async fn an_echoed_token_is_hidden() {
    let foreign = Foreign::start().await;
    for answer in [
        ResponseTemplate::new(400).set_body_json(json!({"error": TOKEN, "message": format!("Bearer {TOKEN}")})),
        ResponseTemplate::new(400).set_body_string(format!("you sent {TOKEN} and {SECRET}")),
        ResponseTemplate::new(401).insert_header(
            "www-authenticate",
            format!(r#"Bearer error="invalid_token", error_description="The audience '{TOKEN}' is invalid""#).as_str(),
        ),
    ] {
        foreign.server.reset().await;
        foreign.tokens(json!({"access_token": TOKEN, "expires_in": 1800})).await;
        foreign.get("projects", 2, answer).await;
        let error = foreign.client.projects().list().await.unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(!text.contains(TOKEN) && !text.contains(SECRET), "{text}");
    }
}

#[tokio::test]
async fn a_token_answer_that_cannot_be_read_is_not_repeated_in_the_error() {
    let foreign = Foreign::without_tokens().await;
    foreign.tokens(json!([{"access_token": TOKEN}])).await;
    let error = foreign.client.sign_in().await.unwrap_err();
    let text = format!("{error} {error:?} {:?}", error.detail());
    assert!(!text.contains(TOKEN), "{text}");
}

#[tokio::test]
async fn the_client_shows_no_secret_in_debug_output() {
    let foreign = Foreign::start().await;
    foreign.client.sign_in().await.unwrap();
    let text = format!("{:?}", foreign.client);
    assert!(!text.contains(SECRET) && !text.contains(TOKEN), "{text}");
}
