//! The data folder that an earlier version wrote, opened at a path and with a service of this test.

use std::fs::{File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};

use fielddesk_service::{Seed, ServeOptions, serve};
use serde_json::Value;
use tokio::runtime::Runtime;
use zip::ZipArchive;

use super::serving::{Serving, address};
use super::{Ctl, TestEnv, text};

/// An opened folder, with the service that goes on with it.
pub(crate) struct Written {
    pub(crate) env: TestEnv,
    pub(crate) secret: String,
}

impl Written {
    /// Opens the folder of a commit.
    pub(crate) fn by(commit: &str) -> Self {
        let archive = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("tests/data/written-{commit}/folder.zip"));
        let mut archive = ZipArchive::new(File::open(archive).unwrap()).unwrap();
        let written: Value =
            serde_json::from_reader(archive.by_name("written.json").unwrap()).unwrap();
        let before = text(&written["root"]);
        let (parent, random) = (std::env::temp_dir(), 6);
        let padding = before.len() - parent.to_str().unwrap().len() - 1 - random;
        let folder = tempfile::Builder::new()
            .prefix(&"-".repeat(padding))
            .rand_bytes(random)
            .tempdir_in(parent)
            .unwrap();
        archive.extract(folder.path()).unwrap();

        let runtime = Runtime::new().unwrap();
        let options = ServeOptions {
            data: Some(folder.path().join("service")),
            seed: Seed::Demo,
            control: true,
            ..ServeOptions::default()
        };
        let (service, ready) = Serving::here(&runtime, async { serve(options).await.unwrap() });
        let root = folder.path().to_str().unwrap().to_owned();
        let places = [
            (before, root.as_str()),
            (text(&written["address"]), address(&ready)),
        ];
        for part in ["data", "files"] {
            put(&folder.path().join(part), &places);
        }
        for part in ["drawings", "keep"] {
            stand_still(&folder.path().join(part));
        }
        Self {
            secret: text(&written["clientSecret"]).to_owned(),
            env: TestEnv {
                runtime,
                service: Some(service),
                ready,
                folder,
            },
        }
    }

    /// `fieldctl` with the stored connection that is in use.
    pub(crate) fn ctl(&self, args: &[&str]) -> Ctl {
        let ctl = self.env.bare(args).secret(&self.secret);
        ctl.env("FIELDDESK_CLIENT_SECRET", &self.secret)
    }

    /// Returns the JSON that it answers with this status.
    #[track_caller]
    pub(crate) fn document(&self, code: i32, args: &[&str]) -> Value {
        self.ctl(args).json().expect_code(code).document().clone()
    }
}

/// Puts the places of this run where those of the writer stand, byte for byte.
fn put(path: &Path, places: &[(&str, &str)]) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            put(&entry.unwrap().path(), places);
        }
        return;
    }
    let mut bytes = std::fs::read(path).unwrap();
    for (before, now) in places {
        assert_eq!(before.len(), now.len(), "{before} and {now}");
        let mut at = 0;
        while let Some(found) = position(&bytes[at..], before.as_bytes()) {
            at += found;
            bytes[at..at + now.len()].copy_from_slice(now.as_bytes());
        }
    }
    std::fs::write(path, bytes).unwrap();
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

/// Dates the files of a folder back: one that was written just now is waited for.
fn stand_still(folder: &Path) {
    let at = SystemTime::now() - Duration::from_secs(3600);
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = File::options().write(true).open(entry.unwrap().path());
        let times = FileTimes::new().set_modified(at);
        file.unwrap().set_times(times).unwrap();
    }
}
