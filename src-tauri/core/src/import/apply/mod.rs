//! Applies a plan: only what it holds is sent, after every record was read again.
//!
//! It goes on after a request that failed and stops where the service is gone or refuses the
//! client. What a broken connection left open is looked up; what cannot be looked up is
//! `unknown`.

mod decide;
mod machines;
mod run;
mod users;

use std::path::PathBuf;

use super::known::Known;
use super::report::{Outcome, Report, RowOutcome};
use super::revert_file::Keeper;
use super::types::{Plan, Resource};
use crate::Failure;
use crate::connection::Connection;
use crate::each::Following;

use decide::{Task, Work, decide, fields};
use run::Run;

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
    following: &Following,
) -> Result<Report, Failure> {
    let known = Known::read(connection, plan.resource, &fields(plan)).await?;
    let (work, settled) = decide(plan, &known);
    drop(known);
    following.begin(work.len());
    let base_url = connection.profile.base_url.to_string();
    let file = decide::revert_file(plan, &work, base_url);
    let keeper = Keeper::begin(revert_file.filter(|_| !work.is_empty()), file)?;
    let mut run = Run::new(connection, following, keeper, settled);
    match plan.resource {
        Resource::Machines => machines::apply(&mut run, work).await,
        Resource::Users => users::apply(&mut run, work).await,
    }
    run.look_up_doubtful(plan).await;
    run.read_created(plan.resource).await;
    let (rows, keeper, unkept) = run.into_parts();
    // The changes are made: that their file is incomplete must not hide the outcomes.
    let revert_file = match (keeper.end(), unkept) {
        (Ok(path), None) => path,
        (Err(failure), _) | (Ok(_), Some(failure)) => {
            tracing::error!(
                ?failure,
                "the file that takes the import back is not complete"
            );
            None
        }
    };
    Ok(Report::new(plan.resource, rows, revert_file))
}
