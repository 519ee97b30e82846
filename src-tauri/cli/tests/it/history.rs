//! `fieldctl docs history` and `docs restore`: what was replaced or removed by hand is listed and
//! comes back, whatever happens to the databases.

use std::path::Path;

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

    /// The content of the one document of a section.
    fn only_content(&self, section: &str) -> Vec<u8> {
        let listed = self.section(section);
        assert_eq!(listed.len(), 1, "{listed:?}");
        let to = format!("seen-{}", listed[0].1);
        let args = [
            "docs",
            "download",
            &listed[0].1,
            "--project",
            PROJECT,
            "--to",
            &to,
        ];
        let run = self.ctl(&args).json();
        let path = text(&run.expect_code(0).document()[0]["path"]).to_owned();
        std::fs::read(path).unwrap()
    }
}

fn names(versions: &[Value]) -> Vec<(&str, &str)> {
    versions
        .iter()
        .map(|version| (text(&version["name"]), text(&version["reason"])))
        .collect()
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
    assert_eq!(
        names(&versions),
        [("Plan.pdf", "replaced"), ("Other.pdf", "deleted")],
        "newest first"
    );
    let one = &versions[1];
    assert_eq!(one["mapping"], Value::Null);
    assert_eq!(one["project"], PROJECT);
    assert_eq!(one["workOrder"], Value::Null);
    assert_eq!(one["section"], "HMS");
    assert_eq!(one["from"], "remote");
    assert_eq!(one["bytes"], 5);
    assert_eq!(one["confirmed"], true);
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
    let run = env.restore(&one["version"], &["--to", "back.pdf"]).json();
    let restored = text(&run.expect_code(0).document()["restored"]).to_owned();
    assert_eq!(Path::new(&restored), env.path("back.pdf"));
    assert_eq!(std::fs::read(env.path("back.pdf")).unwrap(), b"other");
    env.restore(&one["version"], &["--to", "back.pdf"])
        .json()
        .expect_error(7, "refused");
    for (_, id) in env.section("HMS") {
        env.delete(&id);
    }
    let run = env.restore(&one["version"], &[]).json();
    let document = run.expect_code(0).document();
    assert_eq!(document["restored"], "Other.pdf");
    assert_eq!(document["section"], "HMS");
    assert_eq!(env.only_content("HMS"), b"other");
}

#[test]
fn what_a_restore_replaces_goes_into_the_history() {
    let env = TestEnv::new();
    let old = env.file("a/Plan.pdf", "old");
    let ids = env.upload("HMS", &[&old]);
    env.delete(&ids[0]);
    env.upload("HMS", &[&env.file("b/Plan.pdf", "new")]);
    let version = env.versions(&[])[0]["version"].clone();
    env.restore(&version, &[]).json().expect_code(0);
    assert_eq!(env.only_content("HMS"), b"old");
    let versions = env.versions(&[]);
    assert_eq!(versions.len(), 2);
    let run = env
        .restore(&versions[0]["version"], &["--to", "new.pdf"])
        .json();
    run.expect_code(0);
    assert_eq!(std::fs::read(env.path("new.pdf")).unwrap(), b"new");
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
    for unknown in ["999", "none"] {
        let run = env.ctl(&["docs", "restore", unknown]).json();
        run.expect_error(4, "notFound");
        env.sync(&["restore", unknown])
            .json()
            .expect_error(4, "notFound");
    }
}

#[test]
fn a_damaged_or_lost_database_loses_no_version() {
    type Damage = (&'static str, fn(&Path));
    let damages: [Damage; 4] = [
        ("gone", |path| std::fs::remove_file(path).unwrap()),
        ("emptied", |path| std::fs::write(path, b"").unwrap()),
        ("garbage", |path| {
            std::fs::write(path, b"never a database".repeat(4096)).unwrap();
        }),
        ("halved", |path| {
            let bytes = std::fs::read(path).unwrap();
            std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
    ];
    let env = TestEnv::new();
    let ids = env.upload("HMS", &[&env.file("a.txt", "the only copy")]);
    env.delete(&ids[0]);
    let before = env.versions(&[]);
    assert_eq!(before.len(), 1);
    for (what, damage) in damages {
        for database in ["history/history.sqlite", "fielddesk.sqlite"] {
            let path = env.data_dir().join(database);
            damage(&path);
            for companion in ["-wal", "-shm"] {
                let mut name = path.clone().into_os_string();
                name.push(companion);
                drop(std::fs::remove_file(name));
            }
            // That records were lost is said on stderr, and changes no exit of this verb.
            let run = env.ctl(&["--json", "docs", "history"]).run();
            run.expect_code(0);
            let after: Vec<Value> = serde_json::from_str(&run.stdout).unwrap();
            assert_eq!(after.len(), 1, "{what}: {database}");
            for field in ["version", "section", "name", "sha256", "at", "reason"] {
                assert_eq!(after[0][field], before[0][field], "{what}: {database}");
            }
        }
    }
    let run = env
        .restore(&before[0]["version"], &["--to", "back.txt"])
        .run();
    run.expect_code(0);
    assert_eq!(
        std::fs::read(env.path("back.txt")).unwrap(),
        b"the only copy"
    );
}

#[test]
fn rotten_content_is_not_restored() {
    let env = TestEnv::new();
    let ids = env.upload("HMS", &[&env.file("a.txt", "the only copy")]);
    env.delete(&ids[0]);
    let version = env.versions(&[])[0].clone();
    let hex = text(&version["sha256"]);
    let blob = env.data_dir().join("history").join(&hex[..2]).join(hex);
    std::fs::write(blob, b"the only copx").unwrap();
    let run = env
        .restore(&version["version"], &["--to", "back.txt"])
        .json();
    run.expect_code(1);
    assert!(!env.path("back.txt").exists());
    env.restore(&version["version"], &[]).json().expect_code(1);
    assert!(env.section("HMS").is_empty());
}
