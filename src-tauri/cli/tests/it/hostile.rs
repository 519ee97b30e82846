//! Answers that try to do harm to the secret. That no control character and no secret is written is checked in every run.

use serde_json::json;

use crate::support::{PROJECTS, TestEnv, answers, text};

#[test]
fn a_secret_that_the_service_sends_back_is_hidden() {
    let env = TestEnv::new();
    let secret = text(&env.test()["clients"]["admin"]["clientSecret"]);
    let token = env.token(env.test());
    let echo = format!("You sent {secret} and {token} \u{1b}[31m");
    let body = json!({ "error": "Echo", "message": echo });
    env.fault(answers("GET", PROJECTS, 1, 400, body.clone()));
    env.ctl(&["projects", "list"])
        .secret(&token)
        .json()
        .expect_code(7);
    env.fault(answers("GET", PROJECTS, 1, 400, body));
    env.ctl(&["projects", "list"])
        .secret(&token)
        .run()
        .expect_code(7);

    let project = json!({ "id": "65f0", "projectNumber": "P-1", "name": echo });
    env.fault(answers("GET", PROJECTS, 1, 200, json!([project])));
    let run = env.ctl(&["projects", "list"]).secret(&token).json();
    assert_eq!(run.expect_code(0).document()[0]["projectNumber"], "P-1");
    env.fault(answers("GET", PROJECTS, 1, 200, json!([project])));
    let run = env.ctl(&["projects", "list"]).secret(&token).run();
    assert!(
        run.stdout.contains("You sent [hidden] and [hidden] ␛[31m"),
        "{}",
        run.stdout
    );
}
