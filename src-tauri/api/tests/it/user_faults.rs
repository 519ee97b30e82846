//! The real service misbehaving on order while users are written: nobody is created twice, and
//! what may be repeated is.

use fielddesk_model::{Field, UserChange};
use serde_json::json;

use crate::support::fleet::losses;
use crate::support::service::Service;

#[tokio::test]
async fn a_user_whose_create_was_lost_is_there_once() {
    let service = Service::start().await;
    let client = service.admin();
    for (index, (action, sent)) in losses().into_iter().enumerate() {
        let number = format!("98000{index}");
        service.fault_on("POST", "users", &action).await;
        service.reset_log().await;
        let created = client
            .users()
            .create(&service.new_user(&number))
            .await
            .unwrap();
        assert_eq!(service.log("POST", "/users").await.len(), sent, "{action}");
        assert!(
            !service.log("GET", "/by-employee-number/").await.is_empty(),
            "{action}"
        );
        let stored = client.users().by_employee_number(&number).await.unwrap();
        assert_eq!(stored, created, "{action}");
    }
}

#[tokio::test]
async fn changes_and_deletes_are_repeated_after_any_loss() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let user = users.create(&service.new_user("981000")).await.unwrap();
    let profile = &user.company_profile_id;
    for (index, (action, _)) in losses().into_iter().enumerate() {
        let change = UserChange {
            department: Field::Value(format!("department {index}")),
            ..UserChange::default()
        };
        let before = service.waits().len();
        service.fault_on("PATCH", "users", &action).await;
        let patched = users.patch(profile, &change).await.unwrap();
        assert_eq!(patched.department, change.department.value(), "{action}");
        service.fault_on("PATCH", "users/disable", &action).await;
        users.disable(profile).await.unwrap();
        service.fault_on("PUT", "users", &action).await;
        let cleared = users.clear(&patched, &["department"]).await.unwrap();
        assert_eq!(cleared.user.department, None, "{action}");
        // The answer to a disable has no body that could be cut.
        let lost = 2 + usize::from(action.get("truncateResponseAfterBytes").is_none());
        let waited = service.waits().len() - before;
        assert_eq!(waited, lost, "{action}: each once more");
        users.enable(profile).await.unwrap();
    }
    service
        .fault_on("DELETE", "users", &json!({"resetAfterCommit": true}))
        .await;
    users.delete(&user.identity_id).await.unwrap();
}

#[tokio::test]
async fn a_busy_service_is_waited_for_and_the_write_done_once() {
    let service = Service::start().await;
    let client = service.admin();
    let busy = json!({"status": 429, "headers": {"Retry-After": "9"}});
    service.fault_on("POST", "users", &busy).await;
    service
        .fault_on("POST", "users", &json!({"status": 429}))
        .await;
    client
        .users()
        .create(&service.new_user("982000"))
        .await
        .unwrap();
    assert_eq!(service.waits(), [9, 2]);
    assert_eq!(
        service.log("GET", "/users").await.len(),
        0,
        "nothing was in doubt"
    );
}
