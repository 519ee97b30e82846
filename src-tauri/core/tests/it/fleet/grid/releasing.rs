//! Scheduled unblocks of machines: done by the clock, left alone where a person did otherwise, and
//! done at the next start where the program did not run.

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_core::fleet::{BatchKind, PlannedRelease, RowOutcome};
use fielddesk_core::{Clock as _, FailureKind};
use fielddesk_model::MachineId;
use serde_json::json;

use super::{Grid, outcomes, row_of};

impl Grid {
    /// So long from now.
    fn hence(&self, hours: i64) -> DateTime<Utc> {
        self.clock.now() + TimeDelta::hours(hours)
    }

    /// The clock goes on.
    fn pass(&self, hours: i64) {
        self.clock.advance(TimeDelta::hours(hours));
    }

    /// Blocks some machines until a time.
    async fn blocked_until(
        &self,
        count: usize,
        message: &str,
        at: DateTime<Utc>,
    ) -> Vec<MachineId> {
        let ids = self.open_ids(count).await;
        let fleet = &self.fleet;
        let report = fleet
            .block_until(&ids, Some(message), false, Some(at))
            .await;
        assert_eq!(report.unwrap().batch.totals.saved, count as u64);
        ids
    }

    async fn releases(&self) -> Vec<PlannedRelease> {
        self.fleet.releases().await.unwrap()
    }

    async fn is_blocked(&self, id: &MachineId) -> bool {
        self.stored(id).await.block_check_in
    }
}

#[tokio::test]
async fn the_clock_releases_what_was_blocked_until_a_time_and_that_can_be_taken_back() {
    let grid = Grid::new().await;
    let at = grid.hence(15);
    let ids = grid.blocked_until(3, "Service i dag", at).await;
    let [planned] = &grid.releases().await[..] else {
        panic!("one release is planned")
    };
    assert_eq!((planned.at, planned.machines.len()), (at, 3));
    assert_eq!(grid.fleet.release_due().await.unwrap(), Some(at), "not yet");
    assert!(grid.is_blocked(&ids[0]).await);
    let mut changes = grid.fleet.watch_releases();
    tokio::select! {
        () = grid.fleet.keep_releasing() => unreachable!("it goes on for ever"),
        changed = changes.changed() => changed.unwrap(),
    }
    assert!(grid.clock.now() >= at, "it waited for its time");
    let done = grid.releases().await[0].done.unwrap();
    assert_eq!((done.released, done.left_alone, done.late), (3, 0, false));
    for id in &ids {
        let stored = grid.stored(id).await;
        assert!(!stored.block_check_in);
        assert_eq!(
            stored.block_check_in_message, None,
            "it goes with the block"
        );
    }
    let report = grid.fleet.batch(done.batch).await.unwrap();
    assert_eq!(report.batch.kind, BatchKind::Release);
    assert!(
        report.rows.iter().all(|row| row.cells.len() == 2),
        "{report:?}"
    );
    let back = grid.fleet.revert(done.batch).await.unwrap();
    assert_eq!(back.batch.totals.saved, 3);
    let stored = grid.stored(&ids[0]).await;
    assert!(stored.block_check_in);
    assert_eq!(
        stored.block_check_in_message.as_deref(),
        Some("Service i dag")
    );
    grid.fleet
        .drop_release(grid.releases().await[0].id)
        .await
        .unwrap();
    assert!(grid.releases().await.is_empty(), "it was seen");
}

#[tokio::test]
async fn what_somebody_did_meanwhile_is_left_alone_and_said() {
    let grid = Grid::new().await;
    let mut ids = grid.open_ids(3).await;
    // The service deletes what nothing depends on.
    ids.insert(2, grid.more_machines(1).await.remove(0));
    let until = Some(grid.hence(1));
    let blocked = grid.fleet.block_until(&ids, Some("Service"), false, until);
    assert_eq!(blocked.await.unwrap().batch.totals.saved, 4);
    let open = json!({"blockCheckIn": false});
    grid.somebody_else(&ids[0], open).await;
    let other = json!({"blockCheckInMessage": "Havarert, ikke bruk"});
    grid.somebody_else(&ids[1], other).await;
    let client = &grid.site.connection.client;
    client.machines().delete(&ids[2]).await.unwrap();
    grid.pass(2);
    assert_eq!(grid.fleet.release_due().await.unwrap(), None);
    let done = grid.releases().await[0].done.unwrap();
    assert_eq!((done.released, done.left_alone), (1, 3));
    let report = grid.fleet.batch(done.batch).await.unwrap();
    let of = |id| row_of(&report, id);
    assert_eq!(of(&ids[0]).outcome, RowOutcome::Already);
    assert_eq!(of(&ids[1]).outcome, RowOutcome::Conflict);
    let cells = &of(&ids[1]).cells;
    let words = cells
        .iter()
        .find(|cell| cell.field == "blockCheckInMessage");
    assert_eq!(words.unwrap().theirs, Some("Havarert, ikke bruk".into()));
    assert_eq!(of(&ids[2]).outcome, RowOutcome::Gone);
    assert!(grid.is_blocked(&ids[1]).await, "their block stands");
    assert!(!grid.is_blocked(&ids[3]).await);
}

