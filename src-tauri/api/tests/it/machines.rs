//! Machines and equipment of the real service.

use fielddesk_api::MachineQuery;
use fielddesk_model::{Field, Machine, MachineChange};

use crate::support::service::Service;

const PLAIN: MachineQuery = MachineQuery { equipment: false };

fn text(text: &str) -> Field<String> {
    Field::Value(text.to_owned())
}

async fn list(service: &Service, query: MachineQuery) -> Vec<Machine> {
    let client = service.admin();
    client.machines().list(query).await.unwrap().records
}

#[tokio::test]
async fn a_created_machine_is_found_by_id_by_number_and_in_the_list() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let types = machines.types().await.unwrap();
    let new = MachineChange {
        type_id: Field::Value(types[0].type_id.clone()),
        weight: Field::Value(21_500.5),
        service_date: Field::Value("2026-03-01T10:30:00Z".parse().unwrap()),
        ..service.new_machine("API-1")
    };
    let created = machines.create(&new).await.unwrap();
    assert_eq!(created.weight, Some(21_500.5));
    assert_eq!(created.service_date, "2026-03-01T10:30:00Z".parse().ok());
    for equipment in [PLAIN, MachineQuery::WITH_EQUIPMENT] {
        let by_id = machines.get(&created.id, equipment).await.unwrap();
        let by_number = machines.by_number("API-1", equipment).await.unwrap();
        assert_eq!(by_id, by_number);
        let asked = equipment == MachineQuery::WITH_EQUIPMENT;
        assert_eq!(by_id.equipment.is_some(), asked);
    }
    assert!(list(&service, PLAIN).await.contains(&created));
    let full = list(&service, MachineQuery::WITH_EQUIPMENT).await;
    let linked = full
        .iter()
        .find_map(|machine| Some((machine, machine.equipment.as_ref()?.first()?)));
    let (parent, equipment) = linked.expect("the demo has linked equipment");
    assert_eq!(equipment.parent_machine_id.as_ref(), Some(&parent.id));
    for number in ["no-such", "a/b?c#d"] {
        let error = machines.by_number(number, PLAIN).await.unwrap_err();
        assert!(error.is_not_found(), "{error:?}");
    }
    service.reset_log().await;
    let again = machines.create(&service.new_machine("API-1")).await;
    assert!(again.unwrap_err().is_conflict());
    let looks = service.log("GET", "/machines").await;
    assert!(looks.is_empty(), "the refusal it is");
    let wrong = MachineChange {
        type_id: text("no-such-type"),
        ..service.new_machine("API-2")
    };
    let error = machines.create(&wrong).await.unwrap_err();
    assert_eq!(error.code(), Some("MachineService.machineTypeInvalid"));
}
