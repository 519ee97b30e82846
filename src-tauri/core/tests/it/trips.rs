//! The store of trips against the real service.

use fielddesk_core::connection::Connection;
use fielddesk_core::trips::{
    GroupBy, ProjectFilter, SyncMode, SyncProgress, SyncRange, SyncReport, SyncRequest, TripFilter,
    TripOrder, TripStore, Trips, window,
};
use fielddesk_core::{CancellationToken, Failure, FailureKind};
use fielddesk_model::{Instant, Trip};
use tokio::sync::watch;

use crate::support::{clients, connection, data_dir, fault, raw, service};

async fn sync(
    trips: &Trips,
    connection: &Connection,
    request: &SyncRequest,
) -> Result<SyncReport, Failure> {
    let (progress, _) = watch::channel(SyncProgress::default());
    let cancel = CancellationToken::new();
    trips
        .sync(&connection.client, request, &progress, &cancel)
        .await
}

fn plain() -> SyncRequest {
    SyncRequest {
        page_size: 1000,
        ..SyncRequest::new(SyncRange::Plain)
    }
}

/// Every trip kept, by id.
async fn kept(trips: &Trips, filter: &TripFilter) -> Vec<Trip> {
    let cancel = CancellationToken::new();
    let mut stream = trips
        .stream(filter, TripOrder::default(), cancel)
        .await
        .unwrap();
    let mut all = Vec::new();
    loop {
        let chunk = stream.next_chunk().await.unwrap();
        if chunk.is_empty() {
            all.sort_by(|one: &Trip, other| one.id.cmp(&other.id));
            return all;
        }
        all.extend(chunk);
    }
}

/// Every trip of the service, by id, read by the client alone; what a trip of the legacy module
/// lacks is what the look-up stream has.
async fn truth(connection: &Connection) -> Vec<Trip> {
    let query = fielddesk_api::TripQuery::everything().chunk_limit(10_000);
    let mut all = connection.client.trips().all(&query).await.unwrap();
    let locations = connection.client.locations().all(&query).await.unwrap();
    let coordinates = |id: &Option<String>| {
        let id = id.as_ref()?;
        locations
            .iter()
            .find(|location| location.id == *id)?
            .coordinates
    };
    let mut joined = 0;
    for trip in &mut all {
        if trip.load_coordinates.is_none() {
            trip.load_coordinates = coordinates(&trip.load_location_id);
            joined += usize::from(trip.load_coordinates.is_some());
        }
        if trip.dump_coordinates.is_none() {
            trip.dump_coordinates = coordinates(&trip.dump_location_id);
        }
    }
    assert!(joined > 100, "the legacy module names locations alone");
    all.sort_by(|one, other| one.id.cmp(&other.id));
    all.records
}

#[tokio::test]
async fn a_full_sync_holds_every_trip_as_the_service_sends_it_and_the_next_one_is_incremental() {
    let service = service().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &clients(&service).admin);
    let trips = TripStore::open(&dir).await.unwrap().of(&connection);
    let first = sync(&trips, &connection, &plain()).await.unwrap();
    let truth = truth(&connection).await;
    assert_eq!(first.mode, SyncMode::Full);
    assert_eq!(first.upserted as usize, truth.len());
    assert!(truth.len() > 4000);
    assert_eq!(kept(&trips, &TripFilter::default()).await, truth);

    let highest = truth
        .iter()
        .filter_map(|trip| trip.modified_date_time)
        .max()
        .unwrap();
    raw(
        &service,
        "DELETE",
        "/_control/requests",
        "application/json",
        "",
    )
    .await;
    let second = sync(&trips, &connection, &plain()).await.unwrap();
    assert_eq!(second.mode, SyncMode::Incremental);
    let seen = raw(
        &service,
        "GET",
        "/_control/requests",
        "application/json",
        "",
    )
    .await;
    let seen: Vec<serde_json::Value> = serde_json::from_str(&seen).unwrap();
    let since = Instant::from_millis(highest.millis() - 300_000)
        .unwrap()
        .to_string();
    let query = seen
        .iter()
        .find(|request| request["path"].as_str().unwrap().contains("flow-trip"))
        .map(|request| request["query"].as_str().unwrap().replace("%3A", ":"))
        .unwrap();
    assert!(query.contains(&format!("ModifiedSince={since}")), "{query}");
    assert_eq!(kept(&trips, &TripFilter::default()).await, truth);
}

