//! Plans carried out: outcomes, conflicts, faults in the middle, users.

use std::fmt::Write as _;

use fielddesk_core::bulk::BulkControl;
use fielddesk_core::import::{self, FileValues, Outcome};

use fielddesk_model::{FuelConsumptionUnit, FuelType};
use serde_json::json;

use super::Fleet;

/// A file of new machines.
fn new_machines(count: usize) -> String {
    let mut text = "Nummer;Navn;Aktiv;Timer\n".to_owned();
    for index in 0..count {
        writeln!(text, "NEW-{index};Dumper {index};ja;{index}").unwrap();
    }
    text
}

#[tokio::test]
async fn good_rows_are_applied_beside_bad_ones_and_a_second_import_changes_nothing() {
    let fleet = Fleet::new().await;
    let own = fleet.machines().await;
    let [a, b] = [0, 1].map(|i| own[i].machine_number.clone());
    let text = format!(
        "Nummer;Navn;Timer;Forbruk;Enhet;Drivstoff\n\
         NY-1;Ny dumper;12,5;18,3;L/time;anleggsdiesel\n\
         {a};;77001;;;\n\
         {b};;;9,75;L/time;diesel\n\
         NY-2;;mange;;;\n"
    );
    let path = fleet.file("list.csv", text);
    let plan = fleet.plan(path.clone()).await.unwrap();
    let report = fleet.apply(&plan).await;
    let totals = report.totals;
    assert_eq!(
        (totals.created, totals.updated, report.rows.len()),
        (1, 2, 3),
        "{report:?}"
    );
    let new = fleet.machine("NY-1").await;
    assert_eq!(new.name.as_deref(), Some("Ny dumper"));
    assert_eq!(new.fuel_type, Some(FuelType::DyedDiesel));
    assert_eq!(
        new.fuel_consumption_unit,
        Some(FuelConsumptionUnit::LitresPerHour)
    );
    let changed = fleet.machine(&a).await;
    assert_eq!(changed.hour_meter, Some(77001.0));
    assert_eq!(
        (changed.name, changed.note),
        (own[0].name.clone(), own[0].note.clone())
    );
    assert_eq!(fleet.machine(&b).await.fuel_consumption_rate, Some(9.75));
    let again = fleet.plan(path).await.unwrap();
    let totals = again.totals;
    assert_eq!(
        (totals.unchanged, totals.bad, totals.create + totals.update),
        (3, 1, 0)
    );
}

#[tokio::test]
async fn a_cell_that_changed_since_the_plan_is_left_alone_and_said() {
    let fleet = Fleet::new().await;
    let own = fleet.machines().await;
    let [a, b, c] = [0, 1, 2].map(|i| own[i].machine_number.clone());
    let text = format!("Nummer;Timer;Notat\n{a};77001;Ny\n{b};77002;\n{c};77003;\nNY-1;;Ny\n");
    let plan = fleet.plan_text(text).await;
    // Somebody else is faster: another value, the same value, the same number.
    for (number, set) in [(&a, "hourMeter=5"), (&b, "hourMeter=77002")] {
        fleet.update(number, &[set]).await;
    }
    fleet.create(&["machineNumber=NY-1"]).await;
    let report = fleet.apply(&plan).await;
    let Outcome::Conflict { cells, .. } = &report.rows[0].outcome else {
        panic!("{report:?}")
    };
    assert_eq!(cells.len(), 1);
    assert_eq!(cells[0].found, json!(5.0));
    assert_eq!(report.rows[1].outcome, Outcome::Already);
    assert!(matches!(report.rows[2].outcome, Outcome::Updated { .. }));
    assert!(matches!(report.rows[3].outcome, Outcome::Conflict { .. }));
    let untouched = fleet.machine(&a).await;
    assert_eq!(
        (untouched.hour_meter, untouched.note),
        (Some(5.0), own[0].note.clone())
    );
    assert_eq!(fleet.machine("NY-1").await.note, None);
}

#[tokio::test]
async fn an_array_that_fails_keeps_no_other_from_being_sent() {
    let fleet = Fleet::new().await;
    let plan = fleet.plan_text(new_machines(450)).await;
    fleet
        .fault(json!({"method": "POST", "pathPrefix": "/test/core/api/v4/integration/machines/create/array",
            "times": 1, "skip": 1, "action": {"status": 400, "body": {"error": "No", "message": "Not these."}}}))
        .await;
    let following = BulkControl::default();
    let report = import::apply(
        &fleet.connection,
        &plan,
        &FileValues::default(),
        None,
        None,
        &following,
    )
    .await
    .unwrap();
    assert_eq!((report.totals.created, report.totals.failed), (250, 200));
    let Outcome::Failed { failure } = &report.rows[250].outcome else {
        panic!("{report:?}")
    };
    assert!(failure.message.contains("Not these."), "{failure}");
    assert_eq!(
        (
            following.progress.borrow().done,
            following.progress.borrow().total
        ),
        (450, 450)
    );
    assert_eq!(
        fleet.machine("NEW-449").await.name.as_deref(),
        Some("Dumper 449")
    );
}

#[tokio::test]
async fn a_network_that_is_gone_leaves_unknown_what_nobody_can_tell() {
    let fleet = Fleet::new().await;
    let own = fleet.machines().await;
    let number = &own[0].machine_number;
    let plan = fleet
        .plan(fleet.file("list.csv", format!("Nummer;Timer\n{number};77001\n")))
        .await;
    let plan = plan.unwrap();
    // From here on the connection breaks after each change, and nothing can be read.
    fleet
        .fault(json!({"method": "PUT", "pathPrefix": "/test/core/", "times": 1000, "action": {"resetAfterCommit": true}}))
        .await;
    fleet
        .fault(json!({"method": "GET", "pathPrefix": "/test/core/", "times": 1000, "skip": 1, "action": {"resetBeforeBody": true}}))
        .await;
    let impatient = fielddesk_core::connection::Connection {
        client: fleet.connection.client.single_attempt(),
        ..fleet.connection.clone()
    };
    let report = import::apply(
        &impatient,
        &plan,
        &FileValues::default(),
        None,
        None,
        &BulkControl::default(),
    )
    .await
    .unwrap();
    assert_eq!(report.totals.unknown, 1, "{report:?}");
}
