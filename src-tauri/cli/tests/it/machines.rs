//! Machines from the first to the last: create, find, change, block, fuel, refuse, delete.

use serde_json::{Value, json};

use crate::support::{Run, TestEnv, text};

/// Where machines are, as faults name paths.
const MACHINES: &str = "/test/core/api/v4/integration/machines";

fn machines(env: &TestEnv, args: &[&str]) -> Run {
    env.ctl(&[&["machines"], args].concat()).json()
}

fn done(env: &TestEnv, args: &[&str]) -> Value {
    machines(env, args).expect_code(0).document().clone()
}

/// A type of the company.
fn a_type(env: &TestEnv) -> String {
    let types = done(env, &["types"]);
    let types = types.as_array().unwrap();
    assert!(types.len() >= 10, "{types:?}");
    text(&types[0]["typeId"]).to_owned()
}

fn create(env: &TestEnv, number: &str) -> Value {
    let number = format!("machineNumber={number}");
    let kind = format!("typeId={}", a_type(env));
    done(
        env,
        &[
            "create",
            "--set",
            &number,
            "--set",
            "name=Volvo A40G",
            "--set",
            &kind,
            "--set",
            "active=true",
        ],
    )
}

#[test]
fn a_machine_lives_from_create_to_delete() {
    let env = TestEnv::new();
    let made = create(&env, "T-701");
    assert_eq!(made["machineNumber"], "T-701");
    assert_eq!(made["companyId"], env.test()["companyId"]);
    assert_eq!(made["active"], true);
    assert_eq!(done(&env, &["show", "T-701"])["id"], made["id"]);
    let found = done(&env, &["list", "--search", "a40g t-701"]);
    assert_eq!(found.as_array().unwrap().len(), 1);

    let changed = done(
        &env,
        &[
            "update",
            "T-701",
            "--set",
            "hourMeter=5120.5",
            "--set",
            "serviceDate=2026-11-02",
        ],
    );
    assert_eq!(changed["hourMeter"], 5120.5);
    assert_eq!(changed["serviceDate"], "2026-11-02T00:00:00Z");
    assert_eq!(changed["name"], "Volvo A40G", "what was not said stays");

    let blocked = done(&env, &["block", "T-701", "--message", "Brakes"]);
    assert_eq!(blocked[0]["blockCheckIn"], true);
    assert_eq!(blocked[0]["blockCheckInMessage"], "Brakes");
    let released = done(&env, &["unblock", "T-701"]);
    assert_eq!(released[0]["blockCheckIn"], false);
    assert_eq!(
        released[0]["blockCheckInMessage"], "Brakes",
        "a release sends blockCheckIn alone"
    );

    let fuelled = done(
        &env,
        &[
            "esg",
            "T-701",
            "--rate",
            "18.5",
            "--unit",
            "L/hour",
            "--fuel",
            "dyed diesel",
        ],
    );
    assert_eq!(fuelled["fuelConsumptionRate"], 18.5);
    assert_eq!(fuelled["fuelConsumptionUnit"], 0);
    assert_eq!(fuelled["fuelType"], 7);
    let number = done(&env, &["esg", "T-701", "--fuel", "4"]);
    assert_eq!(number["fuelType"], 4);
    assert_eq!(number["fuelConsumptionRate"], 18.5);

    let off = done(&env, &["update", "T-701", "--set", "active=false"]);
    assert_eq!(off["active"], false);
    machines(&env, &["delete", "T-701"]).expect_error(2, "usage");
    let gone = done(&env, &["delete", "T-701", "--yes"]);
    assert_eq!(
        gone,
        json!({"machineNumber": "T-701", "id": made["id"], "deleted": true})
    );
    machines(&env, &["show", "T-701"]).expect_error(4, "notFound");
}

