//! What every implementation of the storage port must do with users, run against SQLite.

use chrono::{DateTime, NaiveDate, Utc};
use fielddesk_model::{CompanyId, Field, SupervisorEntry, TagEntry, User, UserChange};
use fielddesk_service::Durability;
use fielddesk_service::store::{
    AuditEntry, AuditStore as _, Company, CompanyStore as _, Employed, NewUserIds, SqliteStore,
    Store, UserDeletion, UserFilter, UserKey, UserRefusal, UserWrite,
};

fn at(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap()
}

fn entry(action: &'static str) -> AuditEntry {
    AuditEntry {
        at: at(1),
        actor: "tester".to_owned(),
        action,
        subject: "s".to_owned(),
        details: serde_json::Map::new(),
    }
}

fn value(text: &str) -> Field<String> {
    Field::Value(text.to_owned())
}

/// A complete user of a company.
fn whole(company: &str, number: &str) -> UserChange {
    UserChange {
        company_id: Field::Value(company.into()),
        employee_number: value(number),
        first_name: value("Åse"),
        last_name: value(number),
        mobile_work: value("+47 900 00 000"),
        birth_date: value("1990-01-01"),
        employment_start_date: value("2020-01-01"),
        ..UserChange::default()
    }
}

fn supervisors(ids: &[&str]) -> Field<Vec<SupervisorEntry>> {
    let entry = |id: &&str| SupervisorEntry {
        supervisor_id: (*id).to_owned(),
        primary: false,
    };
    Field::Value(ids.iter().map(entry).collect())
}

fn write(change: UserChange, ms: i64) -> UserWrite {
    UserWrite {
        change,
        companies: vec!["a".into(), "b".into()],
        at: at(ms),
    }
}

fn filter(companies: &[&str]) -> UserFilter {
    UserFilter {
        companies: companies.iter().map(|id| CompanyId::from(*id)).collect(),
        ..UserFilter::default()
    }
}

async fn add(store: &dyn Store, company: &str, number: &str, ms: i64) -> User {
    let ids = NewUserIds {
        identity_id: format!("auth0|{company}{number}").into(),
        company_profile_id: format!("{company}{number}").into(),
    };
    let written = store
        .insert_user(ids, write(whole(company, number), ms), entry("made"))
        .await;
    written.unwrap().unwrap()
}

async fn listed(store: &dyn Store, filter: &UserFilter) -> Vec<String> {
    let text = store.users(filter).await.unwrap().concat();
    let users: Vec<User> = serde_json::from_str(&text).unwrap();
    users.into_iter().map(|user| user.employee_number).collect()
}

async fn users_are_listed_and_found(store: &dyn Store) {
    assert_eq!(
        store.users(&filter(&["a", "b"])).await.unwrap().concat(),
        "[]"
    );
    assert_eq!(store.users(&filter(&[])).await.unwrap().concat(), "[]");
    for (company, number, ms) in [
        ("b", "1", 10),
        ("a", "2", 20),
        ("a", "10", 30),
        ("z", "1", 40),
    ] {
        add(store, company, number, ms).await;
    }
    assert_eq!(listed(store, &filter(&["a", "b"])).await, ["10", "2", "1"]);
    let mut later = filter(&["a", "b"]);
    later.modified_after = Some(at(20));
    assert_eq!(listed(store, &later).await, ["10"], "after, not at");
    let day = |year| NaiveDate::from_ymd_opt(year, 1, 1).unwrap();
    for (begun_by, found) in [(2019, 0), (2020, 3)] {
        let mut employed = filter(&["a", "b"]);
        employed.employed = Some(Employed {
            begun_by: day(begun_by),
            ended_since: day(2021),
        });
        assert_eq!(listed(store, &employed).await.len(), found);
    }

    let number = |companies: &[&str]| UserKey::Number {
        companies: filter(companies).companies,
        number: "1".to_owned(),
    };
    for (key, company) in [
        (UserKey::Identity("auth0|b1".into()), "b"),
        (UserKey::Profile("z1".into()), "z"),
        (number(&["a", "z", "b"]), "z"),
        (number(&["b", "z"]), "b"),
    ] {
        let found = store.user(&key).await.unwrap().unwrap();
        assert_eq!(found.company_id.as_str(), company, "{key:?}");
    }
    assert!(store.user(&number(&["a"])).await.unwrap().is_none());
}

