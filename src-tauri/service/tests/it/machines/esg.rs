//! The fuel fields, patched apart.

use reqwest::{Method, Response};
use serde_json::{Value, json};

use super::*;

async fn patch(fleet: &Fleet, machine: &Value, fields: &Value) -> Response {
    let path = format!("{}/esg", path(machine));
    fleet.send(Method::PATCH, &path, fields).await
}

#[tokio::test]
async fn the_fields_are_patched_alone_or_together_and_shown_by_reads() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", full()).await;
    let first = done(
        patch(&fleet, &machine, &json!({ "fuelType": 1 })).await,
        200,
    )
    .await;
    let expected =
        json!({ "fuelConsumptionRate": null, "fuelConsumptionUnit": null, "fuelType": 1 });
    assert_eq!(first, expected);
    let more = json!({ "FuelConsumptionRate": 12.5, "fuelConsumptionUnit": 0, "fuelType": null });
    let second = done(patch(&fleet, &machine, &more).await, 200).await;
    let expected = json!({ "fuelConsumptionRate": 12.5, "fuelConsumptionUnit": 0, "fuelType": 1 });
    assert_eq!(second, expected);
    let mut stored = machine.clone();
    merge(&mut stored, expected.clone());
    assert_eq!(
        fleet.read(&path(&machine)).await,
        stored,
        "the rest is kept"
    );
    let renamed = fleet
        .patch(&machine, json!({ "name": "x", "fuelType": 4 }))
        .await;
    assert!(has(&renamed, &expected), "no other call changes them");
}

#[tokio::test]
async fn equipment_has_them_too() {
    let fleet = Fleet::start().await;
    let piece = fleet.create("E-1", json!({ "isEquipment": true })).await;
    let zero = json!({ "fuelConsumptionRate": 0, "fuelConsumptionUnit": 5, "fuelType": 0 });
    let after = done(patch(&fleet, &piece, &zero).await, 200).await;
    assert_eq!(after["fuelConsumptionRate"], 0.0);
    assert!(after["fuelConsumptionUnit"] == 5 && after["fuelType"] == 0);
}

#[tokio::test]
async fn every_number_of_the_tables_is_taken() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", json!({})).await;
    for (field, count) in [("fuelConsumptionUnit", 6), ("fuelType", 8)] {
        for number in 0..count {
            let after = patch(&fleet, &machine, &json!({ field: number })).await;
            assert_eq!(done(after, 200).await[field], number);
        }
    }
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_changes_nothing() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", json!({})).await;
    for (fields, code) in [
        (json!({}), "ArgumentIsNull"),
        (json!({ "name": "x" }), "ArgumentIsNull"),
        (
            json!({ "fuelConsumptionRate": null, "fuelConsumptionUnit": null, "fuelType": null }),
            "ArgumentIsNull",
        ),
        (json!({ "fuelConsumptionRate": -0.1 }), "InvalidValue"),
        (json!({ "fuelConsumptionUnit": 6 }), "InvalidValue"),
        (json!({ "fuelConsumptionUnit": -1 }), "InvalidValue"),
        (
            json!({ "fuelType": 8, "fuelConsumptionRate": 1 }),
            "InvalidValue",
        ),
    ] {
        let answer = patch(&fleet, &machine, &fields).await;
        assert_eq!(refused(answer, 400).await, code, "{fields}");
    }
    assert_eq!(fleet.read(&path(&machine)).await, machine);
}
