//! Supervisors in files of users.

use fielddesk_core::import::{Action, ImportOptions, Plan, Resource};
use fielddesk_core::users;
use fielddesk_rules::fields::{ProblemCode as Code, USER_FIELDS};
use serde_json::{Value, json};

use super::{Fleet, row, values, wrong};

/// Three users: the third one has the first as primary supervisor.
async fn three() -> Fleet {
    let fleet = Fleet::new().await;
    for (number, first, phone, bosses) in [
        ("N-1", "Åse", "+4799900001", ""),
        ("N-2", "Ola", "+4799900002", ""),
        ("N-3", "Per", "+4799900003", "N-1*"),
    ] {
        let mut sets = vec![
            format!("employeeNumber={number}"),
            format!("firstName={first}"),
            "lastName=Prøvekvist".to_owned(),
            format!("mobileWork={phone}"),
            "birthDate=1990-02-01".to_owned(),
            "employmentStartDate=2020-01-01".to_owned(),
        ];
        if !bosses.is_empty() {
            sets.push(format!("immediateSupervisors={bosses}"));
        }
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        users::create(&fleet.connection, &values(USER_FIELDS, &sets))
            .await
            .unwrap();
    }
    fleet
}

async fn plan(fleet: &Fleet, rows: &str) -> Plan {
    let text = format!("employeeNumber\timmediateSupervisors\n{rows}");
    let path = fleet.file("folk.csv", text);
    let plan = fleet.plan_of(Resource::Users, path, ImportOptions::default());
    plan.await.unwrap()
}

/// The supervisors that a row sets.
fn set(plan: &Plan, number: u64) -> &Value {
    match &row(plan, number).action {
        Action::Update { cells, .. } => &cells[0].new,
        other => panic!("row {number} changes nothing: {other:?}"),
    }
}

#[tokio::test]
async fn an_import_refuses_a_supervisor_that_the_service_would_not_find() {
    let fleet = three().await;
    let rows = "N-3\tN-1*; 9999\nN-2\tPrøvekvist\nN-1\tIngen Kjent, 8888\n";
    let plan = plan(&fleet, rows).await;
    for (number, text, code) in [
        (2, "9999", Code::UnknownPerson),
        (3, "Prøvekvist", Code::SeveralPersons),
        (4, "Ingen Kjent, 8888", Code::UnknownPerson),
    ] {
        let Action::Bad { reasons } = &row(&plan, number).action else {
            panic!("row {number} is taken: {plan:?}")
        };
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        assert_eq!(reasons[0].field.as_deref(), Some("immediateSupervisors"));
        assert_eq!(reasons[0].problem.code, code);
        assert_eq!(reasons[0].problem.params["text"], text);
    }
    let words = wrong(row(&plan, 2));
    assert!(words.contains("No user matches “9999”."), "{words}");
}

#[tokio::test]
async fn a_supervisor_whose_name_several_users_have_is_chosen_among_them() {
    let fleet = three().await;
    let rows = "N-3\tN-1*; Prøvekvist\n";
    let ambiguous = plan(&fleet, rows).await;
    let Action::Bad { reasons } = &row(&ambiguous, 2).action else {
        panic!("it is taken: {ambiguous:?}")
    };
    let words = wrong(row(&ambiguous, 2));
    assert!(
        words.contains("3 users match “Prøvekvist”: N-1 Åse Prøvekvist, N-2 Ola Prøvekvist"),
        "{words}"
    );
    let labels: Vec<&str> = reasons[0].choices.iter().map(|one| &*one.label).collect();
    assert_eq!(
        labels,
        [
            "N-1 Åse Prøvekvist",
            "N-2 Ola Prøvekvist",
            "N-3 Per Prøvekvist"
        ]
    );
    let text = reasons[0].choices[1].text.clone();
    assert_eq!(text, "N-1*; N-2");
    let chosen = plan(&fleet, &format!("N-3\t{text}\n")).await;
    let both = json!([
        {"supervisorId": "N-1", "primary": true},
        {"supervisorId": "N-2", "primary": false},
    ]);
    assert_eq!(*set(&chosen, 2), both);
}

