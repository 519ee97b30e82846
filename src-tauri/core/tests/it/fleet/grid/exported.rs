//! A workbook that was exported here, edited, and imported after a colleague changed the same
//! machines.

use std::io::{Cursor, Read as _, Write as _};

use chrono::TimeDelta;
use fielddesk_core::bulk::BulkControl;
use fielddesk_core::export::{ExportBases, ExportOptions, FileKind};
use fielddesk_core::import::{
    self, Action, FileValues, ImportOptions, ImportShow, PlannedRow, Resource,
};
use fielddesk_model::{Machine, MachineId};
use fielddesk_rules::language::Language;
use serde_json::json;

use super::{Grid, Imported};
use crate::support::connection;

/// Columns whose cells are written as words, days and numbers.
const FIELDS: [&str; 8] = [
    "machineNumber",
    "name",
    "note",
    "weight",
    "typeId",
    "blockCheckIn",
    "serviceDate",
    "responsibleEmployeeNumber",
];

async fn exported(grid: &Grid, machines: &[Machine], language: Option<Language>) -> Vec<u8> {
    let ids: Vec<MachineId> = machines.iter().map(|one| one.id.clone()).collect();
    let fields = FIELDS.map(str::to_owned);
    let options = ExportOptions {
        kind: FileKind::Xlsx,
        language,
        raw: false,
    };
    grid.fleet.export(&ids, &fields, options).await.unwrap().0
}

/// The workbook after a person wrote other texts into cells; all else stays as it is.
fn edited(workbook: &[u8], cells: &[(&str, &str)]) -> Vec<u8> {
    let mut parts = zip::ZipArchive::new(Cursor::new(workbook)).unwrap();
    let mut saved = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..parts.len() {
        let mut part = parts.by_index(at).unwrap();
        let name = part.name().unwrap().into_owned();
        let mut content = Vec::new();
        part.read_to_end(&mut content).unwrap();
        if name == "xl/worksheets/sheet1.xml" {
            let mut xml = String::from_utf8(content).unwrap();
            for (old, new) in cells {
                let (old, new) = (format!(">{old}<"), format!(">{new}<"));
                assert!(xml.contains(&old), "{old} is in no cell");
                xml = xml.replace(&old, &new);
            }
            content = xml.into_bytes();
        }
        let options = zip::write::SimpleFileOptions::default();
        saved.start_file(name, options).unwrap();
        saved.write_all(&content).unwrap();
    }
    saved.finish().unwrap().into_inner()
}

/// Machines whose notes can be told apart, as the grid has them.
async fn noted(grid: &Grid, count: usize) -> Vec<Machine> {
    let mut machines = grid.open_machines(count).await;
    for (at, machine) in machines.iter_mut().enumerate() {
        let note = format!("note {at}");
        let values = json!({"note": note, "weight": 700 + at});
        grid.somebody_else(&machine.id, values).await;
    }
    grid.fleet.refresh().await.unwrap();
    machines
}

fn changed(row: &PlannedRow) -> Vec<&str> {
    match &row.action {
        Action::Update { cells, .. } => cells.iter().map(|cell| &*cell.field).collect(),
        _ => Vec::new(),
    }
}

fn since(row: &PlannedRow) -> Vec<(&str, String)> {
    let cells = row.changed_since.iter().flat_map(|since| &since.cells);
    cells
        .map(|cell| {
            let change = &cell.change;
            let words = format!("{} {} {}", cell.exported, change.old, change.new);
            (&*change.field, words.replace('"', ""))
        })
        .collect()
}

