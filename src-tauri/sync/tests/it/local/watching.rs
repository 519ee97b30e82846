//! Hints to the engine: the changes that give one, and those that do not.

#![expect(
    clippy::disallowed_methods,
    reason = "a person works on the disk itself"
)]

use std::time::Duration;

use bytes::Bytes;
use fielddesk_sync::local::{Hint, NotWatched, Watcher, Watching};
use fielddesk_sync::ports::{LocalFs as _, Readiness};
use futures::StreamExt as _;

use super::{TestEnv, path};
#[cfg(target_os = "linux")]
use crate::apart::ran_apart;

/// Returns the next report of the watcher.
async fn hint(watcher: &mut Watcher) -> Hint {
    let next = tokio::time::timeout(Duration::from_secs(60), watcher.next());
    next.await.unwrap()
}

/// That nothing before it was news, a file that is saved now shows: it is hinted at alone.
async fn nothing_but(env: &TestEnv, watcher: &mut Watcher, saved: &str) {
    env.write(saved, b"saved");
    assert_eq!(hint(watcher).await, Hint::Paths(vec![path(saved)]));
}

async fn watched() -> (TestEnv, Watcher) {
    let env = TestEnv::new();
    env.write_long_ago("VA/a.pdf", b"one");
    let watcher = Watcher::start(&env.folder).await;
    assert_eq!(watcher.how(), &Watching::Events);
    assert_eq!(env.settled().await, ["VA/a.pdf"]);
    (env, watcher)
}

#[tokio::test]
async fn a_saved_file_is_hinted_at_once_it_is_whole() {
    let (env, mut watcher) = watched().await;
    env.write("VA/a.pdf", b"two");
    let hint = hint(&mut watcher).await;
    assert_eq!(hint, Hint::Paths(vec![path("VA/a.pdf")]));
    let files = env.scan().await;
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].readiness, Readiness::Settled);
    env.folder
        .hash(&files[0].path, &files[0].stat)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_deleted_a_renamed_and_a_new_folder_are_seen_by_their_names() {
    let (env, mut watcher) = watched().await;
    env.rename("VA", "EL");
    std::fs::create_dir_all(env.at("new/deep")).unwrap();
    env.write("new/deep/b.pdf", b"b");
    let mut seen = Vec::new();
    while env.settled().await != ["EL/a.pdf", "new/deep/b.pdf"] {
        match hint(&mut watcher).await {
            Hint::Paths(paths) => seen.extend(paths),
            other => panic!("{other:?} after {seen:?}"),
        }
    }
    std::fs::remove_dir_all(env.at("new")).unwrap();
    assert!(matches!(hint(&mut watcher).await, Hint::Paths(_)));
    assert_eq!(env.settled().await, ["EL/a.pdf"]);
}

#[tokio::test]
async fn reading_and_ignored_files_are_no_news() {
    let (env, mut watcher) = watched().await;
    let files = env.scan().await;
    for _ in 0..50 {
        env.folder
            .hash(&files[0].path, &files[0].stat)
            .await
            .unwrap();
        env.folder.scan_anew().await.unwrap();
    }
    env.write("VA/~$a.docx", b"lock");
    env.write("VA/x.tmp", b"temporary");
    env.write(".git/index", b"hidden");
    nothing_but(&env, &mut watcher, "VA/b.pdf").await;
    let scan = env.folder.scan().await.unwrap();
    assert_eq!(scan.ignored.len(), 3, "but they can be explained");
}

#[tokio::test]
async fn our_own_writes_are_no_news() {
    let (env, mut watcher) = watched().await;
    let bytes = |text: &'static [u8]| futures::stream::iter([Ok(Bytes::from_static(text))]).boxed();
    let at = path("VA/a.pdf");
    let stat = env.folder.stat(&at).await.unwrap().unwrap();
    let staged = env.folder.stage(&at, bytes(b"theirs")).await.unwrap();
    let placed = env.folder.place(&staged, &at, Some(&stat)).await.unwrap();
    let new = path("VA/b.pdf");
    let staged = env.folder.stage(&new, bytes(b"new")).await.unwrap();
    let gone = env.folder.place(&staged, &new, None).await.unwrap();
    env.folder.remove(&new, &gone).await.unwrap();
    nothing_but(&env, &mut watcher, "VA/c.pdf").await;
    let files = env.scan().await;
    assert_eq!(files.len(), 2);
    assert_eq!(
        (files[0].stat, &files[0].readiness),
        (placed, &Readiness::Settled)
    );
}