#[tokio::test]
async fn a_sync_that_the_service_breaks_goes_on_with_the_page_it_stopped_at() {
    let service = service().await;
    let (_folder, dir) = data_dir();
    let mut connection = connection(&service, &clients(&service).admin);
    connection.client = connection.client.single_attempt();
    let trips = TripStore::open(&dir).await.unwrap().of(&connection);
    let body = serde_json::json!({"pathPrefix": "/test/reporting/v1/flow-trip", "times": 1, "skip": 2,
        "action": {"status": 503}});
    raw(
        &service,
        "POST",
        "/_control/faults",
        "application/json",
        &body.to_string(),
    )
    .await;
    let failure = sync(&trips, &connection, &plain()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::ServiceFailed);
    assert_eq!(kept(&trips, &TripFilter::default()).await.len(), 2000);
    let report = sync(&trips, &connection, &plain()).await.unwrap();
    assert!(report.resumed);
    let truth = truth(&connection).await;
    assert_eq!(report.upserted as usize, truth.len() - 2000);
    assert_eq!(kept(&trips, &TripFilter::default()).await, truth);
}

#[tokio::test]
async fn a_client_without_the_scope_is_told_so_and_nothing_is_kept() {
    let service = service().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &clients(&service).core_only);
    let trips = TripStore::open(&dir).await.unwrap().of(&connection);
    let failure = sync(&trips, &connection, &plain()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::ScopeNotGranted);
    assert!(kept(&trips, &TripFilter::default()).await.is_empty());
}

#[tokio::test]
async fn one_project_alone_is_what_the_filter_shows_and_sums_agree() {
    let service = service().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &clients(&service).admin);
    let trips = TripStore::open(&dir).await.unwrap().of(&connection);
    let project = connection
        .client
        .projects()
        .by_number("P-2026-001")
        .await
        .unwrap();
    let request = plain().project(ProjectFilter {
        id: project.id.clone(),
        number: Some(project.project_number.clone()),
    });
    sync(&trips, &connection, &request).await.unwrap();
    let mut expected = truth(&connection).await;
    expected.retain(|trip| trip.project_id.as_ref() == Some(&project.id));
    assert!(!expected.is_empty());
    assert_eq!(kept(&trips, &TripFilter::default()).await, expected);

    sync(&trips, &connection, &plain()).await.unwrap();
    let filter = TripFilter {
        project: Some("P-2026-001".to_owned()),
        ..TripFilter::default()
    };
    assert_eq!(kept(&trips, &filter).await, expected);
    let summary = trips.summary(&filter, &[GroupBy::MassType]).await.unwrap();
    let cubic: f64 = expected.iter().filter_map(|trip| trip.quantity_m3).sum();
    assert!((summary.total.m3 - cubic).abs() < 1e-6 * cubic.max(1.0));
    assert_eq!(summary.total.trips as usize, expected.len());
}

#[tokio::test]
async fn a_window_holds_the_trips_of_its_days() {
    let service = service().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &clients(&service).admin);
    let trips = TripStore::open(&dir).await.unwrap().of(&connection);
    let truth = truth(&connection).await;
    let mut times: Vec<Instant> = truth
        .iter()
        .filter_map(|trip| trip.dump_date_time)
        .collect();
    times.sort();
    let (from, to) = window::between(times[times.len() / 3], times[times.len() / 2]).unwrap();
    sync(
        &trips,
        &connection,
        &SyncRequest::new(SyncRange::Window(from, to)),
    )
    .await
    .unwrap();
    let mut expected = truth;
    expected.retain(|trip| trip.dump_date_time.is_some_and(|at| from <= at && at < to));
    assert!(expected.len() > 100);
    assert_eq!(kept(&trips, &TripFilter::default()).await, expected);
    fault(
        &service,
        "/test/reporting",
        serde_json::json!({"status": 403}),
    )
    .await;
    let failure = sync(&trips, &connection, &plain()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::NotAllowed);
    assert_eq!(kept(&trips, &TripFilter::default()).await, expected);
}
