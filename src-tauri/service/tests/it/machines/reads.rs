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
async fn another_companys_machine_is_403_by_id_and_404_by_number() {
    let test = TestService::start().await;
    let fleet = Fleet::of(&test).await;
    let others = Fleet::of_others(&test).await;
    let made = fleet.create("N-1", json!({ "typeId": "dumper" })).await;
    let id = path(&made);
    for path in [id.clone(), format!("/is-machine-deletable{id}")] {
        assert_eq!(refused(others.get(&path).await, 403).await, "Forbidden");
    }
    for (method, path) in [
        (Method::PUT, id.clone()),
        (Method::PATCH, id.clone()),
        (Method::PATCH, format!("{id}/esg")),
        (Method::DELETE, id.clone()),
    ] {
        let answer = others.send(method, &path, &json!({ "fuelType": 1 })).await;
        assert_eq!(refused(answer, 403).await, "Forbidden");
    }
    let answer = others.get("/by-machine-number/N-1").await;
    assert_eq!(refused(answer, 404).await, "NotFound");
    assert_eq!(fleet.read(&id).await, made);
}

#[tokio::test]
async fn an_unknown_machine_is_404() {
    let test = TestService::start().await;
    let fleet = Fleet::of(&test).await;
    for path in [
        format!("/{NOBODY}"),
        format!("/is-machine-deletable/{NOBODY}"),
        "/by-machine-number/none".to_owned(),
        "/x".to_owned(),
    ] {
        assert_eq!(refused(fleet.get(&path).await, 404).await, "NotFound");
    }
    for (method, path) in [
        (Method::PUT, format!("/{NOBODY}")),
        (Method::PATCH, format!("/{NOBODY}")),
        (Method::PATCH, format!("/{NOBODY}/esg")),
        (Method::DELETE, format!("/{NOBODY}")),
    ] {
        let answer = fleet.send(method, &path, &json!({ "fuelType": 1 })).await;
        assert_eq!(refused(answer, 404).await, "NotFound");
    }
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
async fn a_read_only_client_reads_machines_and_writes_none() {
    let test = TestService::start().await;
    let client = &test.test().clients.as_ref().unwrap().read_only;
    let session = test.session(test.test(), client).await;
    let fleet = Fleet::with(&test, session);
    let list = fleet.list().await;
    let id = path(&list[0]);
    assert_eq!(fleet.read(&id).await, list[0]);
    fleet.read(&format!("/is-machine-deletable{id}")).await;
    for (method, path) in [
        (Method::POST, String::new()),
        (Method::POST, "/create/array".to_owned()),
        (Method::PUT, "/update/array".to_owned()),
        (Method::PUT, id.clone()),
        (Method::PATCH, id.clone()),
        (Method::PATCH, format!("{id}/esg")),
        (Method::DELETE, id.clone()),
    ] {
        let body = json!({ "companyId": fleet.company, "machineNumber": "N-1", "fuelType": 1 });
        let answer = fleet.send(method, &path, &body).await;
        assert_eq!(refused(answer, 403).await, "ReadOnlyClient", "{path}");
    }
    assert_eq!(fleet.list().await, list, "nothing changed");
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
