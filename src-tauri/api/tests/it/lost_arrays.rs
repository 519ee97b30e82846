//! Array creates whose outcome is unknown: what is stored is found, and only the rest is sent
//! again.

use fielddesk_api::Error;
use fielddesk_model::{BulkOutcome, MachineChange};
use serde_json::json;

use crate::support::foreign::{Foreign, ok};
use crate::support::kind;
use crate::support::machines::{machine, status, stored};

async fn create_array(foreign: &Foreign, numbers: &[&str]) -> Result<Vec<BulkOutcome>, Error> {
    let items: Vec<MachineChange> = numbers.iter().map(|number| machine(number)).collect();
    foreign.client.machines().create_array(&items).await
}

const ARRAY: &str = "machines/create/array";

#[tokio::test]
async fn of_a_lost_array_only_what_is_not_stored_is_sent_again() {
    let foreign = Foreign::start().await;
    foreign.post(ARRAY, 1, status(504)).await;
    let rest = json!([
        {"index": 0, "success": false, "machineNumber": "8", "error": "Duplicate"},
        {"index": 1, "success": true, "id": "m9", "machineNumber": "9"},
    ]);
    foreign.post(ARRAY, 1, ok(rest)).await;
    let list = json!([stored("m7", "7", "Dumper"), stored("x8", "8", "Excavator")]);
    foreign.get("machines", 9, ok(list)).await;
    let outcomes = create_array(&foreign, &["7", "8", "9"]).await.unwrap();
    let told: Vec<_> = outcomes
        .iter()
        .map(|o| (o.index, o.success, o.id.as_ref().map(AsRef::as_ref)))
        .collect();
    assert_eq!(
        told,
        [
            (0, true, Some("m7")),
            (1, false, None),
            (2, true, Some("m9"))
        ]
    );
    let sent = foreign.sent().await;
    assert!(sent[2].contains("\"8\"") && sent[2].contains("\"9\"") && !sent[2].contains("\"7\""));
}

#[tokio::test]
async fn an_array_that_was_stored_whole_is_not_sent_again() {
    for lost in [status(502), ok(json!({"unheard": "of"})), ok(json!([]))] {
        let foreign = Foreign::start().await;
        foreign.post(ARRAY, 9, lost).await;
        let list = json!([stored("m7", "7", "Dumper"), stored("m8", "8", "Dumper")]);
        foreign.get("machines", 9, ok(list)).await;
        let outcomes = create_array(&foreign, &["7", "8"]).await.unwrap();
        assert!(outcomes.iter().all(|outcome| outcome.success));
        assert_eq!(foreign.count("POST", ARRAY).await, 1);
    }
}

#[tokio::test]
async fn one_stored_machine_stands_for_one_item_of_an_array() {
    let foreign = Foreign::start().await;
    foreign.post(ARRAY, 1, status(504)).await;
    let refused = json!([{"index": 0, "success": false, "error": "Duplicate"}]);
    foreign.post(ARRAY, 1, ok(refused)).await;
    let list = json!([stored("m7", "7", "Dumper")]);
    foreign.get("machines", 9, ok(list)).await;
    let outcomes = create_array(&foreign, &["7", "7"]).await.unwrap();
    assert!(outcomes[0].success && !outcomes[1].success, "{outcomes:?}");
}

#[tokio::test]
async fn an_item_refused_in_doubt_may_be_our_own_stored_late() {
    let foreign = Foreign::start().await;
    foreign.post(ARRAY, 1, status(504)).await;
    let refused = json!([{"index": 0, "success": false, "error": "Duplicate"}]);
    foreign.post(ARRAY, 1, ok(refused)).await;
    foreign.get("machines", 1, ok(json!([]))).await;
    foreign
        .get("machines", 9, ok(json!([stored("m7", "7", "Dumper")])))
        .await;
    let outcomes = create_array(&foreign, &["7"]).await.unwrap();
    assert_eq!(outcomes[0].id.as_ref().map(AsRef::as_ref), Some("m7"));
}

#[tokio::test]
async fn when_the_attempts_are_over_each_item_is_told_apart() {
    let foreign = Foreign::start().await;
    foreign.post(ARRAY, 99, status(500)).await;
    foreign
        .get("machines", 99, ok(json!([stored("m7", "7", "Dumper")])))
        .await;
    let outcomes = create_array(&foreign, &["7", "8"]).await.unwrap();
    assert!(outcomes[0].success);
    assert_eq!(outcomes[1].error.as_deref(), Some("NotStored"));

    let foreign = Foreign::start().await;
    foreign.post(ARRAY, 99, status(500)).await;
    foreign.get("machines", 99, ok(json!([]))).await;
    let error = create_array(&foreign, &["7", "8"]).await.unwrap_err();
    assert_eq!(kind(&error), "ServerFailed");

    let foreign = Foreign::start().await;
    foreign.post(ARRAY, 99, status(500)).await;
    foreign.get("machines", 99, status(403)).await;
    let error = create_array(&foreign, &["7", "8"]).await.unwrap_err();
    assert_eq!(kind(&error), "OutcomeUnknown");
    assert_eq!(foreign.count("POST", ARRAY).await, 1);
}

#[tokio::test]
async fn an_update_array_is_simply_sent_again() {
    let foreign = Foreign::start().await;
    let update = "machines/update/array";
    foreign.answer("PUT", update, 1, status(500)).await;
    let done = json!([{"index": 0, "success": true, "id": "m7"}]);
    foreign.answer("PUT", update, 1, ok(done)).await;
    let machines = foreign.client.machines();
    machines.update_array(&[machine("7")]).await.unwrap();
    let sent = foreign.sent().await;
    assert!(sent.len() == 2 && sent[0] == sent[1], "{sent:?}");
}
