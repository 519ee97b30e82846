//! Check of a database when it is opened.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqlitePool;

use super::Trouble;

/// Files up to this size are checked whole at start: it takes well under a tenth of a second.
pub(super) const CHECK_UP_TO_BYTES: u64 = 32 * 1024 * 1024;

/// Of a larger file, the tables of what a person entered and decided are checked at each start:
/// they are small. The rest is checked once a day.
const CHECKED_ALWAYS: [&str; 6] = [
    "folders",
    "folders_settings",
    "transfers",
    "document_intents",
    "fleet_edits",
    "fleet_releases",
];
const CHECKED_ALL_WITHIN: Duration = Duration::from_secs(24 * 3600);

/// Looks at all of it.
pub(super) async fn check(pool: &SqlitePool) -> Result<(), Trouble> {
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(pool)
        .await?;
    if verdict == "ok" {
        return Ok(());
    }
    tracing::warn!(%verdict, "the database is damaged");
    Err(Trouble::Damaged)
}

/// Checks what a person entered, and once a day everything.
pub(super) async fn check_large(pool: &SqlitePool, path: &Path) -> Result<(), Trouble> {
    let stamp = path.with_extension("checked");
    let age = std::fs::metadata(&stamp).and_then(|data| data.modified());
    // A moment in the future is none that can be believed.
    let recent = age.is_ok_and(|at| at.elapsed().is_ok_and(|age| age < CHECKED_ALL_WITHIN));
    if !recent {
        check(pool).await?;
        if let Err(error) = std::fs::write(&stamp, b"") {
            tracing::debug!(%error, "the next start checks everything again");
        }
        return Ok(());
    }
    for table in CHECKED_ALWAYS {
        let sql = "SELECT * FROM pragma_quick_check(?)";
        let verdict: Option<String> = sqlx::query_scalar(sql)
            .bind(table)
            .fetch_optional(pool)
            .await?;
        if verdict.is_some_and(|verdict| verdict != "ok") {
            return Err(Trouble::Damaged);
        }
    }
    Ok(())
}
