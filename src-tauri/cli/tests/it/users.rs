//! Users from the first to the last: create, find, change, clear, disable, refuse, delete.

use serde_json::{Value, json};

use crate::support::{Run, TestEnv, text};

/// Where users are, as faults name paths.
const USERS: &str = "/test/core/api/v4/integration/users";

fn users(env: &TestEnv, args: &[&str]) -> Run {
    env.ctl(&[&["users"], args].concat()).json()
}

fn done(env: &TestEnv, args: &[&str]) -> Value {
    users(env, args).expect_code(0).document().clone()
}

fn create(env: &TestEnv, number: &str, phone: &str) -> Value {
    let (number, phone) = (
        format!("employeeNumber={number}"),
        format!("mobileWork={phone}"),
    );
    done(
        env,
        &[
            "create",
            "--set",
            &number,
            "--set",
            "firstName=Kåre",
            "--set",
            "lastName=Øien",
            "--set",
            &phone,
            "--set",
            "birthDate=17.05.1990",
            "--set",
            "employmentStartDate=2026-12-01",
        ],
    )
}

#[test]
fn a_user_lives_from_create_to_delete() {
    let env = TestEnv::new();
    let made = create(&env, "T-4711", "+4790000001");
    assert_eq!(made["birthDate"], "1990-05-17");
    assert_eq!(made["companyId"], env.test()["companyId"]);
    assert_eq!(done(&env, &["show", "T-4711"]), made);
    let found = done(&env, &["list", "--search", "øien kåre t-4711"]);
    assert_eq!(found.as_array().unwrap().len(), 1);

    let changed = done(
        &env,
        &[
            "update",
            "T-4711",
            "--set",
            "email=kare@example.no",
            "--set",
            "department=Fjell",
        ],
    );
    assert_eq!(changed["email"], "kare@example.no");
    assert_eq!(changed["lastName"], "Øien", "what was not said stays");
    let cleared = done(
        &env,
        &[
            "update",
            "T-4711",
            "--clear",
            "email",
            "--set",
            "workTitle=Bas",
        ],
    );
    assert_eq!(cleared["email"], Value::Null);
    assert_eq!(cleared["workTitle"], "Bas");
    assert_eq!(cleared["department"], "Fjell");

    let switched = done(&env, &["disable", "T-4711"]);
    assert_eq!(switched[0]["isDisabled"], true);
    assert_eq!(done(&env, &["show", "T-4711"])["isDisabled"], true);
    let switched = done(&env, &["enable", "T-4711"]);
    assert_eq!(switched[0]["isDisabled"], false);

    users(&env, &["delete", "T-4711"]).expect_error(2, "usage");
    let gone = done(&env, &["delete", "T-4711", "--yes"]);
    assert_eq!(gone["deleted"], true);
    assert_eq!(gone["identityId"], made["identityId"]);
    users(&env, &["show", "T-4711"]).expect_error(4, "notFound");
}

#[test]
fn supervisors_and_tags_go_through_a_file() {
    let env = TestEnv::new();
    create(&env, "T-1", "+4790000001");
    let boss = create(&env, "T-2", "+4790000002");
    let file = env.file(
        "change.json",
        json!({
            "tags": [{"name": "Kran", "enabled": true}],
            "immediateSupervisors": [{"supervisorId": "T-2", "primary": true}],
        })
        .to_string(),
    );
    let changed = done(&env, &["update", "T-1", "--from", &file]);
    let details = &changed["immediateSupervisorDetails"];
    assert_eq!(details[0]["userId"], boss["identityId"]);
    assert_eq!(details[0]["primary"], true);
    let two = env.file(
        "two.json",
        json!({"immediateSupervisors": [
            {"supervisorId": "T-2", "primary": true}, {"supervisorId": "T-1", "primary": true},
        ]})
        .to_string(),
    );
    let error = users(&env, &["update", "T-1", "--from", &two])
        .expect_error(7, "refused")
        .clone();
    assert!(
        text(&error["message"]).contains("Only one supervisor can be marked as primary"),
        "{error}"
    );
    let none = done(&env, &["update", "T-1", "--clear", "immediateSupervisors"]);
    assert_eq!(none["immediateSupervisorDetails"], json!([]));
}

