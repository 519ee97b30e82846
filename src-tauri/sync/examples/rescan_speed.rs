//! Measures a scan of 100,000 unchanged files, and of one that changed: seconds, memory.
//!
//!     cargo run --release -p fielddesk-sync --features testing --example rescan_speed [FILES]
//! [FOLDER] [SUBFOLDERS]
//!
//! The files lie in 100 subfolders by default; 1 is all of them in one folder.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement prints its figures and works on the disk itself"
)]

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::local::{OsFolder, Watcher};
use fielddesk_sync::ports::{Clock, LocalFs as _};
use fielddesk_sync::testing::write_settled_files;
use fielddesk_sync::timestamp::Timestamp;

struct Now;

#[async_trait]
impl Clock for Now {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let millis = since.map_or(0, |since| since.as_millis());
        Timestamp::from_millis(i64::try_from(millis).unwrap_or_default())
    }

    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

/// Most memory that this process had, in MB.
fn peak_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kb = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kb.unwrap_or_default() / 1024.0
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let files = arguments.next().and_then(|text| text.parse().ok());
    let files = files.unwrap_or(100_000);
    let root = match arguments.next() {
        Some(root) => root.into(),
        None => std::env::temp_dir().join(format!("fielddesk-rescan-{files}")),
    };
    let folders = arguments.next().and_then(|text| text.parse().ok());
    let folders = folders.unwrap_or(100);
    if !root.exists() {
        write_settled_files(&root, files, folders)?;
    }
    let folder = OsFolder::new(&root, IgnoreRules::default(), Arc::new(Now));
    let started = Instant::now();
    folder.tidy().await.map_err(std::io::Error::other)?;
    println!("names alone     {:8.3} s", started.elapsed().as_secs_f64());
    for round in 1..=5 {
        let started = Instant::now();
        let scan = folder.scan().await.map_err(std::io::Error::other)?;
        let took = started.elapsed().as_secs_f64();
        println!(
            "rescan {round}        {took:8.3} s, {} files, {:.0} MB",
            scan.files.len(),
            peak_mb()
        );
    }
    let started = Instant::now();
    let watcher = Watcher::start(&folder).await;
    println!(
        "watching        {:8.3} s ({:?})",
        started.elapsed().as_secs_f64(),
        watcher.how()
    );
    folder.scan().await.map_err(std::io::Error::other)?;
    let one = root.join(format!("Seksjon {:03}/Tegning 000007.pdf", 7 % folders));
    std::fs::write(&one, b"saved")?;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let started = Instant::now();
    let scan = folder.scan().await.map_err(std::io::Error::other)?;
    let took = started.elapsed().as_secs_f64();
    println!(
        "one file hinted {took:8.3} s, {} files, {:.0} MB",
        scan.files.len(),
        peak_mb()
    );
    Ok(())
}
