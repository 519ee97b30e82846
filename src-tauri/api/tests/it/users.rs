//! Users of the real service: every endpoint, and what PUT and PATCH do with a null.

use fielddesk_api::{Deletion, ErrorKind, UserQuery};
use fielddesk_model::{Field, User, UserChange};

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
    let created = users.create(&service.new_user("990001")).await.unwrap();
    assert!(
        created.identity_id.as_str().contains('|'),
        "{}",
        created.identity_id
    );
    assert_eq!(created.first_name.as_deref(), Some("Åse"));
    let by_profile = users
        .by_profile_id(&created.company_profile_id)
        .await
        .unwrap();
    assert_eq!(by_profile, created);
    assert_eq!(users.by_employee_number("990001").await.unwrap(), created);

    let all = users.list(&UserQuery::default()).await.unwrap();
    assert!(all.contains(&created));
    assert!(
        all.iter()
            .any(|user| user.company_id == service.subsidiary())
    );
    let of_subsidiary = UserQuery {
        company_id: Some(service.subsidiary()),
        ..UserQuery::default()
    };
    let listed = users.list(&of_subsidiary).await.unwrap();
    assert!(!listed.is_empty());
    assert!(
        listed
            .iter()
            .all(|user| user.company_id == service.subsidiary())
    );
    for number in ["no-such", "a/b?c#d"] {
        let error = users.by_employee_number(number).await.unwrap_err();
        assert!(error.is_not_found(), "{error:?}");
    }
}

#[tokio::test]
async fn lists_are_narrowed_by_change_and_by_employment() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let before: fielddesk_model::Instant = chrono::Utc::now().into();
    let created = users.create(&service.new_user("990002")).await.unwrap();
    let gone = UserChange {
        employment_end_date: text("2021-01-01"),
        ..service.new_user("990003")
    };
    let gone = users.create(&gone).await.unwrap();
    let since = UserQuery {
        changed_since: Some(before),
        ..UserQuery::default()
    };
    let changed = users.list(&since).await.unwrap();
    assert!(changed.contains(&created) && changed.contains(&gone));
    assert_eq!(changed.len(), 2, "the seeded users are older");
    let employed = UserQuery {
        employment_lookback_days: Some(30),
        ..UserQuery::default()
    };
    let employed = users.list(&employed).await.unwrap();
    assert!(employed.contains(&created) && !employed.contains(&gone));
}

#[tokio::test]
async fn put_and_patch_merge_and_only_put_empties_with_a_null() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let new = UserChange {
        email: text("ase@x.no"),
        department: text("Tunnel"),
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
    assert_eq!(
        patched.email.as_deref(),
        Some("ase@x.no"),
        "PATCH ignores a null"
    );
    assert_eq!(patched.work_title.as_deref(), Some("Formann"));
    assert_eq!(
        patched.department.as_deref(),
        Some("Tunnel"),
        "what is left out stays"
    );

    let put = UserChange {
        email: Field::Null,
        ..nine(&patched)
    };
    let stored = users.put(&created.identity_id, &put).await.unwrap();
    assert_eq!(stored.email, None, "PUT empties with a null");
    assert_eq!(
        stored.work_title.as_deref(),
        Some("Formann"),
        "PUT merges too"
    );
    assert_eq!(users.by_profile_id(profile).await.unwrap(), stored);
}

#[tokio::test]
async fn put_wants_the_nine_fields_and_patch_none() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let created = users.create(&service.new_user("990005")).await.unwrap();
    let short = UserChange {
        last_name: Field::Omitted,
        ..nine(&created)
    };
    let error = users.put(&created.identity_id, &short).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Refused), "{error:?}");
    assert_eq!(error.status(), Some(400));
    assert!(
        error.service_message().unwrap().contains("lastName"),
        "{error}"
    );
    let nothing = UserChange::default();
    let same = users
        .patch(&created.company_profile_id, &nothing)
        .await
        .unwrap();
    assert_eq!(same.last_name, created.last_name);
}

#[tokio::test]
async fn a_cleared_field_is_empty_and_nothing_else_is_touched() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let new = UserChange {
        email: text("ase@x.no"),
        address: text("Veien 1"),
        payroll: Field::Value(true),
        ..service.new_user("990006")
    };
    let seen = users.create(&new).await.unwrap();
    let by_somebody_else = UserChange {
        first_name: text("Aase"),
        ..UserChange::default()
    };
    users
        .patch(&seen.company_profile_id, &by_somebody_else)
        .await
        .unwrap();

    let cleared = users.clear(&seen, &["email", "payroll"]).await.unwrap();
    assert_eq!(
        (cleared.user.email.as_deref(), cleared.user.payroll),
        (None, None)
    );
    assert_eq!(cleared.user.address.as_deref(), Some("Veien 1"));
    assert_eq!(
        cleared.user.first_name.as_deref(),
        Some("Aase"),
        "their change stays"
    );
    let fields: Vec<_> = cleared.changed_meanwhile.iter().map(|c| c.field).collect();
    assert_eq!(fields, ["firstName"]);
    let stored = users.by_profile_id(&seen.company_profile_id).await.unwrap();
    assert_eq!(stored, cleared.user);
    let again = users.clear(&stored, &["email"]).await.unwrap();
    assert!(again.changed_meanwhile.is_empty());
}

