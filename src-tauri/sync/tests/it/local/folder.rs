//! Looking, reading and writing.

#![expect(
    clippy::disallowed_methods,
    reason = "a person works on the disk itself"
)]

use std::time::Duration;

use bytes::Bytes;
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::ports::{ByteStream, LocalError, LocalFs as _, StageError, bytes_of};
use fielddesk_sync::testing::conformance::{self, Edit as _};
use futures::StreamExt as _;

use super::{TestEnv, path};

pub(super) fn stream(pieces: &[&'static [u8]]) -> ByteStream {
    let pieces: Vec<_> = pieces
        .iter()
        .map(|piece| Ok(Bytes::from_static(piece)))
        .collect();
    futures::stream::iter(pieces).boxed()
}

#[tokio::test]
async fn a_folder_on_the_disk_conforms() {
    let env = TestEnv::new();
    assert_eq!(conformance::local_fs(&env.folder, &env).await, Ok(()));
}

#[tokio::test]
async fn a_folder_that_is_watched_conforms() {
    let env = TestEnv::new();
    let watcher = fielddesk_sync::local::Watcher::start(&env.folder).await;
    assert_eq!(watcher.how(), &fielddesk_sync::local::Watching::Events);
    // The system tells of a change a moment after it; a scan that comes first is of before.
    struct Slow(TestEnv);
    impl conformance::Edit for Slow {
        fn save(&self, path: &str, bytes: &[u8]) {
            self.0.save(path, bytes);
            std::thread::sleep(Duration::from_millis(100));
        }
        fn delete(&self, path: &str) {
            self.0.delete(path);
            std::thread::sleep(Duration::from_millis(100));
        }
        fn settle(&self) {
            self.0.settle();
        }
    }
    let folder = env.folder.clone();
    assert_eq!(conformance::local_fs(&folder, &Slow(env)).await, Ok(()));
}

#[tokio::test]
async fn a_root_that_is_missing_a_file_or_unreadable_is_away() {
    let env = TestEnv::new();
    env.write("a.pdf", b"a");
    let root = env.dir.path();
    let aside = root.with_extension("aside");
    std::fs::rename(root, &aside).unwrap();
    let away = |result: Result<_, LocalError>| matches!(result, Err(LocalError::RootAway(_)));
    assert!(away(env.folder.scan().await.map(drop)));
    assert!(away(env.folder.stat(&path("a.pdf")).await.map(drop)));
    std::fs::write(root, b"a file").unwrap();
    assert!(away(env.folder.scan().await.map(drop)));
    assert!(away(env.folder.root().await.map(drop)));
    std::fs::remove_file(root).unwrap();
    std::fs::rename(&aside, root).unwrap();
    env.settle();
    assert_eq!(env.settled().await, ["a.pdf"]);
}

#[tokio::test]
async fn another_folder_in_its_place_is_another_root() {
    let env = TestEnv::new();
    let before = env.folder.root().await.unwrap();
    let root = env.dir.path();
    let aside = root.with_extension("aside");
    std::fs::rename(root, &aside).unwrap();
    std::fs::create_dir(root).unwrap();
    assert_ne!(env.folder.root().await.unwrap(), before);
    std::fs::remove_dir(root).unwrap();
    std::fs::rename(&aside, root).unwrap();
    assert_eq!(env.folder.root().await.unwrap(), before);
}

#[tokio::test]
async fn a_file_that_was_just_written_waits_and_an_old_one_does_not() {
    let env = TestEnv::new();
    env.write("new.pdf", b"n");
    env.write("old.pdf", b"o");
    let old = std::fs::File::options()
        .write(true)
        .open(env.at("old.pdf"))
        .unwrap();
    old.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(86_400))
        .unwrap();
    drop(old);
    assert_eq!(env.settled().await, ["old.pdf"]);
    env.clock.pass(Duration::from_secs(2));
    assert_eq!(env.settled().await, ["new.pdf", "old.pdf"]);
}

