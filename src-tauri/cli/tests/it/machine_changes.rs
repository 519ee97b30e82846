//! Changes of machines that this computer remembers: blocks until a date, fuel sources, undo.

use chrono::{TimeDelta, Utc};
use serde_json::{Value, json};

use crate::support::{TestEnv, text};

/// Numbers of machines in use that are not blocked.
fn open_machines(env: &TestEnv, count: usize) -> Vec<String> {
    let listed = env.ctl(&["machines", "list", "--active"]).json();
    let listed = listed.expect_code(0).document().as_array().unwrap().clone();
    let open = listed.iter().filter(|one| {
        one["isEquipment"] == false
            && one["blockCheckIn"] == false
            && !one["fuelConsumptionRate"].is_null()
    });
    let numbers = open.map(|one| text(&one["machineNumber"]).to_owned());
    numbers.take(count).collect()
}

fn machine(env: &TestEnv, number: &str) -> Value {
    let shown = env.ctl(&["machines", "show", number]).json();
    shown.expect_code(0).document().clone()
}

fn array(env: &TestEnv, args: &[&str]) -> Vec<Value> {
    let run = env.ctl(args).json();
    run.expect_code(0).document().as_array().unwrap().clone()
}

/// The arguments that block two machines until a date.
fn block_until<'a>(numbers: &'a [String], until: &'a str) -> [&'a str; 8] {
    [
        "machines",
        "block",
        &numbers[0],
        &numbers[1],
        "--message",
        "Service",
        "--until",
        until,
    ]
}

#[test]
fn a_block_until_a_date_is_scheduled_listed_and_carried_out_when_due() {
    let env = TestEnv::new();
    let numbers = open_machines(&env, 2);
    let past = ["machines", "block", &numbers[0], "--until", "2020-01-01"];
    env.ctl(&past).json().expect_error(2, "usage");
    let soon = (Utc::now() + TimeDelta::seconds(4)).to_rfc3339();
    let block = block_until(&numbers, &soon);
    let blocked = env.ctl(&block).json();
    let blocked = blocked.expect_code(0).document();
    for (row, number) in blocked.as_array().unwrap().iter().zip(&numbers) {
        assert_eq!(row["machineNumber"], json!(number));
        assert_eq!(
            [&row["blockCheckIn"], &row["blockCheckInMessage"]],
            [&json!(true), &json!("Service")]
        );
    }
    assert_eq!(machine(&env, &numbers[0])["blockCheckIn"], true);
    let planned = array(&env, &["machines", "scheduled"]);
    assert_eq!(planned.len(), 1);
    assert_eq!(planned[0]["machineNumbers"].as_array().unwrap().len(), 2);
    assert_eq!(planned[0]["done"], Value::Null);
    // Each call takes its time; the count only ends a broken run.
    let due = || array(&env, &["machines", "scheduled", "--due"])[0]["done"].clone();
    assert!(
        (0..500).any(|_| !due().is_null()),
        "it is carried out at its time"
    );
    for number in &numbers {
        assert_eq!(machine(&env, number)["blockCheckIn"], false);
    }
    let id = array(&env, &["machines", "scheduled"])[0]["id"].to_string();
    env.ctl(&["machines", "scheduled", "--cancel", &id])
        .json()
        .expect_code(0);
    env.ctl(&["machines", "scheduled", "--cancel", &id])
        .json()
        .expect_error(4, "notFound");
}

#[test]
fn one_bad_number_of_a_block_until_a_date_has_its_own_outcome() {
    let env = TestEnv::new();
    let number = open_machines(&env, 1).remove(0);
    let block = [
        "machines",
        "block",
        &number,
        "none-such",
        "--until",
        "2090-01-01",
    ];
    let blocked = env.ctl(&block).json();
    let rows = blocked.expect_code(1).document();
    assert_eq!(rows[0]["blockCheckIn"], true);
    assert_eq!(rows[1]["error"]["kind"], "notFound");
    let only = ["machines", "block", "none-such", "--until", "2090-01-01"];
    env.ctl(&only).json().expect_error(4, "notFound");
}

