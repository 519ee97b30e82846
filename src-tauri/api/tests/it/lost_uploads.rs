//! Uploads whose answer was lost: looked for on the page, and never sent twice unseen.

use fielddesk_api::{ErrorKind, Upload};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::foreign::{Foreign, page, project, stored, upload};

const DOCUMENTS: &str = "projects/p1/documents";

async fn doubtful_upload(foreign: &Foreign, status: u16) {
    foreign
        .answer("POST", DOCUMENTS, 1, ResponseTemplate::new(status))
        .await;
    foreign
        .answer(
            "POST",
            DOCUMENTS,
            9,
            ResponseTemplate::new(201).set_body_json(stored("new", "a.txt")),
        )
        .await;
}

async fn document(foreign: &Foreign, id: &str, bytes: &[u8]) {
    let answer = ResponseTemplate::new(200).set_body_raw(bytes, "application/octet-stream");
    foreign
        .answer("GET", &format!("{DOCUMENTS}/{id}"), 9, answer)
        .await;
}

#[tokio::test]
async fn an_upload_that_was_stored_is_found_and_not_sent_again() {
    for status in [500, 502, 503, 504] {
        let foreign = Foreign::start().await;
        doubtful_upload(&foreign, status).await;
        let listing = page(&[("other", "b.txt"), ("d1", "a.txt")]);
        foreign
            .answer(
                "GET",
                DOCUMENTS,
                9,
                ResponseTemplate::new(200).set_body_json(listing),
            )
            .await;
        document(&foreign, "d1", b"one").await;
        let upload = upload(&[("a.txt", b"one")]);
        let progress = upload.progress.clone();
        let answer = foreign
            .client
            .documents(&project())
            .upload(upload)
            .await
            .unwrap();
        assert_eq!(answer.files[0].file_reference.id.as_str(), "d1");
        assert_eq!(answer.info_page_files.unwrap().len(), 2);
        assert_eq!(foreign.count("POST", DOCUMENTS).await, 1, "{status}");
        assert_eq!(
            foreign.count("GET", "/other").await,
            0,
            "only our names are looked at"
        );
        assert_eq!(progress.bytes(), 3);
    }
}

#[tokio::test]
async fn an_upload_that_was_not_stored_is_sent_again_after_two_looks() {
    for (listing, bytes) in [
        (page(&[]), &b""[..]),
        (page(&[("d1", "a.txt")]), b"two"),
        (page(&[("d1", "a.txt")]), b"longer"),
    ] {
        let foreign = Foreign::start().await;
        doubtful_upload(&foreign, 500).await;
        foreign
            .answer(
                "GET",
                DOCUMENTS,
                9,
                ResponseTemplate::new(200).set_body_json(listing),
            )
            .await;
        document(&foreign, "d1", bytes).await;
        let documents = foreign.client.documents(&project());
        let answer = documents
            .upload(upload(&[("a.txt", b"one")]))
            .await
            .unwrap();
        assert_eq!(answer.files[0].file_reference.id.as_str(), "new");
        assert_eq!(foreign.count("POST", DOCUMENTS).await, 2);
        assert_eq!(foreign.count("GET", DOCUMENTS).await, 2);
        assert_eq!(foreign.waits(), [1, 2]);
    }
}

#[tokio::test]
async fn what_was_on_the_page_before_is_not_ours() {
    let foreign = Foreign::start().await;
    doubtful_upload(&foreign, 500).await;
    let listing = page(&[("old", "a.txt")]);
    foreign
        .answer(
            "GET",
            DOCUMENTS,
            9,
            ResponseTemplate::new(200).set_body_json(listing),
        )
        .await;
    document(&foreign, "old", b"one").await;
    let upload = Upload {
        known: Some(["old".into()].into()),
        ..upload(&[("a.txt", b"one")])
    };
    let answer = foreign
        .client
        .documents(&project())
        .upload(upload)
        .await
        .unwrap();
    assert_eq!(answer.files[0].file_reference.id.as_str(), "new");
    assert_eq!(foreign.count("GET", "/old").await, 0);
}

