//! Rows of a plan.

use std::fmt::Write as _;

use fielddesk_core::import::{Action, ImportOptions, Resource};
use fielddesk_core::{FailureKind, machines};
use fielddesk_model::Machine;

use super::{Fleet, row, wrong};

#[tokio::test]
async fn rows_are_new_changed_unchanged_or_bad_with_all_their_reasons() {
    let fleet = Fleet::new().await;
    let own = fleet.machines().await;
    let typed = |machine: &&Machine| machine.type_id.is_some() && machine.hour_meter.is_some();
    let known: Vec<&Machine> = own.iter().filter(typed).take(3).collect();
    let types = machines::types(&fleet.connection).await.unwrap();
    let kind = types[0].type_id.clone();
    let [a, b, c] = [0, 1, 2].map(|i| known[i].machine_number.clone());
    let hours = known[0].hour_meter.unwrap();
    let text = format!(
        "Nummer;Type;Timer;Aktiv;Siste service;Ansvarlig;Ukjent;Navn\n\
         {a};;{hours};;;;x;\n\
         {b};;77123,5;;;;;\n\
         NY-1;{kind};1;ja;20.11.2026;;;\n\
         NY-2;Romskip;mange;kanskje;01.01.1900;999999;;\n\
         {c};;1;;;;;Den ene\n\
         {c};;2;;;;;Den andre\n\
         ;;3;;;;;\n"
    );
    let plan = fleet.plan_text(text).await;
    assert_eq!(plan.company, Some(fleet.company()));
    let totals = plan.totals;
    assert_eq!(
        (totals.rows, totals.create, totals.update),
        (7, 1, 1),
        "{totals:?}"
    );
    assert_eq!((totals.unchanged, totals.bad), (1, 4));
    assert_eq!(row(&plan, 2).action, Action::Unchanged);
    let Action::Update { id, cells } = &row(&plan, 3).action else {
        panic!("{plan:?}")
    };
    assert_eq!(id, known[1].id.as_str());
    assert_eq!(cells.len(), 1, "exactly what differs");
    assert_eq!(
        (cells[0].field.as_str(), &cells[0].new),
        ("hourMeter", &serde_json::json!(77123.5))
    );
    assert_eq!(cells[0].old.as_f64(), known[1].hour_meter);
    assert!(matches!(&row(&plan, 4).action, Action::Create { values } if values["active"] == true));
    let all = wrong(row(&plan, 5));
    for words in [
        "typeId: Type “Romskip” is not one of the company's",
        "hourMeter: “mange” is not a number",
        "active: “kanskje” is not",
        "serviceDate: 01.01.1900 cannot be right",
        "responsibleEmployeeNumber: There is no user with the employee number 999999",
    ] {
        assert!(all.contains(words), "{words} is not in {all}");
    }
    assert!(wrong(row(&plan, 6)).contains("is in row 7 again"));
    assert!(wrong(row(&plan, 7)).contains("is in row 6 already"));
    // Rows of one number are told apart by what the file says.
    for (number, name) in [(6, "Den ene"), (7, "Den andre")] {
        assert_eq!(row(&plan, number).name.as_deref(), Some(name));
    }
    assert!(wrong(row(&plan, 8)).contains("machineNumber: It is empty"));
    let unknown = plan
        .columns
        .iter()
        .find(|column| column.heading == "Ukjent")
        .unwrap();
    assert_eq!(
        (unknown.field.as_deref(), unknown.samples.as_slice()),
        (None, &["x".to_owned()][..])
    );
    let json = serde_json::to_value(&plan).unwrap();
    assert_eq!(json["rows"][1]["action"], "update");
    assert_eq!(json["rows"][1]["cells"][0]["field"], "hourMeter");
    let back: fielddesk_core::import::Plan = serde_json::from_value(json).unwrap();
    assert_eq!(back, plan, "a plan survives being written down");
    assert_eq!(
        fleet.requests("POST", "array").await + fleet.requests("PUT", "array").await,
        0
    );
}

