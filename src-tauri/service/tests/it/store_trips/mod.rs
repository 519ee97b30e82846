//! What every store must do with trips, run against SQLite.

mod changes;

use chrono::DateTime;
use fielddesk_model::{Environment, Location, MassType, Project};
use fielddesk_service::Durability;
use fielddesk_service::store::{
    AuditEntry, Company, Placed, Position, SeedData, SetupStore as _, SqliteStore, Store,
    TripAudience, TripBook, TripFilter, TripFlags, TripLoad, TripMachine, TripPerson, TripRow,
    TripTask, TripWindow,
};

fn entry() -> AuditEntry {
    AuditEntry {
        at: DateTime::from_timestamp_millis(1_000).unwrap(),
        actor: Environment::Test.to_string(),
        action: "trips",
        subject: "s".to_owned(),
        details: serde_json::Map::new(),
    }
}

fn book() -> TripBook {
    let audience = |owner: &str| TripAudience {
        owner: owner.into(),
        project_company: "a".into(),
    };
    let location = |id: &str| Location {
        id: id.to_owned(),
        name: Some("Skjæring".to_owned()),
        location_type: Some("load".to_owned()),
        coordinates: Some([61.5, -5.000_001]),
        project_id: Some("p".into()),
        modified_date_time: fielddesk_model::Instant::from_millis(7),
        ..Location::default()
    };
    TripBook {
        audiences: vec![audience("a"), audience("x")],
        projects: vec!["p".into()],
        tasks: vec![TripTask {
            id: "t".into(),
            name: "n".to_owned(),
            wbs_number: "1.2".to_owned(),
            external_dim01: "4".to_owned(),
        }],
        mass_types: vec![MassType {
            id: "m".to_owned(),
            name: Some("Leire".to_owned()),
            unit_of_measure_text: Some("m³".to_owned()),
            density: Some(1.65),
            modified_date_time: fielddesk_model::Instant::from_millis(9),
            ..MassType::default()
        }],
        locations: vec![location("l1"), location("l2")],
        machines: vec![TripMachine {
            id: "d".to_owned(),
            name: "A30".to_owned(),
            number: "41".to_owned(),
            registration_number: None,
        }],
        people: vec![TripPerson {
            id: "auth0|p".to_owned(),
            name: "Åse Ø".to_owned(),
            company_id: "x".into(),
            company_name: "X".to_owned(),
        }],
    }
}

fn row(number: u8, audience: i64, dump_at: i64, modified_at: i64) -> TripRow {
    TripRow {
        id: [number; 12],
        audience,
        task: Some(0),
        dump_location: 1,
        dumper_driver: Some(0),
        load_at: dump_at - 60_000,
        dump_at,
        modified_at,
        quantity: 1_500,
        verified_quantity: Some(0),
        load_coordinates: Some([61_000_000, -5_000_001]),
        flags: TripFlags(TripFlags::FLOW),
        comment: Some("\"stein\"".to_owned()),
        ..TripRow::default()
    }
}

fn load(rows: Vec<TripRow>) -> TripLoad {
    TripLoad {
        book: book(),
        rows: Some(Box::new(rows.into_iter())),
    }
}

async fn prepared() -> (SqliteStore, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.sqlite");
    let store = SqliteStore::open(&file, Durability::Process).await.unwrap();
    let data = SeedData {
        companies: vec![Company {
            id: "a".into(),
            name: "A".to_owned(),
            parent_id: None,
            integration_enabled: true,
            country_code: "47".to_owned(),
        }],
        projects: vec![Project {
            id: "p".into(),
            company_id: Some("a".into()),
            project_number: "1".to_owned(),
            name: Some("P".to_owned()),
            active: Some(true),
            ..Project::default()
        }],
        ..SeedData::default()
    };
    store.seed(data, entry()).await.unwrap();
    (store, folder)
}

async fn read(
    store: &dyn Store,
    filter: &TripFilter,
    after: Option<Position>,
    limit: usize,
) -> Vec<Placed<TripRow>> {
    let mut found = Vec::new();
    let mut each = |placed| found.push(placed);
    store.trips(filter, after, limit, &mut each).await.unwrap();
    found
}

async fn found(
    store: &dyn Store,
    audiences: &[i64],
    window: TripWindow,
    after: Option<Position>,
    limit: usize,
) -> Vec<u8> {
    let filter = TripFilter {
        audiences: audiences.to_vec(),
        project: None,
        window,
    };
    let trips = read(store, &filter, after, limit).await;
    trips.iter().map(|placed| placed.record.id[0]).collect()
}

