//! Who may not do what, and how that ends.

use crate::support::{PROJECT, TestEnv, text};

#[test]
fn a_token_of_the_other_environment_is_named_as_that() {
    let env = TestEnv::new();
    let run = env
        .ctl(&["projects", "list"])
        .env(
            "FIELDDESK_IDENTITY_URL",
            text(&env.production()["identityUrl"]),
        )
        .env(
            "FIELDDESK_CLIENT_ID",
            text(&env.production()["clients"]["admin"]["clientId"]),
        )
        .env(
            "FIELDDESK_CLIENT_SECRET",
            text(&env.production()["clients"]["admin"]["clientSecret"]),
        )
        .json();
    let error = run.expect_error(3, "wrongEnvironment");
    assert_eq!(error["status"], 401);
}

#[test]
fn a_scope_that_is_not_granted_or_not_the_right_one_is_three() {
    let env = TestEnv::new();
    let run = env.ctl_as("coreOnly", &["projects", "list"]).json();
    run.expect_code(0);
    let run = env
        .ctl_as(
            "coreOnly",
            &["projects", "list", "--scopes", "reportingapiv1"],
        )
        .json();
    run.expect_error(3, "scopeNotGranted");
    let run = env
        .ctl(&["projects", "list"])
        .env("FIELDDESK_SCOPES", "reportingapiv1")
        .json();
    run.expect_error(3, "wrongScope");
}

#[test]
fn a_read_only_client_reads_and_nothing_else() {
    let env = TestEnv::new();
    let file = env.file("a.txt", "a");
    let ids = env.upload("HMS", &[&file]);
    let read = [
        "docs",
        "download",
        &ids[0],
        "--project",
        PROJECT,
        "--to",
        "out",
    ];
    env.ctl_as("readOnly", &read).json().expect_code(0);
    for refused in [
        vec!["docs", "upload", &file, "--project", PROJECT],
        vec!["docs", "delete", &ids[0], "--project", PROJECT, "--yes"],
    ] {
        let run = env.ctl_as("readOnly", &refused).json();
        run.expect_error(3, "readOnlyClient");
        assert_eq!(run.document()[0]["error"]["status"], 403);
    }
    assert_eq!(env.section("HMS").len(), 1);
}
