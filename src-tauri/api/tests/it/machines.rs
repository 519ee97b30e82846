//! Machines and equipment of the real service: each call of the client.

use fielddesk_api::{Deletion, MachineQuery};
use fielddesk_model::{
    EsgChange, Field, FuelConsumptionUnit, FuelType, Machine, MachineChange, MachineId,
};

use crate::support::kind;
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

#[tokio::test]
async fn changes_keep_what_is_left_out_and_fuel_is_patched_apart() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let new = MachineChange {
        note: text("first"),
        department: text("Tunnel"),
        active: Field::Value(true),
        ..service.new_machine("API-2")
    };
    let id = machines.create(&new).await.unwrap().id;
    let patch = MachineChange {
        note: text(""),
        department: Field::Null,
        block_check_in: Field::Value(true),
        block_check_in_message: text("På service til fredag"),
        ..MachineChange::default()
    };
    let patched = machines.patch(&id, &patch).await.unwrap();
    assert!(patched.note.as_deref().is_none_or(str::is_empty));
    assert_eq!(
        patched.department.as_deref(),
        Some("Tunnel"),
        "null is left out"
    );
    assert!(patched.active && patched.block_check_in);
    let put = MachineChange {
        block_check_in: Field::Value(false),
        ..service.new_machine("API-2")
    };
    let stored = machines.put(&id, &put).await.unwrap();
    assert_eq!((stored.active, stored.block_check_in), (true, false));
    let fuel = EsgChange {
        fuel_consumption_rate: Field::Value(12.5),
        fuel_consumption_unit: Field::Value(FuelConsumptionUnit::LitresPerHour),
        ..EsgChange::default()
    };
    machines.patch_esg(&id, &fuel).await.unwrap();
    let electric = EsgChange {
        fuel_type: Field::Value(FuelType::Electric),
        ..EsgChange::default()
    };
    let esg = machines.patch_esg(&id, &electric).await.unwrap();
    assert_eq!(esg.fuel_consumption_rate, Some(12.5), "left out stays");
    let nothing = machines.patch_esg(&id, &EsgChange::default()).await;
    assert_eq!(nothing.unwrap_err().status(), Some(400));

    let items = ["API-10", "API-2", "API-12"].map(|number| service.new_machine(number));
    let outcomes = machines.create_array(&items).await.unwrap();
    let done: Vec<bool> = outcomes.iter().map(|outcome| outcome.success).collect();
    assert_eq!(done, [true, false, true], "{outcomes:?}");
    let change = |id: Option<MachineId>| MachineChange {
        id: id.map_or(Field::Omitted, Field::Value),
        note: text("by array"),
        ..MachineChange::default()
    };
    let outcomes = machines
        .update_array(&[change(None), change(Some(id.clone()))])
        .await
        .unwrap();
    assert!(!outcomes[0].success && outcomes[1].success, "{outcomes:?}");
    let machine = machines.get(&id, PLAIN).await.unwrap();
    assert_eq!(machine.note.as_deref(), Some("by array"));
}

#[tokio::test]
async fn a_machine_is_deleted_where_nothing_depends_on_it() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let id = machines
        .create(&service.new_machine("API-5"))
        .await
        .unwrap()
        .id;
    assert_eq!(
        machines.delete_if_deletable(&id).await.unwrap(),
        Deletion::Done
    );
    assert!(machines.get(&id, PLAIN).await.unwrap_err().is_not_found());
    let mut bound = Vec::new();
    for machine in list(&service, PLAIN).await {
        if !machines.is_deletable(&machine.id).await.unwrap() {
            bound.push(machine.id);
        }
    }
    let bound = bound.first().expect("the demo has dependent data");
    let error = machines.delete(bound).await.unwrap_err();
    assert!(error.is_conflict() && error.code().is_some(), "{error:?}");
    let outcome = machines.delete_if_deletable(bound).await.unwrap();
    assert!(matches!(outcome, Deletion::Refused { .. }));
}

#[tokio::test]
async fn who_may_not_write_reads_and_a_stranger_does_neither() {
    let service = Service::start().await;
    let reader = service.client(&service.clients().read_only, &["serviceapiv3"]);
    let machines = reader.machines();
    let known = machines.list(PLAIN).await.unwrap().remove(0).id;
    let stranger = service.client(&service.clients().other_company, &["serviceapiv3"]);
    let new = service.new_machine("API-30");
    for error in [
        machines.create(&new).await.unwrap_err(),
        machines.create_array(&[new]).await.unwrap_err(),
        machines
            .patch(&known, &MachineChange::default())
            .await
            .unwrap_err(),
        machines.delete(&known).await.unwrap_err(),
        stranger.machines().get(&known, PLAIN).await.unwrap_err(),
    ] {
        assert_eq!(kind(&error), "Forbidden");
        assert!(error.service_message().is_some());
        assert_eq!(error.attempts(), 1);
    }
}
