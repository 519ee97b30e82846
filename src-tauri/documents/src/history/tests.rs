//! Keeping, reading back, letting go, and what happens to the files in between.

use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;

use super::*;
use crate::ports::{
    FromSide, History, NewVersion, RemoteError, RemovalReason, SourceError, bytes_of,
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

#[tokio::test]
async fn the_real_history_conforms() {
    let env = TestEnv::new().await;
    assert_eq!(testing::history(&env).await, Ok(()));
}

#[tokio::test]
async fn equal_content_is_stored_once() {
    let env = TestEnv::new().await;
    let one = env.keep("a", "old plan").await;
    let two = env.keep("b", "old plan").await;
    assert_ne!(one.version, two.version);
    assert_eq!(env.files(), 1);
}

#[tokio::test]
async fn a_stream_that_breaks_leaves_no_file() {
    let env = TestEnv::new().await;
    let broken = futures::stream::iter([
        Ok(Bytes::from_static(b"half")),
        Err(SourceError::Remote(RemoteError::Unreadable)),
    ]);
    let kept = env.folder_m1();
    kept.keep(new(None), broken.boxed()).await.unwrap_err();
    assert_eq!((env.files(), env.numbers().await), (0, vec![]));
    let left = std::fs::read_dir(env.folder.path()).unwrap();
    assert!(
        left.flatten()
            .all(|file| !crate::sink::is_temporary(&file.file_name().to_string_lossy()))
    );
}

#[tokio::test]
async fn nothing_is_kept_when_the_disk_is_nearly_full() {
    for (free, total, enough) in [
        (1_900_000_000, 10_000_000_000, false),
        (2_100_000_000, 10_000_000_000, true),
        (4_000_000_000, 100_000_000_000, false),
        (6_000_000_000, 100_000_000_000, true),
    ] {
        let env = TestEnv::new().await;
        let store = open(env.folder.path(), env.clock.clone(), free, total).await;
        assert_eq!(store.room().is_ok(), enough, "{free} of {total} bytes free");
        let kept = store
            .of_owner(owner(None))
            .keep(new(None), stream(b"x"))
            .await;
        assert_eq!(kept.is_ok(), enough);
    }
}

#[tokio::test]
async fn thirty_days_count_from_the_confirmed_removal() {
    let env = TestEnv::new().await;
    env.store.prune().await.unwrap();
    let kept = env.keep("a", "old plan").await;
    env.days(29).await;
    // The removal finds the bytes where they are, and is confirmed.
    let found = env.folder_m1().of_document(&"a".into()).await.unwrap();
    assert_eq!(found, Some(kept.clone()));
    env.folder_m1().removed(kept.version).await.unwrap();
    env.days(29).await;
    assert_eq!(env.content(&kept).await.unwrap(), b"old plan", "day 58");
    env.days(1).await;
    assert_eq!(env.numbers().await, [kept.version.0], "not one day early");
    env.days(1).await;
    assert_eq!((env.numbers().await, env.files()), (vec![], 0));
}

#[tokio::test]
async fn what_is_asked_for_before_a_removal_is_there_for_it() {
    let env = TestEnv::new().await;
    env.store.prune().await.unwrap();
    env.keep("a", "old plan").await;
    env.days(30).await;
    let found = env.folder_m1().of_document(&"a".into()).await.unwrap();
    // The delete is on its way for a while.
    env.days(2).await;
    env.folder_m1()
        .removed(found.unwrap().version)
        .await
        .unwrap();
    assert_eq!(env.files(), 1);
}

#[tokio::test]
async fn a_clock_that_jumps_ages_nothing_by_more_than_a_day() {
    let env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    env.folder_m1().removed(kept.version).await.unwrap();
    env.store.prune().await.unwrap();
    for jump in [400 * DAY, -400 * DAY, 90 * DAY] {
        env.clock.0.fetch_add(jump, Ordering::SeqCst);
        env.store.prune().await.unwrap();
    }
    assert_eq!(env.numbers().await, [kept.version.0]);
    env.days(27).await;
    assert_eq!(env.numbers().await, [0; 0], "three jumps and 27 days");
}

#[tokio::test]
async fn a_lost_or_damaged_database_is_read_anew_from_the_records() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 6] = [
        ("deleted", |path| std::fs::remove_file(path).unwrap()),
        ("emptied", |path| std::fs::write(path, b"").unwrap()),
        ("zeroed", |path| {
            let length = std::fs::metadata(path).unwrap().len();
            std::fs::write(path, vec![0; usize::try_from(length).unwrap()]).unwrap();
        }),
        ("garbage", |path| {
            std::fs::write(path, b"never a database".repeat(4096)).unwrap();
        }),
        ("halved", |path| {
            let bytes = std::fs::read(path).unwrap();
            std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("flipped", |path| {
            let mut bytes = std::fs::read(path).unwrap();
            bytes[4096..].iter_mut().for_each(|byte| *byte ^= 0x5a);
            std::fs::write(path, bytes).unwrap();
        }),
    ];
    for (what, damage) in damages {
        let mut env = TestEnv::new().await;
        let marked = env.folder_m1().with_mark(|| 7);
        let one = marked.keep(new(Some("a")), stream(b"one")).await.unwrap();
        marked.removed(one.version).await.unwrap();
        let two = env.keep("b", "two").await;
        let by_hand = env.store.of_owner(owner(None));
        let three = by_hand.keep(new(Some("c")), stream(b"one")).await.unwrap();
        env.clock.0.fetch_add(DAY, Ordering::SeqCst);
        by_hand.removed(three.version).await.unwrap();
        let before = env.store.versions().await.unwrap();
        env.store.close().await;
        for companion in ["-wal", "-shm"] {
            let mut name = env.database().into_os_string();
            name.push(companion);
            drop(std::fs::remove_file(name));
        }
        damage(&env.database());
        env.reopen().await;
        assert_eq!(env.store.versions().await.unwrap(), before, "{what}");
        assert_eq!(env.content(&one).await.unwrap(), b"one", "{what}");
        let mark = env.store.highest_mark(&MappingId("m1".into())).await;
        assert_eq!(mark, Ok(7), "{what}");
        let next = env.keep("d", "four").await;
        assert!(
            next.version > three.version,
            "{what}: no number is given twice"
        );
        env.store.prune().await.unwrap();
        assert_eq!(env.numbers().await.len(), 4, "{what}");
        assert_eq!(env.content(&two).await.unwrap(), b"two", "{what}");
    }
}

#[tokio::test]
async fn a_database_that_is_lost_in_a_crash_of_reading_it_anew_is_read_again() {
    let mut env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    sqlx::query("DELETE FROM versions")
        .execute(&env.store.inner.file.pool().await.0)
        .await
        .unwrap();
    sqlx::query("DELETE FROM state")
        .execute(&env.store.inner.file.pool().await.0)
        .await
        .unwrap();
    env.reopen().await;
    assert_eq!(env.store.versions().await.unwrap(), [kept]);
}

#[tokio::test]
async fn rotten_bytes_are_noticed_and_kept_anew() {
    let mut env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    std::fs::write(env.blob(&kept), b"old plam").unwrap();
    assert!(
        matches!(
            env.content(&kept).await,
            Err(SourceError::History(HistoryError::Failed(_)))
        ),
        "a rotten copy must not be restored over a good file"
    );
    env.reopen().await;
    let found = env.folder_m1().of_document(&"a".into()).await;
    assert_eq!(
        found,
        Ok(None),
        "nothing is removed on the word of rotten bytes"
    );
    let again = env.keep("a", "old plan").await;
    assert_eq!(env.content(&kept).await.unwrap(), b"old plan");
    let found = env.folder_m1().of_document(&"a".into()).await;
    assert_eq!(found, Ok(Some(again)));
    std::fs::remove_file(env.blob(&kept)).unwrap();
    assert!(matches!(
        env.content(&kept).await,
        Err(SourceError::History(HistoryError::Unknown))
    ));
}

#[tokio::test]
async fn content_that_no_version_names_is_taken_in_from_its_record() {
    let env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    let other = env.keep("b", "another").await;
    sqlx::query("DELETE FROM versions WHERE version = ?")
        .bind(kept.version.0)
        .execute(&env.store.inner.file.pool().await.0)
        .await
        .unwrap();
    let pruned = env.store.prune().await.unwrap();
    assert_eq!((pruned.adopted, pruned.set_aside), (1, 0));
    assert_eq!(env.store.version(kept.version).await, Ok(Some(kept)));
    assert_eq!(env.store.version(other.version).await, Ok(Some(other)));
}

#[tokio::test]
async fn content_without_version_and_record_is_set_aside_for_thirty_days() {
    let mut env = TestEnv::new().await;
    env.store.prune().await.unwrap();
    let kept = env.keep("a", "old plan").await;
    std::fs::remove_file(env.blob(&kept).with_extension("json")).unwrap();
    env.store.close().await;
    std::fs::remove_file(env.database()).unwrap();
    env.reopen().await;
    assert_eq!(env.store.prune().await.unwrap().set_aside, 1);
    let aside = env
        .folder
        .path()
        .join("set-aside")
        .join(kept.sha256.to_string());
    assert_eq!(std::fs::read(&aside).unwrap(), b"old plan");
    env.days(29).await;
    assert!(aside.exists(), "day 29");
    // Somebody keeps the same: what is aside goes when its time has come all the same.
    env.days(1).await;
    assert!(!aside.exists());
}

#[tokio::test]
async fn a_record_that_is_missing_is_written_again() {
    let mut env = TestEnv::new().await;
    let kept = env.keep("a", "old plan").await;
    std::fs::remove_file(env.blob(&kept).with_extension("json")).unwrap();
    env.store.prune().await.unwrap();
    env.store.close().await;
    std::fs::remove_file(env.database()).unwrap();
    env.reopen().await;
    assert_eq!(env.store.versions().await.unwrap(), [kept]);
}

fn row(number: i64, document: &str, content: &str) -> Row {
    let content = crate::ports::KeptContent {
        sha256: ContentHash::of(content.as_bytes()),
        bytes: content.len() as u64,
        at: Timestamp::from_millis(5),
    };
    Row {
        version: owner(None).version(VersionId(number), new(Some(document)), content),
        removed: true,
        mark: None,
    }
}

#[tokio::test]
async fn versions_of_before_keep_their_numbers_and_come_once() {
    let mut env = TestEnv::new().await;
    let imported = || Imported {
        rows: vec![row(3, "a", "one"), row(8, "b", "two")],
        marks: vec![(MappingId("m1".into()), 4)],
        highest: 11,
    };
    env.store.import(imported()).await.unwrap();
    // A crash before the old table was emptied.
    env.store.import(imported()).await.unwrap();
    assert_eq!(env.numbers().await, [3, 8]);
    let mark = env.store.highest_mark(&MappingId("m1".into())).await;
    assert_eq!(mark, Ok(4));
    let next = env.keep("c", "three").await;
    assert_eq!(next.version, VersionId(12), "above every number ever given");
    // An old copy of that table: its number 12 was given here meanwhile.
    let old = Imported {
        rows: vec![row(8, "b", "two"), row(12, "d", "four")],
        ..Imported::default()
    };
    env.store.import(old.clone()).await.unwrap();
    env.store.import(old).await.unwrap();
    assert_eq!(env.numbers().await, [3, 8, 12, 13]);
    assert_eq!(env.store.version(VersionId(12)).await, Ok(Some(next)));
    env.store.close().await;
    env.reopen().await;
    assert_eq!(env.numbers().await, [3, 8, 12, 13]);
}

#[tokio::test]
async fn what_is_deleted_by_hand_is_what_was_confirmed() {
    let env = TestEnv::new().await;
    let mut kept = Vec::new();
    for (document, content) in [("a", "one"), ("b", "one"), ("c", "three")] {
        let version = env.keep(document, content).await;
        env.folder_m1().removed(version.version).await.unwrap();
        kept.push(version);
    }
    let on_its_way = env.keep("d", "four").await;
    let all: Vec<_> = env.store.versions().await.unwrap();
    let all: Vec<_> = all.iter().map(|version| version.version).collect();
    let loss = env.store.loss_of(&all).await.unwrap();
    assert_eq!(loss.versions.len(), 3, "a removal may be on its way");
    assert_eq!(loss.bytes, 8, "equal content is one");
    let some = env.store.loss_of(&[kept[0].version, kept[2].version]).await;
    let some = some.unwrap();
    assert_eq!(some.bytes, 5, "another version names it");
    env.store.delete(&some).await.unwrap();
    assert_eq!(env.content(&kept[1]).await.unwrap(), b"one");
    assert!(matches!(
        env.store.delete(&loss).await,
        Err(DeleteError::Changed(_))
    ));
    assert_eq!(env.files(), 2);
    assert_eq!(
        env.numbers().await,
        [kept[1].version.0, on_its_way.version.0]
    );
}

#[tokio::test]
async fn what_many_keep_at_once_is_all_kept() {
    let env = TestEnv::new().await;
    let kept = futures::stream::iter(0..200)
        .map(|number| {
            let env = &env;
            async move {
                let version = env
                    .keep(&number.to_string(), &(number % 50).to_string())
                    .await;
                env.folder_m1().removed(version.version).await.unwrap();
                version.version.0
            }
        })
        .buffer_unordered(16);
    let mut kept: Vec<i64> = kept.collect().await;
    kept.sort_unstable();
    assert_eq!(env.numbers().await, kept);
    assert_eq!((kept.len(), env.files()), (200, 50));
}

#[tokio::test]
async fn two_processes_prune_and_keep_at_once_and_lose_nothing() {
    let env = TestEnv::new().await;
    let other = open(env.folder.path(), env.clock.clone(), 50 << 30, 100 << 30).await;
    let pruning = async {
        for _ in 0..40 {
            other.prune().await.unwrap();
        }
    };
    let keeping = async {
        for number in 0..40 {
            let version = env.keep(&number.to_string(), "the same").await;
            assert_eq!(env.content(&version).await.unwrap(), b"the same");
        }
    };
    tokio::join!(pruning, keeping);
    assert_eq!(env.numbers().await.len(), 40);
    assert!(!env.folder.path().join("set-aside").exists());
}
