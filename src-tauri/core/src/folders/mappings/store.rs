//! The table of mappings. What the engine remembers of them is elsewhere.

use chrono::{DateTime, Utc};
use fielddesk_sync::mapping::{Deletes, MappingId};
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use crate::Failure;
use crate::db::Database;
use crate::folders::activity::digest::Digests;
use crate::folders::mappings::mapping::{FolderMapping, PausedUntil};
use crate::policy;
use crate::profiles::ProfileId;
use crate::stored_path::{path_bytes, path_of};

const GO_ON: &str = "goOn";

/// The same, where each is to be confirmed by itself.
const CONFIRMED: &str = "confirmed";

/// An id that no other mapping has, short enough to type.
pub(in crate::folders) fn new_id() -> MappingId {
    let mut text = uuid::Uuid::new_v4().simple().to_string();
    text.truncate(8);
    MappingId(text)
}

pub(in crate::folders) async fn insert(
    database: &Database,
    mapping: &FolderMapping,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO folders (id, folder, profile, connection, place, sections, deletes, paused, \
         added) VALUES (?,?,?,?,?,?,?,?,?)",
    )
    .bind(&mapping.id.0)
    .bind(path_bytes(&mapping.folder))
    .bind(mapping.profile.as_str())
    .bind(&mapping.connection)
    .bind(json(&mapping.place)?)
    .bind(json(&mapping.sections)?)
    .bind(deletes_word(mapping.deletes))
    .bind(mapping.paused.map(until_text))
    .bind(mapping.added)
    .execute(database.pool())
    .await?;
    Ok(())
}

/// Writes what can be changed of a mapping; tells whether there was one.
pub(in crate::folders) async fn update(
    database: &Database,
    mapping: &FolderMapping,
) -> Result<bool, Failure> {
    let done = sqlx::query(
        "UPDATE folders SET folder = ?, deletes = ?, paused = ?, place = ? WHERE id = ?",
    )
    .bind(path_bytes(&mapping.folder))
    .bind(deletes_word(mapping.deletes))
    .bind(mapping.paused.map(until_text))
    .bind(json(&mapping.place)?)
    .bind(&mapping.id.0)
    .execute(database.pool())
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Writes where a mapping goes.
pub(in crate::folders) async fn retarget(
    database: &Database,
    mapping: &FolderMapping,
) -> Result<(), Failure> {
    sqlx::query(
        "UPDATE folders SET profile = ?, connection = ?, place = ?, sections = ? WHERE id = ?",
    )
    .bind(mapping.profile.as_str())
    .bind(&mapping.connection)
    .bind(json(&mapping.place)?)
    .bind(json(&mapping.sections)?)
    .bind(&mapping.id.0)
    .execute(database.pool())
    .await?;
    Ok(())
}

pub(in crate::folders) async fn delete(
    database: &Database,
    id: &MappingId,
) -> Result<bool, Failure> {
    let done = sqlx::query("DELETE FROM folders WHERE id = ?")
        .bind(&id.0)
        .execute(database.pool())
        .await?;
    Ok(done.rows_affected() > 0)
}

/// All of them, oldest first.
pub(in crate::folders) async fn all(database: &Database) -> Result<Vec<FolderMapping>, Failure> {
    let rows = sqlx::query(
        "SELECT id, folder, profile, connection, place, sections, deletes, paused, added \
         FROM folders ORDER BY added, id",
    )
    .fetch_all(database.pool())
    .await?;
    rows.iter().map(read).collect()
}

/// Pauses every mapping until a person resumes each.
pub(in crate::folders) async fn pause_each(database: &Database) -> Result<(), Failure> {
    sqlx::query("UPDATE folders SET paused = ?")
        .bind(until_text(PausedUntil::Confirmed))
        .execute(database.pool())
        .await?;
    Ok(())
}

/// Removes rows that came over from a damaged file and are no mappings.
pub(in crate::folders) async fn delete_unreadable(database: &Database) -> Result<(), Failure> {
    let rows = sqlx::query("SELECT rowid, * FROM folders")
        .fetch_all(database.pool())
        .await?;
    for row in rows.iter().filter(|row| read(row).is_err()) {
        sqlx::query("DELETE FROM folders WHERE rowid = ?")
            .bind(row.try_get::<i64, _>("rowid")?)
            .execute(database.pool())
            .await?;
    }
    Ok(())
}

/// Until when all of them do nothing.
pub(in crate::folders) async fn paused(
    database: &Database,
) -> Result<Option<PausedUntil>, Failure> {
    let text: Option<Option<String>> =
        sqlx::query_scalar("SELECT paused FROM folders_settings WHERE one = 1")
            .fetch_optional(database.pool())
            .await?;
    text.flatten().map(|text| until_of(&text)).transpose()
}

pub(in crate::folders) async fn pause(
    database: &Database,
    until: Option<PausedUntil>,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO folders_settings (one, paused) VALUES (1, ?) \
         ON CONFLICT DO UPDATE SET paused = excluded.paused",
    )
    .bind(until.map(until_text))
    .execute(database.pool())
    .await?;
    Ok(())
}

