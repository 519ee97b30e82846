//! PUT, PATCH and the update array: one way of merging.

use reqwest::Method;
use serde_json::{Value, json};

use super::*;

/// The three ways to change a machine.
#[derive(Clone, Copy, Debug)]
enum Way {
    Put,
    Patch,
    Array,
}

const WAYS: [Way; 3] = [Way::Put, Way::Patch, Way::Array];

/// Changes the machine and returns it as it is read afterwards.
async fn change(fleet: &Fleet, way: Way, machine: &Value, fields: &Value) -> Value {
    match way {
        Way::Put | Way::Patch => {
            let method = match way {
                Way::Put => Method::PUT,
                Way::Patch | Way::Array => Method::PATCH,
            };
            let answer = fleet.send(method, &path(machine), fields).await;
            let after = done(answer, 200).await;
            assert_eq!(after, fleet.read(&path(machine)).await, "the stored state");
            after
        }
        Way::Array => {
            let mut item = fields.clone();
            item["id"] = machine["id"].clone();
            let answer = fleet
                .send(Method::PUT, "/update/array", &json!([item]))
                .await;
            let outcome = done(answer, 200).await;
            assert_eq!(outcome[0]["success"], true, "{outcome}");
            fleet.read(&path(machine)).await
        }
    }
}

#[tokio::test]
async fn what_is_left_out_or_null_keeps_its_value() {
    let fleet = Fleet::start().await;
    let nulls: Value = full()
        .as_object()
        .unwrap()
        .keys()
        .map(|name| (name.clone(), Value::Null))
        .collect();
    for way in WAYS {
        let made = fleet.create(&format!("{way:?}"), full()).await;
        let mut expected = made.clone();
        expected["name"] = json!("Other");
        let renamed = change(&fleet, way, &made, &json!({ "name": "Other" })).await;
        assert_eq!(renamed, expected, "{way:?}");
        let same = change(&fleet, way, &made, &nulls).await;
        assert_eq!(same, expected, "{way:?}: null counts as left out");
        let nothing = change(&fleet, way, &made, &json!({})).await;
        assert_eq!(nothing, expected, "{way:?}");
    }
}

#[tokio::test]
async fn numbers_keep_every_digit_while_other_fields_change() {
    let fleet = Fleet::start().await;
    for digits in [
        "0.30000000000000004",
        "1234567.891",
        "900719925474.5",
        "1e308",
    ] {
        let weight: f64 = digits.parse().unwrap();
        let made = fleet.create(digits, json!({ "weight": weight })).await;
        for note in ["one", "two", "three"] {
            fleet.patch(&made, json!({ "note": note })).await;
        }
        // As text: a reader of numbers may be off by a bit.
        let text = fleet.get(&path(&made)).await.text().await.unwrap();
        let (_, rest) = text.split_once("\"weight\":").unwrap();
        let kept: f64 = rest.split_once(',').unwrap().0.parse().unwrap();
        assert_eq!(kept.to_bits(), weight.to_bits(), "{digits}: {text}");
    }
}

#[tokio::test]
async fn an_empty_text_clears_and_a_number_or_date_cannot_be_emptied() {
    let fleet = Fleet::start().await;
    let texts = [
        "name",
        "typeId",
        "department",
        "note",
        "emissionClass",
        "serialNumber",
        "engineNumber",
        "registrationNumber",
        "blockCheckInMessage",
    ];
    for way in WAYS {
        let made = fleet.create(&format!("{way:?}"), full()).await;
        let empty: Value = texts
            .iter()
            .map(|name| ((*name).to_owned(), json!("")))
            .collect();
        let after = change(&fleet, way, &made, &empty).await;
        for (name, value) in after.as_object().unwrap() {
            let expected = if texts.contains(&name.as_str()) {
                &Value::Null
            } else {
                &made[name]
            };
            assert_eq!(value, expected, "{way:?} {name}");
        }
    }
    let made = fleet.create("N-1", full()).await;
    for name in [
        "weight",
        "buildYear",
        "serviceDate",
        "purchasedDate",
        "active",
    ] {
        let answer = fleet.try_patch(&made, json!({ name: "" })).await;
        assert_eq!(refused(answer, 400).await, "InvalidBody", "{name}");
    }
    for name in ["companyId", "machineNumber"] {
        let answer = fleet.try_patch(&made, json!({ name: "" })).await;
        let said = message(answer, 400, "ArgumentIsNull").await;
        assert!(said.contains(name), "{said}");
    }
    assert_eq!(fleet.read(&path(&made)).await, made, "nothing changed");
}

