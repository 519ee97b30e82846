//! PUT and PATCH: both merge; what is mandatory, what a null says, states.

use reqwest::Method;
use serde_json::{Value, json};

use super::{USERS, created, encoded, nine, patch, patched, put, read, said, send, with, without};
use crate::support::{Session, refused};

#[tokio::test]
async fn put_merges_the_sent_fields_and_keeps_the_others() {
    let session = Session::start().await;
    let fields = json!({"email": "a@b.example", "department": "Vei", "payroll": true});
    let user = created(&session, "A-1", fields).await;
    let answer = put(
        &session,
        &user,
        json!({"department": "Tunnel", "firstName": "Åse"}),
    )
    .await;
    assert_eq!(answer.status(), 200);
    let merged: Value = answer.json().await.unwrap();
    let expected = with(
        user.clone(),
        json!({"department": "Tunnel", "firstName": "Åse"}),
    );
    assert_eq!(merged, expected);
    assert_eq!(read(&session, &user).await, expected);
}

#[tokio::test]
async fn put_without_one_of_the_nine_is_400_and_names_it() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let path = format!("{USERS}/{}", encoded(user["identityId"].as_str().unwrap()));
    let whole = nine(&user);
    let names: Vec<String> = whole.as_object().unwrap().keys().cloned().collect();
    assert_eq!(names.len(), 9);
    for name in names {
        for body in [
            without(whole.clone(), &name),
            with(whole.clone(), json!({ &name: null })),
            with(whole.clone(), json!({ &name: "" })),
        ] {
            let body = with(body, json!({"email": "lost@b.example"}));
            let (code, message) = said(send(&session, Method::PUT, &path, &body).await, 400).await;
            assert_eq!(code, "ArgumentIsNull", "{body}");
            assert!(message.contains(&name), "{message}");
        }
    }
    assert_eq!(read(&session, &user).await, user, "nothing was stored");
}

#[tokio::test]
async fn a_null_clears_in_put_and_says_nothing_in_patch() {
    let session = Session::start().await;
    let texts = [
        "email",
        "mobilePrivate",
        "workTitle",
        "department",
        "mainProjectNumber",
        "carRegNumber",
        "address",
        "closestRelative",
        "personalInfo",
        "cardId",
        "defaultResourceNumber",
        "worktimeArrangementName",
        "organizationNumber",
    ];
    let mut fields = json!({"payroll": false, "isDisabled": true,
        "employmentEndDate": "2030-01-01", "cardExpirationDate": "2030-01-01"});
    let mut nulls = json!({"payroll": null, "isDisabled": null, "employmentEndDate": null,
        "cardExpirationDate": null, "tags": null});
    for name in texts {
        fields = with(fields, json!({ name: "set" }));
        nulls = with(nulls, json!({ name: null }));
    }
    let user = created(&session, "A-1", fields).await;

    let all_null = with(
        nulls.clone(),
        json!({"firstName": null, "companyId": null, "identityId": null}),
    );
    assert_eq!(
        patched(&session, &user, all_null).await,
        user,
        "PATCH ignores nulls"
    );

    let cleared = put(&session, &user, nulls.clone()).await;
    assert_eq!(cleared.status(), 200);
    let expected = with(with(user, nulls), json!({"isDisabled": false}));
    assert_eq!(cleared.json::<Value>().await.unwrap(), expected);
}

#[tokio::test]
async fn patch_has_no_mandatory_fields_and_merges() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({"email": "a@b.example"})).await;
    assert_eq!(patched(&session, &user, json!({})).await, user);
    let merged = patched(
        &session,
        &user,
        json!({"WorkTitle": "Formann", "email": ""}),
    )
    .await;
    assert_eq!(
        merged,
        with(user, json!({"workTitle": "Formann", "email": ""}))
    );
}

#[tokio::test]
async fn what_a_user_must_have_cannot_be_made_blank_by_patch() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    for name in nine(&user).as_object().unwrap().keys() {
        let answer = patch(&session, &user, json!({ name: " " })).await;
        let (code, message) = said(answer, 400).await;
        assert_eq!(code, "ArgumentIsNull");
        assert!(message.contains(name.as_str()), "{message}");
    }
    assert_eq!(read(&session, &user).await, user);
}

#[tokio::test]
async fn ids_that_disagree_with_the_path_are_400() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    for field in ["identityId", "companyProfileId"] {
        let other = json!({ field: "000000000000000000000000" });
        let answer = put(&session, &user, other.clone()).await;
        assert!(said(answer, 400).await.1.contains(field));
        let answer = patch(&session, &user, other).await;
        assert!(said(answer, 400).await.1.contains(field));
        patched(&session, &user, json!({ field: user[field] })).await;
    }
}