#[tokio::test]
async fn a_stored_trip_is_read_as_it_went_in_with_its_names() {
    let (store, _folder) = prepared().await;
    let store: &dyn Store = &store;
    let given = row(1, 1, 100_000, 200_000);
    assert_eq!(
        store
            .load_trips(load(vec![given.clone()]), entry())
            .await
            .unwrap(),
        1
    );
    let audiences = store.trip_audiences().await.unwrap();
    assert_eq!(
        audiences
            .iter()
            .map(|(_, audience)| audience.clone())
            .collect::<Vec<_>>(),
        book().audiences
    );
    let filter = TripFilter {
        audiences: audiences.iter().map(|(key, _)| *key).collect(),
        project: Some("p".into()),
        window: TripWindow::Full(None),
    };
    let read = read(store, &filter, None, 10).await.remove(0).record;
    let keys = TripRow {
        audience: 1,
        project: 0,
        task: Some(0),
        mass_type: 0,
        load_location: 0,
        dump_location: 1,
        dumper: 0,
        dumper_driver: Some(0),
        ..read.clone()
    };
    assert_eq!(keys, given, "but for the references");
    let locations = store
        .trip_location_names(&[read.load_location, read.dump_location])
        .await
        .unwrap();
    assert_eq!(locations.len(), 2);
    assert!(
        locations
            .iter()
            .any(|(key, location)| *key == read.dump_location && *location == book().locations[1])
    );
    assert_eq!(
        store.trip_machine_names(&[read.dumper]).await.unwrap()[0].1,
        book().machines[0]
    );
    assert_eq!(
        store
            .trip_person_names(&[read.dumper_driver.unwrap()])
            .await
            .unwrap()[0]
            .1,
        book().people[0]
    );
    assert_eq!(
        store.trip_mass_type_names(&[read.mass_type]).await.unwrap()[0].1,
        book().mass_types[0]
    );
    assert_eq!(
        store.trip_task_names(&[read.task.unwrap()]).await.unwrap()[0].1,
        book().tasks[0]
    );
    let project = store
        .trip_project_names(&[read.project])
        .await
        .unwrap()
        .remove(0)
        .1;
    assert_eq!(
        (project.name.as_str(), project.company_name.as_str()),
        ("P", "A")
    );
    assert!(store.trip_project_names(&[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn pages_merge_audiences_and_go_on_behind_equal_times() {
    let (store, _folder) = prepared().await;
    let store: &dyn Store = &store;
    let mut gone = row(9, 0, 15, 95);
    gone.deleted_at = Some(95);
    let rows = vec![
        row(1, 0, 10, 90),
        row(2, 1, 10, 80),
        row(3, 0, 20, 90),
        row(4, 1, 20, 90),
        gone,
    ];
    store.load_trips(load(rows), entry()).await.unwrap();
    let all = TripWindow::Full(None);
    assert_eq!(found(store, &[1, 2], all, None, 9).await, [1, 2, 3, 4]);
    assert_eq!(found(store, &[2], all, None, 9).await, [2, 4]);
    assert_eq!(found(store, &[], all, None, 9).await, [0; 0]);
    assert_eq!(
        found(store, &[1, 2], TripWindow::Full(Some((10, 20))), None, 9).await,
        [1, 2]
    );
    let mut after = None;
    for expected in [1, 2, 3, 4] {
        let filter = TripFilter {
            audiences: vec![1, 2],
            project: None,
            window: all,
        };
        let page = read(store, &filter, after, 1).await;
        assert_eq!(page[0].record.id[0], expected);
        after = Some(page[0].position);
    }
    assert_eq!(found(store, &[1, 2], all, after, 9).await, [0; 0]);
    let changes = TripWindow::Incremental {
        since: 90,
        before: None,
    };
    assert_eq!(found(store, &[1, 2], changes, None, 9).await, [1, 3, 4, 9]);
    let changes = TripWindow::Incremental {
        since: 80,
        before: Some(90),
    };
    assert_eq!(found(store, &[1, 2], changes, None, 9).await, [2]);
}

#[tokio::test]
async fn more_audiences_than_a_statement_merges_are_still_one_order() {
    let (store, _folder) = prepared().await;
    let store: &dyn Store = &store;
    let mut trips = load(
        (0..=250)
            .map(|n| row(n, i64::from(n), 1_000 - i64::from(n), 1))
            .collect(),
    );
    trips.book.audiences = (0..=250)
        .map(|n| TripAudience {
            owner: format!("c{n}").as_str().into(),
            project_company: "a".into(),
        })
        .collect();
    store.load_trips(trips, entry()).await.unwrap();
    let keys: Vec<i64> = store
        .trip_audiences()
        .await
        .unwrap()
        .iter()
        .map(|(key, _)| *key)
        .collect();
    let first = found(store, &keys, TripWindow::Full(None), None, 3).await;
    assert_eq!(first, [250, 249, 248]);
}
