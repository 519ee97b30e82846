//! Takeover of the history that an earlier version of Fielddesk kept in `fielddesk.sqlite`: moved
//! once.

use chrono::{DateTime, Utc};
use fielddesk_documents::history::{Imported, Row, Store, reason_of, side_of};
use fielddesk_documents::mapping_id::MappingId;
use fielddesk_documents::ports::{Version, VersionId};
use fielddesk_model::FileReferenceId;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::of_history;
use crate::Failure;
use crate::db::{self, Database};
use crate::target::{Target, profile_of_key};

/// Moves versions and marks over with their numbers. After a crash in between it is repeated,
/// and adds nothing twice.
pub(super) async fn take_over(store: &Store, database: &Database) -> Result<(), Failure> {
    let pool = database.pool();
    let rows = sqlx::query("SELECT * FROM history ORDER BY version")
        .fetch_all(pool)
        .await?;
    let marks: Vec<(String, i64)> = sqlx::query_as("SELECT mapping, number FROM mirror_marks")
        .fetch_all(pool)
        .await?;
    if rows.is_empty() && marks.is_empty() {
        return Ok(());
    }
    let highest: Option<i64> =
        sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = 'history'")
            .fetch_optional(pool)
            .await?;
    let imported = Imported {
        rows: rows.iter().map(read).collect::<Result<_, _>>()?,
        marks: marks
            .into_iter()
            .map(|(mapping, number)| (MappingId(mapping), number))
            .collect(),
        highest: highest.unwrap_or(0),
    };
    tracing::info!(versions = imported.rows.len(), "the history is taken over");
    let last = imported.rows.last().map_or(0, |row| row.version.version.0);
    let taken = store.import(imported).await;
    taken.map_err(|error| of_history(&error))?;
    let mut transaction = db::begin_change(pool).await?;
    sqlx::query("DELETE FROM history WHERE version <= ?")
        .bind(last)
        .execute(&mut *transaction)
        .await?;
    sqlx::query("DELETE FROM mirror_marks")
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(())
}

fn read(row: &SqliteRow) -> Result<Row, Failure> {
    let sha256: String = row.try_get("sha256")?;
    let bytes: i64 = row.try_get("bytes")?;
    let connection: String = row.try_get("connection")?;
    let work_order: String = row.try_get("work_order")?;
    let target = Target::from_keys(row.try_get("project")?, &work_order);
    let mapping: Option<String> = row.try_get("mapping")?;
    let document: Option<String> = row.try_get("document")?;
    let side: String = row.try_get("source")?;
    let reason: String = row.try_get("reason")?;
    let at: DateTime<Utc> = row.try_get("at")?;
    Ok(Row {
        version: Version {
            version: VersionId(row.try_get("version")?),
            mapping: mapping.map(MappingId),
            connection: profile_of_key(&connection).to_owned(),
            project: target.project,
            work_order: target.work_order,
            section: row.try_get("section")?,
            name: row.try_get("name")?,
            document: document.map(FileReferenceId::new),
            from: side_of(&side),
            reason: reason_of(&reason),
            sha256: sha256.parse().map_err(Failure::internal)?,
            bytes: u64::try_from(bytes).unwrap_or(0),
            at: at.into(),
            act: None,
        },
        // What went before is gone for as long as its date says.
        removed: true,
        mark: None,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fielddesk_api::SystemClock;

    use super::*;
    use crate::data_dir::DataDir;
    use crate::history::History;

    async fn fill(database: &Database) {
        for (version, mapping) in [(3, Some("m1")), (5, None)] {
            sqlx::query(
                "INSERT INTO history (version, sha256, bytes, connection, project, section, name, \
                 document, source, reason, at, mapping) \
                 VALUES (?, ?, 3, ?, 'p', 'HMS', 'Plan.pdf', 'd', 'remote', 'twin', ?, ?)",
            )
            .bind(version)
            .bind("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            .bind("profile https://example.com client")
            .bind(Utc::now())
            .bind(mapping)
            .execute(database.pool())
            .await
            .unwrap();
        }
        sqlx::query("INSERT INTO mirror_marks (mapping, number) VALUES ('m1', 9)")
            .execute(database.pool())
            .await
            .unwrap();
    }

    async fn left(database: &Database) -> i64 {
        sqlx::query_scalar("SELECT COUNT(*) FROM history")
            .fetch_one(database.pool())
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn earlier_versions_move_over_with_their_numbers_however_often_it_is_tried() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let database = Database::open(&dir).await.unwrap();
        // The second time as after a crash before the old table was emptied.
        for _ in 0..2 {
            fill(&database).await;
            let history = History::open(&dir, &database, Arc::new(SystemClock)).await;
            let history = history.unwrap();
            let mut versions = history.versions().await.unwrap();
            versions.sort_by_key(|version| version.version);
            let numbers: Vec<_> = versions.iter().map(|version| version.version.0).collect();
            assert_eq!(numbers, [3, 5]);
            assert_eq!(versions[0].mapping, Some(MappingId("m1".into())));
            assert_eq!(versions[1].mapping, None, "what was done by hand, too");
            assert_eq!(versions[1].connection, "profile");
            let mark = history.store().highest_mark(&MappingId("m1".into())).await;
            assert_eq!(mark, Ok(9));
            assert_eq!(left(&database).await, 0);
        }
    }
}
