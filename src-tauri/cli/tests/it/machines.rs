//! Machines: equipment under its machine, records from files.

use serde_json::{Value, json};

use crate::support::{Run, TestEnv, text};

fn machines(env: &TestEnv, args: &[&str]) -> Run {
    env.ctl(&[&["machines"], args].concat()).json()
}

fn done(env: &TestEnv, args: &[&str]) -> Value {
    machines(env, args).expect_code(0).document().clone()
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
fn a_record_from_a_file_is_created_and_given_back_changed() {
    let env = TestEnv::new();
    let file = env.file(
        "machine.json",
        json!({"machineNumber": "T-5", "typeId": "dumper", "weight": 21500, "active": true})
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
fn a_number_that_only_looks_new_makes_a_machine_only_when_forced() {
    let env = TestEnv::new();
    let create = |number: &str, more: &[&str]| {
        let number = format!("machineNumber={number}");
        let args = ["create", "--set", &number, "--set", "typeId=dumper"];
        machines(&env, &[&args, more].concat())
    };
    create("0042", &[]).expect_code(0);
    for number in ["42", "00042", "００42"] {
        let refused = create(number, &[]);
        let error = refused.expect_code(7).error();
        assert_eq!(error["code"], "sameNumberOtherwise", "{error}");
        assert!(text(&error["message"]).contains("0042"), "{error}");
    }
    let forced = create("42", &["--force-new"]);
    assert_eq!(forced.expect_code(0).document()["machineNumber"], "42");
    for (number, stored, is_said) in [
        (" Z7\u{200b}01\u{feff} ", "Z701", true),
        ("Z\u{ad}702", "Z702", true),
        (" Z703 ", "Z703", false),
    ] {
        let number = format!("machineNumber={number}");
        let create = [
            "machines",
            "create",
            "--set",
            &number,
            "--set",
            "typeId=dumper",
        ];
        let created = env.ctl(&create).run();
        created.expect_code(0);
        assert!(created.stdout.contains(stored), "{}", created.stdout);
        let said = "Invisible characters were removed from the number.";
        assert_eq!(created.stderr.contains(said), is_said, "{}", created.stderr);
    }
}

#[test]
fn a_time_to_come_is_read_as_people_write_it_and_refused_where_it_is_over_or_is_none() {
    let env = TestEnv::new();
    for (at, (until, code)) in [
        ("2030-12-31 07:00", 0),
        ("31.12.2030", 0),
        ("2030-12-31T02:30+01:00", 0),
        ("2026-01-01", 2),
        ("31.02.2030", 7),
        ("3/4/2030", 7),
    ]
    .into_iter()
    .enumerate()
    {
        let number = format!("T-{at}");
        let set = format!("machineNumber={number}");
        done(&env, &["create", "--set", &set]);
        machines(&env, &["block", &number, "--until", until]).expect_code(code);
        let shown = done(&env, &["show", &number]);
        assert_eq!(shown["blockCheckIn"], code == 0, "{until}");
        if code != 0 {
            let pause = env.ctl(&["sync", "pause", "--until", until]).json();
            pause.expect_code(code);
            assert_eq!(text(&pause.error()["field"]), "until");
        }
    }
}
