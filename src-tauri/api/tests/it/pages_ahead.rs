//! Pages as they come, fetched one ahead of who takes them.

use std::sync::Arc;
use std::time::Duration;

use fielddesk_api::{Client, Credentials, TripQuery};
use futures::StreamExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Notify;
use wiremock::matchers::{path, query_param, query_param_is_missing};
use wiremock::{Mock, ResponseTemplate};

use crate::support::foreign::{Foreign, endpoints, trips as page};
use crate::support::raw::{Raw, read_head};

const TRIPS: &str = "flow-trip-registrations";

#[tokio::test]
async fn raw_pages_are_the_bytes_that_came_with_their_token() {
    let foreign = Foreign::start().await;
    let body = "{ \"continuationToken\" : \"t\\u00e9\" ,\"data\":[{\"continuationToken\":\"no\"}]}";
    Mock::given(query_param_is_missing("ContinuationToken"))
        .and(path(format!("/reporting/v1/{TRIPS}")))
        .respond_with(ResponseTemplate::new(200).set_body_raw(body, "application/json"))
        .mount(&foreign.server)
        .await;
    // The name within a record and within a text is not the envelope's.
    let last = "{\"data\":[{\"id\":\"\\\"continuationToken\\\":\\\"no\\\"\",\"x\":{\"continuationToken\":\"no\"}}]}";
    Mock::given(query_param("ContinuationToken", "té"))
        .and(path(format!("/reporting/v1/{TRIPS}")))
        .respond_with(ResponseTemplate::new(200).set_body_raw(last, "application/json"))
        .mount(&foreign.server)
        .await;
    let mut pages = foreign
        .client
        .trips()
        .raw_pages(&TripQuery::everything(), None);
    let first = pages.next().await.unwrap().unwrap();
    assert_eq!(
        (&first.body[..], first.continuation_token.as_str()),
        (body.as_bytes(), "té")
    );
    let second = pages.next().await.unwrap().unwrap();
    assert_eq!(
        (&second.body[..], second.continuation_token.as_str()),
        (last.as_bytes(), "")
    );
    assert!(pages.next().await.is_none());
}

/// Gives the tasks of this thread their turns until the condition holds.
async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let patience = async {
        while !holds().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), patience)
        .await
        .unwrap();
}

#[tokio::test]
async fn the_next_page_is_fetched_while_one_is_in_hand_and_not_the_one_after() {
    let foreign = Foreign::start().await;
    for number in 1..9 {
        foreign
            .report(TRIPS, 1, page(&["x"], &format!("t{number}")))
            .await;
    }
    let mut pages = foreign
        .client
        .trips()
        .raw_pages(&TripQuery::everything(), None);
    assert!(
        foreign.sent().await.is_empty(),
        "nothing before it is looked at"
    );
    for taken in 1..4 {
        pages.next().await.unwrap().unwrap();
        until(async || foreign.sent().await.len() == taken + 1).await;
        for _ in 0..500 {
            tokio::task::yield_now().await;
        }
        assert_eq!(foreign.sent().await.len(), taken + 1, "one ahead, no more");
    }
}

#[tokio::test]
async fn a_stream_that_is_dropped_stops_fetching() {
    let closed = Arc::new(Notify::new());
    let tell = closed.clone();
    let server = Raw::handling(move |mut stream| {
        let tell = tell.clone();
        async move {
            let head = read_head(&mut stream).await;
            if String::from_utf8_lossy(&head).contains("ContinuationToken") {
                // Never answered: the end of the connection shows that nobody waits.
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest).await.ok();
                tell.notify_one();
                return;
            }
            let body = page(&["x"], "more").to_string();
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
                 connection: close\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(head.as_bytes()).await.ok();
        }
    })
    .await;
    let client = Client::builder(
        endpoints(&server.url()),
        Credentials::StaticToken("t".into()),
    )
    .build()
    .unwrap();
    let mut pages = client.trips().pages(&TripQuery::everything(), None);
    // The page in hand came while the next was asked for already, since reading is ahead.
    pages.next().await.unwrap().unwrap();
    until(async || server.connections() == 2).await;
    drop(pages);
    tokio::time::timeout(Duration::from_secs(20), closed.notified())
        .await
        .unwrap();
}
