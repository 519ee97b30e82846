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

#[test]
fn what_one_command_deleted_is_restored_by_its_act() {
    let env = TestEnv::new();
    let paths = [env.file("a.pdf", "1"), env.file("b.pdf", "2")];
    let ids = env.upload("VA", &[&paths[0], &paths[1]]);
    let args = [
        "docs",
        "delete",
        &ids[0],
        &ids[1],
        "--project",
        PROJECT,
        "--yes",
    ];
    env.ctl(&args).json().expect_code(0);
    let versions = env.versions(&[]);
    let act = text(&versions[0]["act"]);
    assert_eq!(text(&versions[1]["act"]), act);
    assert_eq!(
        versions[0]["connection"],
        Value::Null,
        "it is stored nowhere"
    );
    let restore = |more: &[&str]| env.ctl(&[&["docs", "restore"], more].concat()).json();
    restore(&["--act", act]).expect_error(2, "usage");
    restore(&["--act", "unknown", "--yes"]).expect_error(4, "notFound");
    restore(&["--act", act, "--since", "2026-01-01"]).expect_code(2);
    let run = restore(&["--act", act, "--yes"]);
    let back = run.expect_code(0).document().as_array().unwrap().clone();
    let names: Vec<_> = back.iter().map(|one| text(&one["restored"])).collect();
    assert_eq!(names, ["a.pdf", "b.pdf"]);
    assert_eq!(env.content("a.pdf"), b"1");
}

#[test]
fn what_was_replaced_since_a_moment_is_restored_as_it_was_before() {
    let env = TestEnv::new();
    for content in ["first", "second", "third"] {
        let path = env.file("a.pdf", content);
        let args = [
            "docs",
            "upload",
            &path,
            "--project",
            PROJECT,
            "--section",
            "VA",
            "--replace",
        ];
        env.ctl(&args).json().expect_code(0);
    }
    let number = env.versions(&[])[0]["version"].to_string();
    let since = |more: &[&str]| {
        let args = [&["docs", "restore", "--since", "2026-01-01", "--yes"], more].concat();
        let run = env.ctl(&args).json();
        run.expect_code(0).document().as_array().unwrap().clone()
    };
    assert_eq!(since(&["--name", "*.dwg"]), Vec::<Value>::new());
    assert_eq!(since(&["--section", "HMS"]), Vec::<Value>::new());
    let back = since(&["--name", "*.PDF", "--section", "VA"]);
    assert_eq!(back.len(), 1, "{back:?}");
    assert_eq!(env.content("a.pdf"), b"first");
    let run = env
        .ctl(&["docs", "restore", &number, "999999", "--yes"])
        .json();
    run.expect_error(4, "notFound");
}
