//! `fieldctl sync run --watch`: what is saved is mirrored, and it ends when it is asked to.
#![cfg(unix)]

use std::time::{Duration, Instant};

use crate::support::{FOLDER, TestEnv, finished};

fn signal(process: u32, name: &str) {
    let sent = std::process::Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[test]
fn a_saved_file_is_mirrored_and_a_polite_end_is_zero() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.mapped(&[]);
    for name in ["-TERM", "-INT"] {
        let mut watching = env.watching(&[]);
        watching.wait_for_any(&["idle"], 1);
        let other = env.sync(&["run", "--once", "--json"]).run();
        other.expect_code(8);
        assert_eq!(other.error()["kind"], "busy");
        let before = watching.lines().len();
        env.file(&format!("{FOLDER}/saved {name}.pdf"), "saved");
        let uploaded = watching
            .lines()
            .iter()
            .filter(|line| line["event"] == "uploaded")
            .count();
        watching.wait_for_any(&["uploaded"], uploaded + 1);
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
