//! Imports taken back.

use std::path::PathBuf;

use fielddesk_core::bulk::BulkControl;
use fielddesk_core::import::{self, Plan, Resource, RevertOutcome, RevertReport};
use fielddesk_core::machines::{self, MachineQuery};
use fielddesk_core::{FailureKind, users};
use fielddesk_rules::fields::USER_FIELDS;

use super::{Fleet, values};

async fn apply(fleet: &Fleet, plan: &Plan) -> PathBuf {
    let path = fleet.path("back.json");
    let report = fleet.apply_noting(plan, Some(path.clone())).await.unwrap();
    assert_eq!(report.revert_file, Some(path.clone()));
    path
}

async fn revert(fleet: &Fleet, path: PathBuf) -> RevertReport {
    import::revert(&fleet.connection, path, &BulkControl::default())
        .await
        .unwrap()
}

#[tokio::test]
async fn old_values_come_back_and_what_cannot_be_emptied_is_said() {
    let fleet = Fleet::new().await;
    for sets in [
        vec!["machineNumber=R-1", "name=Før", "hourMeter=10"],
        vec!["machineNumber=R-2", "hourMeter=20"],
        vec!["machineNumber=R-3", "hourMeter=30"],
    ] {
        fleet.create(&sets).await;
    }
    let text = "Nummer;Navn;Timer;Vekt;Notat;Drivstoff\n\
        R-1;Etter;11;500;Ny;diesel\n\
        R-2;;22;;;\n\
        R-3;;33;;;\n\
        R-4;Ny;1;;;el\n";
    let plan = fleet.plan_text(text).await;
    let path = apply(&fleet, &plan).await;
    let after = fleet.machine("R-1").await;
    assert_eq!(
        (after.name.as_deref(), after.weight),
        (Some("Etter"), Some(500.0))
    );
    fleet.update("R-2", &["hourMeter=99"]).await;
    let report = revert(&fleet, path.clone()).await;
    let RevertOutcome::Restored { fields } = &report.rows[0].outcome else {
        panic!("{report:?}")
    };
    assert_eq!(fields, &["hourMeter", "name", "note"]);
    let kept: Vec<&str> = report.rows[0]
        .kept
        .iter()
        .map(|cell| cell.field.as_str())
        .collect();
    assert_eq!(kept, ["fuelType", "weight"], "{report:?}");
    assert!(report.rows[0].kept[1].why.contains("cannot be emptied"));
    assert!(
        report.rows[1].kept[0]
            .why
            .contains("changed by someone else"),
        "{report:?}"
    );
    assert_eq!(report.rows[1].outcome, RevertOutcome::Nothing);
    let RevertOutcome::Deleted { record } = &report.rows[3].outcome else {
        panic!("{report:?}")
    };
    assert_eq!(
        (&record["machineNumber"], &record["name"]),
        (&"R-4".into(), &"Ny".into())
    );
    let back = fleet.machine("R-1").await;
    assert_eq!(
        (back.name.as_deref(), back.hour_meter),
        (Some("Før"), Some(10.0))
    );
    assert!(back.note.unwrap_or_default().is_empty());
    assert_eq!(
        (back.weight, fleet.machine("R-2").await.hour_meter),
        (Some(500.0), Some(99.0))
    );
    assert_eq!(fleet.machine("R-3").await.hour_meter, Some(30.0));
    let gone = machines::find(&fleet.connection, "R-4", None, MachineQuery::default()).await;
    assert_eq!(gone.unwrap_err().kind, FailureKind::NotFound);
    let again = revert(&fleet, path).await;
    let settled = |row: &import::RevertedRow| row.outcome == RevertOutcome::Nothing;
    assert!(
        again.rows.iter().all(settled),
        "a second time does nothing: {again:?}"
    );
}

/// A revert of new machines or users of which the first got a value in a field that the file
/// did not have.
async fn filled_in(fleet: &Fleet, resource: Resource, text: &str, fill: &[&str]) -> RevertReport {
    let path = fleet.file("list.csv", text);
    let options = import::ImportOptions::default();
    let plan = fleet.plan_of(resource, path, options).await.unwrap();
    let path = apply(fleet, &plan).await;
    let connection = &fleet.connection;
    match resource {
        Resource::Machines => fleet.update("R-1", fill).await,
        Resource::Users => {
            let value = values(USER_FIELDS, fill);
            users::update(connection, "R-1", None, &value)
                .await
                .unwrap();
        }
    }
    let report = revert(fleet, path.clone()).await;
    let copies = std::fs::read_to_string(path).unwrap();
    assert!(copies.contains("\"deleted\""), "{copies}");
    report
}

