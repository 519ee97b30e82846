//! What may be read by whom, and machine types.

use reqwest::Method;
use serde_json::{Value, json};

use super::*;

#[tokio::test]
async fn the_list_is_a_bare_array_of_the_companys_tree() {
    let test = TestService::start().await;
    let fleet = Fleet::of(&test).await;
    let list = fleet.list().await;
    let of = |company: &str| {
        list.iter()
            .filter(|one| one["companyId"] == company)
            .count()
    };
    let (ours, theirs) = (of(&fleet.company), of(&fleet.subsidiary));
    assert!(ours > 0 && theirs > 0);
    assert_eq!(ours + theirs, list.len(), "and of nobody else");
    let others = Fleet::of_others(&test).await.list().await;
    assert!(!others.is_empty() && others.iter().all(|one| !list.contains(one)));
}

#[tokio::test]
async fn a_number_may_hold_anything_that_a_path_can_carry() {
    let test = TestService::start().await;
    let fleet = Fleet::of(&test).await;
    for (number, segment) in [
        ("A/B", "A%2FB"),
        ("Æ 1?", "%C3%86%201%3F"),
        ("50%", "50%25"),
        ("..", "%2E%2E"),
    ] {
        let made = fleet.create(number, json!({})).await;
        if segment != "%2E%2E" {
            let found = fleet.read(&format!("/by-machine-number/{segment}")).await;
            assert_eq!(found, made);
        }
    }
}

#[tokio::test]
async fn the_machine_types_of_the_company_are_listed() {
    let test = TestService::start().await;
    let fleet = Fleet::of(&test).await;
    let types = done(fleet.session.get("/api/MachineType").await, 200).await;
    let types = types.as_array().unwrap().clone();
    for wanted in [
        "hjullaster",
        "beltemaskin",
        "hjulgraver",
        "dumper",
        "lastebil",
        "tippbil",
        "bil",
        "firmabil",
        "traktor",
        "minidumper",
    ] {
        let known = types.iter().find(|one| one["typeId"] == wanted).unwrap();
        assert!(!known["name"].as_str().unwrap().is_empty());
        assert_eq!(known.as_object().unwrap().len(), 2);
    }
    let others = Fleet::of_others(&test).await;
    let theirs = done(others.session.get("/api/MachineType").await, 200).await;
    assert!(
        theirs
            .as_array()
            .unwrap()
            .iter()
            .all(|one| !types.contains(one))
    );
}

#[tokio::test]
async fn what_is_sent_has_the_properties_of_its_schema() {
    let document = crate::support::binary::json(&["openapi"]);
    let properties = |schema: &str| {
        let properties = &document["components"]["schemas"][schema]["properties"];
        let names = properties.as_object().unwrap().keys().cloned();
        names.collect::<std::collections::BTreeSet<String>>()
    };
    let keys = |value: &Value| {
        let names = value.as_object().unwrap().keys().cloned();
        names.collect::<std::collections::BTreeSet<String>>()
    };
    let test = TestService::start().await;
    let fleet = Fleet::of(&test).await;
    let machine = fleet.create("N-1", full()).await;
    let read = fleet
        .read(&format!("{}?includeEquipmentDetails=true", path(&machine)))
        .await;
    assert_eq!(keys(&read), properties("Machine"));
    let esg = format!("{}/esg", path(&machine));
    let esg = fleet
        .send(Method::PATCH, &esg, &json!({ "fuelType": 1 }))
        .await;
    assert_eq!(keys(&done(esg, 200).await), properties("Esg"));
    let types = done(fleet.session.get("/api/MachineType").await, 200).await;
    assert_eq!(keys(&types[0]), properties("MachineType"));
    let items =
        json!([{ "companyId": fleet.company, "machineNumber": "N-2" }, { "machineNumber": "N-3" }]);
    let outcomes = done(fleet.send(Method::POST, "/create/array", &items).await, 200).await;
    let mut told = keys(&outcomes[0]);
    told.extend(keys(&outcomes[1]));
    assert_eq!(told, properties("BulkOutcome"));
    let fields: std::collections::BTreeSet<String> = fielddesk_model::MachineChange::FIELDS
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    assert_eq!(properties("MachineChange"), fields);
}
