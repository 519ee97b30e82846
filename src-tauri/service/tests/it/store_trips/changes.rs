//! Loads and changes of trips: whole or not at all, and in their order.

use fielddesk_model::TripId;
use fielddesk_service::store::{Store, TripChange, TripFilter, TripFlags, TripWindow};

use super::{entry, found, load, prepared, read, row};

#[tokio::test]
async fn a_load_is_stored_whole_or_not_at_all() {
    let (store, _folder) = prepared().await;
    let store: &dyn Store = &store;
    let mut astray = row(2, 0, 20, 20);
    astray.dumper = 5;
    assert!(
        store
            .load_trips(load(vec![row(1, 0, 10, 10), astray]), entry())
            .await
            .is_err()
    );
    assert!(
        store
            .load_trips(load(vec![row(1, 0, 10, 10), row(1, 0, 11, 11)]), entry())
            .await
            .is_err(),
        "ids are unique"
    );
    assert!(
        store.trip_audiences().await.unwrap().is_empty(),
        "not even the names stay"
    );
    store
        .load_trips(load(vec![row(1, 0, 10, 10)]), entry())
        .await
        .unwrap();
    store
        .load_trips(load(vec![row(2, 0, 20, 20)]), entry())
        .await
        .unwrap();
    assert_eq!(
        store.trip_audiences().await.unwrap().len(),
        2,
        "names are kept once"
    );
    assert_eq!(
        found(store, &[1], TripWindow::Full(None), None, 9).await,
        [1, 2]
    );
}

#[tokio::test]
async fn a_change_comes_behind_every_other_of_its_audience() {
    let (store, _folder) = prepared().await;
    let store: &dyn Store = &store;
    let rows = vec![
        row(1, 0, 10, 5_000),
        row(2, 0, 20, 5_000),
        row(3, 1, 30, 9_000),
    ];
    store.load_trips(load(rows), entry()).await.unwrap();
    let id = |number: u8| TripId::new(hex::encode([number; 12]));
    assert!(
        store
            .change_trip(&id(1), TripChange::Verified(7), entry())
            .await
            .unwrap()
    );
    let filter = TripFilter {
        audiences: vec![1],
        project: None,
        window: TripWindow::Incremental {
            since: 5_001,
            before: None,
        },
    };
    let changed = read(store, &filter, None, 9).await;
    let row = &changed[0].record;
    assert_eq!(
        (changed.len(), row.modified_at, row.verified_quantity),
        (1, 5_001, Some(7))
    );
    assert!(row.flags.has(TripFlags::VERIFIED) && row.flags.has(TripFlags::FLOW));
    assert!(
        store
            .change_trip(&id(2), TripChange::Deleted, entry())
            .await
            .unwrap()
    );
    assert!(
        !store
            .change_trip(&id(2), TripChange::Approved, entry())
            .await
            .unwrap()
    );
    assert!(
        !store
            .change_trip(&id(7), TripChange::Deleted, entry())
            .await
            .unwrap()
    );
    assert!(
        !store
            .change_trip(&"no hex".into(), TripChange::Deleted, entry())
            .await
            .unwrap()
    );
    assert_eq!(
        found(store, &[1], TripWindow::Full(None), None, 9).await,
        [1]
    );
    let log = store.audit_log().await.unwrap();
    assert_eq!(log.len(), 4, "the seed, the load and two changes");
}
