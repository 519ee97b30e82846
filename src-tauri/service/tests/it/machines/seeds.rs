//! The seeded fleet.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::*;

#[tokio::test]
async fn the_demo_is_a_believable_fleet() {
    let test = TestService::start().await;
    let fleet = Fleet::of(&test).await;
    let list = fleet.list().await;
    let (equipment, machines): (Vec<Value>, Vec<Value>) =
        list.into_iter().partition(|one| one["isEquipment"] == true);
    assert!(machines.len() >= 40, "{}", machines.len());
    let types: BTreeSet<&str> = machines
        .iter()
        .map(|one| one["typeId"].as_str().unwrap())
        .collect();
    assert!(types.len() >= 10, "{types:?}");
    let numbers: BTreeSet<&str> = machines
        .iter()
        .map(|one| one["machineNumber"].as_str().unwrap())
        .collect();
    assert_eq!(numbers.len(), machines.len(), "of the whole tree");
    assert!(equipment.len() >= 20);
    for piece in &equipment {
        let parent = machines
            .iter()
            .find(|one| one["id"] == piece["parentMachineId"]);
        assert_eq!(parent.unwrap()["companyId"], piece["companyId"]);
    }
    let count =
        |field: &str, value: Value| machines.iter().filter(|one| one[field] == value).count();
    assert_eq!(count("blockCheckIn", json!(true)), 1);
    assert!(count("active", json!(false)) > 0 && count("fuelType", json!(4)) > 0);
    assert!(count("fuelType", Value::Null) > 0);
    assert!(
        machines
            .iter()
            .any(|one| one["companyId"] == fleet.subsidiary.as_str())
    );
    let blocked = machines
        .iter()
        .find(|one| one["blockCheckIn"] == true)
        .unwrap();
    assert!(!blocked["blockCheckInMessage"].as_str().unwrap().is_empty());
    let responsible: Vec<_> = machines
        .iter()
        .filter(|one| one["responsibleId"].is_string())
        .collect();
    assert!(responsible.len() > 20 && responsible.len() < machines.len());
    for one in responsible {
        let number = one["responsibleEmployeeNumber"].as_str().unwrap();
        let person = format!("{USERS}/by-employee-number/{number}");
        let person = done(fleet.session.get(&person).await, 200).await;
        assert_eq!(person["identityId"], one["responsibleId"]);
        assert_eq!(person["companyId"], one["companyId"]);
    }
    let mut deletable = BTreeMap::new();
    for one in &machines {
        let ask = format!("/is-machine-deletable{}", path(one));
        *deletable
            .entry(fleet.read(&ask).await.as_bool().unwrap())
            .or_insert(0) += 1;
    }
    assert!(deletable[&true] > 0 && deletable[&false] > 0);
}

#[tokio::test]
async fn a_seeded_machine_can_be_sent_back_as_it_was_read() {
    let test = TestService::start().await;
    let fleet = Fleet::of(&test).await;
    for machine in fleet.list().await {
        let answer = fleet
            .send(reqwest::Method::PUT, &path(&machine), &machine)
            .await;
        assert_eq!(done(answer, 200).await, machine);
    }
}
