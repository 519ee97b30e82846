//! Users need no administrator, and their writes are audited.

use reqwest::Method;
use serde_json::json;

use super::{USERS, created, encoded, patched};
use crate::support::TestService;

#[tokio::test]
async fn users_need_no_administrator() {
    let test = TestService::start().await;
    let client = &test.service.clients().standard;
    let session = test.session(test.test(), client).await;
    let user = created(&session, "A-1", json!({})).await;
    patched(&session, &user, json!({"email": "a@b.example"})).await;
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
