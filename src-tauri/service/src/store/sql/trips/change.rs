//! Changes of stored trips.

use fielddesk_model::TripId;

use super::super::engine::{Connection, NOW_MS};
use crate::store::{Result, TripChange, TripFlags};

/// Changes a live trip and stamps it behind every change committed before.
///
/// A page of changes ends at a time and a key. Were the stamp of a later commit before that time,
/// or the same with a smaller key, the next page would pass over it. The row of the clock is locked
/// first, so the order of stamps is the order of commits.
pub(super) async fn change(tx: &mut Connection, id: &TripId, change: TripChange) -> Result<bool> {
    let Ok(key) = hex::decode(id.as_str()) else {
        return Ok(false);
    };
    let at = next_stamp(tx).await?;
    let (flag, verified, deleted) = match change {
        TripChange::Verified(quantity) => (TripFlags::VERIFIED, Some(quantity), None),
        TripChange::Approved => (TripFlags::APPROVED, None, None),
        TripChange::Invoiced => (TripFlags::INVOICED, None, None),
        TripChange::Deleted => (0, None, Some(at)),
    };
    let done = sqlx::query(
        "UPDATE trips SET modified_at = $1, flags = flags | $2, \
         verified_quantity = coalesce($3, verified_quantity), deleted_at = $4 \
         WHERE id = $5 AND deleted_at IS NULL",
    )
    .bind(at)
    .bind(flag)
    .bind(verified)
    .bind(deleted)
    .bind(key)
    .execute(tx)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Takes the next stamp and holds the clock until the end of the transaction. The time is read
/// behind the lock.
async fn next_stamp(tx: &mut Connection) -> Result<i64> {
    sqlx::query("UPDATE trip_clock SET last = last + 1")
        .execute(&mut *tx)
        .await?;
    let now: i64 = sqlx::query_scalar(NOW_MS).fetch_one(&mut *tx).await?;
    Ok(sqlx::query_scalar(
        "UPDATE trip_clock SET last = CASE WHEN last > $1 THEN last ELSE $1 END RETURNING last",
    )
    .bind(now)
    .fetch_one(tx)
    .await?)
}

/// Moves the clock to the last stamp of a load, so that later changes come after it.
pub(super) async fn advance(tx: &mut Connection, to: i64) -> Result<()> {
    sqlx::query("UPDATE trip_clock SET last = $1 WHERE last < $1")
        .bind(to)
        .execute(tx)
        .await?;
    Ok(())
}
