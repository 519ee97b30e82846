//! The table of transfers.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use fielddesk_documents::ports::ActId;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, Sqlite, Transaction};

use super::row::{Live, Row, Step};
use super::types::{TransferKind, TransferState};
use crate::Failure;
use crate::db::{self, Database};
use crate::stored_path::{path_bytes, path_of};
use crate::target::Target;

const KINDS: &[(TransferKind, &str)] = &[
    (TransferKind::Upload, "upload"),
    (TransferKind::Replace, "replace"),
    (TransferKind::Download, "download"),
    (TransferKind::Open, "open"),
];

const STATES: &[(TransferState, &str)] = &[
    (TransferState::Waiting, "waiting"),
    (TransferState::Working, "working"),
    (TransferState::Checking, "checking"),
    (TransferState::Done, "done"),
    (TransferState::Failed, "failed"),
    (TransferState::NeedsYou, "needsYou"),
    (TransferState::Cancelled, "cancelled"),
];

const STEPS: &[(Step, &str)] = &[
    (Step::Sending, "sending"),
    (Step::Sent, "sent"),
    // Of earlier versions.
    (Step::Sent, "deleting"),
    (Step::Undoing, "undoing"),
];

fn word<T: PartialEq>(words: &[(T, &'static str)], value: &T) -> &'static str {
    words
        .iter()
        .find(|(known, _)| known == value)
        .map_or("", |(_, word)| word)
}

fn value<T: Copy>(words: &[(T, &'static str)], word: &str) -> Result<T, Failure> {
    let found = words.iter().find(|(_, known)| *known == word);
    found
        .map(|(value, _)| *value)
        .ok_or_else(|| Failure::internal(format!("an unknown word in the queue: {word}")))
}

/// What the queue remembers beside its rows.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Remembered {
    pub(super) paused: bool,
    pub(super) last_sent_at: Option<DateTime<Utc>>,
}

/// Adds rows; each gets its number.
pub(super) async fn insert(
    database: &Database,
    connection: &str,
    rows: &mut [Row],
    at: DateTime<Utc>,
) -> Result<(), Failure> {
    let mut transaction = db::begin_change(database.pool()).await?;
    for row in rows {
        row.id = sqlx::query_scalar(
            "INSERT INTO transfers (connection, kind, name, project, work_order, place, section, \
             path, document, follows, size, state, saved_path, created_at, act) \
             VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) RETURNING id",
        )
        .bind(connection)
        .bind(word(KINDS, &row.kind))
        .bind(&row.name)
        .bind(row.target.project.as_str())
        .bind(row.target.work_order_key())
        .bind(&row.place)
        .bind(&row.section)
        .bind(path_bytes(&row.path))
        .bind(row.document.as_ref().map(FileReferenceId::as_str))
        .bind(row.follows)
        .bind(i64::try_from(row.size).unwrap_or(i64::MAX))
        .bind(word(STATES, &row.state))
        .bind(row.saved_path.as_deref().map(path_bytes))
        .bind(at)
        .bind(row.act.as_ref().map(|act| &act.0))
        .fetch_one(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Writes what changes in the life of rows, all or none.
pub(super) async fn save(database: &Database, rows: &[Row]) -> Result<(), Failure> {
    let mut transaction = db::begin_change(database.pool()).await?;
    save_in(&mut transaction, rows).await?;
    transaction.commit().await?;
    Ok(())
}

/// The same within a transaction.
pub(super) async fn save_in(
    transaction: &mut Transaction<'_, Sqlite>,
    rows: &[Row],
) -> Result<(), Failure> {
    for row in rows {
        // A cancelled row with an open step is one whose traces are still to be removed.
        let cancelling = row.live.cancel_wanted && row.step.is_some();
        let state = if cancelling {
            TransferState::Cancelled
        } else {
            row.state
        };
        let failure = row.failure.as_ref().map(serde_json::to_string).transpose();
        sqlx::query(
            "UPDATE transfers SET kind = ?, name = ?, path = ?, document = ?, follows = ?, size = ?, state = ?, step = ?, intent = ?, sent_id = ?, sha256 = ?, \
             saved_path = ?, attempts = ?, next_try_at = ?, failure = ?, finished_at = ? WHERE id = ?",
        )
        .bind(word(KINDS, &row.kind))
        .bind(&row.name)
        .bind(path_bytes(&row.path))
        .bind(row.document.as_ref().map(FileReferenceId::as_str))
        .bind(row.follows)
        .bind(i64::try_from(row.size).unwrap_or(i64::MAX))
        .bind(word(STATES, &state))
        .bind(row.step.map(|step| word(STEPS, &step)))
        .bind(row.intent)
        .bind(row.sent_id.as_ref().map(FileReferenceId::as_str))
        .bind(&row.sha256)
        .bind(row.saved_path.as_deref().map(path_bytes))
        .bind(i64::from(row.attempts))
        .bind(row.next_try_at)
        .bind(failure.map_err(Failure::internal)?)
        .bind(row.finished_at)
        .bind(row.id)
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

/// Every row of a connection, oldest first. What ended before `ended_before` goes.
pub(super) async fn load(
    database: &Database,
    connection: &str,
    ended_before: DateTime<Utc>,
) -> Result<Vec<Row>, Failure> {
    sqlx::query(
        "DELETE FROM transfers WHERE state IN ('done', 'cancelled') AND step IS NULL \
         AND finished_at < ?",
    )
    .bind(ended_before)
    .execute(database.pool())
    .await?;
    let rows = sqlx::query("SELECT * FROM transfers WHERE connection = ? ORDER BY id")
        .bind(connection)
        .fetch_all(database.pool())
        .await?;
    rows.iter().map(read).collect()
}

/// The files that wait or are on their way to a page, with their sizes.
pub(crate) async fn on_the_way(
    database: &Database,
    connection: &str,
    target: &Target,
) -> Result<BTreeMap<FileKey, u64>, Failure> {
    let rows = sqlx::query(
        "SELECT section, name, size FROM transfers WHERE connection = ? AND work_order = ? \
         AND (work_order <> '' OR project = ?) AND kind IN ('upload', 'replace') \
         AND state IN ('waiting', 'working', 'checking')",
    )
    .bind(connection)
    .bind(target.work_order_key())
    .bind(target.project.as_str())
    .fetch_all(database.pool())
    .await?;
    // What a project calls the page that a row does not name.
    let default_section = match target.work_order {
        None => fielddesk_model::DEFAULT_SECTION,
        Some(_) => "",
    };
    rows.iter()
        .map(|row| {
            let section: Option<String> = row.try_get("section")?;
            let section = section.as_deref().unwrap_or(default_section);
            let size: i64 = row.try_get("size")?;
            let name: String = row.try_get("name")?;
            Ok((
                FileKey::of(section, &name),
                u64::try_from(size).unwrap_or(0),
            ))
        })
        .collect()
}

fn read(row: &SqliteRow) -> Result<Row, Failure> {
    let text = |column: &str| row.try_get::<String, _>(column);
    let maybe = |column: &str| row.try_get::<Option<String>, _>(column);
    let size: i64 = row.try_get("size")?;
    let attempts: i64 = row.try_get("attempts")?;
    let path: Vec<u8> = row.try_get("path")?;
    let saved_path: Option<Vec<u8>> = row.try_get("saved_path")?;
    let failure = maybe("failure")?;
    Ok(Row {
        id: row.try_get("id")?,
        kind: value(KINDS, &text("kind")?)?,
        name: text("name")?,
        target: Target::from_keys(text("project")?, &text("work_order")?),
        place: text("place")?,
        section: maybe("section")?,
        path: path_of(path),
        document: maybe("document")?.map(FileReferenceId::new),
        follows: row.try_get("follows")?,
        size: u64::try_from(size).unwrap_or(0),
        state: value(STATES, &text("state")?)?,
        step: maybe("step")?.map(|step| value(STEPS, &step)).transpose()?,
        intent: row.try_get("intent")?,
        sent_id: maybe("sent_id")?.map(FileReferenceId::new),
        sha256: maybe("sha256")?,
        saved_path: saved_path.map(path_of),
        attempts: u32::try_from(attempts).unwrap_or(0),
        next_try_at: row.try_get("next_try_at")?,
        // A failure of another version that cannot be read is only a sentence less.
        failure: failure.and_then(|failure| serde_json::from_str(&failure).ok()),
        finished_at: row.try_get("finished_at")?,
        act: maybe("act")?.map(ActId),
        live: Live::default(),
    })
}

/// Forgets rows.
pub(super) async fn delete(database: &Database, ids: &[i64]) -> Result<(), Failure> {
    let mut transaction = db::begin_change(database.pool()).await?;
    for id in ids {
        sqlx::query("DELETE FROM transfers WHERE id = ?")
            .bind(id)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// The connections with transfers that are not done, or wait for a person.
pub(super) async fn unfinished(database: &Database) -> Result<Vec<String>, Failure> {
    let connections = sqlx::query_scalar(
        "SELECT DISTINCT connection FROM transfers \
         WHERE state NOT IN ('done', 'cancelled') OR step IS NOT NULL",
    )
    .fetch_all(database.pool())
    .await?;
    Ok(connections)
}

pub(super) async fn remembered(
    database: &Database,
    connection: &str,
) -> Result<Remembered, Failure> {
    let row =
        sqlx::query("SELECT paused, last_sent_at FROM transfer_settings WHERE connection = ?")
            .bind(connection)
            .fetch_optional(database.pool())
            .await?;
    let Some(row) = row else {
        return Ok(Remembered::default());
    };
    let paused: i64 = row.try_get("paused")?;
    Ok(Remembered {
        paused: paused != 0,
        last_sent_at: row.try_get("last_sent_at")?,
    })
}

pub(super) async fn remember(
    database: &Database,
    connection: &str,
    remembered: Remembered,
) -> Result<(), Failure> {
    remember_in(database.pool(), connection, remembered).await
}

/// Pauses the queue of every connection that has anything to do, until a person resumes it.
pub(crate) async fn pause_all(database: &Database) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO transfer_settings (connection, paused) SELECT DISTINCT connection, 1 \
         FROM transfers WHERE state NOT IN ('done', 'cancelled') OR step IS NOT NULL \
         ON CONFLICT (connection) DO UPDATE SET paused = 1",
    )
    .execute(database.pool())
    .await?;
    Ok(())
}

/// The same within a transaction.
pub(super) async fn remember_in(
    executor: impl sqlx::SqliteExecutor<'_>,
    connection: &str,
    remembered: Remembered,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT OR REPLACE INTO transfer_settings (connection, paused, last_sent_at) VALUES (?,?,?)",
    )
    .bind(connection)
    .bind(i64::from(remembered.paused))
    .bind(remembered.last_sent_at)
    .execute(executor)
    .await?;
    Ok(())
}
