//! Rounds of random edits while the mirror is killed, the service restarted and every kind of
//! fault injected; after each round both guarantees hold and everything converges.
//!
//! `FIELDDESK_ROUNDS` says how many (5), `FIELDDESK_SEED` which story (printed where it fails).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use fielddesk_service::{Durability, ServeOptions};
use serde_json::{Value, json};

use crate::support::{Desk, FOLDER, PROJECT, PROJECTS, text};

/// Names that are edited.
const NAMES: usize = 14;

/// No more than so many runs bring both sides in step once nothing is wrong any more.
const RUNS: usize = 8;

/// Random numbers that a seed repeats.
struct Dice(u64);

impl Dice {
    /// One of so many.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % sides
    }
}

/// What the test knows of the world.
struct World {
    desk: Desk,
    dice: Dice,
    options: ServeOptions,
    /// The folder.
    files: BTreeMap<String, Vec<u8>>,
    /// Everything that a name ever held.
    written: BTreeMap<String, BTreeSet<Vec<u8>>>,
    /// Content that was seen on the page.
    published: BTreeSet<Vec<u8>>,
    edits: u64,
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

#[test]
fn nothing_is_lost_or_torn_whatever_is_killed_or_fails() {
    let seed = number("FIELDDESK_SEED", 20_261_121);
    let rounds = number("FIELDDESK_ROUNDS", 5);
    let mut world = World::new(seed);
    for round in 0..rounds {
        // Shown only where the test fails.
        println!("seed {seed}, round {round}");
        world.round();
    }
}

impl World {
    fn new(seed: u64) -> Self {
        let data = tempfile::tempdir().unwrap().keep();
        let options = ServeOptions {
            data: Some(data),
            durability: Some(Durability::Process),
            ..ServeOptions::default()
        };
        let desk = Desk::with(options.clone());
        desk.mapped(&["--deletes", "propagate"]);
        let mut world = Self {
            desk,
            dice: Dice(seed | 1),
            options,
            files: BTreeMap::new(),
            written: BTreeMap::new(),
            published: BTreeSet::new(),
            edits: 0,
        };
        for n in 0..NAMES {
            world.write(&format!("drawing {n:02}.pdf"));
        }
        world.converge();
        world
    }

    fn round(&mut self) {
        self.fault();
        let mut watching = self.desk.watching(&[]);
        if self.dice.roll(2) == 0 {
            watching.wait_for("idle", 1);
        }
        for _ in 0..3 + self.dice.roll(6) {
            self.edit();
            self.pause(300);
        }
        if self.dice.roll(3) == 0 {
            self.desk.restart_service(self.options.clone());
        }
        self.pause(1500);
        watching.kill();
        self.nothing_is_torn();
        if self.dice.roll(3) == 0 {
            self.desk.restart_service(self.options.clone());
        }
        self.desk.no_faults();
        self.converge();
        self.everything_that_went_is_kept();
    }

    fn pause(&mut self, most_ms: usize) {
        let ms = self.dice.roll(most_ms) as u64;
        std::thread::sleep(Duration::from_millis(ms));
    }

    fn fault(&mut self) {
        let actions = [
            json!({ "status": 503 }),
            json!({ "status": 429, "headers": { "Retry-After": "1" } }),
            json!({ "resetBeforeBody": true }),
            json!({ "resetAfterCommit": true }),
            json!({ "truncateResponseAfterBytes": 40 }),
            json!({ "delayMs": 700 }),
        ];
        for _ in 0..1 + self.dice.roll(3) {
            let action = actions[self.dice.roll(actions.len())].clone();
            let method = ["POST", "GET", "DELETE"][self.dice.roll(3)];
            self.desk.fault(json!({
                "method": method, "pathPrefix": PROJECTS, "times": 1 + self.dice.roll(3),
                "skip": self.dice.roll(4), "action": action,
            }));
        }
    }

