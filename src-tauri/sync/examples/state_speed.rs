//! Measures the time to load the state of files and to store one change; prints milliseconds after
//! a tab.
//!
//! `cargo run --release -p fielddesk-sync --example state_speed [FILES]`, 100,000 by default

use std::time::Instant;

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::mapping_state::Change;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::ports::State as _;
use fielddesk_sync::state::StateStore;
use fielddesk_sync::timestamp::Timestamp;
use fielddesk_sync::tree::{FileIdentity, Stat, SyncedFile};

const FILES: u64 = 100_000;
const ROUNDS: u32 = 9;

fn agreed(number: u64) -> Result<Change, Box<dyn std::error::Error>> {
    let path = RelPath::new(&format!("Tegninger VA/H{number:06} Plan og profil.pdf"))?;
    let file = SyncedFile {
        section: "Tegninger VA".into(),
        id: format!("{:024x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).into(),
        sha256: ContentHash::of(&number.to_le_bytes()),
        stat: Stat {
            size: 50_000 + number,
            mtime_ns: 1_790_000_000_123_456_789,
            identity: Some(FileIdentity {
                file: 9_000_000 + number,
                changed_ns: 1_790_000_000_123_456_789,
            }),
        },
        unsure: false,
        typed: false,
        sent: true,
        at: Timestamp::from_millis(1_790_000_000_000),
        verified: None,
        path,
    };
    let key = FileKey::of("Tegninger VA", file.path.name());
    Ok(Change::Synced(key, file))
}

#[expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program that prints figures"
)]
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("sync.sqlite");
    let mapping = MappingId("bench".into());
    let store = StateStore::open(&path).await?;
    let state = store.of(&mapping);
    let files = std::env::args().nth(1).map(|text| text.parse());
    let files: u64 = files.transpose()?.unwrap_or(FILES);
    let all: Vec<Change> = (0..files).map(agreed).collect::<Result<_, _>>()?;
    let begun = Instant::now();
    for changes in all.chunks(200) {
        state.commit(changes).await?;
    }
    println!(
        "{files} files in {} commits: {:?}",
        files / 200,
        begun.elapsed()
    );
    let begun = Instant::now();
    state.into_one_piece().await?;
    println!("into one piece: {:?}", begun.elapsed());
    store.close().await;
    println!(
        "the file: {} bytes",
        tokio::fs::metadata(&path).await?.len()
    );
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let store = StateStore::open(&path).await?;
        let opened = begun.elapsed();
        let state = store.of(&mapping);
        let begun = Instant::now();
        let saved = state.load().await?;
        let loaded = begun.elapsed();
        let begun = Instant::now();
        state.commit(&[agreed(7)?]).await?;
        let committed = begun.elapsed();
        assert_eq!(saved.synced.len(), all.len());
        for (what, took) in [("open", opened), ("load", loaded), ("commit", committed)] {
            println!("{what}\t{:.1}", took.as_secs_f64() * 1000.0);
        }
        store.close().await;
    }
    Ok(())
}
