//! The real service misbehaving on order: every document is stored exactly once.

use fielddesk_api::ErrorKind;
use futures::StreamExt;
use serde_json::json;

use crate::support::foreign::upload;
use crate::support::service::Service;

async fn fault_on_post(service: &Service, times: u32, action: serde_json::Value) {
    let order =
        json!({"method": "POST", "pathPrefix": "/test/core/", "times": times, "action": action});
    service.fault(order).await;
}

fn waits(service: &Service) -> Vec<u64> {
    let sleeps = fielddesk_api::testing::ManualClock::sleeps(&service.clock);
    sleeps.iter().map(|wait| wait.as_secs()).collect()
}

#[tokio::test]
async fn a_refused_upload_is_sent_again_after_the_time_asked_for() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    fault_on_post(
        &service,
        1,
        json!({"status": 429, "headers": {"Retry-After": "17"}}),
    )
    .await;
    fault_on_post(&service, 1, json!({"status": 429})).await;
    service
        .admin()
        .documents(&target)
        .upload(upload(&[("a.txt", b"1")]))
        .await
        .unwrap();
    assert_eq!(service.names(&target).await, ["a.txt"]);
    assert_eq!(waits(&service), [17, 2]);
    assert_eq!(
        service.log("GET", "/documents").await.len(),
        1,
        "nothing was in doubt but our own look"
    );
}

#[tokio::test]
async fn an_upload_that_is_stored_behind_a_503_is_unknown_after_the_wait_it_asks_for() {
    let late = json!({"statusAfterCommit": 503, "headers": {"Retry-After": "17"}});
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    fault_on_post(&service, 1, late).await;
    let answer = documents.upload(upload(&[("a.txt", b"1")])).await;
    let error = answer.unwrap_err();
    assert!(error.may_have_been_done(), "{error:?}");
    assert_eq!(waits(&service), [17]);
    assert_eq!(service.names(&target).await, ["a.txt"]);
    assert_eq!(service.log("POST", "/documents").await.len(), 1);
}

#[tokio::test]
async fn a_503_at_the_sign_in_leaves_nothing_in_doubt() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let order = json!({"pathPrefix": "/test/identity/", "times": 2, "action": {"status": 503}});
    service.fault(order).await;
    client
        .machines()
        .create(&service.new_machine("SIGN-1"))
        .await
        .unwrap();
    assert_eq!(service.log("GET", "/machines").await.len(), 0);
    let documents = client.documents(&target);
    documents.upload(upload(&[("a.txt", b"1")])).await.unwrap();
    assert_eq!(service.log("GET", "/documents").await.len(), 0);
}

#[tokio::test]
async fn an_upload_whose_answer_was_lost_is_unknown_and_sent_once() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    fault_on_post(&service, 1, json!({"resetAfterCommit": true})).await;
    let client = service.admin();
    let error = client
        .documents(&target)
        .upload(upload(&[("a.txt", b"1")]))
        .await
        .unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OutcomeUnknown),
        "{error:?}"
    );
    assert_eq!(service.names(&target).await, ["a.txt"]);
    assert_eq!(service.log("POST", "/documents").await.len(), 1);
    assert!(waits(&service).is_empty());
}

#[tokio::test]
async fn a_list_is_fetched_again_when_its_connection_breaks() {
    let service = Service::start().await;
    for action in [
        json!({"resetBeforeBody": true}),
        json!({"truncateResponseAfterBytes": 40}),
    ] {
        let order =
            json!({"method": "GET", "pathPrefix": "/test/core/", "times": 1, "action": action});
        service.fault(order).await;
    }
    assert!(!service.admin().projects().list().await.unwrap().is_empty());
    assert_eq!(service.log("GET", "/projects").await.len(), 3);
}

#[tokio::test]
async fn a_delete_whose_answer_was_lost_is_done() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    let answer = documents.upload(upload(&[("a.txt", b"1")])).await.unwrap();
    let order = json!({"method": "DELETE", "pathPrefix": "/test/core/", "times": 1, "action": {"resetAfterCommit": true}});
    service.fault(order).await;
    documents
        .delete(&answer.files[0].file_reference.id)
        .await
        .unwrap();
    let statuses: Vec<_> = service
        .log("DELETE", "/documents")
        .await
        .iter()
        .map(|r| r.status)
        .collect();
    assert_eq!(statuses, [0, 404]);
}

#[tokio::test]
async fn a_download_cut_short_is_an_error() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    let large = vec![3; 2_000_000];
    let answer = documents
        .upload(upload(&[("a.bin", &large)]))
        .await
        .unwrap();
    let id = &answer.files[0].file_reference.id;
    let order = json!({"method": "GET", "pathPrefix": "/test/core/", "times": 1, "action": {"truncateResponseAfterBytes": 100_000}});
    service.fault(order).await;
    let mut stream = documents.download(id).await.unwrap().into_stream();
    let mut received = 0;
    let error = loop {
        match stream.next().await.expect("it may not just end") {
            Ok(chunk) => received += chunk.len(),
            Err(error) => break error,
        }
    };
    assert!(error.is_transient(), "{error:?}");
    assert!(received <= 100_000, "{received}");
    assert_eq!(service.bytes(&target, id).await, large);
}
