//! Tables that are carried over, and name and count of each part of the records.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqlitePool;

use crate::Failure;
use crate::data_loss::{CarriedPart, Part};

/// Tables in the order in which rows can be written: a table after those that it refers to.
/// What can be read again from the server is not among them: half of a list would look whole.
pub(super) const TABLES: &[(Part, &str)] = &[
    (Part::SyncedFolders, "folders"),
    (Part::FolderSettings, "folders_settings"),
    (Part::Transfers, "document_intents"),
    (Part::Transfers, "document_journals"),
    (Part::Transfers, "transfers"),
    (Part::UnsavedChanges, "fleet_edits"),
    (Part::Changes, "fleet_batches"),
    (Part::Changes, "fleet_batch_rows"),
    (Part::Changes, "fleet_blocks"),
    (Part::Changes, "exports"),
    (Part::ScheduledUnblocks, "fleet_releases"),
    (Part::ScheduledUnblocks, "fleet_release_machines"),
    (Part::FuelSources, "fleet_provenance"),
    (Part::Versions, "history"),
    (Part::Versions, "mirror_marks"),
    (Part::Activity, "folder_activity"),
    (Part::UploadRecords, "sent_documents"),
    (Part::UploadRecords, "restored_files"),
    (Part::UploadRecords, "ended_acts"),
    (Part::Preferences, "grid_layouts"),
    (Part::Preferences, "fleet_messages"),
    (Part::Preferences, "projects_used"),
    (Part::Preferences, "transfer_settings"),
];

/// Tables that are not carried over: they are read again from the server, learnt again, or hold
/// what a process asked of another one.
#[cfg(test)]
pub(super) const NOT_CARRIED: &[&str] = &[
    "listings",
    "document_pages",
    "cached_records",
    "cached_reads",
    "refused_sizes",
    "folder_requests",
    "folder_conflicts_shown",
];

/// What is counted of a part.
const COUNTED: &[(Part, &str)] = &[
    (Part::SyncedFolders, "folders"),
    (
        Part::FolderSettings,
        "folders_settings WHERE speed IS NOT NULL OR rules IS NOT NULL",
    ),
    (
        Part::Transfers,
        "transfers WHERE state NOT IN ('done', 'cancelled') OR step IS NOT NULL",
    ),
    (Part::UnsavedChanges, "fleet_edits"),
    (Part::Changes, "fleet_batches"),
    (
        Part::ScheduledUnblocks,
        "fleet_releases WHERE batch IS NULL",
    ),
    (Part::FuelSources, "fleet_provenance"),
    (Part::Versions, "history"),
    (Part::Activity, "folder_activity"),
    (Part::UploadRecords, "sent_documents"),
    (Part::Preferences, "grid_layouts"),
];

/// Counts what is in the new records. A table is complete when all its rows were read.
pub(super) async fn count(
    pool: &SqlitePool,
    complete: &BTreeSet<&'static str>,
) -> Result<Vec<CarriedPart>, Failure> {
    let mut parts = Vec::new();
    for (part, counted) in COUNTED {
        let table = counted.split(' ').next().unwrap_or(counted);
        if !exists(pool, table).await? {
            continue;
        }
        // Both texts are constants of this file.
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {counted}"));
        let carried: i64 = sqlx::query_scalar(sql).fetch_one(pool).await?;
        let mut tables = TABLES.iter().filter(|(of, _)| of == part);
        let complete = tables.all(|(_, table)| complete.contains(table));
        // The history has a database of its own; here is only what was not taken over yet.
        if carried > 0 || (!complete && *part != Part::Versions) {
            parts.push(CarriedPart {
                part: *part,
                carried: u64::try_from(carried).unwrap_or(0),
                complete,
            });
        }
    }
    Ok(parts)
}

async fn exists(pool: &SqlitePool, table: &str) -> Result<bool, Failure> {
    let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)";
    Ok(sqlx::query_scalar(sql).bind(table).fetch_one(pool).await?)
}
