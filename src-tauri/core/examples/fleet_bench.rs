//! Measures the grid's fleet beside a running service: `fleet_bench STEP…`, each step one of
//! `refresh`, `first` (a new session shows its first 2,000 rows from the cache), `all` (every
//! row as the window gets it, and its size), `block`, `release` (200 machines), `edit` (a cell
//! of 5,000 machines) and `save` (of 200 of them); for the grid of users `users-refresh` and
//! `users-first`.
//!
//! The connection comes from the variables that `fieldctl` takes; files go to the data folder.

#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a program that prints figures"
)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use fielddesk_core::SystemClock;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::fleet::{CellEdit, CellInput, CellName, Fleet, MachineRow, cells};
use fielddesk_core::model::MachineId;
use fielddesk_core::online::OnlineWatch;
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_core::users::UserList;
use fielddesk_rules::fields::Writing;
use fielddesk_rules::language::Language;

/// What the grid asks for first.
const FIRST_ROWS: usize = 2000;

fn var(name: &str) -> anyhow::Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set"))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let settings = Settings {
        name: "bench".to_owned(),
        identity_url: var("FIELDDESK_IDENTITY_URL")?,
        base_url: var("FIELDDESK_BASE_URL")?,
        client_id: Some(var("FIELDDESK_CLIENT_ID")?),
        // One connection for every run, whatever the port.
        sample_data: true,
        ..Settings::default()
    };
    let mut profile = Profile::from_settings(&settings)?;
    profile.id = serde_json::from_str("\"bench\"")?;
    let connection = Connection::with_secret(profile, var("FIELDDESK_CLIENT_SECRET")?.into())?;
    let dir = DataDir::open(PathBuf::from(var("FIELDDESK_DATA_DIR")?))?;
    let database = Database::open(&dir).await?;
    let open = || {
        let clock = Arc::new(SystemClock);
        Fleet::new(connection.clone(), &database, OnlineWatch::new(), clock)
    };
    for step in std::env::args().skip(1) {
        // Every step is a new session: what it has comes from the data folder.
        if let Some(step) = step.strip_prefix("users-") {
            let clock = Arc::new(SystemClock);
            let users = UserList::new(connection.clone(), &database, OnlineWatch::new(), clock);
            let begun = Instant::now();
            let what = match step {
                "refresh" => format!("{} users", users.refresh().await?.total),
                _ => format!("{} rows", users.page(0, FIRST_ROWS).await?.rows.len()),
            };
            println!("{step}\t{:.3}\t{what}", begun.elapsed().as_secs_f64());
            continue;
        }
        let fleet = open();
        if !matches!(step.as_str(), "refresh" | "first" | "all") {
            fleet.page(0, 1).await?;
        }
        let begun = Instant::now();
        let what = measured(&fleet, &step).await?;
        let seconds = begun.elapsed().as_secs_f64();
        println!("{step}\t{seconds:.3}\t{what}");
    }
    Ok(())
}

async fn measured(fleet: &Fleet, step: &str) -> anyhow::Result<String> {
    match step {
        "refresh" => Ok(format!("{} rows", fleet.refresh().await?.total)),
        "first" => shown(&fleet.page(0, FIRST_ROWS).await?.rows),
        "all" => shown(&fleet.page(0, usize::MAX).await?.rows),
        "block" => {
            let report = fleet
                .block(&ids(fleet, 200).await?, Some("Bench"), true)
                .await?;
            ensure!(report.batch.totals.saved == 200, "{:?}", report.batch);
            Ok("200 machines".to_owned())
        }
        "release" => {
            let report = fleet.release(&ids(fleet, 200).await?).await?;
            ensure!(report.batch.totals.saved == 200, "{:?}", report.batch);
            Ok("200 machines".to_owned())
        }
        "edit" => {
            // Another text each time: what is stored already is no edit.
            let note = format!("Bench {}", uuid::Uuid::new_v4());
            let edits: Vec<CellEdit> = ids(fleet, 5000)
                .await?
                .into_iter()
                .map(|machine| CellEdit {
                    cell: CellName {
                        machine,
                        field: "note".to_owned(),
                    },
                    input: CellInput::Text(note.clone()),
                })
                .collect();
            let made = fleet.edit(&edits, &Writing::of(Language::En)).await?;
            Ok(format!("{} cells", made.state.pending))
        }
        "save" => {
            let ids = ids(fleet, 200).await?;
            let report = fleet.save(Some(&ids)).await?;
            fleet.discard(None).await?;
            Ok(format!("{} machines", report.batch.totals.saved))
        }
        other => anyhow::bail!("there is no step {other}"),
    }
}

/// The rows as the window gets them.
fn shown(rows: &[MachineRow]) -> anyhow::Result<String> {
    let all: Vec<_> = rows.iter().map(|row| cells(&row.machine)).collect();
    let bytes = serde_json::to_vec(&all)?.len();
    Ok(format!("{} rows, {:.1} MB", rows.len(), bytes as f64 / 1e6))
}

/// The first machines that are no equipment.
async fn ids(fleet: &Fleet, count: usize) -> anyhow::Result<Vec<MachineId>> {
    let rows = fleet.page(0, usize::MAX).await?.rows;
    let machines = rows.iter().filter(|row| !row.machine.is_equipment);
    Ok(machines
        .take(count)
        .map(|row| row.machine.id.clone())
        .collect())
}
