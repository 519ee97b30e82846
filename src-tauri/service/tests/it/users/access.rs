//! Who may do what with users: read-only clients, other companies, hosts and scopes.

use reqwest::Method;
use serde_json::{Value, json};

use super::{USERS, created, encoded, nine, patched, read, required, send, with};
use crate::support::{TestService, refused};

#[tokio::test]
async fn a_read_only_client_reads_users_and_writes_none() {
    let test = TestService::start().await;
    let admin = test.admin_session().await;
    let user = created(&admin, "A-1", json!({})).await;
    let client = &test.test().clients.as_ref().unwrap().read_only;
    let session = test.session(test.test(), client).await;
    assert_eq!(read(&session, &user).await, user);
    let profile = user["companyProfileId"].as_str().unwrap();
    let identity = encoded(user["identityId"].as_str().unwrap());
    for (method, path, body) in [
        (Method::POST, USERS.to_owned(), required(&test, "A-2")),
        (Method::PUT, format!("{USERS}/{identity}"), nine(&user)),
        (
            Method::PATCH,
            format!("{USERS}/{profile}"),
            json!({"email": "x"}),
        ),
        (
            Method::PATCH,
            format!("{USERS}/{profile}"),
            json!({"email": 5}),
        ),
        (
            Method::PATCH,
            format!("{USERS}/disable/{profile}"),
            json!({}),
        ),
        (
            Method::PATCH,
            format!("{USERS}/enable/{profile}"),
            json!({}),
        ),
        (Method::DELETE, format!("{USERS}/{identity}"), json!({})),
    ] {
        let answer = send(&session, method, &path, &body).await;
        assert_eq!(refused(answer, 403).await, "ReadOnlyClient", "{path}");
    }
    assert_eq!(read(&admin, &user).await, user, "nothing changed");
}

#[tokio::test]
async fn users_need_no_administrator() {
    let test = TestService::start().await;
    let client = &test.test().clients.as_ref().unwrap().standard;
    let session = test.session(test.test(), client).await;
    let user = created(&session, "A-1", json!({})).await;
    patched(&session, &user, json!({"email": "a@b.example"})).await;
}

#[tokio::test]
async fn another_companys_user_by_id_is_403_and_in_no_list() {
    let test = TestService::start().await;
    let admin = test.admin_session().await;
    let user = created(&admin, "A-1", json!({})).await;
    let client = &test.test().clients.as_ref().unwrap().other_company;
    let session = test.session(test.test(), client).await;
    let profile = user["companyProfileId"].as_str().unwrap();
    let identity = encoded(user["identityId"].as_str().unwrap());
    for (method, path, body) in [
        (
            Method::GET,
            format!("{USERS}/by-profile-id/{profile}"),
            json!({}),
        ),
        (
            Method::GET,
            format!("{USERS}/is-identity-deletable/{identity}"),
            json!({}),
        ),
        (Method::PUT, format!("{USERS}/{identity}"), nine(&user)),
        (
            Method::PATCH,
            format!("{USERS}/{profile}"),
            json!({"email": "x"}),
        ),
        (
            Method::PATCH,
            format!("{USERS}/disable/{profile}"),
            json!({}),
        ),
        (
            Method::PATCH,
            format!("{USERS}/enable/{profile}"),
            json!({}),
        ),
        (Method::DELETE, format!("{USERS}/{identity}"), json!({})),
        (Method::POST, USERS.to_owned(), required(&test, "A-2")),
    ] {
        let answer = send(&session, method, &path, &body).await;
        assert_eq!(refused(answer, 403).await, "Forbidden", "{path}");
    }
    let by_number = session
        .get(&format!("{USERS}/by-employee-number/A-1"))
        .await;
    refused(by_number, 404).await;
    let list: Vec<Value> = session.get(USERS).await.json().await.unwrap();
    let own = json!(client.company_id);
    assert!(!list.is_empty() && list.iter().all(|user| user["companyId"] == own));
    assert_eq!(read(&admin, &user).await, user, "nothing changed");
}

