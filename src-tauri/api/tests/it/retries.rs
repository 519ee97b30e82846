//! Retries: the failures that are tried again, the number of attempts, the waits.

use fielddesk_api::ErrorKind;
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::support::foreign::{Foreign, bare, ok};
use crate::support::kind;

const DOCUMENTS: &str = "projects/p1/documents";

#[tokio::test]
async fn passing_failures_are_tried_again_with_doubling_waits() {
    for status in [429, 500, 502, 503, 504] {
        let foreign = Foreign::start().await;
        foreign.get("projects", 4, bare(status)).await;
        foreign.get("projects", 1, ok(json!([]))).await;
        foreign.client.projects().list().await.unwrap();
        assert_eq!(foreign.waits(), [1, 2, 4, 8], "{status}");
    }
}

#[tokio::test]
async fn after_five_attempts_it_gives_up_and_says_so() {
    let foreign = Foreign::start().await;
    foreign.get("projects", 99, bare(502)).await;
    let error = foreign.client.projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "ServerFailed");
    assert_eq!((error.attempts(), error.status()), (5, Some(502)));
    assert_eq!(foreign.count("GET", "projects").await, 5);
    assert!(error.to_string().contains("after 5 attempts"), "{error}");
}

#[tokio::test]
async fn what_will_not_pass_is_not_tried_again() {
    for (status, expected) in [
        (400, "Refused"),
        (403, "Forbidden"),
        (404, "NotFound"),
        (405, "Refused"),
        (409, "Conflict"),
        (413, "TooLarge"),
        (422, "Refused"),
        (501, "ServerFailed"),
    ] {
        let foreign = Foreign::start().await;
        foreign.get("projects", 99, bare(status)).await;
        let error = foreign.client.projects().list().await.unwrap_err();
        assert_eq!(kind(&error), expected, "{status}");
        assert_eq!(error.attempts(), 1);
        assert_eq!(foreign.count("GET", "projects").await, 1, "{status}");
    }
}

#[tokio::test]
async fn retry_after_lengthens_a_wait_and_never_shortens_one() {
    let foreign = Foreign::start().await;
    let busy = |after: &str| ResponseTemplate::new(429).insert_header("retry-after", after);
    foreign.get("projects", 1, busy("30")).await;
    foreign.get("projects", 1, busy("1")).await;
    // The clock stands at 12:00:32 by now, and the date counts from there.
    foreign
        .get(
            "projects",
            1,
            busy("Fri, 20 Nov 2026 12:02:32 GMT").insert_header("date", "nonsense"),
        )
        .await;
    foreign.get("projects", 1, ok(json!([]))).await;
    foreign.client.projects().list().await.unwrap();
    assert_eq!(foreign.waits(), [30, 2, 120]);
}

#[tokio::test]
async fn a_wait_of_more_than_five_minutes_ends_the_call_and_says_until_when() {
    let until = "2026-11-20T13:00:00Z".parse().ok();
    for status in [429, 503] {
        let foreign = Foreign::start().await;
        let away = ResponseTemplate::new(status).insert_header("retry-after", "3600");
        foreign.get("projects", 9, away).await;
        let error = foreign.client.projects().list().await.unwrap_err();
        assert_eq!(error.until(), until, "{status}");
        if status == 429 {
            let ErrorKind::RateLimited { until: told } = error.kind() else {
                panic!("{error:?}");
            };
            assert_eq!(*told, until);
        }
        assert!(
            error.to_string().contains("2026-11-20T13:00:00Z"),
            "{error}"
        );
        assert_eq!(foreign.waits(), [0_u64; 0]);
        assert_eq!(foreign.count("GET", "projects").await, 1);
    }
}

#[tokio::test]
async fn a_single_attempt_is_one_attempt_with_the_same_token() {
    let foreign = Foreign::start().await;
    foreign.get("projects", 99, bare(503)).await;
    let error = foreign
        .client
        .single_attempt()
        .projects()
        .list()
        .await
        .unwrap_err();
    assert_eq!(error.attempts(), 1);
    assert!(foreign.waits().is_empty());
    foreign.client.sign_in().await.unwrap();
    assert_eq!(foreign.count("POST", "/connect/token").await, 1);
}

#[tokio::test]
async fn a_delete_that_was_carried_out_before_its_answer_was_lost_is_done() {
    let foreign = Foreign::start().await;
    foreign
        .answer("DELETE", &format!("{DOCUMENTS}/d1"), 1, bare(504))
        .await;
    foreign
        .answer("DELETE", &format!("{DOCUMENTS}/d1"), 1, bare(404))
        .await;
    foreign.documents().delete(&"d1".into()).await.unwrap();

    let foreign = Foreign::start().await;
    foreign
        .answer("DELETE", &format!("{DOCUMENTS}/d1"), 1, bare(429))
        .await;
    foreign
        .answer("DELETE", &format!("{DOCUMENTS}/d1"), 1, bare(404))
        .await;
    let error = foreign.documents().delete(&"d1".into()).await.unwrap_err();
    assert!(
        error.is_not_found(),
        "a refused attempt removed nothing: {error:?}"
    );
}
