//! The database of versions.

use std::collections::BTreeSet;

use fielddesk_model::{FileReferenceId, ProjectId, WorkOrderId};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{Row as _, SqliteExecutor};

use crate::content_hash::ContentHash;
use crate::mapping_id::MappingId;
use crate::ports::{ActId, FromSide, RemovalReason, Version, VersionId};
use crate::timestamp::Timestamp;

const COLUMNS: &str = "version, sha256, bytes, connection, project, work_order, mapping, section, \
                       name, document, side, reason, at, removed, act";

/// A version as it is stored and as its record has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Version as callers see it.
    #[serde(flatten)]
    pub version: Version,
    /// True once its removal was confirmed.
    pub removed: bool,
    /// Progress of its synced folder's state when it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<i64>,
}

/// A connection that versions were kept for, as it was last known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedConnection {
    /// Key in versions.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Address of its service.
    pub service: String,
    /// The client; empty for a static token.
    pub client: String,
    /// The company's name; empty where it was not known.
    pub company: String,
}

impl NotedConnection {
    /// Returns `true` where both are to the same company of the same service.
    #[must_use]
    pub fn is_same_company(&self, other: &Self) -> bool {
        let same = |one: &str, other: &str| !one.is_empty() && one == other;
        self.service == other.service
            && (same(&self.client, &other.client) || same(&self.company, &other.company))
    }
}

/// Stores a version, and how far the state of its folder had come with it. Without a number it
/// gets the next one.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    row: &Row,
    number: Option<VersionId>,
) -> Result<Row, sqlx::Error> {
    let version = &row.version;
    if let (Some(mapping), Some(mark)) = (&version.mapping, row.mark) {
        raise(&mut *connection, mapping, mark).await?;
    }
    let work_order = version.work_order.as_ref();
    let number: i64 = sqlx::query_scalar(
        "INSERT INTO versions (version, sha256, bytes, connection, project, work_order, mapping, \
         section, name, document, side, reason, at, removed, act) \
         VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) RETURNING version",
    )
    .bind(number.map(|number| number.0))
    .bind(version.sha256.to_string())
    .bind(i64::try_from(version.bytes).unwrap_or(i64::MAX))
    .bind(&version.connection)
    .bind(version.project.as_str())
    .bind(work_order.map_or("", WorkOrderId::as_str))
    .bind(version.mapping.as_ref().map(|id| &id.0))
    .bind(&version.section)
    .bind(&version.name)
    .bind(version.document.as_ref().map(FileReferenceId::as_str))
    .bind(side_word(version.from))
    .bind(reason_word(version.reason))
    .bind(version.at.millis())
    .bind(row.removed)
    .bind(version.act.as_ref().map(|act| &act.0))
    .fetch_one(connection)
    .await?;
    let mut row = row.clone();
    row.version.version = VersionId(number);
    Ok(row)
}

/// Dates a version: its removal for that reason, in that act, was confirmed. `None` where there is
/// none.
pub(super) async fn removed(
    connection: &mut SqliteConnection,
    version: VersionId,
    reason: RemovalReason,
    at: Timestamp,
    act: Option<&ActId>,
) -> Result<Option<Row>, sqlx::Error> {
    let sql = format!(
        "UPDATE versions SET at = ?, reason = ?, removed = 1, since = NULL, act = ? \
         WHERE version = ? RETURNING {COLUMNS}"
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(at.millis())
        .bind(reason_word(reason))
        .bind(act.map(|act| &act.0))
        .bind(version.0)
        .fetch_optional(connection)
        .await?;
    row.map(|row| read(&row)).transpose()
}

/// The versions of documents that were on the page under this id, newest first.
pub(super) async fn of_document(
    pool: &SqlitePool,
    connection: &str,
    id: &FileReferenceId,
) -> Result<Vec<Row>, sqlx::Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM versions WHERE connection = ? AND document = ? \
         AND side = 'remote' ORDER BY version DESC"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(connection)
        .bind(id.as_str())
        .fetch_all(pool)
        .await?;
    rows.iter().map(read).collect()
}

pub(super) async fn by_number(
    executor: impl SqliteExecutor<'_>,
    version: VersionId,
) -> Result<Option<Row>, sqlx::Error> {
    let sql = format!("SELECT {COLUMNS} FROM versions WHERE version = ?");
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(version.0)
        .fetch_optional(executor)
        .await?;
    row.map(|row| read(&row)).transpose()
}

/// All of them, newest first.
pub(super) async fn all(executor: impl SqliteExecutor<'_>) -> Result<Vec<Row>, sqlx::Error> {
    let sql = format!("SELECT {COLUMNS} FROM versions ORDER BY at DESC, version DESC");
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .fetch_all(executor)
        .await?;
    rows.iter().map(read).collect()
}

/// Every content that a version names.
pub(super) async fn contents(
    executor: impl SqliteExecutor<'_>,
) -> Result<BTreeSet<ContentHash>, sqlx::Error> {
    let hashes: Vec<String> = sqlx::query_scalar("SELECT DISTINCT sha256 FROM versions")
        .fetch_all(executor)
        .await?;
    hashes.iter().map(|hash| parsed(hash)).collect()
}

/// The highest commit noted for a synced folder; 0 when there is none.
pub(super) async fn highest_mark(
    pool: &SqlitePool,
    mapping: &MappingId,
) -> Result<i64, sqlx::Error> {
    let number = sqlx::query_scalar("SELECT number FROM marks WHERE mapping = ?")
        .bind(&mapping.0)
        .fetch_optional(pool)
        .await?;
    Ok(number.unwrap_or(0))
}

