//! `fielddesk.sqlite` damaged, emptied or gone: never silence, nothing of the history is deleted,
//! and the synced folders come back paused.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Ctl, PROJECT, TestEnv};

/// A way to lose records, by its name.
type Damage = (&'static str, fn(&Path));

const WAYS: [Damage; 2] = [
    ("middle", |file| {
        let bytes = std::fs::metadata(file).unwrap().len();
        overwrite(file, bytes / 3, bytes / 3);
    }),
    ("gone", |file| {
        std::fs::remove_file(file).unwrap();
    }),
];

fn overwrite(file: &Path, at: u64, bytes: u64) {
    let mut open = OpenOptions::new().write(true).open(file).unwrap();
    open.seek(SeekFrom::Start(at)).unwrap();
    open.write_all(&vec![0xa5; usize::try_from(bytes).unwrap()])
        .unwrap();
}

/// Exit status, what is said on standard error, and the document.
fn said(ctl: Ctl) -> (i32, Value, Value) {
    let run = ctl.args(&["--json"]).run();
    let kind = run.error()["kind"].clone();
    (run.code, kind, serde_json::from_str(&run.stdout).unwrap())
}

/// Every file below the history, by its path and size.
fn kept(env: &TestEnv) -> BTreeSet<(PathBuf, u64)> {
    let files = env.history_files().into_iter();
    let sized = files.map(|path| {
        let bytes = std::fs::metadata(&path).unwrap().len();
        (path, bytes)
    });
    sized.collect()
}

/// A synced folder with one document on its page and its older content in the history.
fn mirrored() -> (TestEnv, String) {
    let env = TestEnv::new();
    env.drawing("Plan A.pdf", "plan a");
    let mapping = env.mapped(&["--deletes", "keep"]);
    env.run_once(&[]).expect_code(0);
    env.drawing("Plan A.pdf", "plan a, second");
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [0, 1, 0, 0, 0, 0]);
    (env, mapping)
}

#[test]
fn lost_records_are_said_by_every_verb_until_they_are_acknowledged() {
    for (way, damage) in WAYS {
        let (env, mapping) = mirrored();
        let before = kept(&env);
        assert!(!before.is_empty(), "the old content is kept");
        damage(&env.data_dir().join("fielddesk.sqlite"));

        // A verb that needs no records says it too, and keeps its own exit.
        let (code, said, _) = self::said(env.ctl(&["projects", "show", PROJECT]));
        assert_eq!((code, said), (0, json!("recordsLost")), "{way}");

        let (code, said, listed) = self::said(env.sync(&["list"]));
        assert_eq!((code, said), (1, json!("recordsLost")), "{way}");
        assert_eq!(listed.as_array().unwrap().len(), 1, "{way}: {listed}");
        assert_eq!(listed[0]["mapping"], mapping, "{way}");
        assert_eq!(listed[0]["deletes"], "keep", "{way}");
        assert_eq!(listed[0]["paused"], "goOn", "{way}");

        let (code, _, status) = self::said(env.sync(&["status"]));
        assert_eq!((code, &status[0]["state"]), (1, &json!("paused")), "{way}");
        for verb in ["plan", "conflicts"] {
            assert_eq!(self::said(env.sync(&[verb])).0, 1, "{way}: {verb:?}");
        }
        env.drawing("Plan B.pdf", "plan b");
        let told = env.run_once(&[]);
        assert_eq!(told.expect_code(1).sums(), [0; 6], "{way}: it is paused");
        assert_eq!(told.run.error()["kind"], "recordsLost", "{way}");
        for verb in [
            &["sync", "history"][..],
            &["profile", "list"],
            &["docs", "list", "--project", PROJECT],
        ] {
            let (code, said, _) = self::said(env.ctl(verb));
            assert_eq!((code, said), (0, json!("recordsLost")), "{way}: {verb:?}");
        }

        let run = env.bare(&["profile", "acknowledge"]).json();
        let acknowledged = run.expect_code(0).document()["acknowledged"].clone();
        assert_eq!(acknowledged.as_array().unwrap().len(), 1, "{way}");
        let loss = &acknowledged[0];
        let cause = if way == "gone" { "missing" } else { "damaged" };
        assert_eq!([&loss["database"], &loss["cause"]], ["records", cause]);
        if let Some(aside) = loss["keptAside"].as_str() {
            assert!(env.data_dir().join(aside).exists(), "{way}: {aside}");
        }
        let status = env.sync(&["status"]).json();
        assert_eq!(
            status.expect_code(0).document()[0]["state"],
            "paused",
            "{way}"
        );
        let again = env.bare(&["profile", "acknowledge"]).json();
        assert_eq!(
            *again.expect_code(0).document(),
            json!({"acknowledged": []})
        );
        // One that is named runs, and what both sides agreed on is still known.
        let told = env.run_once(&[&mapping]);
        assert_eq!(told.expect_code(0).sums(), [1, 0, 0, 0, 0, 0], "{way}");
        assert!(kept(&env).is_superset(&before), "{way}: nothing is deleted");
    }
}

#[test]
fn a_lost_sync_state_is_said_and_has_no_exit_of_its_own() {
    let (env, mapping) = mirrored();
    let file = env.data_dir().join("sync.sqlite");
    for ending in ["sync.sqlite-wal", "sync.sqlite-shm"] {
        drop(std::fs::remove_file(env.data_dir().join(ending)));
    }
    overwrite(&file, 0, 200);
    // The run that finds the damage begins before it is noted.
    let run = env.sync(&["run", "--once", "--json"]).run();
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (code, said, status) = self::said(env.sync(&["status"]));
    assert_eq!((code, said), (0, json!("syncStateLost")));
    assert_eq!(status[0]["mapping"], mapping);
    let run = env.bare(&["profile", "acknowledge"]).json();
    let acknowledged = &run.expect_code(0).document()["acknowledged"];
    assert_eq!(acknowledged[0]["database"], "syncState");
    assert_eq!(acknowledged[1], Value::Null, "{acknowledged}");
}
