//! Users of the real service.

use fielddesk_api::UserQuery;
use fielddesk_model::{Field, UserChange};

use crate::support::service::Service;

fn text(text: &str) -> Field<String> {
    Field::Value(text.to_owned())
}

#[tokio::test]
async fn a_created_user_is_found_by_profile_by_number_and_in_the_lists() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let before: fielddesk_model::Instant = chrono::Utc::now().into();
    let created = users.create(&service.new_user("990001")).await.unwrap();
    let profile = &created.company_profile_id;
    assert_eq!(users.by_profile_id(profile).await.unwrap(), created);
    assert_eq!(users.by_employee_number("990001").await.unwrap(), created);
    for number in ["no-such", "a/b?c#d"] {
        let error = users.by_employee_number(number).await.unwrap_err();
        assert!(error.is_not_found(), "{error:?}");
    }
    service.reset_log().await;
    let error = users.create(&service.new_user("990001")).await.unwrap_err();
    assert!(error.is_conflict() && error.code().is_some(), "{error:?}");
    let looks = service.log("GET", "/users").await;
    assert!(looks.is_empty(), "the refusal it is");

    let gone = UserChange {
        employment_end_date: text("2021-01-01"),
        ..service.new_user("990003")
    };
    users.create(&gone).await.unwrap();
    let numbers = async |query: UserQuery| {
        let listed = users.list(&query).await.unwrap().records;
        let numbers = listed.into_iter().map(|user| user.employee_number);
        numbers.collect::<Vec<_>>()
    };
    let since = UserQuery {
        changed_since: Some(before),
        ..UserQuery::default()
    };
    assert_eq!(numbers(since.clone()).await, ["990001", "990003"]);
    let employed = UserQuery {
        employment_lookback_days: Some(30),
        ..since.clone()
    };
    assert_eq!(numbers(employed).await, ["990001"]);
    let elsewhere = UserQuery {
        company_id: Some(service.subsidiary()),
        ..since
    };
    assert!(numbers(elsewhere).await.is_empty());
}
