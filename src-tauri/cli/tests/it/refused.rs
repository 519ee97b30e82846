//! Files that the service refuses: what is said of them, and when they are sent again.

use serde_json::json;

use crate::deciding::both_changed;
use crate::support::{PROJECTS, TestEnv, text};

/// What the service answers to the next uploads.
fn refuse_uploads(env: &TestEnv, times: u32) {
    env.fault(
        json!({"method": "POST", "pathPrefix": PROJECTS, "times": times,
        "action": {"status": 400, "body": {"error": "refused", "message": "not this file"}}}),
    );
}

#[test]
fn a_refused_file_is_sent_again_by_each_run_and_fails_while_it_is_refused() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    let mapping = env.mapped(&[]);
    refuse_uploads(&env, 2);
    for _ in 0..2 {
        let told = env.run_once(&[]);
        assert_eq!(told.expect_code(1).sums(), [0, 0, 0, 0, 0, 1]);
        assert_eq!(told.named("failed"), ["a.pdf"]);
    }
    let status = env.sync(&["status", &mapping]).json();
    assert_eq!(status.document()[0]["state"], "failed");
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(env.content("a.pdf"), b"a");
}

#[test]
fn a_watch_waits_until_a_refused_file_changes() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.mapped(&[]);
    refuse_uploads(&env, 1);
    let mut watch = env.watching(&[]);
    watch.wait_for("failed", 1);
    env.drawing("b.pdf", "b");
    watch.wait_for("uploaded", 1);
    assert_eq!(env.names(), ["b.pdf"], "it is not sent again by itself");
    env.drawing("a.pdf", "another");
    watch.wait_for("uploaded", 2);
    assert_eq!(env.content("a.pdf"), b"another");
    watch.kill();
}

#[test]
fn a_refused_upload_is_the_outcome_of_the_decision() {
    let (env, mapping) = both_changed();
    refuse_uploads(&env, 1);
    let args = ["resolve", &mapping, "a.pdf", "--keep", "local"];
    let error = env.sync(&args).json().expect_error(7, "refused");
    let message = text(&error["message"]);
    assert!(message.contains("not this file"), "{message}");
    assert_eq!(env.content("a.pdf"), b"of theirs", "nothing changed");
    assert_eq!(env.conflicts()[0]["reason"], "bothChanged", "it is open");
    env.sync(&args).json().expect_code(0);
    assert_eq!(env.content("a.pdf"), b"ours");
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn of_all_that_wait_a_refused_upload_is_said_too() {
    let (env, mapping) = both_changed();
    refuse_uploads(&env, 1);
    let args = ["resolve", &mapping, "--all", "--keep", "local"];
    env.sync(&args).json().expect_error(7, "refused");
    assert_eq!(env.content("a.pdf"), b"of theirs");
}
