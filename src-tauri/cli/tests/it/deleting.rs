//! Deletes: never unasked, never without the content in the history.

use crate::support::{PROJECT, TestEnv, answers, text};
use crate::uploading::history;
use serde_json::json;

#[test]
fn without_a_terminal_a_delete_needs_a_yes() {
    let env = TestEnv::new();
    let file = env.file("a.txt", "a");
    let ids = env.upload("HMS", &[&file]);
    let before = env.requests().len();
    let run = env
        .ctl(&["docs", "delete", &ids[0], "--project", PROJECT])
        .stdin("y\n")
        .json();
    let error = run.expect_error(2, "usage");
    assert!(text(&error["fix"]).contains("--yes"), "{error}");
    assert_eq!(
        env.requests().len(),
        before,
        "nothing was asked of the service"
    );
    assert_eq!(env.section("HMS").len(), 1);
}

#[test]
fn what_is_deleted_is_in_the_history_first() {
    let env = TestEnv::new();
    let file = env.file("a.txt", "the only copy");
    let ids = env.upload("HMS", &[&file]);
    env.ctl(&["docs", "delete", &ids[0], "--project", PROJECT, "--yes"])
        .json()
        .expect_code(0);
    assert_eq!(history(&env), [b"the only copy"]);
    assert!(env.section("HMS").is_empty());
}

#[test]
fn a_document_whose_content_cannot_be_kept_stays() {
    let env = TestEnv::new();
    let file = env.file("a.txt", "the only copy");
    let ids = env.upload("HMS", &[&file]);
    let history = env.data_dir().join("history");
    if history.exists() {
        std::fs::remove_dir_all(&history).unwrap();
    }
    std::fs::write(&history, "a file in the way").unwrap();
    let run = env
        .ctl(&["docs", "delete", &ids[0], "--project", PROJECT, "--yes"])
        .json();
    run.expect_code(1);
    assert_eq!(env.section("HMS").len(), 1);
}

#[test]
fn of_several_each_has_its_outcome() {
    let env = TestEnv::new();
    let file = env.file("a.txt", "a");
    let ids = env.upload("HMS", &[&file]);
    let gone = "65f0a1b2c3d4e5f601234567";
    let run = env
        .ctl(&[
            "docs",
            "delete",
            gone,
            &ids[0],
            "--project",
            PROJECT,
            "--yes",
        ])
        .json();
    run.expect_error(1, "notFound");
    let outcomes = run.document();
    assert_eq!(outcomes[0]["deleted"], false);
    assert_eq!(outcomes[0]["error"]["kind"], "notFound");
    assert_eq!(
        outcomes[1],
        json!({ "fileReferenceId": ids[0], "deleted": true })
    );
    let alone = env
        .ctl(&["docs", "delete", &ids[0], "--project", PROJECT, "--yes"])
        .json();
    alone.expect_error(4, "notFound");
}

#[test]
fn a_refused_delete_is_seven() {
    let env = TestEnv::new();
    let file = env.file("a.txt", "a");
    let ids = env.upload("HMS", &[&file]);
    let body = json!({ "error": "InUse", "message": "It is needed." });
    env.fault(answers("DELETE", "/test/core/", 1, 409, body));
    let run = env
        .ctl(&["docs", "delete", &ids[0], "--project", PROJECT, "--yes"])
        .json();
    let error = run.expect_error(7, "conflict");
    assert_eq!(error["status"], 409);
    assert_eq!(error["code"], "InUse");
    assert_eq!(env.section("HMS").len(), 1);
}