async fn changes_merge_and_are_done_whole_or_not_at_all(store: &dyn Store) {
    let id = "auth0|a2".into();
    let change = UserChange {
        email: value("x"),
        department: value("y"),
        immediate_supervisors: supervisors(&["10", "auth0|unknown"]),
        tags: Field::Value(vec![TagEntry {
            name: "T".to_owned(),
            enabled: true,
        }]),
        ..UserChange::default()
    };
    let changed = store
        .change_user(&id, write(change, 50), entry("changed"))
        .await;
    let changed = changed.unwrap().unwrap();
    assert_eq!(changed.immediate_supervisor_details.len(), 2);
    assert_eq!(changed.immediate_supervisor_details[1].name, None);

    for (change, refusal) in [
        (
            UserChange {
                employee_number: value("10"),
                ..UserChange::default()
            },
            UserRefusal::NumberTaken("10".to_owned()),
        ),
        (
            UserChange {
                employment_end_date: value("2019-12-31"),
                ..UserChange::default()
            },
            UserRefusal::EndBeforeStart,
        ),
        (
            UserChange {
                email: Field::Null,
                immediate_supervisors: supervisors(&["10", "nobody"]),
                ..UserChange::default()
            },
            UserRefusal::Supervisor("nobody".to_owned()),
        ),
    ] {
        let refused = store
            .change_user(&id, write(change, 60), entry("lost"))
            .await;
        assert_eq!(refused.unwrap(), Err(refusal));
    }
    let nobody = store
        .change_user(
            &"none".into(),
            write(UserChange::default(), 60),
            entry("lost"),
        )
        .await;
    assert_eq!(nobody.unwrap(), Err(UserRefusal::NotFound));
    let now = store
        .user(&UserKey::Identity(id.clone()))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(now, changed, "refused changes left nothing");
    assert_eq!(store.user_tags(&id).await.unwrap(), ["T"]);

    let change = UserChange {
        email: Field::Null,
        ..UserChange::default()
    };
    let emptied = store
        .change_user(&id, write(change, 70), entry("changed"))
        .await;
    let emptied = emptied.unwrap().unwrap();
    assert_eq!(
        (emptied.email, emptied.department.as_deref()),
        (None, Some("y"))
    );
}

async fn a_delete_takes_its_place_as_supervisor_along(store: &dyn Store) {
    let id = "auth0|a10".into();
    assert_eq!(store.time_registrations(&id).await.unwrap(), 0);
    let deleted = store.delete_user(&id, at(80), entry("gone")).await.unwrap();
    assert_eq!(deleted, UserDeletion::Done);
    let again = store.delete_user(&id, at(90), entry("lost")).await.unwrap();
    assert_eq!(again, UserDeletion::NotFound);
    let mut later = filter(&["a"]);
    later.modified_after = Some(at(79));
    assert_eq!(listed(store, &later).await, ["2"], "the one that it led");
    let led = store
        .user(&UserKey::Profile("a2".into()))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(led.immediate_supervisor_details.len(), 1);
}

async fn a_list_of_many_pieces_has_everybody_once(store: &dyn Store) {
    let mut expected = vec!["1".to_owned()];
    for number in 1_000..1_850 {
        let number = number.to_string();
        add(store, "b", &number, 100).await;
        expected.push(number);
    }
    expected.sort();
    assert_eq!(listed(store, &filter(&["b"])).await, expected);
}

#[tokio::test]
async fn sqlite_keeps_users_as_the_port_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.sqlite");
    let store = SqliteStore::open(&file, Durability::Process).await.unwrap();
    for (id, parent) in [("a", None), ("b", Some("a")), ("z", None)] {
        let company = Company {
            id: id.into(),
            name: id.to_owned(),
            parent_id: parent.map(Into::into),
            integration_enabled: true,
            country_code: "47".to_owned(),
        };
        store.insert_company(&company, entry("made")).await.unwrap();
    }
    users_are_listed_and_found(&store).await;
    changes_merge_and_are_done_whole_or_not_at_all(&store).await;
    a_delete_takes_its_place_as_supervisor_along(&store).await;
    a_list_of_many_pieces_has_everybody_once(&store).await;
    let log = store.audit_log().await.unwrap();
    assert!(
        log.iter().all(|record| record.action != "lost"),
        "a refused act left a note"
    );
    let count = |action: &str| log.iter().filter(|record| record.action == action).count();
    assert_eq!((count("changed"), count("gone")), (2, 1));
}
