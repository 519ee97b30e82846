//! Users: what goes through a file, and a profile by its id.

use serde_json::Value;

use crate::support::{Run, TestEnv, text};

fn users(env: &TestEnv, args: &[&str]) -> Run {
    env.ctl(&[&["users"], args].concat()).json()
}

fn done(env: &TestEnv, args: &[&str]) -> Value {
    users(env, args).expect_code(0).document().clone()
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
