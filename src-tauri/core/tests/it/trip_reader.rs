//! Reading trips as a task, against the real service.

use std::time::Duration;

use fielddesk_api::TripQuery;
use fielddesk_core::FailureKind;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::directory::Directory;
use fielddesk_core::trips::views::{DayFilter, ReadRange, ReadTrips, TripsState};
use fielddesk_core::trips::{
    ExportFormat, ExportTarget, SyncMode, SyncProgress, SyncRange, SyncRequest, TripReader,
    TripStore,
};
use fielddesk_core::{CancellationToken, Failure};
use fielddesk_rules::language::Language;
use serde_json::json;
use tokio::sync::watch;

use crate::support::{Service, connection, data_dir};

async fn reader(connection: &Connection, dir: &DataDir) -> TripReader {
    let database = Database::open(dir).await.unwrap();
    let directory = Directory::new(connection.clone(), database);
    TripReader::new(connection.clone(), directory, dir.clone())
}

fn all() -> ReadTrips {
    ReadTrips {
        range: ReadRange::New,
        project: None,
        company: None,
        own_company: false,
        no_subsidiaries: false,
    }
}

/// Starts a service and returns it, the administrator's connection and an empty data folder.
async fn admin() -> (Service, Connection, tempfile::TempDir, DataDir) {
    let service = Service::start().await;
    let connection = connection(&service, &service.clients().admin);
    let (folder, dir) = data_dir();
    (service, connection, folder, dir)
}

/// Waits until nothing is read any more.
async fn ended(reader: &TripReader) -> TripsState {
    let mut state = reader.watch();
    let over = state.wait_for(|state| state.reading.is_none());
    tokio::time::timeout(Duration::from_secs(60), over)
        .await
        .unwrap()
        .unwrap();
    reader.state().await.unwrap()
}

async fn read(reader: &TripReader, request: &ReadTrips) -> TripsState {
    let begun = reader.read(request).await.unwrap();
    // It may have ended already.
    assert_eq!(begun.stopped, None, "{begun:?}");
    ended(reader).await
}

/// The service answers the second page with this status, once.
async fn second_page(service: &Service, action: serde_json::Value) {
    let fault = json!({"pathPrefix": "/test/reporting/v1/flow-trip", "times": 1, "skip": 1,
        "action": action});
    service.order(fault).await;
}

#[tokio::test]
async fn everything_is_read_and_then_what_is_new() {
    let (_service, connection, _folder, dir) = admin().await;
    let reader = reader(&connection, &dir).await;
    let empty = reader.state().await.unwrap();
    assert_eq!((empty.kept, empty.read_at, empty.stopped), (0, None, None));
    assert!(!empty.must_be_read_again);

    let first = read(&reader, &all()).await;
    let report = first.last_report.clone().unwrap();
    assert_eq!((report.mode, report.upserted), (SyncMode::Full, first.kept));
    assert!(first.kept > 4096 && first.read_at.is_some());
    assert_eq!((first.has_scope, &first.stopped), (Some(true), &None));
    let (trips, whole) = (reader.trips().await.unwrap(), DayFilter::default());
    let days = trips.overview(&whole).await.unwrap().days;
    assert_eq!(first.first_day, days.first().unwrap().day);
    assert_eq!(first.last_day, days.last().unwrap().day);

    let second = read(&reader, &all()).await;
    assert_eq!(second.last_report.unwrap().mode, SyncMode::Incremental);
    assert_eq!(second.kept, first.kept);
}

#[tokio::test]
async fn the_lists_of_locations_and_mass_types_are_as_the_service_has_them() {
    let (_service, connection, _folder, dir) = admin().await;
    let reader = reader(&connection, &dir).await;
    read(&reader, &all()).await;
    let trips = reader.trips().await.unwrap();
    let every = TripQuery::everything();
    let client = &connection.client;
    for one in client.locations().all(&every).await.unwrap().records {
        let kept = trips.locations().await.unwrap();
        let kept = kept.iter().find(|kept| kept.id == one.id).unwrap();
        let pair = kept.latitude.zip(kept.longitude);
        assert_eq!(pair, one.coordinates.map(|[north, east]| (north, east)));
        assert_eq!(
            (&kept.name, &kept.location_type),
            (&one.name, &one.location_type)
        );
    }
    let mass_types = client.mass_types().all(&every).await.unwrap().records;
    assert!(mass_types.iter().any(|one| one.density.is_some()));
    for one in mass_types {
        let kept = trips.mass_types().await.unwrap();
        let kept = kept.iter().find(|kept| kept.id == one.id).unwrap();
        assert_eq!((&kept.name, kept.density), (&one.name, one.density));
        assert_eq!(kept.unit_of_measure_text, one.unit_of_measure_text);
    }
}

#[tokio::test]
async fn what_the_service_broke_goes_on_after_a_restart() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let mut connection = connection(&service, &service.clients().admin);
    connection.client = connection.client.single_attempt();
    second_page(&service, json!({"status": 503})).await;
    let stopped = read(&reader(&connection, &dir).await, &all()).await;
    let why = stopped.stopped.clone().unwrap();
    assert_eq!(why.pages, 1);
    assert_eq!(why.failure.unwrap().kind, FailureKind::ServiceFailed);
    assert_eq!((stopped.kept, stopped.read_at), (4096, None));

    let again = reader(&connection, &dir).await;
    assert_eq!(again.state().await.unwrap().stopped.unwrap().pages, 1);
    again.go_on().await.unwrap();
    let done = ended(&again).await;
    assert_eq!(done.stopped, None);
    assert!(done.kept > 4096);
    assert_eq!(done.last_report.unwrap().upserted, done.kept - 4096);
    let failure = again.go_on().await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Usage);
}

