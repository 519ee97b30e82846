//! Room on the disk: when there is none, and when it is given back.

#![expect(
    clippy::disallowed_methods,
    reason = "these tests fill the disk and look at the files"
)]

use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::ports::State as _;
#[cfg(target_os = "linux")]
use fielddesk_sync::ports::StateError;

#[cfg(target_os = "linux")]
use crate::apart::ran_apart;
use crate::state::{agreed, applied, mapping, open};

#[tokio::test]
async fn the_room_of_a_forgotten_mapping_is_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let other = store.of(&MappingId("m2".into()));
    other.load().await.unwrap();
    other.commit(&[agreed(1)]).await.unwrap();
    let large = store.of(&mapping());
    large.load().await.unwrap();
    let changes: Vec<_> = (0..20_000).map(agreed).collect();
    large.commit(&changes).await.unwrap();
    large.into_one_piece().await.unwrap();
    let on_disk = || {
        let files = std::fs::read_dir(folder.path()).unwrap();
        files
            .map(|file| file.unwrap().metadata().unwrap().len())
            .sum::<u64>()
    };
    let before = on_disk();
    assert!(before > 1_000_000, "{before}");
    store.forget(&mapping()).await.unwrap();
    let after = on_disk();
    assert!(after < 200_000, "{after} of {before} bytes are left");
    assert_eq!(other.load().await.unwrap(), applied(&[agreed(1)]));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_stores_nothing_by_halves_and_works_again_when_there_is_room() {
    let folder = std::path::Path::new("/tmp/fielddesk-small-disk");
    std::fs::create_dir_all(folder).unwrap();
    let small = format!("mount -t tmpfs -o size=1m tmpfs {}", folder.display());
    let name = "room::a_full_disk_stores_nothing_by_halves_and_works_again_when_there_is_room";
    if ran_apart(name, &small) {
        return;
    }
    let store = open(folder).await;
    let state = store.of(&mapping());
    state.load().await.unwrap();
    let filler = folder.join("filler");
    std::fs::write(&filler, vec![0; 300_000]).unwrap();
    let mut stored = Vec::new();
    let failed = loop {
        assert!(stored.len() < 100_000, "the disk never filled");
        let next: Vec<_> = (0..50)
            .map(|more| agreed((stored.len() + more) as u64))
            .collect();
        match state.commit(&next).await {
            Ok(()) => stored.extend(next),
            Err(error) => break error,
        }
    };
    assert!(matches!(failed, StateError::Failed(_)), "{failed}");
    // What is smaller may still find room, until nothing does.
    loop {
        assert!(stored.len() < 100_000, "the disk never filled");
        let next = agreed(1_000_000 + stored.len() as u64);
        match state.commit(std::slice::from_ref(&next)).await {
            Ok(()) => stored.push(next),
            Err(_) => break,
        }
    }
    assert_eq!(store.read(&mapping()).await.unwrap(), applied(&stored));
    std::fs::remove_file(filler).unwrap();
    state.commit(&[agreed(2_000_000)]).await.unwrap();
    stored.push(agreed(2_000_000));
    store.close().await;
    let store = open(folder).await;
    assert_eq!(store.kept_aside(), None, "a full disk is no damage");
    let loaded = store.of(&mapping()).load().await.unwrap();
    assert_eq!(loaded, applied(&stored));
}
