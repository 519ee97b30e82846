//! Projects and work orders, and the data of the seeds.

use fielddesk_model::Project;
use serde_json::Value;

use crate::support::{NUMBER, Session};

const PROJECTS: &str = "/api/v4/integration/projects";

fn is_id(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

#[tokio::test]
async fn the_list_is_a_bare_array_of_the_companys_tree() {
    let session = Session::start().await;
    let list: Vec<Project> = session.get(PROJECTS).await.json().await.unwrap();
    assert!((12..=20).contains(&list.len()), "{}", list.len());
    let ours = session.test.test().company_id.clone();
    let subsidiary = session.test.test().subsidiary_id.clone();
    assert!(list.iter().any(|project| project.company_id == subsidiary));
    for project in &list {
        assert!(is_id(project.id.as_str()));
        assert!(project.company_id == ours || project.company_id == subsidiary);
        assert!(!session.work_orders(project).await.is_empty());
    }
    assert!(list.iter().any(|project| project.active == Some(false)));
}

#[tokio::test]
async fn a_project_is_found_by_its_number() {
    let session = Session::start().await;
    let project = session.project(NUMBER).await;
    assert_eq!(project.project_number, NUMBER);
    let orders = session.work_orders(&project).await;
    assert!(orders.len() >= 2);
    for order in orders {
        assert!(is_id(order.id.as_str()));
        assert_eq!(order.project_id.as_ref(), Some(&project.id));
        assert!(order.external_id.is_some_and(|number| !number.is_empty()));
    }
}

#[tokio::test]
async fn names_are_written_as_in_the_specification_and_unset_is_null() {
    let session = Session::start().await;
    let path = format!("{PROJECTS}/by-project-number/{NUMBER}");
    let project: Value = session.get(&path).await.json().await.unwrap();
    for field in ["id", "companyId", "projectNumber", "name", "active"] {
        assert!(!project[field].is_null(), "{field}");
    }
    assert_eq!(project.get("finishedDate"), Some(&Value::Null));
}

#[tokio::test]
async fn one_page_has_a_document_that_is_a_pdf() {
    let session = Session::start().await;
    let page = session.page().await;
    let pages = session.list(&page).await;
    assert_eq!((pages.len(), pages[0].files.len()), (1, 1));
    let id = &pages[0].files[0].file_reference_id;
    let bytes = session
        .get(&format!("{page}/{id}"))
        .await
        .bytes()
        .await
        .unwrap();
    assert!(bytes.starts_with(b"%PDF-1.") && bytes.ends_with(b"%%EOF\n"));

    let other = &session.test.service.clients().other_company;
    let session = session.test.session(session.test.test(), other).await;
    let theirs: Vec<Project> = session.get(PROJECTS).await.json().await.unwrap();
    let path = format!("{PROJECTS}/{}/documents", theirs[0].id);
    assert_eq!(session.names(&path).await.len(), 1);
}
