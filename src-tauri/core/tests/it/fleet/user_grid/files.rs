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
    assert_eq!(reasons[0].suggestion.as_deref(), Some("+47 912 34 567"));
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

#[tokio::test]
async fn phone_numbers_of_a_list_are_offered_in_full_and_read_where_the_country_is_said() {
    let grid = Grid::new().await;
    let one = &grid.some(1).await[0];
    let phones = [
        "99123001",
        "991 23 002",
        "4799123003",
        "99l23004",
        "0047 99123005",
    ];
    let rows = phones
        .iter()
        .enumerate()
        .map(|(at, phone)| format!("N-{at};Ny;Person{at};{phone};17.5.90;1. des 2026\n"));
    let csv = format!(
        "employeeNumber;firstName;lastName;mobileWork;birthDate;employmentStartDate\n{}{};;;;;\n",
        rows.collect::<String>(),
        one.employee_number
    );
    let imports = Imports::default();
    let file = imports.add(grid.site.file("folk.csv", csv));
    let said = |country: Option<&str>| ImportOptions {
        company: Some(grid.site.company()),
        country: country.map(str::to_owned),
        ..ImportOptions::default()
    };
    let planned = imports
        .plan(&grid.users, &file.file_id, said(None))
        .await
        .unwrap();
    let bad = imports
        .rows(&planned.plan_id, ImportShow::Bad, 0, 9)
        .unwrap();
    let offered = bad.iter().map(|row| match &row.action {
        Action::Bad { reasons } => reasons[0].suggestion.clone().unwrap_or_default(),
        _ => String::new(),
    });
    let offered: Vec<String> = offered.collect();
    let expected = [
        "+47 991 23 001",
        "+47 991 23 002",
        "+47 991 23 003",
        "+47 991 23 004",
    ];
    assert_eq!(offered, expected);

    let planned = imports
        .plan(&grid.users, &file.file_id, said(Some("no")))
        .await
        .unwrap();
    let new = imports
        .rows(&planned.plan_id, ImportShow::Create, 0, 9)
        .unwrap();
    let values = new.iter().map(|row| match &row.action {
        Action::Create { values } => values.clone(),
        other => panic!("{other:?}"),
    });
    let values: Vec<_> = values.collect();
    let phones: Vec<_> = values
        .iter()
        .filter_map(|of| of["mobileWork"].as_str())
        .collect();
    assert_eq!(
        phones,
        [
            "+47 991 23 001",
            "+47 991 23 002",
            "+47 991 23 003",
            "+47 991 23 005"
        ]
    );
    assert_eq!(values[0]["birthDate"], "1990-05-17");
    assert_eq!(values[0]["employmentStartDate"], "2026-12-01");
}
