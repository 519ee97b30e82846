//! Users of the real service: each call of the client, and what PUT and PATCH do with a null.

use fielddesk_api::{Deletion, UserQuery};
use fielddesk_model::{Field, SupervisorEntry, TagEntry, User, UserChange};

use crate::support::kind;
use crate::support::service::Service;

fn text(text: &str) -> Field<String> {
    Field::Value(text.to_owned())
}

/// A change that PUT takes: the nine fields of the user as they are.
fn nine(user: &User) -> UserChange {
    let given = |value: &Option<String>| Field::Value(value.clone().unwrap());
    UserChange {
        identity_id: Field::Value(user.identity_id.clone()),
        company_profile_id: Field::Value(user.company_profile_id.clone()),
        company_id: Field::Value(user.company_id.clone()),
        employee_number: text(&user.employee_number),
        first_name: given(&user.first_name),
        last_name: given(&user.last_name),
        mobile_work: given(&user.mobile_work),
        birth_date: given(&user.birth_date),
        employment_start_date: given(&user.employment_start_date),
        ..UserChange::default()
    }
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

#[tokio::test]
async fn put_and_patch_merge_and_only_put_empties_with_a_null() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let new = UserChange {
        email: text("ase@x.no"),
        department: text("Tunnel"),
        payroll: Field::Value(true),
        ..service.new_user("990004")
    };
    let created = users.create(&new).await.unwrap();
    let profile = &created.company_profile_id;
    let patch = UserChange {
        work_title: text("Formann"),
        email: Field::Null,
        ..UserChange::default()
    };
    let patched = users.patch(profile, &patch).await.unwrap();
    assert_eq!(patched.email.as_deref(), Some("ase@x.no"));
    assert_eq!(patched.department.as_deref(), Some("Tunnel"));
    let short = UserChange {
        last_name: Field::Omitted,
        ..nine(&patched)
    };
    let error = users.put(&created.identity_id, &short).await.unwrap_err();
    assert_eq!(kind(&error), "Refused");
    let words = error.service_message().unwrap();
    assert!(words.contains("lastName"), "{words}");
    let put = UserChange {
        email: Field::Null,
        ..nine(&patched)
    };
    let stored = users.put(&created.identity_id, &put).await.unwrap();
    assert_eq!(stored.email, None);
    assert_eq!(stored.work_title.as_deref(), Some("Formann"));

    let cleared = users.clear(&patched, &["email", "payroll"]).await.unwrap();
    assert_eq!(cleared.user.payroll, None);
    assert_eq!(cleared.user.department.as_deref(), Some("Tunnel"));
    assert_eq!(cleared.changed_meanwhile[0].field, "email");
    assert_eq!(users.by_profile_id(profile).await.unwrap(), cleared.user);
    let disabled = async || users.by_profile_id(profile).await.unwrap().is_disabled;
    users.disable(profile).await.unwrap();
    assert!(disabled().await);
    users.enable(profile).await.unwrap();
    assert!(!disabled().await);
}

#[tokio::test]
async fn supervisors_are_set_and_cleared_and_tags_never_read_back() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let leader = users.create(&service.new_user("970001")).await.unwrap();
    let user = users.create(&service.new_user("970002")).await.unwrap();
    let patch = async |supervisors: &[(&str, bool)]| {
        let entries = supervisors.iter().map(|(id, primary)| SupervisorEntry {
            supervisor_id: (*id).to_owned(),
            primary: *primary,
        });
        let tag = TagEntry {
            name: "Kran".to_owned(),
            enabled: true,
        };
        let change = UserChange {
            immediate_supervisors: Field::Value(entries.collect()),
            tags: Field::Value(vec![tag]),
            ..UserChange::default()
        };
        users.patch(&user.company_profile_id, &change).await
    };
    let led = patch(&[("970001", true)]).await.unwrap();
    assert!(led.tags.is_none() && led.immediate_supervisors.is_none());
    let detail = &led.immediate_supervisor_details[0];
    assert_eq!(detail.user_id.as_deref(), Some(leader.identity_id.as_str()));
    assert!(detail.primary);
    for (entries, words) in [
        (
            &[("970001", true), ("auth0|other", true)][..],
            "Only one supervisor can be marked as primary",
        ),
        (
            &[("970999", false)],
            "Could not resolve SupervisorId 970999",
        ),
    ] {
        let error = patch(entries).await.unwrap_err();
        assert!(
            error.service_message().unwrap().starts_with(words),
            "{error}"
        );
        assert_eq!((error.status(), error.attempts()), (Some(400), 1));
    }
    let cleared = users.clear(&led, &["immediateSupervisors"]).await.unwrap();
    assert!(cleared.user.immediate_supervisor_details.is_empty());
}

#[tokio::test]
async fn a_user_is_deleted_where_nothing_depends_on_it() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let created = users.create(&service.new_user("990008")).await.unwrap();
    let id = &created.identity_id;
    assert_eq!(users.delete_if_deletable(id).await.unwrap(), Deletion::Done);
    let error = users.delete(id).await.unwrap_err();
    assert!(error.is_not_found(), "at the first attempt: {error:?}");
    let mut refused = Vec::new();
    for user in users.list(&UserQuery::default()).await.unwrap() {
        let id = user.identity_id;
        if !users.is_identity_deletable(&id).await.unwrap().is_deletable {
            let error = users.delete(&id).await.unwrap_err();
            assert!(error.is_conflict(), "{error:?}");
            refused.push(users.delete_if_deletable(&id).await.unwrap());
        }
    }
    assert!(!refused.is_empty(), "the demo has such a user");
    for outcome in refused {
        assert!(matches!(outcome, Deletion::Refused { reasons } if !reasons.is_empty()));
    }
}

#[tokio::test]
async fn who_may_not_write_reads_and_a_stranger_does_neither() {
    let service = Service::start().await;
    let reader = service.client(&service.clients().read_only, &["serviceapiv3"]);
    let users = reader.users();
    let known = users.list(&UserQuery::default()).await.unwrap().remove(0);
    let stranger = service.client(&service.clients().other_company, &["serviceapiv3"]);
    let theirs = stranger.users();
    for error in [
        users.create(&service.new_user("990010")).await.unwrap_err(),
        users.disable(&known.company_profile_id).await.unwrap_err(),
        users.delete(&known.identity_id).await.unwrap_err(),
        theirs
            .by_profile_id(&known.company_profile_id)
            .await
            .unwrap_err(),
    ] {
        assert_eq!(kind(&error), "Forbidden");
        assert!(error.code().is_some() && error.service_message().is_some());
        assert_eq!(error.attempts(), 1);
    }
}