#[test]
fn what_the_service_refuses_is_told_by_its_status() {
    let env = TestEnv::new();
    create(&env, "T-1");
    let twice = machines(&env, &["create", "--set", "machineNumber=T-1"]);
    let error = twice.expect_error(7, "conflict");
    assert_eq!(error["status"], 409, "{error}");
    let kind = machines(
        &env,
        &[
            "create",
            "--set",
            "machineNumber=T-2",
            "--set",
            "typeId=ufo",
        ],
    );
    let error = kind.expect_error(7, "refused");
    assert_eq!(
        error["code"], "MachineService.machineTypeInvalid",
        "{error}"
    );
    machines(&env, &["update", "none", "--set", "name=x"]).expect_error(4, "notFound");
    machines(&env, &["update", "T-1", "--set", "wieght=3"]).expect_error(2, "usage");
    machines(&env, &["update", "T-1", "--set", "weight=heavy"]).expect_error(2, "usage");
    machines(&env, &["update", "T-1", "--set", "weight="]).expect_error(2, "usage");
    machines(&env, &["esg", "T-1", "--fuel", "coal"]).expect_error(2, "usage");
    machines(&env, &["esg", "T-1"]).expect_error(2, "usage");
    let read_only = env.ctl_as("readOnly", &["machines", "block", "T-1"]).json();
    read_only.expect_error(3, "readOnlyClient");
}

#[test]
fn a_machine_that_something_depends_on_stays_and_can_be_switched_off() {
    let env = TestEnv::new();
    let all = done(&env, &["list"]);
    let mut refused = 0;
    for machine in all.as_array().unwrap() {
        let number = text(&machine["machineNumber"]);
        let run = machines(&env, &["delete", number, "--yes"]);
        if run.code != 0 {
            let error = run.expect_error(7, "conflict");
            assert!(text(&error["fix"]).contains("active=false"), "{error}");
            assert_eq!(done(&env, &["show", number])["id"], machine["id"]);
            refused += 1;
        }
        if refused > 0 {
            return;
        }
    }
    panic!("a seeded machine has dependent data");
}

