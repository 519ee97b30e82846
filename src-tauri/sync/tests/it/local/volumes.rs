//! Volumes below the root as a folder on the disk tells of them, by a table in the place of the
//! system's.

#![expect(
    clippy::disallowed_methods,
    reason = "a person works on the disk itself"
)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::local::{Hint, MountTable, OsFolder, Watcher};
use fielddesk_sync::ports::LocalFs as _;
use futures::FutureExt as _;

use super::{TestEnv, path};

struct Mounted {
    env: TestEnv,
    table: MountTable,
}

impl Mounted {
    fn new() -> Self {
        let mut env = TestEnv::new();
        let table: MountTable = Arc::new(Mutex::new(BTreeMap::new()));
        let (root, rules) = (env.dir.path(), IgnoreRules::default());
        env.folder = OsFolder::with_mounts(root, rules, env.clock.clone(), table.clone());
        for name in ["SHA/hms.pdf", "VA/1/a.pdf", "top.pdf"] {
            env.write_long_ago(name, b"one");
        }
        let mounted = Self { env, table };
        mounted.mount("SHA", Some("drive 1"));
        mounted.mount("VA/1", Some("drive 2"));
        mounted
    }

    fn mount(&self, folder: &str, volume: Option<&str>) {
        let mut table = self.table.lock().unwrap();
        match volume {
            Some(volume) => table.insert(path(folder), volume.to_owned()),
            None => table.remove(&path(folder)),
        };
    }

    async fn seen(&self) -> Vec<(String, String)> {
        let scan = self.env.folder.scan().await.unwrap();
        let pairs = scan.volumes.into_iter();
        pairs.map(|(at, volume)| (at.to_string(), volume)).collect()
    }
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    let all = all.iter();
    all.map(|(at, volume)| ((*at).to_owned(), (*volume).to_owned()))
        .collect()
}

#[tokio::test]
async fn a_scan_tells_the_volume_of_each_folder_that_has_its_own() {
    let mounted = Mounted::new();
    let both = pairs(&[("SHA", "drive 1"), ("VA/1", "drive 2")]);
    assert_eq!(mounted.seen().await, both);
    mounted.mount("SHA", Some("drive 3"));
    mounted.mount("VA/1", None);
    assert_eq!(mounted.seen().await, pairs(&[("SHA", "drive 3")]));
}

#[tokio::test]
async fn a_watched_folder_looks_at_everything_where_a_change_shows_another_volume() {
    for (what, changed, touched) in [
        (
            "a file changes on another drive",
            Some("drive 9"),
            "SHA/hms.pdf",
        ),
        ("a file comes where the drive was", None, "SHA/new.pdf"),
    ] {
        let mounted = Mounted::new();
        let mut watcher = Watcher::start(&mounted.env.folder).await;
        assert_eq!(mounted.seen().await.len(), 2);
        mounted.mount("SHA", changed);
        mounted.env.write(touched, b"another");
        let next = tokio::time::timeout(std::time::Duration::from_secs(60), watcher.next());
        next.await.unwrap();
        let sha = mounted.seen().await.into_iter().find(|(at, _)| at == "SHA");
        assert_eq!(sha.map(|(_, volume)| volume).as_deref(), changed, "{what}");
    }
}

#[tokio::test]
async fn the_files_of_a_drive_that_goes_are_not_told_as_gone_beside_its_volume() {
    let mounted = Mounted::new();
    let mut watcher = Watcher::start(&mounted.env.folder).await;
    assert_eq!(mounted.seen().await.len(), 2);
    // As an unmount: the files and the volume go at once, and the folder stays.
    mounted.mount("SHA", None);
    std::fs::remove_file(mounted.env.at("SHA/hms.pdf")).unwrap();
    loop {
        let next = tokio::time::timeout(std::time::Duration::from_secs(60), watcher.next());
        next.await.unwrap();
        let scan = mounted.env.folder.scan().await.unwrap();
        let there = scan
            .files
            .iter()
            .any(|file| file.path == path("SHA/hms.pdf"));
        let volume = scan.volumes.contains_key(&path("SHA"));
        assert_eq!(there, volume, "a look is of before or of after");
        if !there {
            return;
        }
    }
}

#[tokio::test]
async fn a_drive_that_goes_or_comes_is_noticed_within_a_minute_although_nobody_tells() {
    let mounted = Mounted::new();
    let mut watcher = Watcher::start(&mounted.env.folder).await;
    let minute = std::time::Duration::from_secs(61);
    for (volume, count) in [(None, 1), (Some("drive 1"), 2)] {
        mounted.seen().await;
        // It takes what the look saw, and nothing is new.
        assert_eq!(watcher.next().now_or_never(), None);
        mounted.mount("SHA", volume);
        if volume.is_some() {
            mounted.env.folder.scan_anew().await.unwrap();
        }
        mounted.env.clock.pass(minute);
        let next = tokio::time::timeout(minute, watcher.next()).await.unwrap();
        assert_eq!(next, Hint::Rescan, "{volume:?}");
        assert_eq!(mounted.seen().await.len(), count);
    }
}
