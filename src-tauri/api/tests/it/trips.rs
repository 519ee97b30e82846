//! The extraction streams of the real service: modes, filters, pages and faults.

use std::collections::BTreeSet;

use fielddesk_api::{Client, Diagnosis, ErrorKind, TripQuery};
use fielddesk_model::{Instant, Page, Trip};
use futures::TryStreamExt;
use serde_json::json;

use crate::support::service::Service;

async fn pages(client: &Client, query: &TripQuery) -> Vec<Page<Trip>> {
    client
        .trips()
        .pages(query, None)
        .try_collect()
        .await
        .unwrap()
}

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
    let pages = pages(&client, &TripQuery::everything().chunk_limit(700)).await;
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
    let trips: Vec<Trip> = pages.into_iter().flat_map(|page| page.data).collect();
    assert_eq!(ids(&trips).len(), trips.len(), "none twice");
    assert!(
        trips.iter().all(|trip| trip.is_deleted != Some(true)),
        "no deleted ones"
    );
    assert!(
        trips.iter().any(|trip| trip.is_flow_data == Some(false)),
        "the legacy module too"
    );
    let ordered = trips
        .windows(2)
        .all(|two| two[0].load_date_time <= two[1].load_date_time)
        || trips
            .windows(2)
            .all(|two| two[0].dump_date_time <= two[1].dump_date_time);
    assert!(ordered, "in the order of trip time");
    assert_eq!(
        ids(&all(&client, &TripQuery::everything()).await),
        ids(&trips)
    );
}

#[tokio::test]
async fn an_incremental_sync_gives_changes_in_their_order_and_deleted_trips() {
    let service = Service::start().await;
    let client = service.everything();
    let changes = all(&client, &TripQuery::modified_since(at("2000-01-01"))).await;
    assert!(
        changes
            .windows(2)
            .all(|two| two[0].modified_date_time <= two[1].modified_date_time)
    );
    let deleted: Vec<&Trip> = changes
        .iter()
        .filter(|t| t.is_deleted == Some(true))
        .collect();
    assert!(deleted.len() >= 20, "{}", deleted.len());
    let full = all(&client, &TripQuery::everything()).await;
    assert!(
        deleted
            .iter()
            .all(|trip| !ids(&full).contains(trip.id.as_str()))
    );

    let middle = changes[changes.len() / 2].modified_date_time.unwrap();
    let later = all(&client, &TripQuery::modified_since(middle)).await;
    assert!(
        later
            .iter()
            .all(|trip| trip.modified_date_time >= Some(middle))
    );
    let between = TripQuery::modified_between(at("2000-01-01"), middle);
    let earlier = all(&client, &between).await;
    assert!(
        earlier
            .iter()
            .all(|trip| trip.modified_date_time < Some(middle))
    );
    assert_eq!(
        earlier.len() + later.len(),
        changes.len(),
        "none lost between"
    );
}

#[tokio::test]
async fn a_window_and_each_filter_narrow_the_stream() {
    let service = Service::start().await;
    let client = service.everything();
    let everything = all(&client, &TripQuery::everything()).await;
    let middle = everything[everything.len() / 2].load_date_time.unwrap();
    let first = TripQuery::window(at("2000-01-01"), middle);
    let second = TripQuery::window(middle, at("2100-01-01"));
    let (first, second) = (all(&client, &first).await, all(&client, &second).await);
    assert!(!first.is_empty() && !second.is_empty());
    assert_eq!(first.len() + second.len(), everything.len());

    let project = everything[0].project_id.clone().unwrap();
    let of_project = all(&client, &TripQuery::everything().project(project.clone())).await;
    assert!(!of_project.is_empty() && of_project.len() < everything.len());
    assert!(
        of_project
            .iter()
            .all(|trip| trip.project_id.as_ref() == Some(&project))
    );
    let query = TripQuery::everything;
    let of_subsidiary = all(&client, &query().company(service.subsidiary())).await;
    assert!(!of_subsidiary.is_empty());
    let own = all(&client, &query().own_company_data_only()).await;
    let without = all(&client, &query().exclude_subsidiaries()).await;
    assert!(
        own.len() < everything.len(),
        "some are shared by another company"
    );
    assert!(
        without.len() < everything.len(),
        "some are the subsidiary's"
    );
    assert!(ids(&without).is_disjoint(&ids(&of_subsidiary)));
}

