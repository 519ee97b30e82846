//! The service of a test environment: inside the test, or the real `fieldservice` in a separate
//! process, which can be killed and started again on its data and at its address.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::SystemTime;

use fielddesk_service::RunningService;
use serde_json::Value;
use tokio::runtime::Runtime;

use super::text;

/// A service that answers.
pub(super) enum Serving {
    /// In this process.
    Here(Box<RunningService>),
    /// In its own.
    Apart(Program),
}

impl Serving {
    pub(super) fn here(
        runtime: &Runtime,
        start: impl Future<Output = RunningService>,
    ) -> (Self, Value) {
        let service = runtime.block_on(start);
        let ready = serde_json::to_value(&service.ready).unwrap();
        (Self::Here(Box::new(service)), ready)
    }

    /// The real program on a data folder; an empty one is seeded.
    pub(super) fn apart(data: &Path, listen: &str) -> (Self, Value) {
        let (program, ready) = Program::start(data, listen);
        (Self::Apart(program), ready)
    }

    /// Ends it as it wants to be ended.
    pub(super) fn stop(self, runtime: &Runtime) {
        match self {
            Self::Here(service) => runtime.block_on(service.stop()),
            // It ends with the value.
            Self::Apart(program) => drop(program),
        }
    }
}

/// `fieldservice serve` in a process of its own, which is killed with the value.
pub(super) struct Program(Child);

impl Program {
    fn start(data: &Path, listen: &str) -> (Self, Value) {
        std::fs::create_dir_all(data).unwrap();
        let log = File::options()
            .append(true)
            .create(true)
            .open(data.with_extension("log"));
        let mut child = Command::new(path())
            .args(["serve", "--control", "--seed", "demo"])
            .args(["--durability", "process", "--listen", listen, "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log.unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.as_mut().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let program = Self(child);
        let ready: Value = serde_json::from_str(&line)
            .unwrap_or_else(|error| panic!("{error}: fieldservice said {line:?}"));
        (program, ready)
    }
}

impl Drop for Program {
    /// kill -9.
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Host and port of a ready line.
pub(super) fn address(ready: &Value) -> &str {
    let url = text(&ready["environments"]["test"]["identityUrl"]);
    url.split('/').nth(2).unwrap()
}

/// `fieldservice` beside our `fieldctl`. A test of everything has built it; where it is missing
/// or older than its source it is built now.
fn path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let folder = Path::new(env!("CARGO_BIN_EXE_fieldctl")).parent().unwrap();
        let path = folder.join(format!("fieldservice{}", std::env::consts::EXE_SUFFIX));
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let newest = ["service", "model"].map(|part| newest(&sources.join(part).join("src")));
        let built = path.metadata().and_then(|data| data.modified());
        if !built.is_ok_and(|built| newest.iter().all(|source| *source <= built)) {
            build(folder);
        }
        path
    })
}

fn newest(folder: &Path) -> SystemTime {
    let entries = std::fs::read_dir(folder).unwrap();
    let times = entries.map(|entry| {
        let entry = entry.unwrap();
        match entry.file_type().unwrap().is_dir() {
            true => newest(&entry.path()),
            false => entry.metadata().unwrap().modified().unwrap(),
        }
    });
    times.max().unwrap_or(SystemTime::UNIX_EPOCH)
}

fn build(folder: &Path) {
    let profile = match folder.file_name().unwrap().to_str().unwrap() {
        "debug" => "dev",
        other => other,
    };
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "-p",
            "fielddesk-service",
            "--profile",
            profile,
        ])
        .args(["--bin", "fieldservice", "--target-dir"])
        .arg(folder.parent().unwrap())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(built.unwrap().success(), "fieldservice could not be built");
}
