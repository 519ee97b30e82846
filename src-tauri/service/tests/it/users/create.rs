//! POST: what it gives back, what is mandatory, what cannot be.

use crate::support::Session;
use fielddesk_model::User;
use reqwest::Method;
use serde_json::{Value, json};

use super::{USERS, created, numbers, read, required, said, send, with, without};

fn is_hex_24(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

#[tokio::test]
async fn a_created_user_has_its_ids_and_every_field_of_the_specification() {
    let session = Session::start().await;
    let fields = json!({
        "email": "a@b.example", "mobilePrivate": "+47 1", "workTitle": "t", "department": "d",
        "employmentEndDate": "31.12.2030", "mainProjectNumber": "P-2026-001",
        "carRegNumber": "SY 1", "address": "Gata 1\n6800 Førde", "closestRelative": "Åse",
        "personalInfo": "i", "cardId": "c", "cardExpirationDate": "01.02.2027", "payroll": true,
        "isDisabled": true, "defaultResourceNumber": "r", "worktimeArrangementName": "w",
        "organizationNumber": "o",
    });
    let sent = with(required(&session.test, "A-1"), fields.clone());
    let user = created(&session, "A-1", fields).await;

    assert!(is_hex_24(user["companyProfileId"].as_str().unwrap()));
    let identity = user["identityId"].as_str().unwrap();
    assert!(is_hex_24(identity.strip_prefix("auth0|").unwrap()));
    let mut expected = with(
        sent,
        json!({
            "identityId": identity, "companyProfileId": user["companyProfileId"],
            "employmentEndDate": "2030-12-31", "cardExpirationDate": "2027-02-01",
            "tags": null, "immediateSupervisors": null, "immediateSupervisorDetails": [],
        }),
    );
    assert_eq!(user, expected);
    let names: Vec<&str> = user
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert!(User::FIELDS.iter().all(|field| names.contains(field)));
    expected["isDisabled"] = json!(true);
    assert_eq!(
        read(&session, &user).await,
        expected,
        "a read shows the same"
    );
}

#[tokio::test]
async fn what_is_left_out_is_null_and_an_account_is_enabled() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({"email": null, "isDisabled": null})).await;
    assert_eq!(user["isDisabled"], json!(false));
    for field in User::FIELDS {
        let set = super::nine(&user).get(*field).is_some()
            || ["isDisabled", "immediateSupervisorDetails"].contains(field);
        assert_eq!(user[*field].is_null(), !set, "{field}");
    }
}

#[tokio::test]
async fn each_of_the_seven_fields_is_mandatory_and_named() {
    let session = Session::start().await;
    let before = numbers(&session, "").await.len();
    let whole = required(&session.test, "A-1");
    let names: Vec<String> = whole.as_object().unwrap().keys().cloned().collect();
    assert_eq!(names.len(), 7);
    for name in names {
        for body in [
            without(whole.clone(), &name),
            with(whole.clone(), json!({ &name: null })),
            with(whole.clone(), json!({ &name: "" })),
            with(whole.clone(), json!({ &name: " \t" })),
        ] {
            let answer = send(&session, Method::POST, USERS, &body).await;
            let (code, message) = said(answer, 400).await;
            assert_eq!(code, "ArgumentIsNull", "{body}");
            assert!(message.contains(&name), "{message}");
        }
    }
    assert_eq!(
        numbers(&session, "").await.len(),
        before,
        "nothing was stored"
    );
}

