//! Uploads that the service does not do at once: the attempts, the looks between them, and the error
//! in the end.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_api::testing::ManualClock;
use fielddesk_api::{CancellationToken, Clock, Progress};
use fielddesk_core::documents::{
    DocumentContext, FileOutcome, SameName, SendFiles, SentFile, send_files,
};
use fielddesk_core::transfers::TransferState;
use fielddesk_core::{Failure, FailureKind};
use serde_json::{Value, json};

use crate::test_env::{SECTION, TestEnv, ended};

async fn send_with(work: &DocumentContext<'_>, env: &TestEnv, names: &[&str]) -> Vec<FileOutcome> {
    let send = SendFiles {
        section: Some(SECTION.to_owned()),
        same_name: SameName::KeepBoth,
        files: names.iter().map(|name| env.write(name, *name)).collect(),
        progress: Progress::new(),
    };
    send_files(work, send).await.files
}

async fn send(env: &TestEnv) -> Result<SentFile, Failure> {
    let outcomes = send_with(&env.document_context(), env, &["a.pdf"]).await;
    outcomes.into_iter().next().unwrap().result
}

/// The length of all waits together, in seconds.
fn waited(clock: &ManualClock) -> u64 {
    clock.sleeps().iter().sum::<Duration>().as_secs()
}

/// The methods of the requests to documents, in their order.
async fn methods(env: &TestEnv) -> Vec<String> {
    let seen = env.service.requests().await.into_iter();
    seen.filter(|one| one.path.contains("/documents"))
        .map(|one| one.method)
        .collect()
}

#[tokio::test]
async fn what_is_answered_alike_for_ever_is_sent_five_times_and_told_as_it_was_answered() {
    let status = |status: u16| json!({ "status": status });
    let failed = FailureKind::ServiceFailed;
    // Where it may be stored, the last attempt is looked up as well.
    for (action, kind, answered, seconds) in [
        (status(500), failed, Some(500), 15 + 2),
        (status(502), failed, Some(502), 15 + 2),
        (status(503), failed, Some(503), 15 + 2),
        (status(504), failed, Some(504), 15 + 2),
        (status(429), FailureKind::SlowDown, Some(429), 15),
        (
            json!({"resetBeforeBody": true}),
            FailureKind::Unreachable,
            None,
            15 + 2,
        ),
    ] {
        let env = TestEnv::new().await;
        env.fault("POST", 99, action.clone()).await;
        env.service.forget_requests().await;
        let failure = send(&env).await.unwrap_err();
        assert_eq!((failure.kind, failure.status), (kind, answered), "{action}");
        let told = match answered {
            Some(status) => {
                format!("The server answered {status}, and the document is not there.")
            }
            None => "The document is not there.".to_owned(),
        };
        assert!(failure.message.ends_with(&told), "{action}: {failure:?}");
        assert!(!failure.fix.contains("arrived"), "{failure:?}");
        assert_eq!(waited(&env.clock), seconds, "{action}");
        let methods = methods(&env).await;
        let sent = methods.iter().filter(|method| *method == "POST").count();
        assert_eq!(sent, 5, "{action}: {methods:?}");
        let looked = methods
            .windows(2)
            .all(|two| two[0] != "POST" || two[1] == "GET");
        assert!(looked, "{action}: the page is listed between: {methods:?}");
        assert!(env.names().await.is_empty(), "{action}");
    }
}

#[tokio::test]
async fn what_works_at_last_is_there_once() {
    for action in [
        json!({"status": 503}),
        json!({"status": 429}),
        json!({"resetBeforeBody": true}),
    ] {
        let env = TestEnv::new().await;
        env.fault("POST", 4, action.clone()).await;
        send(&env).await.unwrap();
        assert_eq!(env.requests("POST").await, 5, "{action}");
        assert_eq!(waited(&env.clock), 15, "{action}");
        assert_eq!(env.names().await, ["a.pdf"], "{action}");
    }
}

#[tokio::test]
async fn what_was_stored_behind_a_failure_is_found_and_not_sent_again() {
    for (before, action) in [
        (0, json!({"statusAfterCommit": 503})),
        (0, json!({"statusAfterCommit": 500})),
        (0, json!({"resetAfterCommit": true})),
        (2, json!({"statusAfterCommit": 504})),
    ] {
        let env = TestEnv::new().await;
        if before > 0 {
            env.fault("POST", before, json!({"status": 502})).await;
        }
        env.fault("POST", 1, action.clone()).await;
        send(&env).await.unwrap();
        let sent = u64::from(before) + 1;
        assert_eq!(env.requests("POST").await as u64, sent, "{action}");
        assert_eq!(env.names().await, ["a.pdf"], "{action}");
    }
}

#[tokio::test]
async fn the_service_lengthens_a_wait_and_a_long_one_ends_the_upload() {
    let busy = |status: u16, after: &str| {
        let headers = json!({"Retry-After": after});
        json!({"status": status, "headers": headers})
    };
    for (action, attempts, seconds) in [
        (busy(503, "17"), 2, 17),
        (busy(429, "30"), 2, 30),
        (busy(503, "0"), 2, 1),
        (busy(429, "3600"), 1, 0),
        (busy(503, "3600"), 1, 2),
    ] {
        let env = TestEnv::new().await;
        env.fault("POST", 1, action.clone()).await;
        let sent = send(&env).await;
        assert_eq!(sent.is_ok(), attempts == 2, "{action}: {sent:?}");
        assert_eq!(env.requests("POST").await, attempts, "{action}");
        assert_eq!(waited(&env.clock), seconds, "{action}");
    }
}

