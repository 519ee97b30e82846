//! The real state: kept across restarts, damage and old copies.

#![expect(
    clippy::disallowed_methods,
    reason = "these tests damage and restore the file by hand"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::mapping_state::{Change, DoneReplace, HashedFile, Saved};
use fielddesk_sync::path::RelPath;
use fielddesk_sync::ports::{State, StateError};
use fielddesk_sync::state::{LostBecause, Marks, StateStore};
use fielddesk_sync::testing::conformance;
use fielddesk_sync::timestamp::Timestamp;
use fielddesk_sync::tree::{FileIdentity, Stat, SyncedFile};
use proptest::prelude::*;

pub(crate) fn mapping() -> MappingId {
    MappingId("m1".into())
}

pub(crate) async fn open(folder: &Path) -> StateStore {
    StateStore::open(&folder.join("sync.sqlite")).await.unwrap()
}

fn stat(number: u64) -> Stat {
    Stat {
        size: number,
        mtime_ns: i64::try_from(number).unwrap() * 1_000_003 - 77,
        identity: number.is_multiple_of(2).then_some(FileIdentity {
            file: number,
            changed_ns: -5,
        }),
    }
}

pub(crate) fn agreed(number: u64) -> Change {
    let path = match number % 3 {
        0 => format!("Plan Ö {number}.PDF"),
        1 => format!("VA/blad {number}.pdf"),
        _ => format!("VA/1/b{number}"),
    };
    let path = RelPath::new(&path).unwrap();
    let section = ["Documents", "VA", "VA - 1"][usize::try_from(number % 3).unwrap()];
    let file = SyncedFile {
        section: section.into(),
        id: format!("{:024x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).into(),
        sha256: ContentHash::of(&number.to_le_bytes()),
        stat: stat(number),
        unsure: number.is_multiple_of(5),
        typed: number.is_multiple_of(3),
        sent: number.is_multiple_of(2),
        at: Timestamp::from_millis(1_790_000_000_000 + i64::try_from(number).unwrap()),
        verified: number.is_multiple_of(7).then(|| Timestamp::from_millis(-1)),
        path,
    };
    Change::Synced(FileKey::of(section, file.path.name()), file)
}

pub(crate) fn applied(changes: &[Change]) -> Saved {
    let mut saved = Saved::default();
    for change in changes {
        saved.apply(change);
    }
    saved
}

#[tokio::test]
async fn the_real_state_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let opened = async || {
        let store = open(folder.path()).await;
        Arc::new(store.of(&mapping())) as Arc<dyn State>
    };
    assert_eq!(conformance::state(opened).await, Ok(()));
}

#[tokio::test]
async fn what_was_committed_is_there_although_nothing_was_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = Vec::new();
    for number in 0..5 {
        // The last one's connections are still open, as after a kill.
        let store = open(folder.path()).await;
        let state = store.of(&mapping());
        assert_eq!(state.load().await, Ok(applied(&all)));
        let changes = [agreed(number), agreed(number + 100)];
        state.commit(&changes).await.unwrap();
        all.extend(changes);
        std::mem::forget(store);
    }
}

#[tokio::test]
async fn mappings_are_apart_and_can_be_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let (one, two) = (store.of(&mapping()), store.of(&MappingId("m2".into())));
    one.commit(&[agreed(1)]).await.unwrap();
    two.commit(&[agreed(2)]).await.unwrap();
    assert_eq!(one.load().await, Ok(applied(&[agreed(1)])));
    store.forget(&mapping()).await.unwrap();
    assert!(
        matches!(one.commit(&[agreed(3)]).await, Err(StateError::Failed(_))),
        "an engine that lives on must not bring it back"
    );
    assert_eq!(store.of(&mapping()).load().await, Ok(Saved::default()));
    assert_eq!(two.load().await, Ok(applied(&[agreed(2)])));
}

#[tokio::test]
async fn a_look_from_another_process_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    store.of(&mapping()).commit(&[agreed(1)]).await.unwrap();
    let other = open(folder.path()).await;
    assert_eq!(other.read(&mapping()).await, Ok(applied(&[agreed(1)])));
    let unknown = MappingId("never added".into());
    assert_eq!(other.read(&unknown).await, Ok(Saved::default()));
    store.of(&mapping()).commit(&[agreed(2)]).await.unwrap();
}

#[tokio::test]
async fn two_engines_on_one_mapping_cannot_both_write() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (open(folder.path()).await, open(folder.path()).await);
    let (one, two) = (one.of(&mapping()), two.of(&mapping()));
    one.load().await.unwrap();
    two.load().await.unwrap();
    one.commit(&[agreed(1)]).await.unwrap();
    assert!(
        matches!(two.commit(&[agreed(2)]).await, Err(StateError::Failed(_))),
        "its commit would follow on a state that it does not know"
    );
    assert_eq!(two.load().await, Ok(applied(&[agreed(1)])));
}

