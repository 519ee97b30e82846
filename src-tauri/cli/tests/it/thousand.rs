//! A folder of a thousand drawings, mirrored by the real programs, each of which is killed on the way.

use std::collections::BTreeMap;

use crate::support::{FOLDER, PROJECT, TestEnv, text};

const FILES: usize = 1_000;

/// Enough is done by then that both have something to lose, and enough is left.
const SENT_BEFORE_A_KILL: usize = 150;

#[test]
fn a_thousand_files_are_mirrored_although_both_programs_are_killed() {
    let mut env = TestEnv::apart();
    let files: BTreeMap<String, Vec<u8>> = (0..FILES)
        .map(|n| {
            let name = format!("Tegning æøå {n:04}.pdf");
            let content = format!("%PDF-1.7 drawing {n}\r\n").repeat(1 + n % 60);
            (name, content.into_bytes())
        })
        .collect();
    for (name, content) in &files {
        env.drawing(name, content);
    }
    env.mapped(&[]);

    let mut running = env.running_once(&["--yes"]);
    running.wait_for("uploaded", SENT_BEFORE_A_KILL);
    running.kill();
    let mut running = env.running_once(&["--yes"]);
    running.wait_for("uploaded", SENT_BEFORE_A_KILL);
    env.stop_service();
    running.kill();
    env.start_service_again();

    env.run_once(&["--yes"]).expect_code(0);
    let quiet = env.run_once(&[]);
    assert_eq!(quiet.expect_code(0).sums(), [0; 6], "nothing is left to do");
    assert!(page(&env) == files, "the page is the folder");
    let verified = env.sync(&["verify", "--sample", "20"]).json();
    verified.expect_code(0);
    assert_eq!(std::fs::read_dir(env.path(FOLDER)).unwrap().count(), FILES);
}

/// Every document of the section with its content; a name that is there twice ends the test.
fn page(env: &TestEnv) -> BTreeMap<String, Vec<u8>> {
    let listed = env.section("VA");
    let mut page = BTreeMap::new();
    // A command line of Windows holds 32,767 characters.
    for some in listed.chunks(250) {
        let to = format!("page {}", page.len());
        let ids: Vec<&str> = some.iter().map(|(_, id)| id.as_str()).collect();
        let args = ["docs", "download", "--project", PROJECT, "--to", &to];
        let run = env.ctl(&[&args[..], &ids].concat()).json();
        let saved = run.expect_code(0).document().as_array().unwrap();
        for ((name, _), saved) in some.iter().zip(saved) {
            let content = std::fs::read(text(&saved["path"])).unwrap();
            let twice = page.insert(name.clone(), content);
            assert!(twice.is_none(), "{name} is there twice");
        }
    }
    page
}