/// What was told of the folders.
pub(in crate::folders) async fn told(database: &Database) -> Result<Digests, Failure> {
    let text: Option<Option<String>> =
        sqlx::query_scalar("SELECT told FROM folders_settings WHERE one = 1")
            .fetch_optional(database.pool())
            .await?;
    match text.flatten() {
        Some(text) => serde_json::from_str(&text).map_err(Failure::internal),
        None => Ok(Digests::default()),
    }
}

pub(in crate::folders) async fn tell(database: &Database, told: &Digests) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO folders_settings (one, told) VALUES (1, ?) \
         ON CONFLICT DO UPDATE SET told = excluded.told",
    )
    .bind(json(told)?)
    .execute(database.pool())
    .await?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::internal)
}

const fn deletes_word(deletes: Deletes) -> &'static str {
    match deletes {
        Deletes::Ask => "ask",
        Deletes::Keep => "keep",
        Deletes::Propagate => "propagate",
    }
}

fn deletes_of(word: &str) -> Deletes {
    match word {
        "keep" => Deletes::Keep,
        "propagate" => Deletes::Propagate,
        // The table holds no other word; asking harms nobody.
        _ => Deletes::Ask,
    }
}

fn until_text(until: PausedUntil) -> String {
    match until {
        PausedUntil::GoOn => GO_ON.to_owned(),
        PausedUntil::At(at) => at.to_rfc3339(),
        PausedUntil::Confirmed => CONFIRMED.to_owned(),
    }
}

fn until_of(text: &str) -> Result<PausedUntil, Failure> {
    if text == GO_ON {
        return Ok(PausedUntil::GoOn);
    }
    if text == CONFIRMED {
        return Ok(PausedUntil::Confirmed);
    }
    let at: DateTime<Utc> = text.parse().map_err(Failure::internal)?;
    Ok(PausedUntil::At(at))
}

fn read(row: &SqliteRow) -> Result<FolderMapping, Failure> {
    let id: String = row.try_get("id")?;
    let profile: String = row.try_get("profile")?;
    let place: String = row.try_get("place")?;
    let sections: String = row.try_get("sections")?;
    let deletes: String = row.try_get("deletes")?;
    let paused: Option<String> = row.try_get("paused")?;
    Ok(FolderMapping {
        id: MappingId(id),
        folder: path_of(row.try_get("folder")?),
        profile: serde_json::from_value::<ProfileId>(profile.into()).map_err(Failure::internal)?,
        connection: row.try_get("connection")?,
        place: serde_json::from_str(&place).map_err(Failure::internal)?,
        sections: serde_json::from_str(&sections).map_err(Failure::internal)?,
        deletes: policy::current().deletes(deletes_of(&deletes)),
        paused: paused.map(|text| until_of(&text)).transpose()?,
        added: row.try_get("added")?,
    })
}
