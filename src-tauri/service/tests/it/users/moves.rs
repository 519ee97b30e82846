//! Moving a user between companies: only inside the caller's tree.

use serde_json::json;

use super::{created, patch, patched, put, read, said};
use crate::support::TestService;

#[tokio::test]
async fn a_user_moves_within_the_tree_by_put_and_patch() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let user = created(&session, "A-1", json!({})).await;
    let (own, subsidiary) = (&test.test().company_id, &test.test().subsidiary_id);
    let moved = patched(&session, &user, json!({"companyId": subsidiary})).await;
    assert_eq!(moved["companyId"], json!(subsidiary));
    assert_eq!(moved["companyProfileId"], user["companyProfileId"]);
    assert_eq!(
        put(&session, &moved, json!({"companyId": own}))
            .await
            .status(),
        200
    );
    assert_eq!(read(&session, &user).await, user);
}

#[tokio::test]
async fn a_company_out_of_reach_is_403_and_a_number_taken_there_409() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let user = created(&session, "A-1", json!({})).await;
    let clients = test.service.clients();
    let foreign = clients.other_company.company_id.clone().unwrap();
    for company in [foreign.as_str(), "000000000000000000000000", "nonsense"] {
        let body = json!({"companyId": company});
        assert_eq!(
            said(patch(&session, &user, body.clone()).await, 403)
                .await
                .0,
            "Forbidden"
        );
        assert_eq!(
            said(put(&session, &user, body).await, 403).await.0,
            "Forbidden"
        );
    }
    let subsidiary = json!({"companyId": test.test().subsidiary_id});
    created(&session, "A-1", subsidiary.clone()).await;
    assert_eq!(
        said(patch(&session, &user, subsidiary).await, 409).await.0,
        "EmployeeNumberTaken"
    );
    assert_eq!(read(&session, &user).await, user);
}