#[tokio::test]
async fn a_refusal_is_one_attempt() {
    for (status, kind) in [
        (400, FailureKind::Refused),
        (403, FailureKind::NotAllowed),
        (409, FailureKind::Conflict),
        (413, FailureKind::TooLarge),
        (422, FailureKind::Refused),
        (501, FailureKind::ServiceFailed),
    ] {
        let env = TestEnv::new().await;
        env.fault("POST", 99, json!({ "status": status })).await;
        let failure = send(&env).await.unwrap_err();
        assert_eq!((failure.kind, failure.status), (kind, Some(status)));
        assert_eq!(env.requests("POST").await, 1, "{status}");
        assert_eq!(waited(&env.clock), 0, "{status}");
    }
}

#[tokio::test]
async fn others_at_work_on_the_page_cost_waits_and_no_second_document() {
    let env = TestEnv::new().await;
    let theirs = env.put("theirs.pdf", b"theirs").await;
    env.put("late.pdf", b"late").await;
    env.service.forget_requests().await;
    env.fault("POST", 1, json!({"status": 503})).await;
    let file = json!({"fileReferenceId": theirs, "name": "theirs.pdf"});
    let page: Value = json!([{"section": SECTION, "pageExternalId": "x", "files": [file]}]);
    // Before anything is sent and after the failure; at the end of the first wait both are there.
    let before = json!({"status": 200, "body": page});
    env.fault_at("GET", "/documents", 2, before).await;
    let waited_before = waited(&env.clock);
    send(&env).await.unwrap();
    let seconds = waited(&env.clock) - waited_before;
    assert_eq!(seconds, 1 + 2, "the first wait is not enough");
    assert_eq!(env.requests("POST").await, 2);
    let mut names = env.names().await;
    names.sort();
    assert_eq!(names, ["a.pdf", "late.pdf", "theirs.pdf"]);
}

/// A clock that ends the work at its first wait.
struct Ending(ManualClock, CancellationToken);

#[async_trait]
impl Clock for Ending {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }

    async fn sleep(&self, duration: Duration) {
        self.1.cancel();
        self.0.sleep(duration).await;
    }
}

#[tokio::test]
async fn a_wait_between_attempts_can_be_cancelled() {
    for action in [
        json!({"status": 429, "headers": {"Retry-After": "200"}}),
        json!({"status": 503, "headers": {"Retry-After": "200"}}),
    ] {
        let env = TestEnv::new().await;
        env.fault("POST", 99, action.clone()).await;
        let cancel = CancellationToken::new();
        let clock = Arc::new(Ending(ManualClock::new(Utc::now()), cancel.clone()));
        let work = DocumentContext {
            clock: clock.clone(),
            cancel,
            ..env.document_context()
        };
        let outcomes = send_with(&work, &env, &["a.pdf"]).await;
        let failure = outcomes[0].result.as_ref().unwrap_err();
        assert_eq!(failure.kind, FailureKind::Cancelled, "{action}");
        assert_eq!(waited(&clock.0), 1, "{action}");
        assert_eq!(env.requests("POST").await, 1, "{action}");
    }
}

#[tokio::test]
async fn a_section_is_named_only_where_one_was_asked_for_and_names_go_as_they_are_spelled() {
    let nfd = "A\u{30a}pen.pdf";
    let env = TestEnv::new().await;
    for (section, query, page) in [
        (None, "", "Documents"),
        (Some("VA"), "section=VA", "VA"),
        (Some("Documents"), "section=Documents", "Documents"),
    ] {
        env.service.forget_requests().await;
        let send = SendFiles {
            section: section.map(str::to_owned),
            same_name: SameName::Replace,
            files: vec![env.write(nfd, "x"), env.write("100% & mer.pdf", "y")],
            progress: Progress::new(),
        };
        let outcomes = send_files(&env.document_context(), send).await.files;
        for outcome in &outcomes {
            let sent = outcome.result.as_ref().unwrap();
            assert_eq!(sent.section, page, "{section:?}");
        }
        let seen = env.service.requests().await;
        let posts: Vec<_> = seen.iter().filter(|one| one.method == "POST").collect();
        assert!(!posts.is_empty());
        assert!(posts.iter().all(|one| one.query == query), "{posts:?}");
        let listed = env.connection.client.documents(&env.target.on_service());
        let listed = listed.list().await.unwrap();
        let on_page = listed.iter().find(|one| one.section == page).unwrap();
        let spelled = on_page.files.iter().filter(|file| file.name == nfd).count();
        assert_eq!(spelled, 1, "{section:?}: {listed:?}");
    }
}

#[tokio::test]
async fn the_queue_goes_on_until_a_service_that_fails_is_back() {
    let env = TestEnv::new().await;
    env.fault("POST", 12, json!({"status": 503})).await;
    let transfers = env.transfers().await;
    let path = env.write("a.pdf", "x");
    let ids = transfers.send(vec![env.upload(&path)]).await.unwrap();
    assert_eq!(ended(&transfers, &ids).await[0].state, TransferState::Done);
    assert_eq!(env.requests("POST").await, 13);
    assert_eq!(env.names().await, ["a.pdf"]);
    transfers.stop().await;
}