#[tokio::test]
async fn some_of_the_files_are_none_of_them() {
    let foreign = Foreign::start().await;
    doubtful_upload(&foreign, 500).await;
    let listing = page(&[("d1", "a.txt")]);
    foreign
        .answer(
            "GET",
            DOCUMENTS,
            9,
            ResponseTemplate::new(200).set_body_json(listing),
        )
        .await;
    document(&foreign, "d1", b"one").await;
    let documents = foreign.client.documents(&project());
    // Two files of one name and content: one document cannot be both.
    documents
        .upload(upload(&[("a.txt", b"one"), ("a.txt", b"one")]))
        .await
        .unwrap();
    assert_eq!(foreign.count("POST", DOCUMENTS).await, 2);
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_is_a_lost_one() {
    let foreign = Foreign::start().await;
    foreign
        .answer(
            "POST",
            DOCUMENTS,
            9,
            ResponseTemplate::new(201).set_body_string("{\"succ"),
        )
        .await;
    let listing = page(&[("d1", "a.txt")]);
    foreign
        .answer(
            "GET",
            DOCUMENTS,
            9,
            ResponseTemplate::new(200).set_body_json(listing),
        )
        .await;
    document(&foreign, "d1", b"one").await;
    let documents = foreign.client.documents(&project());
    documents
        .upload(upload(&[("a.txt", b"one")]))
        .await
        .unwrap();
    assert_eq!(foreign.count("POST", DOCUMENTS).await, 1);
    let error = documents
        .upload_once(upload(&[("a.txt", b"one")]))
        .await
        .unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OutcomeUnknown),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_success_that_names_no_documents_is_looked_up_and_never_sent_again() {
    let success = |fields: Value| {
        let mut answer = stored("d1", "a.txt");
        for (name, value) in fields.as_object().unwrap() {
            answer[name] = value.clone();
        }
        ResponseTemplate::new(201).set_body_json(answer)
    };
    for (answer, looks) in [
        (success(json!({"infoPageFiles": null, "message": null})), 0),
        (success(json!({"infoPageFiles": []})), 0),
        (success(json!({"files": null})), 1),
        (
            success(json!({"files": [], "infoPageFiles": null, "section": null})),
            1,
        ),
        (ResponseTemplate::new(200).set_body_string("{}"), 1),
    ] {
        let foreign = Foreign::start().await;
        foreign.answer("POST", DOCUMENTS, 9, answer).await;
        let listing = page(&[("other", "b.txt"), ("d1", "a.txt")]);
        let listing = ResponseTemplate::new(200).set_body_json(listing);
        foreign.answer("GET", DOCUMENTS, 9, listing).await;
        document(&foreign, "d1", b"one").await;
        let target = project();
        let documents = foreign.client.documents(&target);
        let answer = documents.upload(upload(&[("a.txt", b"one")])).await;
        let id = answer.unwrap().files[0].file_reference.id.clone();
        assert_eq!(id.as_str(), "d1");
        assert_eq!(foreign.count("POST", DOCUMENTS).await, 1);
        let looked = foreign.sent().await;
        let looked = looked
            .iter()
            .filter(|sent| *sent == &format!("GET {DOCUMENTS}"));
        assert_eq!(looked.count(), looks);
    }
}

#[tokio::test]
async fn a_success_is_never_sent_again_while_the_list_lags_behind() {
    for lost in [
        ResponseTemplate::new(200),
        ResponseTemplate::new(204),
        ResponseTemplate::new(201).set_body_string("stored"),
        ResponseTemplate::new(200).set_body_json(json!({"message": null, "files": null})),
    ] {
        for journaled in [false, true] {
            let foreign = Foreign::start().await;
            foreign.answer("POST", DOCUMENTS, 9, lost.clone()).await;
            let late = ResponseTemplate::new(200).set_body_json(json!([]));
            foreign.answer("GET", DOCUMENTS, 2, late).await;
            let listing = ResponseTemplate::new(200).set_body_json(page(&[("d1", "a.txt")]));
            foreign.answer("GET", DOCUMENTS, 9, listing).await;
            document(&foreign, "d1", b"one").await;
            let target = project();
            let documents = foreign.client.documents(&target);
            let file = upload(&[("a.txt", b"one")]);
            if journaled {
                let error = documents.upload_journaled(file).await.unwrap_err();
                assert!(
                    matches!(error.kind(), ErrorKind::OutcomeUnknown),
                    "{error:?}"
                );
            } else {
                let answer = documents.upload(file).await.unwrap();
                assert_eq!(answer.files[0].file_reference.id.as_str(), "d1");
            }
            assert_eq!(foreign.count("POST", DOCUMENTS).await, 1);
            assert_eq!(foreign.waits(), [1, 2]);
        }
    }
}

#[tokio::test]
async fn an_upload_whose_page_cannot_be_looked_at_ends_as_unknown() {
    let foreign = Foreign::start().await;
    foreign
        .answer("POST", DOCUMENTS, 9, ResponseTemplate::new(500))
        .await;
    foreign
        .answer("GET", DOCUMENTS, 99, ResponseTemplate::new(503))
        .await;
    let documents = foreign.client.documents(&project());
    let error = documents
        .upload(upload(&[("a.txt", b"one")]))
        .await
        .unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OutcomeUnknown),
        "{error:?}"
    );
    assert_eq!(
        foreign.count("POST", DOCUMENTS).await,
        1,
        "never sent again unseen"
    );
}

