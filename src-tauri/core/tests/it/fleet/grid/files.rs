//! Files into the grid and out of it.

use fielddesk_core::export::{ExportOptions, FileKind};
use fielddesk_core::fleet::RowOutcome;
use fielddesk_core::import::{Action, FileValues, ImportOptions, Repair, Resource};
use fielddesk_core::import::{ImportShow, Imports, PlannedRow};
use fielddesk_model::MachineId;
use fielddesk_rules::fields::ProblemCode as Code;
use fielddesk_rules::language::Language;

use super::{Grid, Imported, count};

#[tokio::test]
async fn a_file_with_bad_rows_is_mended_imported_and_taken_back() {
    let grid = Grid::new().await;
    let machines = grid.open_machines(3).await;
    let number = |index: usize| machines[index].machine_number.clone();
    let csv = format!(
        "Nummer;Navn;Vekt\n{};Ny A;12,5\n{};Ny B;tung\nNY-1;Ny C;3\n{};Ny D;mye\n",
        number(0),
        number(1),
        number(2)
    );
    let imports = Imports::default();
    let file = imports.add(grid.site.file("liste.csv", csv));
    assert_eq!(file.name, "liste.csv");
    let look = imports
        .look(Resource::Machines, &file.file_id, ImportOptions::default())
        .await
        .unwrap();
    assert_eq!(look.columns[2].field.as_deref(), Some("weight"));
    let planned = imports
        .plan(&grid.fleet, &file.file_id, ImportOptions::default())
        .await
        .unwrap();
    let totals = planned.totals;
    assert_eq!((totals.rows, totals.create, totals.update), (4, 1, 1));
    let bad = imports
        .rows(&planned.plan_id, ImportShow::Bad, 0, 10)
        .unwrap();
    assert_eq!(bad.iter().map(|row| row.row).collect::<Vec<_>>(), [3, 5]);
    assert_eq!(
        imports
            .rows(&planned.plan_id, ImportShow::All, 1, 2)
            .unwrap()
            .len(),
        2
    );
    let (fix, rows) = imports.bad_rows(&planned.plan_id).await.unwrap();
    let fix = String::from_utf8(fix).unwrap();
    assert_eq!(rows, 2);
    assert!(
        fix.starts_with("\u{feff}Nummer;Navn;Vekt;What is wrong\n"),
        "{fix}"
    );
    assert!(fix.contains("Ny B") && !fix.contains("Ny A"), "{fix}");
    let mended = ImportOptions {
        repairs: vec![
            Repair {
                row: 3,
                field: Some("weight".to_owned()),
                text: Some("14".to_owned()),
            },
            Repair {
                row: 5,
                field: Some("weight".to_owned()),
                text: None,
            },
        ],
        ..ImportOptions::default()
    };
    let planned = imports
        .plan(&grid.fleet, &file.file_id, mended)
        .await
        .unwrap();
    assert_eq!(planned.totals.bad, 0);
    assert!(
        grid.asked("PATCH", "").await.is_empty(),
        "nothing was changed yet"
    );
    let report = imports
        .apply(&grid.fleet, &planned.plan_id, &FileValues::default())
        .await
        .unwrap();
    assert_eq!(count(&report, RowOutcome::Saved), 4);
    assert_eq!(report.batch.message.as_deref(), Some("liste.csv"));
    let stored = grid.stored(&machines[1].id).await;
    assert_eq!(
        (stored.name.as_deref(), stored.weight),
        (Some("Ny B"), Some(14.0))
    );
    let stored = grid.stored(&machines[2].id).await;
    assert_eq!(
        (stored.name.as_deref(), stored.weight),
        (Some("Ny D"), machines[2].weight)
    );
    assert!(grid.has("NY-1").await);
    let back = grid.fleet.revert(report.batch.id).await.unwrap();
    assert!(
        back.rows.iter().all(|row| row.outcome == RowOutcome::Saved),
        "{back:?}"
    );
    assert_eq!(grid.stored(&machines[2].id).await.name, machines[2].name);
    assert!(!grid.has("NY-1").await);
    imports.discard(&planned.plan_id);
    assert!(
        imports
            .rows(&planned.plan_id, ImportShow::All, 0, 1)
            .is_err()
    );
}

