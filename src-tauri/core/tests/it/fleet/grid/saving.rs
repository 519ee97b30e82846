//! Saving pending edits: only changed values, never over someone else's change.

use fielddesk_core::FailureKind;
use fielddesk_core::fleet::{CellEdit, Decision, RowOutcome};
use fielddesk_rules::fields::Writing;
use fielddesk_rules::language::Language;
use serde_json::json;

use super::{Grid, cell, count, outcomes, row_of, text};

#[tokio::test]
async fn only_what_changed_is_sent_and_the_record_is_as_wanted() {
    let grid = Grid::new().await;
    let machines = grid.open_machines(2).await;
    let (one, two) = (&machines[0], &machines[1]);
    grid.type_in(&[
        (&one.id, "note", "Ny skuffe"),
        (&one.id, "fuelConsumptionRate", "21,5"),
        (&two.id, "fuelType", "anleggsdiesel"),
        (&two.id, "fuelConsumptionRate", "17"),
    ])
    .await;
    let report = grid.fleet.save(None).await.unwrap();
    assert_eq!(outcomes(&report), [RowOutcome::Saved, RowOutcome::Saved]);
    let stored = grid.stored(&one.id).await;
    let mut wanted = one.clone();
    wanted.note = Some("Ny skuffe".to_owned());
    wanted.fuel_consumption_rate = Some(21.5);
    assert_eq!(stored, wanted);
    let patches = grid.asked("PATCH", "").await;
    let plain = patches.iter().filter(|one| !one.path.ends_with("/esg"));
    assert_eq!(
        (plain.count(), patches.len()),
        (1, 3),
        "fuel goes by its own call"
    );
    assert!(grid.fleet.pending().await.unwrap().is_empty());
    assert_eq!(
        *grid.row(&one.id).await.machine,
        wanted,
        "the grid shows it"
    );
    assert!(grid.restarted().await.pending().await.unwrap().is_empty());
    let cells = &row_of(&report, &one.id).cells;
    assert!(
        cells
            .iter()
            .any(|cell| cell.field == "note" && cell.old == json!(one.note))
    );
}

#[tokio::test]
async fn a_machine_is_moved_to_a_company_of_the_tree_and_not_out_of_it() {
    let grid = Grid::new().await;
    let machines = grid.open_machines(2).await;
    let subsidiary = grid.site.subsidiary();
    let edits = [
        (&machines[0].id, "companyId", subsidiary.as_str()),
        (&machines[1].id, "companyId", "somebody else's"),
    ];
    grid.type_in(&edits).await;
    let report = grid.fleet.save(None).await.unwrap();
    let row = |id| row_of(&report, id);
    assert_eq!(row(&machines[0].id).outcome, RowOutcome::Saved);
    assert_eq!(grid.stored(&machines[0].id).await.company_id, subsidiary);
    let refused = row(&machines[1].id).failure.as_ref().unwrap();
    assert_eq!(refused.kind, FailureKind::NotAllowed, "{refused}");
}

