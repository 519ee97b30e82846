//! `docs upload --replace` beside another computer, and killed in the middle.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{PROJECT, PROJECTS, TestEnv, answers, text};
use crate::uploading::history;

const SECTION: &str = "HMS";

fn replace(file: &str) -> [&str; 8] {
    [
        "docs",
        "upload",
        "--replace",
        file,
        "--project",
        PROJECT,
        "--section",
        SECTION,
    ]
}

/// How many requests of that method to documents the service has seen.
fn seen(env: &TestEnv, method: &str) -> usize {
    let requests = env.requests();
    let ours = requests.iter().filter(|request| {
        request["method"] == method && text(&request["path"]).contains("/documents")
    });
    ours.count()
}

fn wait_until(what: impl Fn() -> bool) {
    let started = Instant::now();
    while !what() {
        assert!(started.elapsed() < Duration::from_secs(60), "never");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_upload_from_elsewhere_meanwhile_stays_and_ends_with_six() {
    let env = TestEnv::new();
    let ours = env.file("Plan.pdf", "old");
    env.upload(SECTION, &[&ours]);
    env.file("Plan.pdf", "ours, new");
    let listed = env.ctl(&["docs", "list", "--project", PROJECT]).json();
    let theirs = env.file("theirs/Plan.pdf", "theirs");
    env.upload(SECTION, &[&theirs]);
    // Ours looked before theirs was there.
    let project = env.ctl(&["projects", "show", PROJECT]).json();
    let page = format!("{PROJECTS}/{}/documents", text(&project.document()["id"]));
    env.fault(answers("GET", &page, 1, 200, listed.document().clone()));
    let run = env.ctl(&replace(&ours)).json();
    let error = run.expect_error(6, "conflict");
    assert!(text(&error["message"]).contains("Plan.pdf"), "{error}");
    assert_eq!(env.section(SECTION).len(), 2, "ours and theirs are there");
    let kept = history(&env);
    assert!(kept.contains(&b"old".to_vec()), "and the old one is kept");
    let flag = |request: &Value| text(&request["query"]).contains("replaceExisting");
    assert!(!env.requests().iter().any(flag), "the flag is never sent");
}

#[test]
fn two_replaces_at_once_lose_no_content() {
    let env = TestEnv::new();
    let one = env.file("one/Plan.pdf", "old");
    env.upload(SECTION, &[&one]);
    env.file("one/Plan.pdf", "of one");
    let two = env.file("two/Plan.pdf", "of two");
    let mut first = env.ctl(&replace(&one)).args(&["--json"]);
    let mut second = env.ctl(&replace(&two)).args(&["--json"]);
    let (a, b) = (first.spawn(), second.spawn());
    first.finish(a);
    second.finish(b);
    let mut contents = history(&env);
    for (_, id) in env.section(SECTION) {
        std::fs::remove_dir_all(env.path("out")).ok();
        env.ctl_download(&id).json().expect_code(0);
        contents.push(std::fs::read(env.path("out/Plan.pdf")).unwrap());
    }
    for content in ["old", "of one", "of two"] {
        assert!(
            contents.iter().any(|bytes| bytes == content.as_bytes()),
            "{content} is on the page or kept"
        );
    }
}

#[test]
fn the_next_call_ends_a_replace_that_was_killed() {
    let env = TestEnv::new();
    let file = env.file("Plan.pdf", "old");
    env.upload(SECTION, &[&file]);
    env.file("Plan.pdf", "new");
    let deletes = json!({ "method": "DELETE", "pathPrefix": PROJECTS, "times": 1, "action": { "delayMs": 60_000 } });
    env.fault(deletes);
    let mut ctl = env.ctl(&replace(&file)).args(&["--json"]);
    let mut child = ctl.spawn();
    // The answer to its upload is noted before the delete begins, which is held up on its way.
    wait_until(|| seen(&env, "DELETE") == 1);
    child.kill().unwrap();
    child.wait().unwrap();
    env.no_faults();
    let other = env.file("Other.pdf", "other");
    env.upload(SECTION, &[&other]);
    let mut names: Vec<_> = env
        .section(SECTION)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    names.sort();
    assert_eq!(names, ["Other.pdf", "Plan.pdf"], "the old one is gone");
    assert!(history(&env).contains(&b"old".to_vec()), "and kept");
}
