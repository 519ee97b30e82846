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
fn what_was_deleted_or_replaced_by_hand_is_listed_and_comes_back() {
    let env = TestEnv::new();
    let old = env.file("a/Plan.pdf", "old");
    let other = env.file("Other.pdf", "other");
    let ids = env.upload("HMS", &[&old, &other]);
    env.delete(&ids[1]);
    let new = env.file("b/Plan.pdf", "new");
    let section = ["--project", PROJECT, "--section", "HMS", "--replace"];
    let upload = [&["docs", "upload", &new], &section[..]].concat();
    env.ctl(&upload).json().expect_code(0);

    let versions = env.versions(&[]);
    let names: Vec<&str> = versions.iter().map(|one| text(&one["name"])).collect();
    assert_eq!(names, ["Plan.pdf", "Other.pdf"], "newest first");
    let one = &versions[1];
    let all = env.sync(&["history"]).json();
    assert_eq!(*all.expect_code(0).document(), json!(versions));
    assert_eq!(env.versions(&["--project", PROJECT]).len(), 2);
    assert_eq!(env.versions(&["--section", "hms "]).len(), 2);
    assert_eq!(env.versions(&["--section", "VA"]), [Value::Null; 0]);
    assert_eq!(env.versions(&["--name", "plan.PDF"]).len(), 1);
    let work_order = env.work_order();
    assert_eq!(
        env.versions(&["--work-order", &work_order]),
        [Value::Null; 0]
    );

    // Back into a file, and back to the project.
    let run = env.restore(&one["version"], &["--to", "back.pdf"]);
    run.json().expect_code(0);
    assert_eq!(std::fs::read(env.path("back.pdf")).unwrap(), b"other");
    for (_, id) in env.section("HMS") {
        env.delete(&id);
    }
    env.restore(&one["version"], &[]).json().expect_code(0);
    let listed = env.section("HMS");
    env.ctl_download(&listed[0].1).json().expect_code(0);
    let content = std::fs::read(env.path("out/Other.pdf")).unwrap();
    assert_eq!((listed.len(), content.as_slice()), (1, &b"other"[..]));
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