#[tokio::test]
async fn an_untouched_export_changes_nothing_whatever_a_colleague_did() {
    let grid = Grid::new().await;
    let company = grid.site.company();
    let rows = grid.rows().await.into_iter();
    let own = rows.filter(|row| row.machine.company_id == company);
    let machines: Vec<Machine> = own.map(|row| (*row.machine).clone()).collect();
    let types = grid.fleet.types().await.unwrap();
    for language in [None, Some(Language::En), Some(Language::Nb)] {
        let workbook = exported(&grid, &machines, language).await;
        let mut others = 0;
        for machine in machines.iter().filter(|one| !one.is_equipment).take(12) {
            let kind = types
                .iter()
                .find(|one| Some(&one.type_id) != machine.type_id.as_ref());
            let now = grid.stored(&machine.id).await;
            let theirs = json!({
                "name": format!("{} b", now.name.unwrap_or_default()),
                "weight": now.weight.unwrap_or_default() + 1.0,
                "blockCheckIn": !now.block_check_in,
                "serviceDate": "2026-11-20T10:15:00Z",
                "typeId": kind.unwrap().type_id,
            });
            grid.somebody_else(&machine.id, theirs).await;
            others += 1;
        }
        assert_eq!(others, 12);
        let imported = Imported::new(&grid, "edited.xlsx", &workbook).await;
        let totals = imported.plan.totals;
        assert_eq!(
            (totals.unchanged, totals.changed_since, totals.bad),
            (machines.len() as u64, 0, 0),
            "{language:?} {totals:?} {:?}",
            imported.rows(ImportShow::Bad).first()
        );
        assert!(imported.plan.exported_at.is_some());
    }
}

#[tokio::test]
async fn a_machine_of_another_company_is_the_one_that_was_exported() {
    let grid = Grid::new().await;
    let company = grid.site.company();
    let rows = grid.rows().await.into_iter();
    let all: Vec<Machine> = rows.map(|row| (*row.machine).clone()).collect();
    let numbered = |number: &str| {
        all.iter()
            .filter(|one| one.machine_number == number)
            .count()
    };
    let others = all
        .iter()
        .filter(|one| one.company_id != company && numbered(&one.machine_number) == 1);
    let others: Vec<Machine> = others.cloned().collect();
    let note = json!({"note": "note 0"});
    grid.somebody_else(&others[0].id, note).await;
    grid.fleet.refresh().await.unwrap();
    let workbook = exported(&grid, &others, Some(Language::Nb)).await;
    let imported = Imported::new(&grid, "edited.xlsx", &workbook).await;
    let bad = imported.rows(ImportShow::Bad);
    let unchanged = imported.plan.totals.unchanged;
    assert_eq!(unchanged, others.len() as u64, "{:?}", bad.first());
    let workbook = edited(&workbook, &[("note 0", "mine")]);
    let imported = Imported::new(&grid, "edited.xlsx", &workbook).await;
    let updates = imported.rows(ImportShow::Update);
    assert_eq!(updates.iter().map(changed).collect::<Vec<_>>(), [["note"]]);
    assert_eq!(imported.apply(&grid, &FileValues::default()).await, 1);
    let stored = grid.stored(&others[0].id).await;
    assert_eq!(stored.note.as_deref(), Some("mine"));
}

#[tokio::test]
async fn what_both_changed_stays_as_the_service_has_it_until_the_file_is_chosen() {
    let grid = Grid::new().await;
    let machines = noted(&grid, 4).await;
    let workbook = exported(&grid, &machines, Some(Language::Nb)).await;
    for (at, theirs) in [
        (0, json!({"note": "theirs", "weight": 9_000})),
        (1, json!({"note": "theirs"})),
        (3, json!({"note": "same"})),
    ] {
        grid.somebody_else(&machines[at].id, theirs).await;
    }
    let workbook = edited(
        &workbook,
        &[
            ("note 0", "mine 0"),
            ("note 1", "mine 1"),
            ("701", "801"),
            ("note 2", "mine 2"),
            ("note 3", "same"),
        ],
    );
    let imported = Imported::new(&grid, "edited.xlsx", &workbook).await;
    let rows = imported.rows(ImportShow::All);
    let found: Vec<_> = rows.iter().map(|row| (changed(row), since(row))).collect();
    assert_eq!(
        found,
        [
            (vec![], vec![("note", "note 0 theirs mine 0".to_owned())]),
            (
                vec!["weight"],
                vec![("note", "note 1 theirs mine 1".to_owned())]
            ),
            (vec!["note"], vec![]),
            (vec![], vec![]),
        ]
    );
    let totals = imported.plan.totals;
    assert_eq!((totals.update, totals.unchanged), (2, 2));
    assert_eq!((totals.changed_since, totals.only_changed_since), (2, 1));
    assert_eq!(imported.rows(ImportShow::ChangedSince).len(), 2);
    assert_eq!(imported.rows(ImportShow::Unchanged).len(), 1);

    assert_eq!(imported.apply(&grid, &FileValues::default()).await, 2);
    let notes = |at: usize| grid.stored(&machines[at].id);
    assert_eq!(notes(0).await.note.as_deref(), Some("theirs"));
    assert_eq!(notes(1).await.note.as_deref(), Some("theirs"));
    assert_eq!(notes(1).await.weight, Some(801.0));
    assert_eq!(notes(2).await.note.as_deref(), Some("mine 2"));

    let imported = Imported::new(&grid, "edited.xlsx", &workbook).await;
    let first = FileValues {
        all: true,
        except: [3].into(),
    };
    assert_eq!(imported.apply(&grid, &first).await, 1);
    assert_eq!(notes(0).await.note.as_deref(), Some("mine 0"));
    assert_eq!(notes(0).await.weight, Some(9_000.0), "nobody touched it");
    assert_eq!(notes(1).await.note.as_deref(), Some("theirs"));
}

