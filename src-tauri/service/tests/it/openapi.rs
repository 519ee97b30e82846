//! The OpenAPI document against what is really served.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Form, NUMBER, TestService, binary};

fn properties(document: &Value, schema: &str) -> BTreeSet<String> {
    let properties = &document["components"]["schemas"][schema]["properties"];
    properties.as_object().unwrap().keys().cloned().collect()
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_document_lists_every_path_of_the_specification_that_is_built() {
    let document = binary::json(&["openapi"]);
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let paths: Vec<(String, Vec<String>)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(path, item)| (path.clone(), keys(item).into_iter().collect()))
        .collect();
    insta::assert_debug_snapshot!(paths);
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
    let refusal: Value = session.get("/nowhere").await.json().await.unwrap();
    assert_eq!(keys(&refusal), properties(&document, "Error"));
}
