//! Creates whose outcome is unknown: the number is looked up, and nothing is created twice.

use fielddesk_api::Error;
use fielddesk_model::{Field, Machine, UserChange};
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::support::foreign::{Foreign, bare, ok};
use crate::support::kind;
use crate::support::machines::{machine, status, stored};

const BY_NUMBER: &str = "machines/by-machine-number/7";

async fn create(foreign: &Foreign) -> Result<Machine, Error> {
    foreign.client.machines().create(&machine("7")).await
}

#[tokio::test]
async fn a_machine_that_was_stored_is_found_and_not_sent_again() {
    let lost = [
        (status(500), vec![1]),
        (status(502), vec![1]),
        (status(503), vec![1]),
        (status(504), vec![1]),
        (
            ResponseTemplate::new(201).set_body_string("{\"id\":"),
            vec![],
        ),
        (bare(201), vec![]),
        (bare(204), vec![]),
    ];
    for (lost, waits) in lost {
        let foreign = Foreign::start().await;
        foreign.post("machines", 9, lost).await;
        foreign
            .get(BY_NUMBER, 9, ok(stored("m1", "7", "Dumper")))
            .await;
        assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m1");
        assert_eq!(foreign.count("POST", "machines").await, 1);
        assert_eq!(foreign.waits(), waits, "a success is looked up at once");
    }
}

#[tokio::test]
async fn a_machine_that_was_not_stored_is_sent_again() {
    let foreign = Foreign::start().await;
    foreign.post("machines", 1, status(500)).await;
    let created = ResponseTemplate::new(201).set_body_json(stored("m2", "7", "Dumper"));
    foreign.post("machines", 1, created).await;
    foreign.get(BY_NUMBER, 9, status(404)).await;
    assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m2");
    let sent = foreign.sent().await;
    assert_eq!(sent.len(), 3);
    assert_eq!(sent[0], sent[2], "the same bytes, after a look");
}

#[tokio::test]
async fn a_refusal_that_did_nothing_needs_no_look() {
    let foreign = Foreign::start().await;
    foreign.post("machines", 2, status(429)).await;
    foreign
        .post("machines", 1, ok(stored("m1", "7", "Dumper")))
        .await;
    create(&foreign).await.unwrap();
    assert_eq!(foreign.waits(), [1, 2]);
    assert_eq!(foreign.count("GET", "").await, 0);
}

#[tokio::test]
async fn a_conflict_at_the_first_attempt_is_the_refusal_it_is() {
    let foreign = Foreign::start().await;
    foreign.post("machines", 9, status(409)).await;
    foreign
        .get(BY_NUMBER, 9, ok(stored("m1", "7", "Dumper")))
        .await;
    let error = create(&foreign).await.unwrap_err();
    assert!(error.is_conflict(), "{error:?}");
    assert_eq!((error.code(), error.attempts()), (Some("Code"), 1));
    assert_eq!(foreign.sent().await.len(), 1);
}

#[tokio::test]
async fn a_conflict_after_a_doubtful_attempt_is_our_own_machine_stored_late() {
    let foreign = Foreign::start().await;
    foreign.post("machines", 1, status(504)).await;
    foreign.post("machines", 1, status(409)).await;
    foreign.get(BY_NUMBER, 1, status(404)).await;
    foreign
        .get(BY_NUMBER, 9, ok(stored("m1", "7", " Dumper ")))
        .await;
    assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m1");
    assert_eq!(foreign.count("POST", "machines").await, 2);
}

#[tokio::test]
async fn a_429_after_a_doubtful_attempt_does_not_end_the_doubt() {
    let foreign = Foreign::start().await;
    foreign.post("machines", 1, status(504)).await;
    foreign.post("machines", 9, status(429)).await;
    foreign.get(BY_NUMBER, 1, status(404)).await;
    foreign
        .get(BY_NUMBER, 9, ok(stored("m1", "7", "Dumper")))
        .await;
    assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m1");
    assert_eq!(foreign.count("POST", "machines").await, 2);
}

#[tokio::test]
async fn a_number_that_somebody_elses_machine_has_is_a_conflict_even_in_doubt() {
    let foreign = Foreign::start().await;
    foreign.post("machines", 1, status(504)).await;
    foreign.post("machines", 9, status(409)).await;
    let other = stored("m9", "7", "Excavator");
    foreign.get(BY_NUMBER, 9, ok(other.clone())).await;
    foreign.get("machines", 9, ok(json!([other]))).await;
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
        foreign.post("machines", 9, status(500)).await;
        foreign.get(BY_NUMBER, 9, looked_up).await;
        let list = json!([{"id": "s", "companyId": "c2", "machineNumber": "7", "name": "Dumper"},
                          stored("m1", "7", "Dumper")]);
        foreign.get("machines", 9, ok(list)).await;
        assert_eq!(create(&foreign).await.unwrap().id.as_str(), "m1");
        assert_eq!(foreign.count("POST", "machines").await, 1);
    }
}

#[tokio::test]
async fn a_create_that_cannot_be_looked_up_ends_as_unknown() {
    for looked_up in [status(403), status(503)] {
        let foreign = Foreign::start().await;
        foreign.post("machines", 9, status(500)).await;
        foreign.get(BY_NUMBER, 99, looked_up).await;
        let error = create(&foreign).await.unwrap_err();
        assert_eq!(kind(&error), "OutcomeUnknown");
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
    foreign.post("machines", 9, status(500)).await;
    foreign.get(BY_NUMBER, 9, status(404)).await;
    let error = create(&foreign).await.unwrap_err();
    assert_eq!(kind(&error), "ServerFailed");
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
    foreign.post("users", 9, status(504)).await;
    foreign
        .get("users/by-employee-number/42", 9, ok(user("c2")))
        .await;
    foreign.get("users", 9, ok(json!([user("c1")]))).await;
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
