//! Applies a plan: only what it holds is sent, after every record was read again.

use std::path::PathBuf;
use std::sync::Arc;

use super::changes::changes;
use super::journal::ImportJournal;
use super::report::Report;
use super::revert_file::RevertFile;
use super::types::Plan;
use crate::bulk::BulkControl;
use crate::connection::Connection;
use crate::records::{
    Arrays, BatchRequest, Machines, PlannedChange, RecordKind, Reload, Resource, Users, carry_out,
};
use crate::{Failure, SystemClock};

/// Applies the rows that the plan creates or updates; an outcome for each.
///
/// The revert file is written before the first change, and the import does not begin where it
/// cannot be. The progress counts rows that are sent. After a cancel nothing new is sent.
///
/// # Errors
/// Those of the fresh list and of the revert file; after that nothing fails but single rows.
pub async fn apply(
    connection: &Connection,
    plan: &Plan,
    revert_file: Option<PathBuf>,
    following: &BulkControl,
) -> Result<Report, Failure> {
    match plan.resource {
        Resource::Machines => apply_to::<Machines>(connection, plan, revert_file, following).await,
        Resource::Users => apply_to::<Users>(connection, plan, revert_file, following).await,
    }
}

async fn apply_to<K: RecordKind>(
    connection: &Connection,
    plan: &Plan,
    revert_file: Option<PathBuf>,
    following: &BulkControl,
) -> Result<Report, Failure> {
    let (planned, changes): (Vec<_>, Vec<PlannedChange>) = changes(plan).unzip();
    let base_url = connection.profile.base_url.to_string();
    let file = RevertFile::new(plan.resource, base_url, plan.source.name.clone());
    let numbers = planned.iter().map(|row| row.row).collect();
    let mut journal = ImportJournal::new(revert_file, file, numbers, following);
    let request = BatchRequest::<K> {
        changes,
        arrays: Arrays::LARGE,
        reload: Reload::All,
    };
    let clock = Arc::new(SystemClock);
    let cancel = &following.cancel;
    let ended = carry_out(&connection.client, clock, cancel, request, &mut journal).await?;
    let rows = planned.into_iter().zip(ended.into_rows()?);
    Ok(Report::new(plan.resource, rows, journal.end()))
}
