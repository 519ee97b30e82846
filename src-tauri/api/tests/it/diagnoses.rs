//! The five meanings of a 401, and what a client may not do, as the real service says them.

use fielddesk_api::{Client, Credentials, Diagnosis, Error, ErrorKind, TripQuery};
use fielddesk_model::Environment;
use reqwest::header::WWW_AUTHENTICATE;

use crate::support::foreign::upload;
use crate::support::service::{Service, secret_of};

fn diagnosis(error: &Error) -> &Diagnosis {
    match error.kind() {
        ErrorKind::Unauthenticated(diagnosis) => diagnosis,
        _ => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn a_token_for_another_host_is_the_wrong_scope() {
    let service = Service::start().await;
    let client = service.client(&service.clients().core_only, &["serviceapiv3"]);
    let error = client
        .mass_types()
        .page(&TripQuery::everything(), None)
        .await
        .unwrap_err();
    let expected = Diagnosis::WrongScope {
        audience: "serviceapiv3".to_owned(),
    };
    assert_eq!(*diagnosis(&error), expected);
    assert_eq!(
        service.log("GET", "/reporting/").await.len(),
        2,
        "once more with a new token"
    );
    assert_eq!(service.log("POST", "/connect/token").await.len(), 2);
}

#[tokio::test]
async fn a_token_of_the_other_environment_is_told_by_its_issuer() {
    let service = Service::start().await;
    let production = service.environment(Environment::Production);
    let mut endpoints = service.endpoints();
    endpoints.identity = production.identity_url.parse().unwrap();
    let who = secret_of(&production.clients.as_ref().unwrap().admin);
    let client = service.connect(endpoints, who, &["serviceapiv3"]);
    let error = client.projects().list().await.unwrap_err();
    let Diagnosis::WrongEnvironment { issuer } = diagnosis(&error) else {
        panic!("{error:?}");
    };
    assert!(issuer.contains("production"), "{issuer}");
}

async fn static_token(service: &Service) -> Client {
    let who = &service.clients().admin;
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", &who.client_id),
        ("client_secret", &who.client_secret),
        ("scope", "serviceapiv3"),
    ];
    let url = format!("{}/connect/token", service.endpoints().identity);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let answer = http.post(url).form(&form).send().await.unwrap();
    let answer: serde_json::Value = answer.json().await.unwrap();
    let token = answer["access_token"].as_str().unwrap();
    service.connect(
        service.endpoints(),
        Credentials::StaticToken(token.into()),
        &[],
    )
}

#[tokio::test]
async fn an_expired_static_token_is_told_with_its_time_and_not_repeated() {
    let service = Service::start().await;
    let client = static_token(&service).await;
    client.projects().list().await.unwrap();
    service.revoke(&service.clients().admin.client_id).await;
    service.reset_log().await;
    let error = client.projects().list().await.unwrap_err();
    assert!(
        matches!(diagnosis(&error), Diagnosis::Expired { at: Some(_) }),
        "{error:?}"
    );
    assert_eq!(service.log("GET", "/core/").await.len(), 1);
}

#[tokio::test]
async fn a_revoked_token_of_a_client_is_renewed_unseen() {
    let service = Service::start().await;
    let client = service.admin();
    client.projects().list().await.unwrap();
    // What is issued within the second of the order counts as issued before it.
    service.revoke(&service.clients().admin.client_id).await;
    service.reset_log().await;
    let mut last = client.projects().list().await;
    for _ in 0..40 {
        if last.is_ok() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        service.reset_log().await;
        last = client.projects().list().await;
    }
    last.unwrap();
    assert_eq!(service.log("POST", "/connect/token").await.len(), 1);
}

#[tokio::test]
async fn a_damaged_token_is_malformed() {
    let service = Service::start().await;
    for token in ["not-a-token", "a.b.c"] {
        let who = Credentials::StaticToken(token.into());
        let client = service.connect(service.endpoints(), who, &[]);
        let error = client.projects().list().await.unwrap_err();
        assert_eq!(*diagnosis(&error), Diagnosis::Malformed, "{token}");
    }
}

#[tokio::test]
async fn a_request_without_a_token_is_told_so() {
    let service = Service::start().await;
    let url = format!("{}/api/v4/integration/projects", service.endpoints().base);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let answer = http.get(url).send().await.unwrap();
    let header = answer.headers()[WWW_AUTHENTICATE].to_str().unwrap();
    assert_eq!(Diagnosis::read([header]), Diagnosis::NoToken, "{header}");
}

#[tokio::test]
async fn a_wrong_secret_and_an_unknown_client_are_refused_at_once() {
    let service = Service::start().await;
    let known = service.clients().admin.client_id.clone();
    for client_id in [known.as_str(), "nobody"] {
        let who = Credentials::Client {
            client_id: client_id.to_owned(),
            client_secret: "wrong".into(),
        };
        let client = service.connect(service.endpoints(), who, &["serviceapiv3"]);
        let error = client.projects().list().await.unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::InvalidClient),
            "{error:?}"
        );
        assert_eq!(error.attempts(), 1);
    }
}

#[tokio::test]
async fn a_scope_that_is_not_granted_is_left_out() {
    let service = Service::start().await;
    let client = service.client(
        &service.clients().core_only,
        &["serviceapiv3", "reportingapiv1"],
    );
    let granted = client.sign_in().await.unwrap();
    assert_eq!(granted.granted, ["serviceapiv3"]);
    assert_eq!(granted.refused, ["reportingapiv1"]);
    client.projects().list().await.unwrap();
}

#[tokio::test]
async fn a_forbidden_call_keeps_the_services_reason() {
    let service = Service::start().await;
    let target = fielddesk_api::DocumentTarget::Project(service.project().await.id);
    let clients = service.clients();
    let mut reasons = Vec::new();
    for who in [&clients.standard, &clients.read_only] {
        let client = service.client(who, &["serviceapiv3"]);
        let error = client
            .documents(&target)
            .upload(upload(&[("a", b"1")]))
            .await
            .unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Forbidden), "{error:?}");
        reasons.push((
            error.code().map(str::to_owned),
            error.service_message().map(str::to_owned),
        ));
    }
    assert_ne!(
        reasons[0], reasons[1],
        "not an administrator and read-only are told apart"
    );
    let reader = service.client(&clients.read_only, &["serviceapiv3"]);
    reader.documents(&target).list().await.unwrap();
}
