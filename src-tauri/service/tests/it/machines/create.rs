//! POST: a machine with its defaults, what is required, numbers, types, companies.

use reqwest::Method;
use serde_json::{Value, json};

use super::*;

#[tokio::test]
async fn a_new_machine_has_an_id_and_what_was_sent() {
    let fleet = Fleet::start().await;
    let made = fleet.create("N-1", full()).await;
    assert!(has(&made, &full()), "{made}");
    assert_eq!(made["machineNumber"], "N-1");
    assert_eq!(made["companyId"], fleet.company.as_str());
    let id = made["id"].as_str().unwrap();
    assert!(id.len() == 24 && id.bytes().all(|b| b"0123456789abcdef".contains(&b)));
    assert_eq!(fleet.read(&path(&made)).await, made, "a read agrees");
    assert_eq!(fleet.read("/by-machine-number/N-1").await, made);
    assert!(fleet.list().await.contains(&made));
}

#[tokio::test]
async fn what_is_left_out_takes_its_default() {
    let fleet = Fleet::start().await;
    let made = fleet.create("N-1", json!({})).await;
    for field in ["active", "blockCheckIn", "isEquipment"] {
        assert_eq!(made[field], false, "{field}");
    }
    let set = [
        "id",
        "companyId",
        "machineNumber",
        "active",
        "blockCheckIn",
        "isEquipment",
    ];
    for (field, value) in made.as_object().unwrap() {
        assert!(set.contains(&field.as_str()) || value.is_null(), "{field}");
    }
    let nulls = json!({ "name": null, "active": null, "typeId": null, "weight": null });
    let other = fleet.create("N-2", nulls).await;
    assert!(other["active"] == false && other["name"].is_null());
}

#[tokio::test]
async fn a_required_field_that_is_missing_is_named() {
    let fleet = Fleet::start().await;
    for field in ["companyId", "machineNumber"] {
        for value in [None, Some(json!(null)), Some(json!("")), Some(json!("  "))] {
            let mut machine = json!({ "companyId": fleet.company, "machineNumber": "N-1" });
            match value {
                Some(value) => machine[field] = value,
                None => drop(machine.as_object_mut().unwrap().remove(field)),
            }
            let answer = fleet.send(Method::POST, "", &machine).await;
            let said = message(answer, 400, "ArgumentIsNull").await;
            assert!(said.contains(field), "{said}");
        }
    }
    assert_eq!(fleet.get("/by-machine-number/N-1").await.status(), 404);
}

#[tokio::test]
async fn names_of_properties_are_read_in_any_case() {
    let fleet = Fleet::start().await;
    let machine = json!({ "CompanyId": fleet.company, "MACHINENUMBER": "N-1", "IsEquipment": true,
        "unknown": { "a": [1] } });
    let made = done(fleet.send(Method::POST, "", &machine).await, 201).await;
    assert!(made["machineNumber"] == "N-1" && made["isEquipment"] == true);
    assert!(made.get("unknown").is_none());
}

#[tokio::test]
async fn a_machine_is_made_in_the_clients_companies_only() {
    let fleet = Fleet::start().await;
    let made = fleet
        .create("N-1", json!({ "companyId": fleet.subsidiary }))
        .await;
    assert_eq!(made["companyId"], fleet.subsidiary.as_str());
    let others = fleet.session.test.service.unrelated();
    for company in [others.to_string(), NOBODY.to_owned()] {
        let answer = fleet
            .try_create("N-2", json!({ "companyId": company }))
            .await;
        assert_eq!(refused(answer, 403).await, "Forbidden");
    }
}

#[tokio::test]
async fn a_number_is_unique_within_its_company() {
    let fleet = Fleet::start().await;
    let first = fleet.create("N-1", json!({ "name": "first" })).await;
    let again = fleet.try_create("N-1", json!({ "name": "second" })).await;
    let said = message(again, 409, "MachineService.machineNumberTaken").await;
    assert!(said.contains("N-1"), "{said}");
    let below = json!({ "companyId": fleet.subsidiary });
    let below = fleet.create("N-1", below).await;
    let found = fleet.read("/by-machine-number/N-1").await;
    assert_eq!(found, first, "the client's own company comes first");
    assert_eq!(fleet.delete(&first).await.status(), 204);
    assert_eq!(fleet.read("/by-machine-number/N-1").await, below);
}

#[tokio::test]
async fn of_32_creates_of_one_number_at_once_one_is_done() {
    let fleet = Fleet::start().await;
    let creates = (0..32).map(|_| fleet.try_create("N-1", json!({})));
    let mut statuses: Vec<u16> = futures::future::join_all(creates)
        .await
        .iter()
        .map(|answer| answer.status().as_u16())
        .collect();
    statuses.sort_unstable();
    assert_eq!(statuses[0], 201);
    assert!(statuses[1..].iter().all(|status| *status == 409));
}

#[tokio::test]
async fn a_machines_type_is_one_of_the_companys_and_an_equipments_is_anything() {
    let fleet = Fleet::start().await;
    for wrong in ["gravko", "Dumper", "dumper ", "hjullastare"] {
        let answer = fleet.try_create("N-1", json!({ "typeId": wrong })).await;
        let said = message(answer, 400, "MachineService.machineTypeInvalid").await;
        assert!(said.contains(wrong), "{said}");
        let equipment = json!({ "typeId": wrong, "isEquipment": true });
        let made = fleet.create(&format!("E-{wrong}"), equipment).await;
        assert_eq!(made["typeId"], wrong);
    }
    let below = json!({ "typeId": "borerigg", "companyId": fleet.subsidiary });
    fleet.create("N-2", below).await;
    assert_eq!(
        fleet.create("N-3", json!({ "typeId": "" })).await["typeId"],
        Value::Null
    );
    let others = fleet.others().await;
    let company = fleet.session.test.service.unrelated();
    let mut theirs = json!({ "companyId": company, "typeId": "hjullastare" });
    others.create("N-1", theirs.clone()).await;
    theirs["typeId"] = json!("hjullaster");
    let answer = others.try_create("N-2", theirs).await;
    assert_eq!(
        refused(answer, 400).await,
        "MachineService.machineTypeInvalid"
    );
}
