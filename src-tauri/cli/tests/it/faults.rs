//! A service that forgets to answer or is not there.

use serde_json::json;

use crate::support::{PROJECTS, TestEnv, text};

#[test]
fn a_service_that_is_away_is_five() {
    let mut env = TestEnv::new();
    env.stop_service();
    let run = env.ctl(&["projects", "list"]).json();
    run.expect_error(5, "unreachable");
    assert_eq!(run.stdout, "");
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
