//! A backup of a data folder is a data folder.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use fielddesk_model::SectionPage;
use fielddesk_service::{RunningService, Seed};
use reqwest::Method;

use super::{Place, Source, backup, complaint, printed, tree, url};
use crate::support::Form;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_busy_service_starts_and_has_every_document() {
    let source = Source::new().await;
    let service = source.place().serve(Seed::None).await;
    let (stop, done) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
    );
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (url, token) = (url(&service, &source.page), source.token.clone());
            let http = source.http.clone();
            let (stop, done) = (Arc::clone(&stop), Arc::clone(&done));
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    write_and_delete(&http, &url, &token, writer).await;
                    done.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let folders = tempfile::tempdir().unwrap();
    for round in 0..2 {
        let before = done.load(Ordering::Relaxed);
        while done.load(Ordering::Relaxed) < before + 8 {
            tokio::task::yield_now().await;
        }
        let to = folders.path().join(round.to_string());
        let mut command = backup(&source.place().data, &to);
        let report = tokio::task::spawn_blocking(move || printed(&mut command));
        let report = report.await.unwrap();
        let served = Place::folder(&to).serve(Seed::None).await;
        assert_readable(&source, &served).await;
        let files = tree(&to.join("test/documents")).len();
        assert_eq!(
            report["environments"]["test"]["documents"], files,
            "{report}"
        );
        assert!(
            !to.join("test/set-aside").exists(),
            "it holds what no row names"
        );
        served.stop().await;
    }
    stop.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }
    service.stop().await;
}

/// Uploads two documents and deletes one of them.
async fn write_and_delete(http: &reqwest::Client, url: &str, token: &str, writer: usize) {
    let form = Form::new()
        .file(&format!("{writer} stays.txt"), "content")
        .file(&format!("{writer} goes.bin"), vec![1; 200_000]);
    let upload = form.onto(http.post(url).bearer_auth(token));
    let stored: serde_json::Value = upload.send().await.unwrap().json().await.unwrap();
    let goes = &stored["files"][1]["fileReference"]["id"];
    let delete = http.delete(format!("{url}/{}", goes.as_str().unwrap()));
    let answer = delete.bearer_auth(token).send().await.unwrap();
    assert_eq!(answer.status(), 204);
}

/// Downloads every document that the pages of any project list.
async fn assert_readable(source: &Source, served: &RunningService) {
    let projects = source
        .call(served, Method::GET, "/core/api/v4/integration/projects")
        .await;
    let projects: Vec<fielddesk_model::Project> = projects.json().await.unwrap();
    for project in projects {
        let path = format!("/core/api/v4/integration/projects/{}/documents", project.id);
        let pages = source.call(served, Method::GET, &path).await;
        let pages: Vec<SectionPage> = pages.json().await.unwrap();
        for file in pages.into_iter().flat_map(|page| page.files) {
            let path = format!("{path}/{}", file.file_reference_id);
            let answer = source.call(served, Method::GET, &path).await;
            assert_eq!(answer.status(), 200, "{}", file.name);
            let length = answer.bytes().await.unwrap().len();
            if file.name.ends_with("stays.txt") {
                assert_eq!(length, "content".len());
            } else if file.name.ends_with("goes.bin") {
                assert_eq!(length, 200_000);
            }
        }
    }
}

#[tokio::test]
async fn a_backup_answers_as_the_folder_did_and_is_private() {
    let source = Source::new().await;
    let folders = tempfile::tempdir().unwrap();
    let to = folders.path().join("backup");
    std::fs::create_dir(&to).unwrap();
    let report = printed(&mut backup(&source.place().data, &to));
    assert_eq!(
        report["documents"],
        4 + source.documents.len(),
        "four are seeded"
    );
    assert!(!folders.path().join("backup.part").exists());
    #[cfg(unix)]
    for folder in [to.clone(), to.join("test"), to.join("test/documents")] {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", folder.display());
    }
    let served = source.place().serve(Seed::None).await;
    let answers = source.answers(&served).await;
    served.stop().await;
    let served = Place::folder(&to).serve(Seed::None).await;
    assert!(
        source.answers(&served).await == answers,
        "an answer differs"
    );
    served.stop().await;
}

#[tokio::test]
async fn a_document_without_its_bytes_is_named() {
    let source = Source::new().await;
    let place = |name: &str, id: &str| {
        let shard = &id[id.len() - 2..];
        source
            .place()
            .data
            .join("test")
            .join(name)
            .join(shard)
            .join(id)
    };
    let ids: Vec<&String> = source.documents.keys().collect();
    std::fs::remove_file(place("documents", ids[0])).unwrap();
    let aside = place("set-aside", ids[1]);
    std::fs::create_dir_all(aside.parent().unwrap()).unwrap();
    std::fs::rename(place("documents", ids[1]), &aside).unwrap();
    let folders = tempfile::tempdir().unwrap();
    let to = folders.path().join("backup");
    let output = backup(&source.place().data, &to).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", complaint(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let lost = report["environments"]["test"]["lost"].as_array().unwrap();
    assert_eq!(lost.len(), 1, "{report}");
    assert_eq!(lost[0]["fileReferenceId"], *ids[0]);
    assert!(to.exists(), "the rest is kept");
}

#[tokio::test]
async fn a_backup_covers_nothing() {
    let source = Source::new().await;
    let folders = tempfile::tempdir().unwrap();
    let refusal = |data: &Path, to: &Path| {
        let output = backup(data, to).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", complaint(&output));
        complaint(&output)
    };
    let data = source.place().data;
    let full = folders.path().join("full");
    std::fs::create_dir(&full).unwrap();
    std::fs::write(full.join("mine"), "mine").unwrap();
    assert!(refusal(&data, &full).contains("is not empty"));
    let to = folders.path().join("to");
    let part = folders.path().join("to.part");
    std::fs::create_dir(&part).unwrap();
    assert!(refusal(&data, &to).contains("interrupted"));
    std::fs::remove_dir(&part).unwrap();
    let empty = folders.path().join("empty");
    assert!(refusal(&empty, &to).contains("no database"));
    assert!(!to.exists() && !part.exists() && !empty.exists());
    let output = backup(&data, &to)
        .args(["--database", "postgres://u:geheim@h/d"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("pg_dump"));
}
