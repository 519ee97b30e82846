//! The OpenAPI document against what is really served.

use std::collections::BTreeSet;

use fielddesk_model::{User, UserChange};
use serde_json::Value;

use crate::support::operations::resolved;
use crate::support::{Form, NUMBER, TestService, binary};

fn properties(document: &Value, schema: &str) -> BTreeSet<String> {
    let properties = &document["components"]["schemas"][schema]["properties"];
    properties.as_object().unwrap().keys().cloned().collect()
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

/// Every endpoint of the specification: method and path, relative to the environment.
const ENDPOINTS: [(&str, &str); 37] = [
    ("post", "/identity/connect/token"),
    ("get", "/core/api/MachineType"),
    ("get", "/core/api/v4/integration/machines"),
    ("post", "/core/api/v4/integration/machines"),
    (
        "get",
        "/core/api/v4/integration/machines/by-machine-number/{machineNumber}",
    ),
    ("post", "/core/api/v4/integration/machines/create/array"),
    (
        "get",
        "/core/api/v4/integration/machines/is-machine-deletable/{id}",
    ),
    ("put", "/core/api/v4/integration/machines/update/array"),
    ("get", "/core/api/v4/integration/machines/{id}"),
    ("put", "/core/api/v4/integration/machines/{id}"),
    ("patch", "/core/api/v4/integration/machines/{id}"),
    ("delete", "/core/api/v4/integration/machines/{id}"),
    ("patch", "/core/api/v4/integration/machines/{id}/esg"),
    ("get", "/core/api/v4/integration/projects"),
    (
        "get",
        "/core/api/v4/integration/projects/by-project-number/{projectNumber}",
    ),
    ("get", "/core/api/v4/integration/projects/{id}/documents"),
    ("post", "/core/api/v4/integration/projects/{id}/documents"),
    (
        "get",
        "/core/api/v4/integration/projects/{id}/documents/{fileReferenceId}",
    ),
    (
        "delete",
        "/core/api/v4/integration/projects/{id}/documents/{fileReferenceId}",
    ),
    ("get", "/core/api/v4/integration/tasks/project/{projectId}"),
    ("get", "/core/api/v4/integration/tasks/{id}/documents"),
    ("post", "/core/api/v4/integration/tasks/{id}/documents"),
    (
        "get",
        "/core/api/v4/integration/tasks/{id}/documents/{fileReferenceId}",
    ),
    (
        "delete",
        "/core/api/v4/integration/tasks/{id}/documents/{fileReferenceId}",
    ),
    ("get", "/core/api/v4/integration/users"),
    ("post", "/core/api/v4/integration/users"),
    (
        "get",
        "/core/api/v4/integration/users/by-employee-number/{employeeNumber}",
    ),
    (
        "get",
        "/core/api/v4/integration/users/by-profile-id/{profileId}",
    ),
    (
        "patch",
        "/core/api/v4/integration/users/disable/{companyProfileId}",
    ),
    (
        "patch",
        "/core/api/v4/integration/users/enable/{companyProfileId}",
    ),
    (
        "get",
        "/core/api/v4/integration/users/is-identity-deletable/{identityId}",
    ),
    ("delete", "/core/api/v4/integration/users/{identityId}"),
    ("put", "/core/api/v4/integration/users/{identityId}"),
    ("patch", "/core/api/v4/integration/users/{companyProfileId}"),
    ("get", "/reporting/v1/flow-locations"),
    ("get", "/reporting/v1/flow-mass-types"),
    ("get", "/reporting/v1/flow-trip-registrations"),
];

/// A path with its parameters unnamed: `/users/{}` may go by two names.
fn unnamed(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        if segment.starts_with('{') {
            "{}"
        } else {
            segment
        }
    });
    segments.collect::<Vec<_>>().join("/")
}

#[test]
fn the_document_lists_the_endpoints_of_the_specification_and_no_other() {
    let document = binary::json(&["openapi"]);
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let specified: BTreeSet<_> = ENDPOINTS
        .iter()
        .map(|(method, path)| ((*method).to_owned(), unnamed(path)))
        .collect();
    let mut listed_ones = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        if path == "/healthz" {
            continue;
        }
        for method in keys(item) {
            let listed = (method, unnamed(path));
            assert!(specified.contains(&listed), "{listed:?}");
            listed_ones.insert(listed);
        }
    }
    let missing: Vec<_> = specified.difference(&listed_ones).collect();
    assert!(missing.is_empty(), "not served: {missing:?}");
}

/// Every operation with its name, for failures.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, item)| {
            let operations = item.as_object().unwrap().iter();
            operations
                .filter(|(method, _)| *method != "servers")
                .map(move |(method, operation)| (format!("{method} {path}"), operation))
        })
        .collect()
}

/// The parts of an example that its schema does not know.
fn strangers(document: &Value, schema: &Value, example: &Value, place: &str) -> Vec<String> {
    let schema = resolved(document, schema);
    let mut found = Vec::new();
    match example {
        Value::Array(items) if schema.get("items").is_some() => {
            for item in items {
                found.extend(strangers(document, &schema["items"], item, place));
            }
        }
        Value::Object(fields) if schema.get("properties").is_some() => {
            for (name, value) in fields {
                let inner = &schema["properties"][name];
                let place = format!("{place}.{name}");
                if inner.is_null() {
                    found.push(place);
                } else {
                    found.extend(strangers(document, inner, value, &place));
                }
            }
        }
        _ => {}
    }
    found
}

