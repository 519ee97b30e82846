//! Saves while the service refuses, asks to wait or is away: each row has its outcome, and nothing
//! is lost.

use fielddesk_core::FailureKind;
use fielddesk_core::fleet::RowOutcome;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use super::{Grid, count, id_of};

#[tokio::test]
async fn a_client_that_may_only_read_is_known_before_anything_is_tried() {
    let grid = Grid::read_only().await;
    assert!(grid.fleet.state().read_only);
    let ids = grid.open_ids(2).await;
    let failure = grid.fleet.block(&ids, None, false).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::ReadOnlyClient);
    grid.type_in(&[(&ids[0], "note", "x")]).await;
    assert!(grid.fleet.save(None).await.is_err());
    assert!(grid.asked("PATCH", "").await.is_empty());
    assert_eq!(
        grid.fleet.pending().await.unwrap().len(),
        1,
        "the edit stays"
    );
    let writer = Grid::new().await;
    assert!(!writer.fleet.state().read_only);
}

#[tokio::test]
async fn a_429_in_the_middle_makes_all_wait_and_nothing_is_lost_or_sent_too_fast() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(40).await;
    let wait = json!({"status": 429, "headers": {"Retry-After": "120"}});
    grid.patches_meet(20, 9, wait).await;
    let mut progress = grid.fleet.progress();
    grid.clock.held.send_replace(true);
    let block = grid.fleet.block(&ids, Some("vent"), false);
    let until_when_is_told = async {
        loop {
            match progress.recv().await {
                Ok(one) if one.waiting_until.is_some() => break,
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => panic!("until when is told"),
            }
        }
        grid.clock.held.send_replace(false);
    };
    let (report, ()) = tokio::join!(block, until_when_is_told);
    assert_eq!(count(&report.unwrap(), RowOutcome::Saved), 40);
    let waits = grid.clock.waits.lock().unwrap().clone();
    assert!(waits.iter().any(|seconds| *seconds >= 60), "{waits:?}");
    let refused = grid
        .asked("PATCH", "")
        .await
        .iter()
        .filter(|one| one.status == 429)
        .count();
    assert_eq!(refused, 9);
    for id in [&ids[0], &ids[25], &ids[39]] {
        assert!(grid.stored(id).await.block_check_in);
    }
}

#[tokio::test]
async fn at_most_eight_requests_of_an_act_are_under_way() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(40).await;
    grid.patches_meet(0, 40, json!({"delayMs": 200})).await;
    let report = grid.fleet.block(&ids, None, false).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Saved), 40);
    let asked = grid.asked("PATCH", "").await;
    let at: Vec<u64> = asked.iter().map(|one| one.at_ms).collect();
    assert_eq!(at.len(), 40);
    // The ninth after a request came when one of the eight had been answered.
    for (before, after) in at.iter().zip(&at[8..]) {
        assert!(after - before >= 199, "nine were under way: {at:?}");
    }
}

#[tokio::test]
async fn a_403_in_the_middle_ends_the_sending_to_that_company() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(20).await;
    grid.patches_meet(5, 1000, json!({"status": 403})).await;
    let report = grid.fleet.block(&ids, None, false).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Saved), 5);
    let refused = count(&report, RowOutcome::Refused);
    assert!(
        (1..=8).contains(&refused),
        "what was under way was refused: {refused}"
    );
    assert_eq!(count(&report, RowOutcome::NotSent), 15 - refused);
    assert_eq!(grid.asked("PATCH", "").await.len(), 5 + refused);
    for row in &report.rows {
        let blocked = grid.stored(&id_of(row)).await.block_check_in;
        assert_eq!(blocked, row.outcome == RowOutcome::Saved);
        assert_eq!(grid.row(&id_of(row)).await.machine.block_check_in, blocked);
    }
}

#[tokio::test]
async fn with_the_service_away_edits_stay_and_go_after_a_restart_when_it_is_back() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(3).await;
    for id in &ids {
        grid.type_in(&[(id, "note", "venter")]).await;
    }
    let gone =
        json!({"pathPrefix": "/test/", "times": 10_000, "action": {"resetBeforeBody": true}});
    grid.site.fault(gone).await;
    let report = grid.fleet.save(None).await.unwrap();
    assert_eq!(count(&report, RowOutcome::NotSent), 3);
    assert!(report.batch.stopped.is_some());
    assert_eq!(grid.fleet.pending().await.unwrap().len(), 3);
    let again = grid.restarted().await;
    assert_eq!(again.pending().await.unwrap().len(), 3);
    assert!(
        again.page(0, 1000).await.unwrap().rows.len() >= 40,
        "the rows are there all the same"
    );
    grid.all_is_well().await;
    grid.somebody_else(&ids[0], json!({"note": "deres"})).await;
    let report = again.save(None).await.unwrap();
    assert_eq!(
        (
            count(&report, RowOutcome::Saved),
            count(&report, RowOutcome::Conflict)
        ),
        (2, 1)
    );
    assert_eq!(grid.stored(&ids[0]).await.note.as_deref(), Some("deres"));
    assert_eq!(grid.stored(&ids[1]).await.note.as_deref(), Some("venter"));
    assert_eq!(again.pending().await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_service_goes_away_in_the_middle_and_each_row_knows_whether_it_was_sent() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(25).await;
    for id in &ids {
        grid.type_in(&[(id, "note", "halvveis")]).await;
    }
    grid.patches_meet(10, 10_000, json!({"resetBeforeBody": true}))
        .await;
    let report = grid.fleet.save(None).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Saved), 10);
    let stopped = report.batch.stopped.as_ref().unwrap();
    assert_eq!(stopped.kind, FailureKind::Unreachable);
    assert_eq!(
        grid.fleet.pending().await.unwrap().len(),
        15,
        "what is not stored stays pending"
    );
    grid.all_is_well().await;
    let report = grid.fleet.save(None).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Saved), 15);
    for id in &ids {
        assert_eq!(grid.stored(id).await.note.as_deref(), Some("halvveis"));
    }
}

#[tokio::test]
async fn an_act_is_stopped_and_one_goes_on_at_a_time() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(30).await;
    grid.patches_meet(0, 1000, json!({"delayMs": 60})).await;
    let fleet = grid.fleet.clone();
    let of_task = ids.clone();
    let mut progress = grid.fleet.progress();
    let act = tokio::spawn(async move { fleet.block(&of_task, None, false).await });
    progress.recv().await.unwrap();
    let busy = grid.fleet.release(&ids[..1]).await.unwrap_err();
    assert_eq!(busy.kind, FailureKind::Busy);
    assert!(
        grid.rows().await.iter().any(|row| row.acting.is_some()),
        "rows are marked at once"
    );
    while grid.asked("PATCH", "").await.is_empty() {
        tokio::task::yield_now().await;
    }
    grid.fleet.stop_batch();
    let report = act.await.unwrap().unwrap();
    let saved = count(&report, RowOutcome::Saved);
    assert!(saved < 30, "{saved}");
    assert_eq!(count(&report, RowOutcome::NotSent), 30 - saved);
    for row in &report.rows {
        let blocked = grid.stored(&id_of(row)).await.block_check_in;
        assert_eq!(blocked, row.outcome == RowOutcome::Saved, "{row:?}");
    }
    assert!(grid.rows().await.iter().all(|row| row.acting.is_none()));
}
