//! Measures the cost of keeping content: documents are looked for, kept and confirmed, sixteen at a
//! time, as a thousand replaces do it. `history_speed FOLDER [COUNT]`.
#![expect(clippy::print_stdout, reason = "the figures are the point")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_documents::history::{OwnerHistory, Store};
use fielddesk_documents::ports::{
    Clock, FromSide, History as _, NewVersion, Owner, RemovalReason, SourceError,
};
use fielddesk_documents::timestamp::Timestamp;
use futures::{StreamExt as _, stream};

const AT_ONCE: usize = 16;

/// Size of one document in bytes.
const DOCUMENT_BYTES: usize = 50_000;

struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let millis = since.unwrap_or_default().as_millis();
        Timestamp::from_millis(i64::try_from(millis).unwrap_or(0))
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}

async fn replace(history: &OwnerHistory, number: usize) -> Result<(), SourceError> {
    let id = format!("{number:024x}").as_str().into();
    if history.of_document(&id).await?.is_none() {
        let mut content = vec![7; DOCUMENT_BYTES];
        content.splice(..8, number.to_le_bytes());
        let bytes = stream::iter([Ok(Bytes::from(content))]).boxed();
        let new = NewVersion {
            section: "Drawings".into(),
            name: format!("Plan {number}.pdf"),
            document: Some(id.clone()),
            from: FromSide::Remote,
            reason: RemovalReason::Replaced,
            act: None,
        };
        history.keep(new, bytes).await?;
    }
    if let Some(version) = history.of_document(&id).await? {
        history
            .removed(version.version, RemovalReason::Replaced, None)
            .await?;
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().ok_or("a folder is needed")?);
    let count = args.next().map_or(Ok(1_000), |count| count.parse())?;
    std::fs::create_dir_all(&folder)?;
    let store = Store::open(&folder, Arc::new(SystemClock)).await?;
    let history = store.of_owner(Owner {
        connection: "bench".into(),
        project: "p".into(),
        work_order: None,
        mapping: None,
    });
    let began = Instant::now();
    let mut replaces = stream::iter(0..count)
        .map(|number| replace(&history, number))
        .buffer_unordered(AT_ONCE);
    while let Some(done) = replaces.next().await {
        done?;
    }
    println!("{count} replaces: {:.2} s", began.elapsed().as_secs_f64());
    let began = Instant::now();
    let pruned = store.prune().await?;
    println!(
        "pruning: {:.2} s ({pruned:?})",
        began.elapsed().as_secs_f64()
    );
    store.close().await;
    std::fs::remove_file(folder.join("history.sqlite"))?;
    let began = Instant::now();
    let store = Store::open(&folder, Arc::new(SystemClock)).await?;
    let count = store.versions().await?.len();
    println!("{count} read anew: {:.2} s", began.elapsed().as_secs_f64());
    Ok(())
}