#[tokio::test]
async fn the_rows_shown_are_exported_in_their_order_with_their_columns_and_read_back() {
    let grid = Grid::new().await;
    let mut machines = grid.open_machines(3).await;
    machines.reverse();
    let ids: Vec<MachineId> = machines.iter().map(|one| one.id.clone()).collect();
    let fields = ["machineNumber", "weight", "fuelType"].map(str::to_owned);
    let options = ExportOptions {
        language: Some(Language::En),
        ..ExportOptions::default()
    };
    let (bytes, rows) = grid.fleet.export(&ids, &fields, options).await.unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(rows, 3);
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines[0], "Number,Weight,Fuel type");
    for (line, machine) in lines[1..].iter().zip(&machines) {
        assert!(line.starts_with(&machine.machine_number), "{line}");
    }
    let options = ExportOptions {
        kind: FileKind::Xlsx,
        ..options
    };
    let (bytes, _) = grid.fleet.export(&ids, &fields, options).await.unwrap();
    let rows = Imported::new(&grid, "shown.xlsx", bytes).await;
    let rows = rows.rows(ImportShow::All);
    let unchanged = |row: &PlannedRow| row.action == Action::Unchanged;
    assert!(rows.iter().all(unchanged), "{rows:?}");
    let unknown = ["wheels".to_owned()];
    assert!(grid.fleet.export(&ids, &unknown, options).await.is_err());
}

#[tokio::test]
async fn a_file_may_not_hold_what_a_cell_may_not() {
    let grid = Grid::new().await;
    let machine = grid.open_machines(1).await.remove(0);
    let (long, longer) = ("9".repeat(201), "x".repeat(10_001));
    let refused = [
        ("weight", "-1", Code::Negative),
        ("capacity", "-2,5", Code::Negative),
        ("hourMeter", "-3", Code::Negative),
        ("fuelConsumptionRate", "-0,1", Code::Negative),
        ("buildYear", "1066", Code::UnbelievableYear),
        ("serviceDate", "01.01.1900", Code::UnbelievableDate),
        ("serviceDate", "i går", Code::NotDate),
        ("hourMeter", "4 15O", Code::NotNumber),
        ("fuelType", "kull", Code::NotChoice),
        ("machineNumber", &long, Code::TooLong),
        ("note", &longer, Code::TooLong),
        ("typeId", "Romskip", Code::UnknownType),
        ("responsibleEmployeeNumber", "999999", Code::UnknownPerson),
    ];
    for (field, text, code) in refused {
        let typed = grid.type_in(&[(&machine.id, field, text)]).await;
        let problem = typed.cells[0].said.problem.as_ref().unwrap();
        assert_eq!(problem.code, code, "{field} {text} in the grid");
        let csv = match field {
            "machineNumber" => format!("machineNumber;note\n{text};-\n"),
            field => format!("machineNumber;{field}\n{};{text}\n", machine.machine_number),
        };
        let imported = Imported::new(&grid, "list.csv", csv).await;
        let rows = imported.rows(ImportShow::All);
        let Action::Bad { reasons } = &rows[0].action else {
            panic!("{field} {text} is taken: {rows:?}")
        };
        let codes: Vec<Code> = reasons.iter().map(|reason| reason.problem.code).collect();
        assert_eq!(codes, [code], "{field} {text} in a file");
        assert_eq!(reasons[0].field.as_deref(), Some(field));
        assert_eq!(reasons[0].problem.params, problem.params, "{field} {text}");
    }
    // The specification sets no bounds for prices, and a discount may be below zero.
    let typed = grid.type_in(&[(&machine.id, "price", "-10")]).await;
    assert!(typed.cells[0].said.problem.is_none());
}

#[tokio::test]
async fn hour_meters_that_go_down_are_counted_and_shown_together() {
    let grid = Grid::new().await;
    let machines = grid.open_machines(3).await;
    let metered = machines.iter().filter(|one| one.hour_meter.is_some());
    let [one, other, ..] = metered.collect::<Vec<_>>()[..] else {
        panic!("two have an hour meter");
    };
    let csv = format!(
        "Number;Hour meter\n{};0.5\n{};999999\n",
        one.machine_number, other.machine_number
    );
    let imported = Imported::new(&grid, "timer.csv", csv).await;
    let totals = imported.plan.totals;
    assert_eq!((totals.update, totals.falls), (2, 1));
    let rows = imported.rows(ImportShow::Falls);
    let falling: Vec<_> = rows.iter().map(|row| (row.row, row.falls())).collect();
    assert_eq!(falling, [(2, vec!["hourMeter"])]);
}
