//! Equipment: linked to a machine, of any type, never blocked.

use serde_json::{Value, json};

use super::*;

const PARENT: &str = "MachineService.parentMachineInvalid";

async fn linked(fleet: &Fleet, number: &str, parent: &Value) -> Value {
    let fields = json!({ "isEquipment": true, "parentMachineId": parent["id"] });
    fleet.create(number, fields).await
}

#[tokio::test]
async fn any_read_shows_linked_equipment_where_it_is_asked_for() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", json!({})).await;
    let pieces = [
        linked(&fleet, "E-1", &machine).await,
        linked(&fleet, "E-2", &machine).await,
    ];
    assert_eq!(pieces[0]["parentMachineId"], machine["id"]);
    let mut expected = machine.clone();
    expected["equipment"] = json!(pieces);
    let ask = "?INCLUDEEquipmentDetails=True";
    assert_eq!(
        fleet.read(&format!("{}{ask}", path(&machine))).await,
        expected
    );
    let by_number = format!("/by-machine-number/N-1{ask}");
    assert_eq!(fleet.read(&by_number).await, expected);
    let list = fleet.read(ask).await;
    let list = list.as_array().unwrap();
    assert!(list.contains(&expected));
    let mut piece = pieces[1].clone();
    piece["equipment"] = json!([]);
    assert!(list.contains(&piece), "equipment is in the list itself too");
    for plain in [
        "",
        "?includeEquipmentDetails=false",
        "?includeEquipmentDetails=",
    ] {
        let read = fleet.read(&format!("{}{plain}", path(&machine))).await;
        assert!(read.get("equipment").is_none(), "{plain}");
    }
    let answer = fleet.get("?includeEquipmentDetails=perhaps").await;
    assert_eq!(refused(answer, 400).await, "InvalidParameter");
}

#[tokio::test]
async fn a_parent_is_a_machine_in_reach() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", json!({})).await;
    let other = fleet
        .create("N-2", json!({ "companyId": fleet.subsidiary }))
        .await;
    let piece = linked(&fleet, "E-1", &machine).await;
    let foreign = fleet.others().await.list().await.remove(0);
    for (parent, why) in [
        (json!(NOBODY), "unknown"),
        (piece["id"].clone(), "itself"),
        (
            linked(&fleet, "E-2", &machine).await["id"].clone(),
            "equipment",
        ),
        (foreign["id"].clone(), "another company's"),
    ] {
        let answer = fleet
            .try_patch(&piece, json!({ "parentMachineId": parent }))
            .await;
        message(answer, 400, PARENT).await;
        let fields = json!({ "isEquipment": true, "parentMachineId": parent });
        if why != "itself" {
            let answer = fleet.try_create("E-3", fields).await;
            message(answer, 400, PARENT).await;
        }
        assert_eq!(fleet.read(&path(&piece)).await, piece, "{why}");
    }
    let moved = fleet
        .patch(&piece, json!({ "parentMachineId": other["id"] }))
        .await;
    assert_eq!(moved["parentMachineId"], other["id"], "of a subsidiary");
    let free = fleet.patch(&piece, json!({ "parentMachineId": "" })).await;
    assert_eq!(free["parentMachineId"], Value::Null);
}

#[tokio::test]
async fn only_equipment_is_linked() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", json!({})).await;
    let link = json!({ "parentMachineId": machine["id"] });
    message(fleet.try_create("N-2", link.clone()).await, 400, PARENT).await;
    let other = fleet.create("N-2", json!({})).await;
    message(fleet.try_patch(&other, link).await, 400, PARENT).await;
    let piece = linked(&fleet, "E-1", &machine).await;
    let grown = fleet.patch(&piece, json!({ "isEquipment": false })).await;
    assert_eq!(
        grown["parentMachineId"],
        Value::Null,
        "a machine hangs on nothing"
    );
}

#[tokio::test]
async fn a_check_in_block_is_ignored_for_equipment() {
    let fleet = Fleet::start().await;
    let block = json!({ "blockCheckIn": true, "blockCheckInMessage": "Nei" });
    let free = json!({ "blockCheckIn": false, "blockCheckInMessage": null });
    let mut fields = block.clone();
    fields["isEquipment"] = json!(true);
    let piece = fleet.create("E-1", fields).await;
    assert!(has(&piece, &free), "{piece}");
    assert!(has(&fleet.patch(&piece, block).await, &free));
}

#[tokio::test]
async fn what_becomes_equipment_loses_its_block_and_what_becomes_a_machine_shows_its_type() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", full()).await;
    assert_eq!(machine["blockCheckIn"], true);
    let fields = json!({ "isEquipment": true, "typeId": "skuff" });
    let piece = fleet.patch(&machine, fields).await;
    let expected = json!({ "isEquipment": true, "typeId": "skuff", "blockCheckIn": false,
        "blockCheckInMessage": null });
    assert!(has(&piece, &expected), "{piece}");
    let answer = fleet
        .try_patch(&piece, json!({ "isEquipment": false }))
        .await;
    message(answer, 400, "MachineService.machineTypeInvalid").await;
    assert_eq!(fleet.read(&path(&piece)).await, piece);
    let fields = json!({ "isEquipment": false, "typeId": "dumper" });
    let back = fleet.patch(&piece, fields.clone()).await;
    assert!(has(&back, &fields));
    assert_eq!(back["blockCheckIn"], false);
}

#[tokio::test]
async fn a_machine_that_carries_equipment_stays_a_machine() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", json!({})).await;
    let piece = linked(&fleet, "E-1", &machine).await;
    let grow = json!({ "isEquipment": true });
    let answer = fleet.try_patch(&machine, grow.clone()).await;
    message(answer, 400, "MachineService.machineHasEquipment").await;
    fleet.patch(&piece, json!({ "parentMachineId": "" })).await;
    assert_eq!(fleet.patch(&machine, grow).await["isEquipment"], true);
}
