//! Damaged and missing records: those that come back, the reports, and the acts that are never
//! done.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::FailureKind;
use crate::data_loss::{DataLoss, Part, acknowledge, unacknowledged};
use crate::db::{Database, FILE};

const PAGE: usize = 4096;

fn folder() -> (TempDir, DataDir) {
    let folder = tempfile::tempdir().unwrap();
    let dir = DataDir::open(folder.path().join("data")).unwrap();
    (folder, dir)
}

async fn run(database: &Database, sql: &'static str) {
    sqlx::raw_sql(sql).execute(database.pool()).await.unwrap();
}

async fn number(database: &Database, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql)
        .fetch_one(database.pool())
        .await
        .unwrap()
}

const QUEUE: &str = "INSERT INTO transfers (connection, kind, name, project, place, path, size, state, created_at) \
     VALUES ('c', 'upload', 'a.pdf', 'p', '', x'2f61', 1, 'waiting', 't'), \
            ('c', 'upload', 'b.pdf', 'p', '', x'2f62', 1, 'done', 't'), \
            ('d', 'upload', 'c.pdf', 'p', '', x'2f63', 1, 'cancelled', 't')";

const EDIT: &str = "INSERT INTO fleet_edits VALUES ('c', 'm', 'note', '1', '2')";

/// More than a few pages of rows.
const MANY: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) \
     INSERT INTO sent_documents (id, connection, project, section, name, size, by_hand) \
     SELECT printf('document-%08d', i), 'c', 'p', 'VA', printf('Plan %d with a name.pdf', i), i, 1 FROM n";

/// Records with a queue, an unsaved change, and the records of many uploads, closed.
async fn filled(dir: &DataDir) -> PathBuf {
    let database = Database::open(dir).await.unwrap();
    for sql in [QUEUE, EDIT, MANY] {
        run(&database, sql).await;
    }
    database.pool().close().await;
    dir.path().join(FILE)
}

fn overwrite(path: &Path, from: usize, to: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    let to = to.min(bytes.len());
    bytes[from..to].fill(0xa5);
    std::fs::write(path, bytes).unwrap();
}

fn only(dir: &DataDir) -> DataLoss {
    let mut losses = unacknowledged(dir).unwrap();
    assert_eq!(losses.len(), 1, "{losses:?}");
    losses.remove(0)
}

fn part(loss: &DataLoss, part: Part) -> Option<(u64, bool)> {
    let found = loss.parts.iter().find(|one| one.part == part);
    found.map(|one| (one.carried, one.complete))
}

#[tokio::test]
async fn a_damaged_header_or_first_page_loses_nothing() {
    for bytes in [16, 100, PAGE] {
        let (_folder, dir) = folder();
        let path = filled(&dir).await;
        overwrite(&path, 0, bytes);
        let database = Database::open(&dir).await.unwrap();
        let loss = only(&dir);
        assert_eq!(loss.cause, LossCause::Damaged);
        let aside = dir.path().join(loss.kept_aside.as_ref().unwrap());
        assert!(std::fs::read(aside).unwrap().starts_with(&[0xa5; 16]));
        assert!(
            loss.parts.iter().all(|part| part.complete),
            "{bytes}: {loss:?}"
        );
        assert_eq!(part(&loss, Part::Transfers), Some((1, true)), "{bytes}");
        assert_eq!(part(&loss, Part::UploadRecords), Some((4000, true)));
        let edits = "SELECT COUNT(*) FROM fleet_edits WHERE base = '1' AND edit = '2'";
        assert_eq!(number(&database, edits).await, 1);
        let paused = "SELECT COUNT(*) FROM transfer_settings WHERE connection = 'c' AND paused = 1";
        assert_eq!(
            number(&database, paused).await,
            1,
            "the queue waits for a person"
        );
        let paused = "SELECT COUNT(*) FROM transfer_settings WHERE connection = 'd'";
        assert_eq!(
            number(&database, paused).await,
            0,
            "nothing was to be done there"
        );
    }
}

#[tokio::test]
async fn damage_inside_takes_only_the_rows_it_hit() {
    let (_folder, dir) = folder();
    let path = filled(&dir).await;
    // Pages of the many rows: they were written last.
    let pages = std::fs::metadata(&path).unwrap().len() as usize / PAGE;
    overwrite(&path, (pages - 36) * PAGE, (pages - 30) * PAGE);
    let database = Database::open(&dir).await.unwrap();
    let loss = only(&dir);
    assert_eq!(part(&loss, Part::Transfers), Some((1, true)));
    assert_eq!(part(&loss, Part::UnsavedChanges), Some((1, true)));
    let (carried, complete) = part(&loss, Part::UploadRecords).unwrap();
    assert!(!complete && carried > 3000 && carried < 4000, "{loss:?}");
    let whole =
        "SELECT COUNT(*) FROM sent_documents WHERE name = printf('Plan %d with a name.pdf', size)";
    assert_eq!(
        number(&database, whole).await,
        i64::try_from(carried).unwrap()
    );
}

#[tokio::test]
async fn half_a_file_gives_what_is_in_that_half() {
    let (_folder, dir) = folder();
    let path = filled(&dir).await;
    let bytes = std::fs::metadata(&path).unwrap().len();
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(bytes / 2).unwrap();
    Database::open(&dir).await.unwrap();
    let loss = only(&dir);
    assert_eq!(part(&loss, Part::Transfers), Some((1, true)));
    let (carried, complete) = part(&loss, Part::UploadRecords).unwrap();
    // Rows and the pages of their indexes lie between each other.
    assert!(!complete && carried > 500, "{loss:?}");
}

