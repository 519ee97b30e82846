//! The extraction streams of the real service: modes, filters and pages.

use std::collections::BTreeSet;

use fielddesk_api::{Client, TripQuery};
use fielddesk_model::{Page, Trip};
use futures::TryStreamExt;

use crate::support::service::Service;

async fn all(client: &Client, query: &TripQuery) -> Vec<Trip> {
    client.trips().all(query).await.unwrap().records
}

fn ids(trips: &[Trip]) -> BTreeSet<&str> {
    trips.iter().map(|trip| trip.id.as_str()).collect()
}

#[tokio::test]
async fn a_full_sync_gives_every_trip_once_in_pages_of_the_size_asked_for() {
    let service = Service::start().await;
    let client = service.everything();
    let (trips, query) = (client.trips(), TripQuery::everything().chunk_limit(700));
    let pages: Vec<Page<Trip>> = trips.pages(&query, None).try_collect().await.unwrap();
    assert!(pages.iter().all(|page| page.data.len() <= 700));
    let (last, before) = pages.split_last().unwrap();
    assert!(last.continuation_token.is_empty());
    assert!(
        before
            .iter()
            .all(|page| !page.continuation_token.is_empty())
    );
    assert!(
        pages
            .iter()
            .all(|page| page.sync_type_name.as_deref() == Some("full"))
    );
    let token = before[0].continuation_token.clone();
    let rest: Vec<_> = trips
        .pages(&query, Some(token))
        .try_collect()
        .await
        .unwrap();
    assert_eq!(rest, pages[1..], "a stream goes on from a stored token");
    let found: Vec<Trip> = pages.into_iter().flat_map(|page| page.data).collect();
    assert_eq!(ids(&found).len(), found.len(), "none twice");
    assert_eq!(all(&client, &TripQuery::everything()).await, found);
}