#[tokio::test]
async fn values_that_cannot_be_are_400_and_name_the_field() {
    let session = Session::start().await;
    let long = "x".repeat(4_001);
    for (name, value) in [
        ("birthDate", json!("31.02.1990")),
        ("birthDate", json!("1990/05/17")),
        ("birthDate", json!("17.5.1990")),
        ("birthDate", json!("0001-01-01")),
        ("employmentStartDate", json!("2026-13-01")),
        ("employmentEndDate", json!("29.02.2025")),
        ("employmentEndDate", json!("")),
        ("employmentEndDate", json!("2019-12-31")),
        ("cardExpirationDate", json!("soon")),
        ("mobileWork", json!("call me")),
        ("firstName", json!("a\u{0}b")),
        ("personalInfo", json!("a\u{0}b")),
        ("lastName", json!(&long[..201])),
        ("address", json!(long)),
    ] {
        let body = with(required(&session.test, "A-1"), json!({ name: value }));
        let answer = send(&session, Method::POST, USERS, &body).await;
        let (code, message) = said(answer, 400).await;
        assert_eq!(code, "InvalidValue", "{body}");
        assert!(message.contains(name), "{message}");
    }
    assert!(!numbers(&session, "").await.contains(&"A-1".to_owned()));
    let most = json!({"lastName": &long[..200], "address": &long[..4_000]});
    created(&session, "A-1", most).await;
}

#[tokio::test]
async fn both_date_forms_are_read_and_one_is_written() {
    let session = Session::start().await;
    let dates = json!({"birthDate": "29.02.1988", "employmentStartDate": "01.12.2024",
                       "employmentEndDate": "2024-12-01"});
    let user = created(&session, "A-1", dates).await;
    assert_eq!(user["birthDate"], "1988-02-29");
    assert_eq!(user["employmentStartDate"], "2024-12-01");
    assert_eq!(
        user["employmentEndDate"], "2024-12-01",
        "one day is an employment"
    );
}

#[tokio::test]
async fn an_employee_number_is_unique_within_the_company_alone() {
    let session = Session::start().await;
    created(&session, "A-1", json!({})).await;
    for number in ["A-1", " A-1 "] {
        let again = send(
            &session,
            Method::POST,
            USERS,
            &required(&session.test, number),
        )
        .await;
        assert_eq!(said(again, 409).await.0, "EmployeeNumberTaken");
    }
    let subsidiary = json!({"companyId": session.test.test().subsidiary_id});
    created(&session, "A-1", subsidiary).await;
    created(&session, "a-1", json!({})).await;
}

#[tokio::test]
async fn of_32_creates_at_once_with_one_number_one_is_done() {
    let session = Session::start().await;
    let body = required(&session.test, "RACE");
    let calls = (0..32).map(|_| send(&session, Method::POST, USERS, &body));
    let answers = futures::future::join_all(calls).await;
    let count = |status: u16| answers.iter().filter(|a| a.status() == status).count();
    assert_eq!((count(201), count(409)), (1, 31));
}

#[tokio::test]
async fn ids_in_the_body_of_a_create_are_not_taken_and_names_are_read_in_any_case() {
    let session = Session::start().await;
    let body: Value = required(&session.test, "A-1")
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.to_uppercase(), value.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let body = with(
        body,
        json!({"identityId": "auth0|mine", "companyProfileId": "mine", "hobby": "ski"}),
    );
    let answer = send(&session, Method::POST, USERS, &body).await;
    assert_eq!(answer.status(), 201);
    let user: Value = answer.json().await.unwrap();
    assert_ne!(user["identityId"], "auth0|mine");
    assert_ne!(user["companyProfileId"], "mine");
    assert!(user.get("hobby").is_none());
}

#[tokio::test]
async fn texts_come_back_exactly_as_they_were_sent() {
    let session = Session::start().await;
    let texts = [
        "æøå ÆØÅ äö",
        " outer blanks ",
        "\"quoted\" \\ back",
        "line\nline\ttab\u{7f}\u{1b}",
        "🚧 e\u{301} \u{202e}",
        "'; DROP TABLE users; --",
        "<b>&amp;</b>",
        "",
    ];
    for (index, text) in texts.into_iter().enumerate() {
        let fields = json!({"personalInfo": text, "department": text});
        let user = created(&session, &format!("T-{index}"), fields).await;
        assert_eq!(user["personalInfo"], json!(text));
        assert_eq!(read(&session, &user).await, user);
    }
    assert!(
        numbers(&session, "").await.contains(&"T-7".to_owned()),
        "the list is JSON still"
    );
}
