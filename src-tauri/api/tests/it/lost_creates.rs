//! Creates whose outcome is unknown: the number is looked up, and nothing is created twice.

use fielddesk_api::{Error, ErrorKind};
use fielddesk_model::{BulkOutcome, Field, Machine, MachineChange, UserChange};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::foreign::Foreign;

const BY_NUMBER: &str = "machines/by-machine-number/7";

fn ok(body: Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(body)
}

fn status(status: u16) -> ResponseTemplate {
    let body = json!({"error": "Code", "message": "in words"});
    ResponseTemplate::new(status).set_body_json(body)
}

fn machine(number: &str) -> MachineChange {
    MachineChange {
        company_id: Field::Value("c1".into()),
        machine_number: Field::Value(number.to_owned()),
        name: Field::Value("Dumper".to_owned()),
        ..MachineChange::default()
    }
}

/// The machine as it is stored.
fn stored(id: &str, number: &str, name: &str) -> Value {
    json!({"id": id, "companyId": "c1", "machineNumber": number, "name": name, "active": false})
}

async fn create(foreign: &Foreign) -> Result<Machine, Error> {
    foreign.client.machines().create(&machine("7")).await
}

#[tokio::test]
async fn a_machine_that_was_stored_is_found_and_not_sent_again() {
    let lost = [
        status(500),
        status(502),
        status(504),
        ResponseTemplate::new(201).set_body_string("{\"id\":"),
        ResponseTemplate::new(201),
    ];
    for lost in lost {
        let foreign = Foreign::start().await;
        foreign.answer("POST", "machines", 9, lost).await;
        foreign
            .answer("GET", BY_NUMBER, 9, ok(stored("m1", "7", "Dumper")))
            .await;
        assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m1");
        assert_eq!(foreign.count("POST", "machines").await, 1);
        assert_eq!(foreign.waits(), [1]);
    }
}

#[tokio::test]
async fn a_machine_that_was_not_stored_is_sent_again() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", "machines", 1, status(500)).await;
    let created = ResponseTemplate::new(201).set_body_json(stored("m2", "7", "Dumper"));
    foreign.answer("POST", "machines", 1, created).await;
    foreign.answer("GET", BY_NUMBER, 9, status(404)).await;
    assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m2");
    let sent = foreign.sent().await;
    assert_eq!(sent.len(), 3);
    assert_eq!(sent[0], sent[2], "the same bytes, after a look");
}

#[tokio::test]
async fn a_refusal_that_did_nothing_needs_no_look() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", "machines", 1, status(429)).await;
    foreign.answer("POST", "machines", 1, status(503)).await;
    foreign
        .answer("POST", "machines", 1, ok(stored("m1", "7", "Dumper")))
        .await;
    create(&foreign).await.unwrap();
    assert_eq!(foreign.waits(), [1, 2]);
    assert_eq!(foreign.count("GET", "").await, 0);
}

#[tokio::test]
async fn a_conflict_at_the_first_attempt_is_the_refusal_it_is() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", "machines", 9, status(409)).await;
    foreign
        .answer("GET", BY_NUMBER, 9, ok(stored("m1", "7", "Dumper")))
        .await;
    let error = create(&foreign).await.unwrap_err();
    assert!(error.is_conflict(), "{error:?}");
    assert_eq!((error.code(), error.attempts()), (Some("Code"), 1));
    assert_eq!(foreign.sent().await.len(), 1);
}

#[tokio::test]
async fn a_conflict_after_a_doubtful_attempt_is_our_own_machine_stored_late() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", "machines", 1, status(504)).await;
    foreign.answer("POST", "machines", 1, status(409)).await;
    foreign.answer("GET", BY_NUMBER, 1, status(404)).await;
    foreign
        .answer("GET", BY_NUMBER, 9, ok(stored("m1", "7", " Dumper ")))
        .await;
    assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m1");
    assert_eq!(foreign.count("POST", "machines").await, 2);
}

#[tokio::test]
async fn a_number_that_somebody_elses_machine_has_is_a_conflict_even_in_doubt() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", "machines", 1, status(504)).await;
    foreign.answer("POST", "machines", 9, status(409)).await;
    let other = stored("m9", "7", "Excavator");
    foreign.answer("GET", BY_NUMBER, 9, ok(other.clone())).await;
    foreign
        .answer("GET", "machines", 9, ok(json!([other])))
        .await;
    let error = create(&foreign).await.unwrap_err();
    assert!(error.is_conflict(), "{error:?}");
    assert_eq!(error.service_message(), Some("in words"));
    assert_eq!(
        foreign.count("POST", "machines").await,
        2,
        "the service has the last word"
    );
}