#[tokio::test]
async fn a_large_file_that_changes_while_it_is_read_ends_in_an_error() {
    let env = TestEnv::new();
    let bytes = vec![7_u8; 9 * 1024 * 1024];
    env.write("big.dwg", &bytes);
    let stat = env.folder.stat(&path("big.dwg")).await.unwrap().unwrap();
    let content = env.folder.content(&path("big.dwg"), &stat).await.unwrap();
    assert_eq!(content.sha256(), None, "a large file is hashed on its way");
    let chunks: Vec<_> = content.chunks().await.unwrap().collect().await;
    let length: usize = chunks
        .iter()
        .map(|chunk| chunk.as_ref().unwrap().len())
        .sum();
    assert_eq!(length, bytes.len());
    assert_eq!(content.sha256(), Some(ContentHash::of(&bytes)));
    content.unchanged().await.unwrap();

    let mut stream = env.folder.read(&path("big.dwg"), &stat).await.unwrap();
    let mut again = content.chunks().await.unwrap();
    again.next().await.unwrap().unwrap();
    stream.next().await.unwrap().unwrap();
    let open = std::fs::File::options()
        .write(true)
        .open(env.at("big.dwg"))
        .unwrap();
    open.set_len(5_000_000).unwrap();
    drop(open);
    let rest: Vec<_> = again.collect().await;
    assert!(rest.last().unwrap().is_err(), "it is shorter than it was");
    assert!(content.unchanged().await.is_err());
    let read = bytes_of(stream).await;
    assert!(read.is_err(), "a torn read is never taken for whole");
    assert_eq!(
        env.folder.content(&path("big.dwg"), &stat).await.map(drop),
        Err(LocalError::Changed)
    );
}

#[tokio::test]
async fn another_file_of_the_same_size_and_time_is_not_the_one_looked_at() {
    let env = TestEnv::new();
    env.write("a.pdf", b"one");
    let stat = env.folder.stat(&path("a.pdf")).await.unwrap().unwrap();
    let time = std::fs::metadata(env.at("a.pdf"))
        .unwrap()
        .modified()
        .unwrap();
    env.write("b.pdf", b"two");
    let other = std::fs::File::options()
        .write(true)
        .open(env.at("b.pdf"))
        .unwrap();
    other.set_modified(time).unwrap();
    drop(other);
    env.rename("b.pdf", "a.pdf");
    assert_eq!(
        env.folder.hash(&path("a.pdf"), &stat).await,
        Err(LocalError::Changed)
    );
}

#[tokio::test]
async fn bytes_that_stop_coming_leave_nothing_behind() {
    let env = TestEnv::new();
    let broken = futures::stream::iter([
        Ok(Bytes::from_static(b"half")),
        Err(fielddesk_sync::ports::SourceError::Local(LocalError::Gone)),
    ]);
    let staged = env.folder.stage(&path("a.pdf"), broken.boxed()).await;
    assert!(matches!(staged, Err(StageError::Source(_))));
    assert_eq!(env.names(), Vec::<String>::new());
}

#[tokio::test]
async fn a_missing_folder_is_made_for_what_comes_into_it() {
    let env = TestEnv::new();
    let to = path("VA/deep/a.pdf");
    let staged = env.folder.stage(&to, stream(&[b"x"])).await.unwrap();
    env.folder.place(&staged, &to, None).await.unwrap();
    assert_eq!(env.read("VA/deep/a.pdf"), b"x");
}

#[tokio::test]
async fn temporary_files_of_an_earlier_life_go_and_those_of_this_one_stay() {
    let env = TestEnv::new();
    env.write(".fielddesk-3fffffff-0badcafe-0.tmp", b"left over");
    env.write("VA/.fielddesk-old.tmp", b"left over");
    let staged = env
        .folder
        .stage(&path("a.pdf"), stream(&[b"x"]))
        .await
        .unwrap();
    env.folder.tidy().await.unwrap();
    assert_eq!(
        env.names(),
        ["VA", staged.path.as_str()]
            .map(str::to_owned)
            .iter()
            .rev()
            .cloned()
            .collect::<Vec<_>>()
    );
    assert_eq!(std::fs::read_dir(env.at("VA")).unwrap().count(), 0);
    env.folder.discard(&staged).await.unwrap();
    assert_eq!(env.names(), ["VA"]);
}

#[tokio::test]
async fn a_hundred_folders_are_seen_whole_by_all_threads() {
    let rules = IgnoreRules::with(&["*.log"]).unwrap();
    let env = TestEnv::with(rules);
    for folder in 0..100 {
        for file in 0..7 {
            env.write(&format!("{folder}/deep/{file}.pdf"), b"x");
        }
        env.write(&format!("{folder}/a.log"), b"x");
        env.write(&format!("{folder}/.git/config"), b"x");
    }
    for file in 0..1_300 {
        env.write(&format!("many/{file}.pdf"), b"x");
    }
    env.settle();
    let scan = env.folder.scan().await.unwrap();
    let mut paths: Vec<_> = scan.files.iter().map(|file| file.path.clone()).collect();
    paths.sort();
    paths.dedup();
    assert_eq!((scan.files.len(), paths.len()), (2_000, 2_000));
    assert_eq!(scan.ignored.len(), 200);
    assert!(
        scan.ignored
            .iter()
            .any(|i| i.rule == "Your rule *.log" && i.path == path("7/a.log"))
    );
}
