//! Machines and equipment of the real service: every endpoint.

use fielddesk_api::{Deletion, ErrorKind, MachineQuery};
use fielddesk_model::{
    EsgChange, Field, FuelConsumptionUnit, FuelType, Machine, MachineChange, MachineId,
};

use crate::support::service::Service;

fn text(text: &str) -> Field<String> {
    Field::Value(text.to_owned())
}

async fn list(service: &Service, query: MachineQuery) -> Vec<Machine> {
    service
        .admin()
        .machines()
        .list(query)
        .await
        .unwrap()
        .records
}

#[tokio::test]
async fn a_created_machine_is_found_by_id_by_number_and_in_the_list() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let types = machines.types().await.unwrap();
    assert!(types.len() >= 10 && types.iter().all(|kind| !kind.type_id.is_empty()));
    let new = MachineChange {
        type_id: Field::Value(types[0].type_id.clone()),
        build_year: Field::Value(2019),
        weight: Field::Value(21_500.5),
        service_date: Field::Value("2026-03-01T10:30:00Z".parse().unwrap()),
        ..service.new_machine("API-1")
    };
    let created = machines.create(&new).await.unwrap();
    assert!(!created.active, "false is the default");
    assert_eq!(
        (created.build_year, created.weight),
        (Some(2019), Some(21_500.5))
    );
    assert_eq!(created.service_date, "2026-03-01T10:30:00Z".parse().ok());
    for equipment in [MachineQuery::default(), MachineQuery::WITH_EQUIPMENT] {
        let by_id = machines.get(&created.id, equipment).await.unwrap();
        let by_number = machines.by_number("API-1", equipment).await.unwrap();
        assert_eq!(by_id, by_number);
        assert_eq!(by_id.id, created.id);
        assert_eq!(
            by_id.equipment.is_some(),
            equipment == MachineQuery::WITH_EQUIPMENT
        );
    }
    assert!(
        list(&service, MachineQuery::default())
            .await
            .iter()
            .any(|m| m.id == created.id)
    );
    for number in ["no-such", "a/b?c#d"] {
        let error = machines
            .by_number(number, MachineQuery::default())
            .await
            .unwrap_err();
        assert!(error.is_not_found(), "{error:?}");
    }
}

#[tokio::test]
async fn linked_equipment_comes_where_it_is_asked_for() {
    let service = Service::start().await;
    let plain = list(&service, MachineQuery::default()).await;
    assert!(plain.len() >= 40 && plain.iter().all(|machine| machine.equipment.is_none()));
    let full = list(&service, MachineQuery::WITH_EQUIPMENT).await;
    let linked = full
        .iter()
        .find_map(|machine| Some((machine, machine.equipment.as_ref()?.first()?)));
    let (parent, equipment) = linked.expect("the demo has linked equipment");
    assert!(equipment.is_equipment);
    assert_eq!(equipment.parent_machine_id.as_ref(), Some(&parent.id));
}

#[tokio::test]
async fn put_and_patch_keep_what_is_left_out_and_an_empty_text_empties() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let new = MachineChange {
        note: text("first"),
        department: text("Tunnel"),
        active: Field::Value(true),
        ..service.new_machine("API-2")
    };
    let created = machines.create(&new).await.unwrap();
    let patch = MachineChange {
        note: text(""),
        department: Field::Null,
        hour_meter: Field::Value(1200.5),
        ..MachineChange::default()
    };
    let patched = machines.patch(&created.id, &patch).await.unwrap();
    assert!(
        patched.note.as_deref().is_none_or(str::is_empty),
        "{:?}",
        patched.note
    );
    assert_eq!(
        patched.department.as_deref(),
        Some("Tunnel"),
        "null counts as left out"
    );
    assert!(patched.active, "left out is not false");
    let put = MachineChange {
        active: Field::Value(false),
        ..service.new_machine("API-2")
    };
    let stored = machines.put(&created.id, &put).await.unwrap();
    assert_eq!((stored.active, stored.hour_meter), (false, Some(1200.5)));
    assert_eq!(
        machines
            .get(&created.id, MachineQuery::default())
            .await
            .unwrap(),
        stored
    );
}

#[tokio::test]
async fn check_in_is_blocked_with_a_message_and_released() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let id = machines
        .create(&service.new_machine("API-3"))
        .await
        .unwrap()
        .id;
    let block = MachineChange {
        block_check_in: Field::Value(true),
        block_check_in_message: text("På service til fredag"),
        ..MachineChange::default()
    };
    let blocked = machines.patch(&id, &block).await.unwrap();
    assert!(blocked.block_check_in);
    assert_eq!(
        blocked.block_check_in_message.as_deref(),
        Some("På service til fredag")
    );
    let release = MachineChange {
        block_check_in: Field::Value(false),
        ..MachineChange::default()
    };
    assert!(!machines.patch(&id, &release).await.unwrap().block_check_in);
}

