//! The five meanings of a 401, and what a client may not do, as the real service says them.

use fielddesk_api::{Credentials, Diagnosis, DocumentTarget, Error, ErrorKind, TripQuery};
use fielddesk_model::Environment;
use reqwest::header::WWW_AUTHENTICATE;

use crate::support::foreign::upload;
use crate::support::kind;
use crate::support::service::{Service, secret_of};

fn diagnosis(error: &Error) -> &Diagnosis {
    match error.kind() {
        ErrorKind::Unauthenticated(diagnosis) => diagnosis,
        _ => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn each_of_the_five_cases_is_told_apart() {
    let service = Service::start().await;
    let everything = TripQuery::everything();
    let client = service.client(&service.clients().core_only, &["serviceapiv3"]);
    let error = client
        .mass_types()
        .page(&everything, None)
        .await
        .unwrap_err();
    let expected = Diagnosis::WrongScope {
        audience: "serviceapiv3".to_owned(),
    };
    assert_eq!(*diagnosis(&error), expected);
    let tries = service.log("GET", "/reporting/").await.len();
    assert_eq!(tries, 2, "once more with a new token");

    let production = service.environment(Environment::Production);
    let mut endpoints = service.endpoints();
    endpoints.identity = production.identity_url.parse().unwrap();
    let who = secret_of(&production.clients.as_ref().unwrap().admin);
    let client = service.connect(endpoints, who, &["serviceapiv3"]);
    let error = client.projects().list().await.unwrap_err();
    assert!(
        matches!(diagnosis(&error), Diagnosis::WrongEnvironment { issuer } if issuer.contains("production")),
        "{error:?}"
    );

    let malformed = Credentials::StaticToken("a.b.c".into());
    let client = service.connect(service.endpoints(), malformed, &[]);
    let error = client.projects().list().await.unwrap_err();
    assert_eq!(*diagnosis(&error), Diagnosis::Malformed);

    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/api/v4/integration/projects", service.endpoints().base);
    let answer = http.get(url).send().await.unwrap();
    let header = answer.headers()[WWW_AUTHENTICATE].to_str().unwrap();
    assert_eq!(Diagnosis::read([header]), Diagnosis::NoToken, "{header}");

    let who = &service.clients().admin;
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", &who.client_id),
        ("client_secret", &who.client_secret),
        ("scope", "serviceapiv3"),
    ];
    let url = format!("{}/connect/token", service.endpoints().identity);
    let answer = http.post(url).form(&form).send().await.unwrap();
    let answer: serde_json::Value = answer.json().await.unwrap();
    let token = Credentials::StaticToken(answer["access_token"].as_str().unwrap().into());
    let client = service.connect(service.endpoints(), token, &[]);
    client.projects().list().await.unwrap();
    service.revoke(&who.client_id).await;
    let error = client.projects().list().await.unwrap_err();
    assert!(
        matches!(diagnosis(&error), Diagnosis::Expired { at: Some(_) }),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_forbidden_call_keeps_the_services_reason() {
    let service = Service::start().await;
    let target = DocumentTarget::Project(service.project().await.id);
    let clients = service.clients();
    let mut reasons = Vec::new();
    for who in [&clients.standard, &clients.read_only] {
        let client = service.client(who, &["serviceapiv3"]);
        let upload = upload(&[("a", b"1")]);
        let error = client.documents(&target).upload(upload).await.unwrap_err();
        assert_eq!(kind(&error), "Forbidden");
        reasons.push((
            error.code().map(str::to_owned),
            error.service_message().map(str::to_owned),
        ));
    }
    assert_ne!(
        reasons[0], reasons[1],
        "no administrator and read-only are told apart"
    );
}
