//! Pages: order, size, tokens, and what a record holds.

use std::collections::HashSet;

use fielddesk_model::{Page, Trip};

use super::{LOCATIONS, Reports, TRIPS, at, ids, text};

#[tokio::test]
async fn a_full_walk_of_all_pages_is_every_trip_once_in_order_of_time() {
    let reports = Reports::start().await;
    let walked = reports.walk(TRIPS, &[], 997).await;
    assert!(walked.len() >= 5_000, "{}", walked.len());
    let unique: HashSet<&str> = ids(&walked).into_iter().collect();
    assert_eq!(unique.len(), walked.len());
    let times: Vec<i64> = walked.iter().map(|trip| at(trip, "dumpDateTime")).collect();
    assert!(times.is_sorted(), "trip time is the time of the dump");
    assert!(walked.iter().all(|trip| trip["isDeleted"] == false));
    assert!(walked.iter().all(|trip| trip["deletedDateTime"].is_null()));
    assert_eq!(walked, reports.walk(TRIPS, &[], 10_000).await);
}

#[tokio::test]
async fn without_a_limit_a_page_has_2500_records_and_says_which_sync_it_is_of() {
    let reports = Reports::start().await;
    let page = reports.page(TRIPS, &[]).await;
    assert_eq!(page["data"].as_array().unwrap().len(), 2500);
    assert_eq!(page["syncTypeName"], "full");
    let since = [("ModifiedSince", "2026-01-01"), ("ChunkLimit", "1")];
    let page = reports.page(TRIPS, &since).await;
    assert_eq!(page["syncTypeName"], "incremental");
    assert_eq!(page["recordCount"], 1);
}

#[tokio::test]
async fn pages_of_any_size_hold_the_same_records() {
    let reports = Reports::start().await;
    // Many trips of these weeks share their time of change: a page may end amid them.
    let windows = [
        [("FromDateTime", "2026-08-31"), ("ToDateTime", "2026-10-10")],
        [
            ("ModifiedSince", "2026-09-01"),
            ("ModifiedBefore", "2026-10-10"),
        ],
    ];
    for window in windows {
        let whole = reports.walk(TRIPS, &window, 10_000).await;
        assert!(whole.len() > 501, "{} records", whole.len());
        for size in [
            7,
            83,
            499,
            500,
            501,
            whole.len() - 1,
            whole.len(),
            whole.len() + 1,
        ] {
            let pages = reports.pages(TRIPS, &window, size).await;
            assert_eq!(
                pages.len(),
                whole.len().div_ceil(size),
                "no empty last page"
            );
            let walked = pages
                .iter()
                .flat_map(|page| page["data"].as_array().unwrap());
            assert!(walked.eq(&whole), "pages of {size}");
        }
    }
    let day = [("FromDateTime", "2026-10-06"), ("ToDateTime", "2026-10-07")];
    let whole = reports.walk(TRIPS, &day, 10_000).await;
    assert_eq!(reports.walk(TRIPS, &day, 1).await, whole);
}

#[tokio::test]
async fn a_page_can_be_fetched_again_with_the_same_token() {
    let reports = Reports::start().await;
    for path in [TRIPS, LOCATIONS] {
        let first = reports.page(path, &[("ChunkLimit", "2")]).await;
        let token = text(&first, "continuationToken");
        let next = [("ChunkLimit", "2"), ("ContinuationToken", token)];
        let second = reports.page(path, &next).await;
        assert_ne!(second["data"], first["data"]);
        assert_eq!(reports.page(path, &next).await, second);
    }
}

#[tokio::test]
async fn current_and_legacy_trips_are_one_stream() {
    let reports = Reports::start().await;
    let window = [("FromDateTime", "2026-03-09"), ("ToDateTime", "2026-03-21")];
    let trips = reports.walk(TRIPS, &window, 100).await;
    let flow: Vec<bool> = trips
        .iter()
        .map(|trip| trip["isFlowData"].as_bool().unwrap())
        .collect();
    let turns = flow.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(turns > 50, "they alternate {turns} times");
    let all = reports.walk(TRIPS, &[], 10_000).await;
    let legacy = all.iter().filter(|trip| trip["isFlowData"] == false);
    assert!(legacy.count() >= 100);
}

#[tokio::test]
async fn a_page_is_what_serialising_its_trips_would_write() {
    let reports = Reports::start().await;
    // Legacy trips lack half of it, deleted ones have more, shared ones less.
    let windows: [&[(&str, &str)]; 3] = [
        &[("FromDateTime", "2026-03-09"), ("ToDateTime", "2026-03-21")],
        &[("ModifiedSince", "2026-10-05")],
        &[("FromDateTime", "2026-10-05"), ("ToDateTime", "2026-11-14")],
    ];
    for window in windows {
        let body = reports.ask(TRIPS, window).await.text().await.unwrap();
        let page: Page<Trip> = serde_json::from_str(&body).unwrap();
        assert!(page.data.len() > 100);
        let data = serde_json::to_string(&page.data).unwrap();
        assert!(
            body.starts_with(&format!("{{\"data\":{data},")),
            "byte for byte"
        );
        assert!(page.data.iter().all(|trip| trip.other.is_empty()));
    }
}
