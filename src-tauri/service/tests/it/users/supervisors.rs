//! Supervisors: the five forms in their order, the semantics of the list, the exact refusals.

use serde_json::{Value, json};

use super::{USERS, created, patch, patched, put, read, said};
use crate::support::{Session, TestService};

/// Sets one supervisor and expects the answer to list this user alone.
async fn finds(session: &Session, user: &Value, id: &str, boss: &Value) {
    let found = set(session, user, id).await;
    assert_eq!(found, json!([detail(boss, false)]), "{id}");
}

/// Sets one supervisor and returns the details of the answer.
async fn set(session: &Session, user: &Value, id: &str) -> Value {
    let body = json!({"immediateSupervisors": [{"supervisorId": id}]});
    patched(session, user, body).await["immediateSupervisorDetails"].clone()
}

fn detail(user: &Value, primary: bool) -> Value {
    let text = |name: &str| user[name].as_str().unwrap().to_owned();
    json!({
        "userId": text("identityId"),
        "employeeNumber": text("employeeNumber"),
        "name": format!("{} {}", text("firstName"), text("lastName")),
        "companyId": text("companyId"),
        "primary": primary,
    })
}

#[tokio::test]
async fn each_form_finds_the_supervisor() {
    let session = Session::start().await;
    let boss = created(
        &session,
        "S-77",
        json!({"firstName": "Torgeir", "lastName": "Ødegård Ås", "mobileWork": "+47 987 00 321"}),
    )
    .await;
    let user = created(&session, "A-1", json!({})).await;
    for form in [
        "S-77",
        " S-77 ",
        "+47 987 00 321",
        "0047 98700321",
        "987 00 321",
        "(987) 00-321",
        "4798700321",
        boss["companyProfileId"].as_str().unwrap(),
        boss["identityId"].as_str().unwrap(),
        "Torgeir Ødegård Ås",
        "torgeir  ØDEGÅRD",
        "geir Ødeg",
    ] {
        patched(&session, &user, json!({"immediateSupervisors": []})).await;
        finds(&session, &user, form, &boss).await;
    }
}

#[tokio::test]
async fn the_forms_are_tried_in_order_and_the_first_match_wins() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let by_profile = created(&session, "B-1", json!({"firstName": "Unik"})).await;
    let profile = by_profile["companyProfileId"].as_str().unwrap();
    let identity = by_profile["identityId"].as_str().unwrap();

    // A number that looks like a phone, a profile id, an identity id, a name.
    created(&session, "P-1", json!({"mobileWork": "+4741122333"})).await;
    for number in ["41122333", profile, identity, "Unik"] {
        let by_number = created(&session, number, json!({})).await;
        finds(&session, &user, number, &by_number).await;
    }

    // A phone before a name: somebody is called by a number.
    let by_phone = created(&session, "P-2", json!({"mobileWork": "+47 455 66 777"})).await;
    created(&session, "P-3", json!({"firstName": "45566777"})).await;
    finds(&session, &user, "45566777", &by_phone).await;
    // No such phone: on to the name.
    let by_name = created(&session, "P-4", json!({"firstName": "48899000"})).await;
    finds(&session, &user, "48899000", &by_name).await;
}

#[tokio::test]
async fn an_identity_id_is_taken_as_it_is_and_has_no_name_where_it_matches_nobody() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let other = &session.test.service.clients().other_company;
    let theirs = session.test.session(session.test.test(), other).await;
    let foreign: Vec<Value> = theirs.get(USERS).await.json().await.unwrap();
    for id in [
        "auth0|nobody",
        "a \"b\"|c",
        foreign[0]["identityId"].as_str().unwrap(),
    ] {
        let unknown = json!([{"userId": id, "employeeNumber": null, "name": null,
                              "companyId": null, "primary": false}]);
        assert_eq!(set(&session, &user, id).await, unknown, "{id}");
        assert_eq!(
            read(&session, &user).await["immediateSupervisorDetails"],
            unknown
        );
    }
}

#[tokio::test]
async fn what_means_nobody_is_400_with_the_value() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let other = &session.test.service.clients().other_company;
    let theirs = session.test.session(session.test.test(), other).await;
    let foreign: Vec<Value> = theirs.get(USERS).await.json().await.unwrap();
    let of = |name: &str| foreign[0][name].as_str().unwrap().to_owned();
    let subsidiary =
        json!({"companyId": session.test.test().subsidiary_id, "firstName": "Fjernstyrt"});
    created(&session, "SUB-1", subsidiary).await;
    for id in [
        "".to_owned(),
        "  ".to_owned(),
        "no-such-number".to_owned(),
        "+47 000 00 000".to_owned(),
        "000000000000000000000000".to_owned(),
        of("companyProfileId"),
        of("employeeNumber"),
        of("mobileWork"),
        "Fjernstyrt Prøvesen".to_owned(),
        "SUB-1".to_owned(),
    ] {
        let body = json!({"email": "lost", "immediateSupervisors": [{"supervisorId": "A-1"}, {"supervisorId": id}]});
        let (code, message) = said(patch(&session, &user, body).await, 400).await;
        assert_eq!(code, "InvalidSupervisor");
        assert_eq!(message, format!("Could not resolve SupervisorId {id}"));
    }
    assert_eq!(read(&session, &user).await, user, "nothing was stored");
}

