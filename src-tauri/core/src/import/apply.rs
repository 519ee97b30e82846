//! Applies a plan: only what it holds is sent, after every record was read again.

use std::path::PathBuf;
use std::sync::Arc;

use super::changes::changes;
use super::exported;
use super::journal::ImportJournal;
use super::report::Report;
use super::revert_file::RevertFile;
use super::types::{FileValues, Plan, PlannedRow};
use crate::bulk::BulkControl;
use crate::connection::Connection;
use crate::export::ExportBases;
use crate::records::{
    Arrays, BatchRequest, Machines, PlannedChange, RecordKind, Reload, Resource, Users, carry_out,
};
use crate::{Failure, SystemClock};

/// Applies the rows that the plan creates or updates, and the file's values of cells that changed
/// since the export where they are chosen; an outcome for each.
///
/// The revert file is written before the first change, and the import does not begin where it
/// cannot be. The progress counts rows that are sent. After a cancel nothing new is sent.
///
/// # Errors
/// Those of the fresh list and of the revert file; after that nothing fails but single rows.
pub async fn apply(
    connection: &Connection,
    plan: &Plan,
    chosen: &FileValues,
    bases: Option<&ExportBases>,
    revert_file: Option<PathBuf>,
    following: &BulkControl,
) -> Result<Report, Failure> {
    let (rows, changes): (Vec<_>, Vec<PlannedChange>) = changes(plan, chosen).unzip();
    exported::note(bases, plan, &changes).await?;
    let wanted = Wanted {
        plan,
        rows,
        changes,
    };
    match plan.resource {
        Resource::Machines => {
            apply_to::<Machines>(connection, wanted, revert_file, following).await
        }
        Resource::Users => apply_to::<Users>(connection, wanted, revert_file, following).await,
    }
}

/// The rows of a plan that are applied.
struct Wanted<'a> {
    plan: &'a Plan,
    rows: Vec<&'a PlannedRow>,
    changes: Vec<PlannedChange>,
}

async fn apply_to<K: RecordKind>(
    connection: &Connection,
    wanted: Wanted<'_>,
    revert_file: Option<PathBuf>,
    following: &BulkControl,
) -> Result<Report, Failure> {
    let Wanted {
        plan,
        rows,
        changes,
    } = wanted;
    let base_url = connection.profile.base_url.to_string();
    let file = RevertFile::new(plan.resource, base_url, plan.source.name.clone());
    let numbers = rows.iter().map(|row| row.row).collect();
    let mut journal = ImportJournal::new(revert_file, file, numbers, following);
    let request = BatchRequest::<K> {
        changes,
        arrays: Arrays::LARGE,
        reload: Reload::All,
    };
    let clock = Arc::new(SystemClock);
    let cancel = &following.cancel;
    let ended = carry_out(&connection.client, clock, cancel, request, &mut journal).await?;
    let rows = rows.into_iter().zip(ended.into_rows()?);
    Ok(Report::new(plan.resource, rows, journal.end()))
}
