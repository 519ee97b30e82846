//! What every implementation of the storage port must do, run against SQLite.

use chrono::DateTime;
use fielddesk_service::Durability;
use fielddesk_service::store::{
    AuditEntry, ClientChange, ClientRecord, Company, DocumentRecord, NewUpload, Owner, SqliteStore,
    Store,
};

fn entry(action: &'static str) -> AuditEntry {
    AuditEntry {
        at: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        actor: "tester".to_owned(),
        action,
        subject: "s".to_owned(),
        details: serde_json::Map::new(),
    }
}

fn company(id: &str, parent: Option<&str>) -> Company {
    Company {
        id: id.into(),
        name: id.to_uppercase(),
        parent_id: parent.map(Into::into),
        integration_enabled: true,
        country_code: "47".to_owned(),
    }
}

fn client(id: &str) -> ClientRecord {
    ClientRecord {
        id: id.to_owned(),
        name: "n".to_owned(),
        company_id: "a".into(),
        secret_hash: vec![1, 2],
        scopes: vec!["x".to_owned()],
        administrator: true,
        read_only: false,
        enabled: true,
        lifetime_s: Some(5),
        generation: 0,
        revoked_at: None,
        created_at: DateTime::from_timestamp(1, 0).unwrap(),
    }
}

fn upload(section: &str, replace: bool, documents: &[(&str, &str)]) -> NewUpload {
    NewUpload {
        owner: Owner::Project("p".into()),
        section: section.to_owned(),
        replace,
        documents: documents
            .iter()
            .map(|(id, name)| DocumentRecord {
                id: (*id).into(),
                name: (*name).to_owned(),
                size: 3,
                file_type: "txt".to_owned(),
                created_at: DateTime::from_timestamp(2, 0).unwrap(),
            })
            .collect(),
    }
}

async fn companies_form_a_tree(store: &dyn Store) {
    assert!(store.is_empty().await.unwrap());
    for (id, parent) in [("a", None), ("b", Some("a")), ("c", Some("b")), ("z", None)] {
        store
            .insert_company(&company(id, parent), entry("made"))
            .await
            .unwrap();
    }
    let tree = store.company_tree(&"a".into()).await.unwrap();
    assert_eq!(
        tree,
        [
            company("a", None),
            company("b", Some("a")),
            company("c", Some("b"))
        ]
    );
    assert!(store.company_tree(&"none".into()).await.unwrap().is_empty());
    assert!(
        store
            .set_integration(&"b".into(), false, entry("off"))
            .await
            .unwrap()
    );
    assert!(!store.company_tree(&"b".into()).await.unwrap()[0].integration_enabled);
    assert!(
        !store
            .set_integration(&"none".into(), false, entry("lost"))
            .await
            .unwrap()
    );
    assert!(!store.is_empty().await.unwrap());
}

async fn clients_change_by_id(store: &dyn Store) {
    store
        .insert_client(&client("k"), entry("made"))
        .await
        .unwrap();
    assert!(
        store.client("k").await.unwrap() == Some(client("k")),
        "as it went in"
    );
    assert!(
        store
            .insert_client(&client("k"), entry("lost"))
            .await
            .is_err(),
        "ids are unique"
    );
    let at = DateTime::from_timestamp(9, 0).unwrap();
    for change in [
        ClientChange::Grant("y".to_owned()),
        ClientChange::Ungrant("x".to_owned()),
        ClientChange::SecretHash(vec![7]),
        ClientChange::Enabled(false),
        ClientChange::Revoke(at),
    ] {
        store
            .change_client("k", change, entry("changed"))
            .await
            .unwrap()
            .unwrap();
    }
    let now = store.client("k").await.unwrap().unwrap();
    assert_eq!(
        (now.scopes, now.secret_hash),
        (vec!["y".to_owned()], vec![7])
    );
    assert_eq!(
        (now.enabled, now.generation, now.revoked_at),
        (false, 1, Some(at))
    );
    let nobody = store
        .change_client("x", ClientChange::Enabled(true), entry("lost"))
        .await;
    assert!(nobody.unwrap().is_none());
    assert!(store.delete_client("k", entry("gone")).await.unwrap());
    assert!(!store.delete_client("k", entry("lost")).await.unwrap());
}