#[tokio::test]
async fn an_import_finds_a_supervisor_in_every_form_and_sends_the_number() {
    let fleet = three().await;
    let profile = users::find(&fleet.connection, "N-2", None).await.unwrap();
    let profile = profile.company_profile_id.as_str().to_owned();
    for text in [
        "N-2",
        "+47 999 00 002",
        "999 00 002",
        "ola  PRØVEKVIST",
        "ola prøve",
        &profile,
    ] {
        let plan = plan(&fleet, &format!("N-1\t{text}\n")).await;
        let number = json!([{"supervisorId": "N-2", "primary": false}]);
        assert_eq!(*set(&plan, 2), number, "{text}");
    }
    let plan = plan(&fleet, "N-1\tauth0|somebody\nN-3\tÅse Prøvekvist\n").await;
    assert_eq!(set(&plan, 2)[0]["supervisorId"], "auth0|somebody");
    assert_eq!(row(&plan, 3).action, Action::Unchanged);
}

#[tokio::test]
async fn an_import_takes_a_supervisor_whom_the_file_creates() {
    let fleet = three().await;
    let text = "employeeNumber;firstName;lastName;mobileWork;birthDate;employmentStartDate;\
                immediateSupervisors\n\
                N-1;;;;;;N-9\nN-9;Eva;Ny;+4799900009;1990-02-01;2020-01-01;\n";
    let path = fleet.file("folk.csv", text);
    let plan = fleet.plan_of(Resource::Users, path.clone(), ImportOptions::default());
    let totals = plan.await.unwrap().totals;
    assert_eq!((totals.create, totals.update), (1, 1));
    let none = ImportOptions {
        create: false,
        ..ImportOptions::default()
    };
    let one = ImportOptions {
        create_rows: [3].into(),
        ..none.clone()
    };
    let plan = fleet.plan_of(Resource::Users, path.clone(), none);
    assert_eq!(plan.await.unwrap().totals.bad, 2, "nobody is created");
    let totals = fleet.plan_of(Resource::Users, path, one).await.unwrap();
    let totals = totals.totals;
    assert_eq!((totals.create, totals.update), (1, 1), "the chosen row is");
}

#[tokio::test]
async fn an_import_of_a_file_without_marks_keeps_the_primary_supervisor() {
    let fleet = three().await;
    let one = plan(&fleet, "N-3\tN-1\n").await;
    assert_eq!(row(&one, 2).action, Action::Unchanged);
    let more = plan(&fleet, "N-3\tN-1; N-2\n").await;
    let kept = json!([
        {"supervisorId": "N-1", "primary": true},
        {"supervisorId": "N-2", "primary": false},
    ]);
    assert_eq!(*set(&more, 2), kept);
    let other = plan(&fleet, "N-3\tN-2\n").await;
    assert_eq!(set(&other, 2)[0]["primary"], false);
    let marked = plan(&fleet, "N-3\tN-1\nN-2\tN-1*\n").await;
    assert_eq!(set(&marked, 2)[0]["primary"], false, "the file has marks");
}

#[tokio::test]
async fn a_user_whose_supervisors_an_import_set_has_them() {
    let fleet = three().await;
    let plan = plan(&fleet, "N-3\tÅse Prøvekvist; N-2\n").await;
    let report = fleet.apply(&plan).await;
    assert_eq!(report.totals.updated, 1, "{report:?}");
    let stored = users::find(&fleet.connection, "N-3", None).await.unwrap();
    let details = &stored.immediate_supervisor_details;
    let of = |number: &str| {
        let mut all = details.iter();
        let found = all.find(|one| one.employee_number.as_deref() == Some(number));
        found.map(|one| one.primary)
    };
    assert_eq!((of("N-1"), of("N-2")), (Some(true), Some(false)));
}
