//! Measures the store of trips without the command line: `trips_bench STEP…`, each step one of
//! `sync`, `made`, `summary`, `list`, `csv`, `ndjson`, `xlsx`, `parquet`, `rows`.
//!
//! `made` is a sync of a million trips made up on the spot, without a service. The connection comes from the variables that `fieldctl` takes; files go to the data folder.
//! `rows` stores the same number of trips as plain rows, what decision 9 was held against.

#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a program that prints figures"
)]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use bytes::Bytes;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::model::{Instant as Moment, Listed, Location, MassType};
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_core::trips::{
    Ask, ExportFormat, ExportRequest, ExportTarget, GroupBy, SyncProgress, SyncRange, SyncRequest,
    TripFilter, TripOrder, TripSource, TripStore, Trips,
};
use fielddesk_core::{CancellationToken, Failure};
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{FutureExt as _, StreamExt as _};
use sqlx::Connection as _;
use tokio::sync::watch;

fn var(name: &str) -> anyhow::Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set"))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let settings = Settings {
        name: "bench".to_owned(),
        identity_url: var("FIELDDESK_IDENTITY_URL")?,
        base_url: var("FIELDDESK_BASE_URL")?,
        reporting_url: Some(var("FIELDDESK_REPORTING_URL")?),
        client_id: Some(var("FIELDDESK_CLIENT_ID")?),
        // One connection for every run, whatever the port.
        sample_data: true,
        ..Settings::default()
    };
    let mut profile = Profile::from_settings(&settings)?;
    profile.id = serde_json::from_str("\"bench\"")?;
    let connection = Connection::with_secret(profile, var("FIELDDESK_CLIENT_SECRET")?.into())?;
    let folder = PathBuf::from(var("FIELDDESK_DATA_DIR")?);
    let dir = DataDir::open(folder.clone())?;
    let store = TripStore::open(&dir).await?;
    let trips = store.of(&connection);
    for step in std::env::args().skip(1) {
        let begun = Instant::now();
        let what = match step.as_str() {
            "sync" => sync(&trips, &connection).await?,
            "made" => made(&trips).await?,
            "summary" => summary(&trips).await?,
            "list" => list(&trips).await?,
            "rows" => rows(&trips, &folder).await?,
            format => export(&trips, format, &folder).await?,
        };
        println!("{step}: {:.3} s, {what}", begun.elapsed().as_secs_f64());
    }
    Ok(())
}

async fn sync(trips: &Trips, connection: &Connection) -> anyhow::Result<String> {
    let (progress, _) = watch::channel(SyncProgress::default());
    let request = SyncRequest::new(SyncRange::Plain);
    let cancel = CancellationToken::new();
    let report = trips
        .sync(&connection.client, &request, &progress, &cancel)
        .await?;
    Ok(serde_json::to_string(&report)?)
}

/// A service of a hundred pages of 10,000 trips, each made while the one before is taken.
struct Made;

