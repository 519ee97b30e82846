//! Each exit status of the verbs on synced folders, and what is said with it.

use serde_json::json;

use crate::support::{FOLDER, PROJECT, PROJECTS, TestEnv, answers, text};

/// An environment with one mirrored drawing.
fn mirrored() -> (TestEnv, String) {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    (env, mapping)
}

#[test]
fn without_any_mapping_a_run_is_not_found_and_lists_are_empty() {
    let env = TestEnv::new();
    for length in ["--once", "--watch"] {
        let run = env.sync(&["run", length, "--json"]).run();
        run.expect_code(4);
        assert_eq!(run.error()["kind"], "notFound");
        assert_eq!(run.stdout, "");
    }
    for verb in ["list", "plan", "status", "conflicts", "verify", "history"] {
        let run = env.sync(&[verb]).json();
        assert_eq!(*run.expect_code(0).document(), json!([]), "{verb}");
    }
}

#[test]
fn what_does_not_exist_is_not_found() {
    let (env, mapping) = mirrored();
    for args in [
        &["plan", "nowhere"][..],
        &["run", "nowhere", "--once"],
        &["status", "nowhere"],
        &["remove", "nowhere"],
        &["move", "nowhere", "x"],
        &["verify", "nowhere"],
        &["history", "nowhere"],
        &["explain", "nowhere", "a"],
        &["receipt", "nowhere"],
        &["restore", "999999"],
        &["restore", "no-number"],
        &["add", "no-folder", "--project", PROJECT],
        &["add", "new", "--project", "P-0000-000"],
    ] {
        std::fs::create_dir_all(env.path("new")).unwrap();
        env.sync(args).json().expect_code(4);
    }
    let run = env.sync(&["move", &mapping, "no-folder"]).json();
    run.expect_code(4);
}

