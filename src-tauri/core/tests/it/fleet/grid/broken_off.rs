//! Acts on hundreds of machines that break off: history, grid and server agree afterwards, what is not done
//! is done again as the same act, and the undo takes back what the act wrote and nothing else.

use std::collections::HashMap;

use fielddesk_core::FailureKind;
use fielddesk_core::fleet::{BatchKind, BatchReport, Fleet, Left, RowOutcome};
use fielddesk_core::records::Stage;
use fielddesk_model::MachineId;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::{Grid, MACHINES, count, id_of};

/// As many as are blocked at once; they go in eight arrays.
const MANY: usize = 377;

/// The machines of the two arrays that are answered before the break.
const FIRST: usize = 100;

const CUT: &str = "resetBeforeBody";
const CUT_AFTER: &str = "resetAfterCommit";

/// From the third array on, writes meet the action.
async fn writes_meet(grid: &Grid, action: Value) {
    let fault = json!({"method": "PUT", "pathPrefix": MACHINES, "skip": 2, "times": 10_000, "action": action});
    grid.site.fault(fault).await;
}

/// From now on, after some that are well, reads meet the action.
async fn reads_meet(grid: &Grid, skip: u32, action: Value) {
    let fault = json!({"method": "GET", "pathPrefix": "/test/", "skip": skip, "times": 10_000, "action": action});
    grid.site.fault(fault).await;
}

/// Waits until an act is so, while what is open is looked up.
async fn caught_up(fleet: &Fleet, id: i64, is: impl Fn(&BatchReport) -> bool) -> BatchReport {
    let (mut progress, mut state) = (fleet.progress(), fleet.watch());
    let seen = async {
        loop {
            let report = fleet.batch(id).await.unwrap();
            if is(&report) {
                return report;
            }
            tokio::select! {
                told = progress.recv() => assert!(!matches!(told, Err(RecvError::Closed))),
                changed = state.changed() => changed.unwrap(),
            }
        }
    };
    tokio::select! {
        report = seen => report,
        () = fleet.keep_up() => panic!("it goes on for as long as it is polled"),
    }
}

/// Nothing of it is open.
fn is_settled(act: &BatchReport) -> bool {
    matches!(act.batch.stage, Stage::Interrupted | Stage::Done)
}

/// Waits until so many requests of a method came to the machines.
async fn asked(grid: &Grid, method: &str, times: usize) {
    while grid.asked(method, "").await.len() < times {
        tokio::task::yield_now().await;
    }
}

/// The machines that are blocked on the server, of these.
async fn blocked_of(grid: &Grid, ids: &[MachineId]) -> usize {
    let client = &grid.site.connection.client;
    let query = fielddesk_core::machines::MachineQuery::default();
    let listed = client.machines().list(query).await.unwrap();
    let ours = listed.iter().filter(|one| ids.contains(&one.id));
    ours.filter(|one| one.block_check_in).count()
}

/// Asserts that history, grid and server agree on each machine.
async fn agree(grid: &Grid, fleet: &Fleet, act: &BatchReport, blocked: usize) {
    let client = &grid.site.connection.client;
    let query = fielddesk_core::machines::MachineQuery::default();
    let listed = client.machines().list(query).await.unwrap();
    let server: HashMap<MachineId, bool> = listed
        .iter()
        .map(|one| (one.id.clone(), one.block_check_in))
        .collect();
    let page = fleet.page(0, 100_000).await.unwrap();
    let shown: HashMap<MachineId, bool> = page
        .rows
        .iter()
        .map(|row| (row.machine.id.clone(), row.machine.block_check_in))
        .collect();
    for row in &act.rows {
        let id = id_of(row);
        let is_saved = row.outcome == RowOutcome::Saved;
        assert_eq!(server[&id], is_saved, "history and server: {row:?}");
        assert_eq!(shown[&id], is_saved, "history and grid: {row:?}");
    }
    assert_eq!(count(act, RowOutcome::Saved), blocked);
    assert_eq!(count(act, RowOutcome::NotSent), MANY - blocked);
    assert!(page.rows.iter().all(|row| row.acting.is_none()));
}

