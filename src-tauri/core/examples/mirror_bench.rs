//! Measures synced folders without the command line.
//!
//! `mirror_bench make FOLDER` makes 10,000 files of 503 MB together, their sizes spread as those
//! of drawings are (Pareto), always the same. `mirror_bench run FOLDER` mirrors the folder to the
//! project `P-2026-001` until nothing is left to do and prints one line of JSON. The connection
//! comes from the variables that `fieldctl` takes; state and history lie in the data folder.

#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a program that prints figures"
)]

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use fielddesk_core::SystemClock;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::history::History;
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_core::sync_adapters::{
    ApiRemote, BootClock, HistoryMarks, RemoteParts, default_section_of, history_with_state,
};
use fielddesk_core::target::Target;
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::engine::{Engine, RunOptions};
use fielddesk_sync::limits::Limits;
use fielddesk_sync::local::OsFolder;
use fielddesk_sync::mapping::{Deletes, Mapping, MappingId, Sections};
use fielddesk_sync::ports::Ports;
use fielddesk_sync::state::StateStore;
use serde_json::json;

const FILES: usize = 10_000;
const BYTES: f64 = 503_000_000.0;
const FOLDERS: usize = 10;

/// How heavy the tail of the sizes is: a few files hold most of the bytes.
const ALPHA: f64 = 1.2;

/// The largest file in shares of the mean one.
const LARGEST: f64 = 600.0;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [step, folder] if step == "make" => make(Path::new(folder)),
        [step, folder] if step == "run" => {
            let runtime = tokio::runtime::Runtime::new()?;
            runtime.block_on(run(Path::new(folder)))
        }
        _ => bail!("mirror_bench make FOLDER | mirror_bench run FOLDER"),
    }
}

/// Numbers that look random and are always the same (xorshift).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Above 0, at most 1.
    fn share(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }
}

fn make(folder: &Path) -> anyhow::Result<()> {
    let mut numbers = Numbers(0x5eed_f1e1_dde5_c0de);
    let shares: Vec<f64> = (0..FILES)
        .map(|_| numbers.share().powf(-1.0 / ALPHA).min(LARGEST))
        .collect();
    let unit = BYTES / shares.iter().sum::<f64>();
    let (mut bytes, mut largest) = (0_u64, 0_u64);
    for (index, share) in shares.iter().enumerate() {
        let size = (share * unit) as u64;
        let section = folder.join(format!("Tegninger {:02}", index % FOLDERS));
        std::fs::create_dir_all(&section)?;
        let file = File::create(section.join(format!("Blad {index:05}.pdf")))?;
        write(file, size, &mut numbers)?;
        bytes += size;
        largest = largest.max(size);
    }
    println!(
        "{}",
        json!({"files": FILES, "bytes": bytes, "largest": largest})
    );
    Ok(())
}

fn write(file: File, size: u64, numbers: &mut Numbers) -> anyhow::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 18, file);
    let mut left = size;
    while left > 0 {
        let bytes = numbers.next().to_le_bytes();
        let now = left.min(8) as usize;
        file.write_all(bytes.get(..now).unwrap_or_default())?;
        left -= now as u64;
    }
    Ok(file.flush()?)
}

fn var(name: &str) -> anyhow::Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set"))
}

async fn run(folder: &Path) -> anyhow::Result<()> {
    let settings = Settings {
        name: "bench".to_owned(),
        identity_url: var("FIELDDESK_IDENTITY_URL")?,
        base_url: var("FIELDDESK_BASE_URL")?,
        client_id: Some(var("FIELDDESK_CLIENT_ID")?),
        scopes: vec!["serviceapiv3".to_owned()],
        sample_data: true,
        ..Settings::default()
    };
    let mut profile = Profile::from_settings(&settings)?;
    profile.id = serde_json::from_str("\"bench\"")?;
    let connection = Connection::with_secret(profile, var("FIELDDESK_CLIENT_SECRET")?.into())?;
    let project = connection.client.projects().by_number("P-2026-001").await?;
    let target = Target::project(project.id);
    let begun = Instant::now();
    let mut engine = open(folder, connection, target).await?;
    let opened = begun.elapsed();
    let report = engine.run(&RunOptions::default()).await;
    let took = begun.elapsed();
    ensure!(report.stop.is_none(), "it stopped: {:?}", report.stop);
    ensure!(
        report.left.actions.is_empty(),
        "{} are left",
        report.left.actions.len()
    );
    println!(
        "{}",
        json!({
            "seconds": took.as_secs_f64(), "openSeconds": opened.as_secs_f64(),
            "uploaded": report.tally.uploaded, "adopted": report.tally.adopted,
            "bytes": report.tally.bytes, "peakKiB": peak_kib(),
        })
    );
    Ok(())
}

async fn open(folder: &Path, connection: Connection, target: Target) -> anyhow::Result<Engine> {
    let data = DataDir::open(PathBuf::from(var("FIELDDESK_DATA_DIR")?))?;
    let database = Database::open(&data).await?;
    let history = History::open(&data, &database, Arc::new(SystemClock)).await?;
    let store = StateStore::open(&data.path().join("sync.sqlite")).await?;
    let store = store.with_marks(Arc::new(HistoryMarks(history.store().clone())));
    let mapping = Mapping {
        id: MappingId("bench".to_owned()),
        sections: Sections::BySubfolder,
        deletes: Deletes::Ask,
        default_section: default_section_of(None),
    };
    let state = store.of(&mapping.id);
    let owner = target.owner(connection.profile.id.as_str(), Some(mapping.id.clone()));
    let parts = RemoteParts::new(connection, target, mapping.default_section.clone());
    let clock = Arc::new(BootClock::default());
    let ports = Ports {
        fs: Arc::new(OsFolder::new(folder, IgnoreRules::default(), clock.clone())),
        remote: Arc::new(ApiRemote::new(parts)),
        state: Arc::new(state.clone()),
        history: Arc::new(history_with_state(history.store(), owner, state)),
        clock,
    };
    Ok(Engine::open(mapping, ports, Limits::default()).await?)
}

/// The most memory that this process ever had, in KiB; none where the system does not say.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
