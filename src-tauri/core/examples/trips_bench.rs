//! Measures what the screen of haul trips asks: `trips_bench STEP…`, each step one of `sync` (all
//! trips of a running service), `screen` (sums, rows and distributions of one filter after the
//! other) and `parquet` (all trips into a file).
//!
//! The connection comes from the variables that `fieldctl` takes; files go to the data folder.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use std::future::Future;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, bail};
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_core::trips::views::DayFilter;
use fielddesk_core::trips::{
    ExportFormat, ExportTarget, OrderBy, SyncProgress, SyncRange, SyncRequest, TripOrder,
    TripStore, Trips,
};
use fielddesk_core::{CancellationToken, Failure};
use fielddesk_rules::trips::{TripProblem, TripState};
use tokio::sync::watch;

fn var(name: &str) -> anyhow::Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set"))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let dir = DataDir::open(PathBuf::from(var("FIELDDESK_DATA_DIR")?))?;
    let opening = timed("open the store", TripStore::open(&dir)).await?;
    let trips = opening.of_key("bench".to_owned());
    for step in std::env::args().skip(1) {
        match step.as_str() {
            "sync" => sync(&trips).await?,
            "screen" => screen(&trips).await?,
            "parquet" => {
                let target = ExportTarget::File(dir.path().join("trips.parquet"));
                let (all, cancel) = (DayFilter::default(), CancellationToken::new());
                let export = trips.export_days(&all, ExportFormat::Parquet, target, &cancel);
                let report = timed("export to parquet", export).await?;
                println!("{} trips", report.rows);
            }
            other => bail!("there is no step {other}"),
        }
    }
    Ok(())
}

async fn timed<T>(
    what: &str,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let begun = Instant::now();
    let done = work.await?;
    println!("{what}: {:.3} s", begun.elapsed().as_secs_f64());
    Ok(done)
}

async fn sync(trips: &Trips) -> anyhow::Result<()> {
    let settings = Settings {
        name: "bench".to_owned(),
        identity_url: var("FIELDDESK_IDENTITY_URL")?,
        base_url: var("FIELDDESK_BASE_URL")?,
        reporting_url: Some(var("FIELDDESK_REPORTING_URL")?),
        client_id: Some(var("FIELDDESK_CLIENT_ID")?),
        ..Settings::default()
    };
    let profile = Profile::from_settings(&settings)?;
    let connection = Connection::with_secret(profile, var("FIELDDESK_CLIENT_SECRET")?.into())?;
    let (progress, cancel) = (
        watch::Sender::new(SyncProgress::default()),
        CancellationToken::new(),
    );
    let request = SyncRequest::new(SyncRange::Plain);
    let sync = trips.sync(&connection.client, &request, &progress, &cancel);
    let report = timed("sync", sync).await?;
    println!("{} trips", report.upserted);
    Ok(())
}

async fn screen(trips: &Trips) -> anyhow::Result<()> {
    let all = trips.overview(&DayFilter::default()).await?;
    let spread = trips.distributions(&DayFilter::default()).await?;
    let none = DayFilter::default;
    let day = |at: usize| {
        all.days
            .get(at)
            .and_then(|one| one.day)
            .map(|day| day.to_string())
    };
    let driver = spread.drivers.get(5).and_then(|one| one.key.clone());
    let project = all.projects.get(1).and_then(|one| one.key.clone());
    let mass_type = all.mass_types.get(1).and_then(|one| one.key.clone());
    let machine = all.machines.get(5).and_then(|one| one.key.clone());
    let load_location = all.routes.get(1).and_then(|one| one.from.clone());
    let (from, to) = (day(all.days.len() / 2), day(all.days.len() / 2 + 30));
    let state = Some(TripState::Approved);
    let problem = |problem| DayFilter {
        problem: Some(problem),
        ..none()
    };
    let text = |text: &str| DayFilter {
        text: Some(text.to_owned()),
        ..none()
    };
    println!(
        "{} trips, {} days, {} machines, {} drivers, {} flows",
        all.total.trips,
        all.days.len(),
        all.machines.len(),
        spread.drivers.len(),
        all.flows.len()
    );
    for (name, filter) in [
        ("all", none()),
        ("a month", DayFilter { from, to, ..none() }),
        ("a project", DayFilter { project, ..none() }),
        (
            "a mass type",
            DayFilter {
                mass_type,
                ..none()
            },
        ),
        ("a machine", DayFilter { machine, ..none() }),
        ("a driver", DayFilter { driver, ..none() }),
        (
            "a load location",
            DayFilter {
                load_location,
                ..none()
            },
        ),
        ("approved", DayFilter { state, ..none() }),
        ("no place", problem(TripProblem::NoPlace)),
        ("other unit", problem(TripProblem::OtherUnit)),
        ("long cycle", problem(TripProblem::LongCycle)),
        ("text found often", text("grus")),
        ("text of a receipt", text("V-1234")),
        ("text found nowhere", text("zzzzqq")),
    ] {
        let order = TripOrder {
            by: OrderBy::Time,
            descending: true,
        };
        println!("-- {name}");
        timed("sums", trips.overview(&filter)).await?;
        let page = timed("first rows", trips.rows(&filter, order, 0, 200)).await?;
        println!("{} trips", page.total);
        let last = page.total.saturating_sub(200);
        timed("last rows", trips.rows(&filter, order, last, 200)).await?;
        let order = TripOrder {
            by: OrderBy::M3,
            descending: true,
        };
        timed("rows by m3", trips.rows(&filter, order, 0, 200)).await?;
        timed("distributions", trips.distributions(&filter)).await?;
    }
    Ok(())
}
