//! The real service misbehaving on order: every document is stored exactly once.

use std::time::Duration;

use serde_json::json;

use crate::support::foreign::upload;
use crate::support::service::Service;

async fn fault_on_post(service: &Service, times: u32, action: serde_json::Value) {
    let order =
        json!({"method": "POST", "pathPrefix": "/test/core/", "times": times, "action": action});
    service.fault(order).await;
}

#[tokio::test]
async fn an_upload_is_one_attempt_that_tells_how_long_to_wait() {
    let service = Service::start().await;
    let target = service.empty_project().await;
    let busy = json!({"status": 429, "headers": {"Retry-After": "17"}});
    fault_on_post(&service, 1, busy).await;
    let client = service.admin();
    let documents = client.documents(&target);
    let answer = documents.upload(upload(&[("a.txt", b"1")])).await;
    let error = answer.unwrap_err();
    assert!(!error.may_have_been_done(), "{error:?}");
    assert_eq!(error.retry_after(), Some(Duration::from_secs(17)));
    assert!(service.waits().is_empty());
    assert_eq!(service.log("POST", "/documents").await.len(), 1);
}

#[tokio::test]
async fn an_upload_that_is_stored_behind_a_503_may_have_been_done() {
    let late = json!({"statusAfterCommit": 503, "headers": {"Retry-After": "17"}});
    let service = Service::start().await;
    let target = service.empty_project().await;
    let client = service.admin();
    let documents = client.documents(&target);
    fault_on_post(&service, 1, late).await;
    let answer = documents.upload(upload(&[("a.txt", b"1")])).await;
    let error = answer.unwrap_err();
    assert!(error.may_have_been_done(), "{error:?}");
    assert_eq!(error.retry_after(), Some(Duration::from_secs(17)));
    assert!(service.waits().is_empty());
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