#[tokio::test]
async fn an_emptied_file_comes_back_from_what_was_written_last() {
    for gone in [false, true] {
        let (_folder, dir) = folder();
        let path = dir.path().join(FILE);
        let database = Database::open(&dir).await.unwrap();
        run(&database, EDIT).await;
        // As after a crash: the journal is not taken over yet.
        let journal = salvage::beside(&path, "-wal");
        let kept = std::fs::read(&journal).unwrap();
        database.pool().close().await;
        std::fs::write(&path, b"").unwrap();
        if gone {
            std::fs::remove_file(&path).unwrap();
        }
        std::fs::write(&journal, kept).unwrap();
        Database::open(&dir).await.unwrap();
        let loss = only(&dir);
        assert_eq!(
            part(&loss, Part::UnsavedChanges),
            Some((1, true)),
            "{loss:?}"
        );
    }
}

#[tokio::test]
async fn a_missing_file_is_a_loss_only_where_there_was_one() {
    let (_folder, dir) = folder();
    std::fs::write(dir.path().join("profiles.json"), b"{}").unwrap();
    assert!(!is_used(&dir));
    Database::open(&dir).await.unwrap().pool().close().await;
    assert_eq!(unacknowledged(&dir).unwrap(), []);
    std::fs::remove_file(dir.path().join(FILE)).unwrap();
    assert!(is_used(&dir));
    Database::open(&dir).await.unwrap().pool().close().await;
    assert_eq!(only(&dir).cause, LossCause::Missing);
    assert!(acknowledge(&dir).unwrap().len() == 1 && acknowledge(&dir).unwrap().is_empty());
    Database::open(&dir).await.unwrap();
    assert_eq!(unacknowledged(&dir).unwrap(), [], "it is said once");
}

#[tokio::test]
async fn nothing_is_moved_away_under_a_process_that_holds_the_folder() {
    let (_folder, dir) = folder();
    let path = filled(&dir).await;
    overwrite(&path, 0, 100);
    let before = std::fs::read(&path).unwrap();
    let held = dir.lock().unwrap();
    let failure = Database::open(&dir).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Busy);
    assert!(failure.message.contains("damaged"), "{failure}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(unacknowledged(&dir).unwrap(), []);
    Database::open_holding(&dir, &held).await.unwrap();
    assert_eq!(part(&only(&dir), Part::Transfers), Some((1, true)));
}

#[tokio::test]
async fn a_recovery_that_was_cut_off_is_finished_and_told_once() {
    // Before the damaged file was put aside: all of it again.
    let (_folder, dir) = folder();
    let path = filled(&dir).await;
    overwrite(&path, 0, 100);
    let damaged = std::fs::read(&path).unwrap();
    Database::open(&dir).await.unwrap().pool().close().await;
    let aside = dir.path().join(only(&dir).kept_aside.unwrap());
    std::fs::remove_file(aside).unwrap();
    std::fs::write(&path, damaged).unwrap();
    Database::open(&dir).await.unwrap().pool().close().await;
    assert_eq!(part(&only(&dir), Part::Transfers), Some((1, true)));

    // After that: the new file gets its name.
    std::fs::rename(&path, dir.path().join("fielddesk.sqlite.recovered")).unwrap();
    let database = Database::open(&dir).await.unwrap();
    assert_eq!(
        number(&database, "SELECT COUNT(*) FROM fleet_edits").await,
        1
    );
    assert_eq!(part(&only(&dir), Part::Transfers), Some((1, true)));
}

#[tokio::test]
async fn a_number_that_was_given_is_not_given_again() {
    let (_folder, dir) = folder();
    let database = Database::open(&dir).await.unwrap();
    run(&database, QUEUE).await;
    run(&database, "DELETE FROM transfers").await;
    database.pool().close().await;
    overwrite(&dir.path().join(FILE), 0, 100);
    let database = Database::open(&dir).await.unwrap();
    run(&database, QUEUE).await;
    assert_eq!(number(&database, "SELECT MIN(id) FROM transfers").await, 4);
}

#[test]
fn a_notice_that_cannot_be_read_is_still_a_notice() {
    let (_folder, dir) = folder();
    std::fs::write(dir.path().join("data-loss.json"), b"{\"form").unwrap();
    assert_eq!(only(&dir).parts, []);
    assert_eq!(acknowledge(&dir).unwrap().len(), 1);
    assert_eq!(unacknowledged(&dir).unwrap(), []);
}

#[tokio::test]
async fn every_table_of_the_migrations_is_carried_over_or_known_not_to_be() {
    let (_folder, dir) = folder();
    let database = Database::open(&dir).await.unwrap();
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' \
         AND name NOT LIKE 'sqlite%' AND name <> '_sqlx_migrations' ORDER BY name";
    let tables: Vec<String> = sqlx::query_scalar(sql)
        .fetch_all(database.pool())
        .await
        .unwrap();
    let carried = parts::TABLES.iter().map(|(_, table)| *table);
    let mut known: Vec<&str> = carried.chain(parts::NOT_CARRIED.iter().copied()).collect();
    known.sort_unstable();
    assert_eq!(tables, known);
}

#[tokio::test]
async fn what_exports_wrote_is_carried_over() {
    let (_folder, dir) = folder();
    let database = Database::open(&dir).await.unwrap();
    run(
        &database,
        "INSERT INTO exports (id, connection, resource, exported_at, body) \
         VALUES ('e', 'c', 'machines', 't', x'00')",
    )
    .await;
    database.pool().close().await;
    overwrite(&dir.path().join(FILE), 0, 100);
    let database = Database::open(&dir).await.unwrap();
    assert_eq!(number(&database, "SELECT COUNT(*) FROM exports").await, 1);
}