#[tokio::test]
async fn a_stream_goes_on_from_a_stored_token_and_a_page_can_be_had_again() {
    let service = Service::start().await;
    let client = service.everything();
    let query = TripQuery::everything().chunk_limit(1000);
    let trips = client.trips();
    let first = trips.page(&query, None).await.unwrap();
    let token = first.continuation_token.clone();
    let second = trips.page(&query, Some(&token)).await.unwrap();
    assert_eq!(trips.page(&query, Some(&token)).await.unwrap(), second);
    let rest: Vec<Page<Trip>> = trips
        .pages(&query, Some(token))
        .try_collect()
        .await
        .unwrap();
    assert_eq!(rest[0], second);
    let count: usize = rest.iter().map(|page| page.data.len()).sum();
    assert_eq!(
        first.data.len() + count,
        all(&client, &TripQuery::everything()).await.len()
    );
}

#[tokio::test]
async fn a_token_of_other_parameters_is_refused() {
    let service = Service::start().await;
    let client = service.everything();
    let query = TripQuery::everything().chunk_limit(100);
    let token = client
        .trips()
        .page(&query, None)
        .await
        .unwrap()
        .continuation_token;
    let changes = TripQuery::modified_since(at("2026-01-01")).chunk_limit(100);
    for (query, token) in [(&changes, token.as_str()), (&query, "not-a-token")] {
        let error = client.trips().page(query, Some(token)).await.unwrap_err();
        assert_eq!(error.status(), Some(400), "{error:?}");
        assert_eq!(error.attempts(), 1);
    }
}

#[tokio::test]
async fn broken_pages_are_fetched_again_and_nothing_is_lost() {
    let service = Service::start().await;
    let client = service.everything();
    let query = TripQuery::everything().chunk_limit(1000);
    let whole = all(&client, &query).await;
    for (skip, action) in [
        (1, json!({"resetAfterCommit": true})),
        (1, json!({"truncateResponseAfterBytes": 5000})),
        (1, json!({"status": 503})),
        (0, json!({"status": 429, "headers": {"Retry-After": "3"}})),
    ] {
        let order =
            json!({"pathPrefix": "/test/reporting/", "times": 1, "skip": skip, "action": action});
        service.fault(order).await;
    }
    assert_eq!(all(&client, &query).await, whole);
}

#[tokio::test]
async fn a_lasting_failure_ends_the_stream_after_good_pages() {
    let service = Service::start().await;
    let client = service.everything();
    let order = json!({"pathPrefix": "/test/reporting/", "times": 99, "skip": 2,
                       "action": {"status": 500}});
    service.fault(order).await;
    let query = TripQuery::everything().chunk_limit(1000);
    let mut pages = client.trips().pages(&query, None);
    for _ in 0..2 {
        assert_eq!(pages.try_next().await.unwrap().unwrap().data.len(), 1000);
    }
    let error = pages.try_next().await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::ServerFailed), "{error:?}");
    assert_eq!(error.attempts(), 5);
    assert!(pages.try_next().await.unwrap().is_none());
}

#[tokio::test]
async fn the_look_up_streams_resolve_what_trips_refer_to() {
    let service = Service::start().await;
    let client = service.everything();
    let query = TripQuery::everything();
    let locations = client.locations().all(&query).await.unwrap();
    let mass_types = client.mass_types().all(&query).await.unwrap();
    let locations: BTreeSet<&str> = locations.iter().map(|l| l.id.as_str()).collect();
    let mass_types: BTreeSet<&str> = mass_types.iter().map(|m| m.id.as_str()).collect();
    for trip in all(&client, &query).await {
        for id in [&trip.load_location_id, &trip.dump_location_id]
            .into_iter()
            .flatten()
        {
            assert!(locations.contains(id.as_str()), "{id}");
        }
        if let Some(id) = &trip.mass_type_id {
            assert!(mass_types.contains(id.as_str()), "{id}");
        }
    }
}

#[tokio::test]
async fn who_may_not_read_trips_is_told_why() {
    let service = Service::start().await;
    let query = TripQuery::everything();
    let core_only = service.client(&service.clients().core_only, &["serviceapiv3"]);
    let error = core_only.trips().page(&query, None).await.unwrap_err();
    let ErrorKind::Unauthenticated(Diagnosis::WrongScope { .. }) = error.kind() else {
        panic!("{error:?}");
    };
    let scopes = ["serviceapiv3", "reportingapiv1"];
    let asked = service.client(&service.clients().core_only, &scopes);
    let error = asked.trips().page(&query, None).await.unwrap_err();
    let ErrorKind::InvalidScope { scopes: missing } = error.kind() else {
        panic!("{error:?}");
    };
    assert_eq!(*missing, ["reportingapiv1"]);
    let reader = service.client(&service.clients().read_only, &scopes);
    assert!(
        !reader
            .trips()
            .page(&query, None)
            .await
            .unwrap()
            .data
            .is_empty()
    );
    let project = service.project().await.id;
    let stranger = service.client(&service.clients().other_company, &scopes);
    let error = stranger
        .trips()
        .page(&query.project(project), None)
        .await
        .unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Forbidden), "{error:?}");
}
