//! Deletes: never unasked, never without the content in the history.

use crate::support::{PROJECT, TestEnv, text};

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
