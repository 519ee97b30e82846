//! Rights of callers: companies, Administrator access, read-only clients, paths and methods.

use reqwest::Method;
use serde_json::Value;

use crate::hostile_paths::{call, served};
use crate::support::operations::{Ids, operations};
use crate::support::snapshot::Snapshot;
use crate::support::{Form, Session, TestService, refused};

#[tokio::test]
async fn a_read_only_client_reads_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let ids = Ids::of(&test.admin_session().await).await;
    let reader = &test.service.clients().read_only;
    let token = test.token(test.test(), reader, "serviceapiv3").await;
    let before = Snapshot::of(folder.path()).await;
    for operation in operations() {
        if !operation.path.starts_with("/core/") {
            continue;
        }
        let answer = call(&test, &operation, &token, &ids.fill(&operation, None)).await;
        if operation.method == Method::GET {
            // No work order of the seed has a document.
            let read = [200, 404].contains(&answer.status);
            assert!(read, "{}: {}", operation.name(), answer.head);
        } else {
            let body: Value = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(answer.status, 403, "{}", operation.name());
            assert_eq!(body["error"], "ReadOnlyClient", "{}", operation.name());
        }
    }
    before.assert_same(&Snapshot::of(folder.path()).await, "a read-only client");
}

#[tokio::test]
async fn another_companys_record_is_403_by_id_unknown_by_number_and_in_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let test = served(folder.path()).await;
    let admin = test.admin_session().await;
    let ids = Ids::of(&admin).await;
    let stranger = &test.service.clients().other_company;
    let other = test.session(test.test(), stranger).await;
    let before = Snapshot::of(folder.path()).await;
    for operation in operations() {
        let parameters = operation.parameters();
        if parameters.is_empty() || !operation.path.starts_with("/core/") {
            continue;
        }
        let target = ids.fill(&operation, None);
        let answer = call(&test, &operation, &other.token, &target).await;
        let by_number = parameters.iter().any(|name| name.ends_with("Number"));
        let expected = if by_number {
            (404, "NotFound")
        } else {
            (403, "Forbidden")
        };
        let body: Value = serde_json::from_slice(&answer.body).unwrap();
        let found = (answer.status, body["error"].as_str().unwrap());
        assert_eq!(found, expected, "{}", operation.name());
    }
    before.assert_same(&Snapshot::of(folder.path()).await, "a stranger");
    for list in ["projects", "users", "machines"] {
        let path = format!("/api/v4/integration/{list}");
        let ours: Vec<Value> = admin.get(&path).await.json().await.unwrap();
        let theirs: Vec<Value> = other.get(&path).await.json().await.unwrap();
        assert!(!theirs.is_empty() && theirs.iter().all(|one| !ours.contains(one)));
    }
}

#[tokio::test]
async fn documents_need_an_administrator_and_look_ups_do_not() {
    let test = TestService::start().await;
    let standard = &test.service.clients().standard;
    let session = test.session(test.test(), standard).await;
    for page in [session.page().await, session.task_page().await] {
        let list = session.get(&page).await;
        assert_eq!(refused(list, 403).await, "AdministratorRequired");
        let upload = session
            .try_upload(&page, Form::new().file("a.txt", "x"))
            .await;
        assert_eq!(refused(upload, 403).await, "AdministratorRequired");
        let download = session
            .get(&format!("{page}/0123456789abcdef01234567"))
            .await;
        assert_eq!(refused(download, 403).await, "AdministratorRequired");
    }
}

#[tokio::test]
async fn unknown_records_are_404() {
    let session = Session::start().await;
    let page = session.page().await;
    for path in [
        "/api/v4/integration/projects/by-project-number/P-0000".to_owned(),
        "/api/v4/integration/projects/000000000000000000000000/documents".to_owned(),
        "/api/v4/integration/tasks/000000000000000000000000/documents".to_owned(),
        "/api/v4/integration/tasks/project/000000000000000000000000".to_owned(),
        format!("{page}/000000000000000000000000"),
    ] {
        assert_eq!(
            refused(session.get(&path).await, 404).await,
            "NotFound",
            "{path}"
        );
    }
}

#[tokio::test]
async fn only_the_host_that_is_served_is_answered() {
    let test = TestService::start().await;
    for path in [
        "/healthz",
        "/test/core/api/v4/integration/projects",
        "/_control/requests",
    ] {
        let request = test.http.get(test.url(path)).header("host", "evil.example");
        assert_eq!(
            refused(request.send().await.unwrap(), 403).await,
            "ForeignHost"
        );
    }
    let healthy = test.http.get(test.url("/healthz")).send().await.unwrap();
    assert_eq!(healthy.status(), 200);
}
