//! A data folder whose database is missing, or older than the documents beside it: nothing is
//! deleted, and what a row names again is taken back.

use std::path::{Path, PathBuf};

use reqwest::Client;
use serde_json::Value;

use crate::process::{page, token};
use crate::support::Form;
use crate::support::binary::{Binary, PATH, json, run};

/// A data folder, and the client that was made with it.
struct Place {
    folder: tempfile::TempDir,
    client: Value,
}

impl Place {
    /// Seeded and stopped.
    fn seeded() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut service = Binary::on(folder.path(), &["--seed", "demo"]);
        let client = service.environment("test")["clients"]["admin"].clone();
        assert_eq!(service.signal("TERM"), Some(0));
        Self { folder, client }
    }

    fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join("test").join(inside)
    }

    fn start(&self, more: &[&str]) -> Binary {
        Binary::on(self.folder.path(), more)
    }

    /// The complaint of a start that is refused.
    fn refusal(&self, more: &[&str]) -> String {
        let place = ["serve", "--data", self.folder.path().to_str().unwrap()];
        let output = run(&[&place, more].concat());
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty(), "it is never ready");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Uploads so many documents in a run of its own and returns their ids.
    async fn upload(&self, count: usize) -> Vec<String> {
        let mut service = self.start(&[]);
        let bearer = token(&service, &self.client).await;
        let url = page(&service, &bearer).await;
        let form = (0..count).fold(Form::new(), |form, n| {
            form.file(&format!("{n}.txt"), content(n))
        });
        let request = form.onto(Client::new().post(&url).bearer_auth(&bearer));
        let stored: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!(service.signal("TERM"), Some(0));
        let files = stored["files"].as_array().unwrap().iter();
        files
            .map(|file| file["fileReference"]["id"].as_str().unwrap().to_owned())
            .collect()
    }

    /// What is downloaded under these ids, of those that are there.
    async fn contents(&self, service: &Binary, ids: &[String]) -> Vec<String> {
        let bearer = token(service, &self.client).await;
        let url = page(service, &bearer).await;
        let mut contents = Vec::new();
        for id in ids {
            let request = Client::new()
                .get(format!("{url}/{id}"))
                .bearer_auth(&bearer);
            let answer = request.send().await.unwrap();
            if answer.status() == 200 {
                contents.push(answer.text().await.unwrap());
            }
        }
        contents
    }

    /// The names of the files that are set aside.
    fn set_aside(&self) -> Vec<String> {
        names(&self.path("set-aside"))
    }

    fn stored(&self) -> Vec<String> {
        names(&self.path("documents"))
    }

    fn put(&self, name: &str) {
        let shard = self.path("documents/aa");
        std::fs::create_dir_all(&shard).unwrap();
        std::fs::write(shard.join(name), "left over").unwrap();
    }
}

fn content(n: usize) -> String {
    format!("content {n}")
}

/// The files in the folders of a folder.
fn names(folder: &Path) -> Vec<String> {
    let Ok(folders) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap());
    let mut names: Vec<_> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn documents_newer_than_the_database_are_set_aside_and_taken_back() {
    let place = Place::seeded();
    let database = place.path("service.sqlite");
    let older = std::fs::read(&database).unwrap();
    let ids = place.upload(2).await;
    let newer = std::fs::read(&database).unwrap();

    std::fs::write(&database, older).unwrap();
    let mut service = place.start(&[]);
    assert!(place.contents(&service, &ids).await.is_empty());
    let mut expected = ids.clone();
    expected.sort();
    assert_eq!(place.set_aside(), expected);
    assert_eq!(service.signal("TERM"), Some(0));

    std::fs::write(&database, newer).unwrap();
    let service = place.start(&[]);
    let contents = place.contents(&service, &ids).await;
    assert_eq!(contents, [content(0), content(1)], "the rows are back");
    assert!(place.set_aside().is_empty());
    let log = json(&["audit", "--data", place.folder.path().to_str().unwrap()]);
    let back = log.as_array().unwrap().iter();
    assert!(
        back.clone()
            .any(|entry| entry["action"] == "documents.takenBack"),
        "the operator can read it"
    );
}

