//! The failures of the golden messages as the window gets them: it words them in its languages.
//!
//! `FIELDDESK_WRITE_GOLDEN=1` writes the file anew; the web side's test reads it.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::connection::Connection;
use fielddesk_core::profiles::{Profile, Settings};
use serde_json::{Value, json};

use crate::messages::cases;
use crate::support::golden::compare;
use crate::support::{PROJECTS, TestEnv, text};

const GOLDEN: &str = "tests/it/golden/failures.json";
const MESSAGES: &str = include_str!("golden/messages.txt");

/// A moment that differs from run to run.
const UNTIL: &str = "2026-11-20T13:00:00+00:00";

#[test]
fn the_window_is_given_what_fieldctl_tells() {
    let env = TestEnv::new();
    let mut golden = Vec::new();
    for (name, action) in cases() {
        let failure = steady(failure(&env, &action), env.host());
        let told = format!("== {name}\nexit ");
        assert!(MESSAGES.contains(&told), "{name} is told by fieldctl");
        let told = format!("error: {}\n{}\n", failure.message, failure.fix);
        assert!(MESSAGES.contains(&told), "fieldctl tells: {told}");
        golden.push(json!({"case": name, "failure": failure}));
    }
    let golden = serde_json::to_string_pretty(&golden).unwrap() + "\n";
    compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN), &golden);
}

/// What a list of projects fails with, or what it had to leave out.
fn failure(env: &TestEnv, action: &Value) -> Failure {
    env.no_faults();
    env.fault(json!({"method": "GET", "pathPrefix": PROJECTS, "times": 9, "action": action}));
    let place = |name: &str| text(&env.test()[name]).to_owned();
    let client = &env.test()["clients"]["admin"];
    let profile = Profile::from_settings(&Settings {
        name: "golden".to_owned(),
        identity_url: place("identityUrl"),
        base_url: place("baseUrl"),
        client_id: Some(text(&client["clientId"]).to_owned()),
        ..Settings::default()
    });
    let secret = text(&client["clientSecret"]).to_owned().into();
    let connection = Connection::with_secret(profile.unwrap(), secret).unwrap();
    let listed = env.block_on(async { connection.client.projects().list().await });
    match listed {
        Ok(listed) => Failure::left_out("project", &listed.left_out).unwrap(),
        Err(error) => error.into(),
    }
}

/// The failure without what differs from run to run.
fn steady(failure: Failure, host: &str) -> Failure {
    let text = serde_json::to_string(&failure).unwrap();
    let mut failure: Failure = serde_json::from_str(&text.replace(host, "HOST")).unwrap();
    if let Some(until) = failure.params.get_mut("until") {
        UNTIL.clone_into(until);
    }
    failure
}
