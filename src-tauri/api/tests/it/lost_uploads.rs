//! Uploads whose answer was lost or says little: never sent twice, whatever the page lists.

use fielddesk_api::ErrorKind;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::foreign::{Foreign, bare, project, stored, upload};
use crate::support::kind;

const DOCUMENTS: &str = "projects/p1/documents";

#[tokio::test]
async fn a_success_is_one_however_little_it_says_and_is_never_sent_again() {
    let success = |fields: Value| {
        let mut answer = stored("d1", "a.txt");
        for (name, value) in fields.as_object().unwrap() {
            answer[name] = value.clone();
        }
        ResponseTemplate::new(201).set_body_json(answer)
    };
    for (answer, named) in [
        (success(json!({"infoPageFiles": null, "message": null})), 1),
        (success(json!({"infoPageFiles": []})), 1),
        (success(json!({"files": null})), 0),
        (
            success(json!({"files": [], "infoPageFiles": null, "section": null})),
            0,
        ),
        (ResponseTemplate::new(200).set_body_string("{}"), 0),
        (bare(200), 0),
        (bare(204), 0),
        (ResponseTemplate::new(201).set_body_string("stored"), 0),
        (ResponseTemplate::new(201).set_body_string("{\"succ"), 0),
    ] {
        let foreign = Foreign::start().await;
        foreign.post(DOCUMENTS, 9, answer).await;
        let target = project();
        let documents = foreign.client.documents(&target);
        let answer = documents.upload(upload(&[("a.txt", b"one")])).await;
        assert_eq!(answer.unwrap().files.len(), named);
        assert_eq!(foreign.sent().await.len(), 1);
        assert!(foreign.waits().is_empty());
    }
}

#[tokio::test]
async fn doubt_is_told_from_refusal_and_not_sent_again() {
    for (status, expected, doubtful) in [
        (500, "ServerFailed", true),
        (502, "ServerFailed", true),
        (503, "ServerFailed", true),
        (504, "ServerFailed", true),
        (501, "ServerFailed", false),
        (429, "RateLimited { until: None }", false),
        (413, "TooLarge", false),
    ] {
        let foreign = Foreign::start().await;
        let answer = bare(status);
        foreign.post(DOCUMENTS, 9, answer).await;
        let documents = foreign.documents();
        let error = documents.upload(upload(&[("a.txt", b"one")])).await;
        let error = error.unwrap_err();
        assert_eq!(kind(&error), expected, "{status}");
        assert_eq!(error.status(), Some(status));
        assert_eq!(error.may_have_been_done(), doubtful, "{status}");
        assert_eq!(foreign.sent().await.len(), 1, "{status}");
        assert!(foreign.waits().is_empty());
    }
}

#[tokio::test]
async fn one_attempt_is_one() {
    let foreign = Foreign::start().await;
    let answer = bare(429);
    foreign.post(DOCUMENTS, 9, answer).await;
    let client = foreign.client.single_attempt();
    let documents = client.documents(&project());
    let error = documents.upload(upload(&[("a.txt", b"one")])).await;
    let error = error.unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::RateLimited { until: None }),
        "{error:?}"
    );
    assert_eq!((error.status(), error.attempts()), (Some(429), 1));
    assert!(foreign.waits().is_empty());
}
