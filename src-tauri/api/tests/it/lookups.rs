//! Projects and work orders of the real service.

use fielddesk_api::{DocumentTarget, ErrorKind};

use crate::support::service::Service;

#[tokio::test]
async fn projects_are_listed_and_found_by_number() {
    let service = Service::start().await;
    let client = service.admin();
    let all = client.projects().list().await.unwrap();
    let one = client.projects().by_number("P-2026-001").await.unwrap();
    assert!(
        all.contains(&one),
        "the list and the look-up show one record"
    );
    assert!(one.name.is_some());
    for number in ["P-0000-000", "../projects", "a/b?c#d", "Æ 7"] {
        let error = client.projects().by_number(number).await.unwrap_err();
        assert!(error.is_not_found(), "{number}: {error:?}");
        assert_eq!(error.attempts(), 1);
    }
}

#[tokio::test]
async fn work_orders_belong_to_their_project() {
    let service = Service::start().await;
    let project = service.project().await;
    let orders = service
        .admin()
        .work_orders()
        .of_project(&project.id)
        .await
        .unwrap();
    assert!(orders.len() >= 2);
    assert!(
        orders
            .iter()
            .all(|order| order.project_id.as_ref() == Some(&project.id))
    );
    assert!(orders.iter().all(|order| order.external_id.is_some()));
}

#[tokio::test]
async fn another_company_is_kept_out() {
    let service = Service::start().await;
    let project = service.project().await;
    let stranger = service.client(&service.clients().other_company, &["serviceapiv3"]);
    let listed = stranger.projects().list().await.unwrap();
    assert!(listed.iter().all(|other| other.id != project.id));
    let target = DocumentTarget::Project(project.id);
    let error = stranger.documents(&target).list().await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Forbidden), "{error:?}");
    assert!(error.service_message().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_calls_at_once_take_one_token_of_the_real_service() {
    let service = Service::start().await;
    let client = service.admin();
    let calls = (0..50).map(|_| {
        let client = client.clone();
        tokio::spawn(async move { client.projects().list().await })
    });
    for call in futures::future::join_all(calls).await {
        call.unwrap().unwrap();
    }
    assert_eq!(
        service.log("POST", "/identity/connect/token").await.len(),
        1
    );
    assert_eq!(service.log("GET", "/core/").await.len(), 50);
}
