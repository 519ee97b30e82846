//! An object store that answers late, badly or not at all.

use std::time::Duration;

use reqwest::{Body, Client};

use super::{Desk, MIB, content};
use crate::support::Form;
use crate::support::objects::{Action, Fault};

#[tokio::test]
async fn uploads_and_downloads_outlast_faults() {
    let desk = Desk::start().await;
    let (small, large) = (content(100_000), content(17 * MIB));
    let slow = Action::Slow(Duration::from_millis(300));
    for (method, with, times, action) in [
        ("PUT", "/test/", 3, Action::Status(503)),
        ("PUT", "/test/", 1, Action::Lost),
        ("PUT", "partNumber=2", 2, Action::Status(503)),
        ("PUT", "partNumber=1", 1, Action::Lost),
        ("PUT", "partNumber=3", 1, slow),
        ("POST", "uploads", 1, Action::Status(500)),
        ("POST", "uploadId", 1, Action::Status(503)),
        ("POST", "uploadId", 1, Action::Lost),
        ("GET", "/test/", 2, Action::Status(503)),
        ("GET", "/test/", 1, Action::Cut(40_000)),
        ("GET", "/test/", 1, Action::Lost),
        ("GET", "/test/", 1, slow),
    ] {
        let fault = Fault {
            method,
            with,
            times,
            action,
        };
        desk.server.misbehave(fault);
        let ids = desk.upload(&[("small", &small), ("large", &large)]).await;
        assert!(desk.content(&ids[0]).await == small, "{method} {action:?}");
        assert!(desk.content(&ids[1]).await == large, "{method} {action:?}");
        assert_eq!(desk.server.unmet(), 0, "{method} {with} {action:?}");
    }
}

#[tokio::test]
async fn a_refused_upload_leaves_neither_row_nor_object() {
    let desk = Desk::start().await;
    let before = desk.server.ids().await;
    for (method, with) in [
        ("PUT", "/test/"),
        ("PUT", "partNumber=2"),
        ("POST", "uploadId"),
    ] {
        desk.server.misbehave(Fault {
            method,
            with,
            times: 1,
            action: Action::Status(403),
        });
        let form = Form::new().file("large", content(17 * MIB));
        let answer = desk.send(form.file("small", "x")).await;
        assert_eq!(answer.status(), 500, "{method} {with}");
    }
    // The last of the removals, which go on after the answer.
    desk.server.seen("DELETE", "uploadId").await;
    desk.server.seen("DELETE", "/test/").await;
    let mut left = desk.server.ids().await;
    while left != before {
        left = desk.server.ids().await;
    }
    assert!(desk.unnamed().await.is_empty());
}

#[tokio::test]
async fn an_upload_that_its_client_gives_up_is_aborted() {
    let desk = Desk::start().await;
    let before = desk.server.ids().await;
    let form = Form::new().file("large", content(20 * MIB)).bytes();
    let cut = form[..18 * MIB].to_vec();
    let parts = futures::stream::iter([Ok(cut), Err(std::io::Error::other("gone"))]);
    let request = Client::new()
        .post(&desk.url)
        .bearer_auth(&desk.bearer)
        .header("content-type", Form::content_type())
        .body(Body::wrap_stream(parts));
    assert!(request.send().await.is_err());
    desk.server.seen("DELETE", "uploadId").await;
    assert_eq!(desk.server.ids().await, before);
}

#[tokio::test]
async fn objects_of_a_commit_that_failed_are_noted_and_kept() {
    let desk = Desk::start().await;
    let before = desk.server.ids().await;
    desk.sql("ALTER TABLE audit RENAME TO audit_away").await;
    let answer = desk.send(Form::new().file("a", "x")).await;
    assert_eq!(answer.status(), 500);
    let mut noted = desk.unnamed().await;
    while noted.is_empty() {
        noted = desk.unnamed().await;
    }
    let left = desk.server.ids().await;
    let new: Vec<_> = left.iter().filter(|id| !before.contains(id)).collect();
    assert_eq!(noted, [(new[0].clone(), "uncommitted".to_owned())]);
}