async fn pages_keep_documents(store: &dyn Store) {
    let owner = Owner::Project("p".into());
    let first = upload("Sec", false, &[("1", "a"), ("2", "a"), ("3", "A")]);
    let stored = store.add_documents(first, entry("up")).await.unwrap();
    assert_eq!(stored.page_external_id, "int-projdocs:p:sec");
    let again = upload(" SEC", false, &[("4", "b\u{0}c")]);
    let stored = store.add_documents(again, entry("up")).await.unwrap();
    assert_eq!((stored.section.as_str(), stored.page.len()), ("Sec", 4));
    assert_eq!(stored.page[3].name, "b\u{0}c");

    let replace = upload("sec", true, &[("5", "a"), ("6", "a")]);
    let mut stored = store.add_documents(replace, entry("up")).await.unwrap();
    stored.removed.sort();
    let removed: Vec<_> = stored
        .removed
        .iter()
        .map(AsRef::as_ref)
        .collect::<Vec<&str>>();
    assert_eq!(removed, ["1", "2", "5"]);
    assert_eq!(stored.added.len(), 1);

    let twice = upload("sec", false, &[("7", "x"), ("6", "x")]);
    assert!(
        store.add_documents(twice, entry("lost")).await.is_err(),
        "an id twice"
    );
    let pages = store.pages(&owner).await.unwrap();
    let ids: Vec<_> = pages[0]
        .files
        .iter()
        .map(|f| f.file_reference_id.as_str())
        .collect();
    assert_eq!(ids, ["3", "4", "6"], "all of it or none of it");

    let task = Owner::WorkOrder("p".into());
    assert!(store.document(&task, &"3".into()).await.unwrap().is_none());
    assert!(
        !store
            .remove_document(&task, &"3".into(), entry("lost"))
            .await
            .unwrap()
    );
    assert_eq!(
        store
            .document(&owner, &"3".into())
            .await
            .unwrap()
            .unwrap()
            .name,
        "A"
    );
    assert!(
        store
            .remove_document(&owner, &"3".into(), entry("gone"))
            .await
            .unwrap()
    );
    let known = store
        .known_documents(&["3".to_owned(), "4".to_owned()])
        .await
        .unwrap();
    assert_eq!(known.into_iter().collect::<Vec<_>>(), ["4"]);
}

async fn acts_are_noted_when_they_are_done(store: &dyn Store) {
    let log = store.audit_log().await.unwrap();
    assert!(
        log.iter().all(|record| record.action != "lost"),
        "a failed act left a note"
    );
    let count = |action: &str| log.iter().filter(|record| record.action == action).count();
    assert_eq!(
        (count("made"), count("changed"), count("up"), count("gone")),
        (5, 5, 3, 2)
    );
}

#[tokio::test]
async fn sqlite_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.sqlite");
    let store = SqliteStore::open(&file, Durability::Process).await.unwrap();
    companies_form_a_tree(&store).await;
    clients_change_by_id(&store).await;
    pages_keep_documents(&store).await;
    acts_are_noted_when_they_are_done(&store).await;
    store.close().await;

    let again = SqliteStore::open(&file, Durability::Power).await.unwrap();
    acts_are_noted_when_they_are_done(&again).await;
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.sqlite");
    SqliteStore::open(&file, Durability::Process)
        .await
        .unwrap()
        .close()
        .await;
    let url = format!("sqlite://{}", file.display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'future', 1, x'00', 0)",
    )
    .execute(&pool)
    .await
    .unwrap();
    pool.close().await;
    let error = SqliteStore::open(&file, Durability::Process)
        .await
        .err()
        .unwrap();
    assert!(error.to_string().contains("9999"), "{error}");
}