    fn edit(&mut self) {
        let name = format!("drawing {:02}.pdf", self.dice.roll(NAMES));
        let path = self.desk.path(FOLDER).join(&name);
        match self.dice.roll(6) {
            // Enough stay, so that no guard has to be asked.
            0 if self.files.len() > NAMES - 4 && self.files.contains_key(&name) => {
                std::fs::remove_file(path).unwrap();
                self.files.remove(&name);
            }
            1 if self.files.contains_key(&name) => {
                let to = format!("renamed {}.pdf", self.edits);
                self.edits += 1;
                std::fs::rename(path, self.desk.path(FOLDER).join(&to)).unwrap();
                let content = self.files.remove(&name).unwrap();
                self.remember(&to, content);
            }
            _ => self.write(&name),
        }
    }

    fn write(&mut self, name: &str) {
        self.edits += 1;
        let mut content = format!("{name}, edit {}\n", self.edits).into_bytes();
        let length = self.dice.roll(60_000);
        content.resize(content.len() + length, b'.');
        self.desk.drawing(name, &content);
        self.remember(name, content);
    }

    fn remember(&mut self, name: &str, content: Vec<u8>) {
        self.written
            .entry(name.to_owned())
            .or_default()
            .insert(content.clone());
        self.files.insert(name.to_owned(), content);
    }

    /// Every document, by name.
    fn page(&mut self) -> Vec<(String, Vec<u8>)> {
        let listed = self.desk.section("VA");
        if listed.is_empty() {
            return Vec::new();
        }
        self.edits += 1;
        let to = format!("page {}", self.edits);
        let ids: Vec<&str> = listed.iter().map(|(_, id)| id.as_str()).collect();
        let args = ["docs", "download", "--project", PROJECT, "--to", &to];
        let run = self.desk.ctl(&[&args[..], &ids].concat()).json();
        let saved = run.expect_code(0).document().as_array().unwrap().clone();
        let page: Vec<_> = listed
            .into_iter()
            .zip(saved)
            .map(|((name, _), saved)| (name, std::fs::read(text(&saved["path"])).unwrap()))
            .collect();
        std::fs::remove_dir_all(self.desk.path(&to)).unwrap();
        self.published
            .extend(page.iter().map(|(_, content)| content.clone()));
        page
    }

    /// Each document is a whole content that its name had, at whatever instant it was killed.
    fn nothing_is_torn(&mut self) {
        self.desk.no_faults();
        for (name, content) in self.page() {
            let whole = self
                .written
                .get(&name)
                .is_some_and(|all| all.contains(&content));
            assert!(
                whole,
                "{name} holds {} bytes that were never its own",
                content.len()
            );
        }
    }

    /// Runs until nothing is left to do; then the page is the folder, and one run more is quiet.
    fn converge(&mut self) {
        let mut told = Vec::new();
        let quiet = (0..RUNS).any(|_| {
            let run = self.desk.run_once(&["--yes"]);
            let is_quiet = run.run.code == 0
                && run.sums() == [0; 6]
                && run.named("skipped").is_empty()
                && run.named("waiting").is_empty();
            told.push((run.run.code, run.lines));
            is_quiet
        });
        assert!(quiet, "{told:?}");
        let mut page = self.page();
        page.sort();
        let folder: Vec<_> = self.files.clone().into_iter().collect();
        let names = |all: &[(String, Vec<u8>)]| -> Vec<String> {
            all.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(names(&page), names(&folder), "one document a name");
        assert!(page == folder, "each with the content of its file");
    }

    /// Content that was on the page and is not any more is in the history.
    fn everything_that_went_is_kept(&self) {
        let kept: BTreeSet<String> = self
            .desk
            .history()
            .iter()
            .map(|version: &Value| text(&version["sha256"]).to_owned())
            .collect();
        let now: BTreeSet<&Vec<u8>> = self.files.values().collect();
        for content in self
            .published
            .iter()
            .filter(|content| !now.contains(content))
        {
            let sha256 = sha256(content);
            assert!(
                kept.contains(&sha256),
                "{} is in no history",
                first_line(content)
            );
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.desk.stop_service();
        if let Some(data) = &self.options.data {
            drop(std::fs::remove_dir_all(data));
        }
    }
}

fn first_line(content: &[u8]) -> String {
    let line = content
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    String::from_utf8_lossy(line).into_owned()
}

fn sha256(content: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    let digest = Sha256::digest(content);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
