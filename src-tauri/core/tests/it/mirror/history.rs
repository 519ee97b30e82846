//! Old content of synced folders in the real history.

use std::sync::Arc;
use std::time::Duration;

use fielddesk_core::sync_adapters::history_with_state;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::mapping_state::Change;
use fielddesk_sync::ports::{
    FromSide, History, HistoryError, NewVersion, Owner, RemovalReason, SourceError, State, bytes_of,
};
use fielddesk_sync::testing::conformance;
use fielddesk_sync::timestamp::Timestamp;
use futures::StreamExt as _;

use super::Mirror;

fn new(reason: RemovalReason) -> NewVersion {
    NewVersion {
        section: "VA".into(),
        name: "Ö.pdf".into(),
        document: Some("id".into()),
        from: FromSide::Remote,
        reason,
        act: None,
    }
}

fn bytes(content: &'static [u8]) -> fielddesk_sync::ports::ByteStream {
    futures::stream::iter([Ok(bytes::Bytes::from_static(content))]).boxed()
}

#[tokio::test]
async fn the_real_history_conforms() {
    let mirror = Mirror::new().await;
    assert_eq!(conformance::history(&mirror).await, Ok(()));
}

impl conformance::HistoryUnderTest for Mirror {
    fn of_owner(&self, owner: Owner) -> Arc<dyn History> {
        Arc::new(self.history.store().of_owner(owner))
    }

    fn pass(&self, time: Duration) {
        self.clock.advance(time);
    }
}

#[tokio::test]
async fn a_folder_sees_its_own_versions() {
    let mirror = Mirror::new().await;
    for (mapping, content) in [("m1", b"1"), ("m2", b"2"), ("m1", b"3")] {
        let replaced = new(RemovalReason::Replaced);
        let kept = mirror.old(mapping).keep(replaced, bytes(content)).await;
        assert_eq!(kept.unwrap().mapping, Some(MappingId(mapping.into())));
    }
    let m1 = MappingId("m1".into());
    let all = mirror.history.versions().await.unwrap();
    let theirs = all.iter().filter(|kept| kept.mapping.as_ref() == Some(&m1));
    let found: Vec<_> = theirs.map(|kept| kept.sha256).collect();
    assert_eq!(found, [ContentHash::of(b"3"), ContentHash::of(b"1")]);
    assert_eq!(all.len(), 3);
}

#[tokio::test]
async fn content_that_is_not_what_was_kept_is_not_handed_out_as_whole() {
    let mirror = Mirror::new().await;
    let old = mirror.old("m1");
    let version = old
        .keep(new(RemovalReason::Replaced), bytes(b"old plan"))
        .await;
    let version = version.unwrap();
    let hex = version.sha256.to_string();
    let file = mirror
        .data
        .path()
        .join("history")
        .join(&hex[..2])
        .join(&hex);
    std::fs::write(&file, b"new plan").unwrap();
    let (_, stream) = old.read(version.version).await.unwrap();
    assert!(
        matches!(
            bytes_of(stream).await,
            Err(SourceError::History(HistoryError::Failed(_)))
        ),
        "a rotten copy must not be restored over a good file"
    );
    // One of another length is not there: the bytes are fetched again before anything goes.
    std::fs::write(&file, b"cut").unwrap();
    assert_eq!(old.of_document(&"id".into()).await, Ok(None));
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(
        old.read(version.version).await,
        Err(HistoryError::Unknown)
    ));
}

#[tokio::test]
async fn a_state_older_than_the_history_is_first_contact() {
    let mirror = Mirror::new().await;
    let m1 = MappingId("m1".into());
    let path = mirror.data.path().join("sync.sqlite");
    let store = mirror.store().await;
    let remember = |hash: &[u8]| Change::RemoteHash("id".into(), ContentHash::of(hash));
    store.of(&m1).commit(&[remember(b"1")]).await.unwrap();
    store.close().await;
    let backup = std::fs::read(&path).unwrap();

    let store = mirror.store().await;
    let state = store.of(&m1);
    state.load().await.unwrap();
    state.commit(&[remember(b"2")]).await.unwrap();
    let history = history_with_state(mirror.history.store(), mirror.owner("m1"), state);
    history
        .keep(new(RemovalReason::Replaced), bytes(b"x"))
        .await
        .unwrap();
    store.close().await;
    let store = mirror.store().await;
    let loaded = store.of(&m1).load().await.unwrap();
    assert_eq!(loaded.remote_hashes.len(), 1, "the newest state is not old");
    store.close().await;

    for companion in ["-wal", "-shm"] {
        let mut name = path.clone().into_os_string();
        name.push(companion);
        let _gone = std::fs::remove_file(name);
    }
    std::fs::write(&path, backup).unwrap();
    let state = mirror.store().await.of(&m1);
    let loaded = state.load().await.unwrap();
    assert_eq!(loaded, fielddesk_sync::mapping_state::Saved::default());
    state
        .commit(&[Change::Ran(Timestamp::from_millis(1))])
        .await
        .unwrap();
}