#[test]
fn folders_that_cannot_be_kept_in_step_are_refused_with_the_reason() {
    let (env, _) = mirrored();
    std::fs::create_dir_all(env.path(FOLDER).join("child")).unwrap();
    let data = env.data_dir();
    let home = env.path("");
    for (folder, section) in [
        ("/", "VA"),
        (home.to_str().unwrap(), "HMS"),
        (data.to_str().unwrap(), "HMS"),
        (FOLDER, "VA"),
    ] {
        let args = ["add", folder, "--project", PROJECT, "--section", section];
        let error = env.sync(&args).json().expect_error(7, "refused");
        assert!(text(&error["message"]).len() > 20, "{error}");
    }
    let child = format!("{FOLDER}/child");
    let args = ["add", &child, "--project", PROJECT, "--section", "VA"];
    env.sync(&args).json().expect_error(7, "refused");
    assert_eq!(
        env.sync(&["list"])
            .json()
            .document()
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_folder_that_is_away_deletes_nothing() {
    let (env, mapping) = mirrored();
    std::fs::rename(env.path(FOLDER), env.path("away")).unwrap();
    for approval in [&[][..], &["--yes"]] {
        let told = env.run_once(approval);
        told.expect_code(6);
        assert_eq!(told.run.error()["kind"], "folderAway");
        assert_eq!(told.finished()["deleted"], 0);
    }
    env.sync(&["plan", &mapping]).json().expect_code(6);
    let status = env.sync(&["status"]).json();
    assert_eq!(status.expect_code(0).document()[0]["state"], "offline");
    assert_eq!(env.names(), ["a.pdf"]);
    std::fs::rename(env.path("away"), env.path(FOLDER)).unwrap();
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn an_emptied_folder_deletes_nothing_unasked() {
    let (env, _) = mirrored();
    std::fs::remove_file(env.path(FOLDER).join("a.pdf")).unwrap();
    env.run_once(&["--yes"]).expect_code(6);
    assert_eq!(env.names(), ["a.pdf"]);
}

#[test]
fn a_wrong_secret_and_a_client_that_may_only_read_are_not_allowed() {
    let (env, mapping) = mirrored();
    env.drawing("b.pdf", "b");
    let run = env
        .sync(&["run", "--once", "--json"])
        .env("FIELDDESK_CLIENT_SECRET", "wrong-secret-0123456789")
        .run();
    run.expect_code(3);
    assert!(
        run.stdout.ends_with("}\n") && run.stdout.contains("\"finished\""),
        "{}",
        run.stdout
    );
    let args = ["add", FOLDER, "--project", PROJECT, "--section", "Read"];
    let run = env
        .ctl_as("readOnly", &[&["sync"], &args[..]].concat())
        .json();
    let read_only = text(&run.expect_code(0).document()["mapping"]).to_owned();
    assert_ne!(read_only, mapping);
    let run = env
        .ctl_as("readOnly", &["sync", "run", &read_only, "--once", "--json"])
        .run();
    run.expect_code(3);
}

#[test]
fn a_service_that_is_away_or_fails_is_five() {
    let (mut env, _) = mirrored();
    env.drawing("b.pdf", "b");
    env.fault(answers("GET", PROJECTS, 50, 503, json!({})));
    let told = env.run_once(&[]);
    told.expect_code(5);
    assert_eq!(told.sums(), [0; 6]);
    env.no_faults();
    env.stop_service();
    let told = env.run_once(&[]);
    told.expect_code(5);
    assert_eq!(told.run.error()["kind"], "offline");
    assert!(
        told.lines.iter().any(|line| line["event"] == "waiting"),
        "{:?}",
        told.lines
    );
    let status = env.sync(&["status"]).json();
    assert_eq!(status.expect_code(0).document()[0]["state"], "offline");
}

#[test]
fn a_project_that_is_closed_that_is_gone_and_an_answer_that_cannot_be_read_are_told_apart() {
    let (env, mapping) = mirrored();
    env.drawing("b.pdf", "b");
    // The same words in both: only the status tells.
    let gone = json!({ "error": "X", "message": "it does not exist" });
    for (status, body, code, kind, of_plan) in [
        (403, gone.clone(), 3, "projectClosed", "notAllowed"),
        (404, gone, 6, "projectClosed", "notFound"),
        (
            200,
            json!({ "no": "list" }),
            1,
            "unreadableAnswer",
            "unreadableAnswer",
        ),
    ] {
        env.fault(answers("GET", PROJECTS, 50, status, body));
        let told = env.run_once(&[]);
        told.expect_code(code);
        assert_eq!(told.run.error()["kind"], kind);
        assert_eq!(told.sums(), [0; 6]);
        let plan = env.sync(&["plan", &mapping]).json();
        plan.expect_error(code, of_plan);
        env.no_faults();
    }
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
}

#[test]
fn a_file_that_was_saved_just_now_is_waited_for_and_told_of_once() {
    let (env, _) = mirrored();
    env.file(&format!("{FOLDER}/b.pdf"), "saved just now");
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(told.named("uploaded"), ["b.pdf"]);
    assert!(told.named("skipped").is_empty(), "{:?}", told.lines);
}

#[test]
fn a_file_that_the_service_refuses_leaves_the_rest_done() {
    let env = TestEnv::with(fielddesk_service::ServeOptions {
        max_upload_bytes: Some(100_000),
        ..fielddesk_service::ServeOptions::default()
    });
    env.drawing("a.pdf", "small");
    env.drawing("b.pdf", vec![1; 300_000]);
    env.drawing("c.pdf", "small, too");
    env.mapped(&[]);
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(1).sums(), [2, 0, 0, 0, 0, 1]);
    assert_eq!(told.named("failed"), ["b.pdf"]);
    assert_eq!(env.names(), ["a.pdf", "c.pdf"]);
}

#[test]
fn another_client_of_the_folder_is_refused_by_the_service_and_other_addresses_are_said() {
    let (env, _) = mirrored();
    let run = env
        .sync(&["plan", FOLDER])
        .env("FIELDDESK_CLIENT_ID", "another-client")
        .json();
    run.expect_error(3, "invalidClient");
    let elsewhere = text(&env.production()["baseUrl"]).to_owned();
    let run = env
        .sync(&["plan", FOLDER])
        .env("FIELDDESK_BASE_URL", &elsewhere)
        .json();
    run.expect_error(2, "usage");
    let run = env.bare(&["sync", "list"]).json();
    assert_eq!(
        run.expect_code(0).document().as_array().unwrap().len(),
        1,
        "a list needs no connection"
    );
}

#[test]
fn what_ended_a_run_is_told_with_the_servers_own_words() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.mapped(&[]);
    for (status, code, kind) in [(403, 3, "projectClosed"), (503, 5, "serviceFailed")] {
        env.no_faults();
        // A wait of an hour is told at once; without it the retries would take 15 seconds.
        env.fault(
            json!({"method": "GET", "pathPrefix": PROJECTS, "times": 99, "action": {
            "status": status, "headers": {"Retry-After": "3600"},
            "body": {"error": "Closed", "message": "It is closed until Monday."}}}),
        );
        let told = env.run_once(&[]);
        let error = told.expect_code(code).run.error();
        assert_eq!(error["kind"], kind, "{error}");
        let message = text(&error["message"]);
        let words = "The server said: \"It is closed until Monday.\"";
        assert!(message.ends_with(words), "{message}");
        assert_eq!(error["server"], "It is closed until Monday.");
        assert_eq!(error["status"], status);
        let people = env.sync(&["run", "--once"]).run();
        assert!(people.stderr.contains(words), "{}", people.stderr);
    }
}
