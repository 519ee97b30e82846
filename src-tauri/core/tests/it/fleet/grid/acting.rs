//! Acts on a selection: block and release, in and out of use, fuel, create, delete.

use chrono::TimeDelta;
use fielddesk_core::FailureKind;
use fielddesk_core::export::ExportOptions;
use fielddesk_core::fleet::{
    BatchKind, BlockKnown, Cell, CellInput, FuelChange, Provenance, RowOutcome,
};
use fielddesk_model::{FuelConsumptionUnit, FuelType, MachineId};
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
async fn fuel_is_set_for_a_selection_and_what_is_left_out_stays() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(5).await;
    let all = FuelChange {
        rate: Some(18.3),
        unit: Some(0),
        fuel: Some(7),
    };
    grid.fleet.set_fuel(&ids, all).await.unwrap();
    let rate = FuelChange {
        rate: Some(20.0),
        ..FuelChange::default()
    };
    let report = grid.fleet.set_fuel(&ids, rate).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Saved), 5);
    for id in &ids {
        let stored = grid.stored(id).await;
        assert_eq!(stored.fuel_consumption_rate, Some(20.0));
        assert_eq!(
            stored.fuel_consumption_unit,
            Some(FuelConsumptionUnit::LitresPerHour)
        );
        assert_eq!(stored.fuel_type, Some(FuelType::DyedDiesel));
    }
    for wrong in [
        FuelChange::default(),
        FuelChange {
            rate: Some(-1.0),
            ..FuelChange::default()
        },
        FuelChange {
            unit: Some(6),
            ..FuelChange::default()
        },
        FuelChange {
            fuel: Some(8),
            ..FuelChange::default()
        },
    ] {
        let failure = grid.fleet.set_fuel(&ids, wrong).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage, "{wrong:?}");
    }
}

#[tokio::test]
async fn fuel_that_somebody_changed_since_it_was_read_is_not_written_over_nor_undone() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(3).await;
    let of = |rate: f64, unit: i64, fuel: i64| FuelChange {
        rate: Some(rate),
        unit: Some(unit),
        fuel: Some(fuel),
    };
    grid.fleet.set_fuel(&ids, of(5.0, 0, 7)).await.unwrap();
    let client = grid.site.connection.client.machines();
    let electric = json!({"fuelConsumptionRate": 9, "fuelConsumptionUnit": 2, "fuelType": 4});
    let electric = serde_json::from_value(electric).unwrap();
    client.patch_esg(&ids[0], &electric).await.unwrap();
    // The fuel of this one is another, which is not among what is sent.
    let fuel = serde_json::from_value(json!({"fuelType": 1})).unwrap();
    client.patch_esg(&ids[1], &fuel).await.unwrap();
    let rate = FuelChange {
        rate: Some(7.0),
        ..FuelChange::default()
    };
    let report = grid.fleet.set_fuel(&ids, rate).await.unwrap();
    let expected = [
        RowOutcome::Conflict,
        RowOutcome::Conflict,
        RowOutcome::Saved,
    ];
    assert_eq!(outcomes(&report), expected);
    let told = report.rows[0].cells.iter();
    let told: Vec<_> = told.filter(|cell| cell.theirs.is_some()).collect();
    assert_eq!(told.len(), 3, "{:?}", report.rows[0]);
    assert_eq!(
        grid.stored(&ids[0]).await.fuel_consumption_rate,
        Some(9.0),
        "nothing is sent for it"
    );
    assert_eq!(grid.stored(&ids[1]).await.fuel_consumption_rate, Some(5.0));
    // The conflict was told, and the list has what is stored: saved once more it is meant.
    let report = grid.fleet.set_fuel(&ids, of(7.0, 0, 7)).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Conflict), 0);
    assert_eq!(grid.stored(&ids[0]).await.fuel_consumption_rate, Some(7.0));
    let rate = serde_json::from_value(json!({"fuelConsumptionRate": 11})).unwrap();
    client.patch_esg(&ids[0], &rate).await.unwrap();
    grid.fleet.revert(report.batch.id).await.unwrap();
    let stored = grid.stored(&ids[0]).await;
    assert_eq!(
        (stored.fuel_consumption_rate, stored.fuel_type),
        (Some(11.0), Some(FuelType::DyedDiesel)),
        "their rate stays with the fuel that it was given for"
    );
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
async fn where_fuel_comes_from_is_kept_here_exported_and_true_of_those_values_alone() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(3).await;
    let change = FuelChange {
        rate: Some(18.3),
        unit: Some(0),
        fuel: Some(7),
    };
    let measured = Some(Provenance::Measured);
    grid.fleet
        .set_fuel_from(&ids, change, measured)
        .await
        .unwrap();
    let one = [ids[1].clone()];
    let estimate = Some(Provenance::Estimate);
    grid.fleet
        .note_provenance(&one, Provenance::Estimate)
        .await
        .unwrap();
    assert_eq!(grid.row(&ids[0]).await.provenance, measured);
    assert_eq!(grid.row(&ids[1]).await.provenance, estimate);
    let options = ExportOptions {
        language: Some(Language::Nb),
        ..ExportOptions::default()
    };
    let fields = ["machineNumber", "fuelConsumptionRate", "fuelProvenance"].map(str::to_owned);
    let (bytes, _) = grid.fleet.export(&ids, &fields, options).await.unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert!(lines[0].ends_with("Drivstoffkilde"), "{text}");
    assert!(
        lines[1].ends_with("målt") && lines[2].ends_with("anslag"),
        "{text}"
    );
    // Somebody stores another rate: what was said is not said of that one.
    let client = grid.site.connection.client.machines();
    let other = serde_json::from_value(serde_json::json!({"fuelConsumptionRate": 20.0})).unwrap();
    client.patch_esg(&ids[0], &other).await.unwrap();
    let restarted = grid.restarted().await;
    restarted.refresh().await.unwrap();
    let rows = restarted.page(0, 100_000).await.unwrap().rows;
    let of = |id: &MachineId| {
        rows.iter()
            .find(|row| row.machine.id == *id)
            .unwrap()
            .provenance
    };
    assert_eq!(
        (of(&ids[0]), of(&ids[1]), of(&ids[2])),
        (None, estimate, measured)
    );
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