/// Notes how far a synced folder's state has come, unless it had come further.
pub(super) async fn raise(
    executor: impl SqliteExecutor<'_>,
    mapping: &MappingId,
    number: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO marks (mapping, number) VALUES (?, ?) ON CONFLICT (mapping) \
         DO UPDATE SET number = excluded.number WHERE excluded.number > number",
    )
    .bind(&mapping.0)
    .bind(number)
    .execute(executor)
    .await?;
    Ok(())
}

/// Notes the number that people know a project by.
pub(super) async fn note_project(
    pool: &SqlitePool,
    id: &ProjectId,
    number: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO projects (id, number) VALUES (?, ?) \
         ON CONFLICT (id) DO UPDATE SET number = excluded.number WHERE excluded.number <> number",
    )
    .bind(id.as_str())
    .bind(number)
    .execute(pool)
    .await?;
    Ok(())
}

/// The numbers that were noted.
pub(super) async fn projects(pool: &SqlitePool) -> Result<Vec<(ProjectId, String)>, sqlx::Error> {
    let rows: Vec<(String, String)> = sqlx::query_as("SELECT id, number FROM projects")
        .fetch_all(pool)
        .await?;
    let noted = rows.into_iter();
    Ok(noted
        .map(|(id, number)| (ProjectId::new(id), number))
        .collect())
}

/// Notes a connection, in place of what was noted of it.
pub(super) async fn note_connection(
    pool: &SqlitePool,
    noted: &NotedConnection,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT OR REPLACE INTO connections (id, name, service, client, company) \
         VALUES (?, ?, ?, ?, ?)",
    )
    .bind(&noted.id)
    .bind(&noted.name)
    .bind(&noted.service)
    .bind(&noted.client)
    .bind(&noted.company)
    .execute(pool)
    .await?;
    Ok(())
}

/// The connections that were noted.
pub(super) async fn connections(pool: &SqlitePool) -> Result<Vec<NotedConnection>, sqlx::Error> {
    let rows = sqlx::query("SELECT id, name, service, client, company FROM connections")
        .fetch_all(pool)
        .await?;
    let noted = rows.iter().map(|row| {
        Ok(NotedConnection {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            service: row.try_get("service")?,
            client: row.try_get("client")?,
            company: row.try_get("company")?,
        })
    });
    noted.collect()
}

/// No number up to this one is given (again).
pub(super) async fn begin_above(
    connection: &mut SqliteConnection,
    number: i64,
) -> Result<(), sqlx::Error> {
    let done = sqlx::query("UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = 'versions'")
        .bind(number)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES ('versions', ?)")
            .bind(number)
            .execute(connection)
            .await?;
    }
    Ok(())
}

fn read(row: &SqliteRow) -> Result<Row, sqlx::Error> {
    let sha256: String = row.try_get("sha256")?;
    let bytes: i64 = row.try_get("bytes")?;
    let project: String = row.try_get("project")?;
    let work_order: String = row.try_get("work_order")?;
    let mapping: Option<String> = row.try_get("mapping")?;
    let document: Option<String> = row.try_get("document")?;
    let side: String = row.try_get("side")?;
    let reason: String = row.try_get("reason")?;
    let act: Option<String> = row.try_get("act")?;
    Ok(Row {
        version: Version {
            version: VersionId(row.try_get("version")?),
            mapping: mapping.map(MappingId),
            connection: row.try_get("connection")?,
            project: ProjectId::new(project),
            work_order: (!work_order.is_empty()).then(|| WorkOrderId::new(work_order)),
            section: row.try_get("section")?,
            name: row.try_get("name")?,
            document: document.map(FileReferenceId::new),
            from: side_of(&side),
            reason: reason_of(&reason),
            sha256: parsed(&sha256)?,
            bytes: u64::try_from(bytes).unwrap_or(0),
            at: Timestamp::from_millis(row.try_get("at")?),
            act: act.map(ActId),
        },
        removed: row.try_get("removed")?,
        mark: None,
    })
}

pub(super) fn parsed(hash: &str) -> Result<ContentHash, sqlx::Error> {
    hash.parse()
        .map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

const fn side_word(from: FromSide) -> &'static str {
    match from {
        FromSide::Remote => "remote",
        FromSide::Local => "local",
    }
}

/// Returns the side of its word, as it stands in a database.
#[must_use]
pub fn side_of(word: &str) -> FromSide {
    match word {
        "local" => FromSide::Local,
        _ => FromSide::Remote,
    }
}

const fn reason_word(reason: RemovalReason) -> &'static str {
    match reason {
        RemovalReason::Replaced => "replaced",
        RemovalReason::Deleted => "deleted",
        RemovalReason::Duplicate => "twin",
        RemovalReason::Resolved => "resolved",
        RemovalReason::Restored => "restored",
    }
}

/// Returns the reason of its word, as it stands in a database.
#[must_use]
pub fn reason_of(word: &str) -> RemovalReason {
    match word {
        "deleted" => RemovalReason::Deleted,
        "twin" => RemovalReason::Duplicate,
        "resolved" => RemovalReason::Resolved,
        "restored" => RemovalReason::Restored,
        _ => RemovalReason::Replaced,
    }
}
