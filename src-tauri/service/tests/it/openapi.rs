//! The OpenAPI document against what is really served.

use std::collections::BTreeSet;

use fielddesk_model::{Machine, MachineChange, User, UserChange};
use serde_json::Value;

use crate::support::operations::resolved;
use crate::support::{Form, NUMBER, Session, binary};

fn properties(document: &Value, schema: &str) -> BTreeSet<String> {
    let properties = &document["components"]["schemas"][schema]["properties"];
    properties.as_object().unwrap().keys().cloned().collect()
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

const INTEGRATION: &str = "/core/api/v4/integration";

/// Every endpoint of the specification: method and path, relative to the integration API or to the environment.
const ENDPOINTS: [(&str, &str); 37] = [
    ("post", "/identity/connect/token"),
    ("get", "/core/api/MachineType"),
    ("get", "/machines"),
    ("post", "/machines"),
    ("get", "/machines/by-machine-number/{machineNumber}"),
    ("post", "/machines/create/array"),
    ("get", "/machines/is-machine-deletable/{id}"),
    ("put", "/machines/update/array"),
    ("get", "/machines/{id}"),
    ("put", "/machines/{id}"),
    ("patch", "/machines/{id}"),
    ("delete", "/machines/{id}"),
    ("patch", "/machines/{id}/esg"),
    ("get", "/projects"),
    ("get", "/projects/by-project-number/{projectNumber}"),
    ("get", "/projects/{id}/documents"),
    ("post", "/projects/{id}/documents"),
    ("get", "/projects/{id}/documents/{fileReferenceId}"),
    ("delete", "/projects/{id}/documents/{fileReferenceId}"),
    ("get", "/tasks/project/{projectId}"),
    ("get", "/tasks/{id}/documents"),
    ("post", "/tasks/{id}/documents"),
    ("get", "/tasks/{id}/documents/{fileReferenceId}"),
    ("delete", "/tasks/{id}/documents/{fileReferenceId}"),
    ("get", "/users"),
    ("post", "/users"),
    ("get", "/users/by-employee-number/{employeeNumber}"),
    ("get", "/users/by-profile-id/{profileId}"),
    ("patch", "/users/disable/{companyProfileId}"),
    ("patch", "/users/enable/{companyProfileId}"),
    ("get", "/users/is-identity-deletable/{identityId}"),
    ("delete", "/users/{identityId}"),
    ("put", "/users/{identityId}"),
    ("patch", "/users/{companyProfileId}"),
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
        .map(|(method, path)| {
            let host = ["/core/api/", "/identity/", "/reporting/"];
            let whole = host.iter().any(|host| path.starts_with(host));
            let before = if whole { "" } else { INTEGRATION };
            ((*method).to_owned(), unnamed(&format!("{before}{path}")))
        })
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
    let session = Session::start().await;
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
        ("Machine", Machine::FIELDS),
        ("MachineChange", MachineChange::FIELDS),
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
