//! A synced folder for a test: drawings that stand still, runs and their output.

use std::fs::{File, FileTimes};
use std::path::PathBuf;
use std::process::Child;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::{Ctl, PROJECT, Run, TestEnv, text};

/// The folder's name.
pub(crate) const FOLDER: &str = "tegninger";

/// Each drawing gets a second of its own, an hour back: a file that was written just now is
/// waited for.
static SECONDS: AtomicU64 = AtomicU64::new(0);

impl TestEnv {
    /// Writes a drawing into the synced folder, as if it was saved an hour ago.
    pub(crate) fn drawing(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        self.saved_earlier(&format!("{FOLDER}/{name}"), content)
    }

    /// Writes a local file as if it was saved an hour ago.
    pub(crate) fn saved_earlier(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = PathBuf::from(self.file(name, content));
        let second = SECONDS.fetch_add(1, Ordering::Relaxed);
        let at = SystemTime::now() - Duration::from_secs(3600) + Duration::from_secs(second);
        let file = File::options().write(true).open(&path).unwrap();
        file.set_times(FileTimes::new().set_modified(at)).unwrap();
        path
    }

    /// `fieldctl sync …`.
    pub(crate) fn sync(&self, args: &[&str]) -> Ctl {
        self.ctl(&[&["sync"], args].concat())
    }

    /// Adds the folder to the project's section VA and gives the mapping back.
    pub(crate) fn mapped(&self, more: &[&str]) -> String {
        std::fs::create_dir_all(self.path(FOLDER)).unwrap();
        let to = ["add", FOLDER, "--project", PROJECT, "--section", "VA"];
        let run = self.sync(&[&to[..], more].concat()).json();
        text(&run.expect_code(0).document()["mapping"]).to_owned()
    }

    /// `fieldctl sync run --once --json`, with more.
    pub(crate) fn run_once(&self, more: &[&str]) -> Told {
        Told::of(self.sync(&[&["run", "--once"], more].concat()))
    }

    /// The names in section VA of the project, in the order of the listing.
    pub(crate) fn names(&self) -> Vec<String> {
        let listed = self.section("VA").into_iter();
        listed.map(|(name, _)| name).collect()
    }

    /// The content of the one document of a name in section VA.
    #[track_caller]
    pub(crate) fn content(&self, name: &str) -> Vec<u8> {
        let listed = self.section("VA");
        let ids: Vec<_> = listed.iter().filter(|(listed, _)| listed == name).collect();
        assert_eq!(ids.len(), 1, "one document of {name} in {listed:?}");
        let to = format!("seen-{}", SECONDS.fetch_add(1, Ordering::Relaxed));
        let id = &ids[0].1;
        let run = self.line(format!("docs download {id} --project {PROJECT} --to {to}"));
        let run = run.json();
        let path = text(&run.expect_code(0).document()[0]["path"]).to_owned();
        std::fs::read(path).unwrap()
    }

    /// Somebody else puts another content in the place of a document.
    pub(crate) fn colleague_replaces(&self, name: &str, content: &str) {
        let file = self.file(&format!("colleague/{name}"), content);
        let to = ["--project", PROJECT, "--section", "VA", "--replace"];
        let run = self.ctl(&[&["docs", "upload", &file], &to[..]].concat());
        // The colleague is at another computer.
        let elsewhere = self.path("colleague-data");
        run.env("FIELDDESK_DATA_DIR", elsewhere.to_str().unwrap())
            .json()
            .expect_code(0);
    }

    /// The conflicts of all mappings.
    pub(crate) fn conflicts(&self) -> Vec<Value> {
        let run = self.sync(&["conflicts"]).json();
        run.expect_code(0).document().as_array().unwrap().clone()
    }

    /// The history of all mappings.
    pub(crate) fn history(&self) -> Vec<Value> {
        let run = self.sync(&["history"]).json();
        run.expect_code(0).document().as_array().unwrap().clone()
    }

