//! The real service misbehaving on order while machines are written: nothing is created twice,
//! and what may be repeated is.

use fielddesk_api::MachineQuery;
use fielddesk_model::{Field, MachineChange};
use serde_json::json;

use crate::support::fleet::losses;
use crate::support::service::Service;

#[tokio::test]
async fn a_machine_whose_create_was_lost_is_there_once() {
    let service = Service::start().await;
    let client = service.admin();
    for (index, (action, sent)) in losses().into_iter().enumerate() {
        let number = format!("LOST-{index}");
        service.fault_on("POST", "machines", &action).await;
        service.reset_log().await;
        let created = client
            .machines()
            .create(&service.new_machine(&number))
            .await
            .unwrap();
        assert_eq!(
            service.log("POST", "/machines").await.len(),
            sent,
            "{action}"
        );
        assert!(
            !service.log("GET", "/by-machine-number/").await.is_empty(),
            "{action}"
        );
        let stored = client
            .machines()
            .by_number(&number, MachineQuery::default())
            .await
            .unwrap();
        assert_eq!(stored.id, created.id, "{action}");
    }
}

#[tokio::test]
async fn a_subsidiarys_machine_whose_number_the_company_has_too_is_found() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    machines
        .create(&service.new_machine("BOTH-1"))
        .await
        .unwrap();
    let new = MachineChange {
        company_id: Field::Value(service.subsidiary()),
        ..service.new_machine("BOTH-1")
    };
    service
        .fault_on("POST", "machines", &json!({"resetAfterCommit": true}))
        .await;
    service.reset_log().await;
    let created = machines.create(&new).await.unwrap();
    assert_eq!(created.company_id, service.subsidiary());
    assert_eq!(service.log("POST", "/machines").await.len(), 1);
}

#[tokio::test]
async fn a_create_with_its_number_taken_is_a_conflict_even_in_doubt() {
    let service = Service::start().await;
    let client = service.admin();
    client
        .machines()
        .create(&service.new_machine("TAKEN-1"))
        .await
        .unwrap();
    let other = MachineChange {
        name: Field::Value("Something else".to_owned()),
        ..service.new_machine("TAKEN-1")
    };
    service
        .fault_on("POST", "machines", &json!({"status": 502}))
        .await;
    let error = client.machines().create(&other).await.unwrap_err();
    assert!(
        error.is_conflict() && error.service_message().is_some(),
        "{error:?}"
    );
    let stored = client
        .machines()
        .by_number("TAKEN-1", MachineQuery::default())
        .await
        .unwrap();
    assert_eq!(
        stored.name.as_deref(),
        Some("Prøvemaskin"),
        "theirs is as it was"
    );
}

#[tokio::test]
async fn the_items_of_a_lost_array_are_there_once() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    for (round, (action, sent)) in losses().into_iter().enumerate() {
        let items: Vec<MachineChange> = (0..5)
            .map(|item| service.new_machine(&format!("ARR-{round}-{item}")))
            .collect();
        service
            .fault_on("POST", "machines/create/array", &action)
            .await;
        service.reset_log().await;
        let outcomes = machines.create_array(&items).await.unwrap();
        assert!(
            outcomes.iter().all(|outcome| outcome.success),
            "{action}: {outcomes:?}"
        );
        assert_eq!(
            service.log("POST", "/create/array").await.len(),
            sent,
            "{action}"
        );
        let all = machines.list(MachineQuery::default()).await.unwrap();
        let prefix = format!("ARR-{round}-");
        let ours = all
            .iter()
            .filter(|machine| machine.machine_number.starts_with(&prefix));
        assert_eq!(ours.count(), 5, "{action}");
    }
}

#[tokio::test]
async fn changes_and_deletes_are_repeated_after_any_loss() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let id = machines
        .create(&service.new_machine("AGAIN-1"))
        .await
        .unwrap()
        .id;
    for (index, (action, _)) in losses().into_iter().enumerate() {
        let change = MachineChange {
            id: Field::Value(id.clone()),
            note: Field::Value(format!("note {index}")),
            ..MachineChange::default()
        };
        let before = service.waits().len();
        service.fault_on("PATCH", "machines", &action).await;
        let patched = machines.patch(&id, &change).await.unwrap();
        assert_eq!(patched.note, change.note.clone().value(), "{action}");
        service.fault_on("PUT", "machines", &action).await;
        let outcomes = machines
            .update_array(std::slice::from_ref(&change))
            .await
            .unwrap();
        assert!(outcomes[0].success, "{action}");
        assert_eq!(
            service.waits()[before..],
            [1, 1],
            "{action}: each once more"
        );
    }
    service
        .fault_on("DELETE", "machines", &json!({"resetAfterCommit": true}))
        .await;
    machines.delete(&id).await.unwrap();
}
