//! `fieldctl sync run --watch`: what is saved is mirrored, others are told that it runs, and it
//! ends when it is asked to, or is killed, without harm.

use serde_json::json;

use crate::support::{PROJECT, TestEnv, Watching, text};

#[cfg(unix)]
fn signal(process: u32, name: &str) {
    let sent = std::process::Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Ends a run as it wants to be ended; Windows has no signal for one process.
fn end(watching: Watching) {
    #[cfg(unix)]
    {
        signal(watching.id(), "-TERM");
        watching.finish().0.expect_code(0);
    }
    #[cfg(not(unix))]
    watching.kill();
}

#[cfg(unix)]
#[test]
fn a_saved_file_is_mirrored_and_a_polite_end_is_zero() {
    use std::time::{Duration, Instant};

    use crate::support::{FOLDER, finished};

    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.mapped(&[]);
    for name in ["-TERM", "-INT"] {
        let mut watching = env.watching(&[]);
        watching.wait_for("idle", 1);
        let before = watching.lines().len();
        env.file(&format!("{FOLDER}/saved {name}.pdf"), "saved");
        let uploaded = watching
            .lines()
            .iter()
            .filter(|line| line["event"] == "uploaded")
            .count();
        watching.wait_for("uploaded", uploaded + 1);
        assert!(env.names().contains(&format!("saved {name}.pdf")));
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
    let env = TestEnv::new();
    env.drawing("a.pdf", "ours");
    let file = env.file("elsewhere/a.pdf", "theirs!");
    env.upload("VA", &[&file]);
    let mapping = env.mapped(&[]);
    let mut watching = env.watching(&[]);
    watching.wait_for("conflict", 1);

    let run = env.sync(&["run", "--once", "--json"]).run();
    run.expect_code(8);
    assert_eq!(run.error()["kind"], "busy");
    assert_eq!(run.stdout, "");
    for verb in ["list", "plan", "status", "conflicts", "history"] {
        env.sync(&[verb]).json().expect_code(0);
    }

    let run = env
        .sync(&["resolve", &mapping, "a.pdf", "--keep", "local"])
        .json();
    assert_eq!(run.expect_code(0).document()["kept"], "local");
    assert_eq!(env.content("a.pdf"), b"ours");
    env.file("second/b.pdf", "b");
    let run = env
        .sync(&["add", "second", "--project", PROJECT, "--section", "HMS"])
        .json();
    let second = text(&run.expect_code(0).document()["mapping"]).to_owned();
    watching.wait_for("uploaded", 1);
    assert_eq!(
        env.section("HMS").len(),
        1,
        "the new folder is kept in step, too"
    );
    std::fs::rename(env.path("second"), env.path("third")).unwrap();
    let run = env.sync(&["move", &second, "third"]).json();
    assert_eq!(
        run.expect_code(0).document()["folder"],
        json!(env.path("third"))
    );
    let version = env.history()[0]["version"].to_string();
    env.sync(&["restore", &version, "--to", "theirs.pdf"])
        .json()
        .expect_code(0);
    assert_eq!(std::fs::read(env.path("theirs.pdf")).unwrap(), b"theirs!");
    env.sync(&["remove", &second]).json().expect_code(0);
    assert_eq!(
        env.sync(&["list"])
            .json()
            .document()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    end(watching);
}