#[test]
fn a_change_is_listed_and_undone_and_what_was_changed_since_stays() {
    let env = TestEnv::new();
    let numbers = open_machines(&env, 2);
    let block = block_until(&numbers, "2090-01-01");
    env.ctl(&block).json().expect_code(0);
    let changes = array(&env, &["machines", "changes"]);
    assert_eq!(
        [&changes[0]["kind"], &changes[0]["message"]],
        ["block", "Service"]
    );
    assert_eq!(changes[0]["totals"]["saved"], 2);
    let id = changes[0]["change"].to_string();

    let preview = env.ctl(&["machines", "undo", &id, "--preview"]).json();
    let preview = preview.expect_code(0).document();
    assert_eq!(
        [&preview["change"], &preview["rows"][0]["outcome"]],
        [&Value::Null, &json!("waiting")]
    );
    assert_eq!(
        machine(&env, &numbers[0])["blockCheckIn"],
        true,
        "nothing was changed"
    );

    env.ctl(&["machines", "unblock", &numbers[1]])
        .json()
        .expect_code(0);
    let note = format!("blockCheckInMessage={}", "Someone else");
    env.ctl(&["machines", "update", &numbers[1], "--set", &note])
        .json()
        .expect_code(0);
    let undone = env.ctl(&["machines", "undo", &id]).json();
    assert_eq!(machine(&env, &numbers[0])["blockCheckIn"], false);
    assert_eq!(
        machine(&env, &numbers[1])["blockCheckInMessage"],
        "Someone else"
    );
    let document = undone.document();
    assert_eq!(document["rows"][0]["outcome"], "saved");
    let cells = document["rows"][1]["cells"].as_array().unwrap();
    assert!(
        cells.iter().any(|cell| cell["left"] == "changedSince"),
        "{document}"
    );
    let after = array(&env, &["machines", "changes"]);
    assert_eq!(after[1]["undoneBy"], after[0]["change"]);
    assert_eq!(after[0]["undoes"], after[1]["change"]);
    assert!(
        array(&env, &["machines", "scheduled"])
            .iter()
            .all(|one| one["machineNumbers"] != json!(numbers))
    );
    env.ctl(&["machines", "undo", "4711"])
        .json()
        .expect_error(4, "notFound");
}

#[test]
fn a_fuel_source_holds_for_the_values_that_it_was_given_for() {
    let env = TestEnv::new();
    let number = open_machines(&env, 1).remove(0);
    let show = ["machines", "fuel-source", &number];
    assert_eq!(
        env.ctl(&show).json().expect_code(0).document()["source"],
        Value::Null
    );
    let set = ["machines", "fuel-source", &number, "Measured"];
    assert_eq!(
        env.ctl(&set).json().expect_code(0).document()["source"],
        "measured"
    );
    assert_eq!(env.ctl(&show).json().document()["source"], "measured");
    let all = array(&env, &["machines", "fuel-source"]);
    assert_eq!(
        [&all[0]["machineNumber"], &all[0]["source"]],
        [&json!(number), &json!("measured")]
    );
    env.ctl(&["machines", "esg", &number, "--rate", "3.25"])
        .json()
        .expect_code(0);
    assert_eq!(
        env.ctl(&show).json().document()["source"],
        Value::Null,
        "other values"
    );
    let guess = ["machines", "fuel-source", &number, "guess"];
    env.ctl(&guess).json().expect_error(2, "usage");
    let create = [
        "machines",
        "create",
        "--set",
        "machineNumber=9901",
        "--set",
        "name=Trailer",
    ];
    env.ctl(&create).json().expect_code(0);
    let none = ["machines", "fuel-source", "9901", "estimate"];
    env.ctl(&none).json().expect_error(7, "refused");
}
