//! Acts are taken back, and each cell that has to stay says why.

use fielddesk_core::fleet::{BatchKind, Left, RowOutcome};
use fielddesk_rules::fields::Writing;
use fielddesk_rules::language::Language;
use serde_json::json;

use super::{Grid, id_of, outcomes};

#[tokio::test]
async fn saved_edits_are_taken_back_but_for_what_cannot_be_emptied_or_was_changed_since() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(2).await;
    for id in &ids {
        grid.type_in(&[
            (id, "note", "ny"),
            (id, "weight", "12"),
            (id, "department", "Vei"),
        ])
        .await;
    }
    let saved = grid.fleet.save(None).await.unwrap();
    grid.somebody_else(&ids[1], json!({"note": "deres"})).await;
    grid.fleet.refresh().await.unwrap();
    let preview = grid.fleet.preview_revert(saved.batch.id).await.unwrap();
    let left = |rows: &[fielddesk_core::fleet::BatchRow], index: usize| {
        let row = rows.iter().find(|row| id_of(row) == ids[index]).unwrap();
        let mut left: Vec<_> = row
            .cells
            .iter()
            .filter_map(|cell| Some((cell.field.clone(), cell.left?)))
            .collect();
        left.sort_by(|a, b| a.0.cmp(&b.0));
        left
    };
    let first = [("weight".to_owned(), Left::CannotBeEmptied)];
    let second = [
        ("note".to_owned(), Left::ChangedSince),
        ("weight".to_owned(), Left::CannotBeEmptied),
    ];
    assert_eq!(left(&preview, 0), first);
    assert_eq!(left(&preview, 1), second);
    let report = grid.fleet.revert(saved.batch.id).await.unwrap();
    assert_eq!(report.batch.kind, BatchKind::Revert);
    assert_eq!(report.batch.reverts, Some(saved.batch.id));
    assert_eq!(outcomes(&report), [RowOutcome::Saved, RowOutcome::Saved]);
    assert_eq!(left(&report.rows, 0), first);
    assert_eq!(left(&report.rows, 1), second);
    let stored = grid.stored(&ids[0]).await;
    assert_eq!(
        (stored.note.unwrap_or_default().as_str(), stored.weight),
        ("", Some(12.0))
    );
    let stored = grid.stored(&ids[1]).await;
    assert_eq!(stored.note.as_deref(), Some("deres"));
    assert_eq!(stored.department.unwrap_or_default(), "");
    let kept = grid.restarted().await.batch(saved.batch.id).await.unwrap();
    assert_eq!(kept.batch.reverted_by, Some(report.batch.id));
    let again = grid.fleet.revert(saved.batch.id).await.unwrap();
    assert!(again.rows.iter().all(|row| row.outcome == RowOutcome::Kept));
}

#[tokio::test]
async fn an_act_is_taken_back_only_when_all_of_it_was() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(2).await;
    let block = grid.fleet.block(&ids, None, false).await.unwrap().batch.id;
    let taken_back_by = async || grid.fleet.batch(block).await.unwrap().batch.reverted_by;
    grid.patches_meet(0, 1000, json!({"delayMs": 60})).await;
    let mut progress = grid.fleet.progress();
    let while_it_goes_on = async {
        progress.recv().await.unwrap();
        taken_back_by().await
    };
    let (report, meanwhile) = tokio::join!(grid.fleet.revert(block), while_it_goes_on);
    assert_eq!(meanwhile, None);
    assert_eq!(taken_back_by().await, Some(report.unwrap().batch.id));
}

