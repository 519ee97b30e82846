//! Users: what goes through a file, and a profile by its id.

use serde_json::{Value, json};

use crate::support::{Run, TestEnv, text};

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
fn a_profile_is_shown_by_its_id() {
    let env = TestEnv::new();
    let user = done(&env, &["list"])[3].clone();
    let profile = text(&user["companyProfileId"]);
    assert_eq!(done(&env, &["show", "--profile-id", profile]), user);
    users(&env, &["show", "--profile-id", "nobody"]).expect_code(4);
    users(&env, &["show"]).expect_code(2);
}
