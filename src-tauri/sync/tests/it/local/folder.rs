//! Looking, reading and writing.

#![expect(
    clippy::disallowed_methods,
    reason = "a person works on the disk itself"
)]

use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::time::Duration;

use bytes::Bytes;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::local::Rules;
use fielddesk_sync::ports::{
    ByteStream, LocalError, LocalFs as _, NotNow, StageError, Standing, bytes_of,
};
use fielddesk_sync::testing::conformance::{self, Edit as _};
use futures::StreamExt as _;

use super::{Desk, path};

fn stream(pieces: &[&'static [u8]]) -> ByteStream {
    let pieces: Vec<_> = pieces
        .iter()
        .map(|piece| Ok(Bytes::from_static(piece)))
        .collect();
    futures::stream::iter(pieces).boxed()
}

#[tokio::test]
async fn a_folder_on_the_disk_conforms() {
    let desk = Desk::new();
    assert_eq!(conformance::local_fs(&desk.folder, &desk).await, Ok(()));
}

#[tokio::test]
async fn a_folder_that_is_watched_conforms() {
    let desk = Desk::new();
    let watcher = fielddesk_sync::local::Watcher::start(&desk.folder).await;
    assert_eq!(watcher.how(), &fielddesk_sync::local::Watching::Events);
    // The system tells of a change a moment after it; a scan that comes first is of before.
    struct Slow(Desk);
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
    let folder = desk.folder.clone();
    assert_eq!(conformance::local_fs(&folder, &Slow(desk)).await, Ok(()));
}

#[tokio::test]
async fn a_root_that_is_missing_a_file_or_unreadable_is_away() {
    let desk = Desk::new();
    desk.write("a.pdf", b"a");
    let root = desk.dir.path();
    let aside = root.with_extension("aside");
    std::fs::rename(root, &aside).unwrap();
    let away = |result: Result<_, LocalError>| matches!(result, Err(LocalError::RootAway(_)));
    assert!(away(desk.folder.scan().await.map(drop)));
    assert!(away(desk.folder.stat(&path("a.pdf")).await.map(drop)));
    std::fs::write(root, b"a file").unwrap();
    assert!(away(desk.folder.scan().await.map(drop)));
    assert!(away(desk.folder.root().await.map(drop)));
    std::fs::remove_file(root).unwrap();
    std::fs::rename(&aside, root).unwrap();
    desk.settle();
    assert_eq!(desk.settled().await, ["a.pdf"]);
}

#[tokio::test]
async fn another_folder_in_its_place_is_another_root() {
    let desk = Desk::new();
    let before = desk.folder.root().await.unwrap();
    let root = desk.dir.path();
    let aside = root.with_extension("aside");
    std::fs::rename(root, &aside).unwrap();
    std::fs::create_dir(root).unwrap();
    assert_ne!(desk.folder.root().await.unwrap(), before);
    std::fs::remove_dir(root).unwrap();
    std::fs::rename(&aside, root).unwrap();
    assert_eq!(desk.folder.root().await.unwrap(), before);
}

#[tokio::test]
async fn links_and_pipes_are_left_out_by_a_rule_and_never_followed() {
    let desk = Desk::new();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.pdf"), b"not yours").unwrap();
    symlink(outside.path(), desk.at("VA")).unwrap();
    symlink(outside.path().join("secret.pdf"), desk.at("link.pdf")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(desk.at("pipe.pdf"))
        .status();
    assert!(made.unwrap().success());
    desk.write("real.pdf", b"real");
    desk.settle();
    let scan = desk.folder.scan().await.unwrap();
    let mut ignored: Vec<_> = scan
        .ignored
        .iter()
        .map(|ignored| (ignored.path.as_str(), ignored.rule.as_str()))
        .collect();
    ignored.sort_unstable();
    assert_eq!(
        ignored,
        [
            ("VA", "Links"),
            ("link.pdf", "Links"),
            ("pipe.pdf", "Pipes, sockets and devices"),
        ]
    );
    assert_eq!(desk.settled().await, ["real.pdf"]);
    // Whoever asks all the same gets nothing from outside, and does not wait for a pipe.
    let stat = scan.files[0].stat;
    for name in ["VA/secret.pdf", "link.pdf", "pipe.pdf"] {
        let read = desk.folder.hash(&path(name), &stat).await;
        assert_eq!(read, Err(LocalError::Changed), "{name}");
        assert!(matches!(
            desk.folder.stat(&path(name)).await,
            Err(LocalError::Denied(_))
        ));
    }
    let staged = desk
        .folder
        .stage(&path("VA/new.pdf"), stream(&[b"x"]))
        .await;
    assert!(matches!(
        staged,
        Err(StageError::Local(LocalError::Changed))
    ));
    assert!(!outside.path().join("new.pdf").exists());
}

#[tokio::test]
async fn names_that_cannot_be_given_back_are_refused_with_a_reason() {
    let desk = Desk::new();
    for name in [&b"bad\xff.pdf"[..], b"two\nlines.pdf", b"back\\slash.pdf"] {
        std::fs::write(desk.at(std::ffi::OsStr::from_bytes(name)), b"x").unwrap();
    }
    desk.write("VA/fine.pdf", b"x");
    let scan = desk.folder.scan().await.unwrap();
    let mut refused: Vec<_> = scan
        .refused
        .iter()
        .map(|entry| (entry.shown.as_str(), entry.reason.as_str()))
        .collect();
    refused.sort_unstable();
    assert_eq!(
        refused,
        [
            (
                "back\\slash.pdf",
                "its name has a backslash, which other systems cannot store"
            ),
            ("bad\u{fffd}.pdf", "its name is no Unicode"),
            ("two\u{fffd}lines.pdf", "its name has control characters"),
        ]
    );
    assert_eq!(scan.files.len(), 1);
}

/// The tests run as root in some places, where nothing is unreadable.
fn may_read_everything() -> bool {
    rustix_is_root()
}

fn rustix_is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[tokio::test]
async fn a_folder_that_cannot_be_read_is_unknown_and_not_gone() {
    if may_read_everything() {
        // A folder that nobody can list, root neither: the kernel refuses another process's.
        return;
    }
    let desk = Desk::new();
    desk.write("VA/a.pdf", b"a");
    desk.write("b.pdf", b"b");
    let rights = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(desk.at("VA"), rights(0)).unwrap();
    let scan = desk.folder.scan().await.unwrap();
    assert_eq!(scan.unreadable, [path("VA")]);
    // Listed but not to be looked at.
    std::fs::set_permissions(desk.at("VA"), rights(0o444)).unwrap();
    let scan = desk.folder.scan().await.unwrap();
    assert_eq!(scan.unreadable, [path("VA")]);
    std::fs::set_permissions(desk.dir.path(), rights(0o444)).unwrap();
    let scan = desk.folder.scan().await;
    std::fs::set_permissions(desk.dir.path(), rights(0o755)).unwrap();
    std::fs::set_permissions(desk.at("VA"), rights(0o755)).unwrap();
    assert!(matches!(scan, Err(LocalError::RootAway(_))));
}

#[tokio::test]
async fn a_file_that_was_just_written_waits_and_an_old_one_does_not() {
    let desk = Desk::new();
    desk.write("new.pdf", b"n");
    desk.write("old.pdf", b"o");
    let old = std::fs::File::options()
        .write(true)
        .open(desk.at("old.pdf"))
        .unwrap();
    old.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(86_400))
        .unwrap();
    drop(old);
    assert_eq!(desk.settled().await, ["old.pdf"]);
    desk.clock.pass(Duration::from_secs(2));
    assert_eq!(desk.settled().await, ["new.pdf", "old.pdf"]);
}

#[tokio::test]
async fn a_file_that_a_program_has_open_for_writing_waits_by_its_name() {
    let desk = Desk::new();
    desk.write("a.pdf", b"a");
    let open = std::fs::File::options()
        .append(true)
        .open(desk.at("a.pdf"))
        .unwrap();
    let first = desk.scan().await;
    assert_eq!(first[0].standing, Standing::NotNow(NotNow::Settling));
    desk.clock.pass(Duration::from_secs(3));
    let Standing::NotNow(NotNow::Open(Some(program))) = &desk.scan().await[0].standing else {
        panic!("it is open");
    };
    assert!(!program.is_empty());
    let stat = first[0].stat;
    let removed = desk.folder.remove(&path("a.pdf"), &stat).await;
    assert!(matches!(removed, Err(LocalError::Locked(Some(_)))));
    drop(open);
    assert_eq!(desk.settled().await, ["a.pdf"]);
}

#[tokio::test]
async fn a_large_file_that_changes_while_it_is_read_ends_in_an_error() {
    let desk = Desk::new();
    let bytes = vec![7_u8; 9 * 1024 * 1024];
    desk.write("big.dwg", &bytes);
    let stat = desk.folder.stat(&path("big.dwg")).await.unwrap().unwrap();
    let content = desk.folder.content(&path("big.dwg"), &stat).await.unwrap();
    assert_eq!(content.sha256(), None, "a large file is hashed on its way");
    let chunks: Vec<_> = content.chunks().await.unwrap().collect().await;
    let length: usize = chunks
        .iter()
        .map(|chunk| chunk.as_ref().unwrap().len())
        .sum();
    assert_eq!(length, bytes.len());
    assert_eq!(content.sha256(), Some(ContentHash::of(&bytes)));
    content.unchanged().await.unwrap();

    let mut stream = desk.folder.read(&path("big.dwg"), &stat).await.unwrap();
    let mut again = content.chunks().await.unwrap();
    again.next().await.unwrap().unwrap();
    stream.next().await.unwrap().unwrap();
    let open = std::fs::File::options()
        .write(true)
        .open(desk.at("big.dwg"))
        .unwrap();
    open.set_len(5_000_000).unwrap();
    drop(open);
    let rest: Vec<_> = again.collect().await;
    assert!(rest.last().unwrap().is_err(), "it is shorter than it was");
    assert!(content.unchanged().await.is_err());
    let read = bytes_of(stream).await;
    assert!(read.is_err(), "a torn read is never taken for whole");
    assert_eq!(
        desk.folder.content(&path("big.dwg"), &stat).await.map(drop),
        Err(LocalError::Changed)
    );
}

#[tokio::test]
async fn another_file_of_the_same_size_and_time_is_not_the_one_looked_at() {
    let desk = Desk::new();
    desk.write("a.pdf", b"one");
    let stat = desk.folder.stat(&path("a.pdf")).await.unwrap().unwrap();
    let time = std::fs::metadata(desk.at("a.pdf"))
        .unwrap()
        .modified()
        .unwrap();
    desk.write("b.pdf", b"two");
    let other = std::fs::File::options()
        .write(true)
        .open(desk.at("b.pdf"))
        .unwrap();
    other.set_modified(time).unwrap();
    drop(other);
    desk.rename("b.pdf", "a.pdf");
    assert_eq!(
        desk.folder.hash(&path("a.pdf"), &stat).await,
        Err(LocalError::Changed)
    );
}

#[tokio::test]
async fn bytes_that_stop_coming_leave_nothing_behind() {
    let desk = Desk::new();
    let broken = futures::stream::iter([
        Ok(Bytes::from_static(b"half")),
        Err(fielddesk_sync::ports::SourceError::Local(LocalError::Gone)),
    ]);
    let staged = desk.folder.stage(&path("a.pdf"), broken.boxed()).await;
    assert!(matches!(staged, Err(StageError::Source(_))));
    assert_eq!(desk.names(), Vec::<String>::new());
}

#[tokio::test]
async fn a_file_takes_the_place_of_another_with_its_rights_and_nothing_is_left() {
    let desk = Desk::new();
    desk.write("VA/a.pdf", b"ours");
    let rights = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(desk.at("VA/a.pdf"), rights).unwrap();
    let to = path("VA/a.pdf");
    let stat = desk.folder.stat(&to).await.unwrap().unwrap();
    let staged = desk
        .folder
        .stage(&to, stream(&[b"the", b"irs"]))
        .await
        .unwrap();
    desk.folder.place(&staged, &to, Some(&stat)).await.unwrap();
    assert_eq!(desk.read("VA/a.pdf"), b"theirs");
    let mode = std::fs::metadata(desk.at("VA/a.pdf")).unwrap().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(std::fs::read_dir(desk.at("VA")).unwrap().count(), 1);
}

#[tokio::test]
async fn a_missing_folder_is_made_for_what_comes_into_it() {
    let desk = Desk::new();
    let to = path("VA/deep/a.pdf");
    let staged = desk.folder.stage(&to, stream(&[b"x"])).await.unwrap();
    desk.folder.place(&staged, &to, None).await.unwrap();
    assert_eq!(desk.read("VA/deep/a.pdf"), b"x");
}

#[tokio::test]
async fn temporary_files_of_an_earlier_life_go_and_those_of_this_one_stay() {
    let desk = Desk::new();
    desk.write(".fielddesk-3fffffff-0badcafe-0.tmp", b"left over");
    desk.write("VA/.fielddesk-old.tmp", b"left over");
    let staged = desk
        .folder
        .stage(&path("a.pdf"), stream(&[b"x"]))
        .await
        .unwrap();
    desk.folder.tidy().await.unwrap();
    assert_eq!(
        desk.names(),
        ["VA", staged.path.as_str()]
            .map(str::to_owned)
            .iter()
            .rev()
            .cloned()
            .collect::<Vec<_>>()
    );
    assert_eq!(std::fs::read_dir(desk.at("VA")).unwrap().count(), 0);
    desk.folder.discard(&staged).await.unwrap();
    assert_eq!(desk.names(), ["VA"]);
}

#[tokio::test]
async fn a_hundred_folders_are_seen_whole_by_all_threads() {
    let rules = Rules::with(&["*.log"]).unwrap();
    let desk = Desk::with(rules);
    for folder in 0..100 {
        for file in 0..7 {
            desk.write(&format!("{folder}/deep/{file}.pdf"), b"x");
        }
        desk.write(&format!("{folder}/a.log"), b"x");
        desk.write(&format!("{folder}/.git/config"), b"x");
    }
    for file in 0..1_300 {
        desk.write(&format!("many/{file}.pdf"), b"x");
    }
    desk.settle();
    let scan = desk.folder.scan().await.unwrap();
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