#[tokio::test]
async fn a_block_is_taken_back_with_its_message() {
    let grid = Grid::new().await;
    let id = [grid.open_machines(1).await[0].id.clone()];
    grid.fleet.block(&id, Some("før"), false).await.unwrap();
    let block = grid.fleet.block(&id, Some("etter"), true).await.unwrap();
    grid.fleet.revert(block.batch.id).await.unwrap();
    let stored = grid.stored(&id[0]).await;
    assert!(stored.block_check_in);
    assert_eq!(stored.block_check_in_message.as_deref(), Some("før"));
    let history = grid.fleet.detail(&id[0]).await.unwrap().history;
    let kinds: Vec<_> = history.iter().map(|act| act.kind).collect();
    assert_eq!(
        kinds,
        [BatchKind::Revert, BatchKind::Block, BatchKind::Block]
    );
}

#[tokio::test]
async fn what_was_deleted_is_created_again_and_what_was_created_is_deleted() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(1).await;
    grid.type_in(&[
        (&ids[0], "name", "Dumper"),
        (&ids[0], "fuelConsumptionRate", "9"),
    ])
    .await;
    grid.fleet.save(None).await.unwrap();
    let before = grid.stored(&ids[0]).await;
    let deleted = grid.fleet.delete(&ids[0]).await.unwrap();
    assert_eq!(outcomes(&deleted), [RowOutcome::Saved]);
    assert!(grid.rows().await.iter().all(|row| row.machine.id != ids[0]));
    let back = grid.fleet.revert(deleted.batch.id).await.unwrap();
    assert_eq!(outcomes(&back), [RowOutcome::Saved]);
    let new = &id_of(&back.rows[0]);
    let stored = grid.stored(new).await;
    assert_eq!(
        fielddesk_model::Machine {
            id: before.id.clone(),
            ..stored
        },
        before
    );
    let number = super::input("machineNumber", super::text("N-2"));
    let writing = &Writing::of(Language::En);
    let made = grid
        .fleet
        .create(&[number], writing)
        .await
        .unwrap()
        .report
        .unwrap();
    let back = grid.fleet.revert(made.batch.id).await.unwrap();
    assert_eq!(outcomes(&back), [RowOutcome::Saved]);
    assert!(!grid.has("N-2").await);
    // And the copy that the revert kept creates it once more.
    let again = grid.fleet.revert(back.batch.id).await.unwrap();
    assert_eq!(outcomes(&again), [RowOutcome::Saved]);
    let number = grid.stored(&id_of(&again.rows[0])).await.machine_number;
    assert_eq!(number, "N-2");
    let acts = grid.fleet.batches(10).await.unwrap();
    assert_eq!(acts.len(), 6);
    assert!(
        acts.iter()
            .all(|act| act.finished_at.is_some() && act.totals.rows == 1)
    );
}

#[tokio::test]
async fn a_created_machine_that_others_fill_in_right_before_its_delete_stays() {
    let grid = Grid::new().await;
    let number = super::input("machineNumber", super::text("N-4"));
    let writing = &Writing::of(Language::En);
    let made = grid.fleet.create(&[number], writing).await.unwrap();
    let made = made.report.unwrap();
    let id = id_of(&made.rows[0]);
    // The last look before the delete is held up.
    let path = format!("{}/{}", super::MACHINES, id.as_str());
    let busy = json!({"status": 429, "headers": {"Retry-After": "1"}});
    let fault = json!({"method": "GET", "pathPrefix": path, "skip": 1, "action": busy});
    grid.site.fault(fault).await;
    grid.clock.held.send_replace(true);
    let mut progress = grid.fleet.progress();
    let is_held_up = async { while progress.recv().await.unwrap().waiting_until.is_none() {} };
    let revert = grid.fleet.revert(made.batch.id);
    tokio::pin!(revert);
    tokio::select! {
        back = &mut revert => panic!("it is not looked at again: {back:?}"),
        () = is_held_up => {}
    }
    grid.somebody_else(&id, json!({"note": "deres"})).await;
    grid.clock.held.send_replace(false);
    assert_eq!(outcomes(&revert.await.unwrap()), [RowOutcome::Kept]);
    assert_eq!(grid.stored(&id).await.note.as_deref(), Some("deres"));
}