/// Resumes an act, so that the rest is done as the same act, and takes all of it back.
async fn resumed_and_undone(grid: &Grid, fleet: &Fleet, id: i64) {
    let act = fleet.batch(id).await.unwrap();
    if act.batch.stage != Stage::Done {
        let act = fleet.resume(id).await.unwrap();
        assert_eq!((act.batch.id, act.batch.stage), (id, Stage::Done));
        agree(grid, fleet, &act, MANY).await;
        let nothing = fleet.resume(id).await.unwrap_err();
        assert_eq!(nothing.kind, FailureKind::Usage);
    }
    let undo = fleet.revert(id).await.unwrap();
    assert_eq!(count(&undo, RowOutcome::Saved), MANY);
    let act = fleet.batch(id).await.unwrap();
    assert_eq!(act.batch.reverted_by, Some(undo.batch.id));
    let page = fleet.page(0, 100_000).await.unwrap();
    let ours = |id: &MachineId| act.rows.iter().any(|row| id_of(row) == *id);
    let shown = page.rows.iter().filter(|row| row.machine.block_check_in);
    assert_eq!(shown.filter(|row| ours(&row.machine.id)).count(), 0);
    let ids: Vec<MachineId> = act.rows.iter().map(id_of).collect();
    assert_eq!(blocked_of(grid, &ids).await, 0);
}

#[tokio::test]
async fn a_block_that_the_network_cuts_is_looked_up_resumed_and_undone() {
    for (at, cut) in [
        ("before", None),
        ("while", Some(CUT)),
        ("after", Some(CUT_AFTER)),
    ] {
        let grid = Grid::new().await;
        let ids = grid.more_machines(MANY).await;
        if let Some(cut) = cut {
            writes_meet(&grid, json!({cut: true})).await;
        }
        reads_meet(&grid, u32::from(cut.is_some()), json!({CUT: true})).await;
        let act = grid
            .fleet
            .block(&ids, Some("bremser"), false)
            .await
            .unwrap();
        let id = act.batch.id;
        let stopped = act.batch.stopped.as_ref().map(|failure| failure.kind);
        assert_eq!(stopped, Some(FailureKind::Unreachable), "{at}");
        let (stage, blocked) = match at {
            "before" => (Stage::Interrupted, 0),
            "while" => (Stage::Open, FIRST),
            _ => (Stage::Open, MANY),
        };
        assert_eq!(act.batch.stage, stage, "{at}");
        grid.all_is_well().await;
        let act = caught_up(&grid.fleet, id, is_settled).await;
        agree(&grid, &grid.fleet, &act, blocked).await;
        resumed_and_undone(&grid, &grid.fleet, id).await;
    }
}

#[tokio::test]
async fn a_block_of_a_program_that_ended_is_looked_up_resumed_and_undone_after_the_start() {
    for at in ["before", "while", "after"] {
        let grid = Grid::new().await;
        let ids = grid.more_machines(MANY).await;
        let long = json!({"delayMs": 600_000});
        match at {
            "before" => reads_meet(&grid, 0, long).await,
            "while" => writes_meet(&grid, long).await,
            _ => {
                writes_meet(&grid, json!({CUT_AFTER: true})).await;
                reads_meet(&grid, 1, long).await;
            }
        }
        grid.site.service.forget_requests().await;
        let (fleet, of_task) = (grid.fleet.clone(), ids.clone());
        let act = tokio::spawn(async move { fleet.block(&of_task, None, false).await });
        match at {
            "before" => asked(&grid, "GET", 1).await,
            "while" => {
                asked(&grid, "PUT", 8).await;
                while blocked_of(&grid, &ids).await < FIRST {
                    tokio::task::yield_now().await;
                }
            }
            // The look-up begins when all were stored.
            _ => asked(&grid, "GET", 2).await,
        }
        let id = grid.fleet.batches(1).await.unwrap()[0].id;
        act.abort();
        act.await.unwrap_err();
        grid.all_is_well().await;
        let again = grid.restarted().await;
        assert!(again.running_batch().is_none());
        let act = caught_up(&again, id, is_settled).await;
        let blocked = match at {
            "before" => 0,
            "while" => FIRST,
            _ => MANY,
        };
        again.refresh().await.unwrap();
        agree(&grid, &again, &act, blocked).await;
        assert!(act.batch.asks, "it is of a run before");
        resumed_and_undone(&grid, &again, id).await;
    }
}

