//! The real service losing answers on order while records are written: nothing is created twice,
//! and what may be repeated is.

use fielddesk_api::MachineQuery;
use fielddesk_model::{Field, MachineChange, UserChange};
use serde_json::json;

use crate::support::fleet::losses;
use crate::support::service::Service;

#[tokio::test]
async fn what_is_created_in_a_lost_request_is_there_once() {
    let service = Service::start().await;
    let client = service.admin();
    let (machines, users) = (client.machines(), client.users());
    for (index, (action, sent)) in losses().into_iter().enumerate() {
        for path in ["machines", "users", "machines/create/array"] {
            service.fault_on("POST", path, &action).await;
        }
        service.reset_log().await;
        let user = service.new_user(&format!("98000{index}"));
        let user = users.create(&user).await.unwrap();
        let stored = users.by_employee_number(&user.employee_number).await;
        assert_eq!(stored.unwrap(), user, "{action}");
        assert_eq!(service.log("POST", "/users").await.len(), sent, "{action}");

        let new = service.new_machine(&format!("LOST-{index}"));
        machines.create(&new).await.unwrap();
        assert_eq!(
            service.log("POST", "/machines").await.len(),
            sent,
            "{action}"
        );
        let items = [0, 1].map(|item| service.new_machine(&format!("LOST-{index}-{item}")));
        let outcomes = machines.create_array(&items).await.unwrap();
        assert!(outcomes.iter().all(|one| one.success), "{outcomes:?}");
        let arrays = service.log("POST", "/create/array").await;
        assert_eq!(arrays.len(), sent, "{action}");
        let all = machines.list(MachineQuery::default()).await.unwrap();
        let prefix = format!("LOST-{index}");
        let ours = all
            .iter()
            .filter(|one| one.machine_number.starts_with(&prefix));
        assert_eq!(ours.count(), 3, "{action}");
    }
}

#[tokio::test]
async fn changes_and_deletes_are_repeated_after_any_loss() {
    let service = Service::start().await;
    let client = service.admin();
    let (machines, users) = (client.machines(), client.users());
    let id = machines
        .create(&service.new_machine("AGAIN-1"))
        .await
        .unwrap()
        .id;
    let user = users.create(&service.new_user("981000")).await.unwrap();
    for (index, (action, _)) in losses().into_iter().enumerate() {
        for (method, path) in [
            ("PATCH", "machines"),
            ("PUT", "machines"),
            ("PATCH", "users"),
        ] {
            service.fault_on(method, path, &action).await;
        }
        let before = service.waits().len();
        let change = MachineChange {
            id: Field::Value(id.clone()),
            note: Field::Value(format!("note {index}")),
            ..MachineChange::default()
        };
        let patched = machines.patch(&id, &change).await.unwrap();
        assert_eq!(patched.note, change.note.clone().value(), "{action}");
        let outcomes = machines.update_array(&[change]).await.unwrap();
        assert!(outcomes[0].success, "{action}");
        let change = UserChange {
            department: Field::Value(format!("department {index}")),
            ..UserChange::default()
        };
        users
            .patch(&user.company_profile_id, &change)
            .await
            .unwrap();
        assert_eq!(
            service.waits()[before..],
            [1, 1, 1],
            "{action}: each once more"
        );
    }
    for path in ["machines", "users"] {
        service
            .fault_on("DELETE", path, &json!({"resetAfterCommit": true}))
            .await;
    }
    machines.delete(&id).await.unwrap();
    users.delete(&user.identity_id).await.unwrap();
}
