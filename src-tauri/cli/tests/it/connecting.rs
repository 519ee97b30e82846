//! Effective settings, sources of the secret, and messages when something is missing.

use serde_json::Value;

use crate::support::{TestEnv, text};

#[test]
fn every_setting_has_an_option() {
    let env = TestEnv::new();
    let test = env.test();
    let run = env
        .bare(&["projects", "list"])
        .args(&["--identity-url", text(&test["identityUrl"])])
        .args(&["--base-url", text(&test["baseUrl"])])
        .args(&["--reporting-url", text(&test["reportingUrl"])])
        .args(&["--client-id", text(&test["clients"]["admin"]["clientId"])])
        .args(&["--scopes", "serviceapiv3", "--client-secret-stdin"])
        .args(&["--data-dir", env.path("elsewhere").to_str().unwrap()])
        .stdin(&format!(
            "{}\r\n",
            text(&test["clients"]["admin"]["clientSecret"])
        ))
        .json();
    run.expect_code(0);
}

#[test]
fn a_static_token_stands_in_place_of_a_client() {
    let env = TestEnv::new();
    let token = env.token(env.test());
    let with = |token: &str| {
        env.bare(&["projects", "list"])
            .env("FIELDDESK_BASE_URL", text(&env.test()["baseUrl"]))
            .env("FIELDDESK_TOKEN", token)
            .secret(token)
    };
    let projects = with(&token).json();
    assert!(
        !projects
            .expect_code(0)
            .document()
            .as_array()
            .unwrap()
            .is_empty()
    );
    with("not-a-token-at-all")
        .json()
        .expect_error(3, "tokenMalformed");
    let foreign = env.token(env.production());
    with(&foreign).json().expect_error(3, "wrongEnvironment");
    let spoiled = format!("{token}x");
    with(&spoiled).json().expect_code(3);
}

#[test]
fn no_option_takes_a_secret_and_none_is_repeated() {
    let env = TestEnv::new();
    for given in [
        "--client-secret correct-horse-battery",
        "--client-secret=correct-horse-battery",
        "--client-secret-stdin=correct-horse-battery",
        "--token=correct-horse-battery",
    ] {
        let line = format!("projects list {given}");
        let ctl = || env.line(&line).secret("correct-horse-battery");
        ctl().json().expect_error(2, "usage");
        ctl().run().expect_code(2);
    }
}

#[test]
fn settings_that_are_complete_need_no_data_folder() {
    let env = TestEnv::new();
    let in_the_way = env.file("in-the-way", "a file");
    let run = env
        .ctl(&["projects", "list"])
        .env("FIELDDESK_DATA_DIR", &in_the_way)
        .json();
    run.expect_code(0);
}

#[test]
fn the_log_is_asked_for_and_holds_no_secret() {
    let env = TestEnv::new();
    let quiet = env.ctl(&["projects", "list"]).run();
    assert_eq!(quiet.stderr, "");
    let run = env.ctl(&["projects", "list", "-vv", "--json"]).run();
    run.expect_code(0);
    let _one_document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(
        !run.stderr.contains("eyJ"),
        "a token in the log: {}",
        run.stderr
    );
}