#[tokio::test]
async fn a_person_stops_it_and_one_reading_runs_at_a_time() {
    let (service, connection, _folder, dir) = admin().await;
    let reader = reader(&connection, &dir).await;
    second_page(&service, json!({"delayMs": 20_000})).await;
    reader.read(&all()).await.unwrap();
    let failure = reader.read(&all()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Busy);
    let mut state = reader.watch();
    let is_at_the_second = |state: &TripsState| state.reading.is_some_and(|one| one.pages == 1);
    state.wait_for(is_at_the_second).await.unwrap();
    let stopped = reader.stop().await.unwrap();
    assert_eq!(stopped.reading, None);
    let why = stopped.stopped.unwrap();
    assert_eq!((why.pages, why.failure), (1, None));
    assert_eq!(stopped.kept, 4096);
}

#[tokio::test]
async fn another_program_that_reads_is_told_as_busy() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &service.clients().admin);
    let other = TripStore::open(&dir).await.unwrap().of(&connection);
    second_page(&service, json!({"delayMs": 3_000})).await;
    let (client, cancel) = (connection.client.clone(), CancellationToken::new());
    let progress = watch::Sender::new(SyncProgress::default());
    let mut pages = progress.subscribe();
    let syncing = tokio::spawn(async move {
        let request = SyncRequest::new(SyncRange::Plain);
        other.sync(&client, &request, &progress, &cancel).await
    });
    pages
        .wait_for(|progress| progress.pages == 1)
        .await
        .unwrap();
    let reader = reader(&connection, &dir).await;
    let failure = reader.read(&all()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Busy);
    assert_eq!(reader.state().await.unwrap().reading, None);
    syncing.await.unwrap().unwrap();
    read(&reader, &all()).await;
}

#[tokio::test]
async fn a_client_without_the_scope_is_known_and_told() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &service.clients().core_only);
    let reader = reader(&connection, &dir).await;
    reader.state().await.unwrap();
    let mut state = reader.watch();
    let known = state.wait_for(|state| state.has_scope.is_some());
    assert_eq!(known.await.unwrap().has_scope, Some(false));
    let told = read(&reader, &all()).await;
    let why = told.stopped.unwrap().failure.unwrap();
    assert_eq!(why.kind, FailureKind::ScopeNotGranted);
}

#[tokio::test]
async fn a_window_needs_both_ends_and_an_empty_project_is_none() {
    let (_service, connection, _folder, dir) = admin().await;
    let reader = reader(&connection, &dir).await;
    let window = |from: &str, to: &str| ReadTrips {
        range: ReadRange::Window {
            from: from.to_owned(),
            to: to.to_owned(),
        },
        project: Some(" ".to_owned()),
        ..all()
    };
    let refused = |outcome: Result<TripsState, Failure>, field: &str| {
        let failure = outcome.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Refused);
        assert_eq!(failure.field.as_deref(), Some(field));
    };
    refused(reader.read(&window("2026-03-01", "")).await, "to");
    refused(reader.read(&window("", "2026-03-01")).await, "from");
    refused(reader.read(&window("2026-03-02", "2026-03-01")).await, "to");
    let whole = read(&reader, &all()).await;
    let day = whole.last_day.unwrap().to_string();
    let one_day = read(&reader, &window(&day, &day)).await;
    let trips = reader.trips().await.unwrap();
    let filter = DayFilter {
        from: Some(day.clone()),
        to: Some(day),
        ..DayFilter::default()
    };
    let sums = trips.overview(&filter).await.unwrap();
    assert_eq!(one_day.last_report.unwrap().upserted, sums.total.trips);
    assert_eq!(one_day.kept, whole.kept);
}

#[tokio::test]
async fn what_was_changed_on_some_days_is_read_whenever_it_was_driven() {
    let (_service, connection, _folder, dir) = admin().await;
    let reader = reader(&connection, &dir).await;
    read(&reader, &all()).await;
    let changed = |from: &str, to: Option<&str>| ReadTrips {
        range: ReadRange::Changed {
            from: from.to_owned(),
            to: to.map(str::to_owned),
        },
        ..all()
    };
    let brought = |told: TripsState| {
        let report = told.last_report.unwrap();
        report.upserted + report.deleted
    };
    let since = brought(read(&reader, &changed("2000-01-01", None)).await);
    let before = brought(read(&reader, &changed("2000-01-01", Some("2000-01-31"))).await);
    assert!(since > 0, "nothing was ever changed");
    assert_eq!(before, 0);
    let backwards = changed("2000-02-01", Some("2000-01-31"));
    let refused = reader.read(&backwards).await.unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("to"));
}

#[tokio::test]
async fn a_file_holds_what_the_filter_shows() {
    let (_service, connection, _folder, dir) = admin().await;
    let reader = reader(&connection, &dir).await;
    read(&reader, &all()).await;
    let trips = reader.trips().await.unwrap();
    let sums = trips.overview(&DayFilter::default()).await.unwrap();
    let file = dir.path().join("trips.csv");
    let project = sums.projects[0].clone();
    let filter = DayFilter {
        project: project.key,
        ..DayFilter::default()
    };
    let target = ExportTarget::File(file.clone());
    let cancel = CancellationToken::new();
    let exported = trips.export_days(&filter, ExportFormat::Csv, Language::Nb, target, &cancel);
    assert_eq!(exported.await.unwrap().rows, project.figures.trips);
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.lines().count() as u64, project.figures.trips + 1);
}