#[tokio::test]
async fn a_number_that_a_subsidiary_has_too_is_found_in_the_list() {
    for looked_up in [
        ok(json!({"id": "s", "companyId": "c2", "machineNumber": "7"})),
        status(409),
    ] {
        let foreign = Foreign::start().await;
        foreign.answer("POST", "machines", 9, status(500)).await;
        foreign.answer("GET", BY_NUMBER, 9, looked_up).await;
        let list = json!([{"id": "s", "companyId": "c2", "machineNumber": "7", "name": "Dumper"},
                          stored("m1", "7", "Dumper")]);
        foreign.answer("GET", "machines", 9, ok(list)).await;
        assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m1");
        assert_eq!(foreign.count("POST", "machines").await, 1);
    }
}

#[tokio::test]
async fn a_create_that_cannot_be_looked_up_ends_as_unknown() {
    for looked_up in [status(403), status(503)] {
        let foreign = Foreign::start().await;
        foreign.answer("POST", "machines", 9, status(500)).await;
        foreign.answer("GET", BY_NUMBER, 99, looked_up).await;
        let error = create(&foreign).await.unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::OutcomeUnknown),
            "{error:?}"
        );
        assert_eq!(
            foreign.count("POST", "machines").await,
            1,
            "never sent again unseen"
        );
    }
}

#[tokio::test]
async fn a_service_that_keeps_failing_is_looked_at_once_more_and_said_to_have_failed() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", "machines", 9, status(500)).await;
    foreign.answer("GET", BY_NUMBER, 9, status(404)).await;
    let error = create(&foreign).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::ServerFailed), "{error:?}");
    assert_eq!(error.attempts(), 5);
    assert_eq!(foreign.count("POST", "machines").await, 5);
    assert_eq!(foreign.count("GET", BY_NUMBER).await, 5);
}

#[tokio::test]
async fn a_user_is_looked_up_by_employee_number_and_in_the_company() {
    let foreign = Foreign::start().await;
    let user = |company: &str| {
        json!({"identityId": "auth0|1", "companyProfileId": company, "companyId": company,
               "employeeNumber": "42", "firstName": "Kari", "birthDate": "1990-02-01",
               "mobileWork": "+4790000042"})
    };
    foreign.answer("POST", "users", 9, status(504)).await;
    foreign
        .answer("GET", "users/by-employee-number/42", 9, ok(user("c2")))
        .await;
    foreign
        .answer("GET", "users", 9, ok(json!([user("c1")])))
        .await;
    let new = UserChange {
        company_id: Field::Value("c1".into()),
        employee_number: Field::Value("42".to_owned()),
        first_name: Field::Value("Kari".to_owned()),
        birth_date: Field::Value("01.02.1990".to_owned()),
        mobile_work: Field::Value("900 00 042".to_owned()),
        ..UserChange::default()
    };
    let found = foreign.client.users().create(&new).await.unwrap();
    assert_eq!(found.company_profile_id.as_str(), "c1");
    let sent = foreign.sent().await;
    let looks: Vec<&str> = sent.iter().skip(1).map(String::as_str).collect();
    assert_eq!(
        looks,
        ["GET users/by-employee-number/42", "GET users?companyId=c1"]
    );
}

async fn create_array(foreign: &Foreign, numbers: &[&str]) -> Result<Vec<BulkOutcome>, Error> {
    let items: Vec<MachineChange> = numbers.iter().map(|number| machine(number)).collect();
    foreign.client.machines().create_array(&items).await
}

const ARRAY: &str = "machines/create/array";

#[tokio::test]
async fn of_a_lost_array_only_what_is_not_stored_is_sent_again() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", ARRAY, 1, status(504)).await;
    let rest = json!([
        {"index": 0, "success": false, "machineNumber": "8", "error": "Duplicate"},
        {"index": 1, "success": true, "id": "m9", "machineNumber": "9"},
    ]);
    foreign.answer("POST", ARRAY, 1, ok(rest)).await;
    let list = json!([stored("m7", "7", "Dumper"), stored("x8", "8", "Excavator")]);
    foreign.answer("GET", "machines", 9, ok(list)).await;
    let outcomes = create_array(&foreign, &["7", "8", "9"]).await.unwrap();
    let told: Vec<_> = outcomes
        .iter()
        .map(|o| (o.index, o.success, o.id.as_ref().map(AsRef::as_ref)))
        .collect();
    assert_eq!(
        told,
        [
            (0, true, Some("m7")),
            (1, false, None),
            (2, true, Some("m9"))
        ]
    );
    let sent = foreign.sent().await;
    assert!(sent[2].contains("\"8\"") && sent[2].contains("\"9\"") && !sent[2].contains("\"7\""));
}