#[tokio::test]
async fn a_cell_can_be_set_back_after_an_import_and_imported_again_after_an_undo() {
    let grid = Grid::new().await;
    let machines = noted(&grid, 1).await;
    let workbook = exported(&grid, &machines, Some(Language::En)).await;
    let mine = edited(&workbook, &[("note 0", "mine")]);
    let note = || grid.stored(&machines[0].id);

    let first = Imported::new(&grid, "edited.xlsx", &mine).await;
    let report = first
        .imports
        .apply(&grid.fleet, &first.plan.plan_id, &FileValues::default())
        .await
        .unwrap();
    assert_eq!(note().await.note.as_deref(), Some("mine"));
    grid.fleet.revert(report.batch.id).await.unwrap();
    assert_eq!(note().await.note.as_deref(), Some("note 0"));
    let again = Imported::new(&grid, "edited.xlsx", &mine).await;
    assert_eq!(again.apply(&grid, &FileValues::default()).await, 1);
    assert_eq!(note().await.note.as_deref(), Some("mine"));
    let back = Imported::new(&grid, "edited.xlsx", &workbook).await;
    assert_eq!(back.apply(&grid, &FileValues::default()).await, 1);
    assert_eq!(note().await.note.as_deref(), Some("note 0"));
}

#[tokio::test]
async fn a_file_is_as_any_other_where_its_export_is_not_known() {
    let grid = Grid::new().await;
    let machines = noted(&grid, 1).await;
    let workbook = exported(&grid, &machines, Some(Language::En)).await;
    let theirs = json!({"note": "theirs"});
    grid.somebody_else(&machines[0].id, theirs).await;
    let known = Imported::new(&grid, "edited.xlsx", &workbook).await;
    assert_eq!(known.plan.totals.update, 0);

    let path = grid.site.file("other.xlsx", &workbook);
    let other_computer = grid.site.plan(path.clone()).await.unwrap();
    let service = &grid.site.service;
    let other = connection(service, &service.clients().standard);
    let bases = ExportBases::new(&other, &grid.database().await);
    let following = BulkControl::default();
    let other_connection = import::plan(
        &grid.site.connection,
        Resource::Machines,
        path,
        ImportOptions::default(),
        Some(&bases),
        &following,
    );
    for plan in [other_computer, other_connection.await.unwrap()] {
        assert_eq!((plan.totals.update, plan.exported_at), (1, None));
    }
    grid.clock.advance(TimeDelta::days(91));
    let old = Imported::new(&grid, "edited.xlsx", &workbook).await;
    assert_eq!((old.plan.totals.update, old.plan.exported_at), (1, None));
}

#[tokio::test]
async fn the_newest_exports_are_remembered_and_hold_no_values_in_the_file() {
    let grid = Grid::new().await;
    let machines = noted(&grid, 1).await;
    let first = exported(&grid, &machines, Some(Language::En)).await;
    let mut parts = zip::ZipArchive::new(Cursor::new(&first)).unwrap();
    let mut found = 0;
    for at in 0..parts.len() {
        let mut text = String::new();
        parts
            .by_index(at)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        found += text.matches("note 0").count();
    }
    assert_eq!(found, 1, "the cell alone");
    for _ in 0..50 {
        exported(&grid, &machines, None).await;
    }
    let kept: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM exports")
        .fetch_one(grid.database().await.pool())
        .await
        .unwrap();
    assert_eq!(kept, 50);
    let forgotten = Imported::new(&grid, "edited.xlsx", &first).await;
    assert_eq!(forgotten.plan.exported_at, None);
}
