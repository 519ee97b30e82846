//! Acts on a selection: block and release, in and out of use, create, delete.

use chrono::TimeDelta;
use fielddesk_core::fleet::{BatchKind, BlockKnown, Cell, CellInput, RowOutcome};
use fielddesk_model::{FuelType, MachineId};
use fielddesk_rules::fields::ProblemCode;
use fielddesk_rules::fields::Writing;
use fielddesk_rules::language::Language;
use serde_json::json;

use super::{Grid, count, id_of, input, outcomes, text, yes};

#[tokio::test]
async fn a_selection_is_blocked_with_a_message_and_equipment_says_why_it_is_not() {
    let grid = Grid::new().await;
    let tool = grid
        .rows()
        .await
        .into_iter()
        .find(|row| row.machine.is_equipment)
        .unwrap();
    let machines = grid.open_machines(20).await;
    let mut ids: Vec<MachineId> = machines.iter().map(|one| one.id.clone()).collect();
    ids.push(tool.machine.id.clone());
    let check = grid.fleet.check_block(&ids).await.unwrap();
    assert_eq!((check.blockable.len(), check.equipment.len()), (20, 1));
    let mut progress = grid.fleet.progress();
    let report = grid
        .fleet
        .block(&ids, Some(" Service i dag "), false)
        .await
        .unwrap();
    assert_eq!(report.batch.message.as_deref(), Some("Service i dag"));
    assert_eq!(
        (report.batch.totals.saved, report.batch.totals.excluded),
        (20, 1)
    );
    assert_eq!(*outcomes(&report).last().unwrap(), RowOutcome::Equipment);
    for machine in &machines {
        let stored = grid.stored(&machine.id).await;
        assert!(stored.block_check_in);
        assert_eq!(
            stored.block_check_in_message.as_deref(),
            Some("Service i dag")
        );
        let row = grid.row(&machine.id).await;
        assert_eq!(
            (row.block.unwrap().known, row.acting),
            (BlockKnown::ByUs, None)
        );
    }
    assert!(!grid.stored(&tool.machine.id).await.block_check_in);
    let mut told = 0;
    let mut finished = false;
    while let Ok(one) = progress.try_recv() {
        assert_eq!((one.kind, one.total), (BatchKind::Block, 21));
        told += one.rows.len();
        finished = one.finished;
    }
    assert_eq!((told, finished), (21, true), "each row is told once");
    assert_eq!(grid.fleet.messages().await.unwrap()[0], "Service i dag");
    let released = grid.fleet.release(&ids[..20]).await.unwrap();
    assert_eq!(count(&released, RowOutcome::Saved), 20);
    let stored = grid.stored(&ids[0]).await;
    assert!(!stored.block_check_in);
    assert_eq!(
        stored.block_check_in_message, None,
        "it goes with the block"
    );
    assert_eq!(grid.row(&ids[0]).await.block, None);
}

#[tokio::test]
async fn an_unblock_takes_the_message_with_it_and_its_undo_brings_both_back() {
    let grid = Grid::new().await;
    let [blocked, open] = &grid.open_ids(2).await[..] else {
        panic!("two are open")
    };
    let ids = [blocked.clone(), open.clone()];
    grid.somebody_else(open, json!({"blockCheckInMessage": "Skal til service"}))
        .await;
    grid.fleet
        .block(&ids[..1], Some("Defekt"), false)
        .await
        .unwrap();
    let released = grid.fleet.release(&ids).await.unwrap();
    assert_eq!(
        outcomes(&released),
        [RowOutcome::Saved, RowOutcome::Already]
    );
    let message = async |id| grid.stored(id).await.block_check_in_message;
    assert_eq!(message(blocked).await, None);
    assert_eq!(
        message(open).await.as_deref(),
        Some("Skal til service"),
        "a machine that was open keeps it"
    );
    grid.fleet.revert(released.batch.id).await.unwrap();
    assert!(grid.stored(blocked).await.block_check_in);
    assert_eq!(message(blocked).await.as_deref(), Some("Defekt"));
}

#[tokio::test]
async fn machines_that_are_blocked_already_keep_their_message_unless_it_is_wanted_too() {
    let grid = Grid::new().await;
    let id = [grid.open_machines(1).await[0].id.clone()];
    grid.fleet.block(&id, Some("først"), false).await.unwrap();
    let again = grid.fleet.block(&id, Some("så"), false).await.unwrap();
    assert_eq!(outcomes(&again), [RowOutcome::Already]);
    assert_eq!(
        grid.stored(&id[0]).await.block_check_in_message.as_deref(),
        Some("først")
    );
    let both = grid.fleet.block(&id, Some("så"), true).await.unwrap();
    assert_eq!(outcomes(&both), [RowOutcome::Saved]);
    assert_eq!(
        grid.stored(&id[0]).await.block_check_in_message.as_deref(),
        Some("så")
    );
    let check = grid.fleet.check_block(&id).await.unwrap();
    assert_eq!(check.blocked, id);
}

