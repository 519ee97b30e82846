//! Values that no machine can have, and the largest that one can.

use reqwest::Method;
use serde_json::{Value, json};

use super::*;

/// Fields, and the code they are refused with.
fn bad_fields() -> Vec<(Value, &'static str)> {
    let long = "x".repeat(1_001);
    let mut cases = vec![
        (json!({ "buildYear": 1899 }), "InvalidValue"),
        (json!({ "buildYear": 2201 }), "InvalidValue"),
        (json!({ "buildYear": -1 }), "InvalidValue"),
        (json!({ "weight": -0.5 }), "InvalidValue"),
        (json!({ "capacity": -1 }), "InvalidValue"),
        (json!({ "hourMeter": -1e300 }), "InvalidValue"),
        (json!({ "serviceDate": "03.11.2025" }), "InvalidBody"),
        (
            json!({ "serviceDate": "0001-01-01T00:00:00Z" }),
            "InvalidValue",
        ),
        (json!({ "purchasedDate": "2201-01-01" }), "InvalidValue"),
        (json!({ "purchasedDate": "2025-02-30" }), "InvalidBody"),
        (json!({ "name": "a\u{0}b" }), "InvalidValue"),
        (json!({ "name": long }), "InvalidValue"),
        (json!({ "machineNumber": "x".repeat(201) }), "InvalidValue"),
        (json!({ "note": "x".repeat(10_001) }), "InvalidValue"),
        (json!({ "typeId": "\u{0}" }), "InvalidValue"),
    ];
    for field in [
        "department",
        "emissionClass",
        "serialNumber",
        "engineNumber",
        "registrationNumber",
        "responsibleId",
        "responsibleEmployeeNumber",
        "blockCheckInMessage",
    ] {
        cases.push((json!({ field: "\u{0}" }), "InvalidValue"));
    }
    cases
}

#[tokio::test]
async fn a_value_that_no_machine_can_have_is_refused_by_every_write() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", full()).await;
    for (fields, code) in bad_fields() {
        let (field, _) = fields.as_object().unwrap().iter().next().unwrap();
        let mut item = fields.clone();
        item["id"] = machine["id"].clone();
        for (method, path) in [
            (Method::PUT, path(&machine)),
            (Method::PATCH, path(&machine)),
        ] {
            let answer = fleet.send(method, &path, &fields).await;
            let said = message(answer, 400, code).await;
            assert!(said.contains(field.as_str()), "{said}");
        }
        let outcome = fleet
            .send(Method::PUT, "/update/array", &json!([item]))
            .await;
        assert_eq!(done(outcome, 200).await[0]["error"], code, "{field}");
        let answer = fleet.try_create("N-2", fields).await;
        message(answer, 400, code).await;
    }
    assert_eq!(
        fleet.read(&path(&machine)).await,
        machine,
        "nothing changed"
    );
    assert_eq!(fleet.get("/by-machine-number/N-2").await.status(), 404);
}

#[tokio::test]
async fn the_largest_values_that_can_be_are_kept() {
    let fleet = Fleet::start().await;
    let fields = json!({
        "weight": 1e308, "price": -12.25, "capacity": 0.0, "hourMeter": 0.1,
        "buildYear": 2200, "serviceDate": "1900-01-01T00:00:00Z",
        "name": "å".repeat(1_000), "note": "🚜".repeat(10_000),
    });
    let made = fleet.create("N-1", fields.clone()).await;
    assert!(has(&made, &fields));
    assert!(has(&fleet.read(&path(&made)).await, &fields));
}
