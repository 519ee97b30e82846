//! Sending files at once, as `fieldctl docs upload` does.

use std::path::PathBuf;

use fielddesk_api::Progress;
use fielddesk_core::FailureKind;
use fielddesk_core::documents::{FileOutcome, Outcomes, SameName, SendFiles, send_files};
use serde_json::json;

use crate::support::connection;
use crate::test_env::{SECTION, TestEnv};

async fn send(env: &TestEnv, files: Vec<PathBuf>, same_name: SameName) -> (Vec<FileOutcome>, u64) {
    let progress = Progress::new();
    let outcomes = send_counted(env, files, same_name, &progress).await;
    (outcomes.files, progress.bytes())
}

async fn send_counted(
    env: &TestEnv,
    files: Vec<PathBuf>,
    same_name: SameName,
    progress: &Progress,
) -> Outcomes {
    let send = SendFiles {
        section: Some(SECTION.to_owned()),
        same_name,
        files,
        progress: progress.clone(),
    };
    send_files(&env.document_context(), send).await
}

fn kinds(outcomes: &[FileOutcome]) -> Vec<Option<FailureKind>> {
    outcomes
        .iter()
        .map(|outcome| outcome.result.as_ref().err().map(|failure| failure.kind))
        .collect()
}

#[tokio::test]
async fn every_file_has_its_outcome_in_the_order_given() {
    let env = TestEnv::with_limit(Some(150_000)).await;
    let mut files: Vec<_> = (0..30)
        .map(|n| env.write(&format!("{n}.pdf"), vec![7; 100 + n]))
        .collect();
    files.push(env.write("for stor.pdf", vec![1; 200_000]));
    files.push(env.files.path().join("gone.pdf"));
    files.push(env.files.path().to_owned());
    files.push(env.write("tom.txt", b""));
    let (outcomes, moved) = send(&env, files.clone(), SameName::KeepBoth).await;
    let paths: Vec<_> = outcomes
        .iter()
        .map(|outcome| outcome.path.clone())
        .collect();
    assert_eq!(paths, files);
    let mut expected = vec![None; 30];
    expected.extend([
        Some(FailureKind::TooLarge),
        Some(FailureKind::FileVanished),
        Some(FailureKind::FileUnreadable),
        None,
    ]);
    assert_eq!(kinds(&outcomes), expected);
    for outcome in outcomes.iter().filter(|outcome| outcome.name != "gone.pdf") {
        if let Ok(sent) = &outcome.result {
            assert_eq!(
                env.bytes(&sent.id).await.len() as u64,
                sent.bytes,
                "{}",
                outcome.name
            );
            assert_eq!(sent.section, SECTION);
        }
    }
    let stored: u64 = outcomes
        .iter()
        .filter_map(|o| o.result.as_ref().ok())
        .map(|sent| sent.bytes)
        .sum();
    assert_eq!(moved, stored + 200_000, "bytes that went again count once");
    assert_eq!(env.on_page().await.len(), 31);
}

#[tokio::test]
async fn old_bytes_that_cannot_be_kept_are_not_replaced() {
    let env = TestEnv::new().await;
    env.put("Plan.pdf", b"old").await;
    env.fault(
        "GET",
        1,
        json!({"status": 200, "body": [{"section": SECTION, "pageExternalId": "x",
        "files": [{"fileReferenceId": env.on_page().await[0].0, "name": "Plan.pdf"}]}]}),
    )
    .await;
    env.fault(
        "GET",
        1,
        json!({"status": 400, "body": {"error": "NoSuchThing", "message": "No."}}),
    )
    .await;
    let files = vec![
        env.write("Plan.pdf", b"new"),
        env.write("Other.pdf", b"other"),
    ];
    let (outcomes, _) = send(&env, files, SameName::Replace).await;
    assert_eq!(kinds(&outcomes), [Some(FailureKind::Refused), None]);
    let page = env.on_page().await;
    let plan = page.iter().find(|(_, name)| name == "Plan.pdf").unwrap();
    assert_eq!(env.bytes(&plan.0).await, b"old");
}

#[tokio::test]
async fn a_refused_client_stops_the_run() {
    let mut env = TestEnv::new().await;
    env.connection = connection(&env.service, &env.service.clients().read_only);
    let files: Vec<_> = (0..9)
        .map(|n| env.write_sparse(&format!("{n}.mp4"), 26_000_000))
        .collect();
    let (outcomes, _) = send(&env, files, SameName::KeepBoth).await;
    assert_eq!(kinds(&outcomes), vec![Some(FailureKind::ReadOnlyClient); 9]);
    assert!(
        env.requests("POST").await <= 4,
        "only those in flight were tried"
    );
}

#[tokio::test]
async fn what_is_certainly_stored_is_looked_for_and_not_sent_again() {
    for (listed_late, known) in [(0, true), (4, true), (20, false)] {
        let env = TestEnv::new().await;
        env.fault("POST", 1, json!({"truncateResponseAfterBytes": 20}))
            .await;
        // The page is listed once before anything is sent.
        let shows = |body| json!({"status": 200, "body": body});
        env.fault("GET", 1 + listed_late, shows(json!([]))).await;
        let files = vec![env.write("a.pdf", b"x")];
        let (outcomes, _) = send(&env, files, SameName::KeepBoth).await;
        let unknown = (!known).then_some(FailureKind::OutcomeUnknown);
        assert_eq!(kinds(&outcomes), [unknown], "{listed_late}");
        if let Err(failure) = &outcomes[0].result {
            assert!(failure.message.contains("was stored"), "{failure:?}");
        }
        assert_eq!(env.requests("POST").await, 1, "{listed_late}");
        env.service.no_faults().await;
        assert_eq!(env.names().await, ["a.pdf"]);
        let next = vec![env.write("b.pdf", b"y")];
        let told = send_counted(&env, next, SameName::KeepBoth, &Progress::new()).await;
        let recovered: &[&str] = if known { &[] } else { &["a.pdf"] };
        assert_eq!(told.recovered, recovered, "{listed_late}");
        assert_eq!(env.names().await, ["a.pdf", "b.pdf"]);
    }
}
