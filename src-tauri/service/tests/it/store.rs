//! The storage below HTTP, for what no request shows.

use std::sync::Arc;

use chrono::DateTime;
use fielddesk_model::{Instant, Location, MassType, Project};
use fielddesk_service::Durability;
use fielddesk_service::store::{
    AuditEntry, Company, Placed, SeedData, SqliteStore, Store, TripAudience, TripBook, TripChange,
    TripFilter, TripLoad, TripMachine, TripPerson, TripRow, TripWindow,
};

fn entry(action: &'static str) -> AuditEntry {
    AuditEntry {
        at: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        actor: "tester".to_owned(),
        action,
        subject: "s".to_owned(),
        details: serde_json::Map::new(),
    }
}

/// A company with a single project.
async fn prepared() -> (Arc<dyn Store>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = crate::support::store::open(folder.path()).await;
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
            ..Project::default()
        }],
        ..SeedData::default()
    };
    store.seed(data, entry("seeded")).await.unwrap();
    (store, folder)
}

/// Trips of so many audiences, with one of everything they refer to.
fn load(audiences: usize, rows: Vec<TripRow>) -> TripLoad {
    let audience = |n| TripAudience {
        owner: format!("c{n}").as_str().into(),
        project_company: "a".into(),
    };
    let book = TripBook {
        audiences: (0..audiences).map(audience).collect(),
        projects: vec!["p".into()],
        mass_types: vec![MassType {
            id: "m".to_owned(),
            modified_date_time: Instant::from_millis(9),
            ..MassType::default()
        }],
        locations: vec![Location {
            id: "l".to_owned(),
            project_id: Some("p".into()),
            modified_date_time: Instant::from_millis(7),
            ..Location::default()
        }],
        machines: vec![TripMachine {
            id: "d".to_owned(),
            name: "A30".to_owned(),
            number: "41".to_owned(),
            registration_number: None,
        }],
        people: vec![TripPerson {
            id: "auth0|p".to_owned(),
            name: "Åse".to_owned(),
            company_id: "a".into(),
            company_name: "A".to_owned(),
        }],
        ..TripBook::default()
    };
    TripLoad {
        book,
        rows: Some(Box::new(rows.into_iter())),
    }
}

fn row(number: u8, audience: i64, dump_at: i64) -> TripRow {
    TripRow {
        id: [number; 12],
        audience,
        load_at: dump_at,
        dump_at,
        modified_at: 1,
        ..TripRow::default()
    }
}

/// The first bytes of the ids of the first trips of every audience.
async fn first(store: &dyn Store, limit: usize) -> Vec<u8> {
    let audiences = store.trip_audiences().await.unwrap();
    let filter = TripFilter {
        audiences: audiences.iter().map(|(key, _)| *key).collect(),
        project: None,
        window: TripWindow::Full(None),
    };
    let mut found = Vec::new();
    let mut each = |placed: Placed<TripRow>| found.push(placed.record.id[0]);
    store.trips(&filter, None, limit, &mut each).await.unwrap();
    found
}

#[tokio::test]
async fn a_load_of_trips_is_stored_and_noted_whole_or_not_at_all() {
    let (store, _folder) = prepared().await;
    let mut astray = row(2, 0, 20);
    astray.dumper = 5;
    for refused in [
        vec![row(1, 0, 10), astray],
        vec![row(1, 0, 10), row(1, 0, 11)],
    ] {
        let load = load(2, refused);
        assert!(store.load_trips(load, entry("refused")).await.is_err());
    }
    let names = store.trip_audiences().await.unwrap();
    assert!(names.is_empty(), "not even the names stay");
    for number in [1, 2] {
        let load = load(2, vec![row(number, 0, i64::from(number))]);
        store.load_trips(load, entry("loaded")).await.unwrap();
    }
    assert_eq!(store.trip_audiences().await.unwrap().len(), 2, "kept once");
    assert_eq!(first(&*store, 9).await, [1, 2]);
    let log = store.audit_log().await.unwrap();
    let actions: Vec<_> = log.iter().map(|record| record.action.as_str()).collect();
    assert_eq!(actions, ["seeded", "loaded", "loaded"]);
}

#[tokio::test]
async fn more_audiences_than_a_statement_merges_are_still_one_order() {
    let (store, _folder) = prepared().await;
    let rows = (0..=250).map(|n| row(n, i64::from(n), 1_000 - i64::from(n)));
    let load = load(251, rows.collect());
    store.load_trips(load, entry("loaded")).await.unwrap();
    assert_eq!(first(&*store, 3).await, [250, 249, 248]);
}

#[tokio::test]
async fn a_change_is_stamped_behind_the_changes_of_all_audiences() {
    let (store, _folder) = prepared().await;
    // A reader of both audiences has read up to this stamp; the clock stands long before it.
    let far = 9_000_000_000_000;
    let mut read = row(1, 0, 10);
    read.modified_at = far;
    let load = load(2, vec![read, row(2, 1, 20)]);
    store.load_trips(load, entry("loaded")).await.unwrap();
    let changed = hex::encode([2; 12]).as_str().into();
    for change in [TripChange::Approved, TripChange::Invoiced] {
        let done = store.change_trip(&changed, change, entry("changed")).await;
        assert!(done.unwrap());
    }
    let audiences = store.trip_audiences().await.unwrap();
    let filter = TripFilter {
        audiences: audiences.iter().map(|(key, _)| *key).collect(),
        project: None,
        window: TripWindow::Incremental {
            since: far + 1,
            before: None,
        },
    };
    let mut met = Vec::new();
    let mut each = |placed: Placed<TripRow>| met.push((placed.record.id[0], placed.position.at));
    store.trips(&filter, None, 9, &mut each).await.unwrap();
    assert_eq!(met, [(2, far + 2)], "each change takes the next stamp");
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.sqlite");
    let store = SqliteStore::open(&file, Durability::Power).await.unwrap();
    store.close().await;
    let url = format!("sqlite://{}", file.display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
                 execution_time) VALUES (9999, 'future', 1, x'00', 0)";
    sqlx::query(newer).execute(&pool).await.unwrap();
    pool.close().await;
    let again = SqliteStore::open(&file, Durability::Process).await;
    let error = again.err().unwrap();
    assert!(error.to_string().contains("9999"), "{error}");
}