fn made_page(page: u64) -> Bytes {
    let mut body = String::with_capacity(20_000_000);
    body.push_str("{\"data\":[");
    for trip in page * 10_000..(page + 1) * 10_000 {
        if trip % 10_000 != 0 {
            body.push(',');
        }
        let at = Moment::from_millis(1_760_000_000_000 + trip.cast_signed() * 20_000);
        let at = at.map(|at| at.to_string()).unwrap_or_default();
        let (project, crew) = (trip % 97, trip % 811);
        let quantity = (trip % 2600) as f64 / 100.0;
        let written = write!(
            body,
            r#"{{"id":"65a1{trip:020x}","projectCompanyName":"Strømhaug Anlegg AS","projectCompanyId":"64b0c0ffee0123456789abcd","projectId":"64b0c0ffee01234567{project:06x}","projectName":"Hoveveien etappe {project}","projectNumber":"P-2026-{project:03}","projectExternalNumber":null,"taskId":"64b0c0ffee01234568{project:06x}","taskName":"Utgraving {project}","taskWbsNumber":"{project}.2","taskExternalDim01":null,"massType":"Sprengstein {mass}","massTypeId":"m{mass}","quantity":{quantity},"quantityM3":{quantity},"verifiedQuantity":null,"registeredQuantity":{quantity},"unitOfMeasureText":"m3","loadDateTime":"{at}","dumpDateTime":"{at}","totalCycleTimeHours":0.42,"totalCycleTimeSeconds":1512,"m3PerHour":41.2,"utilizationRate":0.87,"distance":{distance},"distanceAccumulated":12.5,"averageSpeedKmh":33.1,"loadLocationName":"Skjæring {place}","dumpLocationName":"Tipp {project}","loadLocationId":"64b0c0ffee01234569{place:06x}","dumpLocationId":"64b0c0ffee0123456a{project:06x}","loadCoordinates":[69.64{place:04},18.95{project:04}],"dumpCoordinates":[69.6{project:05},18.9{place:05}],"dumperId":"64b0c0ffee0123456b{crew:06x}","dumperName":"Dumper {crew}","dumperNumber":"D-{crew}","dumperRegistrationNumber":"AB {crew:05}","dumperDriverName":"Fører Nummer {crew}","dumperDriverId":"auth0|64b0c0ffee0123456c{crew:06x}","dumperDriverCompanyName":"Strømhaug Anlegg AS","loaderId":"64b0c0ffee0123456d{project:06x}","loaderName":"Gravemaskin {project}","loaderNumber":"G-{project}","loaderDriverName":"Maskinfører {project}","verified":true,"approved":false,"invoiced":false,"receiptNumber":"R-{trip}","customerName":null,"comment":null,"trailer":false,"isFlowData":true,"modifiedDateTime":"{at}","isDeleted":false,"deletedDateTime":null}}"#,
            mass = trip % 7,
            place = trip % 313,
            distance = (trip % 900) as f64 / 100.0,
        );
        // Writing into a text cannot fail.
        debug_assert!(written.is_ok());
    }
    let next = if page < 99 {
        (page + 1).to_string()
    } else {
        String::new()
    };
    body.push_str("],\"continuationToken\":\"");
    body.push_str(&next);
    body.push_str("\"}");
    body.into()
}

impl TripSource for Made {
    fn trips(&self, _: &Ask, _: Option<String>) -> BoxStream<'static, Result<Bytes, Failure>> {
        stream::iter(0..100)
            .map(|page| tokio::task::spawn_blocking(move || made_page(page)))
            .buffered(1)
            .map(|page| page.map_err(Failure::internal))
            .boxed()
    }

    fn locations<'a>(&'a self, _: &Ask) -> BoxFuture<'a, Result<Listed<Location>, Failure>> {
        std::future::ready(Ok(Listed::default())).boxed()
    }

    fn mass_types<'a>(&'a self, _: &Ask) -> BoxFuture<'a, Result<Listed<MassType>, Failure>> {
        std::future::ready(Ok(Listed::default())).boxed()
    }
}

async fn made(trips: &Trips) -> anyhow::Result<String> {
    let begun = Instant::now();
    let bytes: usize = (0..100).map(|page| made_page(page).len()).sum();
    let making = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let (progress, _) = watch::channel(SyncProgress::default());
    let request = SyncRequest::new(SyncRange::Plain);
    let report = trips
        .sync(&Made, &request, &progress, &CancellationToken::new())
        .await?;
    let syncing = begun.elapsed().as_secs_f64();
    Ok(format!(
        "{:.0} MB made in {making:.2} s, made and synced in {syncing:.2} s, {} trips",
        bytes as f64 / 1e6,
        report.upserted
    ))
}

async fn summary(trips: &Trips) -> anyhow::Result<String> {
    let by = [
        GroupBy::Day,
        GroupBy::Project,
        GroupBy::MassType,
        GroupBy::Machine,
        GroupBy::Route,
    ];
    let summary = trips.summary(&TripFilter::default(), &by).await?;
    let groups: Vec<usize> = summary.groups.iter().map(Vec::len).collect();
    Ok(format!("{} trips, groups {groups:?}", summary.total.trips))
}