#[tokio::test]
async fn one_attempt_tells_doubt_from_refusal() {
    for (status, kind) in [
        (500, "OutcomeUnknown"),
        (503, "OutcomeUnknown"),
        (429, "RateLimited { until: None }"),
        (413, "TooLarge"),
    ] {
        let foreign = Foreign::start().await;
        foreign
            .answer("POST", DOCUMENTS, 9, ResponseTemplate::new(status))
            .await;
        let documents = foreign.client.documents(&project());
        let error = documents
            .upload_once(upload(&[("a.txt", b"one")]))
            .await
            .unwrap_err();
        assert_eq!(format!("{:?}", error.kind()), kind, "{status}");
        assert_eq!((error.status(), error.attempts()), (Some(status), 1));
        assert_eq!(foreign.count("POST", DOCUMENTS).await, 1);
        assert!(foreign.waits().is_empty());
    }
}

#[tokio::test]
async fn a_doubtful_upload_whose_page_is_closed_meanwhile_is_unknown() {
    let foreign = Foreign::start().await;
    foreign
        .answer("POST", DOCUMENTS, 9, ResponseTemplate::new(502))
        .await;
    foreign
        .answer("GET", DOCUMENTS, 9, ResponseTemplate::new(403))
        .await;
    let documents = foreign.client.documents(&project());
    let error = documents
        .upload(upload(&[("a.txt", b"one")]))
        .await
        .unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OutcomeUnknown),
        "{error:?}"
    );
    assert_eq!(foreign.count("POST", DOCUMENTS).await, 1);
}

#[tokio::test]
async fn a_doubtful_upload_that_is_cancelled_while_it_is_looked_for_is_unknown() {
    let foreign = Foreign::start().await;
    foreign
        .answer("POST", DOCUMENTS, 9, ResponseTemplate::new(502))
        .await;
    let never = ResponseTemplate::new(200).set_delay(std::time::Duration::from_secs(600));
    foreign.answer("GET", DOCUMENTS, 9, never).await;
    let upload = upload(&[("a.txt", b"one")]);
    let cancel = upload.cancel.clone();
    let target = project();
    let documents = foreign.client.documents(&target);
    let watch = async {
        while foreign.count("GET", DOCUMENTS).await == 0 {
            tokio::task::yield_now().await;
        }
        cancel.cancel();
    };
    let (result, ()) = tokio::join!(documents.upload(upload), watch);
    let error = result.unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OutcomeUnknown),
        "{error:?}"
    );
}
