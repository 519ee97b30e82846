//! Knowledge of this computer about documents beyond the listing: those it sent, those it fetched.

mod acts;

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_documents::ports::ActId;
use fielddesk_model::{FileReferenceId, ProjectId};
use fielddesk_rules::retention::ACTIVITY_DAYS;
use sqlx::{QueryBuilder, Row as _, Sqlite, Transaction};

pub use acts::{ActKind, DoneAct};
pub(crate) use acts::{
    SentInAct, end_acts, ended_acts, forget_restored, newest_act, record_restored, restored_in_act,
    sent_in_act,
};

use crate::Failure;
use crate::db::Database;
use crate::profiles::ProfileId;
use crate::target::Target;

/// A document that was just stored, or just fetched whole.
#[derive(Debug, Clone)]
pub(crate) struct StoredDocument {
    pub(crate) id: FileReferenceId,
    pub(crate) target: Target,
    pub(crate) section: String,
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) sha256: Option<String>,
    /// When the file that was sent had last been saved, where the disk told.
    pub(crate) saved_at: Option<DateTime<Utc>>,
    /// It came from the history.
    pub(crate) restored: bool,
    /// It took the place of a document.
    pub(crate) replaced: bool,
    /// The act that sent it.
    pub(crate) act: Option<ActId>,
}

/// What is known of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) size: u64,
    pub(crate) sha256: Option<String>,
    pub(crate) by_hand: bool,
    pub(crate) sent_at: Option<DateTime<Utc>>,
    pub(crate) saved_at: Option<DateTime<Utc>>,
    pub(crate) verified_at: Option<DateTime<Utc>>,
}

