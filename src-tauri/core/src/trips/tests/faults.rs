//! Runs that break: what is kept, where the next one goes on, what is said.

use super::world::{Trouble, time};
use super::*;

#[tokio::test]
async fn a_run_that_breaks_on_any_page_goes_on_where_it_stopped() {
    for broken in 0..6 {
        let world = World::with(28, 3);
        let (_folder, _dir, trips) = store().await;
        world.state().trouble.break_after = Some(broken);
        let failure = sync(&trips, &world, &plain()).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Unreachable);
        assert_eq!(
            by_id(&trips).await.len() as u64,
            broken * 5,
            "whole pages are kept"
        );
        world.state().trouble = Trouble::default();
        world.state().asked.clear();
        let report = sync(&trips, &world, &plain()).await.unwrap();
        assert_eq!(report.pages, 6 - broken);
        assert_eq!(report.resumed, broken > 0);
        assert_eq!(
            world.state().asked.len() as u64,
            6 - broken,
            "no page is asked for twice"
        );
        assert_eq!(by_id(&trips).await, world.truth());
    }
}

#[tokio::test]
async fn a_token_that_is_not_taken_begins_that_pass_again() {
    let world = World::with(28, 4);
    let (_folder, _dir, trips) = store().await;
    world.state().trouble.break_after = Some(3);
    sync(&trips, &world, &plain()).await.unwrap_err();
    world.state().trouble = Trouble::default();
    world.state().epoch += 1;
    world.state().asked.clear();
    let report = sync(&trips, &world, &plain()).await.unwrap();
    assert!(!report.resumed);
    assert_eq!((report.mode, report.pages), (SyncMode::Full, 6));
    let tokens: Vec<bool> = world
        .state()
        .asked
        .iter()
        .map(|(_, token)| token.is_some())
        .collect();
    assert_eq!(tokens, [true, false, true, true, true, true, true]);
    assert_eq!(by_id(&trips).await, world.truth());
}

#[tokio::test]
async fn a_cancel_keeps_whole_pages_and_is_said() {
    let world = World::with(28, 4);
    let (_folder, _dir, trips) = store().await;
    let cancel = CancellationToken::new();
    world.state().trouble.cancel_after = Some((3, cancel.clone()));
    let (progress, _) = watch::channel(SyncProgress::default());
    let failure = trips
        .sync(&world, &plain(), &progress, &cancel)
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Cancelled);
    let kept = by_id(&trips).await.len();
    assert!(kept % 5 == 0 && kept <= 20, "{kept}");
    world.state().trouble = Trouble::default();
    sync(&trips, &world, &plain()).await.unwrap();
    assert_eq!(by_id(&trips).await, world.truth());
}

#[tokio::test]
async fn the_next_sync_asks_from_the_highest_change_less_five_minutes() {
    let world = World::with(12, 9);
    let (_folder, _dir, trips) = store().await;
    let first = sync(&trips, &world, &plain()).await.unwrap();
    assert_eq!(first.mode, SyncMode::Full);
    let highest = world.state().now;
    world.state().now += 100_000;
    world.state().asked.clear();
    let second = sync(&trips, &world, &plain()).await.unwrap();
    assert_eq!((second.mode, second.deleted), (SyncMode::Incremental, 0));
    let since: fielddesk_model::Instant = time(highest - 300).parse().unwrap();
    let ranges: Vec<Range> = world
        .state()
        .asked
        .iter()
        .map(|(ask, _)| ask.range)
        .collect();
    assert!(
        ranges.iter().all(|range| *range == Range::Since(since)),
        "{ranges:?}"
    );

    let other = plain().project(ProjectFilter {
        id: "p1".into(),
        number: None,
    });
    let project = sync(&trips, &world, &other).await.unwrap();
    assert_eq!(
        project.mode,
        SyncMode::Full,
        "each project filter has a mark of its own"
    );
}

#[tokio::test]
async fn a_service_without_trips_is_asked_in_full_again() {
    let world = World::new();
    let (_folder, _dir, trips) = store().await;
    for _ in 0..2 {
        let report = sync(&trips, &world, &plain()).await.unwrap();
        assert_eq!(
            (report.mode, report.pages, report.upserted),
            (SyncMode::Full, 1, 0)
        );
    }
}