#[tokio::test]
async fn an_array_that_was_stored_whole_is_not_sent_again() {
    for lost in [status(502), ok(json!({"unheard": "of"})), ok(json!([]))] {
        let foreign = Foreign::start().await;
        foreign.answer("POST", ARRAY, 9, lost).await;
        let list = json!([stored("m7", "7", "Dumper"), stored("m8", "8", "Dumper")]);
        foreign.answer("GET", "machines", 9, ok(list)).await;
        let outcomes = create_array(&foreign, &["7", "8"]).await.unwrap();
        assert!(outcomes.iter().all(|outcome| outcome.success));
        assert_eq!(foreign.count("POST", ARRAY).await, 1);
    }
}

#[tokio::test]
async fn one_stored_machine_stands_for_one_item_of_an_array() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", ARRAY, 1, status(504)).await;
    let refused = json!([{"index": 0, "success": false, "error": "Duplicate"}]);
    foreign.answer("POST", ARRAY, 1, ok(refused)).await;
    let list = json!([stored("m7", "7", "Dumper")]);
    foreign.answer("GET", "machines", 9, ok(list)).await;
    let outcomes = create_array(&foreign, &["7", "7"]).await.unwrap();
    assert!(outcomes[0].success && !outcomes[1].success, "{outcomes:?}");
}

#[tokio::test]
async fn an_item_refused_in_doubt_may_be_our_own_stored_late() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", ARRAY, 1, status(504)).await;
    let refused = json!([{"index": 0, "success": false, "error": "Duplicate"}]);
    foreign.answer("POST", ARRAY, 1, ok(refused)).await;
    foreign.answer("GET", "machines", 1, ok(json!([]))).await;
    foreign
        .answer(
            "GET",
            "machines",
            9,
            ok(json!([stored("m7", "7", "Dumper")])),
        )
        .await;
    let outcomes = create_array(&foreign, &["7"]).await.unwrap();
    assert_eq!(outcomes[0].id.as_ref().map(AsRef::as_ref), Some("m7"));
}

#[tokio::test]
async fn when_the_attempts_are_over_each_item_is_told_apart() {
    let foreign = Foreign::start().await;
    foreign.answer("POST", ARRAY, 99, status(500)).await;
    foreign
        .answer(
            "GET",
            "machines",
            99,
            ok(json!([stored("m7", "7", "Dumper")])),
        )
        .await;
    let outcomes = create_array(&foreign, &["7", "8"]).await.unwrap();
    assert!(outcomes[0].success);
    assert_eq!(outcomes[1].error.as_deref(), Some("NotStored"));

    let foreign = Foreign::start().await;
    foreign.answer("POST", ARRAY, 99, status(500)).await;
    foreign.answer("GET", "machines", 99, ok(json!([]))).await;
    let error = create_array(&foreign, &["7", "8"]).await.unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::ServerFailed),
        "nothing is stored: {error:?}"
    );

    let foreign = Foreign::start().await;
    foreign.answer("POST", ARRAY, 99, status(500)).await;
    foreign.answer("GET", "machines", 99, status(403)).await;
    let error = create_array(&foreign, &["7", "8"]).await.unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::OutcomeUnknown),
        "{error:?}"
    );
    assert_eq!(foreign.count("POST", ARRAY).await, 1);
}

#[tokio::test]
async fn an_update_array_is_simply_sent_again() {
    let foreign = Foreign::start().await;
    let update = "machines/update/array";
    foreign.answer("PUT", update, 1, status(500)).await;
    let done = json!([{"index": 0, "success": true, "id": "m7"}]);
    foreign.answer("PUT", update, 1, ok(done)).await;
    let machines = foreign.client.machines();
    machines.update_array(&[machine("7")]).await.unwrap();
    let sent = foreign.sent().await;
    assert!(sent.len() == 2 && sent[0] == sent[1], "{sent:?}");
}
