//! Exit statuses and messages of sync runs that left work undone.

use fielddesk_service::ServeOptions;
use serde_json::{Value, json};

use crate::support::{FOLDER, PROJECT, PROJECTS, TestEnv, answers, text};

/// An environment with one mirrored drawing, and another that is new.
fn mirrored() -> (TestEnv, String) {
    let env = TestEnv::with(ServeOptions {
        max_upload_bytes: Some(100_000),
        ..ServeOptions::default()
    });
    env.drawing("a.pdf", "a");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    env.drawing("b.pdf", "b");
    (env, mapping)
}

#[test]
fn a_client_without_rights_ends_with_three_and_another_of_the_company_goes_on() {
    let (env, mapping) = mirrored();
    let args = ["sync", "run", &mapping, "--once", "--json"];
    let wrong = env.ctl(&args);
    let run = wrong
        .env("FIELDDESK_CLIENT_SECRET", "wrong-secret-0123456789")
        .run();
    run.expect_code(3);
    assert!(run.stdout.contains("\"finished\""), "{}", run.stdout);
    for client in ["readOnly", "standard", "otherCompany"] {
        env.ctl_as(client, &args).run().expect_code(3);
        assert_eq!(env.names(), ["a.pdf"], "{client}");
    }
    let elsewhere = env.ctl(&args);
    let elsewhere = elsewhere.env("FIELDDESK_BASE_URL", text(&env.production()["baseUrl"]));
    elsewhere.run().expect_code(2);
    let list = env.bare(&["sync", "list"]).json();
    assert_eq!(list.expect_code(0).document()[0]["mapping"], mapping);
    env.ctl_as("coreOnly", &args).run().expect_code(0);
    assert_eq!(env.names(), ["a.pdf", "b.pdf"]);
}

#[test]
fn each_answer_of_the_service_ends_a_run_in_its_way() {
    let (mut env, mapping) = mirrored();
    // The same words in both: only the status tells.
    let words = "It is closed until Monday.";
    let gone = json!({"error": "X", "message": words});
    for (status, body, code, kind, of_plan) in [
        (403, gone.clone(), 3, "projectClosed", "notAllowed"),
        (404, gone.clone(), 6, "projectClosed", "notFound"),
        (503, gone, 5, "serviceFailed", "serviceFailed"),
        (
            200,
            json!({"no": "list"}),
            1,
            "unreadableAnswer",
            "unreadableAnswer",
        ),
    ] {
        // A wait of an hour is told at once; without it the retries would take 15 seconds.
        env.fault(
            json!({"method": "GET", "pathPrefix": PROJECTS, "times": 99, "action": {
            "status": status, "headers": {"Retry-After": "3600"}, "body": body}}),
        );
        let told = env.run_once(&[]);
        assert_eq!(told.expect_code(code).sums(), [0; 6], "{status}");
        let error = told.run.error();
        assert_eq!(error["kind"], kind, "{status}");
        if status > 400 {
            assert_eq!(
                [&error["server"], &error["status"]],
                [&json!(words), &json!(status)]
            );
            let people = env.sync(&["run", "--once"]).run();
            assert!(people.stderr.contains(words), "{}", people.stderr);
        }
        let plan = env.sync(&["plan", &mapping]).json();
        plan.expect_error(code, of_plan);
        env.no_faults();
    }
    env.stop_service();
    let told = env.run_once(&[]);
    told.expect_code(5);
    assert_eq!(told.run.error()["kind"], "offline");
    let waits = |line: &Value| line["event"] == "waiting";
    assert!(told.lines.iter().any(waits), "{:?}", told.lines);
    let status = env.sync(&["status"]).json();
    assert_eq!(status.expect_code(0).document()[0]["state"], "offline");
}

#[test]
fn a_refused_file_leaves_the_rest_done_and_is_sent_again_by_each_run() {
    let (env, mapping) = mirrored();
    env.drawing("large.pdf", vec![1; 300_000]);
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(1).sums(), [1, 0, 0, 0, 0, 1]);
    assert_eq!(told.named("failed"), ["large.pdf"]);
    env.drawing("refused.pdf", "r");
    let body = json!({"error": "refused", "message": "not this file"});
    env.fault(answers("POST", PROJECTS, 2, 400, body));
    env.drawing("large.pdf", "small");
    env.run_once(&[]).expect_code(1);
    let status = env.sync(&["status", &mapping]).json();
    assert_eq!(status.document()[0]["state"], "failed");
    env.no_faults();
    env.run_once(&[]).expect_code(0);
    let mut names = env.names();
    names.sort();
    assert_eq!(names, ["a.pdf", "b.pdf", "large.pdf", "refused.pdf"]);
}

#[test]
fn a_run_whose_uploads_all_fail_ends_with_five_and_the_reason_stays_until_it_is_better() {
    let (env, mapping) = mirrored();
    let words = "It is closed until Monday.";
    env.fault(
        json!({"method": "POST", "pathPrefix": PROJECTS, "times": 99, "action": {
        "status": 503, "headers": {"Retry-After": "3600"}, "body": {"error": "X", "message": words}}}),
    );
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(5).sums(), [0, 0, 0, 0, 0, 1]);
    assert_eq!(told.named("failed"), ["b.pdf"]);
    env.no_faults();
    // By the looks of another process, although the service is back.
    let status = env.sync(&["status", &mapping]).json();
    let status = status.expect_code(0).document()[0].clone();
    assert_ne!(status["state"], "working", "{status}");
    assert_ne!(status["reason"], "new", "{status}");
    let explained = env.sync(&["explain", &mapping, "b.pdf"]).json();
    let explained = explained.expect_code(0).document()[0]["status"].clone();
    assert_eq!(explained["reason"], status["reason"]);
    env.run_once(&[]).expect_code(0);
    let status = env.sync(&["status", &mapping]).json();
    assert_eq!(status.document()[0]["state"], "inStep");
}

#[cfg(unix)]
#[test]
fn a_subfolder_that_became_a_link_is_named_and_takes_no_document_with_it() {
    let env = TestEnv::new();
    for name in ["a.pdf", "b.pdf"] {
        env.drawing(&format!("VA/{name}"), name);
    }
    env.drawing("top.pdf", "top");
    let folder = env.path(FOLDER);
    let to = ["add", FOLDER, "--project", PROJECT];
    let how = ["--sections-by-subfolder", "--deletes", "propagate"];
    let added = env.sync(&[&to[..], &how[..]].concat()).json();
    let mapping = text(&added.expect_code(0).document()["mapping"]).to_owned();
    env.run_once(&[]).expect_code(0);
    std::fs::rename(folder.join("VA"), env.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink(env.path("elsewhere"), folder.join("VA")).unwrap();
    let told = env.run_once(&["--yes"]);
    assert_eq!(told.expect_code(1).sums(), [0, 0, 0, 0, 0, 2]);
    assert_eq!(told.named("skipped"), ["a.pdf", "b.pdf"]);
    let plan = env.sync(&["plan", &mapping]).json();
    let plan = plan.expect_code(0).document().clone();
    assert_eq!(plan["actions"][0]["reason"], "link");
    let status = env.sync(&["status", &mapping]).json();
    assert_eq!(status.document()[0]["state"], "failed");
    assert_eq!(status.document()[0]["failed"], 2);
    // A rule of the user says that it is meant.
    let set = env.sync(&["settings", "--ignore", "VA"]);
    set.run().expect_code(0);
    env.run_once(&[]).expect_code(0);
}
