//! Ctrl C: clean, said, and nothing half done.
#![cfg(unix)]

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{PROJECT, PROJECTS, TestEnv, text};

/// Waits until the service has seen such a request; the long limit only ends a broken run.
fn wait_for(env: &TestEnv, wanted: impl Fn(&Value) -> bool) {
    let started = Instant::now();
    while !env.requests().iter().any(&wanted) {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "{:?}",
            env.requests()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn signal(process: u32, name: &str) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
}

#[test]
fn an_interrupted_upload_stores_nothing_and_says_so() {
    for name in ["-INT", "-TERM"] {
        let env = TestEnv::new();
        let file = env.file("large.bin", vec![7; 40_000_000]);
        // The answer to the look-up comes at once; the upload is held up on its way.
        env.fault(json!({
            "method": "POST", "pathPrefix": PROJECTS, "times": 5, "action": { "status": 429 },
        }));
        let mut ctl = env.ctl_upload(&file).args(&["--json"]);
        let child = ctl.spawn();
        wait_for(&env, |request| {
            request["method"] == "POST" && text(&request["path"]).starts_with(PROJECTS)
        });
        signal(child.id(), name);
        let run = ctl.finish(child);
        run.expect_error(130, "cancelled");
        let outcomes: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(outcomes[0]["error"]["kind"], "cancelled");
        assert!(env.section("HMS").is_empty());
    }
}

#[test]
fn an_interrupted_look_up_ends_at_once() {
    let env = TestEnv::new();
    env.fault(
        json!({ "method": "GET", "pathPrefix": PROJECTS, "action": { "status": 503 }, "times": 5 }),
    );
    let mut ctl = env.ctl(&["projects", "list", "--json"]);
    let child = ctl.spawn();
    wait_for(&env, |request| text(&request["path"]).starts_with(PROJECTS));
    signal(child.id(), "-INT");
    ctl.finish(child).expect_error(130, "cancelled");
}

#[test]
fn an_interrupted_download_leaves_no_file() {
    let env = TestEnv::new();
    let file = env.file("large.bin", vec![7; 5_000_000]);
    let ids = env.upload("HMS", &[&file]);
    let project = env.ctl(&["projects", "show", PROJECT]).json().document()["id"].clone();
    env.fault(json!({
        "method": "GET", "pathPrefix": format!("{PROJECTS}/{}/documents/", text(&project)),
        "times": 5, "action": { "truncateResponseAfterBytes": 1_000_000 },
    }));
    let before = env.requests().len();
    let mut ctl = env.ctl_download(&ids[0]).args(&["--json"]);
    let child = ctl.spawn();
    let started = Instant::now();
    while env.requests().len() < before + 3 {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    signal(child.id(), "-INT");
    ctl.finish(child).expect_error(130, "cancelled");
    assert_eq!(std::fs::read_dir(env.path("out")).unwrap().count(), 0);
}
