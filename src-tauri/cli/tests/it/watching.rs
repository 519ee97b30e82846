//! `fieldctl sync run --watch`: what is saved is mirrored, others are told that it runs, and it
//! ends when it is asked to, or is killed, without harm.
#![cfg(unix)]

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Desk, FOLDER, PROJECT, finished, text};

fn signal(process: u32, name: &str) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[test]
fn a_saved_file_is_mirrored_and_a_polite_end_is_zero() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "a");
    desk.mapped(&[]);
    for name in ["-TERM", "-INT"] {
        let mut watching = desk.watching(&[]);
        watching.wait_for("idle", 1);
        let before = watching.lines().len();
        desk.file(&format!("{FOLDER}/saved {name}.pdf"), "saved");
        let uploaded = watching
            .lines()
            .iter()
            .filter(|line| line["event"] == "uploaded")
            .count();
        watching.wait_for("uploaded", uploaded + 1);
        assert!(desk.names().contains(&format!("saved {name}.pdf")));
        signal(watching.id(), name);
        let asked = Instant::now();
        let (run, lines) = watching.finish();
        run.expect_code(0);
        assert!(asked.elapsed() < Duration::from_secs(10));
        assert_eq!(run.stderr, "");
        assert!(
            finished(&lines)["uploaded"].as_u64().unwrap() >= 1,
            "{lines:?}"
        );
        assert!(lines.len() > before);
    }
}

#[test]
fn while_it_runs_it_acts_for_others_and_no_other_run_begins() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "ours");
    let file = desk.file("elsewhere/a.pdf", "theirs!");
    desk.upload("VA", &[&file]);
    let mapping = desk.mapped(&[]);
    let mut watching = desk.watching(&[]);
    watching.wait_for("conflict", 1);

    let run = desk.sync(&["run", "--once", "--json"]).run();
    run.expect_code(8);
    assert_eq!(run.error()["kind"], "busy");
    assert_eq!(run.stdout, "");
    for verb in ["list", "plan", "status", "conflicts", "history"] {
        desk.sync(&[verb]).json().expect_code(0);
    }

    let run = desk
        .sync(&["resolve", &mapping, "a.pdf", "--keep", "local"])
        .json();
    assert_eq!(run.expect_code(0).document()["kept"], "local");
    assert_eq!(desk.content("a.pdf"), b"ours");
    desk.file("second/b.pdf", "b");
    let run = desk
        .sync(&["add", "second", "--project", PROJECT, "--section", "HMS"])
        .json();
    let second = text(&run.expect_code(0).document()["mapping"]).to_owned();
    watching.wait_for("uploaded", 1);
    assert_eq!(
        desk.section("HMS").len(),
        1,
        "the new folder is kept in step, too"
    );
    std::fs::rename(desk.path("second"), desk.path("third")).unwrap();
    let run = desk.sync(&["move", &second, "third"]).json();
    assert_eq!(
        run.expect_code(0).document()["folder"],
        json!(desk.path("third"))
    );
    let version = desk.history()[0]["version"].to_string();
    desk.sync(&["restore", &version, "--to", "theirs.pdf"])
        .json()
        .expect_code(0);
    assert_eq!(std::fs::read(desk.path("theirs.pdf")).unwrap(), b"theirs!");
    desk.sync(&["remove", &second]).json().expect_code(0);
    assert_eq!(
        desk.sync(&["list"])
            .json()
            .document()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    signal(watching.id(), "-TERM");
    watching.finish().0.expect_code(0);
}

#[test]
fn killed_in_the_middle_it_goes_on_and_each_name_has_one_document() {
    let desk = Desk::new();
    for n in 0..40 {
        desk.drawing(&format!("{n:02}.pdf"), format!("drawing {n}"));
    }
    desk.mapped(&[]);
    for round in 0..3 {
        for n in 0..40 {
            if n % 3 == round {
                desk.drawing(
                    &format!("{n:02}.pdf"),
                    format!("drawing {n} of round {round}"),
                );
            }
        }
        let mut watching = desk.watching(&[]);
        watching.wait_for("started", 1);
        watching.kill();
    }
    let told = desk.run_once(&[]);
    told.expect_code(0);
    let mut names = desk.names();
    names.sort();
    let expected: Vec<String> = (0..40).map(|n| format!("{n:02}.pdf")).collect();
    assert_eq!(names, expected, "exactly one document a name");
    desk.sync(&["verify"]).json().expect_code(0);
    assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn a_service_that_comes_back_is_found_again() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "a");
    desk.mapped(&[]);
    desk.fault(json!({
        "method": "GET", "pathPrefix": crate::support::PROJECTS, "times": 4,
        "action": { "status": 503 },
    }));
    let mut watching = desk.watching(&[]);
    watching.wait_for("uploaded", 1);
    signal(watching.id(), "-TERM");
    let (run, _) = watching.finish();
    run.expect_code(0);
}
