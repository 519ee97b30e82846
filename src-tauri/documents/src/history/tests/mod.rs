//! Keeping, reading back, letting go, and what happens to the files in between.

mod keeping;
mod pruning;
mod rebuilding;

use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;

use super::*;
use crate::ports::{
    FromSide, History, NewVersion, RemoteErrorKind, RemovalReason, SourceError, bytes_of,
};
use crate::testing::{self, HistoryUnderTest, stream};

const DAY: i64 = 24 * 60 * 60 * 1000;

struct TestClock(AtomicI64);

#[async_trait]
impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }

    async fn sleep(&self, _duration: std::time::Duration) {}
}

struct TestEnv {
    folder: tempfile::TempDir,
    clock: Arc<TestClock>,
    store: Store,
}

async fn open(dir: &Path, clock: Arc<TestClock>, free: u64, total: u64) -> Store {
    let space = Space {
        free_bytes: free,
        total_bytes: total,
    };
    let opened = Store::open_with(dir, clock, Arc::new(move |_: &Path| Ok(space))).await;
    opened.unwrap()
}

impl TestEnv {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(TestClock(AtomicI64::new(1_795_000_000_000)));
        let store = open(folder.path(), clock.clone(), 50 << 30, 100 << 30).await;
        Self {
            folder,
            clock,
            store,
        }
    }

    /// As after a new start of the program.
    async fn reopen(&mut self) {
        self.store.close().await;
        self.store = open(self.folder.path(), self.clock.clone(), 50 << 30, 100 << 30).await;
    }

    fn folder_m1(&self) -> OwnerHistory {
        self.store.of_owner(owner(Some("m1")))
    }

    async fn keep(&self, document: &str, content: &str) -> Version {
        let kept = self.folder_m1();
        let kept = kept.keep(new(Some(document)), stream(content.as_bytes()));
        kept.await.unwrap()
    }

    /// Days on which the history is pruned.
    async fn days(&self, days: i64) {
        for _ in 0..days {
            self.clock.0.fetch_add(DAY, Ordering::SeqCst);
            self.store.prune().await.unwrap();
        }
    }

    async fn numbers(&self) -> Vec<i64> {
        let versions = self.store.versions().await.unwrap();
        let mut numbers: Vec<_> = versions.iter().map(|one| one.version.0).collect();
        numbers.sort_unstable();
        numbers
    }

    async fn content(&self, version: &Version) -> Result<Vec<u8>, SourceError> {
        let (_, bytes) = self.store.read(version.version).await?;
        bytes_of(bytes).await
    }

    fn blob(&self, version: &Version) -> std::path::PathBuf {
        self.store.inner.blobs.path_of(&version.sha256)
    }

    fn database(&self) -> std::path::PathBuf {
        self.folder.path().join(FILE)
    }

    fn files(&self) -> usize {
        let (contents, _) = self.store.inner.blobs.all().unwrap();
        contents.len()
    }
}

fn owner(mapping: Option<&str>) -> Owner {
    Owner {
        connection: "c".into(),
        project: "p".into(),
        work_order: None,
        mapping: mapping.map(|id| MappingId(id.into())),
    }
}

fn new(document: Option<&str>) -> NewVersion {
    NewVersion {
        section: "HMS".into(),
        name: "Plan Ö.pdf".into(),
        document: document.map(FileReferenceId::new),
        from: FromSide::Remote,
        reason: RemovalReason::Replaced,
        act: None,
    }
}

impl HistoryUnderTest for TestEnv {
    fn of_owner(&self, owner: Owner) -> Arc<dyn History> {
        Arc::new(self.store.of_owner(owner))
    }

    fn pass(&self, time: std::time::Duration) {
        let passed = i64::try_from(time.as_millis()).unwrap();
        self.clock.0.fetch_add(passed, Ordering::SeqCst);
    }
}
