//! Trips that change while a client pages.

use std::sync::Arc;

use chrono::Utc;
use fielddesk_service::ServeOptions;
use fielddesk_service::store::{AuditEntry, Store, TripChange};
use serde_json::Value;

use super::{Reports, TRIPS, ids, text};
use crate::support::{TestService, demo};

/// A served folder, and its database opened beside the service.
struct Changing {
    test: TestService,
    store: Arc<dyn Store>,
    _folder: tempfile::TempDir,
}

impl Changing {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = ServeOptions {
            data: Some(folder.path().to_owned()),
            ..demo()
        };
        let test = TestService::with(options).await;
        let store = crate::support::store::open(folder.path()).await;
        Self {
            test,
            store,
            _folder: folder,
        }
    }

    /// Changes a trip; true where it could be.
    async fn change(&self, trip: &Value, change: TripChange) -> bool {
        let audit = AuditEntry {
            at: Utc::now(),
            actor: "tester".to_owned(),
            action: "trip.changed",
            subject: text(trip, "id").to_owned(),
            details: serde_json::Map::new(),
        };
        let id = text(trip, "id").into();
        self.store.change_trip(&id, change, audit).await.unwrap()
    }
}

const SINCE: (&str, &str) = ("ModifiedSince", "2026-11-01");

#[tokio::test]
async fn a_trip_that_changes_behind_or_before_the_page_is_met_again_as_it_is_now() {
    let changing = Changing::start().await;
    let reports = Reports::of_admin(&changing.test).await;
    let before = reports.walk(TRIPS, &[SINCE], 10_000).await;
    let size = ("ChunkLimit", "50");
    let first = reports.page(TRIPS, &[SINCE, size]).await;
    let token = text(&first, "continuationToken");
    let (seen, unseen) = (&before[10], &before[60]);
    for (trip, change) in [
        (seen, TripChange::Verified(12_345)),
        (unseen, TripChange::Deleted),
    ] {
        assert!(changing.change(trip, change).await);
    }
    let mut rest = Vec::new();
    let mut token = token.to_owned();
    while !token.is_empty() {
        let mut page = reports
            .page(TRIPS, &[SINCE, size, ("ContinuationToken", &token)])
            .await;
        token = text(&page, "continuationToken").to_owned();
        rest.append(page["data"].as_array_mut().unwrap());
    }
    let mut expected: Vec<&str> = ids(&before[50..]);
    expected.retain(|id| *id != text(unseen, "id"));
    expected.extend([text(seen, "id"), text(unseen, "id")]);
    assert_eq!(
        ids(&rest),
        expected,
        "nothing is lost, nothing else comes twice"
    );
    let [verified, deleted] = &rest[rest.len() - 2..] else {
        panic!("two changes came last");
    };
    assert_eq!(verified["verifiedQuantity"], 12.345);
    assert_eq!(verified["verified"], true);
    assert_eq!(deleted["isDeleted"], true);
    assert_eq!(deleted["deletedDateTime"], deleted["modifiedDateTime"]);
}

#[tokio::test]
async fn a_deleted_trip_leaves_the_full_stream_and_is_deleted_once() {
    let changing = Changing::start().await;
    let reports = Reports::of_admin(&changing.test).await;
    let window = [("FromDateTime", "2026-10-05"), ("ToDateTime", "2026-10-07")];
    let before = reports.walk(TRIPS, &window, 10_000).await;
    assert!(changing.change(&before[3], TripChange::Deleted).await);
    assert!(!changing.change(&before[3], TripChange::Deleted).await);
    assert!(!changing.change(&before[3], TripChange::Invoiced).await);
    let mut expected = ids(&before);
    expected.remove(3);
    let after = reports.walk(TRIPS, &window, 10_000).await;
    assert_eq!(ids(&after), expected);
}

#[tokio::test]
async fn the_control_surface_changes_trips_as_their_source_would() {
    let reports = Reports::start().await;
    let before = reports.walk(TRIPS, &[SINCE], 10_000).await;
    let trip = before
        .iter()
        .find(|trip| trip["isDeleted"] == false)
        .unwrap();
    let latest = text(before.last().unwrap(), "modifiedDateTime");
    let post = async |change: &str, quantity: Option<f64>, id: &str| {
        let order = serde_json::json!({
            "environment": "test", "tripId": id, "change": change, "quantity": quantity,
        });
        let request = reports
            .test
            .http
            .post(reports.test.url("/_control/trips"))
            .json(&order);
        request.send().await.unwrap().status().as_u16()
    };
    let id = text(trip, "id");
    assert_eq!(post("verify", None, id).await, 400);
    assert_eq!(post("verify", Some(21.5), id).await, 204);
    assert_eq!(post("invoice", None, id).await, 204);
    assert_eq!(post("delete", None, id).await, 204);
    assert_eq!(post("approve", None, id).await, 404, "it is deleted");
    assert_eq!(post("burn", None, id).await, 400);
    let after = reports
        .walk(TRIPS, &[("ModifiedSince", latest)], 10_000)
        .await;
    let now = after.iter().find(|trip| trip["id"] == id).unwrap();
    assert_eq!(
        (&now["verifiedQuantity"], &now["isDeleted"]),
        (&21.5.into(), &true.into())
    );
    assert_eq!(now["invoiced"], true);
}
