//! Each exit status of the verbs on synced folders, and what is said with it.

use serde_json::json;

use crate::support::{Desk, FOLDER, PROJECT, PROJECTS, answers, text};

/// A desk with one mirrored drawing.
fn mirrored() -> (Desk, String) {
    let desk = Desk::new();
    desk.drawing("a.pdf", "a");
    let mapping = desk.mapped(&[]);
    desk.run_once(&[]).expect_code(0);
    (desk, mapping)
}

#[test]
fn without_any_mapping_a_run_is_not_found_and_lists_are_empty() {
    let desk = Desk::new();
    for length in ["--once", "--watch"] {
        let run = desk.sync(&["run", length, "--json"]).run();
        run.expect_code(4);
        assert_eq!(run.error()["kind"], "notFound");
        assert_eq!(run.stdout, "");
    }
    for verb in ["list", "plan", "status", "conflicts", "verify", "history"] {
        let run = desk.sync(&[verb]).json();
        assert_eq!(*run.expect_code(0).document(), json!([]), "{verb}");
    }
}

#[test]
fn what_does_not_exist_is_not_found() {
    let (desk, mapping) = mirrored();
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
        std::fs::create_dir_all(desk.path("new")).unwrap();
        desk.sync(args).json().expect_code(4);
    }
    let run = desk.sync(&["move", &mapping, "no-folder"]).json();
    run.expect_code(4);
}

