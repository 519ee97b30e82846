//! Users: the exact requests, and answers as foreign services write them.

use fielddesk_api::{Deletion, UserQuery};
use fielddesk_model::{Field, SupervisorEntry, TagEntry, User, UserChange};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::support::foreign::{Foreign, bare, ok};

/// PascalCase, a number for a text, words for booleans, a placeholder date, an unknown field.
fn loose() -> Value {
    json!({
        "IdentityId": "auth0|5f", "CompanyProfileId": "p1", "CompanyId": "c1",
        "EmployeeNumber": 1042, "FirstName": "Åse", "LastName": "Bø",
        "MobileWork": "+4790000042", "BirthDate": "1990-02-01",
        "EmploymentStartDate": "2020-01-01", "EmploymentEndDate": "0001-01-01T00:00:00",
        "Payroll": "true", "IsDisabled": "False", "Tags": null, "ImmediateSupervisors": null,
        "ImmediateSupervisorDetails": [
            {"UserId": "auth0|2", "EmployeeNumber": 7, "Name": null, "Primary": true}
        ],
        "HelmetColour": {"Code": 3},
    })
}

#[tokio::test]
async fn each_look_up_is_the_request_of_the_specification() {
    let foreign = Foreign::start().await;
    foreign.get("users", 9, ok(json!([]))).await;
    for to in ["users/by-profile-id/p1", "users/by-employee-number/A%2F7"] {
        foreign.get(to, 1, ok(loose())).await;
    }
    let users = foreign.client.users();
    users.list(&UserQuery::default()).await.unwrap();
    let query = UserQuery {
        changed_since: "2026-11-01T08:00:00Z".parse().ok(),
        company_id: Some("c1".into()),
        employment_lookback_days: Some(30),
    };
    users.list(&query).await.unwrap();
    users.by_profile_id(&"p1".into()).await.unwrap();
    users.by_employee_number("A/7").await.unwrap();
    assert_eq!(
        foreign.sent().await,
        [
            "GET users",
            "GET users?changedSince=2026-11-01T08%3A00%3A00Z&companyId=c1&employmentLookbackDays=30",
            "GET users/by-profile-id/p1",
            "GET users/by-employee-number/A%2F7",
        ]
    );
}

#[tokio::test]
async fn a_write_holds_exactly_what_was_changed() {
    let foreign = Foreign::start().await;
    foreign.answer("PATCH", "users/p1", 9, ok(loose())).await;
    foreign
        .answer("PUT", "users/auth0%7C5f", 9, ok(loose()))
        .await;
    let created = ResponseTemplate::new(201).set_body_json(loose());
    foreign.post("users", 1, created).await;
    let users = foreign.client.users();
    let change = UserChange {
        email: Field::Null,
        work_title: Field::Value("Foreman".to_owned()),
        tags: Field::Value(vec![TagEntry {
            name: "crane".to_owned(),
            enabled: false,
        }]),
        ..UserChange::default()
    };
    users.patch(&"p1".into(), &change).await.unwrap();
    let unsupervised = UserChange {
        immediate_supervisors: Field::Value(Vec::new()),
        ..UserChange::default()
    };
    users.patch(&"p1".into(), &unsupervised).await.unwrap();
    users.put(&"auth0|5f".into(), &change).await.unwrap();
    let new = UserChange {
        employee_number: Field::Value("1042".to_owned()),
        immediate_supervisors: Field::Value(vec![SupervisorEntry {
            supervisor_id: "7".to_owned(),
            primary: true,
        }]),
        ..UserChange::default()
    };
    let user = users.create(&new).await.unwrap();
    assert_eq!(user.company_profile_id.as_str(), "p1");
    let body = r#"{"email":null,"workTitle":"Foreman","tags":[{"name":"crane","enabled":false}]}"#;
    assert_eq!(
        foreign.sent().await,
        [
            format!("PATCH users/p1 {body}"),
            r#"PATCH users/p1 {"immediateSupervisors":[]}"#.to_owned(),
            format!("PUT users/auth0%7C5f {body}"),
            concat!(
                r#"POST users {"employeeNumber":"1042","#,
                r#""immediateSupervisors":[{"supervisorId":"7","primary":true}]}"#
            )
            .to_owned(),
        ]
    );
    for request in foreign.requests("PATCH", "users/p1").await {
        assert_eq!(request.headers["content-type"], "application/json");
    }
}

#[tokio::test]
async fn disable_and_enable_send_no_body_and_need_no_answer() {
    let foreign = Foreign::start().await;
    for to in ["disable", "enable"] {
        let done = bare(204);
        foreign
            .answer("PATCH", &format!("users/{to}/p1"), 1, done)
            .await;
    }
    let users = foreign.client.users();
    users.disable(&"p1".into()).await.unwrap();
    users.enable(&"p1".into()).await.unwrap();
    assert_eq!(
        foreign.sent().await,
        ["PATCH users/disable/p1", "PATCH users/enable/p1"]
    );
}