#[tokio::test]
async fn a_cell_that_somebody_else_changed_is_asked_about_and_either_answer_is_carried_out() {
    let grid = Grid::new().await;
    let machines = grid.open_machines(3).await;
    for machine in &machines {
        grid.type_in(&[
            (&machine.id, "note", "vår"),
            (&machine.id, "department", "Vei"),
        ])
        .await;
    }
    let theirs = json!({"note": "deres"});
    grid.somebody_else(&machines[0].id, theirs.clone()).await;
    grid.somebody_else(&machines[1].id, theirs).await;
    let report = grid.fleet.save(None).await.unwrap();
    assert_eq!(
        (
            count(&report, RowOutcome::Conflict),
            count(&report, RowOutcome::Saved)
        ),
        (2, 1)
    );
    let stored = grid.stored(&machines[0].id).await;
    assert_eq!(stored.note.as_deref(), Some("deres"));
    assert_eq!(
        stored.department, machines[0].department,
        "nothing of the row was sent"
    );
    let row = row_of(&report, &machines[0].id);
    let note = row.cells.iter().find(|cell| cell.field == "note").unwrap();
    assert_eq!(
        (&note.new, &note.theirs),
        (&json!("vår"), &Some(json!("deres")))
    );
    let pending = grid.fleet.pending().await.unwrap();
    let asked: Vec<_> = pending.iter().filter(|edit| edit.said.changed).collect();
    assert_eq!((asked.len(), pending.len()), (2, 4));
    assert!(asked.iter().all(|edit| edit.said.theirs == json!("deres")));
    assert!(grid.fleet.save(None).await.is_err(), "it waits for a word");
    let decide = |index: usize, keep_mine| Decision {
        cell: cell(&machines[index].id, "note"),
        keep_mine,
    };
    grid.fleet
        .decide(&[decide(0, true), decide(1, false)])
        .await
        .unwrap();
    let report = grid.fleet.save(None).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Saved), 2);
    let mine = grid.stored(&machines[0].id).await;
    assert_eq!(
        (mine.note.as_deref(), mine.department.as_deref()),
        (Some("vår"), Some("Vei"))
    );
    let theirs = grid.stored(&machines[1].id).await;
    assert_eq!(
        (theirs.note.as_deref(), theirs.department.as_deref()),
        (Some("deres"), Some("Vei"))
    );
}

#[tokio::test]
async fn a_machine_that_was_deleted_meanwhile_is_gone_and_its_edit_says_so() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(2).await;
    grid.type_in(&[(&ids[0], "note", "a"), (&ids[1], "note", "b")])
        .await;
    let client = &grid.site.connection.client;
    client.machines().delete(&ids[0]).await.unwrap();
    let report = grid.fleet.save(None).await.unwrap();
    assert_eq!(row_of(&report, &ids[0]).outcome, RowOutcome::Gone);
    assert_eq!(row_of(&report, &ids[1]).outcome, RowOutcome::Saved);
    let pending = grid.fleet.pending().await.unwrap();
    assert_eq!(pending.len(), 1);
    let failure = pending[0].said.failure.as_ref().unwrap();
    assert_eq!(failure.kind, FailureKind::NotFound);
    assert_eq!(grid.fleet.discard(None).await.unwrap().pending, 0);
}

#[tokio::test]
async fn many_machines_go_in_arrays_and_one_bad_item_stops_no_other() {
    let grid = Grid::new().await;
    let ids = grid.more_machines(120).await;
    let arrays = grid.asked("PUT", "/update/array").await.len();
    let edits: Vec<CellEdit> = ids
        .iter()
        .map(|id| CellEdit {
            cell: cell(id, "department"),
            input: text("Grunn"),
        })
        .collect();
    grid.fleet
        .edit(&edits, &Writing::of(Language::En))
        .await
        .unwrap();
    // The check of numbers is ours; another machine takes this one between check and save.
    grid.type_in(&[(&ids[7], "machineNumber", "Z-1")]).await;
    let company = grid.site.company();
    let taken = json!({"companyId": company, "machineNumber": "Z-1"});
    let client = &grid.site.connection.client;
    client
        .machines()
        .create(&serde_json::from_value(taken).unwrap())
        .await
        .unwrap();
    let report = grid.fleet.save(None).await.unwrap();
    assert_eq!(
        (
            count(&report, RowOutcome::Saved),
            count(&report, RowOutcome::Refused)
        ),
        (119, 1)
    );
    assert_eq!(grid.asked("PUT", "/update/array").await.len(), arrays + 3);
    assert_eq!(grid.asked("PATCH", "").await.len(), 0);
    let pending = grid.fleet.pending().await.unwrap();
    assert_eq!(pending.len(), 2, "the refused row stays pending");
    assert!(pending.iter().all(|edit| edit.said.failure.is_some()));
    assert_eq!(
        grid.stored(&ids[119]).await.department.as_deref(),
        Some("Grunn")
    );
}