#[test]
fn folders_that_cannot_be_kept_in_step_are_refused_with_the_reason() {
    let (desk, _) = mirrored();
    std::fs::create_dir_all(desk.path(FOLDER).join("child")).unwrap();
    let data = desk.data_dir();
    let home = desk.path("");
    for (folder, section) in [
        ("/", "VA"),
        (home.to_str().unwrap(), "HMS"),
        (data.to_str().unwrap(), "HMS"),
        (FOLDER, "VA"),
    ] {
        let args = ["add", folder, "--project", PROJECT, "--section", section];
        let error = desk.sync(&args).json().expect_error(7, "refused");
        assert!(text(&error["message"]).len() > 20, "{error}");
    }
    let child = format!("{FOLDER}/child");
    let args = ["add", &child, "--project", PROJECT, "--section", "VA"];
    desk.sync(&args).json().expect_error(7, "refused");
    assert_eq!(
        desk.sync(&["list"])
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
    let (desk, mapping) = mirrored();
    std::fs::rename(desk.path(FOLDER), desk.path("away")).unwrap();
    for approval in [&[][..], &["--yes"]] {
        let told = desk.run_once(approval);
        told.expect_code(6);
        assert_eq!(told.run.error()["kind"], "folderAway");
        assert_eq!(told.finished()["deleted"], 0);
    }
    desk.sync(&["plan", &mapping]).json().expect_code(6);
    let status = desk.sync(&["status"]).json();
    assert_eq!(status.expect_code(0).document()[0]["state"], "offline");
    assert_eq!(desk.names(), ["a.pdf"]);
    std::fs::rename(desk.path("away"), desk.path(FOLDER)).unwrap();
    assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn an_emptied_folder_deletes_nothing_unasked() {
    let (desk, _) = mirrored();
    std::fs::remove_file(desk.path(FOLDER).join("a.pdf")).unwrap();
    desk.run_once(&["--yes"]).expect_code(6);
    assert_eq!(desk.names(), ["a.pdf"]);
}

#[test]
fn a_wrong_secret_and_a_client_that_may_only_read_are_not_allowed() {
    let (desk, mapping) = mirrored();
    desk.drawing("b.pdf", "b");
    let run = desk
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
    let run = desk
        .ctl_as("readOnly", &[&["sync"], &args[..]].concat())
        .json();
    let read_only = text(&run.expect_code(0).document()["mapping"]).to_owned();
    assert_ne!(read_only, mapping);
    let run = desk
        .ctl_as("readOnly", &["sync", "run", &read_only, "--once", "--json"])
        .run();
    run.expect_code(3);
}

#[test]
fn a_service_that_is_away_or_fails_is_five() {
    let (mut desk, _) = mirrored();
    desk.drawing("b.pdf", "b");
    desk.fault(answers("GET", PROJECTS, 50, 503, json!({})));
    let told = desk.run_once(&[]);
    told.expect_code(5);
    assert_eq!(told.sums(), [0; 6]);
    desk.no_faults();
    desk.stop_service();
    let told = desk.run_once(&[]);
    told.expect_code(5);
    assert_eq!(told.run.error()["kind"], "offline");
    assert!(
        told.lines.iter().any(|line| line["event"] == "waiting"),
        "{:?}",
        told.lines
    );
    let status = desk.sync(&["status"]).json();
    assert_eq!(status.expect_code(0).document()[0]["state"], "offline");
}

#[test]
fn a_project_that_is_closed_that_is_gone_and_an_answer_that_cannot_be_read_are_told_apart() {
    let (desk, mapping) = mirrored();
    desk.drawing("b.pdf", "b");
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
        desk.fault(answers("GET", PROJECTS, 50, status, body));
        let told = desk.run_once(&[]);
        told.expect_code(code);
        assert_eq!(told.run.error()["kind"], kind);
        assert_eq!(told.sums(), [0; 6]);
        let plan = desk.sync(&["plan", &mapping]).json();
        plan.expect_error(code, of_plan);
        desk.no_faults();
    }
    assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
}

#[test]
fn a_file_that_was_saved_just_now_is_waited_for_and_told_of_once() {
    let (desk, _) = mirrored();
    desk.file(&format!("{FOLDER}/b.pdf"), "saved just now");
    let told = desk.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(told.named("uploaded"), ["b.pdf"]);
    assert!(told.named("skipped").is_empty(), "{:?}", told.lines);
}

#[test]
fn a_file_that_the_service_refuses_leaves_the_rest_done() {
    let desk = Desk::with(fielddesk_service::ServeOptions {
        max_upload_bytes: Some(100_000),
        ..fielddesk_service::ServeOptions::default()
    });
    desk.drawing("a.pdf", "small");
    desk.drawing("b.pdf", vec![1; 300_000]);
    desk.drawing("c.pdf", "small, too");
    desk.mapped(&[]);
    let told = desk.run_once(&[]);
    assert_eq!(told.expect_code(1).sums(), [2, 0, 0, 0, 0, 1]);
    assert_eq!(told.named("failed"), ["b.pdf"]);
    assert_eq!(desk.names(), ["a.pdf", "c.pdf"]);
}

#[test]
fn another_client_of_the_folder_is_refused_by_the_service_and_other_addresses_are_said() {
    let (desk, _) = mirrored();
    let run = desk
        .sync(&["plan", FOLDER])
        .env("FIELDDESK_CLIENT_ID", "another-client")
        .json();
    run.expect_error(3, "invalidClient");
    let elsewhere = text(&desk.production()["baseUrl"]).to_owned();
    let run = desk
        .sync(&["plan", FOLDER])
        .env("FIELDDESK_BASE_URL", &elsewhere)
        .json();
    run.expect_error(2, "usage");
    let run = desk.bare(&["sync", "list"]).json();
    assert_eq!(
        run.expect_code(0).document().as_array().unwrap().len(),
        1,
        "a list needs no connection"
    );
}

#[test]
fn what_ended_a_run_is_told_with_the_servers_own_words() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "a");
    desk.mapped(&[]);
    for (status, code, kind) in [(403, 3, "projectClosed"), (503, 5, "serviceFailed")] {
        desk.no_faults();
        // A wait of an hour is told at once; without it the retries would take 15 seconds.
        desk.fault(
            json!({"method": "GET", "pathPrefix": PROJECTS, "times": 99, "action": {
            "status": status, "headers": {"Retry-After": "3600"},
            "body": {"error": "Closed", "message": "It is closed until Monday."}}}),
        );
        let told = desk.run_once(&[]);
        let error = told.expect_code(code).run.error();
        assert_eq!(error["kind"], kind, "{error}");
        let message = text(&error["message"]);
        let words = "The server said: \"It is closed until Monday.\"";
        assert!(message.ends_with(words), "{message}");
        assert_eq!(error["server"], "It is closed until Monday.");
        assert_eq!(error["status"], status);
        let people = desk.sync(&["run", "--once"]).run();
        assert!(people.stderr.contains(words), "{}", people.stderr);
    }
}