#[tokio::test]
async fn a_profile_id_of_the_callers_tree_is_found_from_a_subsidiary() {
    let session = Session::start().await;
    let boss = created(&session, "S-77", json!({})).await;
    let subsidiary = json!({"companyId": session.test.test().subsidiary_id});
    let user = created(&session, "SUB-1", subsidiary).await;
    let id = boss["companyProfileId"].as_str().unwrap();
    finds(&session, &user, id, &boss).await;
}

#[tokio::test]
async fn a_local_number_is_read_with_the_code_of_the_companys_country() {
    let test = TestService::start().await;
    let other = &test.service.clients().other_company;
    let session = test.session(test.test(), other).await;
    let swedish = json!({"companyId": other.company_id, "mobileWork": "+46 70 999 88 77"});
    let boss = created(&session, "S-1", swedish.clone()).await;
    let user = created(
        &session,
        "S-2",
        super::with(swedish, json!({"mobileWork": "+4612345"})),
    )
    .await;
    finds(&session, &user, "070-999 88 77", &boss).await;
}

#[tokio::test]
async fn at_most_one_entry_is_primary_even_for_one_person() {
    let session = Session::start().await;
    created(&session, "S-1", json!({})).await;
    created(&session, "S-2", json!({})).await;
    let user = created(&session, "A-1", json!({})).await;
    let entry = |id: &str| json!({"supervisorId": id, "primary": true});
    for second in ["S-2", "S-1", "nobody"] {
        let body = json!({"immediateSupervisors": [entry("S-1"), entry(second)]});
        for answer in [
            patch(&session, &user, body.clone()).await,
            put(&session, &user, body).await,
        ] {
            let message = said(answer, 400).await.1;
            assert_eq!(message, "Only one supervisor can be marked as primary");
        }
    }
    assert_eq!(read(&session, &user).await, user);
}

#[tokio::test]
async fn entries_become_the_complete_set_and_one_person_stands_once() {
    let session = Session::start().await;
    let one = created(&session, "S-1", json!({"firstName": "Entall"})).await;
    let two = created(&session, "S-2", json!({"firstName": "Total"})).await;
    let sent = json!([{"supervisorId": "S-2", "primary": true}, {"supervisorId": "S-1", "primary": false}]);
    let user = created(&session, "A-1", json!({"immediateSupervisors": sent})).await;
    assert_eq!(
        user["immediateSupervisorDetails"],
        json!([detail(&two, true), detail(&one, false)]),
        "in the order sent, on create too"
    );
    assert!(user["immediateSupervisors"].is_null(), "write-only");

    let twice = json!({"immediateSupervisors": [
        {"supervisorId": "S-1"}, {"supervisorId": "Entall Prøvesen", "primary": true},
        {"supervisorId": one["companyProfileId"]}
    ]});
    let user = patched(&session, &user, twice).await;
    assert_eq!(
        user["immediateSupervisorDetails"],
        json!([detail(&one, true)])
    );
}

#[tokio::test]
async fn left_out_and_null_leave_supervisors_alone_and_an_empty_array_removes_them() {
    let session = Session::start().await;
    created(&session, "S-1", json!({})).await;
    let sent = json!([{"supervisorId": "S-1", "primary": true}]);
    let user = created(&session, "A-1", json!({"immediateSupervisors": sent})).await;
    let kept = &user["immediateSupervisorDetails"];
    let null = json!({"immediateSupervisors": null});
    for body in [json!({}), null] {
        assert_eq!(
            &patched(&session, &user, body.clone()).await["immediateSupervisorDetails"],
            kept
        );
        let answer: Value = put(&session, &user, body).await.json().await.unwrap();
        assert_eq!(&answer["immediateSupervisorDetails"], kept, "in PUT too");
    }
    let empty = json!({"immediateSupervisors": []});
    let cleared = patched(&session, &user, empty.clone()).await;
    assert_eq!(cleared["immediateSupervisorDetails"], json!([]));
    patched(&session, &user, json!({"immediateSupervisors": sent})).await;
    let cleared: Value = put(&session, &user, empty).await.json().await.unwrap();
    assert_eq!(cleared["immediateSupervisorDetails"], json!([]));
}

#[tokio::test]
async fn details_show_the_supervisor_as_it_is_now_in_lists_too() {
    let session = Session::start().await;
    let boss = created(&session, "S-1", json!({})).await;
    let sent = json!([{"supervisorId": "S-1"}]);
    let user = created(&session, "A-1", json!({"immediateSupervisors": sent})).await;
    let change = json!({"lastName": "Nygift", "employeeNumber": "S-9", "companyId": session.test.test().subsidiary_id});
    let boss = patched(&session, &boss, change).await;
    let expected = json!([detail(&boss, false)]);
    assert_eq!(
        read(&session, &user).await["immediateSupervisorDetails"],
        expected
    );
    let list: Vec<Value> = session.get(USERS).await.json().await.unwrap();
    let listed = list
        .iter()
        .find(|one| one["employeeNumber"] == "A-1")
        .unwrap();
    assert_eq!(listed["immediateSupervisorDetails"], expected);
    assert_eq!(
        listed,
        &read(&session, &user).await,
        "a list shows what a read shows"
    );
}
