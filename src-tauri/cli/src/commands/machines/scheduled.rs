//! `fieldctl machines scheduled`: scheduled unblocks.

use chrono::{DateTime, Utc};
use fielddesk_core::Failure;
use fielddesk_core::fleet::{Fleet, PlannedRelease};
use serde::Serialize;

use super::fleet;
use crate::commands::folders::here;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::ErrorDocument;
use crate::output::table::{Kind, Table};

/// A scheduled unblock.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    id: i64,
    /// The change that blocked the machines.
    change: i64,
    at: DateTime<Utc>,
    /// Those that wait for it.
    machine_numbers: Vec<String>,
    /// The change that unblocked them; `null` while they wait.
    done: Option<i64>,
    unblocked: u64,
    left_alone: u64,
    /// Why the last try failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorDocument>,
}

pub(super) async fn run(
    due: bool,
    cancel: Option<i64>,
    context: &Context,
) -> Result<Exit, Failure> {
    let fleet = fleet(context).await?;
    if due {
        context.unless_cancelled(fleet.release_due()).await?;
    }
    if let Some(id) = cancel {
        if !fleet.releases().await?.iter().any(|one| one.id == id) {
            return Err(Failure::not_found(
                "scheduled unblock",
                &id.to_string(),
                "`fieldctl machines scheduled` lists them.",
            ));
        }
        fleet.drop_release(id).await?;
    }
    let releases = fleet.releases().await?;
    let mut rows = Vec::with_capacity(releases.len());
    for release in &releases {
        rows.push(row(&fleet, release).await?);
    }
    context.output.result(&rows, || table(&rows))?;
    let failed = releases.iter().filter(|one| one.done.is_none());
    let failure = failed.filter_map(|one| one.failure.as_ref()).next();
    match failure.filter(|_| due) {
        Some(failure) => Err(failure.clone()),
        None => Ok(Exit::Done),
    }
}

async fn row(fleet: &Fleet, release: &PlannedRelease) -> Result<Row, Failure> {
    Ok(Row {
        id: release.id,
        change: release.block,
        at: release.at,
        machine_numbers: fleet.release_numbers(release.id).await?,
        done: release.done.map(|done| done.batch),
        unblocked: release.done.map_or(0, |done| done.released),
        left_alone: release.done.map_or(0, |done| done.left_alone),
        error: release.failure.as_ref().map(Into::into),
    })
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        ("ID", Kind::Number),
        ("AT", Kind::Id),
        ("WAITING", Kind::Name),
        ("UNBLOCKED", Kind::Number),
        ("LEFT ALONE", Kind::Number),
    ]);
    for row in rows {
        table.row([
            &row.id.to_string(),
            &here(row.at),
            &row.machine_numbers.join(" "),
            &row.unblocked.to_string(),
            &row.left_alone.to_string(),
        ]);
    }
    table
}