#[tokio::test]
async fn a_company_whose_integration_is_disabled_is_403_and_in_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestService::with(fielddesk_service::ServeOptions {
        data: Some(folder.path().to_owned()),
        durability: Some(fielddesk_service::Durability::Process),
        ..crate::support::demo()
    })
    .await;
    let session = test.admin_session().await;
    let subsidiary = test.test().subsidiary_id.clone().unwrap();
    let user = created(&session, "A-1", json!({"companyId": subsidiary})).await;
    let folder = folder.path().to_str().unwrap();
    let company = subsidiary.as_str();
    crate::support::binary::json(&[
        "company",
        "disable-integration",
        "--data",
        folder,
        "--environment",
        "test",
        "--company",
        company,
    ]);
    let profile = user["companyProfileId"].as_str().unwrap();
    let read = format!("{USERS}/by-profile-id/{profile}");
    // In force within three seconds.
    let start = std::time::Instant::now();
    loop {
        let answer = session.get(&read).await;
        if answer.status() == 403 {
            assert_eq!(refused(answer, 403).await, "IntegrationDisabled");
            break;
        }
        assert!(start.elapsed().as_secs() < 3, "not in force");
        tokio::task::yield_now().await;
    }
    let list: Vec<Value> = session.get(USERS).await.json().await.unwrap();
    assert!(
        list.iter()
            .all(|user| user["companyId"] != json!(subsidiary))
    );
    let by_number = session
        .get(&format!("{USERS}/by-employee-number/A-1"))
        .await;
    refused(by_number, 404).await;
    let body = with(required(&test, "A-2"), json!({"companyId": subsidiary}));
    let create = send(&session, Method::POST, USERS, &body).await;
    assert_eq!(refused(create, 403).await, "IntegrationDisabled");
}

#[tokio::test]
async fn a_path_with_another_method_is_405_and_the_environments_share_nothing() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let user = created(&session, "A-1", json!({})).await;
    let identity = encoded(user["identityId"].as_str().unwrap());
    for (method, path) in [
        (Method::GET, format!("{USERS}/{identity}")),
        (Method::PUT, USERS.to_owned()),
        (Method::POST, format!("{USERS}/disable/x")),
    ] {
        let answer = session.call(method, &path).send().await.unwrap();
        assert_eq!(refused(answer, 405).await, "MethodNotAllowed");
    }
    let admin = &test.production().clients.as_ref().unwrap().admin;
    let production = test.session(test.production(), admin).await;
    let path = format!("{USERS}/is-identity-deletable/{identity}");
    refused(production.get(&path).await, 404).await;
}

#[tokio::test]
async fn writes_are_in_the_audit_log_without_personal_values() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestService::with(fielddesk_service::ServeOptions {
        data: Some(folder.path().to_owned()),
        durability: Some(fielddesk_service::Durability::Process),
        ..crate::support::demo()
    })
    .await;
    let session = test.admin_session().await;
    let user = created(&session, "A-1", json!({"personalInfo": "a secret of mine"})).await;
    patched(
        &session,
        &user,
        json!({"closestRelative": "a secret of mine"}),
    )
    .await;
    let profile = user["companyProfileId"].as_str().unwrap();
    for verb in ["disable", "enable"] {
        let path = format!("{USERS}/{verb}/{profile}");
        session.call(Method::PATCH, &path).send().await.unwrap();
    }
    let path = format!("{USERS}/{}", encoded(user["identityId"].as_str().unwrap()));
    session.call(Method::DELETE, &path).send().await.unwrap();
    let log = crate::support::binary::json(&["audit", "--data", folder.path().to_str().unwrap()]);
    let text = log.to_string();
    for action in [
        "user.created",
        "user.changed",
        "user.disabled",
        "user.enabled",
        "user.deleted",
    ] {
        assert!(text.contains(action), "{action}");
    }
    assert!(text.contains("closestRelative") && !text.contains("a secret of mine"));
}