#[tokio::test]
async fn a_commit_that_is_no_longer_waited_for_is_known_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let state = store.of(&mapping());
    state.load().await.unwrap();
    for number in 0..20 {
        let change = [agreed(number)];
        let commit = state.commit(&change);
        tokio::select! {
            biased;
            done = commit => done.unwrap(),
            () = tokio::task::yield_now() => {}
        }
    }
    state.commit(&[agreed(100)]).await.unwrap();
    let known = state.load().await.unwrap();
    let Change::Synced(last, _) = agreed(100) else {
        panic!("an agreement")
    };
    assert!(known.synced.get(&last).is_some(), "it was waited for");
    let stored = open(folder.path()).await.read(&mapping()).await;
    assert_eq!(stored, Ok(known), "what is known is what is stored");
}

#[tokio::test]
async fn a_damaged_file_is_kept_aside_and_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sync.sqlite");
    let store = open(folder.path()).await;
    store.of(&mapping()).commit(&[agreed(1)]).await.unwrap();
    store.close().await;
    let mut bytes = std::fs::read(&path).unwrap();
    for byte in &mut bytes[4096..] {
        *byte ^= 0x5a;
    }
    std::fs::write(&path, &bytes).unwrap();
    let store = open(folder.path()).await;
    let aside = store.kept_aside().unwrap();
    assert_eq!(
        std::fs::read(aside).unwrap(),
        bytes,
        "nothing of it is lost"
    );
    let state = store.of(&mapping());
    assert_eq!(state.load().await, Ok(Saved::default()));
    state.commit(&[agreed(2)]).await.unwrap();
}

#[tokio::test]
async fn a_damaged_mapping_is_put_aside_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let (one, two) = (store.of(&mapping()), store.of(&MappingId("m2".into())));
    one.commit(&[agreed(1)]).await.unwrap();
    one.commit(&[agreed(2)]).await.unwrap();
    two.commit(&[agreed(3)]).await.unwrap();
    store.close().await;
    tamper(
        folder.path(),
        "UPDATE journal SET changes = '[{' WHERE mapping = 1 AND number = 2",
    )
    .await;
    let store = open(folder.path()).await;
    let state = store.of(&mapping());
    assert_eq!(store.read(&mapping()).await, Err(StateError::Lost));
    assert_eq!(state.load().await, Ok(Saved::default()));
    assert_eq!(state.lost().await, Some(LostBecause::Damaged));
    let other = store.of(&MappingId("m2".into()));
    assert_eq!(other.load().await, Ok(applied(&[agreed(3)])));
    state.commit(&[agreed(4)]).await.unwrap();
    assert_eq!(state.load().await, Ok(applied(&[agreed(4)])));
    assert_eq!(state.lost().await, None);
}

#[tokio::test]
async fn a_commit_that_is_missing_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let state = store.of(&mapping());
    for number in 0..3 {
        state.commit(&[agreed(number)]).await.unwrap();
    }
    store.close().await;
    tamper(folder.path(), "DELETE FROM journal WHERE number = 2").await;
    let state = open(folder.path()).await.of(&mapping());
    assert_eq!(state.load().await, Ok(Saved::default()));
    assert_eq!(state.lost().await, Some(LostBecause::Damaged));
}

async fn tamper(folder: &Path, sql: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("sync.sqlite"));
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let done = sqlx::query(sql).execute(&pool).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
    pool.close().await;
}

#[derive(Default)]
struct Noted(Mutex<BTreeMap<MappingId, i64>>);

#[async_trait]
impl Marks for Noted {
    async fn highest(&self, mapping: &MappingId) -> Result<i64, String> {
        Ok(self.0.lock().unwrap().get(mapping).copied().unwrap_or(0))
    }

    async fn raise(&self, mapping: &MappingId, number: i64) -> Result<(), String> {
        let mut noted = self.0.lock().unwrap();
        let highest = noted.entry(mapping.clone()).or_default();
        *highest = number.max(*highest);
        Ok(())
    }
}