#[tokio::test]
async fn a_release_that_the_program_slept_through_is_done_at_the_next_start_and_says_so() {
    let grid = Grid::new().await;
    let ids = grid.blocked_until(2, "Natt", grid.hence(8)).await;
    grid.pass(30);
    let fleet = grid.restarted().await;
    fleet.release_due().await.unwrap();
    let releases = fleet.releases().await.unwrap();
    let done = releases[0].done.unwrap();
    assert_eq!((done.released, done.late), (2, true));
    assert!(!grid.is_blocked(&ids[0]).await);
}

#[tokio::test]
async fn what_is_done_from_here_meanwhile_takes_the_plan_away() {
    let grid = Grid::new().await;
    let at = grid.hence(1);
    let first = grid.blocked_until(3, "Service", at).await;
    grid.fleet.release(&first[..1]).await.unwrap();
    assert_eq!(
        grid.releases().await[0].machines.len(),
        2,
        "released by hand"
    );
    // Blocked until another time, it waits for that one alone.
    let again = [first[1].clone()];
    let later = grid.hence(50);
    let fleet = &grid.fleet;
    let until = fleet.block_until(&again, None, true, Some(later)).await;
    assert_eq!(outcomes(&until.unwrap()), [RowOutcome::Already]);
    let planned = grid.releases().await;
    assert_eq!(planned.len(), 2);
    assert_eq!(planned[0].machines, first[2..]);
    assert_eq!(
        (planned[1].at, &planned[1].machines[..]),
        (later, &again[..])
    );
    // The block is taken back as a whole: nothing is left to be released.
    fleet.revert(planned[0].block).await.unwrap();
    let planned = grid.releases().await;
    assert!(planned.is_empty(), "{planned:?}");
    // Cancelled, the machines stay blocked.
    let kept = grid.blocked_until(1, "Uten slutt", grid.hence(1)).await;
    fleet
        .drop_release(grid.releases().await[0].id)
        .await
        .unwrap();
    grid.pass(5);
    assert_eq!(fleet.release_due().await.unwrap(), None);
    assert!(grid.is_blocked(&kept[0]).await);
}

#[tokio::test]
async fn while_the_service_is_away_it_waits_and_says_why() {
    let grid = Grid::new().await;
    let ids = grid.blocked_until(2, "Service", grid.hence(1)).await;
    grid.pass(2);
    let gone =
        json!({"pathPrefix": "/test/", "times": 10_000, "action": {"resetBeforeBody": true}});
    grid.site.fault(gone).await;
    let before = grid.fleet.batches(50).await.unwrap().len();
    let next = grid.fleet.release_due().await.unwrap().unwrap();
    assert!(next > grid.clock.now() - TimeDelta::minutes(1));
    let [waiting] = &grid.releases().await[..] else {
        panic!("it waits")
    };
    assert!(waiting.done.is_none() && waiting.failure.is_some());
    assert_eq!(grid.fleet.batches(50).await.unwrap().len(), before);
    grid.all_is_well().await;
    grid.fleet.release_due().await.unwrap();
    let done = grid.releases().await[0].done.unwrap();
    assert_eq!((done.released, done.late), (2, false));
    assert_eq!(grid.releases().await[0].failure, None);
    assert!(!grid.is_blocked(&ids[1]).await);
}

#[tokio::test]
async fn a_time_that_is_over_is_refused_before_anything_is_sent() {
    let grid = Grid::new().await;
    let id = grid.open_machines(1).await[0].id.clone();
    let fleet = &grid.fleet;
    let over = fleet.block_until(std::slice::from_ref(&id), None, false, Some(grid.hence(-1)));
    assert_eq!(over.await.unwrap_err().kind, FailureKind::Usage);
    assert!(!grid.is_blocked(&id).await);
    assert!(grid.releases().await.is_empty());
}