#[tokio::test]
async fn a_created_record_that_others_filled_in_stays_and_the_others_leave_a_copy() {
    for (resource, text, fill) in [
        (
            Resource::Machines,
            "Nummer;Navn\nR-1;En\nR-2;To\n",
            ["note=Fylt ut", "weight=12"],
        ),
        (
            Resource::Users,
            "employeeNumber;firstName;lastName;mobileWork;birthDate;employmentStartDate\n\
             R-1;Kari;Ås;+4799900021;01.02.1990;01.01.2020\n\
             R-2;Ola;Bø;+4799900022;01.02.1991;01.01.2020\n",
            ["workTitle=Fylt ut", "department=12"],
        ),
    ] {
        let fleet = Fleet::new().await;
        let report = filled_in(&fleet, resource, text, &fill).await;
        let RevertOutcome::Kept { why, failure } = &report.rows[0].outcome else {
            panic!("{report:?}")
        };
        assert!(why.contains("changed by someone else"), "{why}");
        assert_eq!(failure.kind, FailureKind::Conflict);
        let mut kept: Vec<&str> = report.rows[0]
            .kept
            .iter()
            .map(|cell| cell.field.as_str())
            .collect();
        kept.sort_unstable();
        let mut filled = fill.map(|set| set.split_once('=').unwrap().0);
        filled.sort_unstable();
        assert_eq!(kept, filled);
        let RevertOutcome::Deleted { record } = &report.rows[1].outcome else {
            panic!("{report:?}")
        };
        assert!(record.values().any(|value| value == "R-2"), "{record:?}");
    }
}

#[tokio::test]
async fn a_record_of_a_file_that_does_not_say_how_it_was_stored_is_compared_too() {
    let fleet = Fleet::new().await;
    let list = fleet.file("list.csv", "Nummer;Navn\nR-1;En\nR-2;To\n");
    let plan = fleet.plan(list).await.unwrap();
    let path = apply(&fleet, &plan).await;
    // As it is where an import was killed, or an earlier version did it.
    let text = std::fs::read_to_string(&path).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    for created in file["created"].as_array_mut().unwrap() {
        assert!(created.as_object_mut().unwrap().remove("stored").is_some());
    }
    std::fs::write(&path, file.to_string()).unwrap();
    fleet.update("R-1", &["note=Fylt ut"]).await;
    let report = revert(&fleet, path).await;
    assert!(matches!(report.rows[0].outcome, RevertOutcome::Kept { .. }));
    assert!(matches!(
        report.rows[1].outcome,
        RevertOutcome::Deleted { .. }
    ));
}

#[tokio::test]
async fn an_import_does_not_begin_where_it_could_not_be_taken_back() {
    let fleet = Fleet::new().await;
    let plan = fleet.plan_text("Nummer\nR-1\n").await;
    let nowhere = fleet.path("no such folder").join("back.json");
    let failure = fleet.apply_noting(&plan, Some(nowhere)).await;
    assert_eq!(failure.unwrap_err().kind, FailureKind::FileVanished);
    assert_eq!(fleet.requests("POST", "create/array").await, 0);
}

#[tokio::test]
async fn only_our_own_files_of_the_same_service_take_anything_back() {
    let fleet = Fleet::new().await;
    let plan = fleet.plan_text("Nummer\nR-1\n").await;
    let path = apply(&fleet, &plan).await;
    let other = Fleet::new().await;
    let following = BulkControl::default();
    let failure = import::revert(&other.connection, path.clone(), &following)
        .await
        .unwrap_err();
    assert!(
        failure.message.contains("The import was done on"),
        "{failure}"
    );
    let odd = fleet.file("odd.json", "{}");
    let failure = import::revert(&fleet.connection, odd, &following)
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Refused);
    let text = std::fs::read_to_string(path).unwrap();
    assert!(
        text.contains("\"created\"") && text.contains("R-1"),
        "it is readable: {text}"
    );
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn nothing_is_deleted_where_no_copy_of_it_can_be_kept() {
    use std::io::Write as _;
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

    let fleet = Fleet::new().await;
    let plan = fleet.plan_text("Nummer;Navn\nR-1;En\n").await;
    // A file that can be read and not be written, whatever the rights of the tests are.
    let text = std::fs::read(apply(&fleet, &plan).await).unwrap();
    let sealed = memfd_create("revert", MemfdFlags::ALLOW_SEALING).unwrap();
    let mut sealed = std::fs::File::from(sealed);
    sealed.write_all(&text).unwrap();
    fcntl_add_seals(
        &sealed,
        SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW,
    )
    .unwrap();
    let path = PathBuf::from(format!("/proc/self/fd/{}", sealed.as_raw_fd()));
    let following = BulkControl::default();
    let reverted = import::revert(&fleet.connection, path, &following).await;
    assert!(reverted.is_err(), "{reverted:?}");
    assert_eq!(fleet.machine("R-1").await.name.as_deref(), Some("En"));
}
