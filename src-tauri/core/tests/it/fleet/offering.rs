//! Suggestions in place of a number or a value that cannot be right.

use fielddesk_core::import::{Action, ImportOptions, Plan, Reason, Repair, Resource};
use fielddesk_core::users;
use fielddesk_rules::fields::{ProblemCode as Code, USER_FIELDS};

use super::{Fleet, row, values};

fn only(plan: &Plan, number: u64) -> &Reason {
    match &row(plan, number).action {
        Action::Bad { reasons } => match reasons.as_slice() {
            [one] => one,
            other => panic!("row {number} has {other:?}"),
        },
        other => panic!("row {number} is not bad: {other:?}"),
    }
}

fn offered(plan: &Plan, number: u64) -> Option<&str> {
    only(plan, number).suggestion.as_deref()
}

fn no_new() -> ImportOptions {
    ImportOptions {
        create: false,
        ..ImportOptions::default()
    }
}

async fn machine(fleet: &Fleet, number: &str, name: &str) {
    let sets = [format!("machineNumber={number}"), format!("name={name}")];
    fleet.create(&sets.each_ref().map(String::as_str)).await;
}

#[tokio::test]
async fn an_import_offers_a_number_for_an_unknown_one_only_where_the_name_agrees() {
    let fleet = Fleet::new().await;
    machine(&fleet, "T-2102", "Lånemaskin").await;
    let text = "Nummer;Navn;Timer\nT-2100;Ny lånemaskin;1\nT-2103; LÅNEMASKIN ;1\nT-2107;;1\n\
                T-210;Lånemaskin;1\nT-2113;Lånemaskin;1\nT-21O2;Ny lånemaskin;1\n";
    let path = fleet.file("list.csv", text);
    let plan = fleet.plan_of(Resource::Machines, path.clone(), no_new());
    let plan = plan.await.unwrap();
    assert_eq!(only(&plan, 2).problem.code, Code::UnknownNumber);
    assert_eq!(offered(&plan, 2), None, "it is another machine");
    assert_eq!(offered(&plan, 3), Some("T-2102"));
    assert_eq!(offered(&plan, 4), None, "nothing tells that it is that one");
    assert_eq!(offered(&plan, 5), None, "a digit is missing");
    assert_eq!(offered(&plan, 6), None, "two digits differ");
    assert_eq!(only(&plan, 7).problem.code, Code::LookalikeNumber);
    assert_eq!(offered(&plan, 7), Some("T-2102"));

    machine(&fleet, "T-2105", "lånemaskin").await;
    let plan = fleet.plan_of(Resource::Machines, path, no_new());
    assert_eq!(offered(&plan.await.unwrap(), 3), None, "two machines fit");
}

#[tokio::test]
async fn an_import_offers_the_number_of_a_user_only_where_both_names_agree() {
    let fleet = Fleet::new().await;
    let kari = [
        "employeeNumber=N-1001",
        "firstName=Kari",
        "lastName=Åmås",
        "mobileWork=+4799900001",
        "birthDate=1990-02-01",
        "employmentStartDate=2020-01-01",
    ];
    users::create(&fleet.connection, &values(USER_FIELDS, &kari))
        .await
        .unwrap();
    let text = "Ansattnummer;Fornavn;Etternavn;Stilling\nN-9001;Ny;Åmås;Sjåfør\n\
                N-1009;kari ; ÅMÅS;Sjåfør\nN-1008;Kari;;Sjåfør\n";
    let path = fleet.file("list.csv", text);
    let plan = fleet.plan_of(Resource::Users, path, no_new());
    let plan = plan.await.unwrap();
    assert_eq!(offered(&plan, 2), None, "it is another person");
    assert_eq!(offered(&plan, 3), Some("N-1001"));
    assert_eq!(offered(&plan, 4), None, "half a name is none");
}

#[tokio::test]
async fn an_import_creates_the_one_row_that_a_person_chose() {
    let fleet = Fleet::new().await;
    let text = "Nummer;Navn\nT-1;En\nT-2;To\n";
    let path = fleet.file("list.csv", text);
    let options = ImportOptions {
        create_rows: [3].into(),
        ..no_new()
    };
    let plan = fleet.plan_of(Resource::Machines, path, options).await;
    let plan = plan.unwrap();
    assert_eq!(only(&plan, 2).problem.code, Code::UnknownNumber);
    assert!(matches!(row(&plan, 3).action, Action::Create { .. }));
}

#[tokio::test]
async fn an_import_offers_no_number_that_another_row_has() {
    let fleet = Fleet::new().await;
    machine(&fleet, "T-2102", "Lånemaskin").await;
    let text = "Nummer;Timer\nT-21O2;1\nT-2lO2;2\n";
    let path = fleet.file("list.csv", text);
    let plan = fleet.plan(path.clone()).await.unwrap();
    assert_eq!(
        (offered(&plan, 2), offered(&plan, 3)),
        (Some("T-2102"), Some("T-2102"))
    );
    let options = ImportOptions {
        repairs: vec![Repair {
            row: 2,
            field: None,
            text: Some("T-2102".to_owned()),
        }],
        ..ImportOptions::default()
    };
    let plan = fleet.plan_of(Resource::Machines, path, options).await;
    let plan = plan.unwrap();
    assert!(matches!(row(&plan, 2).action, Action::Update { .. }));
    assert_eq!(offered(&plan, 3), None);
}

#[tokio::test]
async fn an_import_takes_a_number_of_another_company_for_a_new_record_where_the_row_says_so() {
    let fleet = Fleet::new().await;
    machine(&fleet, "T-2102", "Lånemaskin").await;
    let text = format!("Nummer;companyId;Timer\nT-2102;{};1\n", fleet.subsidiary());
    let plan = fleet.plan_text(text).await;
    assert_eq!(plan.totals.create, 1, "{plan:?}");
}

#[tokio::test]
async fn an_import_offers_digits_for_letters_in_a_value() {
    let fleet = Fleet::new().await;
    machine(&fleet, "T-2102", "Lånemaskin").await;
    let text = "Nummer;Timer;Byggeår;Vekt\nT-2102;11O50,25;;\nT-2103;;2Ol9;\nT-2104;;;olje\n";
    let plan = fleet.plan_text(text).await;
    assert_eq!(offered(&plan, 2), Some("11050,25"));
    assert_eq!(offered(&plan, 3), Some("2019"));
    assert_eq!(offered(&plan, 4), None, "there is no number in it");
}
