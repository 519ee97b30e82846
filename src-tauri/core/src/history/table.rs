//! The table of versions.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use sqlx::Row as _;
use sqlx::SqliteExecutor;
use sqlx::sqlite::SqliteRow;

use super::{Kept, Mark, Reason, Source, Version};
use crate::Failure;
use crate::db::Database;
use crate::target::Target;

const COLUMNS: &str = "version, sha256, bytes, connection, project, work_order, section, name, \
                       document, source, reason, at, mapping";

/// Stores a version, and how far the state of its folder had come with it.
pub(super) async fn insert(
    database: &Database,
    version: Version,
    mark: Option<&Mark>,
) -> Result<Version, Failure> {
    let kept = &version.kept;
    let mut transaction = database.pool().begin().await?;
    if let Some(mark) = mark {
        raise(&mut *transaction, mark).await?;
    }
    let number: i64 = sqlx::query_scalar(
        "INSERT INTO history (sha256, bytes, connection, project, work_order, section, name, \
         document, source, reason, at, mapping) VALUES (?,?,?,?,?,?,?,?,?,?,?,?) RETURNING version",
    )
    .bind(&version.sha256)
    .bind(i64::try_from(version.bytes).unwrap_or(i64::MAX))
    .bind(&kept.connection)
    .bind(kept.target.project.as_str())
    .bind(kept.target.work_order_key())
    .bind(&kept.section)
    .bind(&kept.name)
    .bind(kept.document.as_ref().map(FileReferenceId::as_str))
    .bind(match kept.source {
        Source::Remote => "remote",
        Source::Local => "local",
    })
    .bind(kept.reason.word())
    .bind(version.at)
    .bind(&kept.mapping)
    .fetch_one(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Version {
        version: number,
        ..version
    })
}

/// The versions of a document that was on the page, newest first.
pub(super) async fn of_document(
    database: &Database,
    connection: &str,
    id: &FileReferenceId,
) -> Result<Vec<Version>, Failure> {
    let sql = format!(
        "SELECT {COLUMNS} FROM history WHERE connection = ? AND document = ? \
         AND source = 'remote' ORDER BY version DESC"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(connection)
        .bind(id.as_str())
        .fetch_all(database.pool())
        .await?;
    rows.iter().map(read).collect()
}

/// Dates a version. Returns whether there is one.
pub(super) async fn date(
    database: &Database,
    version: i64,
    at: DateTime<Utc>,
) -> Result<bool, Failure> {
    let done = sqlx::query("UPDATE history SET at = ? WHERE version = ?")
        .bind(at)
        .bind(version)
        .execute(database.pool())
        .await?;
    Ok(done.rows_affected() > 0)
}

pub(super) async fn by_number(
    database: &Database,
    version: i64,
) -> Result<Option<Version>, Failure> {
    let sql = format!("SELECT {COLUMNS} FROM history WHERE version = ?");
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(version)
        .fetch_optional(database.pool())
        .await?;
    row.map(|row| read(&row)).transpose()
}

/// The highest commit noted for a synced folder; 0 when there is none.
pub(super) async fn highest_mark(database: &Database, mapping: &str) -> Result<i64, Failure> {
    let number = sqlx::query_scalar("SELECT number FROM mirror_marks WHERE mapping = ?")
        .bind(mapping)
        .fetch_optional(database.pool())
        .await?;
    Ok(number.unwrap_or(0))
}

pub(super) async fn raise(
    connection: impl SqliteExecutor<'_>,
    mark: &Mark,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO mirror_marks (mapping, number) VALUES (?, ?) ON CONFLICT (mapping) \
         DO UPDATE SET number = excluded.number WHERE excluded.number > number",
    )
    .bind(&mark.mapping)
    .bind(mark.number)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn all(database: &Database) -> Result<Vec<Version>, Failure> {
    let sql = format!("SELECT {COLUMNS} FROM history ORDER BY version DESC");
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .fetch_all(database.pool())
        .await?;
    rows.iter().map(read).collect()
}

pub(super) async fn delete_before(database: &Database, at: DateTime<Utc>) -> Result<u64, Failure> {
    let done = sqlx::query("DELETE FROM history WHERE at < ?")
        .bind(at)
        .execute(database.pool())
        .await?;
    Ok(done.rows_affected())
}

/// Every content that a version names.
pub(super) async fn contents(database: &Database) -> Result<HashSet<String>, Failure> {
    let hashes: Vec<String> = sqlx::query_scalar("SELECT DISTINCT sha256 FROM history")
        .fetch_all(database.pool())
        .await?;
    Ok(hashes.into_iter().collect())
}

fn read(row: &SqliteRow) -> Result<Version, Failure> {
    let work_order: String = row.try_get("work_order")?;
    let source: String = row.try_get("source")?;
    let reason: String = row.try_get("reason")?;
    let bytes: i64 = row.try_get("bytes")?;
    let document: Option<String> = row.try_get("document")?;
    Ok(Version {
        version: row.try_get("version")?,
        kept: Kept {
            connection: row.try_get("connection")?,
            target: Target::from_keys(row.try_get("project")?, &work_order),
            section: row.try_get("section")?,
            name: row.try_get("name")?,
            document: document.map(FileReferenceId::new),
            source: if source == "local" {
                Source::Local
            } else {
                Source::Remote
            },
            reason: Reason::of_word(&reason),
            mapping: row.try_get("mapping")?,
        },
        sha256: row.try_get("sha256")?,
        bytes: u64::try_from(bytes).unwrap_or(0),
        at: row.try_get("at")?,
    })
}