#[tokio::test]
async fn a_full_disk_is_said_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let dir = DataDir::open(folder.path().to_owned()).unwrap();
    let tight = Shape {
        most_pages: Some(50),
        ..SHAPE
    };
    let world = World::with(6000, 11);
    let request = SyncRequest {
        page_size: 500,
        ..SyncRequest::new(SyncRange::Plain)
    };
    let trips = TripStore::open_shaped(&dir, &tight)
        .await
        .unwrap()
        .of_key("k".to_owned());
    let failure = sync(&trips, &world, &request).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::DiskFull);
    let kept = by_id(&trips).await.len();
    assert!(kept > 0 && kept < 6000 && kept % 500 == 0, "{kept}");

    let trips = TripStore::open(&dir).await.unwrap().of_key("k".to_owned());
    let report = sync(&trips, &world, &request).await.unwrap();
    assert!(report.resumed);
    assert_eq!(report.upserted as usize, 6000 - kept);
    assert_eq!(by_id(&trips).await, world.truth());
}

#[tokio::test]
async fn a_window_that_cannot_be_is_refused_before_anything_is_asked() {
    let world = World::with(3, 1);
    let (_folder, _dir, trips) = store().await;
    let at: fielddesk_model::Instant = "2026-03-01".parse().unwrap();
    let failure = sync(&trips, &world, &small(SyncRange::Window(at, at)))
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Refused);
    assert!(world.state().asked.is_empty());
}

#[tokio::test]
async fn two_syncs_at_once_are_one_too_many() {
    let (_folder, dir, trips) = store().await;
    let held = sync::lock(&dir).unwrap();
    let failure = super::sync(&trips, &World::new(), &plain())
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Busy);
    drop(held);
    super::sync(&trips, &World::new(), &plain()).await.unwrap();
}

#[tokio::test]
async fn trips_of_another_connection_are_not_seen_and_forgetting_one_keeps_the_other() {
    let (_folder, _dir, trips) = store().await;
    let (one, other) = (World::with(9, 1), World::with(14, 2));
    let id = ProfileId::new();
    let second = trips.store.of_key(format!("{} place client", id.as_str()));
    sync(&trips, &one, &plain()).await.unwrap();
    sync(&second, &other, &plain()).await.unwrap();
    assert_eq!(by_id(&second).await, other.truth());
    trips.store.forget(&id).await.unwrap();
    assert!(by_id(&second).await.is_empty());
    assert_eq!(by_id(&trips).await, one.truth());
}

#[tokio::test]
async fn trips_of_an_earlier_version_are_read_again_and_that_is_said() {
    use sqlx::migrate::Migrator;

    let folder = tempfile::tempdir().unwrap();
    let dir = DataDir::open(folder.path().to_owned()).unwrap();
    let first = MIGRATIONS.iter().take(1).cloned().collect();
    let old = Shape {
        migrations: Box::leak(Box::new(Migrator::with_migrations(first))),
        ..SHAPE
    };
    let (pool, _) = db::open_file(&dir, &old).await.unwrap();
    for statement in [
        "INSERT INTO sources (connection, runs) VALUES ('k', 3)",
        "INSERT INTO marks VALUES (1, '', 1772000000000, 300000)",
        "INSERT INTO blocks VALUES (1, 1, 1, 1, 0, 0, 3, x'')",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    pool.close().await;

    let store = TripStore::open(&dir).await.unwrap();
    let trips = store.of_key("k".to_owned());
    assert!(trips.must_be_read_again().await.unwrap());
    assert!(by_id(&trips).await.is_empty());
    let never_synced = store.of_key("another".to_owned());
    assert!(!never_synced.must_be_read_again().await.unwrap());
    let world = World::with(12, 3);
    let report = sync(&trips, &world, &plain()).await.unwrap();
    assert_eq!(report.mode, SyncMode::Full);
    assert!(!trips.must_be_read_again().await.unwrap());
    assert_eq!(by_id(&trips).await, world.truth());
}

#[tokio::test]
async fn damage_that_is_met_in_use_is_kept_aside_at_the_next_opening() {
    let world = World::with(28, 3);
    let (_folder, dir, trips) = store().await;
    sync(&trips, &world, &plain()).await.unwrap();
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    let connection = trips.store.connect().unwrap();
    connection.query_row(checkpoint, [], |_| Ok(())).unwrap();
    drop(connection);
    let file = dir.path().join(SHAPE.file);
    let whole = std::fs::read(&file).unwrap();
    let mut damaged = whole.clone();
    damaged[SHAPE.page_size_bytes as usize..].fill(0xAA);
    std::fs::write(&file, damaged).unwrap();
    let summary = trips.summary(&TripFilter::default(), &[]).await;
    let failure = summary.unwrap_err();
    assert_eq!(failure.kind, FailureKind::LocalFile, "{failure}");
    // A large file is not checked when it is opened: nothing but the note tells.
    std::fs::write(&file, &whole).unwrap();
    let opened = TripStore::open(&dir).await.unwrap();
    let aside = opened.kept_aside().expect("kept aside").to_owned();
    assert_eq!(std::fs::read(aside).unwrap(), whole);
    assert!(TripStore::open(&dir).await.unwrap().kept_aside().is_none());
}