#[tokio::test]
async fn a_block_and_an_undo_whose_server_is_killed_end_when_it_is_back() {
    for at in ["before", "while", "undo"] {
        let service = fielddesk_testing::Service::with(fielddesk_testing::hasty()).await;
        let site = super::super::Fleet::on(service);
        let connection = site.connection.clone();
        let mut grid = Grid::of(site, connection).await;
        let ids = grid.more_machines(MANY).await;
        let (fleet, of_task) = (grid.fleet.clone(), ids.clone());
        let block = async move { fleet.block(&of_task, None, false).await.unwrap() };
        let act = match at {
            "before" => grid.site.service.down(block).await,
            "while" => {
                grid.site.service.forget_requests().await;
                writes_meet(&grid, json!({"delayMs": 600_000})).await;
                let act = tokio::spawn(block);
                asked(&grid, "PUT", 8).await;
                while blocked_of(&grid, &ids).await < FIRST {
                    tokio::task::yield_now().await;
                }
                grid.site.service.down(act).await.unwrap()
            }
            _ => block.await,
        };
        let (id, fleet) = (act.batch.id, grid.fleet.clone());
        let act = caught_up(&fleet, id, is_settled).await;
        let blocked = match at {
            "before" => 0,
            "while" => FIRST,
            _ => MANY,
        };
        agree(&grid, &fleet, &act, blocked).await;
        if at == "undo" {
            let failure = grid.site.service.down(fleet.revert(id)).await.unwrap_err();
            assert_eq!(failure.kind, FailureKind::Unreachable);
            caught_up(&fleet, id, |act| act.batch.reverted_by.is_some()).await;
            assert_eq!(blocked_of(&grid, &ids).await, 0);
        } else {
            resumed_and_undone(&grid, &fleet, id).await;
        }
    }
}

#[tokio::test]
async fn what_was_answered_is_counted_and_kept_while_other_requests_get_no_answer() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(MANY).await;
    writes_meet(&grid, json!({"delayMs": 600_000})).await;
    let (fleet, of_task) = (grid.fleet.clone(), ids.clone());
    let mut progress = grid.fleet.progress();
    let act = tokio::spawn(async move { fleet.block(&of_task, None, false).await });
    let counted = async {
        while grid
            .fleet
            .running_batch()
            .is_none_or(|act| act.done < FIRST as u64)
        {
            let told = progress.recv().await;
            assert!(!matches!(told, Err(RecvError::Closed)));
        }
    };
    let in_time = tokio::time::timeout(std::time::Duration::from_secs(60), counted).await;
    in_time.expect("the answered are counted before the others are");
    let id = grid.fleet.batches(1).await.unwrap()[0].id;
    let kept = grid.fleet.batch(id).await.unwrap();
    assert_eq!(count(&kept, RowOutcome::Saved), FIRST);
    act.abort();
    act.await.unwrap_err();
}

#[tokio::test]
async fn a_program_that_quits_ends_what_is_under_way_and_nothing_is_unknown() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(MANY).await;
    writes_meet(&grid, json!({"delayMs": 300})).await;
    grid.site.service.forget_requests().await;
    let (fleet, of_task) = (grid.fleet.clone(), ids.clone());
    let act = tokio::spawn(async move { fleet.block(&of_task, None, false).await });
    asked(&grid, "PUT", 8).await;
    let now = grid.fleet.running_batch().unwrap();
    assert_eq!((now.kind, now.total), (BatchKind::Block, MANY as u64));
    grid.fleet.end_batch().await;
    assert!(grid.fleet.running_batch().is_none());
    let report = act.await.unwrap().unwrap();
    assert_eq!(count(&report, RowOutcome::Unknown), 0);
    assert_eq!(
        count(&report, RowOutcome::Saved),
        blocked_of(&grid, &ids).await
    );
}