#[test]
fn what_cannot_be_is_told_by_its_status() {
    let env = TestEnv::new();
    create(&env, "T-1", "+4790000001");
    let missing = users(&env, &["create", "--set", "employeeNumber=T-2"]);
    let error = missing.expect_error(2, "usage").clone();
    assert!(text(&error["message"]).contains("mobileWork"), "{error}");
    users(&env, &["update", "T-1", "--clear", "employeeNumber"]).expect_error(2, "usage");
    users(&env, &["update", "T-1", "--set", "birthDate=31.02.1990"]).expect_error(2, "usage");
    users(&env, &["show", "none"]).expect_error(4, "notFound");
    let some = users(&env, &["disable", "T-1", "none"]);
    let outcomes = some.expect_code(1).document().clone();
    assert_eq!(outcomes[0]["isDisabled"], true);
    assert_eq!(outcomes[1]["employeeNumber"], "none");
    assert_eq!(outcomes[1]["error"]["kind"], "notFound");
    let read_only = ["users", "update", "T-1", "--set", "email=a@b.no"];
    env.ctl_as("readOnly", &read_only)
        .json()
        .expect_error(3, "readOnlyClient");
}

#[test]
fn a_user_with_registered_time_stays_and_the_reason_is_told() {
    let env = TestEnv::new();
    let all = done(&env, &["list"]);
    for user in all.as_array().unwrap() {
        let number = text(&user["employeeNumber"]);
        let company = text(&user["companyId"]);
        let run = users(&env, &["delete", number, "--company", company, "--yes"]);
        if run.code != 0 {
            let error = run.expect_error(7, "conflict");
            assert!(text(&error["fix"]).contains("Disable"), "{error}");
            return;
        }
    }
    panic!("a seeded user has time registrations");
}

#[test]
fn only_those_changed_since_an_instant_are_listed() {
    let env = TestEnv::new();
    create(&env, "T-1", "+4790000001");
    let listed = done(&env, &["list", "--changed-since", "2026-11-15T00:00:00Z"]);
    let numbers: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|user| text(&user["employeeNumber"]))
        .collect();
    assert_eq!(numbers, ["T-1"]);
    users(&env, &["list", "--changed-since", "yesterday"]).expect_error(7, "refused");
}

#[test]
fn a_create_whose_answer_was_lost_is_made_once() {
    let env = TestEnv::new();
    for (number, action) in [
        ("T-1", json!({ "resetAfterCommit": true })),
        ("T-2", json!({ "statusAfterCommit": 503 })),
    ] {
        env.fault(json!({
            "method": "POST", "pathPrefix": USERS, "times": 1, "action": action,
        }));
        create(&env, number, &format!("+479000000{}", &number[2..]));
        let found = done(&env, &["list", "--search", number]);
        assert_eq!(found.as_array().unwrap().len(), 1, "{action}");
    }
}

#[test]
fn whether_a_user_can_be_deleted_is_asked_and_a_profile_is_shown_by_its_id() {
    let env = TestEnv::new();
    let users = env.ctl(&["users", "list"]).json();
    let users = users.document().as_array().unwrap();
    let mut closed = 0;
    for user in users.iter().take(80) {
        let number = text(&user["employeeNumber"]);
        let company = text(&user["companyId"]);
        let asked = env
            .ctl(&["users", "deletable", number, "--company", company])
            .json();
        let asked = asked.expect_code(0).document().clone();
        assert_eq!(asked["identityId"], user["identityId"]);
        let reasons = asked["validationErrors"].as_array().unwrap().len();
        assert_eq!(asked["isDeletable"] == true, reasons == 0, "{asked}");
        closed += usize::from(reasons > 0);
    }
    assert!(closed > 0, "the sample data has one that cannot be deleted");
    let profile = text(&users[3]["companyProfileId"]);
    let shown = env.ctl(&["users", "show", "--profile-id", profile]).json();
    assert_eq!(shown.expect_code(0).document(), &users[3]);
    env.ctl(&["users", "show", "--profile-id", "nobody"])
        .json()
        .expect_code(4);
    assert_eq!(env.ctl(&["users", "show"]).json().code, 2);
}