/// Writes down what was sent.
pub(crate) async fn record_sent(
    transaction: &mut Transaction<'_, Sqlite>,
    connection: &str,
    seen: &[StoredDocument],
    at: DateTime<Utc>,
) -> Result<(), Failure> {
    for part in seen.chunks(100) {
        let mut insert = QueryBuilder::<Sqlite>::new(
            "INSERT OR REPLACE INTO sent_documents \
             (id, connection, project, work_order, section, name, size, sha256, by_hand, sent_at, \
             saved_at, restored, replaced, act) ",
        );
        insert.push_values(part, |mut row, seen| {
            row.push_bind(seen.id.as_str())
                .push_bind(connection)
                .push_bind(seen.target.project.as_str())
                .push_bind(seen.target.work_order_key())
                .push_bind(&seen.section)
                .push_bind(&seen.name)
                .push_bind(i64::try_from(seen.size).unwrap_or(i64::MAX))
                .push_bind(&seen.sha256)
                .push_bind(1)
                .push_bind(at)
                .push_bind(seen.saved_at)
                .push_bind(seen.restored)
                .push_bind(seen.replaced)
                .push_bind(seen.act.as_ref().map(|act| &act.0));
        });
        insert.build().execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Writes down what was fetched whole: the size of somebody else's document becomes known, and
/// one of ours that came back the same is verified.
pub(crate) async fn record_fetched(
    database: &Database,
    connection: &str,
    seen: &StoredDocument,
    at: DateTime<Utc>,
) -> Result<(), Failure> {
    let size = i64::try_from(seen.size).unwrap_or(i64::MAX);
    sqlx::query(
        "INSERT INTO sent_documents \
         (id, connection, project, work_order, section, name, size, sha256, by_hand) \
         VALUES (?,?,?,?,?,?,?,?,0) \
         ON CONFLICT (connection, id) DO UPDATE SET verified_at = CASE \
         WHEN by_hand = 1 AND sent_documents.sha256 = excluded.sha256 THEN ? ELSE NULL END",
    )
    .bind(seen.id.as_str())
    .bind(connection)
    .bind(seen.target.project.as_str())
    .bind(seen.target.work_order_key())
    .bind(&seen.section)
    .bind(&seen.name)
    .bind(size)
    .bind(&seen.sha256)
    .bind(at)
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Everything known of the documents of a connection; ids are unique in it.
pub(crate) async fn known_of(
    database: &Database,
    connection: &str,
    target: &Target,
) -> Result<HashMap<FileReferenceId, Known>, Failure> {
    let rows = sqlx::query(
        "SELECT id, size, sha256, by_hand, sent_at, saved_at, verified_at FROM sent_documents \
         WHERE connection = ? AND project = ? AND work_order = ? AND gone = 0",
    )
    .bind(connection)
    .bind(target.project.as_str())
    .bind(target.work_order_key())
    .fetch_all(database.pool())
    .await?;
    rows.iter()
        .map(|row| {
            let size: i64 = row.try_get("size")?;
            let by_hand: i64 = row.try_get("by_hand")?;
            let id: String = row.try_get("id")?;
            let known = Known {
                size: u64::try_from(size).unwrap_or(0),
                sha256: row.try_get("sha256")?,
                by_hand: by_hand != 0,
                sent_at: row.try_get("sent_at")?,
                saved_at: row.try_get("saved_at")?,
                verified_at: row.try_get("verified_at")?,
            };
            Ok((FileReferenceId::new(id), known))
        })
        .collect()
}

/// The size from which on the server refused uploads; none where it refused none for its size.
pub(crate) async fn refused_size(
    database: &Database,
    connection: &str,
) -> Result<Option<u64>, Failure> {
    let bytes: Option<i64> =
        sqlx::query_scalar("SELECT bytes FROM refused_sizes WHERE connection = ?")
            .bind(connection)
            .fetch_optional(database.pool())
            .await?;
    Ok(bytes.and_then(|bytes| u64::try_from(bytes).ok()))
}

/// Writes down what uploads tell of the sizes that the server takes: the largest that it stored,
/// the smallest that it refused.
pub(crate) async fn learn_size(
    transaction: &mut Transaction<'_, Sqlite>,
    connection: &str,
    stored: Option<u64>,
    refused: Option<u64>,
) -> Result<(), Failure> {
    let bytes = |size: u64| i64::try_from(size).unwrap_or(i64::MAX);
    if let Some(stored) = stored {
        // The server takes more than it did.
        sqlx::query("DELETE FROM refused_sizes WHERE connection = ? AND bytes <= ?")
            .bind(connection)
            .bind(bytes(stored))
            .execute(&mut **transaction)
            .await?;
    }
    if let Some(refused) = refused {
        sqlx::query(
            "INSERT INTO refused_sizes (connection, bytes) VALUES (?, ?) \
             ON CONFLICT (connection) DO UPDATE SET bytes = min(bytes, excluded.bytes)",
        )
        .bind(connection)
        .bind(bytes(refused))
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

/// A document that was uploaded by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadedByHand {
    /// Which document.
    pub id: FileReferenceId,
    /// Whose.
    pub target: Target,
    /// Section as sent.
    pub section: String,
    /// Name as sent.
    pub name: String,
    /// Length.
    pub bytes: u64,
    /// Its content in hex, where it is known.
    pub sha256: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
    /// When it was last fetched and found the same.
    pub verified: Option<DateTime<Utc>>,
    /// It came from the history.
    pub restored: bool,
    /// It took the place of a document.
    pub replaced: bool,
}

/// Which uploads by hand are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gone {
    /// Those whose document was not deleted or replaced since.
    LeftOut,
    /// All.
    Included,
}

/// What was uploaded by hand through a connection from one moment to before another, newest first;
/// of one project where one is given.
pub(crate) async fn uploaded_by_hand(
    database: &Database,
    connection: &str,
    project: Option<&ProjectId>,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    gone: Gone,
    limit: u32,
) -> Result<Vec<UploadedByHand>, Failure> {
    let rows = sqlx::query(
        "SELECT id, project, work_order, section, name, size, sha256, sent_at, verified_at, \
         restored, replaced FROM sent_documents WHERE connection = ? AND by_hand = 1 AND sent_at >= ? AND sent_at < ? \
         AND (? IS NULL OR project = ?) AND gone <= ? ORDER BY sent_at DESC, id LIMIT ?",
    )
    .bind(connection)
    .bind(from)
    .bind(to)
    .bind(project.map(ProjectId::as_str))
    .bind(project.map(ProjectId::as_str))
    .bind(gone == Gone::Included)
    .bind(limit)
    .fetch_all(database.pool())
    .await?;
    rows.iter()
        .map(|row| {
            let size: i64 = row.try_get("size")?;
            let work_order: String = row.try_get("work_order")?;
            Ok(UploadedByHand {
                id: FileReferenceId::new(row.try_get::<String, _>("id")?),
                target: Target::from_keys(row.try_get("project")?, &work_order),
                section: row.try_get("section")?,
                name: row.try_get("name")?,
                bytes: u64::try_from(size).unwrap_or(0),
                sha256: row.try_get("sha256")?,
                at: row.try_get("sent_at")?,
                verified: row.try_get("verified_at")?,
                restored: row.try_get("restored")?,
                replaced: row.try_get("replaced")?,
            })
        })
        .collect()
}

/// The newest uploads by hand through the connection of a profile, newest first; also those whose
/// document is gone since.
pub async fn newest_by_hand(
    database: &Database,
    profile: &ProfileId,
    limit: u32,
) -> Result<Vec<UploadedByHand>, Failure> {
    let ever = (
        DateTime::UNIX_EPOCH,
        DateTime::UNIX_EPOCH + TimeDelta::days(365 * 1_000),
    );
    uploaded_by_hand(
        database,
        profile.as_str(),
        None,
        ever,
        Gone::Included,
        limit,
    )
    .await
}

/// When documents of a target were uploaded by hand through the connection of a profile.
pub(crate) async fn times_by_hand(
    database: &Database,
    profile: &ProfileId,
    target: &Target,
) -> Result<HashMap<FileReferenceId, DateTime<Utc>>, Failure> {
    let known = known_of(database, profile.as_str(), target).await?;
    let by_hand = known.into_iter().filter(|(_, known)| known.by_hand);
    Ok(by_hand
        .filter_map(|(id, known)| Some((id, known.sent_at?)))
        .collect())
}

/// Notes that a document is gone from the service: nothing is known of it any more but that it
/// was uploaded.
pub(crate) async fn forget(
    executor: impl sqlx::SqliteExecutor<'_>,
    connection: &str,
    id: &FileReferenceId,
) -> Result<(), Failure> {
    sqlx::query("UPDATE sent_documents SET gone = 1 WHERE connection = ? AND id = ?")
        .bind(connection)
        .bind(id.as_str())
        .execute(executor)
        .await?;
    Ok(())
}

/// Drops what is gone from the service and older than Activity keeps; returns how many.
pub(crate) async fn prune(database: &Database, now: DateTime<Utc>) -> Result<u64, Failure> {
    let done = sqlx::query("DELETE FROM sent_documents WHERE gone = 1 AND sent_at < ?")
        .bind(now - TimeDelta::days(i64::from(ACTIVITY_DAYS)))
        .execute(database.pool())
        .await?;
    Ok(done.rows_affected())
}
