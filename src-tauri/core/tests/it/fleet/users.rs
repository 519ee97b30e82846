//! Use cases of users.

use fielddesk_core::FailureKind;
use fielddesk_core::bulk::BulkControl;
use fielddesk_core::users::{self, UserQuery};
use fielddesk_rules::fields::USER_FIELDS;

use super::{Fleet, values};

const NEW: [&str; 7] = [
    "employeeNumber=N-1",
    "firstName=Kari",
    "lastName=Prøve",
    "mobileWork=+4799900001",
    "birthDate=1990-02-01",
    "employmentStartDate=2020-01-01",
    "email=kari@example.org",
];

#[tokio::test]
async fn a_user_is_created_changed_emptied_and_deleted_by_the_employee_number() {
    let fleet = Fleet::new().await;
    let created = users::create(&fleet.connection, &values(USER_FIELDS, &NEW))
        .await
        .unwrap();
    assert_eq!(created.company_id, fleet.company());
    let sets = values(USER_FIELDS, &["workTitle=Maskinfører", "email="]);
    let changed = users::update(&fleet.connection, "N-1", None, &sets)
        .await
        .unwrap();
    assert_eq!(changed.work_title.as_deref(), Some("Maskinfører"));
    assert_eq!(changed.email, None, "an explicit clear empties");
    let stored = users::find(&fleet.connection, "N-1", None).await.unwrap();
    assert_eq!(
        (stored.first_name.as_deref(), stored.email),
        (Some("Kari"), None)
    );
    users::delete(&fleet.connection, "N-1", None).await.unwrap();
    let gone = users::find(&fleet.connection, "N-1", None)
        .await
        .unwrap_err();
    assert_eq!(gone.kind, FailureKind::NotFound);
}

#[tokio::test]
async fn a_new_user_without_a_mandatory_field_names_what_is_missing() {
    let fleet = Fleet::new().await;
    let failure = users::create(&fleet.connection, &values(USER_FIELDS, &NEW[..3]))
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Usage);
    assert!(
        failure
            .message
            .contains("mobileWork, birthDate, employmentStartDate"),
        "{failure}"
    );
    assert_eq!(fleet.requests("POST", "users").await, 0);
}

#[tokio::test]
async fn accounts_are_disabled_and_enabled_each_with_its_outcome() {
    let fleet = Fleet::new().await;
    let company = fleet.company();
    let all = users::list(&fleet.connection, &UserQuery::default())
        .await
        .unwrap();
    let own = all
        .iter()
        .filter(|user| user.company_id == company && !user.is_disabled);
    let mut numbers: Vec<String> = own
        .take(10)
        .map(|user| user.employee_number.clone())
        .collect();
    numbers.push("no such".to_owned());
    let following = BulkControl::default();
    let outcomes = users::disable(&fleet.connection, &numbers, Some(&company), &following).await;
    let outcomes = outcomes.unwrap();
    assert!(
        outcomes[..10]
            .iter()
            .all(|outcome| outcome.result.as_ref().unwrap().is_disabled)
    );
    assert_eq!(
        outcomes[10].result.as_ref().unwrap_err().kind,
        FailureKind::NotFound
    );
    let stored = users::find(&fleet.connection, &numbers[0], Some(&company))
        .await
        .unwrap();
    assert!(stored.is_disabled);
    users::enable(&fleet.connection, &numbers[..1], Some(&company), &following)
        .await
        .unwrap();
    let stored = users::find(&fleet.connection, &numbers[0], Some(&company))
        .await
        .unwrap();
    assert!(!stored.is_disabled);
}

#[tokio::test]
async fn a_user_who_cannot_be_deleted_says_why() {
    let fleet = Fleet::new().await;
    let all = users::list(&fleet.connection, &UserQuery::default())
        .await
        .unwrap();
    let client = fleet.connection.client.users();
    let mut kept = None;
    for user in all {
        if !client
            .is_identity_deletable(&user.identity_id)
            .await
            .unwrap()
            .is_deletable
        {
            kept = Some(user);
            break;
        }
    }
    let user = kept.unwrap();
    let of = Some(&user.company_id);
    let refused = users::delete(&fleet.connection, &user.employee_number, of)
        .await
        .unwrap_err();
    assert_eq!(refused.code.as_deref(), Some("notDeletable"));
    assert!(refused.message.contains(&user.employee_number), "{refused}");
    assert!(refused.fix.contains("Disable"), "{refused:?}");
    users::find(&fleet.connection, &user.employee_number, of)
        .await
        .unwrap();
}