#[tokio::test]
async fn a_write_is_tried_again_with_the_same_bytes() {
    let foreign = Foreign::start().await;
    for status in [429, 500] {
        let busy = bare(status);
        foreign.answer("PATCH", "users/p1", 1, busy).await;
    }
    foreign.answer("PATCH", "users/p1", 1, ok(loose())).await;
    let change = UserChange {
        department: Field::Value("Tunnel".to_owned()),
        ..UserChange::default()
    };
    foreign
        .client
        .users()
        .patch(&"p1".into(), &change)
        .await
        .unwrap();
    let sent = foreign.sent().await;
    assert_eq!(sent, [r#"PATCH users/p1 {"department":"Tunnel"}"#; 3]);
    assert_eq!(foreign.waits(), [1, 2]);
}

fn seen() -> User {
    let mut user: User = serde_json::from_value(loose()).unwrap();
    user.email = Some("ase@x.no".to_owned());
    user
}

#[tokio::test]
async fn a_clearing_sends_the_nine_fields_as_just_read_and_tells_what_changed_meanwhile() {
    let foreign = Foreign::start().await;
    let mut stored = loose();
    stored["LastName"] = json!("Moen");
    stored["Email"] = json!("other@x.no");
    foreign.get("users/by-profile-id/p1", 1, ok(stored)).await;
    foreign
        .answer("PUT", "users/auth0%7C5f", 1, ok(loose()))
        .await;
    let users = foreign.client.users();
    let cleared = users.clear(&seen(), &["email"]).await.unwrap();
    assert_eq!(
        foreign.sent().await[1],
        concat!(
            r#"PUT users/auth0%7C5f {"identityId":"auth0|5f","companyProfileId":"p1","#,
            r#""companyId":"c1","employeeNumber":"1042","firstName":"Åse","lastName":"Moen","#,
            r#""mobileWork":"+4790000042","birthDate":"1990-02-01","#,
            r#""employmentStartDate":"2020-01-01","email":null}"#
        )
    );
    let changed = cleared.changed_meanwhile;
    let told: Vec<_> = changed
        .iter()
        .map(|c| (c.field, &c.seen, &c.found))
        .collect();
    assert_eq!(
        told,
        [
            ("lastName", &json!("Bø"), &json!("Moen")),
            ("email", &json!("ase@x.no"), &json!("other@x.no")),
        ]
    );
}

#[tokio::test]
async fn what_cannot_be_emptied_is_refused_before_anything_is_sent() {
    let foreign = Foreign::start().await;
    for field in ["firstName", "isDisabled", "tags", "shoeSize"] {
        let users = foreign.client.users();
        let error = users.clear(&seen(), &["email", field]).await.unwrap_err();
        assert_eq!(error.field(), Some(field), "{error:?}");
    }
    assert!(foreign.sent().await.is_empty());
}

#[tokio::test]
async fn a_user_who_cannot_be_deleted_is_left_alone_with_the_reasons() {
    let foreign = Foreign::start().await;
    let check = "users/is-identity-deletable/auth0%7C5f";
    let no = json!({"isDeletable": false, "validationErrors": ["has time registrations"]});
    foreign.get(check, 1, ok(no)).await;
    let users = foreign.client.users();
    let refused = |reason: &str| Deletion::Refused {
        reasons: vec![reason.to_owned()],
    };
    let outcome = users.delete_if_deletable(&"auth0|5f".into()).await.unwrap();
    assert_eq!(outcome, refused("has time registrations"));
    assert_eq!(foreign.sent().await, [format!("GET {check}")]);

    // Between the check and the delete somebody registered time.
    let yes = json!({"isDeletable": true, "validationErrors": []});
    foreign.get(check, 9, ok(yes)).await;
    let body = json!({"error": "HasDependentData", "message": "has new time registrations"});
    let conflict = ResponseTemplate::new(409).set_body_json(body);
    foreign
        .answer("DELETE", "users/auth0%7C5f", 1, conflict)
        .await;
    let outcome = users.delete_if_deletable(&"auth0|5f".into()).await.unwrap();
    assert_eq!(outcome, refused("has new time registrations"));

    let gone = bare(204);
    foreign.answer("DELETE", "users/auth0%7C5f", 1, gone).await;
    let outcome = users.delete_if_deletable(&"auth0|5f".into()).await.unwrap();
    assert_eq!(outcome, Deletion::Done);
}