#[tokio::test]
async fn an_account_is_disabled_and_enabled() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let created = users.create(&service.new_user("990007")).await.unwrap();
    let profile = &created.company_profile_id;
    let disabled = async || users.by_profile_id(profile).await.unwrap().is_disabled;
    users.disable(profile).await.unwrap();
    assert!(disabled().await);
    users.enable(profile).await.unwrap();
    assert!(!disabled().await);
    let off = UserChange {
        is_disabled: Field::Value(true),
        ..UserChange::default()
    };
    assert!(users.patch(profile, &off).await.unwrap().is_disabled);
}

#[tokio::test]
async fn a_user_is_deleted_where_nothing_depends_on_it() {
    let service = Service::start().await;
    let client = service.admin();
    let users = client.users();
    let created = users.create(&service.new_user("990008")).await.unwrap();
    let check = users
        .is_identity_deletable(&created.identity_id)
        .await
        .unwrap();
    assert!(
        check.is_deletable && check.validation_errors.is_empty(),
        "{check:?}"
    );
    let outcome = users
        .delete_if_deletable(&created.identity_id)
        .await
        .unwrap();
    assert_eq!(outcome, Deletion::Done);
    let error = users.by_employee_number("990008").await.unwrap_err();
    assert!(error.is_not_found(), "{error:?}");
    let error = users.delete(&created.identity_id).await.unwrap_err();
    assert!(
        error.is_not_found(),
        "at the first attempt a 404 is one: {error:?}"
    );

    let mut bound = None;
    for user in users.list(&UserQuery::default()).await.unwrap() {
        let check = users
            .is_identity_deletable(&user.identity_id)
            .await
            .unwrap();
        if !check.is_deletable {
            assert!(!check.validation_errors.is_empty());
            bound = Some(user.identity_id);
            break;
        }
    }
    let bound = bound.expect("the demo has a user who cannot be deleted");
    let error = users.delete(&bound).await.unwrap_err();
    assert_eq!(
        (error.is_conflict(), error.status()),
        (true, Some(409)),
        "{error:?}"
    );
    let Deletion::Refused { reasons } = users.delete_if_deletable(&bound).await.unwrap() else {
        panic!("the user was deleted");
    };
    assert!(!reasons.is_empty());
}

#[tokio::test]
async fn a_number_that_is_taken_is_a_conflict() {
    let service = Service::start().await;
    let client = service.admin();
    client
        .users()
        .create(&service.new_user("990009"))
        .await
        .unwrap();
    service.reset_log().await;
    let error = client
        .users()
        .create(&service.new_user("990009"))
        .await
        .unwrap_err();
    assert!(error.is_conflict() && error.code().is_some(), "{error:?}");
    assert_eq!(
        service.log("GET", "/users").await.len(),
        0,
        "the refusal it is"
    );
}

#[tokio::test]
async fn who_may_not_write_reads_and_a_stranger_does_neither() {
    let service = Service::start().await;
    let seeded = service
        .admin()
        .users()
        .list(&UserQuery::default())
        .await
        .unwrap();
    let known = &seeded[0];
    let reader = service.client(&service.clients().read_only, &["serviceapiv3"]);
    assert_eq!(
        reader
            .users()
            .list(&UserQuery::default())
            .await
            .unwrap()
            .len(),
        seeded.len()
    );
    for error in [
        reader
            .users()
            .create(&service.new_user("990010"))
            .await
            .unwrap_err(),
        reader
            .users()
            .disable(&known.company_profile_id)
            .await
            .unwrap_err(),
        reader.users().delete(&known.identity_id).await.unwrap_err(),
    ] {
        assert!(matches!(error.kind(), ErrorKind::Forbidden), "{error:?}");
        assert!(error.code().is_some() && error.service_message().is_some());
        assert_eq!(
            error.attempts(),
            1,
            "another scope or another try does not help"
        );
    }
    let stranger = service.client(&service.clients().other_company, &["serviceapiv3"]);
    let theirs = stranger.users().list(&UserQuery::default()).await.unwrap();
    assert!(
        theirs
            .iter()
            .all(|user| user.company_id != known.company_id)
    );
    let look = stranger
        .users()
        .by_profile_id(&known.company_profile_id)
        .await;
    let error = look.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Forbidden), "{error:?}");
}
