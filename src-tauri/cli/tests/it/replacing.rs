//! `docs upload --replace` beside somebody else, and killed in the middle.
#![cfg(unix)]

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Desk, PROJECT, PROJECTS, text};
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
fn seen(desk: &Desk, method: &str) -> usize {
    let requests = desk.requests();
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
fn what_somebody_else_uploads_meanwhile_stays_and_is_told() {
    let desk = Desk::new();
    let ours = desk.file("Plan.pdf", "old");
    desk.upload(SECTION, &[&ours]);
    desk.file("Plan.pdf", "ours, new");
    let theirs = desk.file("theirs/Plan.pdf", "theirs");
    // Ours is held up on the wire until theirs is there.
    desk.fault(json!({ "method": "POST", "pathPrefix": PROJECTS, "times": 1, "action": { "delayMs": 4000 } }));
    let posts = seen(&desk, "POST");
    let mut ctl = desk.ctl(&replace(&ours)).args(&["--json"]);
    let child = ctl.spawn();
    wait_until(|| seen(&desk, "POST") > posts || desk.section(SECTION).len() > 1);
    desk.upload(SECTION, &[&theirs]);
    let run = ctl.finish(child);
    let error = run.expect_error(6, "conflict");
    assert!(text(&error["message"]).contains("Plan.pdf"), "{error}");
    assert_eq!(desk.section(SECTION).len(), 2, "ours and theirs are there");
    assert!(
        history(&desk).contains(&b"old".to_vec()),
        "and the old one is kept"
    );
    let flags = desk.requests();
    assert!(
        flags
            .iter()
            .all(|request| !text(&request["query"]).contains("replaceExisting")),
        "the flag is never sent"
    );
}

#[test]
fn two_replaces_at_once_lose_no_content() {
    let desk = Desk::new();
    let one = desk.file("one/Plan.pdf", "old");
    desk.upload(SECTION, &[&one]);
    desk.file("one/Plan.pdf", "of one");
    let two = desk.file("two/Plan.pdf", "of two");
    let mut first = desk.ctl(&replace(&one)).args(&["--json"]);
    let mut second = desk.ctl(&replace(&two)).args(&["--json"]);
    let (a, b) = (first.spawn(), second.spawn());
    first.finish(a);
    second.finish(b);
    let mut contents = history(&desk);
    for (_, id) in desk.section(SECTION) {
        std::fs::remove_dir_all(desk.path("out")).ok();
        desk.ctl_download(&id).json().expect_code(0);
        contents.push(std::fs::read(desk.path("out/Plan.pdf")).unwrap());
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
    let desk = Desk::new();
    let file = desk.file("Plan.pdf", "old");
    desk.upload(SECTION, &[&file]);
    desk.file("Plan.pdf", "new");
    let deletes = json!({ "method": "DELETE", "pathPrefix": PROJECTS, "times": 1, "action": { "delayMs": 60_000 } });
    desk.fault(deletes);
    let mut ctl = desk.ctl(&replace(&file)).args(&["--json"]);
    let mut child = ctl.spawn();
    wait_until(|| desk.section(SECTION).len() == 2);
    // Its answer is noted by then, and the delete is held up on its way.
    std::thread::sleep(Duration::from_millis(700));
    child.kill().unwrap();
    child.wait().unwrap();
    desk.no_faults();
    let other = desk.file("Other.pdf", "other");
    desk.upload(SECTION, &[&other]);
    let mut names: Vec<_> = desk
        .section(SECTION)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    names.sort();
    assert_eq!(names, ["Other.pdf", "Plan.pdf"], "the old one is gone");
    assert!(history(&desk).contains(&b"old".to_vec()), "and kept");
}
