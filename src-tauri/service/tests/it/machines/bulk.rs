//! The array calls: an outcome an item, in the order sent.

use reqwest::Method;
use serde_json::{Value, json};

use super::*;

const CREATE: &str = "/create/array";
const UPDATE: &str = "/update/array";

async fn create(fleet: &Fleet, items: &Value) -> Vec<Value> {
    let answer = fleet.send(Method::POST, CREATE, items).await;
    done(answer, 200).await.as_array().unwrap().clone()
}

async fn update(fleet: &Fleet, items: &Value) -> Vec<Value> {
    let answer = fleet.send(Method::PUT, UPDATE, items).await;
    done(answer, 200).await.as_array().unwrap().clone()
}

/// The codes of the outcomes, an empty one for success, after a look at their form.
fn codes(outcomes: &[Value]) -> Vec<&str> {
    for (index, outcome) in outcomes.iter().enumerate() {
        assert_eq!(outcome["index"], index);
        let success = outcome["success"].as_bool().unwrap();
        assert_eq!(outcome.get("id").is_some(), success, "{outcome}");
        assert_eq!(outcome.get("error").is_none(), success, "{outcome}");
        let said = outcome.get("message").and_then(Value::as_str);
        assert_eq!(said.is_none(), success, "{outcome}");
    }
    outcomes
        .iter()
        .map(|outcome| outcome["error"].as_str().unwrap_or_default())
        .collect()
}

#[tokio::test]
async fn each_item_is_created_or_refused_on_its_own_in_order() {
    let fleet = Fleet::start().await;
    let before = fleet.list().await.len();
    let ours = &fleet.company;
    let outcomes = create(
        &fleet,
        &json!([
            { "companyId": ours, "machineNumber": "B-1", "typeId": "dumper" },
            { "companyId": ours, "machineNumber": "B-2", "typeId": "gravko" },
            { "companyId": ours },
            5,
            [],
            null,
            { "companyId": NOBODY, "machineNumber": "B-3" },
            { "companyId": ours, "machineNumber": "B-1" },
            { "companyId": ours, "machineNumber": "2101" },
            { "companyId": ours, "machineNumber": "B-4", "weight": "heavy" },
            { "companyId": ours, "machineNumber": "B-5", "weight": -1 },
            { "companyId": ours, "machineNumber": "B-6", "typeId": "gravko", "isEquipment": true },
            { "companyId": ours, "machineNumber": "B-7", "name": "æøå" },
        ]),
    )
    .await;
    assert_eq!(
        codes(&outcomes),
        [
            "",
            "MachineService.machineTypeInvalid",
            "ArgumentIsNull",
            "InvalidBody",
            "InvalidBody",
            "InvalidBody",
            "Forbidden",
            "MachineService.machineNumberTaken",
            "MachineService.machineNumberTaken",
            "InvalidBody",
            "InvalidValue",
            "",
            "",
        ]
    );
    let numbers: Vec<_> = outcomes
        .iter()
        .map(|one| one["machineNumber"].as_str())
        .collect();
    assert_eq!(numbers[1], Some("B-2"));
    assert_eq!((numbers[2], numbers[3]), (None, None));
    assert_eq!(fleet.list().await.len(), before + 3);
    let stored = fleet.read("/by-machine-number/B-7").await;
    assert_eq!(stored["id"], outcomes[12]["id"]);
    assert_eq!(stored["name"], "æøå");
}

#[tokio::test]
async fn each_item_is_changed_or_refused_on_its_own_in_order() {
    let fleet = Fleet::start().await;
    let (one, two) = (
        fleet.create("B-1", full()).await,
        fleet.create("B-2", json!({})).await,
    );
    let foreign = fleet.others().await.list().await.remove(0);
    let outcomes = update(
        &fleet,
        &json!([
            { "id": one["id"], "name": "First" },
            { "name": "nobody", "machineNumber": "B-9" },
            { "id": "", "name": "nobody" },
            { "id": NOBODY, "name": "nobody" },
            { "id": foreign["id"], "name": "stolen" },
            "text",
            { "id": two["id"], "typeId": "gravko" },
            { "id": two["id"], "machineNumber": "B-1" },
            { "ID": two["id"], "active": true },
            { "id": one["id"] },
        ]),
    )
    .await;
    assert_eq!(
        codes(&outcomes),
        [
            "",
            "ArgumentIsNull",
            "ArgumentIsNull",
            "NotFound",
            "Forbidden",
            "InvalidBody",
            "MachineService.machineTypeInvalid",
            "MachineService.machineNumberTaken",
            "",
            "",
        ]
    );
    assert_eq!(outcomes[0]["id"], one["id"]);
    assert_eq!(outcomes[0]["machineNumber"], "B-1");
    assert_eq!(outcomes[1]["machineNumber"], "B-9");
    let mut expected = one.clone();
    expected["name"] = json!("First");
    assert_eq!(fleet.read(&path(&one)).await, expected, "the rest is kept");
    let theirs = fleet.others().await.read(&path(&foreign)).await;
    assert_eq!(theirs, foreign);
}

#[tokio::test]
async fn an_item_builds_on_those_before_it() {
    let fleet = Fleet::start().await;
    let (one, two) = (
        fleet.create("B-1", json!({})).await,
        fleet.create("B-2", json!({ "isEquipment": true })).await,
    );
    let outcomes = update(
        &fleet,
        &json!([
            { "id": one["id"], "name": "a" },
            { "id": one["id"], "note": "b" },
            { "id": one["id"], "machineNumber": "B-3" },
            { "id": two["id"], "machineNumber": "B-1" },
            { "id": two["id"], "isEquipment": false },
            { "id": one["id"], "isEquipment": true, "parentMachineId": two["id"] },
        ]),
    )
    .await;
    assert_eq!(codes(&outcomes), [""; 6]);
    let expected = json!({ "name": "a", "note": "b", "machineNumber": "B-3",
        "isEquipment": true, "parentMachineId": two["id"] });
    assert!(has(&fleet.read(&path(&one)).await, &expected));
    assert_eq!(fleet.read(&path(&two)).await["machineNumber"], "B-1");
}

#[tokio::test]
async fn an_empty_array_is_refused() {
    let fleet = Fleet::start().await;
    for (method, path) in [(Method::POST, CREATE), (Method::PUT, UPDATE)] {
        let answer = fleet.send(method, path, &json!([])).await;
        assert_eq!(refused(answer, 400).await, "ArgumentIsNull");
    }
}

#[tokio::test]
async fn a_thousand_items_are_taken() {
    let fleet = Fleet::start().await;
    let items: Vec<Value> = (0..1_000)
        .map(|n| json!({ "companyId": fleet.company, "machineNumber": format!("B-{n}") }))
        .collect();
    let outcomes = create(&fleet, &json!(items)).await;
    assert!(codes(&outcomes).iter().all(|code| code.is_empty()));
    let made: Vec<Value> = outcomes
        .iter()
        .map(|one| json!({ "id": one["id"], "active": true }))
        .collect();
    let outcomes = update(&fleet, &json!(made)).await;
    assert!(codes(&outcomes).iter().all(|code| code.is_empty()));
    let list = fleet.list().await;
    let ours: Vec<_> = list
        .iter()
        .filter(|one| one["machineNumber"].as_str().unwrap().starts_with("B-"))
        .collect();
    assert_eq!(ours.len(), 1_000);
    assert!(ours.iter().all(|one| one["active"] == true));
}
