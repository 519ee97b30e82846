//! `fieldctl docs history` and `docs restore`: what was replaced or removed by hand is listed and
//! comes back.

use serde_json::{Value, json};

use crate::support::{FOLDER, PROJECT, TestEnv, text};

impl TestEnv {
    /// `fieldctl docs history --json`, with more.
    fn versions(&self, more: &[&str]) -> Vec<Value> {
        let run = self.ctl(&[&["docs", "history"], more].concat()).json();
        run.expect_code(0).document().as_array().unwrap().clone()
    }

    fn delete(&self, id: &str) {
        let args = ["docs", "delete", id, "--project", PROJECT, "--yes"];
        self.ctl(&args).json().expect_code(0);
    }

    fn restore(&self, version: &Value, more: &[&str]) -> crate::support::Ctl {
        self.ctl(&[&["docs", "restore", &version.to_string()], more].concat())
    }
}

#[test]
fn a_version_of_a_synced_section_goes_back_through_its_folder() {
    let env = TestEnv::new();
    let by_hand = env.upload("VA", &[&env.file("by hand.pdf", "by hand")]);
    env.delete(&by_hand[0]);
    env.drawing("Plan A.pdf", "first");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    env.drawing("Plan A.pdf", "second");
    env.run_once(&[]).expect_code(0);
    let versions = env.versions(&[]);
    assert_eq!(versions.len(), 2, "{versions:?}");
    let (synced, by_hand) = (&versions[0], &versions[1]);
    assert_eq!(synced["mapping"], mapping);
    assert_eq!(synced["project"], PROJECT);
    let run = env.sync(&["history", &mapping]).json();
    assert_eq!(*run.expect_code(0).document(), json!([synced]));
    let run = env.restore(&synced["version"], &[]).json();
    let error = run.expect_error(7, "refused");
    assert!(text(&error["fix"]).contains("sync restore"), "{error}");
    let run = env.restore(&by_hand["version"], &[]).json();
    run.expect_error(7, "refused");
    let number = by_hand["version"].to_string();
    env.sync(&["restore", &number])
        .json()
        .expect_error(2, "usage");
    let into = format!("{FOLDER}/by hand.pdf");
    env.sync(&["restore", &number, "--to", &into])
        .json()
        .expect_code(0);
    env.run_once(&[]).expect_code(0);
    assert_eq!(env.content("by hand.pdf"), b"by hand");
}
