//! Moving a user between companies: only inside the caller's tree.

use crate::support::{Session, refused};
use serde_json::json;

use super::{created, patch, patched, put, read};

#[tokio::test]
async fn a_user_moves_within_the_tree_by_put_and_patch() {
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let test = session.test.test();
    let (own, subsidiary) = (&test.company_id, &test.subsidiary_id);
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
    let session = Session::start().await;
    let user = created(&session, "A-1", json!({})).await;
    let foreign = session.test.service.unrelated();
    for company in [foreign.as_str(), "000000000000000000000000", "nonsense"] {
        let body = json!({"companyId": company});
        let refusal = patch(&session, &user, body.clone()).await;
        assert_eq!(refused(refusal, 403).await, "Forbidden");
        let refusal = put(&session, &user, body).await;
        assert_eq!(refused(refusal, 403).await, "Forbidden");
    }
    let subsidiary = json!({"companyId": session.test.test().subsidiary_id});
    created(&session, "A-1", subsidiary.clone()).await;
    let refusal = patch(&session, &user, subsidiary).await;
    assert_eq!(refused(refusal, 409).await, "EmployeeNumberTaken");
    assert_eq!(read(&session, &user).await, user);
}
