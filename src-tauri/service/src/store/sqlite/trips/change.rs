//! Changes of stored trips.

use fielddesk_model::TripId;
use sqlx::SqliteConnection;

use crate::store::{Result, TripChange, TripFlags};

/// Changes a live trip and stamps it behind every other change of its audience.
///
/// A page of changes ends at a time and a key. Were the stamp before that time, or the same
/// with a smaller key, the next page would pass over this change; a wall clock that stands
/// still or was set back does just that.
pub(super) async fn change(
    tx: &mut SqliteConnection,
    id: &TripId,
    change: TripChange,
    now: i64,
) -> Result<bool> {
    let Ok(key) = hex::decode(id.as_str()) else {
        return Ok(false);
    };
    let found: Option<(i64, i64)> = sqlx::query_as(
        "SELECT seq, (SELECT max(modified_at) FROM trips o WHERE o.audience = t.audience) \
         FROM trips t WHERE id = ? AND deleted_at IS NULL",
    )
    .bind(key)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((seq, latest)) = found else {
        return Ok(false);
    };
    let at = now.max(latest + 1);
    let (flag, verified, deleted) = match change {
        TripChange::Verified(quantity) => (TripFlags::VERIFIED, Some(quantity), None),
        TripChange::Approved => (TripFlags::APPROVED, None, None),
        TripChange::Invoiced => (TripFlags::INVOICED, None, None),
        TripChange::Deleted => (0, None, Some(at)),
    };
    sqlx::query(
        "UPDATE trips SET modified_at = ?, flags = flags | ?, \
         verified_quantity = coalesce(?, verified_quantity), deleted_at = ? WHERE seq = ?",
    )
    .bind(at)
    .bind(flag)
    .bind(verified)
    .bind(deleted)
    .bind(seq)
    .execute(tx)
    .await?;
    Ok(true)
}
