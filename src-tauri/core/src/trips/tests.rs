//! The store against a service that changes, breaks and forgets.

mod days;
mod exports;
mod exports_in_words;
mod faults;
mod queries;
mod report;
mod screen;
mod simulation;
mod sums;
mod texts;
mod world;

use tokio::sync::watch;

use super::*;
use crate::{CancellationToken, FailureKind};
use world::World;

/// Syncs against a world.
async fn sync(trips: &Trips, world: &World, request: &SyncRequest) -> Result<SyncReport, Failure> {
    let (progress, _) = watch::channel(SyncProgress::default());
    let cancel = CancellationToken::new();
    trips.sync(world, request, &progress, &cancel).await
}

fn plain() -> SyncRequest {
    small(SyncRange::Plain)
}

fn small(range: SyncRange) -> SyncRequest {
    SyncRequest {
        page_size: 5,
        ..SyncRequest::new(range)
    }
}

async fn store() -> (tempfile::TempDir, DataDir, Trips) {
    let folder = tempfile::tempdir().unwrap();
    let dir = DataDir::open(folder.path().to_owned()).unwrap();
    let store = TripStore::open(&dir).await.unwrap();
    (folder, dir, store.of_key("profile place client".to_owned()))
}

/// Every trip kept, as JSON, in the order of the list.
async fn kept(trips: &Trips, filter: &TripFilter, order: TripOrder) -> Vec<serde_json::Value> {
    let cancel = CancellationToken::new();
    let mut stream = trips.stream(filter, order, cancel).await.unwrap();
    let mut all = Vec::new();
    loop {
        let chunk = stream.next_chunk().await.unwrap();
        if chunk.is_empty() {
            assert_eq!(all.len() as u64, stream.total());
            return all;
        }
        all.extend(chunk.iter().map(|row| serde_json::to_value(row).unwrap()));
    }
}

/// Every trip kept, by id.
async fn by_id(trips: &Trips) -> Vec<serde_json::Value> {
    let mut all = kept(trips, &TripFilter::default(), TripOrder::default()).await;
    all.sort_by_key(|trip| trip["id"].as_str().unwrap().to_owned());
    all
}
