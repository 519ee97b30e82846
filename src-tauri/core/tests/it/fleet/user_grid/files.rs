//! Files of users: in, with undo, and out.

use fielddesk_core::import::{Action, FileValues, ImportOptions, ImportShow, Imports, Resource};
use fielddesk_core::records::BatchKind;
use fielddesk_rules::fields::ProblemCode as Code;

use super::{Grid, id};

#[tokio::test]
async fn a_file_of_users_is_planned_imported_and_taken_back() {
    let grid = Grid::new().await;
    let [one, other] = grid.some(2).await.try_into().unwrap();
    let csv = format!(
        "employeeNumber;firstName;lastName;mobileWork;birthDate;employmentStartDate;workTitle\n\
         {};;;;;;Formann\n{};;;912 34 567;;;Fører\n\
         N-5;Ola;Ny;+47 999 55 555;01.02.1991;2021-03-04;Lærling\n",
        one.employee_number, other.employee_number
    );
    let imports = Imports::default();
    let file = imports.add(grid.site.file("folk.csv", csv));
    let options = ImportOptions {
        company: Some(grid.site.company()),
        ..ImportOptions::default()
    };
    let look = imports.look(Resource::Users, &file.file_id, options.clone());
    assert_eq!(
        look.await.unwrap().columns[6].field.as_deref(),
        Some("workTitle")
    );
    let planned = imports
        .plan(&grid.users, &file.file_id, options)
        .await
        .unwrap();
    let totals = planned.totals;
    assert_eq!((totals.create, totals.update, totals.bad), (1, 1, 1));
    let bad = imports
        .rows(&planned.plan_id, ImportShow::Bad, 0, 9)
        .unwrap();
    let Action::Bad { reasons } = &bad[0].action else {
        panic!("a local phone number is none to log in with");
    };
    assert_eq!(reasons[0].problem.code, Code::NotPhone);
    let report = imports
        .apply(&grid.users, &planned.plan_id, &FileValues::default())
        .await
        .unwrap();
    assert_eq!(report.batch.kind, BatchKind::Import);
    assert_eq!(report.batch.totals.saved, 2);
    let title = grid.row(&id(&one)).await.user.work_title.clone();
    assert_eq!(title.as_deref(), Some("Formann"));
    let reverted = grid.users.revert(report.batch.id).await.unwrap();
    assert_eq!(reverted.batch.totals.saved, 2);
    assert_eq!(grid.stored(&id(&one)).await.work_title, one.work_title);
    let rows = grid.rows().await;
    assert!(rows.iter().all(|row| row.user.employee_number != "N-5"));
}

#[tokio::test]
async fn a_plan_of_users_is_not_carried_out_on_machines() {
    let grid = Grid::new().await;
    let one = &grid.some(1).await[0];
    let csv = format!("employeeNumber;workTitle\n{};X\n", one.employee_number);
    let imports = Imports::default();
    let file = imports.add(grid.site.file("folk.csv", csv));
    let planned = imports.plan(&grid.users, &file.file_id, ImportOptions::default());
    let plan = planned.await.unwrap().plan_id;
    assert_eq!(imports.resource(&plan).unwrap(), Resource::Users);
    let fleet = grid.fleet().await;
    assert!(
        imports
            .apply(&fleet, &plan, &FileValues::default())
            .await
            .is_err()
    );
}
