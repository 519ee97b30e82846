//! Headers of every call, and a client whose access is taken while it works.

use fielddesk_api::{MachineQuery, TripQuery, UserQuery};
use serde_json::json;
use wiremock::matchers::{method, path};
use wiremock::{Mock, ResponseTemplate};

use crate::support::foreign::{Foreign, TOKEN, bare, ok, trips};
use crate::support::kind;

#[tokio::test]
async fn every_call_carries_the_token_and_no_scope_of_its_own() {
    let foreign = Foreign::start().await;
    let list = || ok(json!([]));
    for to in ["projects", "users", "machines"] {
        foreign.get(to, 1, list()).await;
    }
    let done = bare(204);
    foreign.answer("PATCH", "users/disable/p1", 1, done).await;
    foreign
        .report("flow-trip-registrations", 1, trips(&["1"], "more"))
        .await;
    foreign
        .report("flow-trip-registrations", 1, trips(&["2"], ""))
        .await;
    let client = &foreign.client;
    client.projects().list().await.unwrap();
    client.users().list(&UserQuery::default()).await.unwrap();
    client.users().disable(&"p1".into()).await.unwrap();
    client
        .machines()
        .list(MachineQuery::default())
        .await
        .unwrap();
    client.trips().all(&TripQuery::everything()).await.unwrap();
    let all = foreign.server.received_requests().await.unwrap();
    let (tokens, calls): (Vec<_>, Vec<_>) = all
        .iter()
        .partition(|request| request.url.path().ends_with("/connect/token"));
    assert_eq!(
        (tokens.len(), calls.len()),
        (1, 6),
        "one token for all of them"
    );
    for call in calls {
        assert_eq!(call.headers["authorization"], format!("Bearer {TOKEN}"));
        assert!(
            !call.headers.contains_key("scope"),
            "the token alone has the scope"
        );
    }
}

#[tokio::test]
async fn a_client_that_is_disabled_while_it_works_is_told_so_at_once() {
    let foreign = Foreign::without_tokens().await;
    let token = json!({"access_token": TOKEN, "expires_in": 1800});
    let tokens = |answer: ResponseTemplate| {
        Mock::given(method("POST"))
            .and(path("/identity/connect/token"))
            .respond_with(answer)
    };
    tokens(ok(token))
        .up_to_n_times(1)
        .mount(&foreign.server)
        .await;
    let unknown = json!({"error": "invalid_client"});
    tokens(ResponseTemplate::new(401).set_body_json(unknown))
        .mount(&foreign.server)
        .await;
    let refused = ResponseTemplate::new(401)
        .insert_header("www-authenticate", "Bearer error=\"invalid_token\"");
    foreign.get("projects", 9, refused).await;
    let error = foreign.client.projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "InvalidClient");
    assert_eq!(foreign.count("GET", "projects").await, 1);
    assert!(foreign.waits().is_empty());
}