#[tokio::test]
async fn an_undo_without_a_network_stays_and_goes_on_when_it_is_back() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(MANY).await;
    let act = grid
        .fleet
        .block(&ids, Some("bremser"), false)
        .await
        .unwrap();
    let id = act.batch.id;
    reads_meet(&grid, 0, json!({CUT: true})).await;
    let failure = grid.fleet.revert(id).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable);
    let act = grid.fleet.batch(id).await.unwrap().batch;
    assert_eq!(act.reverted_by, None, "nothing of it is undone");
    let undo = grid.fleet.batch(act.undo_left.unwrap()).await.unwrap();
    assert_eq!(undo.batch.stage, Stage::Interrupted);
    assert_eq!(count(&undo, RowOutcome::NotSent), MANY);
    assert_eq!(
        undo.batch.stopped.map(|failure| failure.kind),
        Some(FailureKind::Unreachable)
    );
    // Meanwhile a colleague has other words for one of them, and opens another.
    grid.somebody_else(&ids[0], json!({"blockCheckInMessage": "deres"}))
        .await;
    grid.somebody_else(&ids[1], json!({"blockCheckIn": false}))
        .await;
    grid.all_is_well().await;
    let act = caught_up(&grid.fleet, id, |act| act.batch.reverted_by.is_some()).await;
    assert_eq!(act.batch.undo_left, None);
    let undone = grid.fleet.batch(undo.batch.id).await.unwrap();
    let row = super::row_of(&undone, &ids[0]);
    let left: Vec<_> = row
        .cells
        .iter()
        .filter_map(|cell| Some((&*cell.field, cell.left?)))
        .collect();
    assert_eq!(
        left,
        [("blockCheckInMessage", Left::ChangedSince)],
        "{row:?}"
    );
    let stored = grid.stored(&ids[0]).await;
    assert_eq!(stored.block_check_in_message.as_deref(), Some("deres"));
    assert_eq!(blocked_of(&grid, &ids).await, 0);
    let stored = grid.stored(&ids[2]).await;
    assert_eq!(stored.block_check_in_message.unwrap_or_default(), "");
}

#[tokio::test]
async fn an_undo_of_a_run_before_waits_for_a_word_and_can_be_given_up() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(MANY).await;
    let id = grid.fleet.block(&ids, None, false).await.unwrap().batch.id;
    writes_meet(&grid, json!({CUT: true})).await;
    let report = grid.fleet.revert(id).await.unwrap();
    let saved = report
        .rows
        .iter()
        .filter(|row| row.outcome == RowOutcome::Saved);
    let saved: Vec<MachineId> = saved.map(id_of).collect();
    assert!((1..MANY).contains(&saved.len()));
    let left = MANY - saved.len() + 1;
    let undo = report.batch;
    assert_eq!((undo.stage, undo.asks), (Stage::Interrupted, false));
    grid.all_is_well().await;
    let again = grid.restarted().await;
    // What was undone is blocked once more by then.
    again.block(&saved[..1], None, false).await.unwrap();
    let undo = again.batch(undo.id).await.unwrap().batch;
    assert!(undo.asks && undo.stage == Stage::Interrupted);
    let preview = again.preview_revert(id).await.unwrap();
    let waits = preview
        .iter()
        .filter(|row| row.outcome == RowOutcome::Waiting);
    assert_eq!(waits.count(), left);
    again.drop_undo(undo.id).await.unwrap();
    let act = again.batch(id).await.unwrap().batch;
    assert_eq!((act.reverted_by, act.undo_left), (Some(undo.id), None));
    assert_eq!(blocked_of(&grid, &ids).await, left);
}

#[tokio::test]
async fn a_client_that_is_revoked_in_the_middle_leaves_nothing_unknown() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(MANY).await;
    writes_meet(&grid, json!({"status": 401})).await;
    let act = grid.fleet.block(&ids, None, false).await.unwrap();
    assert_eq!(act.batch.stage, Stage::Interrupted);
    grid.all_is_well().await;
    agree(&grid, &grid.fleet, &act, FIRST).await;
    resumed_and_undone(&grid, &grid.fleet, act.batch.id).await;
}
