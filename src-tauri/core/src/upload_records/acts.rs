//! Acts of sending and restoring, for their undo.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use fielddesk_documents::ports::{ActId, Version, VersionId};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use serde::Serialize;
use sqlx::Row as _;

use crate::Failure;
use crate::db::Database;
use crate::target::Target;

/// The kind of an act, as far as it can be taken back or restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ActKind {
    /// Files were uploaded, some in place of documents.
    Upload,
    /// Versions were restored.
    Restore,
    /// Documents were deleted; they can be restored from the history.
    Delete,
}

/// An act on documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneAct {
    /// Its id.
    pub act: ActId,
    /// Its kind.
    pub kind: ActKind,
    /// The number of files.
    pub count: usize,
    /// The name of a file.
    pub name: String,
    /// The moment.
    pub at: DateTime<Utc>,
}

/// A document that an act sent and that is there still, by the records of this computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SentInAct {
    pub(crate) id: FileReferenceId,
    pub(crate) target: Target,
    pub(crate) section: String,
    pub(crate) name: String,
}

impl SentInAct {
    /// Returns `true` where a version was in the place of the document.
    pub(crate) fn is_place_of(&self, kept: &Version) -> bool {
        kept.mapping.is_none()
            && self.target.is_same(&Target::of_version(kept))
            && FileKey::of(&self.section, &self.name) == FileKey::of(&kept.section, &kept.name)
    }
}

/// The documents of an act.
pub(crate) async fn sent_in_act(
    database: &Database,
    connection: &str,
    act: &ActId,
) -> Result<Vec<SentInAct>, Failure> {
    let rows = sqlx::query(
        "SELECT id, project, work_order, section, name FROM sent_documents \
         WHERE connection = ? AND act = ? AND gone = 0 ORDER BY name",
    )
    .bind(connection)
    .bind(&act.0)
    .fetch_all(database.pool())
    .await?;
    rows.iter()
        .map(|row| {
            let work_order: String = row.try_get("work_order")?;
            Ok(SentInAct {
                id: FileReferenceId::new(row.try_get::<String, _>("id")?),
                target: Target::from_keys(row.try_get("project")?, &work_order),
                section: row.try_get("section")?,
                name: row.try_get("name")?,
            })
        })
        .collect()
}

/// The files of synced folders that an act restored: each version, and what it covered.
pub(crate) async fn restored_in_act(
    database: &Database,
    connection: &str,
    act: &ActId,
) -> Result<Vec<(VersionId, VersionId)>, Failure> {
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT version, covered FROM restored_files WHERE connection = ? AND act = ?",
    )
    .bind(connection)
    .bind(&act.0)
    .fetch_all(database.pool())
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|(version, covered)| (VersionId(version), VersionId(covered)))
        .collect())
}

/// Writes down that a file of a synced folder was restored.
pub(crate) async fn record_restored(
    database: &Database,
    connection: &str,
    act: &ActId,
    restored: &Version,
    covered: VersionId,
    at: DateTime<Utc>,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT OR REPLACE INTO restored_files (act, connection, version, covered, name, at) \
         VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(&act.0)
    .bind(connection)
    .bind(restored.version.0)
    .bind(covered.0)
    .bind(&restored.name)
    .bind(at)
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Notes that such a restore was taken back.
pub(crate) async fn forget_restored(
    database: &Database,
    version: VersionId,
    covered: VersionId,
) -> Result<(), Failure> {
    sqlx::query("DELETE FROM restored_files WHERE version = ? AND covered = ?")
        .bind(version.0)
        .bind(covered.0)
        .execute(database.pool())
        .await?;
    Ok(())
}

/// Notes that nothing takes these acts back any more.
pub(crate) async fn end_acts(database: &Database, acts: &[&ActId]) -> Result<(), Failure> {
    for act in acts {
        sqlx::query("INSERT OR IGNORE INTO ended_acts (act) VALUES (?)")
            .bind(&act.0)
            .execute(database.pool())
            .await?;
    }
    Ok(())
}

/// The acts that nothing takes back any more.
pub(crate) async fn ended_acts(database: &Database) -> Result<HashSet<String>, Failure> {
    let acts: Vec<String> = sqlx::query_scalar("SELECT act FROM ended_acts")
        .fetch_all(database.pool())
        .await?;
    Ok(acts.into_iter().collect())
}

/// The newest act that sent or restored files since a moment and was not taken back.
pub(crate) async fn newest_act(
    database: &Database,
    connection: &str,
    since: DateTime<Utc>,
    restores: bool,
) -> Result<Option<DoneAct>, Failure> {
    let row = sqlx::query(
        "SELECT act, COUNT(*) AS files, MIN(name) AS name, MAX(at) AS at, MAX(restored) AS restored FROM ( \
         SELECT act, name, sent_at AS at, restored FROM sent_documents \
         WHERE connection = ?1 AND act IS NOT NULL AND gone = 0 \
         UNION ALL SELECT act, name, at, 1 FROM restored_files WHERE connection = ?1) \
         WHERE at >= ?2 AND restored >= ?3 AND act NOT IN (SELECT act FROM ended_acts) \
         GROUP BY act ORDER BY MAX(at) DESC LIMIT 1",
    )
    .bind(connection)
    .bind(since)
    .bind(restores)
    .fetch_optional(database.pool())
    .await?;
    row.map(|row| {
        let files: i64 = row.try_get("files")?;
        let restored: bool = row.try_get("restored")?;
        Ok(DoneAct {
            act: ActId(row.try_get("act")?),
            kind: match restored {
                true => ActKind::Restore,
                false => ActKind::Upload,
            },
            count: usize::try_from(files).unwrap_or(0),
            name: row.try_get("name")?,
            at: row.try_get("at")?,
        })
    })
    .transpose()
}
