//! Deletes, and the check before them: they agree.

use fielddesk_model::IdentityDeletable;
use reqwest::{Method, Response};
use serde_json::json;

use super::{USERS, between_writes, created, encoded, listed, numbers, read, said};
use crate::support::{Session, refused};

async fn delete(session: &Session, path: &str) -> Response {
    session.call(Method::DELETE, path).send().await.unwrap()
}

#[tokio::test]
async fn the_check_and_the_delete_agree_for_everybody_of_the_seed() {
    let session = Session::start().await;
    let (mut kept, mut gone) = (0, 0);
    for user in listed(&session, "").await {
        let id = encoded(user.identity_id.as_str());
        let answer = session
            .get(&format!("{USERS}/is-identity-deletable/{id}"))
            .await;
        assert_eq!(answer.status(), 200);
        let check: IdentityDeletable = answer.json().await.unwrap();
        assert_eq!(check.is_deletable, check.validation_errors.is_empty());
        let answer = delete(&session, &format!("{USERS}/{id}")).await;
        if check.is_deletable {
            assert_eq!(answer.status(), 204);
            assert!(answer.bytes().await.unwrap().is_empty());
            gone += 1;
        } else {
            let (code, message) = said(answer, 409).await;
            assert_eq!(code, "UserNotDeletable");
            assert_eq!(vec![message], check.validation_errors);
            kept += 1;
        }
    }
    assert!(kept >= 1 && gone >= 40, "{kept} kept, {gone} gone");
    assert_eq!(numbers(&session, "").await.len(), kept);
}

#[tokio::test]
async fn a_deleted_user_is_gone_and_its_number_is_free() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let id = encoded(user["identityId"].as_str().unwrap());
    let path = format!("{USERS}/{id}");
    assert_eq!(delete(&session, &path).await.status(), 204);
    let profile = user["companyProfileId"].as_str().unwrap();
    for path in [
        format!("{USERS}/by-profile-id/{profile}"),
        format!("{USERS}/by-employee-number/A-1"),
        format!("{USERS}/is-identity-deletable/{id}"),
    ] {
        refused(session.get(&path).await, 404).await;
    }
    refused(delete(&session, &path).await, 404).await;
    created(&session, "A-1", json!({})).await;
}

#[tokio::test]
async fn a_deleted_supervisor_leaves_the_users_it_led_and_marks_them_modified() {
    let session = Session::start().await;
    let boss = created(&session, "S-1", json!({})).await;
    created(&session, "S-2", json!({})).await;
    let sent = json!([{"supervisorId": "S-1", "primary": true}, {"supervisorId": "S-2"}]);
    let user = created(&session, "A-1", json!({"immediateSupervisors": sent})).await;
    let path = format!("{USERS}/{}", encoded(boss["identityId"].as_str().unwrap()));
    let before = between_writes().await;
    assert_eq!(delete(&session, &path).await.status(), 204);
    let now = read(&session, &user).await;
    let left = now["immediateSupervisorDetails"].as_array().unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0]["employeeNumber"], "S-2");
    assert_eq!(
        numbers(&session, &format!("?changedSince={before}")).await,
        ["A-1"]
    );
}