#[tokio::test]
async fn a_number_of_the_subsidiary_is_not_created_again_beside_it() {
    let fleet = Fleet::new().await;
    let all = machines::list(&fleet.connection, machines::MachineQuery::default())
        .await
        .unwrap();
    let own: Vec<&str> = all
        .iter()
        .filter(|machine| machine.company_id == fleet.company())
        .map(|machine| machine.machine_number.as_str())
        .collect();
    let theirs = all
        .iter()
        .find(|m| m.company_id == fleet.subsidiary() && !own.contains(&m.machine_number.as_str()))
        .unwrap();
    let number = &theirs.machine_number;
    let path = fleet.file("list.csv", format!("Nummer;Notat\n{number};Ny\n"));
    let plan = fleet.plan(path.clone()).await.unwrap();
    assert!(wrong(row(&plan, 2)).contains(&format!("belongs to company {}", fleet.subsidiary())));
    let options = ImportOptions {
        company: Some(fleet.subsidiary()),
        ..ImportOptions::default()
    };
    let plan = fleet
        .plan_of(Resource::Machines, path, options)
        .await
        .unwrap();
    assert_eq!(plan.totals.update, 1, "{plan:?}");
    let text = format!(
        "Nummer;companyId;Notat\n{number};{};Ny\n",
        fleet.subsidiary()
    );
    let plan = fleet.plan_text(text).await;
    assert_eq!(plan.totals.update, 1, "{plan:?}");
}

#[tokio::test]
async fn a_type_of_the_subsidiary_is_not_judged_by_ours() {
    let fleet = Fleet::new().await;
    let all = machines::list(&fleet.connection, machines::MachineQuery::default())
        .await
        .unwrap();
    let theirs = all.iter().find(|m| m.company_id == fleet.subsidiary());
    let number = &theirs.unwrap().machine_number;
    let options = ImportOptions {
        company: Some(fleet.subsidiary()),
        ..ImportOptions::default()
    };
    let path = fleet.file("list.csv", format!("Nummer;typeId\n{number};Romskip\n"));
    let plan = fleet.plan_of(Resource::Machines, path, options).await;
    assert_eq!(plan.as_ref().unwrap().totals.update, 1, "{plan:?}");
    let text = format!(
        "Nummer;companyId;typeId\n{number};{};Romskip\n",
        fleet.subsidiary()
    );
    let plan = fleet.plan_text(text).await;
    assert_eq!(plan.totals.update, 1, "{plan:?}");
}

#[tokio::test]
async fn a_file_of_users_without_a_mandatory_column_updates_and_creates_nobody() {
    let fleet = Fleet::new().await;
    let all = fielddesk_core::users::list(&fleet.connection, &Default::default())
        .await
        .unwrap();
    let own = all
        .iter()
        .find(|user| user.company_id == fleet.company())
        .unwrap();
    let text = format!(
        "Ansattnummer;Stilling\n{};Formann X\nNY-1;Sjåfør\n",
        own.employee_number
    );
    let path = fleet.file("list.csv", text);
    let plan = fleet
        .plan_of(Resource::Users, path, ImportOptions::default())
        .await
        .unwrap();
    assert_eq!(
        plan.missing,
        [
            "firstName",
            "lastName",
            "mobileWork",
            "birthDate",
            "employmentStartDate"
        ]
    );
    assert!(matches!(row(&plan, 2).action, Action::Update { .. }));
    assert!(wrong(row(&plan, 3)).contains("birthDate: A new user needs it."));
}

#[tokio::test]
async fn more_than_a_hundred_thousand_rows_are_refused() {
    let fleet = Fleet::new().await;
    let mut text = "machineNumber,name\n".to_owned();
    for index in 0..=100_000 {
        writeln!(text, "BIG-{index},Dumper").unwrap();
    }
    let failure = fleet.plan(fleet.file("big.csv", &text)).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooLarge);
    assert!(failure.message.contains("100,000 rows"), "{failure}");
}
