//! The table of versions.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::{Kept, Reason, Source, Version};
use crate::Failure;
use crate::db::Database;
use crate::target::Target;

const COLUMNS: &str = "version, sha256, bytes, connection, project, work_order, section, name, \
                       document, source, reason, at";

pub(super) async fn insert(database: &Database, version: Version) -> Result<Version, Failure> {
    let kept = &version.kept;
    let number: i64 = sqlx::query_scalar(
        "INSERT INTO history (sha256, bytes, connection, project, work_order, section, name, \
         document, source, reason, at) VALUES (?,?,?,?,?,?,?,?,?,?,?) RETURNING version",
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
    .bind(match kept.reason {
        Reason::Replaced => "replaced",
        Reason::Deleted => "deleted",
    })
    .bind(version.at)
    .fetch_one(database.pool())
    .await?;
    Ok(Version {
        version: number,
        ..version
    })
}

pub(super) async fn of_document(
    database: &Database,
    connection: &str,
    id: &FileReferenceId,
) -> Result<Option<Version>, Failure> {
    let sql = format!(
        "SELECT {COLUMNS} FROM history WHERE connection = ? AND document = ? \
         ORDER BY version DESC LIMIT 1"
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(connection)
        .bind(id.as_str())
        .fetch_optional(database.pool())
        .await?;
    row.map(|row| read(&row)).transpose()
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
            reason: if reason == "deleted" {
                Reason::Deleted
            } else {
                Reason::Replaced
            },
        },
        sha256: row.try_get("sha256")?,
        bytes: u64::try_from(bytes).unwrap_or(0),
        at: row.try_get("at")?,
    })
}