#[tokio::test]
async fn fuel_is_patched_apart_and_needs_a_field() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let id = machines
        .create(&service.new_machine("API-4"))
        .await
        .unwrap()
        .id;
    let change = EsgChange {
        fuel_consumption_rate: Field::Value(12.5),
        fuel_consumption_unit: Field::Value(FuelConsumptionUnit::LitresPerHour),
        fuel_type: Field::Value(FuelType::DyedDiesel),
    };
    machines.patch_esg(&id, &change).await.unwrap();
    let electric = EsgChange {
        fuel_type: Field::Value(FuelType::Electric),
        ..EsgChange::default()
    };
    let esg = machines.patch_esg(&id, &electric).await.unwrap();
    assert_eq!(esg.fuel_consumption_rate, Some(12.5), "left out stays");
    let machine = machines.get(&id, MachineQuery::default()).await.unwrap();
    assert_eq!(machine.fuel_type, Some(FuelType::Electric));
    assert_eq!(
        machine.fuel_consumption_unit,
        Some(FuelConsumptionUnit::LitresPerHour)
    );
    let error = machines
        .patch_esg(&id, &EsgChange::default())
        .await
        .unwrap_err();
    assert_eq!(error.status(), Some(400), "{error:?}");
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
    assert!(machines.is_deletable(&id).await.unwrap());
    assert_eq!(
        machines.delete_if_deletable(&id).await.unwrap(),
        Deletion::Done
    );
    let error = machines
        .get(&id, MachineQuery::default())
        .await
        .unwrap_err();
    assert!(error.is_not_found(), "{error:?}");

    let mut bound: Option<MachineId> = None;
    for machine in list(&service, MachineQuery::default()).await {
        if !machines.is_deletable(&machine.id).await.unwrap() {
            bound = Some(machine.id);
            break;
        }
    }
    let bound = bound.expect("the demo has a machine with dependent data");
    let error = machines.delete(&bound).await.unwrap_err();
    assert_eq!(
        (error.is_conflict(), error.status()),
        (true, Some(409)),
        "{error:?}"
    );
    assert!(error.code().is_some() && error.service_message().is_some());
    let outcome = machines.delete_if_deletable(&bound).await.unwrap();
    assert!(matches!(outcome, Deletion::Refused { .. }));
    let retired = MachineChange {
        active: Field::Value(false),
        ..MachineChange::default()
    };
    assert!(
        !machines.patch(&bound, &retired).await.unwrap().active,
        "retired instead"
    );
}

#[tokio::test]
async fn a_bad_item_of_an_array_stops_no_other() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let wrong_type = MachineChange {
        type_id: text("no-such-type"),
        ..service.new_machine("API-11")
    };
    let items = [
        service.new_machine("API-10"),
        wrong_type,
        service.new_machine("API-10"),
        service.new_machine("API-12"),
    ];
    let outcomes = machines.create_array(&items).await.unwrap();
    let done: Vec<bool> = outcomes.iter().map(|outcome| outcome.success).collect();
    assert_eq!(done, [true, false, false, true], "{outcomes:?}");
    assert_eq!(
        outcomes[1].error.as_deref(),
        Some("MachineService.machineTypeInvalid")
    );
    let id = outcomes[3].id.clone().unwrap();
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
    let machine = machines.get(&id, MachineQuery::default()).await.unwrap();
    assert_eq!(machine.note.as_deref(), Some("by array"));
}

#[tokio::test]
async fn a_wrong_type_and_a_taken_number_are_refused_by_code() {
    let service = Service::start().await;
    let client = service.admin();
    let machines = client.machines();
    let wrong = MachineChange {
        type_id: text("no-such-type"),
        ..service.new_machine("API-20")
    };
    let error = machines.create(&wrong).await.unwrap_err();
    assert_eq!(
        error.code(),
        Some("MachineService.machineTypeInvalid"),
        "{error:?}"
    );
    let tool = MachineChange {
        is_equipment: Field::Value(true),
        ..wrong
    };
    machines
        .create(&tool)
        .await
        .expect("the type of equipment is not looked at");
    service.reset_log().await;
    let error = machines
        .create(&service.new_machine("API-20"))
        .await
        .unwrap_err();
    assert!(error.is_conflict(), "{error:?}");
    assert_eq!(
        service.log("GET", "/machines").await.len(),
        0,
        "the refusal it is"
    );
}

#[tokio::test]
async fn who_may_not_write_reads_and_a_stranger_does_neither() {
    let service = Service::start().await;
    let seeded = list(&service, MachineQuery::default()).await;
    let known = &seeded[0].id;
    let reader = service.client(&service.clients().read_only, &["serviceapiv3"]);
    let machines = reader.machines();
    assert_eq!(
        machines.list(MachineQuery::default()).await.unwrap().len(),
        seeded.len()
    );
    for error in [
        machines
            .create(&service.new_machine("API-30"))
            .await
            .unwrap_err(),
        machines
            .create_array(&[service.new_machine("API-30")])
            .await
            .unwrap_err(),
        machines
            .patch(known, &MachineChange::default())
            .await
            .unwrap_err(),
        machines.delete(known).await.unwrap_err(),
    ] {
        assert!(matches!(error.kind(), ErrorKind::Forbidden), "{error:?}");
        assert!(error.service_message().is_some());
        assert_eq!(error.attempts(), 1);
    }
    let stranger = service.client(&service.clients().other_company, &["serviceapiv3"]);
    let look = stranger
        .machines()
        .get(known, MachineQuery::default())
        .await;
    let error = look.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Forbidden), "{error:?}");
    let theirs = stranger
        .machines()
        .list(MachineQuery::default())
        .await
        .unwrap();
    assert!(theirs.iter().all(|machine| machine.id != *known));
}
