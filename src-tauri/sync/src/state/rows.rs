//! The tables: one piece per mapping, and the commits since.

use sqlx::sqlite::SqlitePool;
use sqlx::{Row as _, SqliteConnection};

use super::snapshot::{self, Unreadable};
use crate::mapping::MappingId;
use crate::mapping_state::{Change, Saved};

/// A mapping as it is stored.
pub(super) struct Stored {
    /// Number of the mapping in the tables.
    pub(super) mapping: i64,
    /// The number of the last commit.
    pub(super) last: i64,
    /// Bytes of commits that are not in the piece.
    pub(super) journal_bytes: usize,
    /// Bytes of the piece.
    pub(super) tree_bytes: usize,
    through: i64,
    tree: Option<Vec<u8>>,
    journal: Vec<(i64, String)>,
}

impl Stored {
    /// Returns the whole stored state.
    pub(super) fn saved(&self) -> Result<Saved, Unreadable> {
        let mut saved = match &self.tree {
            Some(tree) => snapshot::decode(tree)?,
            None => Saved::default(),
        };
        let mut expected = self.through;
        for (number, changes) in &self.journal {
            expected += 1;
            if *number != expected {
                return Err(Unreadable("a commit is missing"));
            }
            let changes: Vec<Change> =
                serde_json::from_str(changes).map_err(|_| Unreadable("a commit"))?;
            for change in &changes {
                saved.apply(change);
            }
        }
        Ok(saved)
    }
}

/// Reads a mapping as of one instant; none when it is not known.
pub(super) async fn read(
    pool: &SqlitePool,
    mapping: &MappingId,
) -> Result<Option<Stored>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let known = sqlx::query("SELECT number, begun FROM mappings WHERE id = ? AND lost = 0")
        .bind(&mapping.0)
        .fetch_optional(&mut *transaction)
        .await?;
    let Some(known) = known else {
        return Ok(None);
    };
    let number: i64 = known.try_get("number")?;
    let begun: i64 = known.try_get("begun")?;
    let piece = sqlx::query("SELECT through, tree FROM trees WHERE mapping = ?")
        .bind(number)
        .fetch_optional(&mut *transaction)
        .await?;
    let (through, tree) = match piece {
        Some(row) => (row.try_get("through")?, Some(row.try_get("tree")?)),
        None => (begun, None),
    };
    let rows = sqlx::query("SELECT number, changes FROM journal WHERE mapping = ? ORDER BY number")
        .bind(number)
        .fetch_all(&mut *transaction)
        .await?;
    let journal = rows
        .iter()
        .map(|row| Ok((row.try_get("number")?, row.try_get("changes")?)))
        .collect::<Result<Vec<(i64, String)>, sqlx::Error>>()?;
    Ok(Some(Stored {
        mapping: number,
        last: journal.last().map_or(through, |(number, _)| *number),
        journal_bytes: journal.iter().map(|(_, changes)| changes.len()).sum(),
        tree_bytes: tree.as_ref().map_or(0, Vec::len),
        through,
        tree,
        journal,
    }))
}

/// Begins a mapping whose commits follow on a number.
pub(super) async fn begin(
    pool: &SqlitePool,
    mapping: &MappingId,
    begun: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("INSERT INTO mappings (id, begun) VALUES (?, ?) RETURNING number")
        .bind(&mapping.0)
        .bind(begun)
        .fetch_one(pool)
        .await
}

/// Puts a mapping aside, in place of what was put aside of it before, and begins it anew.
pub(super) async fn put_aside(
    pool: &SqlitePool,
    mapping: &MappingId,
    begun: i64,
) -> Result<i64, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query("DELETE FROM mappings WHERE id = ? AND lost = 1")
        .bind(&mapping.0)
        .execute(&mut *transaction)
        .await?;
    sqlx::query("UPDATE mappings SET lost = 1 WHERE id = ?")
        .bind(&mapping.0)
        .execute(&mut *transaction)
        .await?;
    let number =
        sqlx::query_scalar("INSERT INTO mappings (id, begun) VALUES (?, ?) RETURNING number")
            .bind(&mapping.0)
            .bind(begun)
            .fetch_one(&mut *transaction)
            .await?;
    transaction.commit().await?;
    Ok(number)
}

/// Stores one commit.
pub(super) async fn append(
    pool: &SqlitePool,
    mapping: i64,
    number: i64,
    changes: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO journal (mapping, number, changes) VALUES (?, ?, ?)")
        .bind(mapping)
        .bind(number)
        .bind(changes)
        .execute(pool)
        .await?;
    Ok(())
}

/// Puts everything up to a commit into one piece.
pub(super) async fn compact(
    pool: &SqlitePool,
    mapping: i64,
    through: i64,
    tree: Vec<u8>,
) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    replace_tree(&mut transaction, mapping, through, tree).await?;
    sqlx::query("DELETE FROM journal WHERE mapping = ? AND number <= ?")
        .bind(mapping)
        .bind(through)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}

async fn replace_tree(
    connection: &mut SqliteConnection,
    mapping: i64,
    through: i64,
    tree: Vec<u8>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO trees (mapping, through, tree) VALUES (?, ?, ?) ON CONFLICT (mapping) \
         DO UPDATE SET through = excluded.through, tree = excluded.tree",
    )
    .bind(mapping)
    .bind(through)
    .bind(tree)
    .execute(connection)
    .await?;
    Ok(())
}

/// Forgets a mapping and what was put aside of it.
pub(super) async fn forget(pool: &SqlitePool, mapping: &MappingId) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM mappings WHERE id = ?")
        .bind(&mapping.0)
        .execute(pool)
        .await?;
    Ok(())
}

/// Gives the room of what was forgotten back to the disk.
pub(super) async fn shrink(pool: &SqlitePool) -> Result<(), sqlx::Error> {
    sqlx::query("VACUUM").execute(pool).await?;
    // The file itself shrinks when the log is taken over.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(pool)
        .await?;
    Ok(())
}
