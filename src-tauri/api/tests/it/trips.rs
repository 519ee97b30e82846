//! The extraction streams of the real service: modes, filters and pages.

use std::collections::BTreeSet;

use fielddesk_api::{Client, TripQuery};
use fielddesk_model::{Instant, Page, Trip};
use futures::TryStreamExt;

use crate::support::service::Service;

async fn all(client: &Client, query: &TripQuery) -> Vec<Trip> {
    client.trips().all(query).await.unwrap().records
}

fn ids(trips: &[Trip]) -> BTreeSet<&str> {
    trips.iter().map(|trip| trip.id.as_str()).collect()
}

fn at(text: &str) -> Instant {
    text.parse().unwrap()
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

#[tokio::test]
async fn a_window_and_each_filter_narrow_the_stream() {
    let service = Service::start().await;
    let client = service.everything();
    let query = TripQuery::everything;
    let everything = all(&client, &query()).await;
    let middle = everything[everything.len() / 2].load_date_time.unwrap();
    let first = all(&client, &TripQuery::window(at("2000-01-01"), middle)).await;
    let second = all(&client, &TripQuery::window(middle, at("2100-01-01"))).await;
    assert!(!first.is_empty() && !second.is_empty());
    assert_eq!(first.len() + second.len(), everything.len());

    let changes = all(&client, &TripQuery::modified_since(at("2000-01-01"))).await;
    assert!(changes.is_sorted_by_key(|trip| trip.modified_date_time));
    assert!(changes.iter().any(|trip| trip.is_deleted == Some(true)));
    let middle = changes[changes.len() / 2].modified_date_time.unwrap();
    let earlier = all(
        &client,
        &TripQuery::modified_between(at("2000-01-01"), middle),
    )
    .await;
    let later = all(&client, &TripQuery::modified_since(middle)).await;
    assert_eq!(
        earlier.len() + later.len(),
        changes.len(),
        "none lost between"
    );

    let project = everything[0].project_id.clone().unwrap();
    let of_project = all(&client, &query().project(project.clone())).await;
    assert!(
        of_project
            .iter()
            .all(|trip| trip.project_id.as_ref() == Some(&project))
    );
    let of_subsidiary = all(&client, &query().company(service.subsidiary())).await;
    let own = all(&client, &query().own_company_data_only()).await;
    let without = all(&client, &query().exclude_subsidiaries()).await;
    for narrowed in [&of_project, &of_subsidiary, &own, &without] {
        assert!(!narrowed.is_empty() && narrowed.len() < everything.len());
    }
    assert!(ids(&without).is_disjoint(&ids(&of_subsidiary)));
}
