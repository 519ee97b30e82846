//! The folder on the real disk, in temporary folders.

mod folder;
mod traces;
#[cfg(unix)]
mod unix;
mod volumes;
mod watching;
#[cfg(windows)]
mod windows;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::local::OsFolder;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::ports::{Clock, LocalFs as _, Readiness, ScannedFile};
use fielddesk_sync::testing::conformance::Edit;
use fielddesk_sync::timestamp::Timestamp;
use tempfile::TempDir;

/// The real time and as much as a test lets pass.
#[derive(Debug, Default)]
pub(crate) struct Ahead(AtomicI64);

impl Ahead {
    pub(crate) fn pass(&self, time: Duration) {
        let millis = i64::try_from(time.as_millis()).unwrap();
        self.0.fetch_add(millis, Ordering::Relaxed);
    }

    pub(crate) fn set_back(&self, time: Duration) {
        let millis = i64::try_from(time.as_millis()).unwrap();
        self.0.fetch_sub(millis, Ordering::Relaxed);
    }
}

#[async_trait]
impl Clock for Ahead {
    #[expect(clippy::disallowed_methods, reason = "files carry the real time")]
    fn now(&self) -> Timestamp {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = i64::try_from(now.unwrap().as_millis()).unwrap();
        Timestamp::from_millis(now + self.0.load(Ordering::Relaxed))
    }

    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

/// A person at a folder of the real disk.
pub(crate) struct TestEnv {
    pub(crate) dir: TempDir,
    pub(crate) clock: Arc<Ahead>,
    pub(crate) folder: OsFolder,
}

#[expect(
    clippy::disallowed_methods,
    reason = "a person works on the disk itself"
)]
impl TestEnv {
    pub(crate) fn new() -> Self {
        Self::with(IgnoreRules::default())
    }

    pub(crate) fn with(rules: IgnoreRules) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let clock = Arc::new(Ahead::default());
        let folder = OsFolder::new(dir.path(), rules, clock.clone());
        Self { dir, clock, folder }
    }

    pub(crate) fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.dir.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let at = self.at(path);
        std::fs::create_dir_all(at.parent().unwrap()).unwrap();
        std::fs::write(at, bytes).unwrap();
    }

    /// A file that has been there for a day.
    pub(crate) fn write_long_ago(&self, path: &str, bytes: impl AsRef<[u8]>) {
        self.write(path, bytes);
        let file = std::fs::File::options()
            .write(true)
            .open(self.at(path))
            .unwrap();
        let day = Duration::from_secs(86_400);
        file.set_modified(SystemTime::now() - day).unwrap();
    }

    /// As programs do it: on Windows they try again while another one has the file open for a moment.
    pub(crate) fn rename(&self, from: &str, to: &str) {
        let mut tries = if cfg!(windows) { 40 } else { 1 };
        loop {
            tries -= 1;
            match std::fs::rename(self.at(from), self.at(to)) {
                Err(error) if tries > 0 && error.kind() == ErrorKind::PermissionDenied => {
                    std::thread::sleep(Duration::from_millis(50));
                }
                done => return done.unwrap(),
            }
        }
    }

    pub(crate) fn unlink(&self, path: &str) {
        std::fs::remove_file(self.at(path)).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.at(path)).unwrap()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.dir.path()).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Everything that the scan sees, in order.
    pub(crate) async fn scan(&self) -> Vec<ScannedFile> {
        let mut files = self.folder.scan().await.unwrap().files;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    }

    /// Names that are offered as whole.
    pub(crate) async fn settled(&self) -> Vec<String> {
        let files = self.scan().await.into_iter();
        let settled = files.filter(|file| file.readiness == Readiness::Settled);
        settled.map(|file| file.path.to_string()).collect()
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a person works on the disk itself"
)]
impl Edit for TestEnv {
    fn save(&self, path: &str, bytes: &[u8]) {
        self.write(path, bytes);
        // The kernel's clock ticks too slowly for two saves to differ.
        let file = std::fs::File::options().write(true).open(self.at(path));
        file.unwrap().set_modified(SystemTime::now()).unwrap();
    }

    fn delete(&self, path: &str) {
        self.unlink(path);
    }

    fn settle(&self) {
        self.clock.pass(Duration::from_secs(3));
    }
}

pub(crate) fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}
