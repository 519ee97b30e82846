//! Documents that the window shows.

use std::time::Duration;

use fielddesk_api::CancellationToken;
use fielddesk_core::FailureKind;
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::transfers::{NewDownload, Transfer, TransferKind, Transfers};
use fielddesk_rules::preview::PREVIEW_LIMIT_BYTES;
use serde_json::json;

use crate::test_env::{TestEnv, until};

/// Waits until no fetch is listed; what put the document on the page is.
async fn none_is_listed(transfers: &Transfers) {
    let is_fetch = |transfer: &Transfer| transfer.kind == TransferKind::Open;
    until(transfers, |view| !view.items.iter().any(is_fetch)).await;
}

fn never() -> CancellationToken {
    CancellationToken::new()
}

#[tokio::test]
async fn a_document_is_fetched_once_and_leaves_no_transfer_behind() {
    let env = TestEnv::new().await;
    let id = env.put("Plan A.pdf", b"%PDF-1.7").await;
    let transfers = env.transfers().await;
    let before = env.requests("GET").await;
    for _ in 0..2 {
        let shown = transfers
            .preview(env.download(&id, "Plan A.pdf"), &never())
            .await
            .unwrap();
        assert_eq!(
            (shown.content_type, shown.bytes.as_slice()),
            ("application/pdf", b"%PDF-1.7".as_slice())
        );
    }
    assert_eq!(
        env.requests("GET").await,
        before + 1,
        "the second is from this computer"
    );
    none_is_listed(&transfers).await;
    transfers.stop().await;
}

#[tokio::test]
async fn what_is_not_shown_is_not_fetched() {
    let env = TestEnv::new().await;
    let id = env.put("Plan A.svg", b"<svg/>").await;
    let transfers = env.transfers().await;
    let before = env.requests("GET").await;
    let refused = transfers
        .preview(env.download(&id, "Plan A.svg"), &never())
        .await
        .unwrap_err();
    assert_eq!(refused.kind, FailureKind::Usage);
    let large = NewDownload {
        size: Some(PREVIEW_LIMIT_BYTES + 1),
        ..env.download(&id, "Plan A.pdf")
    };
    let refused = transfers.preview(large, &never()).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::TooLarge);
    assert_eq!(env.requests("GET").await, before);
    transfers.stop().await;
}

#[tokio::test]
async fn a_preview_that_is_stopped_ends_its_download() {
    let env = TestEnv::new().await;
    let id = env.put("Plan A.pdf", b"%PDF-1.7").await;
    let transfers = env.transfers().await;
    env.fault("GET", 1, json!({"delayMs": 60_000})).await;
    let cancel = CancellationToken::new();
    let stop = async {
        until(&transfers, |view| view.active == 1).await;
        cancel.cancel();
    };
    let wanted = env.download(&id, "Plan A.pdf");
    let both = async { tokio::join!(transfers.preview(wanted, &cancel), stop).0 };
    let stopped = tokio::time::timeout(Duration::from_secs(20), both).await;
    assert_eq!(
        stopped.unwrap().unwrap_err().kind,
        FailureKind::Cancelled,
        "long before the answer would have come"
    );
    none_is_listed(&transfers).await;
    transfers.stop().await;
}

#[tokio::test]
async fn a_refused_preview_is_told_and_is_no_failed_transfer() {
    let env = TestEnv::new().await;
    let transfers = env.transfers().await;
    let nowhere = FileReferenceId::new("00000000-0000-0000-0000-000000000000");
    let refused = transfers
        .preview(env.download(&nowhere, "Plan A.pdf"), &never())
        .await
        .unwrap_err();
    assert_eq!(refused.kind, FailureKind::NotFound);
    none_is_listed(&transfers).await;
    assert_eq!(transfers.view().borrow().failed, 0);
    transfers.stop().await;
}
