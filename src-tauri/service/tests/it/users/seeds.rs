//! The people of the seeds.

use std::collections::HashSet;

use fielddesk_model::{IdentityDeletable, User};

use super::{USERS, encoded, listed};
use crate::support::TestService;

#[tokio::test]
async fn the_demo_has_believable_people_and_one_that_cannot_be_deleted() {
    let test = TestService::start().await;
    let session = test.admin_session().await;
    let users = listed(&session, "").await;
    assert!(users.len() >= 60, "{}", users.len());
    let count = |wanted: &dyn Fn(&User) -> bool| users.iter().filter(|user| wanted(user)).count();
    assert!(count(&|user| user.is_disabled) >= 2);
    assert!(count(&|user| !user.immediate_supervisor_details.is_empty()) >= 50);
    assert!(count(&|user| user.employment_end_date.is_some()) >= 3);
    let shown = format!("{users:?}");
    assert!(['æ', 'ø', 'å'].iter().all(|letter| shown.contains(*letter)));
    for user in &users {
        let id = user.identity_id.as_str().strip_prefix("auth0|").unwrap();
        assert!(id.len() == 24 && id.bytes().all(|b| b.is_ascii_hexdigit()));
        assert!(user.mobile_work.as_ref().unwrap().starts_with("+47 "));
        assert!(
            user.employment_start_date < user.employment_end_date
                || user.employment_end_date.is_none()
        );
        let year = |date: &Option<String>| date.as_ref().unwrap()[..4].parse::<i32>().unwrap();
        assert!(year(&user.employment_start_date) - year(&user.birth_date) >= 18);
        let primary = user
            .immediate_supervisor_details
            .iter()
            .filter(|one| one.primary);
        assert!(primary.count() <= 1);
        assert!(
            user.immediate_supervisor_details
                .iter()
                .all(|one| one.name.is_some())
        );
    }
    let phones: HashSet<_> = users.iter().map(|user| &user.mobile_work).collect();
    assert_eq!(
        phones.len(),
        users.len(),
        "everybody has a phone of their own"
    );

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