#[tokio::test]
async fn put_is_keyed_by_the_encoded_identity_and_patch_by_the_profile() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let identity = encoded(user["identityId"].as_str().unwrap());
    assert!(identity.contains("%7C"));
    let path = format!("{USERS}/{identity}");
    let by_identity = send(&session, Method::PATCH, &path, &json!({})).await;
    refused(by_identity, 404).await;
    let profile = user["companyProfileId"].as_str().unwrap();
    let by_profile = send(
        &session,
        Method::PUT,
        &format!("{USERS}/{profile}"),
        &nine(&user),
    )
    .await;
    refused(by_profile, 404).await;
    let right = send(&session, Method::PUT, &path, &nine(&user)).await;
    assert_eq!(right.status(), 200);
}

#[tokio::test]
async fn the_end_of_the_employment_is_held_against_the_stored_start_and_the_other_way_round() {
    let session = Session::start().await;
    let user = created(
        &session,
        "A-1",
        json!({"employmentStartDate": "2020-06-01"}),
    )
    .await;
    for body in [
        json!({"employmentEndDate": "31.05.2020"}),
        json!({"employmentStartDate": "2021-01-01", "employmentEndDate": "2020-12-31"}),
    ] {
        let (code, message) = said(patch(&session, &user, body).await, 400).await;
        assert_eq!(code, "InvalidValue");
        assert!(message.contains("employmentEndDate"), "{message}");
    }
    let ended = patched(&session, &user, json!({"employmentEndDate": "01.06.2020"})).await;
    let later = patch(
        &session,
        &ended,
        json!({"employmentStartDate": "2020-06-02"}),
    )
    .await;
    said(later, 400).await;
    assert_eq!(read(&session, &user).await, ended);
}

#[tokio::test]
async fn a_number_that_another_user_has_is_409_and_ones_own_is_fine() {
    let session = Session::start().await;
    let one = created(&session, "A-1", json!({})).await;
    created(&session, "A-2", json!({})).await;
    let taken = json!({"employeeNumber": "A-2"});
    let refusal = patch(&session, &one, taken.clone()).await;
    assert_eq!(refused(refusal, 409).await, "EmployeeNumberTaken");
    let refusal = put(&session, &one, taken).await;
    assert_eq!(refused(refusal, 409).await, "EmployeeNumberTaken");
    patched(&session, &one, json!({"employeeNumber": "A-1"})).await;
    let renamed = patched(&session, &one, json!({"employeeNumber": "A-3"})).await;
    assert_eq!(renamed["identityId"], one["identityId"]);
    created(&session, "A-1", json!({})).await;
}

#[tokio::test]
async fn disable_and_enable_answer_204_and_put_and_patch_set_the_state_too() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({"email": "a@b.example"})).await;
    let id = user["companyProfileId"].as_str().unwrap();
    // Twice each: a state that holds already is no error.
    for (verb, state) in [
        ("disable", true),
        ("disable", true),
        ("enable", false),
        ("enable", false),
    ] {
        let answer = session.call(Method::PATCH, &format!("{USERS}/{verb}/{id}"));
        let answer = answer.send().await.unwrap();
        assert_eq!(answer.status(), 204);
        assert!(answer.bytes().await.unwrap().is_empty());
        let now = read(&session, &user).await;
        assert_eq!(
            now,
            with(user.clone(), json!({ "isDisabled": state })),
            "nothing else"
        );
    }
    let disabled = patched(&session, &user, json!({"isDisabled": true})).await;
    assert_eq!(disabled["isDisabled"], json!(true));
    let enabled = put(&session, &user, json!({"isDisabled": false})).await;
    assert_eq!(
        enabled.json::<Value>().await.unwrap()["isDisabled"],
        json!(false)
    );
    for verb in ["disable", "enable"] {
        let path = format!("{USERS}/{verb}/000000000000000000000000");
        let unknown = session.call(Method::PATCH, &path).send().await.unwrap();
        refused(unknown, 404).await;
    }
}

#[tokio::test]
async fn of_changes_at_once_to_different_fields_none_is_lost() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let fields = [
        "email",
        "department",
        "address",
        "cardId",
        "workTitle",
        "carRegNumber",
    ];
    let calls = fields.map(|field| patch(&session, &user, json!({ field: field })));
    for answer in futures::future::join_all(calls).await {
        assert_eq!(answer.status(), 200);
    }
    let now = read(&session, &user).await;
    for field in fields {
        assert_eq!(now[field], json!(field));
    }
}
