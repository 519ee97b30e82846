//! Deleting, and asking first.

use serde_json::json;

use super::*;

/// A seeded machine that hauls.
const USED: &str = "4101";

#[tokio::test]
async fn a_machine_that_nothing_depends_on_is_deleted() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", full()).await;
    let ask = format!("/is-machine-deletable{}", path(&machine));
    assert_eq!(fleet.get(&ask).await.text().await.unwrap(), "true");
    let answer = fleet.delete(&machine).await;
    assert_eq!(answer.status(), 204);
    assert_eq!(answer.text().await.unwrap(), "");
    for path in [&path(&machine), &ask, "/by-machine-number/N-1"] {
        assert_eq!(refused(fleet.get(path).await, 404).await, "NotFound");
    }
    assert_eq!(refused(fleet.delete(&machine).await, 404).await, "NotFound");
    fleet.create("N-1", json!({})).await;
}

#[tokio::test]
async fn dependent_data_keeps_a_machine_and_the_check_says_so() {
    let fleet = Fleet::start().await;
    let used = fleet.read(&format!("/by-machine-number/{USED}")).await;
    let ask = format!("/is-machine-deletable{}", path(&used));
    assert_eq!(fleet.read(&ask).await, json!(false));
    let answer = fleet.delete(&used).await;
    let said = message(answer, 409, "MachineService.machineNotDeletable").await;
    assert!(
        said.contains("registrations") && said.contains("active"),
        "{said}"
    );
    assert_eq!(fleet.read(&path(&used)).await, used);
    let resting = fleet.patch(&used, json!({ "active": false })).await;
    assert_eq!(resting["active"], false, "what one does instead");
}

#[tokio::test]
async fn linked_equipment_keeps_its_machine() {
    let fleet = Fleet::start().await;
    let machine = fleet.create("N-1", json!({})).await;
    let fields = json!({ "isEquipment": true, "parentMachineId": machine["id"] });
    let piece = fleet.create("E-1", fields).await;
    let ask = format!("/is-machine-deletable{}", path(&machine));
    assert_eq!(fleet.read(&ask).await, json!(false));
    let said = message(
        fleet.delete(&machine).await,
        409,
        "MachineService.machineNotDeletable",
    )
    .await;
    assert!(said.contains("equipment"), "{said}");
    assert_eq!(fleet.delete(&piece).await.status(), 204);
    assert_eq!(fleet.read(&ask).await, json!(true));
    assert_eq!(fleet.delete(&machine).await.status(), 204);
}
