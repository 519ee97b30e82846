//! Machines from the first to the last: create, find, change, block, fuel, refuse, delete.

use serde_json::{Value, json};

use crate::support::{Desk, Run, text};

/// Where machines are, as faults name paths.
const MACHINES: &str = "/test/core/api/v4/integration/machines";

fn machines(desk: &Desk, args: &[&str]) -> Run {
    desk.ctl(&[&["machines"], args].concat()).json()
}

fn done(desk: &Desk, args: &[&str]) -> Value {
    machines(desk, args).expect_code(0).document().clone()
}

/// A type of the company.
fn a_type(desk: &Desk) -> String {
    let types = done(desk, &["types"]);
    let types = types.as_array().unwrap();
    assert!(types.len() >= 10, "{types:?}");
    text(&types[0]["typeId"]).to_owned()
}

fn create(desk: &Desk, number: &str) -> Value {
    let number = format!("machineNumber={number}");
    let kind = format!("typeId={}", a_type(desk));
    done(
        desk,
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
    let desk = Desk::new();
    let made = create(&desk, "T-701");
    assert_eq!(made["machineNumber"], "T-701");
    assert_eq!(made["companyId"], desk.test()["companyId"]);
    assert_eq!(made["active"], true);
    assert_eq!(done(&desk, &["show", "T-701"])["id"], made["id"]);
    let found = done(&desk, &["list", "--search", "a40g t-701"]);
    assert_eq!(found.as_array().unwrap().len(), 1);

    let changed = done(
        &desk,
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

    let blocked = done(&desk, &["block", "T-701", "--message", "Brakes"]);
    assert_eq!(blocked[0]["blockCheckIn"], true);
    assert_eq!(blocked[0]["blockCheckInMessage"], "Brakes");
    let released = done(&desk, &["unblock", "T-701"]);
    assert_eq!(released[0]["blockCheckIn"], false);
    assert_eq!(
        released[0]["blockCheckInMessage"], "Brakes",
        "a release sends blockCheckIn alone"
    );

    let fuelled = done(
        &desk,
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
    let number = done(&desk, &["esg", "T-701", "--fuel", "4"]);
    assert_eq!(number["fuelType"], 4);
    assert_eq!(number["fuelConsumptionRate"], 18.5);

    let off = done(&desk, &["update", "T-701", "--set", "active=false"]);
    assert_eq!(off["active"], false);
    machines(&desk, &["delete", "T-701"]).expect_error(2, "usage");
    let gone = done(&desk, &["delete", "T-701", "--yes"]);
    assert_eq!(
        gone,
        json!({"machineNumber": "T-701", "id": made["id"], "deleted": true})
    );
    machines(&desk, &["show", "T-701"]).expect_error(4, "notFound");
}

#[test]
fn what_the_service_refuses_is_told_by_its_status() {
    let desk = Desk::new();
    create(&desk, "T-1");
    let twice = machines(&desk, &["create", "--set", "machineNumber=T-1"]);
    let error = twice.expect_error(7, "conflict");
    assert_eq!(error["status"], 409, "{error}");
    let kind = machines(
        &desk,
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
    machines(&desk, &["update", "none", "--set", "name=x"]).expect_error(4, "notFound");
    machines(&desk, &["update", "T-1", "--set", "wieght=3"]).expect_error(2, "usage");
    machines(&desk, &["update", "T-1", "--set", "weight=heavy"]).expect_error(2, "usage");
    machines(&desk, &["update", "T-1", "--set", "weight="]).expect_error(2, "usage");
    machines(&desk, &["esg", "T-1", "--fuel", "coal"]).expect_error(2, "usage");
    machines(&desk, &["esg", "T-1"]).expect_error(2, "usage");
    let read_only = desk
        .ctl_as("readOnly", &["machines", "block", "T-1"])
        .json();
    read_only.expect_error(3, "readOnlyClient");
}

#[test]
fn a_machine_that_something_depends_on_stays_and_can_be_switched_off() {
    let desk = Desk::new();
    let all = done(&desk, &["list"]);
    let mut refused = 0;
    for machine in all.as_array().unwrap() {
        let number = text(&machine["machineNumber"]);
        let run = machines(&desk, &["delete", number, "--yes"]);
        if run.code != 0 {
            let error = run.expect_error(7, "conflict");
            assert!(text(&error["fix"]).contains("active=false"), "{error}");
            assert_eq!(done(&desk, &["show", number])["id"], machine["id"]);
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
    let desk = Desk::new();
    for number in ["T-1", "T-2"] {
        create(&desk, number);
    }
    done(
        &desk,
        &[
            "create",
            "--set",
            "machineNumber=E-1",
            "--set",
            "isEquipment=true",
        ],
    );
    let run = machines(&desk, &["block", "T-1", "E-1", "none", "T-2", "T-1"]);
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
        done(&desk, &["list", "--blocked", "--search", "T-"])
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn equipment_stands_under_its_machine() {
    let desk = Desk::new();
    let with = done(&desk, &["list", "--equipment"]);
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
    let shown = done(&desk, &["show", text(&owner["machineNumber"])]);
    assert_eq!(shown["equipment"], owner["equipment"]);
    let number = text(&owner["equipment"][0]["machineNumber"]);
    let table = desk.ctl(&["machines", "list", "--equipment"]).run();
    assert!(
        table.stdout.contains(&format!("└ {number}")),
        "{}",
        table.stdout
    );
    let without = done(&desk, &["list"]);
    assert!(without[0].get("equipment").is_none());
}

#[test]
fn a_number_of_two_companies_asks_for_the_company() {
    let desk = Desk::new();
    let subsidiary = text(&desk.test()["subsidiaryId"]).to_owned();
    create(&desk, "T-9");
    let company = format!("companyId={subsidiary}");
    done(
        &desk,
        &["create", "--set", "machineNumber=T-9", "--set", &company],
    );
    let error = machines(&desk, &["show", "T-9"])
        .expect_error(7, "conflict")
        .clone();
    let message = text(&error["message"]).to_owned();
    assert!(
        message.contains(&subsidiary) && message.contains(text(&desk.test()["companyId"])),
        "{message}"
    );
    let theirs = done(&desk, &["show", "T-9", "--company", &subsidiary]);
    assert_eq!(theirs["companyId"], subsidiary.as_str());
}

#[test]
fn a_create_whose_answer_was_lost_is_made_once() {
    let desk = Desk::new();
    for (number, action) in [
        ("T-1", json!({ "resetAfterCommit": true })),
        ("T-2", json!({ "statusAfterCommit": 503 })),
    ] {
        desk.fault(json!({
            "method": "POST", "pathPrefix": MACHINES, "times": 1, "action": action,
        }));
        create(&desk, number);
        let found = done(&desk, &["list", "--search", number]);
        assert_eq!(found.as_array().unwrap().len(), 1, "{action}");
    }
}

#[test]
fn a_record_from_a_file_is_created_and_given_back_changed() {
    let desk = Desk::new();
    let kind = a_type(&desk);
    let file = desk.file(
        "machine.json",
        json!({"machineNumber": "T-5", "typeId": kind, "weight": 21500, "active": true})
            .to_string(),
    );
    let mut machine = done(&desk, &["create", "--from", &file]);
    assert_eq!(machine["weight"], 21500.0);
    machine["note"] = json!("Ny skuffe");
    let file = desk.file("machine.json", machine.to_string());
    let changed = done(&desk, &["update", "T-5", "--from", &file]);
    assert_eq!(changed["note"], "Ny skuffe");
    machines(&desk, &["update", "T-5", "--from", "none.json"]).expect_error(4, "fileVanished");
}

#[test]
fn whether_a_machine_can_be_deleted_is_asked() {
    let desk = Desk::new();
    let machines = desk.ctl(&["machines", "list"]).json();
    let machines = machines.document().as_array().unwrap();
    let asked = machines.iter().map(|machine| {
        let number = text(&machine["machineNumber"]);
        let company = text(&machine["companyId"]);
        let asked = desk
            .ctl(&["machines", "deletable", number, "--company", company])
            .json();
        asked.expect_code(0).document()["isDeletable"]
            .as_bool()
            .unwrap()
    });
    let asked: Vec<bool> = asked.collect();
    assert!(asked.contains(&true) && asked.contains(&false));
    desk.ctl(&["machines", "deletable", "nothing"])
        .json()
        .expect_code(4);
}

#[test]
fn machines_without_fuel_data_are_listed() {
    let desk = Desk::new();
    let all = desk.ctl(&["machines", "list"]).json();
    let machine = all.document().as_array().unwrap().iter().find(|machine| {
        machine["active"] == true && machine["isEquipment"] == false && machine["fuelType"] != 0
    });
    let mut machine = machine.unwrap().clone();
    for field in ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"] {
        machine[field] = Value::Null;
    }
    machine["fuelConsumptionUnit"] = json!("cups");
    desk.fault(
        json!({"method": "GET", "pathPrefix": "/test/core/api/v4/integration/machines",
        "times": 1, "action": {"status": 200, "body": [machine]}}),
    );
    let run = desk.ctl(&["machines", "fuel", "--missing"]).json();
    let rows = run.expect_code(0).document();
    assert_eq!(rows[0]["machineNumber"], machine["machineNumber"]);
    let missing = json!(["fuelType", "fuelConsumptionRate", "fuelConsumptionUnit"]);
    assert_eq!(
        rows[0]["missing"], missing,
        "an odd value counts as missing"
    );
}
