//! The store of trips against the real service.

use fielddesk_core::connection::Connection;
use fielddesk_core::trips::{
    SyncMode, SyncProgress, SyncRange, SyncReport, SyncRequest, TripFilter, TripOrder, TripStore,
    Trips,
};
use fielddesk_core::{CancellationToken, Failure};
use fielddesk_model::{Instant, Trip};
use tokio::sync::watch;

use crate::support::{Service, connection, data_dir};

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
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &service.clients().admin);
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
    service.forget_requests().await;
    let second = sync(&trips, &connection, &plain()).await.unwrap();
    assert_eq!(second.mode, SyncMode::Incremental);
    let seen = service.requests().await;
    let since = Instant::from_millis(highest.millis() - 300_000)
        .unwrap()
        .to_string();
    let asked = seen.iter().find(|one| one.path.contains("flow-trip"));
    let query = asked.unwrap().query.replace("%3A", ":");
    assert!(query.contains(&format!("ModifiedSince={since}")), "{query}");
    assert_eq!(kept(&trips, &TripFilter::default()).await, truth);
}
