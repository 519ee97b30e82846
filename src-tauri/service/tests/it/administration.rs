//! Administration of a data folder while it is served.

use std::path::Path;

use fielddesk_model::{CompanyId, Environment};
use fielddesk_service::admin::{Administration, ClientAct, NewClient};
use fielddesk_service::{ServeOptions, ServiceError};
use fielddesk_testing::location;
use serde_json::Value;

use crate::support::{TestService, demo, grant, refused};

const PROJECTS: &str = "/api/v4/integration/projects";

async fn served(folder: &Path) -> TestService {
    TestService::with(ServeOptions {
        data: Some(folder.to_owned()),
        ..demo()
    })
    .await
}

async fn administration(folder: &Path) -> Administration {
    Administration::open(location(folder), Environment::Test)
        .await
        .unwrap()
}

fn new_client() -> NewClient {
    NewClient {
        name: "Tablets".to_owned(),
        scopes: vec!["serviceapiv3".to_owned()],
        administrator: false,
        read_only: false,
        company: None,
        lifetime_s: Some(60),
    }
}

#[tokio::test]
async fn a_new_client_works_at_once_with_its_own_lifetime() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let made = administration(folder.path())
        .await
        .create_client(new_client())
        .await
        .unwrap();
    let id = serde_json::to_value(&made).unwrap()["clientId"]
        .as_str()
        .unwrap()
        .to_owned();
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", &id),
        ("client_secret", &made.client_secret),
        ("scope", "serviceapiv3"),
    ];
    let answer = test.ask_token(test.test(), &form).await;
    let grant: serde_json::Value = answer.json().await.unwrap();
    assert_eq!(grant["expires_in"], 60);
}

#[tokio::test]
async fn a_disabled_clients_tokens_are_refused_at_once_and_work_again_when_enabled() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let session = test.admin_session().await;
    let admin = administration(folder.path()).await;
    let id = &test.admin().client_id;
    admin.change_client(id, ClientAct::Disable).await.unwrap();
    refused(session.get(PROJECTS).await, 401).await;
    let form = grant(test.admin(), "serviceapiv3");
    assert_eq!(test.ask_token(test.test(), &form).await.status(), 401);
    admin.change_client(id, ClientAct::Enable).await.unwrap();
    assert_eq!(session.get(PROJECTS).await.status(), 200);
    admin.delete_client(id).await.unwrap();
    refused(session.get(PROJECTS).await, 401).await;
}

#[tokio::test]
async fn a_scope_is_granted_and_taken_by_the_operator() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let client = &test.service.clients().core_only;
    let admin = administration(folder.path()).await;
    let scope = "reportingapiv1".to_owned();
    admin
        .change_client(&client.client_id, ClientAct::Grant(scope.clone()))
        .await
        .unwrap();
    test.token(test.test(), client, "serviceapiv3 reportingapiv1")
        .await;
    admin
        .change_client(&client.client_id, ClientAct::Ungrant(scope))
        .await
        .unwrap();
    let form = grant(client, "reportingapiv1");
    assert_eq!(test.ask_token(test.test(), &form).await.status(), 400);
}

#[tokio::test]
async fn a_static_token_outlives_the_port() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let id = test.admin().client_id.clone();
    test.stop().await;
    let year = 365 * 86_400;
    let issued = administration(folder.path())
        .await
        .issue_token(&id, year)
        .await
        .unwrap();
    assert_eq!(issued.expires_in, year);
    let again = served(folder.path()).await;
    let url = format!("{}{PROJECTS}", again.test().base_url);
    let answer = again
        .http
        .get(url)
        .bearer_auth(&issued.access_token)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn a_company_without_integration_is_403_with_its_own_message() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let session = test.admin_session().await;
    let page = session.page().await;
    let admin = administration(folder.path()).await;

    let subsidiary = test.test().subsidiary_id.clone().unwrap();
    let list: Vec<Value> = session.get(PROJECTS).await.json().await.unwrap();
    let mut all = list.iter();
    let theirs = all.find(|one| one["companyId"] == subsidiary.as_str());
    let theirs = theirs.unwrap()["id"].as_str().unwrap();
    let orders = format!("/api/v4/integration/tasks/project/{theirs}");
    assert_eq!(session.get(&orders).await.status(), 200);
    admin.set_integration(&subsidiary, false).await.unwrap();
    let closed = refused(session.get(&orders).await, 403).await;
    assert_eq!(closed, "IntegrationDisabled");
    for records in ["projects", "users", "machines"] {
        let path = format!("/api/v4/integration/{records}");
        let list: Vec<Value> = session.get(&path).await.json().await.unwrap();
        assert!(
            list.iter()
                .all(|one| one["companyId"] != subsidiary.as_str())
        );
    }

    let company = test.test().company_id.clone().unwrap();
    admin.set_integration(&company, false).await.unwrap();
    for path in [PROJECTS, page.as_str()] {
        assert_eq!(
            refused(session.get(path).await, 403).await,
            "IntegrationDisabled"
        );
    }
    admin.set_integration(&company, true).await.unwrap();
    assert_eq!(session.get(PROJECTS).await.status(), 200);
    let nobody = admin
        .set_integration(&CompanyId::from("nobody"), false)
        .await;
    assert!(matches!(nobody, Err(ServiceError::NotFound { .. })));
}

