//! 20,000 users come from the cache in pages.

use fielddesk_model::User;
use serde_json::json;

use super::Grid;

const MANY: usize = 20_000;

#[tokio::test]
async fn twenty_thousand_users_come_from_the_cache_in_pages() {
    let grid = Grid::new().await;
    let one: User = grid.some(1).await.remove(0);
    let database = grid.database().await;
    let key = grid.site.connection.key();
    let mut transaction = database.pool().begin().await.unwrap();
    for n in 0..MANY {
        let mut user = json!(one);
        user["companyProfileId"] = json!(format!("many-{n}"));
        user["identityId"] = json!(format!("auth0|many-{n}"));
        user["employeeNumber"] = json!(format!("M-{n}"));
        user["mobileWork"] = json!(format!("+47{:08}", 20_000_000 + n));
        sqlx::query("INSERT INTO cached_records VALUES (?, 'users', ?, ?)")
            .bind(&key)
            .bind(format!("many-{n}"))
            .bind(user.to_string())
            .execute(&mut *transaction)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
    let users = grid.restarted().await;
    let first = users.page(0, 2_000).await.unwrap();
    assert!(first.state.total > MANY);
    assert_eq!(first.rows.len(), 2_000);
    let last = users.page(first.state.total - 1, 2_000).await.unwrap();
    assert_eq!(last.rows.len(), 1);
}