#[tokio::test]
async fn a_file_that_is_still_open_is_hinted_at_when_its_writer_is_done() {
    let (env, mut watcher) = watched().await;
    let open = std::fs::File::create(env.at("VA/b.pdf")).unwrap();
    std::io::Write::write_all(&mut &open, b"half").unwrap();
    nothing_but(&env, &mut watcher, "VA/c.pdf").await;
    assert_eq!(env.settled().await, ["VA/a.pdf", "VA/c.pdf"]);
    drop(open);
    let hint = hint(&mut watcher).await;
    assert_eq!(hint, Hint::Paths(vec![path("VA/b.pdf")]));
    assert_eq!(env.settled().await, ["VA/a.pdf", "VA/b.pdf", "VA/c.pdf"]);
}

#[tokio::test]
async fn everything_is_looked_at_every_ten_minutes_and_after_sleep() {
    let (env, mut watcher) = watched().await;
    env.clock.pass(Duration::from_secs(601));
    assert_eq!(hint(&mut watcher).await, Hint::Rescan);
    env.clock.set_back(Duration::from_secs(7_200));
    assert_eq!(hint(&mut watcher).await, Hint::Rescan);
}

#[tokio::test]
async fn a_folder_that_goes_away_is_polled_and_watched_again_when_it_is_back() {
    let (env, mut watcher) = watched().await;
    let aside = env.dir.path().with_extension("aside");
    std::fs::rename(env.dir.path(), &aside).unwrap();
    if cfg!(windows) {
        // It tells of what happens in a folder and not of what happens to it.
        env.clock.pass(Duration::from_secs(601));
    }
    assert_eq!(hint(&mut watcher).await, Hint::Rescan);
    let Watching::Polling { because, .. } = watcher.how() else {
        panic!("nothing tells of a folder that is away");
    };
    assert!(matches!(because, NotWatched::FolderAway(_)), "{because}");
    assert!(env.folder.scan().await.is_err());
    std::fs::rename(&aside, env.dir.path()).unwrap();
    env.clock.pass(Duration::from_secs(2));
    let back = hint(&mut watcher).await;
    assert_eq!(back, Hint::Rescan, "two seconds after its return");
    assert_eq!(watcher.how(), &Watching::Events);
    assert_eq!(env.settled().await, ["VA/a.pdf"]);
    env.write("VA/a.pdf", b"back");
    assert!(matches!(hint(&mut watcher).await, Hint::Paths(_)));
}

#[tokio::test]
async fn rules_that_change_are_in_force_at_the_next_scan() {
    let (env, mut watcher) = watched().await;
    env.write("VA/b.log", b"b");
    assert!(matches!(hint(&mut watcher).await, Hint::Paths(_)));
    let rules = fielddesk_rules::ignore::IgnoreRules::with(&["*.log"]).unwrap();
    env.folder.set_rules(rules);
    assert_eq!(hint(&mut watcher).await, Hint::Rescan);
    assert_eq!(env.settled().await, ["VA/a.pdf"]);
}

#[tokio::test]
async fn of_many_files_in_one_folder_only_the_saved_one_is_looked_at() {
    const FILES: usize = 2_000;
    let env = TestEnv::new();
    for number in 0..FILES {
        env.write_long_ago(&format!("VA/{number}.pdf"), b"long ago");
    }
    let mut watcher = Watcher::start(&env.folder).await;
    assert_eq!(env.settled().await.len(), FILES);
    env.write("VA/777.pdf", b"saved");
    let one = Hint::Paths(vec![path("VA/777.pdf")]);
    assert_eq!(hint(&mut watcher).await, one);
    assert_eq!(env.settled().await.len(), FILES);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn at_the_limit_of_watched_folders_everything_is_looked_at_every_minute() {
    let name =
        "local::watching::at_the_limit_of_watched_folders_everything_is_looked_at_every_minute";
    if ran_apart(name, "echo 8 > /proc/sys/user/max_inotify_watches") {
        return;
    }
    let env = TestEnv::new();
    for folder in 0..20 {
        env.write_long_ago(&format!("{folder}/a.pdf"), b"a");
    }
    let mut watcher = Watcher::start(&env.folder).await;
    let Watching::Polling { every, because } = watcher.how().clone() else {
        panic!("20 folders cannot be watched with 8 watches");
    };
    assert_eq!(
        (every, because),
        (Duration::from_secs(60), NotWatched::Limit)
    );
    assert_eq!(env.settled().await.len(), 20);
    env.write("7/b.pdf", b"b");
    assert_eq!(env.settled().await.len(), 20, "it was just written");
    // It is looked at again as soon as it can be whole, and everything a minute later.
    assert_eq!(hint(&mut watcher).await, Hint::Rescan);
    assert_eq!(env.settled().await.len(), 21);
    env.clock.pass(Duration::from_secs(61));
    assert_eq!(hint(&mut watcher).await, Hint::Rescan);
}
