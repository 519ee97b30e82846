//! Projects and work orders: read, remembered, found by number.

use chrono::{DateTime, Utc};
use fielddesk_core::FailureKind;
use fielddesk_core::db::Database;
use fielddesk_core::directory::{Directory, ProjectEntry};

use crate::support::{Service, connection, data_dir};

fn numbers(entries: &[ProjectEntry]) -> Vec<&str> {
    entries
        .iter()
        .map(|entry| entry.project.project_number.as_str())
        .collect()
}

#[tokio::test]
async fn the_second_answer_comes_from_memory_even_after_a_restart() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &service.clients().admin);
    let directory = Directory::new(connection.clone(), Database::open(&dir).await.unwrap());

    let first = directory.projects(false).await.unwrap();
    assert!(!first.cached);
    assert!(numbers(&first.items).contains(&"P-2026-001"));
    let asked = service.requests().await.len();

    let again = Directory::new(connection, Database::open(&dir).await.unwrap());
    let second = again.projects(false).await.unwrap();
    assert!(second.cached);
    assert_eq!(
        second.items, first.items,
        "unknown fields and the order are kept"
    );
    assert_eq!(second.read_at, first.read_at);
    assert_eq!(service.requests().await.len(), asked, "nothing was sent");

    assert!(!again.projects(true).await.unwrap().cached);
    assert_eq!(service.requests().await.len(), asked + 1);
}

#[tokio::test]
async fn what_was_read_is_there_while_the_service_is_away() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let mut connection = connection(&service, &service.clients().admin);
    connection.client = connection.client.single_attempt();
    let directory = Directory::new(connection, Database::open(&dir).await.unwrap());
    let before = directory.projects(true).await.unwrap();
    service
        .fault("/test/core/", serde_json::json!({"status": 503}))
        .await;
    let failure = directory.projects(true).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::ServiceFailed);
    assert_eq!(directory.projects(false).await.unwrap().items, before.items);
}

#[tokio::test]
async fn a_project_is_found_by_its_number_or_said_to_be_missing() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &service.clients().admin);
    let directory = Directory::new(connection, Database::open(&dir).await.unwrap());
    let project = directory.project_by_number(" P-2026-001 ").await.unwrap();
    assert_eq!(project.project_number, "P-2026-001");

    for missing in ["P-1999-404", "../../x", "", "a\u{1b}[2J"] {
        let failure = directory.project_by_number(missing).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::NotFound, "{missing:?}");
        assert!(!failure.message.contains('\u{1b}'));
    }
    let failure = directory.project_by_number("P-1999-404").await.unwrap_err();
    assert_eq!(failure.message, "There is no project P-1999-404.");
}

#[tokio::test]
async fn work_orders_are_remembered_by_project_and_known_across_projects() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &service.clients().admin);
    let directory = Directory::new(connection, Database::open(&dir).await.unwrap());
    let project = directory.project_by_number("P-2026-001").await.unwrap();
    assert_eq!(directory.known_work_orders().await.unwrap(), []);

    let read = directory.work_orders(&project.id, false).await.unwrap();
    assert!(!read.cached && read.items.len() >= 2, "{read:?}");
    assert!(
        read.items
            .iter()
            .all(|order| order.project_id.as_ref() == Some(&project.id))
    );
    let again = directory.work_orders(&project.id, false).await.unwrap();
    assert!(again.cached);
    assert_eq!(again.items, read.items);
    assert_eq!(directory.known_work_orders().await.unwrap(), read.items);
}

#[tokio::test]
async fn a_used_project_is_known_as_used_after_the_list_was_read_again() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let connection = connection(&service, &service.clients().admin);
    let database = Database::open(&dir).await.unwrap();
    let directory = Directory::new(connection.clone(), database.clone());
    let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
    let project = directory.project_by_number("P-2026-001").await.unwrap().id;
    directory
        .note_used(&project, at("2026-11-20T10:00:00Z"))
        .await
        .unwrap();
    directory
        .note_used(&project, at("2026-11-19T10:00:00Z"))
        .await
        .unwrap();

    let entries = directory.projects(true).await.unwrap().items;
    let used: Vec<_> = entries
        .iter()
        .filter(|entry| entry.used_at.is_some())
        .collect();
    assert_eq!(used.len(), 1);
    assert_eq!(
        used[0].used_at,
        Some(at("2026-11-20T10:00:00Z")),
        "the clock may go back"
    );
    assert_eq!(
        directory.known_project(&project).await.unwrap().unwrap().id,
        project
    );

    Directory::forget(&database, &connection.profile.id)
        .await
        .unwrap();
    assert_eq!(directory.known_project(&project).await.unwrap(), None);
    let entries = directory.projects(true).await.unwrap().items;
    assert!(entries.iter().all(|entry| entry.used_at.is_none()));
}

#[tokio::test]
async fn another_client_does_not_see_what_the_first_one_read() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let database = Database::open(&dir).await.unwrap();
    let admin = connection(&service, &service.clients().admin);
    let mut stranger = connection(&service, &service.clients().other_company);
    stranger.profile.id = admin.profile.id.clone();
    let first = Directory::new(admin, database.clone())
        .projects(true)
        .await
        .unwrap();
    let second = Directory::new(stranger, database)
        .projects(false)
        .await
        .unwrap();
    assert!(!second.cached);
    assert_eq!(second.items.len(), 1);
    assert!(!numbers(&first.items).contains(&numbers(&second.items)[0]));
}
