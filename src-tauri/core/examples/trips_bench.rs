//! Measures the store of trips without the command line: `trips_bench STEP…`, each step one of
//! `sync`, `summary`, `list`, `csv`, `ndjson`, `xlsx`, `parquet`, `rows`.
//!
//! The connection comes from the variables that `fieldctl` takes; files go to the data folder.
//! `rows` stores the same number of trips as plain rows, what decision 9 was held against.

#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a program that prints figures"
)]

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use fielddesk_core::CancellationToken;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_core::trips::{
    ExportFormat, ExportRequest, ExportTarget, GroupBy, SyncProgress, SyncRange, SyncRequest,
    TripFilter, TripOrder, TripStore, Trips,
};
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