#[tokio::test]
async fn a_restored_backup_is_treated_as_first_contact() {
    let folder = tempfile::tempdir().unwrap();
    let marks = Arc::new(Noted::default());
    let store = open(folder.path()).await.with_marks(marks.clone());
    store.of(&mapping()).commit(&[agreed(1)]).await.unwrap();
    store.close().await;
    let backup = std::fs::read(folder.path().join("sync.sqlite")).unwrap();

    let store = open(folder.path()).await.with_marks(marks.clone());
    let state = store.of(&mapping());
    assert_eq!(state.load().await, Ok(applied(&[agreed(1)])));
    state.commit(&[agreed(2)]).await.unwrap();
    // The history keeps something, and notes how far the state had come.
    marks.raise(&mapping(), state.last_commit()).await.unwrap();
    store.close().await;

    for companion in ["sync.sqlite", "sync.sqlite-wal", "sync.sqlite-shm"] {
        let _gone = std::fs::remove_file(folder.path().join(companion));
    }
    std::fs::write(folder.path().join("sync.sqlite"), backup).unwrap();
    let store = open(folder.path()).await.with_marks(marks.clone());
    let state = store.of(&mapping());
    assert_eq!(state.load().await, Ok(Saved::default()));
    assert_eq!(state.lost().await, Some(LostBecause::Old));
    state.commit(&[agreed(3)]).await.unwrap();
    store.close().await;

    let store = open(folder.path()).await.with_marks(marks);
    let state = store.of(&mapping());
    assert_eq!(
        state.load().await,
        Ok(applied(&[agreed(3)])),
        "what was begun anew is not old"
    );
}

#[tokio::test]
async fn a_large_state_is_put_into_one_piece_and_one_change_does_not_write_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let state = store.of(&mapping());
    let many: Vec<Change> = (0..8_000).map(agreed).collect();
    for changes in many.chunks(200) {
        state.commit(changes).await.unwrap();
    }
    assert_eq!(rows(folder.path()).await, (0, 40));
    let ran = Change::Ran(Timestamp::from_millis(9));
    state.commit(std::slice::from_ref(&ran)).await.unwrap();
    assert_eq!(rows(folder.path()).await, (1, 0), "at rest it is one piece");
    state.commit(&[agreed(9_000)]).await.unwrap();
    assert_eq!(rows(folder.path()).await, (1, 1));
    let mut all = many;
    all.extend([ran, agreed(9_000)]);
    let again = open(folder.path()).await.of(&mapping());
    assert_eq!(again.load().await, Ok(applied(&all)));
    assert_eq!(
        rows(folder.path()).await,
        (1, 1),
        "a small journal stays one"
    );
}

/// How many pieces and how many commits are stored.
async fn rows(folder: &Path) -> (i64, i64) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("sync.sqlite"));
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let pieces = sqlx::query_scalar("SELECT COUNT(*) FROM trees").fetch_one(&pool);
    let commits = sqlx::query_scalar("SELECT COUNT(*) FROM journal").fetch_one(&pool);
    let found = (pieces.await.unwrap(), commits.await.unwrap());
    pool.close().await;
    found
}

/// What a run could commit, over few names so that they meet.
fn change() -> impl Strategy<Value = Change> {
    let path = |number: u64| RelPath::new(&format!("VA/f{number}.pdf")).unwrap();
    let key = |number: u64| FileKey::of("VA", &format!("f{number}.pdf"));
    let hashed = |number: u64| HashedFile {
        stat: stat(number),
        sha256: ContentHash::of(&number.to_be_bytes()),
        unsure: number.is_multiple_of(2),
    };
    (0..10_u8, 0..12_u64).prop_map(move |(kind, number)| match kind {
        0 | 1 => agreed(number),
        2 => Change::Forgotten(key(number)),
        3 => Change::LocalHash(path(number), hashed(number)),
        4 => Change::NoLocalHash(path(number)),
        5 => Change::RemoteHash(format!("id {number}").into(), ContentHash::of(&[1])),
        6 => Change::Seen((0..number).map(|id| format!("seen {id}").into()).collect()),
        7 => Change::TooLarge(1_000 - number),
        8 => Change::Replaced(
            key(number),
            DoneReplace {
                at: Timestamp::from_millis(i64::try_from(number).unwrap() * 900_000),
                damaged: number.is_multiple_of(2),
            },
        ),
        _ => Change::Ran(Timestamp::from_millis(i64::try_from(number).unwrap())),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_load_is_every_change_in_order_wherever_it_was_put_into_one_piece(
        commits in proptest::collection::vec(
            (proptest::collection::vec(change(), 0..6), any::<bool>(), any::<bool>()),
            1..12,
        )
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let mut store = open(folder.path()).await;
            let mut all = Vec::new();
            for (changes, compact, again) in commits {
                store.of(&mapping()).commit(&changes).await.unwrap();
                all.extend(changes);
                if compact {
                    store.of(&mapping()).into_one_piece().await.unwrap();
                }
                if again {
                    store = open(folder.path()).await;
                }
                assert_eq!(store.of(&mapping()).load().await, Ok(applied(&all)));
            }
        });
    }
}