    /// Begins `fieldctl sync run --watch --json`, whose lines go to a file.
    pub(crate) fn watching(&self, more: &[&str]) -> Watching {
        self.running(&["--watch"], more)
    }

    /// Begins `fieldctl sync run --once --json`, whose lines go to a file.
    pub(crate) fn running_once(&self, more: &[&str]) -> Watching {
        self.running(&["--once"], more)
    }

    fn running(&self, length: &[&str], more: &[&str]) -> Watching {
        let number = SECONDS.fetch_add(1, Ordering::Relaxed);
        let lines = self.path(&format!("lines-{number}.ndjson"));
        let file = File::create(&lines).unwrap();
        let args = [&["run", "--json"], length, more].concat();
        let mut ctl = self.sync(&args).stdout_to(file.into());
        let child = ctl.spawn();
        Watching { ctl, child, lines }
    }
}

/// A run with its lines.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) run: Run,
    pub(crate) lines: Vec<Value>,
}

impl Told {
    fn of(ctl: Ctl) -> Self {
        let run = ctl.args(&["--json"]).run();
        let lines = lines(&run.stdout);
        assert_eq!(run.code == 0, run.stderr.is_empty(), "{run:?}");
        if run.code != 0 {
            assert!(run.error()["kind"].is_string(), "{}", run.stderr);
        }
        Self { run, lines }
    }

    #[track_caller]
    pub(crate) fn expect_code(&self, code: i32) -> &Self {
        self.run.expect_code(code);
        self
    }

    /// The last line.
    #[track_caller]
    pub(crate) fn finished(&self) -> &Value {
        finished(&self.lines)
    }

    /// The sums: uploaded, replaced, deleted, adopted, conflicts, failed.
    #[track_caller]
    pub(crate) fn sums(&self) -> [u64; 6] {
        let last = self.finished();
        [
            "uploaded",
            "replaced",
            "deleted",
            "adopted",
            "conflicts",
            "failed",
        ]
        .map(|sum| last[sum].as_u64().unwrap())
    }

    /// The names of one kind of event, in order.
    pub(crate) fn named(&self, event: &str) -> Vec<&str> {
        let lines = self.lines.iter().filter(|line| line["event"] == event);
        lines.map(|line| text(&line["name"])).collect()
    }
}

/// Every line as JSON.
pub(crate) fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// The last line, which says that the run is finished.
#[track_caller]
pub(crate) fn finished(lines: &[Value]) -> &Value {
    let last = lines.last().expect("a last line");
    assert_eq!(last["event"], "finished", "{lines:?}");
    last
}

/// A run that goes on.
pub(crate) struct Watching {
    #[cfg_attr(not(unix), expect(dead_code, reason = "only a signal lets it finish"))]
    ctl: Ctl,
    child: Child,
    lines: PathBuf,
}

impl Watching {
    /// Its whole lines so far.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.lines).unwrap();
        match text.rfind('\n') {
            Some(end) => lines(&text[..end]),
            None => Vec::new(),
        }
    }

    /// Waits for the given number of lines of the given events. The limit of time ends only a
    /// broken run.
    #[track_caller]
    pub(crate) fn wait_for_any(&mut self, events: &[&str], count: usize) {
        // Counted by looks: a computer that is put to sleep meanwhile ends nothing.
        for _ in 0..6_000 {
            let lines = self.lines();
            let one_of = |line: &&Value| events.iter().any(|event| line["event"] == *event);
            if lines.iter().filter(one_of).count() >= count {
                return;
            }
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "it ended: {ended:?} {lines:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{count} {events:?} never came: {:?}", self.lines());
    }

    #[cfg(unix)]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end; its lines go with it.
    #[cfg(unix)]
    pub(crate) fn finish(self) -> (Run, Vec<Value>) {
        let run = self.ctl.finish(self.child);
        let text = std::fs::read_to_string(&self.lines).unwrap();
        (run, lines(&text))
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