#[test]
fn every_body_has_an_example_that_its_schema_knows() {
    let document = binary::json(&["openapi"]);
    let mut missing = Vec::new();
    for (name, operation) in operations(&document) {
        let mut bodies = vec![("request".to_owned(), &operation["requestBody"])];
        let responses = operation["responses"].as_object().unwrap();
        assert!(
            responses.keys().any(|status| status.starts_with('2')),
            "{name} never succeeds"
        );
        bodies.extend(
            responses
                .iter()
                .map(|(status, body)| (status.clone(), body)),
        );
        for (which, body) in bodies {
            for (kind, content) in body["content"].as_object().into_iter().flatten() {
                if kind == "application/octet-stream" {
                    continue;
                }
                let example = &content["example"];
                if example.is_null() {
                    missing.push(format!("{name}, {which}"));
                }
                let strange = strangers(&document, &content["schema"], example, "");
                assert!(strange.is_empty(), "{name}, {which}: {strange:?}");
            }
        }
    }
    assert!(missing.is_empty(), "no example: {}", missing.join("; "));
}

#[test]
fn every_operation_tells_its_refusals() {
    let document = binary::json(&["openapi"]);
    for (name, operation) in operations(&document) {
        let responses = &operation["responses"];
        for (status, response) in responses.as_object().unwrap() {
            let description = response["description"].as_str().unwrap_or_default();
            assert!(!description.is_empty(), "{name} {status}");
            if status.starts_with('4') {
                let content = &response["content"]["application/json"];
                assert!(content["example"]["error"].is_string(), "{name} {status}");
            }
        }
        if name.contains("/core/") || name.contains("/reporting/") {
            assert!(
                responses["401"]["headers"]["WWW-Authenticate"].is_object(),
                "{name}"
            );
            assert!(responses["403"].is_object(), "{name}");
            let input = operation["parameters"].is_array() || operation["requestBody"].is_object();
            assert!(responses["400"].is_object() || !input, "{name}");
            assert!(
                responses["404"].is_object() || !name.contains('{'),
                "{name}"
            );
        }
        if name.contains("/reporting/") {
            assert_eq!(
                operation["security"][0]["bearer"][0], "reportingapiv1",
                "{name}"
            );
        }
    }
}

#[tokio::test]
async fn what_is_sent_has_the_properties_of_its_schema() {
    let document = binary::json(&["openapi"]);
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let project: Value = session
        .get(&format!(
            "/api/v4/integration/projects/by-project-number/{NUMBER}"
        ))
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(keys(&project), properties(&document, "Project"));
    let path = format!(
        "/api/v4/integration/tasks/project/{}",
        project["id"].as_str().unwrap()
    );
    let orders: Value = session.get(&path).await.json().await.unwrap();
    assert_eq!(keys(&orders[0]), properties(&document, "WorkOrder"));

    let page = session.page().await;
    let answer = session.try_upload(&page, Form::new().file("a", "x")).await;
    let answer: Value = answer.json().await.unwrap();
    assert_eq!(keys(&answer), properties(&document, "UploadResponse"));
    let file = &answer["files"][0];
    assert_eq!(keys(file), properties(&document, "UploadedFile"));
    assert_eq!(
        keys(&file["fileReference"]),
        properties(&document, "FileReference")
    );
    let pages: Value = session.get(&page).await.json().await.unwrap();
    assert_eq!(keys(&pages[0]), properties(&document, "SectionPage"));
    assert_eq!(
        keys(&pages[0]["files"][0]),
        properties(&document, "InfoPageFile")
    );
    let users: Value = session
        .get("/api/v4/integration/users")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(keys(&users[1]), properties(&document, "User"));
    let supervisor = &users[1]["immediateSupervisorDetails"][0];
    assert_eq!(keys(supervisor), properties(&document, "SupervisorDetail"));
    for (schema, written) in [
        ("User", User::FIELDS),
        ("UserChange", UserChange::FIELDS),
        ("UserPut", UserChange::FIELDS),
    ] {
        let written = written.iter().map(|field| (*field).to_owned()).collect();
        assert_eq!(properties(&document, schema), written, "{schema}");
    }
    let path = format!(
        "/api/v4/integration/users/is-identity-deletable/{}",
        users[0]["identityId"].as_str().unwrap().replace('|', "%7C")
    );
    let check: Value = session.get(&path).await.json().await.unwrap();
    assert_eq!(keys(&check), properties(&document, "IdentityDeletable"));
    let refusal: Value = session.get("/nowhere").await.json().await.unwrap();
    assert_eq!(keys(&refusal), properties(&document, "Error"));
}

#[test]
fn the_examples_of_users_are_records_and_writes_that_can_be_read() {
    let document = binary::json(&["openapi"]);
    let example = |schema: &str| document["components"]["schemas"][schema]["example"].clone();
    let user = example("User");
    assert_eq!(keys(&user), properties(&document, "User"));
    for schema in ["NewUser", "UserPut", "UserChange"] {
        let text = example(schema).to_string();
        let change: UserChange = fielddesk_model::from_slice(text.as_bytes()).unwrap();
        assert!(!change.is_empty(), "{schema}");
    }
    for schema in ["NewUser", "UserPut"] {
        let required = document["components"]["schemas"][schema]["required"].clone();
        let required: Vec<String> = serde_json::from_value(required).unwrap();
        assert_eq!(required.len(), if schema == "NewUser" { 7 } else { 9 });
        assert!(required.iter().all(|name| !example(schema)[name].is_null()));
    }
}
