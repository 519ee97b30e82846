//! Saving documents into folders.

use fielddesk_core::FailureKind;
use fielddesk_core::download::{SaveOptions, save};
use serde_json::json;

use crate::test_env::{TestEnv, files_in};

fn options(env: &TestEnv) -> SaveOptions {
    SaveOptions {
        clock: env.clock.clone(),
        ..SaveOptions::default()
    }
}

#[tokio::test]
async fn a_file_that_is_there_is_never_replaced() {
    let env = TestEnv::new().await;
    let id = env.put("Plan A.pdf", b"theirs").await;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Plan A.pdf"), "mine").unwrap();
    let target = env.target.on_service();
    for expected in ["Plan A (2).pdf", "Plan A (3).pdf"] {
        let saved = save(&env.connection, &target, &id, folder.path(), options(&env))
            .await
            .unwrap();
        assert_eq!(saved.path, folder.path().join(expected));
        assert_eq!(
            (saved.name.as_str(), saved.bytes, saved.renamed),
            ("Plan A.pdf", 6, true)
        );
        assert_eq!(std::fs::read(&saved.path).unwrap(), b"theirs");
    }
    assert_eq!(
        std::fs::read(folder.path().join("Plan A.pdf")).unwrap(),
        b"mine"
    );
    assert_eq!(files_in(folder.path()), 3, "no temporary file stays");
}

#[tokio::test]
async fn a_document_above_the_limit_is_refused_and_leaves_nothing() {
    let env = TestEnv::new().await;
    let id = env.put("Plan A.pdf", b"content").await;
    let folder = tempfile::tempdir().unwrap();
    let target = env.target.on_service();
    for (limit, expected) in [(6, Some(FailureKind::TooLarge)), (7, None)] {
        let options = SaveOptions {
            limit_bytes: Some(limit),
            ..options(&env)
        };
        let saved = save(&env.connection, &target, &id, folder.path(), options).await;
        assert_eq!(saved.err().map(|failure| failure.kind), expected);
        let files = files_in(folder.path());
        assert_eq!(files, usize::from(expected.is_none()));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn no_name_leads_out_of_the_folder_and_nothing_can_be_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let env = TestEnv::new().await;
    let transfers = env.transfers().await;
    let names = [
        "../../outside.sh",
        "/etc/passwd",
        "..",
        "CON.txt",
        "a:stream.pdf",
        "a\u{0}b\n.pdf",
        "trailing. ",
        "linje\u{202e}fdp.exe",
    ];
    let path = env.write("any", b"x");
    let mut files = Vec::new();
    for name in names {
        let mut file = env.upload(&path);
        file.name = name.to_owned();
        files.push(file);
    }
    let ids = transfers.send(files).await.unwrap();
    crate::test_env::ended(&transfers, &ids).await;
    transfers.stop().await;
    let page = env.on_page().await;
    assert!(page.len() >= 6, "most of them are stored: {page:?}");
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("inner");
    std::fs::create_dir(&folder).unwrap();
    for (id, name) in &page {
        let saved = save(
            &env.connection,
            &env.target.on_service(),
            id,
            &folder,
            options(&env),
        )
        .await
        .unwrap();
        assert_eq!(saved.path.parent(), Some(folder.as_path()), "{name:?}");
        let mode = std::fs::metadata(&saved.path).unwrap().permissions().mode();
        assert_eq!(mode & 0o111, 0, "{name:?} can be run");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), page.len());
    assert_eq!(std::fs::read_dir(outer.path()).unwrap().count(), 1);
}

#[tokio::test]
async fn an_answer_that_was_cut_off_is_fetched_again_from_the_start() {
    let env = TestEnv::new().await;
    let bytes = vec![42; 3_000_000];
    let id = env.put("large.bin", &bytes).await;
    env.fault("GET", 2, json!({"truncateResponseAfterBytes": 1_000_000}))
        .await;
    let folder = tempfile::tempdir().unwrap();
    let options = options(&env);
    let progress = options.progress.clone();
    let saved = save(
        &env.connection,
        &env.target.on_service(),
        &id,
        folder.path(),
        options,
    )
    .await
    .unwrap();
    assert!(
        std::fs::read(&saved.path).unwrap() == bytes,
        "the whole file"
    );
    assert_eq!(progress.bytes(), 3_000_000);
    assert_eq!(files_in(folder.path()), 1);
    // A busy computer may lose one more attempt, and waits once more.
    assert!(env.clock.sleeps().len() >= 2);
}

#[tokio::test]
async fn a_download_that_fails_leaves_nothing_behind() {
    let env = TestEnv::new().await;
    let id = env.put("large.bin", &vec![42; 2_000_000]).await;
    env.fault("GET", 100, json!({"truncateResponseAfterBytes": 1_000}))
        .await;
    let folder = tempfile::tempdir().unwrap();
    let target = env.target.on_service();
    save(&env.connection, &target, &id, folder.path(), options(&env))
        .await
        .unwrap_err();
    assert_eq!(files_in(folder.path()), 0);
    let missing = folder.path().join("gone");
    let failure = save(&env.connection, &target, &id, &missing, options(&env))
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::FileVanished);
}
