//! `fieldservice objects check`.

use std::fs::File;
use std::process::Command;
use std::time::{Duration, SystemTime};

use fielddesk_testing::database_of;
use serde_json::{Value, json};

use super::Desk;
use crate::support::binary::{Binary, PATH};

const TWO_DAYS: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// Runs the check on a data folder and returns its exit code and its report.
fn check(data: &std::path::Path, objects: Option<&Desk>) -> (i32, Value) {
    let mut command = Command::new(PATH);
    command
        .args(["objects", "check", "--environment", "test", "--data"])
        .arg(data)
        .envs(database_of(data).map(|url| ("FIELDSERVICE_DATABASE_URL", url)));
    if let Some(desk) = objects {
        command.args(["--objects", &desk.server.url()]);
        for (name, value) in desk.server.variables() {
            command.env(name, value);
        }
    }
    let output = command.output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_slice(&output.stdout);
    let report = report.unwrap_or_else(|_| panic!("{complaint}"));
    (output.status.code().unwrap(), report)
}

#[tokio::test]
async fn the_check_names_documents_without_their_bytes_and_notes_objects_without_a_row() {
    let desk = Desk::start().await;
    let ids = desk
        .upload(&[("a", b"1"), ("b", b"22"), ("c", b"333")])
        .await;
    let (code, report) = check(desk.folder.path(), Some(&desk));
    assert_eq!(code, 0, "{report}");
    assert_eq!(report["objects"], 5);
    assert_eq!(
        (&report["unnamed"], &report["noted"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(
        report["missing"],
        json!([]),
        "seeded ones are made when they are read"
    );

    desk.server.delete(&ids[0]).await;
    desk.server.put(&ids[1], b"4444").await;
    let strays = ["0123456789abcdef012345aa", "0123456789abcdef012345bb"];
    for stray in strays {
        desk.server.put(stray, b"x").await;
    }
    // One of them is no upload under way.
    let old = desk.server.file(strays[0]).map(|file| {
        let file = File::options().write(true).open(file).unwrap();
        file.set_modified(SystemTime::now() - TWO_DAYS).unwrap();
    });
    let (code, report) = check(desk.folder.path(), Some(&desk));
    assert_eq!(code, 1);
    assert_eq!(report["objects"], 6);
    assert_eq!(report["unnamed"], 2);
    assert_eq!(
        report["missing"],
        json!([{ "id": ids[0], "name": "a", "size": 1 }])
    );
    assert_eq!(
        report["otherSize"],
        json!([{ "id": ids[1], "name": "b", "size": 2, "stored": 4 }])
    );
    let noted = desk.unnamed().await;
    assert_eq!(report["noted"], noted.len());
    if old.is_some() {
        assert_eq!(noted, [(strays[0].to_owned(), "found".to_owned())]);
    }
}

#[test]
fn a_data_folder_is_checked_and_nothing_in_it_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let _service = Binary::on(folder.path(), &["--seed", "demo"]);
    let (code, report) = check(folder.path(), None);
    assert_eq!((code, &report["objects"]), (0, &json!(2)), "{report}");
    let shards = std::fs::read_dir(folder.path().join("test/documents")).unwrap();
    let shard = shards.map(|shard| shard.unwrap().path()).next().unwrap();
    let file = std::fs::read_dir(shard).unwrap().next().unwrap();
    std::fs::remove_file(file.unwrap().path()).unwrap();
    let (code, report) = check(folder.path(), None);
    assert_eq!(code, 1);
    assert_eq!(report["missing"].as_array().unwrap().len(), 1);
    assert_eq!(report["noted"], 0);
}