#[tokio::test]
async fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let _test = served(folder.path()).await;
    let admin = administration(folder.path()).await;
    let bad = [
        NewClient {
            scopes: vec!["everything".to_owned()],
            ..new_client()
        },
        NewClient {
            scopes: Vec::new(),
            ..new_client()
        },
        NewClient {
            lifetime_s: Some(86_401),
            ..new_client()
        },
        NewClient {
            company: Some("nobody".into()),
            ..new_client()
        },
    ];
    for new in bad {
        assert!(admin.create_client(new).await.is_err());
    }
    assert!(admin.issue_token("nobody", 1).await.is_err());
    let first = admin.clients().await.unwrap();
    assert_eq!(first.len(), 5, "nothing was made");
    let missing = Administration::open(&folder.path().join("missing"), Environment::Test).await;
    assert!(matches!(missing.err(), Some(ServiceError::Data { .. })));
}

#[tokio::test]
async fn the_audit_log_tells_who_did_what_and_holds_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let session = test.admin_session().await;
    let page = session.task_page().await;
    session
        .upload(&page, crate::support::Form::new().file("a", "x"))
        .await;
    let admin = administration(folder.path()).await;
    let made = admin.create_client(new_client()).await.unwrap();
    let id = serde_json::to_value(&made).unwrap()["clientId"]
        .as_str()
        .unwrap()
        .to_owned();
    admin
        .change_client(&id, ClientAct::Grant("reportingapiv1".to_owned()))
        .await
        .unwrap();
    let token = admin.issue_token(&id, 60).await.unwrap();
    admin.delete_client(&id).await.unwrap();

    let log = admin.audit_log().await.unwrap();
    let text = serde_json::to_string(&log).unwrap();
    let log: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let acts: Vec<_> = log
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        acts,
        [
            "data.seeded",
            "documents.uploaded",
            "client.created",
            "client.scopeGranted",
            "token.issued",
            "client.deleted"
        ]
    );
    assert_eq!(log[1]["actor"], test.admin().client_id);
    assert_eq!(
        (&log[2]["actor"], &log[2]["subject"]),
        (&"operator".into(), &id.into())
    );
    assert!(!text.contains(&made.client_secret) && !text.contains(&token.access_token));
}

async fn status_with(test: &TestService, token: &str) -> u16 {
    let url = format!("{}{PROJECTS}", test.test().base_url);
    let answer = test.get(url, token).await;
    answer.status().as_u16()
}

#[tokio::test]
async fn a_scope_that_was_taken_is_refused_in_tokens_issued_before() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let admin = administration(folder.path()).await;
    let id = &test.admin().client_id;
    let scopes = "serviceapiv3 masstransportapiv1";
    let token = test.admin_token(scopes).await;
    let fixed = admin.issue_token(id, 1_000_000).await.unwrap();
    assert_eq!(status_with(&test, &token).await, 200);
    let scope = || "serviceapiv3".to_owned();
    admin
        .change_client(id, ClientAct::Ungrant(scope()))
        .await
        .unwrap();
    for token in [&token, &fixed.access_token] {
        let url = format!("{}{PROJECTS}", test.test().base_url);
        let answer = test.get(url, token).await;
        let challenge = answer.headers()["www-authenticate"].to_str().unwrap();
        assert!(challenge.contains("The audience '"), "{challenge}");
        assert!(!challenge.contains("serviceapiv3"), "{challenge}");
        refused(answer, 401).await;
    }
    admin
        .change_client(id, ClientAct::Grant(scope()))
        .await
        .unwrap();
    assert_eq!(status_with(&test, &token).await, 200);
}

#[tokio::test]
async fn a_static_token_lives_as_long_as_was_said_and_no_longer_than_its_client() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let admin = administration(folder.path()).await;
    let made = admin.create_client(new_client()).await.unwrap();
    let id = made.client.client_id();
    let century = admin.issue_token(id, 100 * 365 * 86_400).await.unwrap();
    assert_eq!(century.expires_in, 100 * 365 * 86_400);
    assert_eq!(status_with(&test, &century.access_token).await, 200);
    let second = admin.issue_token(id, 1).await.unwrap();
    while status_with(&test, &second.access_token).await == 200 {}
    assert_eq!(status_with(&test, &second.access_token).await, 401);
    assert!(
        admin.issue_token(id, u64::MAX).await.is_err(),
        "after all time"
    );
    admin.delete_client(id).await.unwrap();
    assert_eq!(status_with(&test, &century.access_token).await, 401);
}
