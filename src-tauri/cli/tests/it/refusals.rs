//! Who may not do what, and how that ends.

use serde_json::{Value, json};

use crate::support::{PROJECT, PROJECTS, TestEnv, answers, text};
use fielddesk_service::ServeOptions;

#[test]
fn a_wrong_secret_is_not_signed_in() {
    let env = TestEnv::new();
    let run = env
        .ctl(&["projects", "list"])
        .env("FIELDDESK_CLIENT_SECRET", "wrong-but-still-secret")
        .secret("wrong-but-still-secret")
        .json();
    run.expect_error(3, "invalidClient");
    assert_eq!(run.stdout, "");
}

#[test]
fn a_client_of_the_other_environment_is_not_signed_in() {
    let env = TestEnv::new();
    let production = &env.production()["clients"]["admin"];
    // Equal seeds give equal client ids, so the secret alone tells the environments apart.
    let run = env
        .ctl(&["projects", "list"])
        .env("FIELDDESK_CLIENT_ID", text(&production["clientId"]))
        .env("FIELDDESK_CLIENT_SECRET", text(&production["clientSecret"]))
        .json();
    run.expect_error(3, "invalidClient");
}

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
fn a_standard_client_sees_projects_and_no_documents() {
    let env = TestEnv::new();
    env.ctl_as("standard", &["projects", "show", PROJECT])
        .json()
        .expect_code(0);
    let run = env
        .ctl_as("standard", &["docs", "list", "--project", PROJECT])
        .json();
    let error = run.expect_error(3, "notAdministrator");
    assert_eq!(error["status"], 403);
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

#[test]
fn another_companys_project_is_out_of_reach() {
    let env = TestEnv::new();
    let order = env.work_order();
    let run = env
        .ctl_as("otherCompany", &["docs", "list", "--work-order", &order])
        .json();
    run.expect_error(3, "notAllowed");
}

#[test]
fn what_is_not_there_is_four() {
    let env = TestEnv::new();
    let id = "65f0a1b2c3d4e5f601234567";
    let missing = env.path("missing.pdf");
    for (args, kind) in [
        (vec!["projects", "show", "P-0000"], "notFound"),
        (vec!["projects", "show", ".."], "notFound"),
        (
            vec!["workorders", "list", "--project", "P-0000"],
            "notFound",
        ),
        (vec!["docs", "list", "--project", "P-0000"], "notFound"),
        (vec!["docs", "list", "--work-order", id], "notFound"),
        (
            vec!["docs", "download", id, "--project", PROJECT],
            "notFound",
        ),
        (
            vec!["docs", "delete", id, "--project", PROJECT, "--yes"],
            "notFound",
        ),
        (
            vec![
                "docs",
                "upload",
                missing.to_str().unwrap(),
                "--project",
                PROJECT,
            ],
            "fileVanished",
        ),
        (vec!["profile", "remove", "nobody"], "notFound"),
        (vec!["profile", "test", "nobody"], "notFound"),
    ] {
        env.ctl(&args).json().expect_error(4, kind);
    }
}

#[test]
fn what_the_service_finds_invalid_is_seven() {
    let env = TestEnv::new();
    let file = env.file("a.txt", "a");
    for (status, kind) in [
        (400, "refused"),
        (409, "conflict"),
        (413, "tooLarge"),
        (422, "refused"),
    ] {
        let body = json!({ "error": "NotThis", "message": "Not like this." });
        env.fault(answers("POST", PROJECTS, 1, status, body));
        let run = env.ctl_upload(&file).json();
        let error = run.expect_error(7, kind);
        assert_eq!(error["status"], status);
    }
    assert!(env.section("HMS").is_empty());
    let body = json!({
        "message": "Bad.",
        "errors": [{ "category": "c", "code": "Invalid", "field": "projectNumber", "message": "m" }],
    });
    env.fault(answers("GET", PROJECTS, 1, 400, body));
    let error = env
        .ctl(&["projects", "show", PROJECT])
        .json()
        .expect_error(7, "refused");
    assert_eq!(error["field"], "projectNumber");
    assert_eq!(error["code"], "Invalid");
}

#[test]
fn only_the_file_that_is_too_large_is_refused() {
    let env = TestEnv::with(ServeOptions {
        max_upload_bytes: Some(100_000),
        ..ServeOptions::default()
    });
    let small: Vec<String> = (0..5)
        .map(|n| env.file(&format!("{n}.txt"), [b'x'; 1000]))
        .collect();
    let large = env.file("large.bin", vec![0; 300_000]);
    let mut args = vec![
        "docs",
        "upload",
        "--project",
        PROJECT,
        "--section",
        "HMS",
        &large,
    ];
    args.extend(small.iter().map(String::as_str));
    let run = env.ctl(&args).json();
    run.expect_error(1, "tooLarge");
    assert_eq!(run.document()[0]["error"]["status"], 413);
    assert_eq!(env.section("HMS").len(), 5);
    let run = env
        .ctl(&["docs", "upload", "--project", PROJECT, &large])
        .json();
    run.expect_error(7, "tooLarge");
}

#[test]
fn an_answer_that_cannot_be_read_is_one() {
    let env = TestEnv::new();
    for body in [
        json!("this is no json"),
        json!("{\"half\":"),
        json!({ "not": "a list" }),
    ] {
        env.fault(answers("GET", PROJECTS, 1, 200, body.clone()));
        let run = env.ctl(&["projects", "list"]).json();
        run.expect_error(1, "unreadableAnswer");
        assert_eq!(run.stdout, "", "{body}");
    }
    env.fault(answers(
        "GET",
        PROJECTS,
        1,
        200,
        Value::from("<html>Sign in to the guest network</html>"),
    ));
    env.ctl(&["projects", "list"]).json().expect_code(1);
}