async fn list(trips: &Trips) -> anyhow::Result<String> {
    let filter = TripFilter::default();
    let first = trips.list(&filter, TripOrder::default(), None, 100).await?;
    let next = trips
        .list(&filter, TripOrder::default(), first.next.as_ref(), 100)
        .await?;
    Ok(format!(
        "two windows of {} and {} of {}",
        first.trips.len(),
        next.trips.len(),
        next.total
    ))
}

async fn export(trips: &Trips, format: &str, folder: &std::path::Path) -> anyhow::Result<String> {
    let request = ExportRequest {
        format: serde_json::from_value::<ExportFormat>(format.into())?,
        filter: TripFilter::default(),
        order: TripOrder::default(),
        raw: false,
    };
    let path = folder.join(format!("trips.{format}"));
    let (progress, _) = watch::channel(0);
    let target = ExportTarget::File(path.clone());
    let report = trips
        .export(&request, target, &progress, &CancellationToken::new())
        .await?;
    let size = std::fs::metadata(&path)?.len();
    Ok(format!("{report:?}, {:.1} MB", size as f64 / 1e6))
}

/// The trips kept, as rows of a table with a column for each field and the usual indices.
async fn rows(trips: &Trips, folder: &std::path::Path) -> anyhow::Result<String> {
    let fields = fielddesk_core::model::Trip::FIELDS;
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(folder.join("rows.sqlite"))
        .create_if_missing(true)
        .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Normal);
    let mut connection = sqlx::sqlite::SqliteConnection::connect_with(&options).await?;
    let mut create = sqlx::QueryBuilder::new("CREATE TABLE trips (");
    for field in &fields[1..] {
        create.push(format!("\"{field}\", "));
    }
    create.push("id TEXT PRIMARY KEY) WITHOUT ROWID");
    create.build().execute(&mut connection).await?;
    sqlx::query("CREATE INDEX by_time ON trips (\"dumpDateTime\")")
        .execute(&mut connection)
        .await?;
    let mut stream = trips
        .stream(
            &TripFilter::default(),
            TripOrder::default(),
            CancellationToken::new(),
        )
        .await?;
    let mut storing = 0.0;
    loop {
        let chunk = stream.next_chunk().await?;
        if chunk.is_empty() {
            break;
        }
        let read: Vec<serde_json::Value> = chunk
            .iter()
            .map(serde_json::to_value)
            .collect::<Result<_, _>>()?;
        let begun = Instant::now();
        let mut transaction = connection.begin().await?;
        for some in read.chunks(500) {
            let mut insert = sqlx::QueryBuilder::new("INSERT OR REPLACE INTO trips (id");
            for field in &fields[1..] {
                insert.push(format!(", \"{field}\""));
            }
            insert.push(") ");
            insert.push_values(some, |mut row, trip| {
                for field in fields {
                    match &trip[field] {
                        serde_json::Value::String(text) => row.push_bind(text.as_str()),
                        serde_json::Value::Number(number) => row.push_bind(number.as_f64()),
                        serde_json::Value::Bool(flag) => row.push_bind(*flag),
                        serde_json::Value::Null => row.push_bind(None::<String>),
                        other => row.push_bind(other.to_string()),
                    };
                }
            });
            insert.build().execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        storing += begun.elapsed().as_secs_f64();
    }
    let begun = Instant::now();
    let groups: Vec<(Option<String>, i64, f64)> = sqlx::query_as(
        "SELECT \"massType\", COUNT(*), TOTAL(\"quantityM3\") FROM trips GROUP BY 1",
    )
    .fetch_all(&mut connection)
    .await?;
    let summing = begun.elapsed().as_secs_f64();
    let size = std::fs::metadata(folder.join("rows.sqlite"))?.len();
    Ok(format!(
        "{storing:.1} s of it storing, {} groups in {summing:.2} s, {:.0} MB",
        groups.len(),
        size as f64 / 1e6
    ))
}
