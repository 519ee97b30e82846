//! Users over HTTP: a file of tests for each idea.

mod access;
mod create;
mod delete;
mod lists;
mod moves;
mod seeds;
mod supervisors;
mod tags;
mod update;

use fielddesk_model::User;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::{Session, TestService};

pub(crate) const USERS: &str = "/api/v4/integration/users";

/// The fields that a create must have, under an employee number.
pub(crate) fn required(test: &TestService, number: &str) -> Value {
    json!({
        "companyId": test.test().company_id,
        "employeeNumber": number,
        "firstName": "Bjørg",
        "lastName": "Prøvesen",
        "mobileWork": "+47 400 00 001",
        "birthDate": "1990-05-17",
        "employmentStartDate": "2020-01-01",
    })
}

/// The value with these fields set.
pub(crate) fn with(mut value: Value, fields: Value) -> Value {
    let object = value.as_object_mut().unwrap();
    object.extend(fields.as_object().unwrap().clone());
    value
}

/// The value without a field.
pub(crate) fn without(mut value: Value, field: &str) -> Value {
    value.as_object_mut().unwrap().remove(field).unwrap();
    value
}

/// An identity id as a path segment.
pub(crate) fn encoded(identity: &str) -> String {
    identity.replace('|', "%7C")
}

pub(crate) async fn send(session: &Session, method: Method, path: &str, body: &Value) -> Response {
    session.call(method, path).json(body).send().await.unwrap()
}

/// Creates a user with fields over the required ones; returns the record.
pub(crate) async fn created(session: &Session, number: &str, fields: Value) -> Value {
    let body = with(required(&session.test, number), fields);
    let answer = send(session, Method::POST, USERS, &body).await;
    let status = answer.status();
    let record: Value = answer.json().await.unwrap();
    assert_eq!(status, 201, "{record}");
    record
}

pub(crate) async fn patch(session: &Session, user: &Value, body: Value) -> Response {
    let path = format!("{USERS}/{}", user["companyProfileId"].as_str().unwrap());
    send(session, Method::PATCH, &path, &body).await
}

pub(crate) async fn patched(session: &Session, user: &Value, body: Value) -> Value {
    let answer = patch(session, user, body).await;
    let status = answer.status();
    let record: Value = answer.json().await.unwrap();
    assert_eq!(status, 200, "{record}");
    record
}

/// PUT of the nine mandatory fields as they are, with fields over them.
pub(crate) async fn put(session: &Session, user: &Value, fields: Value) -> Response {
    let path = format!("{USERS}/{}", encoded(user["identityId"].as_str().unwrap()));
    send(session, Method::PUT, &path, &with(nine(user), fields)).await
}

/// The nine fields that PUT wants.
pub(crate) fn nine(user: &Value) -> Value {
    let names = [
        "identityId",
        "companyProfileId",
        "companyId",
        "employeeNumber",
        "firstName",
        "lastName",
        "mobileWork",
        "birthDate",
        "employmentStartDate",
    ];
    let fields = names
        .into_iter()
        .map(|name| (name.to_owned(), user[name].clone()));
    Value::Object(fields.collect())
}

/// A user as it is now.
pub(crate) async fn read(session: &Session, user: &Value) -> Value {
    let id = user["companyProfileId"].as_str().unwrap();
    let answer = session.get(&format!("{USERS}/by-profile-id/{id}")).await;
    assert_eq!(answer.status(), 200);
    answer.json().await.unwrap()
}

/// The list with this query, each record whole.
pub(crate) async fn listed(session: &Session, query: &str) -> Vec<User> {
    let answer = session.get(&format!("{USERS}{query}")).await;
    assert_eq!(answer.status(), 200, "{query}");
    answer.json().await.unwrap()
}

/// The employee numbers of a list.
pub(crate) async fn numbers(session: &Session, query: &str) -> Vec<String> {
    let users = listed(session, query).await;
    users.into_iter().map(|user| user.employee_number).collect()
}

/// Code and message of a refusal.
pub(crate) async fn said(answer: Response, status: u16) -> (String, String) {
    let found = answer.status();
    let body: Value = answer.json().await.unwrap();
    assert_eq!(found, status, "{body}");
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    (text("error"), text("message"))
}

/// An instant after all writes so far and before all that follow: the service keeps
/// milliseconds, so the clock must have moved on both sides.
pub(crate) async fn between_writes() -> String {
    let now = || chrono::Utc::now().timestamp_millis();
    let instant = now() + 1;
    while now() <= instant {
        tokio::task::yield_now().await;
    }
    fielddesk_model::Instant::from_millis(instant)
        .unwrap()
        .to_string()
}
