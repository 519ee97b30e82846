//! Who may do what: companies, Administrator access, read-only clients, paths and methods.

use fielddesk_service::ReadyClient;
use reqwest::Method;

use crate::support::{Form, NUMBER, TestService, refused};

fn client<'a>(
    test: &'a TestService,
    pick: impl Fn(&'a fielddesk_service::ReadyClients) -> &'a ReadyClient,
) -> &'a ReadyClient {
    pick(test.test().clients.as_ref().unwrap())
}

#[tokio::test]
async fn a_read_only_client_reads_and_writes_nothing() {
    let test = TestService::start().await;
    let session = test
        .session(test.test(), client(&test, |c| &c.read_only))
        .await;
    let page = session.page().await;
    let id = session.list(&page).await[0].files[0]
        .file_reference_id
        .clone();
    assert_eq!(session.get(&format!("{page}/{id}")).await.status(), 200);

    let upload = session
        .try_upload(&page, Form::new().file("a.txt", "x"))
        .await;
    assert_eq!(refused(upload, 403).await, "ReadOnlyClient");
    let delete = session.call(Method::DELETE, &format!("{page}/{id}"));
    assert_eq!(
        refused(delete.send().await.unwrap(), 403).await,
        "ReadOnlyClient"
    );
    assert_eq!(session.names(&page).await.len(), 1, "nothing changed");
}

#[tokio::test]
async fn documents_need_an_administrator_and_look_ups_do_not() {
    let test = TestService::start().await;
    let session = test
        .session(test.test(), client(&test, |c| &c.standard))
        .await;
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
async fn another_companys_record_by_id_is_403_and_by_number_unknown() {
    let test = TestService::start().await;
    let admin = test.admin_session().await;
    let (page, task_page) = (admin.page().await, admin.task_page().await);
    let project = admin.project(NUMBER).await.id;
    let other = test
        .session(test.test(), client(&test, |c| &c.other_company))
        .await;
    let tasks = format!("/api/v4/integration/tasks/project/{project}");
    for path in [&page, &task_page, &tasks] {
        assert_eq!(refused(other.get(path).await, 403).await, "Forbidden");
    }
    let upload = other
        .try_upload(&page, Form::new().file("a.txt", "x"))
        .await;
    assert_eq!(refused(upload, 403).await, "Forbidden");
    let by_number = format!("/api/v4/integration/projects/by-project-number/{NUMBER}");
    refused(other.get(&by_number).await, 404).await;
    let list: Vec<fielddesk_model::Project> = other
        .get("/api/v4/integration/projects")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(list.len(), 1, "its own project alone");
}

#[tokio::test]
async fn unknown_records_are_404() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
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
async fn unknown_paths_are_404_and_other_methods_405_with_or_without_a_token() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
    refused(session.get("/api/v4/integration/nothing").await, 404).await;
    refused(test.http.get(test.url("/")).send().await.unwrap(), 404).await;
    refused(
        test.http
            .get(test.url("/staging/core/x"))
            .send()
            .await
            .unwrap(),
        404,
    )
    .await;
    let wrong = session.call(Method::DELETE, "/api/v4/integration/projects");
    assert_eq!(
        refused(wrong.send().await.unwrap(), 405).await,
        "MethodNotAllowed"
    );
    let url = format!("{}/connect/token", test.test().identity_url);
    refused(test.http.get(url).send().await.unwrap(), 405).await;
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
