//! The meaning of the answer to an upload: stored, perhaps stored, refused.

use std::time::Duration;

use fielddesk_core::Failure;
use fielddesk_sync::ports::{Remote, RemoteErrorKind};
use serde_json::json;

use super::remote::{Given, send};
use super::{Mirror, SECTION};

#[tokio::test]
async fn an_answer_that_may_have_been_a_success_is_never_complete_nor_sent_again() {
    for action in [
        json!({"resetAfterCommit": true}),
        json!({"resetBeforeBody": true}),
        json!({"status": 500}),
        json!({"status": 502, "body": "<html>bad gateway</html>"}),
        json!({"status": 504}),
        json!({"status": 503}),
        json!({"statusAfterCommit": 503}),
        json!({"status": 200, "body": "<html>welcome to the hotel</html>"}),
    ] {
        let mirror = Mirror::new().await;
        mirror.fault("POST", 1, action.clone()).await;
        let sent = send(&mirror.remote(), "a.pdf").await;
        let error = sent.unwrap_err();
        assert!(error.may_be_stored(), "{action}: {error:?}");
        assert_eq!(mirror.count("POST").await, 1, "sent once: {action}");
    }
}

#[tokio::test]
async fn a_success_that_cannot_be_read_is_one_that_names_nothing() {
    for action in [
        json!({"truncateResponseAfterBytes": 20}),
        json!({"status": 201, "body": "{\"successful\": tru"}),
        json!({"status": 204}),
    ] {
        let mirror = Mirror::new().await;
        mirror.fault("POST", 1, action.clone()).await;
        let part = Given::part("a.pdf", b"plan");
        let answer = mirror.remote().upload(Some(SECTION), vec![part]).await;
        assert_eq!(answer.unwrap().files, [], "{action}");
        assert_eq!(mirror.count("POST").await, 1, "sent once: {action}");
    }
}

#[tokio::test]
async fn refusals_say_what_they_are() {
    let long = json!({"Retry-After": "120"});
    for (action, expected) in [
        (
            json!({"status": 429, "headers": long}),
            RemoteErrorKind::Busy(Some(Duration::from_secs(120))),
        ),
        (json!({"status": 507}), RemoteErrorKind::Failed(507)),
        (json!({"status": 404}), RemoteErrorKind::NotFound),
        (
            json!({"status": 413, "body": {"error": "x", "message": "at most 5000 bytes"}}),
            RemoteErrorKind::TooLarge(Some(5000)),
        ),
        (
            json!({"status": 403, "body": {"error": "x", "message": "integration disabled"}}),
            RemoteErrorKind::Forbidden("integration disabled".into()),
        ),
        (
            json!({"status": 409, "body": {"error": "x", "message": "it is there"}}),
            RemoteErrorKind::Refused {
                status: 409,
                message: "it is there".into(),
            },
        ),
        (
            json!({"status": 422, "body": {"error": "x", "message": "no such kind"}}),
            RemoteErrorKind::Refused {
                status: 422,
                message: "no such kind".into(),
            },
        ),
    ] {
        let mirror = Mirror::new().await;
        mirror.fault("POST", 20, action.clone()).await;
        assert_eq!(
            send(&mirror.remote(), "a.pdf").await,
            Err(expected.into()),
            "{action}"
        );
        mirror.service.no_faults().await;
        assert_eq!(mirror.page(SECTION).await, [], "{action}");
    }
}

#[tokio::test]
async fn an_error_keeps_its_own_words_whatever_fails_after_it() {
    let mirror = Mirror::new().await;
    let remote = mirror.remote();
    let mut errors = Vec::new();
    // More than a few of one kind, all alike to the engine.
    for number in 0..40 {
        let words = format!("closed until {number}");
        let body = json!({"error": "x", "message": words});
        let answer = json!({"status": 409, "body": body});
        mirror.fault("DELETE", 1, answer).await;
        let refused = remote.delete(&"5f0000000000000000000001".into()).await;
        errors.push((words, refused.unwrap_err()));
    }
    for (words, error) in errors {
        let told = Failure::from(&error).message;
        assert!(told.contains(&words), "{told}");
    }
}
