//! The people of the seeds.

use crate::support::Session;
use fielddesk_model::{IdentityDeletable, User};

use super::{USERS, encoded, listed};

#[tokio::test]
async fn the_demo_has_believable_people_and_one_that_cannot_be_deleted() {
    let session = Session::start().await;
    let users = listed(&session, "").await;
    assert!(users.len() >= 60, "{}", users.len());
    let count = |wanted: &dyn Fn(&User) -> bool| users.iter().filter(|user| wanted(user)).count();
    assert!(count(&|user| user.is_disabled) >= 2);
    assert!(count(&|user| !user.immediate_supervisor_details.is_empty()) >= 50);
    assert!(count(&|user| user.employment_end_date.is_some()) >= 3);
    let shown = format!("{users:?}");
    assert!(['æ', 'ø', 'å'].iter().all(|letter| shown.contains(*letter)));
    // The README names this one.
    let number = users
        .iter()
        .find(|user| user.employee_number == "1002")
        .unwrap();
    let id = encoded(number.identity_id.as_str());
    let answer = session
        .get(&format!("{USERS}/is-identity-deletable/{id}"))
        .await;
    let check: IdentityDeletable = answer.json().await.unwrap();
    assert!(!check.is_deletable && check.validation_errors.len() == 1);
}
