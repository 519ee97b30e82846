//! Reading: from the cache at once, what changed from the service, everything once a day.

use chrono::TimeDelta;
use serde_json::json;

use super::{Grid, id, id_of};

#[tokio::test]
async fn what_changed_is_read_and_everything_once_a_day() {
    let grid = Grid::new().await;
    let all = grid.users.state().total;
    let [changed, gone] = grid.some(2).await.try_into().unwrap();
    let seen = grid.users.state().revision;
    grid.somebody_else(&id(&changed), json!({"workTitle": "Ny tittel"}))
        .await;
    let made = grid
        .site
        .connection
        .client
        .users()
        .create(&serde_json::from_value(new(&grid)).unwrap())
        .await
        .unwrap();
    let users = grid.site.connection.client.users();
    users.delete(&made.identity_id).await.unwrap();
    grid.clock.advance(TimeDelta::hours(1));
    let again = grid.restarted().await;
    let state = again.refresh().await.unwrap();
    assert_eq!(state.total, all);
    let lists = grid.lists().await;
    assert!(!lists[0].contains("changedSince"), "{lists:?}");
    assert!(lists.last().unwrap().contains("changedSince"), "{lists:?}");
    let read = again.page(0, 10_000).await.unwrap().rows;
    let row = read.iter().find(|row| id_of(row) == id(&changed)).unwrap();
    assert_eq!(row.user.work_title.as_deref(), Some("Ny tittel"));
    assert!(
        grid.users.changes(seen).await.unwrap().rows.is_empty(),
        "the first list did not read again"
    );
    grid.clock.advance(TimeDelta::hours(24));
    again.refresh().await.unwrap();
    let lists = grid.lists().await;
    assert!(!lists.last().unwrap().contains("changedSince"), "{lists:?}");
    assert_ne!(id(&gone), id(&changed));
}

fn new(grid: &Grid) -> serde_json::Value {
    json!({
        "companyId": grid.site.company(), "employeeNumber": "N-77", "firstName": "A",
        "lastName": "B", "mobileWork": "+4799977777", "birthDate": "1990-01-01",
        "employmentStartDate": "2020-01-01"
    })
}

#[tokio::test]
async fn a_user_who_was_deleted_elsewhere_is_gone_after_the_daily_list() {
    let grid = Grid::new().await;
    let client = grid.site.connection.client.clone();
    let made: fielddesk_model::User = client
        .users()
        .create(&serde_json::from_value(new(&grid)).unwrap())
        .await
        .unwrap();
    grid.clock.advance(TimeDelta::minutes(1));
    let with = grid.users.refresh().await.unwrap();
    let seen = with.revision;
    client.users().delete(&made.identity_id).await.unwrap();
    grid.clock.advance(TimeDelta::minutes(1));
    let same = grid.users.refresh().await.unwrap();
    assert_eq!(same.total, with.total, "no list of changes has it");
    grid.clock.advance(TimeDelta::hours(25));
    let without = grid.users.refresh().await.unwrap();
    assert_eq!(without.total, with.total - 1);
    let changes = grid.users.changes(seen).await.unwrap();
    assert_eq!(changes.removed, [id(&made)]);
}

#[tokio::test]
async fn a_kept_user_that_cannot_be_read_makes_the_next_read_a_whole_one() {
    let grid = Grid::new().await;
    let database = grid.database().await;
    let one = id(&grid.some(1).await[0]);
    sqlx::query("UPDATE cached_records SET record = '{' WHERE id = ?")
        .bind(&one)
        .execute(database.pool())
        .await
        .unwrap();
    let again = grid.restarted().await;
    let kept = again.page(0, 10_000).await.unwrap();
    assert!(kept.rows.iter().all(|row| id_of(row) != one));
    again.refresh().await.unwrap();
    let lists = grid.lists().await;
    assert!(!lists.last().unwrap().contains("changedSince"), "{lists:?}");
    let now = again.page(0, 10_000).await.unwrap();
    assert!(now.rows.iter().any(|row| id_of(row) == one));
}

#[tokio::test]
async fn a_supervisor_names_the_row_of_the_person() {
    let grid = Grid::new().await;
    let rows = grid.rows().await;
    let all = rows.iter().flat_map(|row| &row.supervisors);
    let mut seen = 0;
    for supervisor in all {
        assert!(!supervisor.supervisor_id.is_empty());
        let Some(of) = &supervisor.id else { continue };
        let person = rows.iter().find(|row| id_of(row) == *of).unwrap();
        assert_eq!(
            supervisor.employee_number.as_deref(),
            Some(&*person.user.employee_number)
        );
        seen += 1;
    }
    assert!(seen > 0, "the seed has supervisors");
}

#[tokio::test]
async fn the_people_of_machines_are_the_users_and_are_not_listed_twice() {
    let grid = Grid::new().await;
    let fleet = grid.fleet().await;
    assert_eq!(
        fleet.people().await.unwrap().len(),
        grid.users.state().total
    );
    fleet.refresh().await.unwrap();
    assert_eq!(grid.lists().await.len(), 1, "the users are young enough");
    let one = &grid.some(1).await[0];
    grid.somebody_else(&id(one), json!({"lastName": "Nyborg"}))
        .await;
    grid.clock.advance(TimeDelta::minutes(1));
    fleet.users().refresh().await.unwrap();
    let people = fleet.people().await.unwrap();
    let person = people
        .iter()
        .find(|person| person.employee_number == one.employee_number)
        .unwrap();
    assert!(person.name.ends_with("Nyborg"), "{}", person.name);
}
