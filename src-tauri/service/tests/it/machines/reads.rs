//! Readable machines by caller, and machine types.

use serde_json::json;

use super::*;

#[tokio::test]
async fn the_list_is_a_bare_array_of_the_companys_tree() {
    let fleet = Fleet::start().await;
    let list = fleet.list().await;
    let of = |company: &str| {
        list.iter()
            .filter(|one| one["companyId"] == company)
            .count()
    };
    let (ours, theirs) = (of(&fleet.company), of(&fleet.subsidiary));
    assert!(ours > 0 && theirs > 0);
    assert_eq!(ours + theirs, list.len(), "and of nobody else");
    let others = fleet.others().await.list().await;
    assert!(!others.is_empty() && others.iter().all(|one| !list.contains(one)));
}

#[tokio::test]
async fn a_number_may_hold_anything_that_a_path_can_carry() {
    let fleet = Fleet::start().await;
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
    let fleet = Fleet::start().await;
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
    let others = fleet.others().await;
    let theirs = done(others.session.get("/api/MachineType").await, 200).await;
    assert!(
        theirs
            .as_array()
            .unwrap()
            .iter()
            .all(|one| !types.contains(one))
    );
}
