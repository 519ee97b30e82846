//! Projects and work orders of the real service.

use fielddesk_api::DocumentTarget;

use crate::support::kind;
use crate::support::service::Service;

#[tokio::test]
async fn projects_and_their_work_orders_are_found_and_another_company_is_kept_out() {
    let service = Service::start().await;
    let client = service.admin();
    let one = client.projects().by_number("P-2026-001").await.unwrap();
    assert!(client.projects().list().await.unwrap().contains(&one));
    for number in ["P-0000-000", "../projects", "a/b?c#d", "Æ 7"] {
        let error = client.projects().by_number(number).await.unwrap_err();
        assert!(error.is_not_found(), "{number}: {error:?}");
    }
    let orders = client.work_orders().of_project(&one.id).await.unwrap();
    assert!(orders.len() >= 2);
    assert!(
        orders
            .iter()
            .all(|order| order.project_id.as_ref() == Some(&one.id))
    );
    let stranger = service.client(&service.clients().other_company, &["serviceapiv3"]);
    let target = DocumentTarget::Project(one.id);
    let error = stranger.documents(&target).list().await.unwrap_err();
    assert_eq!(kind(&error), "Forbidden");
    assert!(error.service_message().is_some());
}
