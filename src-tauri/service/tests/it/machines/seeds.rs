//! The seeded fleet.

use serde_json::Value;

use super::*;

#[tokio::test]
async fn the_demo_is_a_believable_fleet() {
    let fleet = Fleet::start().await;
    let list = fleet.list().await;
    let (equipment, machines): (Vec<Value>, Vec<Value>) =
        list.into_iter().partition(|one| one["isEquipment"] == true);
    assert!(machines.len() >= 40 && equipment.len() >= 20);
    let mut types: Vec<_> = machines.iter().map(|one| one["typeId"].as_str()).collect();
    types.sort_unstable();
    types.dedup();
    assert!(types.len() >= 10, "{types:?}");
    for piece in &equipment {
        let mut all = machines.iter();
        let parent = all.find(|one| one["id"] == piece["parentMachineId"]);
        assert_eq!(parent.unwrap()["companyId"], piece["companyId"]);
    }
    let count = |field: &str, value: Value| {
        let all = machines.iter();
        all.filter(|one| one[field] == value).count()
    };
    assert_eq!(count("blockCheckIn", json!(true)), 1);
    assert!(count("active", json!(false)) > 0 && count("fuelType", json!(4)) > 0);
    assert!(count("fuelType", Value::Null) > 0);
    assert!((1..machines.len() - 20).contains(&count("responsibleId", Value::Null)));
    let mut deletable = 0;
    for one in &machines {
        let ask = format!("/is-machine-deletable{}", path(one));
        deletable += usize::from(fleet.read(&ask).await == true);
    }
    assert!((1..machines.len()).contains(&deletable));
}

#[tokio::test]
async fn a_seeded_machine_can_be_sent_back_as_it_was_read() {
    let fleet = Fleet::start().await;
    for machine in fleet.list().await {
        let answer = fleet
            .send(reqwest::Method::PUT, &path(&machine), &machine)
            .await;
        assert_eq!(done(answer, 200).await, machine);
    }
}
