//! A service that is slow, breaks, forgets to answer or is not there.

use serde_json::json;

use crate::support::{PROJECT, PROJECTS, TestEnv, answers, folder, text};

#[test]
fn a_passing_failure_is_waited_out() {
    let env = TestEnv::new();
    for status in [429, 500] {
        env.fault(answers(
            "GET",
            PROJECTS,
            1,
            status,
            json!({ "error": "Later", "message": "Later." }),
        ));
        env.ctl(&["projects", "list"]).json().expect_code(0);
    }
    env.fault(json!({ "pathPrefix": PROJECTS, "times": 1, "action": { "resetBeforeBody": true } }));
    env.ctl(&["projects", "show", PROJECT])
        .json()
        .expect_code(0);
}

#[test]
fn a_service_that_keeps_failing_is_five() {
    let env = TestEnv::new();
    env.fault(answers(
        "GET",
        PROJECTS,
        5,
        503,
        json!("<html>Bad gateway</html>"),
    ));
    let error = env
        .ctl(&["projects", "list"])
        .json()
        .expect_error(5, "serviceFailed");
    assert_eq!(error["status"], 503);
    let tried = env
        .requests()
        .iter()
        .filter(|request| text(&request["path"]).starts_with(PROJECTS))
        .count();
    assert_eq!(tried, 5, "once and four times again");
}

#[test]
fn a_service_that_is_away_is_five() {
    let mut env = TestEnv::new();
    env.stop_service();
    let run = env.ctl(&["projects", "list"]).json();
    run.expect_error(5, "unreachable");
    assert_eq!(run.stdout, "");
}

#[test]
fn a_long_wait_that_the_service_asks_for_ends_the_command() {
    let env = TestEnv::new();
    env.fault(json!({
        "method": "GET", "pathPrefix": PROJECTS, "times": 1,
        "action": { "status": 429, "headers": { "Retry-After": "3600" } },
    }));
    env.ctl(&["projects", "list"])
        .json()
        .expect_error(5, "slowDown");
    assert_eq!(env.requests().len(), 2, "a token and one look-up");
}

#[test]
fn an_upload_whose_answer_was_lost_is_stored_once() {
    for action in [
        json!({ "resetAfterCommit": true }),
        json!({ "statusAfterCommit": 503 }),
    ] {
        let env = TestEnv::new();
        let file = env.file("Plan.pdf", "content");
        env.fault(json!({
            "method": "POST", "pathPrefix": PROJECTS, "times": 1, "action": action,
        }));
        let run = env.ctl_upload(&file).json();
        let id = text(&run.expect_code(0).document()[0]["fileReferenceId"]).to_owned();
        assert_eq!(env.section("HMS"), [("Plan.pdf".to_owned(), id)]);
    }
}

#[test]
fn an_upload_that_failed_is_sent_again_and_stored_once() {
    let env = TestEnv::new();
    let file = env.file("Plan.pdf", "content");
    for action in [
        json!({ "status": 500 }),
        json!({ "status": 429 }),
        json!({ "resetBeforeBody": true }),
    ] {
        env.fault(
            json!({ "method": "POST", "pathPrefix": PROJECTS, "times": 1, "action": action }),
        );
        let before = env.section("HMS").len();
        env.ctl_upload(&file).json().expect_code(0);
        assert_eq!(env.section("HMS").len(), before + 1, "{action}");
    }
}

#[test]
fn a_download_that_was_cut_off_is_fetched_again() {
    let env = TestEnv::new();
    let content: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
    let file = env.file("Plan.pdf", &content);
    let ids = env.upload("HMS", &[&file]);
    let project = env.ctl(&["projects", "show", PROJECT]).json().document()["id"].clone();
    env.fault(json!({
        "method": "GET", "pathPrefix": format!("{PROJECTS}/{}/documents/", text(&project)),
        "times": 1, "action": { "truncateResponseAfterBytes": 1000 },
    }));
    env.ctl_download(&ids[0]).json().expect_code(0);
    assert_eq!(std::fs::read(env.path("out/Plan.pdf")).unwrap(), content);
    assert_eq!(folder(&env.path("out")).len(), 1);
}
