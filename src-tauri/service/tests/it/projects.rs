//! Projects and work orders, and the data of the seeds.

use fielddesk_model::Project;
use fielddesk_service::{Seed, ServeOptions};
use serde_json::Value;

use crate::support::{NUMBER, TestService, demo};

const PROJECTS: &str = "/api/v4/integration/projects";

fn is_id(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

#[tokio::test]
async fn the_list_is_a_bare_array_of_the_companys_tree() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let list: Vec<Project> = session.get(PROJECTS).await.json().await.unwrap();
    assert!((12..=20).contains(&list.len()), "{}", list.len());
    let ours = test.test().company_id.clone();
    let subsidiary = test.test().subsidiary_id.clone();
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
    let test = TestService::start().await;
    let session = test.admin_session().await;
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
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let path = format!("{PROJECTS}/by-project-number/{NUMBER}");
    let project: Value = session.get(&path).await.json().await.unwrap();
    for field in ["id", "companyId", "projectNumber", "name", "active"] {
        assert!(!project[field].is_null(), "{field}");
    }
    assert_eq!(project.get("finishedDate"), Some(&Value::Null));
}

#[tokio::test]
async fn one_page_has_a_document_that_is_a_pdf() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
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

    let other = &test.test().clients.as_ref().unwrap().other_company;
    let session = test.session(test.test(), other).await;
    let theirs: Vec<Project> = session.get(PROJECTS).await.json().await.unwrap();
    let path = format!("{PROJECTS}/{}/documents", theirs[0].id);
    assert_eq!(session.names(&path).await.len(), 1);
}

#[tokio::test]
async fn the_same_seed_gives_the_same_ids_and_other_secrets() {
    let (one, two) = (TestService::start().await, TestService::start().await);
    assert_eq!(one.test().company_id, two.test().company_id);
    assert_eq!(one.admin().client_id, two.admin().client_id);
    assert_ne!(one.admin().client_secret, two.admin().client_secret);
    let (a, b) = (one.admin_session().await, two.admin_session().await);
    let first: Vec<Project> = a.get(PROJECTS).await.json().await.unwrap();
    let second: Vec<Project> = b.get(PROJECTS).await.json().await.unwrap();
    assert_eq!(first, second);
    let (page, other) = (a.page().await, b.page().await);
    assert_eq!(a.list(&page).await, b.list(&other).await);
}

#[tokio::test]
async fn the_environments_do_not_share_ids_and_production_is_smaller() {
    let test = TestService::start().await;
    let admin = &test.production().clients.as_ref().unwrap().admin;
    let session = test.session(test.production(), admin).await;
    let production: Vec<Project> = session.get(PROJECTS).await.json().await.unwrap();
    let in_test: Vec<Project> = test
        .admin_session()
        .await
        .get(PROJECTS)
        .await
        .json()
        .await
        .unwrap();
    assert!(production.len() < in_test.len());
    assert!(
        in_test
            .iter()
            .all(|a| production.iter().all(|b| a.id != b.id))
    );
}

#[tokio::test]
async fn the_large_seed_has_2000_projects() {
    let test = TestService::with(ServeOptions {
        seed: Seed::Large,
        ..demo()
    })
    .await;
    let session = test.admin_session().await;
    let list: Vec<Project> = session.get(PROJECTS).await.json().await.unwrap();
    assert_eq!(list.len(), 2000, "of the company and its subsidiary");
}