#[tokio::test]
async fn every_field_is_set_anew() {
    let fleet = Fleet::start().await;
    for way in WAYS {
        let made = fleet.create(&format!("{way:?}"), json!({})).await;
        let after = change(&fleet, way, &made, &full()).await;
        assert!(has(&after, &full()), "{way:?}: {after}");
        let back = change(&fleet, way, &made, &after).await;
        assert_eq!(
            back, after,
            "{way:?}: a record that was read can be sent back"
        );
    }
}

#[tokio::test]
async fn changes_of_one_machine_at_the_same_time_are_all_kept() {
    let fleet = Fleet::start().await;
    let made = fleet.create("N-1", json!({})).await;
    let wanted = full();
    let changes = wanted
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| fleet.patch(&made, json!({ (name.as_str()): value })));
    futures::future::join_all(changes).await;
    let after = fleet.read(&path(&made)).await;
    assert!(has(&after, &wanted), "{after}");
}

#[tokio::test]
async fn check_in_is_blocked_with_a_message_and_released() {
    let fleet = Fleet::start().await;
    let made = fleet.create("N-1", json!({ "active": true })).await;
    let block = json!({ "blockCheckIn": true, "blockCheckInMessage": "Bremser" });
    let blocked = fleet.patch(&made, block.clone()).await;
    assert!(has(&blocked, &block) && blocked["active"] == true);
    let free = fleet.patch(&made, json!({ "blockCheckIn": false })).await;
    assert!(has(
        &free,
        &json!({ "blockCheckIn": false, "blockCheckInMessage": "Bremser" })
    ));
    let silent = fleet
        .patch(&made, json!({ "blockCheckInMessage": "" }))
        .await;
    assert_eq!(silent["blockCheckInMessage"], Value::Null);
}

#[tokio::test]
async fn the_id_of_the_body_is_that_of_the_path() {
    let fleet = Fleet::start().await;
    let (one, two) = (
        fleet.create("N-1", json!({})).await,
        fleet.create("N-2", json!({})).await,
    );
    for method in [Method::PUT, Method::PATCH] {
        let same = json!({ "id": one["id"], "name": "x" });
        let answer = fleet.send(method.clone(), &path(&one), &same).await;
        assert_eq!(answer.status(), 200);
        let other = json!({ "id": two["id"], "name": "y" });
        let answer = fleet.send(method, &path(&one), &other).await;
        assert_eq!(refused(answer, 400).await, "InvalidValue");
    }
    assert_eq!(fleet.read(&path(&one)).await["name"], "x");
    assert_eq!(fleet.read(&path(&two)).await, two);
}

#[tokio::test]
async fn a_machine_moves_inside_the_clients_companies_only() {
    let fleet = Fleet::start().await;
    let made = fleet.create("N-1", json!({ "typeId": "dumper" })).await;
    let others = fleet.session.test.service.unrelated();
    for company in [others.to_string(), NOBODY.to_owned()] {
        let answer = fleet
            .try_patch(&made, json!({ "companyId": company }))
            .await;
        assert_eq!(refused(answer, 403).await, "Forbidden");
    }
    let below = json!({ "companyId": fleet.subsidiary });
    let moved = fleet.patch(&made, below.clone()).await;
    assert!(has(&moved, &below));
    let second = fleet.create("N-1", json!({})).await;
    let answer = fleet.try_patch(&second, below).await;
    assert_eq!(
        refused(answer, 409).await,
        "MachineService.machineNumberTaken"
    );
    let answer = fleet
        .try_patch(&second, json!({ "machineNumber": "2101" }))
        .await;
    assert_eq!(
        refused(answer, 409).await,
        "MachineService.machineNumberTaken"
    );
    assert_eq!(fleet.read(&path(&second)).await, second);
}