#[test]
fn of_several_machines_each_has_its_outcome() {
    let env = TestEnv::new();
    for number in ["T-1", "T-2"] {
        create(&env, number);
    }
    done(
        &env,
        &[
            "create",
            "--set",
            "machineNumber=E-1",
            "--set",
            "isEquipment=true",
        ],
    );
    let run = machines(&env, &["block", "T-1", "E-1", "none", "T-2", "T-1"]);
    let outcomes = run.expect_code(1).document().as_array().unwrap().clone();
    assert_eq!(outcomes.len(), 4, "a number given twice is one item");
    assert_eq!(outcomes[0]["blockCheckIn"], true);
    assert_eq!(
        outcomes[0]["blockCheckInMessage"],
        Value::Null,
        "no message was sent"
    );
    assert_eq!(outcomes[1]["machineNumber"], "E-1");
    assert_eq!(outcomes[1]["error"]["kind"], "refused");
    assert_eq!(outcomes[2]["error"]["kind"], "notFound");
    assert_eq!(outcomes[3]["machineNumber"], "T-2");
    assert_eq!(outcomes[3]["blockCheckIn"], true);
    assert_eq!(
        done(&env, &["list", "--blocked", "--search", "T-"])
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn equipment_stands_under_its_machine() {
    let env = TestEnv::new();
    let with = done(&env, &["list", "--equipment"]);
    let owner = with
        .as_array()
        .unwrap()
        .iter()
        .find(|machine| {
            machine["equipment"]
                .as_array()
                .is_some_and(|all| !all.is_empty())
        })
        .expect("a seeded machine has equipment");
    let shown = done(&env, &["show", text(&owner["machineNumber"])]);
    assert_eq!(shown["equipment"], owner["equipment"]);
    let number = text(&owner["equipment"][0]["machineNumber"]);
    let table = env.ctl(&["machines", "list", "--equipment"]).run();
    assert!(
        table.stdout.contains(&format!("└ {number}")),
        "{}",
        table.stdout
    );
    let without = done(&env, &["list"]);
    assert!(without[0].get("equipment").is_none());
}

#[test]
fn a_number_of_two_companies_asks_for_the_company() {
    let env = TestEnv::new();
    let subsidiary = text(&env.test()["subsidiaryId"]).to_owned();
    create(&env, "T-9");
    let company = format!("companyId={subsidiary}");
    done(
        &env,
        &["create", "--set", "machineNumber=T-9", "--set", &company],
    );
    let error = machines(&env, &["show", "T-9"])
        .expect_error(7, "conflict")
        .clone();
    let message = text(&error["message"]).to_owned();
    assert!(
        message.contains(&subsidiary) && message.contains(text(&env.test()["companyId"])),
        "{message}"
    );
    let theirs = done(&env, &["show", "T-9", "--company", &subsidiary]);
    assert_eq!(theirs["companyId"], subsidiary.as_str());
}

#[test]
fn a_create_whose_answer_was_lost_is_made_once() {
    let env = TestEnv::new();
    for (number, action) in [
        ("T-1", json!({ "resetAfterCommit": true })),
        ("T-2", json!({ "statusAfterCommit": 503 })),
    ] {
        env.fault(json!({
            "method": "POST", "pathPrefix": MACHINES, "times": 1, "action": action,
        }));
        create(&env, number);
        let found = done(&env, &["list", "--search", number]);
        assert_eq!(found.as_array().unwrap().len(), 1, "{action}");
    }
}

#[test]
fn a_record_from_a_file_is_created_and_given_back_changed() {
    let env = TestEnv::new();
    let kind = a_type(&env);
    let file = env.file(
        "machine.json",
        json!({"machineNumber": "T-5", "typeId": kind, "weight": 21500, "active": true})
            .to_string(),
    );
    let mut machine = done(&env, &["create", "--from", &file]);
    assert_eq!(machine["weight"], 21500.0);
    machine["note"] = json!("Ny skuffe");
    let file = env.file("machine.json", machine.to_string());
    let changed = done(&env, &["update", "T-5", "--from", &file]);
    assert_eq!(changed["note"], "Ny skuffe");
    machines(&env, &["update", "T-5", "--from", "none.json"]).expect_error(4, "fileVanished");
}

#[test]
fn whether_a_machine_can_be_deleted_is_asked() {
    let env = TestEnv::new();
    let machines = env.ctl(&["machines", "list"]).json();
    let machines = machines.document().as_array().unwrap();
    let asked = machines.iter().map(|machine| {
        let number = text(&machine["machineNumber"]);
        let company = text(&machine["companyId"]);
        let asked = env
            .ctl(&["machines", "deletable", number, "--company", company])
            .json();
        asked.expect_code(0).document()["isDeletable"]
            .as_bool()
            .unwrap()
    });
    let asked: Vec<bool> = asked.collect();
    assert!(asked.contains(&true) && asked.contains(&false));
    env.ctl(&["machines", "deletable", "nothing"])
        .json()
        .expect_code(4);
}

#[test]
fn machines_without_fuel_data_are_listed() {
    let env = TestEnv::new();
    let all = env.ctl(&["machines", "list"]).json();
    let machine = all.document().as_array().unwrap().iter().find(|machine| {
        machine["active"] == true && machine["isEquipment"] == false && machine["fuelType"] != 0
    });
    let mut machine = machine.unwrap().clone();
    for field in ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"] {
        machine[field] = Value::Null;
    }
    machine["fuelConsumptionUnit"] = json!("cups");
    env.fault(
        json!({"method": "GET", "pathPrefix": "/test/core/api/v4/integration/machines",
        "times": 1, "action": {"status": 200, "body": [machine]}}),
    );
    let run = env.ctl(&["machines", "fuel", "--missing"]).json();
    let rows = run.expect_code(0).document();
    assert_eq!(rows[0]["machineNumber"], machine["machineNumber"]);
    let missing = json!(["fuelType", "fuelConsumptionRate", "fuelConsumptionUnit"]);
    assert_eq!(
        rows[0]["missing"], missing,
        "an odd value counts as missing"
    );
}