#[tokio::test]
async fn a_missing_database_ends_the_start_until_the_switch_is_given() {
    let place = Place::seeded();
    let ids = place.upload(3).await;
    let (database, stored) = (place.path("service.sqlite"), place.stored());
    let kept = std::fs::read(&database).unwrap();
    std::fs::remove_file(&database).unwrap();
    for seed in ["none", "demo"] {
        let complaint = place.refusal(&["--seed", seed]);
        assert!(complaint.contains("--set-aside-unlisted"), "{complaint}");
        assert!(complaint.contains("5 of 5 stored documents"), "{complaint}");
        assert_eq!(place.stored(), stored, "nothing moved");
        assert!(place.set_aside().is_empty());
        let log = place.path("service.sqlite-wal");
        assert!(!log.exists(), "it would be read into the backup");
    }

    std::fs::write(&database, &kept).unwrap();
    let mut service = place.start(&[]);
    assert_eq!(place.contents(&service, &ids).await.len(), 3);
    assert_eq!(service.signal("TERM"), Some(0));

    std::fs::remove_file(&database).unwrap();
    let mut service = place.start(&["--set-aside-unlisted"]);
    assert_eq!(place.set_aside(), stored);
    assert_eq!(service.signal("TERM"), Some(0));

    std::fs::write(&database, kept).unwrap();
    let service = place.start(&[]);
    assert_eq!(place.contents(&service, &ids).await.len(), 3, "and back");
    assert_eq!(place.stored(), stored);
}

#[tokio::test]
async fn more_than_ten_and_a_tenth_without_a_row_need_the_switch() {
    let place = Place::seeded();
    let database = place.path("service.sqlite");
    let older = std::fs::read(&database).unwrap();
    place.upload(11).await;
    std::fs::write(&database, older).unwrap();
    let complaint = place.refusal(&[]);
    assert!(
        complaint.contains("11 of 13 stored documents"),
        "{complaint}"
    );
    let _service = place.start(&["--set-aside-unlisted"]);
    assert_eq!(place.set_aside().len(), 11);
}

#[test]
fn what_interrupted_requests_leave_never_holds_up_a_start() {
    let place = Place::seeded();
    // A request of many parts that was killed before its commit, one file half-written.
    for n in 0..40 {
        place.put(&format!("0123456789abcdef01{n:04}aa.new"));
    }
    place.put("0123456789abcdef012345aa.new#1");
    let _service = place.start(&[]);
    assert_eq!(place.stored().len(), 2, "the seeded ones");
    assert_eq!(place.set_aside().len(), 40, "whole files are kept");
}

#[tokio::test]
async fn a_removal_that_was_interrupted_is_finished() {
    let place = Place::seeded();
    let ids = place.upload(12).await;
    let stored = place.stored();
    let folder = tempfile::tempdir().unwrap();
    copy(&place.path("documents"), folder.path());
    let mut service = place.start(&[]);
    let bearer = token(&service, &place.client).await;
    let url = page(&service, &bearer).await;
    for id in &ids {
        let request = Client::new()
            .delete(format!("{url}/{id}"))
            .bearer_auth(&bearer);
        assert_eq!(request.send().await.unwrap().status(), 204);
    }
    assert_eq!(service.signal("TERM"), Some(0));
    copy(folder.path(), &place.path("documents"));
    assert_eq!(
        place.stored(),
        stored,
        "as if none of them had been unlinked"
    );

    let _service = place.start(&[]);
    assert_eq!(place.stored().len(), 2, "the seeded ones");
    assert!(place.set_aside().is_empty());
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(from, to).unwrap();
        }
    }
}

#[test]
fn a_first_start_that_was_killed_while_it_seeded_can_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    // What a kill between the files and the commit leaves: whole files, an empty database.
    let child = std::process::Command::new(PATH)
        .args(["serve", "--seed", "demo", "--data"])
        .arg(folder.path())
        .spawn();
    let mut child = child.unwrap();
    let documents = folder.path().join("test/documents");
    while names(&documents).is_empty() {
        std::thread::sleep(std::time::Duration::from_micros(200));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let service = Binary::on(folder.path(), &["--seed", "demo"]);
    assert!(service.environment("test")["companyId"].is_string());
}