#[tokio::test]
async fn what_was_blocked_and_undone_here_was_not_changed_by_somebody_else() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(20).await;
    let report = grid
        .fleet
        .block(&ids, Some("Service"), false)
        .await
        .unwrap();
    grid.fleet.revert(report.batch.id).await.unwrap();
    let check = grid.fleet.check_block(&ids).await.unwrap();
    assert_eq!((check.blockable.len(), check.changed), (20, Vec::new()));
}

#[tokio::test]
async fn a_machine_is_created_from_a_form_and_a_bad_form_sends_nothing() {
    let grid = Grid::new().await;
    let taken = grid.open_machines(1).await[0].machine_number.clone();
    let form = |number: &str, weight: &str| {
        vec![
            input("machineNumber", text(number)),
            input("weight", text(weight)),
            input("fuelType", text("diesel")),
            input("active", yes()),
            input("note", text("")),
        ]
    };
    let bad = grid
        .fleet
        .create(&form(&taken, "mye"), &Writing::of(Language::Nb))
        .await
        .unwrap();
    let codes: Vec<_> = bad
        .problems
        .iter()
        .map(|one| (one.field, one.problem.code))
        .collect();
    assert_eq!(
        codes,
        [
            ("machineNumber", ProblemCode::NumberTaken),
            ("weight", ProblemCode::NotNumber)
        ]
    );
    let bad = grid
        .fleet
        .create(&form(" ", "1"), &Writing::of(Language::Nb))
        .await
        .unwrap();
    assert_eq!(bad.problems[0].problem.code, ProblemCode::EmptyRequired);
    assert!(grid.asked("POST", "").await.is_empty());
    let made = grid
        .fleet
        .create(&form("N-1", "21 500"), &Writing::of(Language::Nb))
        .await
        .unwrap();
    let report = made.report.unwrap();
    assert_eq!(outcomes(&report), [RowOutcome::Saved]);
    let stored = grid.stored(&id_of(&report.rows[0])).await;
    assert_eq!(
        (stored.weight, stored.fuel_type),
        (Some(21_500.0), Some(FuelType::Diesel))
    );
    assert_eq!(stored.company_id, grid.site.company());
    assert!(grid.has("N-1").await);
    let of = |number: CellInput| vec![input("machineNumber", number)];
    let writing = Writing::of(Language::Nb);
    let alike = grid
        .fleet
        .create(&of(text("0N–1")), &writing)
        .await
        .unwrap();
    let problem = &alike.problems[0].problem;
    assert_eq!(problem.code, ProblemCode::SameNumberOtherwise);
    assert_eq!(problem.params["id"], stored.id.as_str());
    let meant = of(CellInput::Value(Cell::Text("0N-\u{200b}1".to_owned())));
    let made = grid.fleet.create(&meant, &writing).await.unwrap();
    assert_eq!(outcomes(&made.report.unwrap()), [RowOutcome::Saved]);
    assert!(made.cleaned);
    assert!(grid.has("0N-1").await);
}

#[tokio::test]
async fn a_delete_that_is_refused_says_why_and_the_machine_is_set_inactive_instead() {
    let grid = Grid::new().await;
    let mut kept = None;
    for machine in grid.open_machines(30).await {
        if !grid
            .fleet
            .check_delete(&machine.id)
            .await
            .unwrap()
            .deletable
        {
            kept = Some(machine.id);
            break;
        }
    }
    let id = kept.unwrap();
    let check = grid.fleet.check_delete(&id).await.unwrap();
    assert!(check.reason.unwrap().contains("cannot be deleted"));
    let report = grid.fleet.delete(&id).await.unwrap();
    assert_eq!(outcomes(&report), [RowOutcome::Refused]);
    let failure = report.rows[0].failure.as_ref().unwrap();
    assert_eq!(failure.code.as_deref(), Some("notDeletable"));
    let report = grid
        .fleet
        .set_active(std::slice::from_ref(&id), false)
        .await
        .unwrap();
    assert_eq!(outcomes(&report), [RowOutcome::Saved]);
    assert!(!grid.stored(&id).await.active);
    assert!(!grid.row(&id).await.machine.active);
}

#[tokio::test]
async fn what_is_blocked_is_counted_and_the_newest_is_named() {
    let grid = Grid::new().await;
    let before = grid.fleet.summary().await.unwrap();
    let machines = grid.open_machines(2).await;
    for machine in &machines {
        let ids = [machine.id.clone()];
        grid.fleet
            .block(&ids, Some("Service"), false)
            .await
            .unwrap();
        *grid.clock.ahead.lock().unwrap() += TimeDelta::minutes(1);
    }
    let now = grid.fleet.summary().await.unwrap();
    assert_eq!(now.machines, before.machines);
    assert_eq!(now.blocked, before.blocked + 2);
    assert_eq!(now.fuel, before.fuel);
    let newest: Vec<_> = now
        .newest_blocked
        .iter()
        .take(2)
        .map(|one| &one.id)
        .collect();
    assert_eq!(newest, [&machines[1].id, &machines[0].id]);
    assert_eq!(now.newest_blocked[0].message.as_deref(), Some("Service"));
    assert!(
        now.newest_blocked[0]
            .title
            .starts_with(&machines[1].machine_number)
    );
}
