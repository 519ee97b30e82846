//! Two programs on one page, both killed at any moment: a synced folder, and somebody at another
//! computer who uploads with `--replace`. Nothing is torn, no name goes, no content is out of
//! reach.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use super::{Dice, number};
use crate::support::{PROJECT, PROJECTS, TestEnv};

/// Few names, so that both meet at them.
const NAMES: usize = 4;

struct Two {
    env: TestEnv,
    dice: Dice,
    /// Everything that a name ever held.
    written: BTreeMap<String, BTreeSet<Vec<u8>>>,
    /// Content that was seen on the page.
    published: BTreeSet<Vec<u8>>,
    /// Names that were seen on the page.
    names: BTreeSet<String>,
    edits: u64,
}

#[test]
fn two_programs_on_one_page_lose_and_tear_nothing_whoever_is_killed() {
    let seed = number("FIELDDESK_SEED", 20_261_122);
    let rounds = number("FIELDDESK_ROUNDS", 5);
    let env = TestEnv::apart();
    env.mapped(&[]);
    let mut two = Two {
        env,
        dice: Dice(seed | 1),
        written: BTreeMap::new(),
        published: BTreeSet::new(),
        names: BTreeSet::new(),
        edits: 0,
    };
    for round in 0..rounds {
        // Shown only where the test fails, or with --nocapture.
        println!(
            "seed {seed}, round {round}, {} edits, {} contents",
            two.edits,
            two.published.len()
        );
        two.round();
    }
    // Each looks after what it left open, and nothing goes by that either.
    two.env.run_once(&["--yes"]);
    two.theirs(&[]).json();
    two.judge();
}

impl Two {
    fn round(&mut self) {
        self.faults();
        for _ in 0..1 + self.dice.roll(NAMES) {
            let name = self.name();
            let content = self.content(&name);
            self.env.drawing(&name, &content);
        }
        let mut files = Vec::new();
        for _ in 0..1 + self.dice.roll(2) {
            let name = self.name();
            let content = self.content(&name);
            files.push(self.env.file(&format!("theirs/{name}"), content));
        }
        files.dedup();
        let ours = self.env.running_once(&["--yes"]);
        self.pause(200);
        let mut theirs = self.theirs(&files);
        let mut child = theirs.spawn();
        self.pause(700);
        if self.dice.one_in(2) {
            child.kill().unwrap();
            child.wait().unwrap();
        } else {
            theirs.finish(child);
        }
        self.pause(700);
        ours.kill();
        self.env.no_faults();
        self.judge();
    }

    fn name(&mut self) -> String {
        format!("drawing {}.pdf", self.dice.roll(NAMES))
    }

    fn content(&mut self, name: &str) -> Vec<u8> {
        self.edits += 1;
        let mut content = format!("{name}, edit {}\n", self.edits).into_bytes();
        content.resize(content.len() + self.dice.roll(60_000), b'.');
        let all = self.written.entry(name.to_owned()).or_default();
        all.insert(content.clone());
        content
    }

    /// `docs upload --replace` at another computer; without files it only looks after what an
    /// earlier one left open there.
    fn theirs(&self, files: &[String]) -> crate::support::Ctl {
        let nothing = [self.env.file("theirs/nothing.txt", "nothing")];
        let files = if files.is_empty() { &nothing } else { files };
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let to = ["--project", PROJECT, "--section", "VA", "--replace"];
        let args = [&["docs", "upload"], &files[..], &to[..]].concat();
        let elsewhere = self.env.path("their-data");
        self.env
            .ctl(&args)
            .env("FIELDDESK_DATA_DIR", elsewhere.to_str().unwrap())
    }

    fn pause(&mut self, most_ms: usize) {
        std::thread::sleep(Duration::from_millis(self.dice.roll(most_ms) as u64));
    }

    fn faults(&mut self) {
        let actions = [
            json!({ "status": 503 }),
            json!({ "resetBeforeBody": true }),
            json!({ "resetAfterCommit": true }),
            json!({ "statusAfterCommit": 503 }),
            json!({ "delayMs": 500 }),
        ];
        for _ in 0..self.dice.roll(3) {
            let action = actions[self.dice.roll(actions.len())].clone();
            let method = ["POST", "GET", "DELETE"][self.dice.roll(3)];
            self.env.fault(json!({
                "method": method, "pathPrefix": PROJECTS, "times": 1 + self.dice.roll(2),
                "skip": self.dice.roll(4), "action": action,
            }));
        }
    }

    fn judge(&mut self) {
        let page = self.page();
        for (name, content) in &page {
            let all = self.written.get(name);
            let is_whole = name == "nothing.txt" || all.is_some_and(|all| all.contains(content));
            assert!(
                is_whole,
                "{name} holds {} bytes that were never its own",
                content.len()
            );
        }
        let there: BTreeSet<String> = page.iter().map(|(name, _)| name.clone()).collect();
        let gone: Vec<_> = self.names.difference(&there).collect();
        assert!(gone.is_empty(), "nothing is left of {gone:?}");
        let mut within_reach: BTreeSet<Vec<u8>> =
            page.iter().map(|(_, bytes)| bytes.clone()).collect();
        kept(&self.env.data_dir().join("history"), &mut within_reach);
        kept(
            &self.env.path("their-data").join("history"),
            &mut within_reach,
        );
        let lost: Vec<_> = self.published.difference(&within_reach).collect();
        assert!(lost.is_empty(), "{} contents are out of reach", lost.len());
        self.names.extend(there);
        self.published
            .extend(page.into_iter().map(|(_, content)| content));
    }

    fn page(&mut self) -> Vec<(String, Vec<u8>)> {
        let listed = self.env.section("VA");
        let mut page = Vec::new();
        for (name, id) in listed {
            self.edits += 1;
            let to = format!("seen {}", self.edits);
            let args = ["docs", "download", &id, "--project", PROJECT, "--to", &to];
            self.env.ctl(&args).json().expect_code(0);
            let saved = std::fs::read_dir(self.env.path(&to))
                .unwrap()
                .next()
                .unwrap();
            page.push((name, std::fs::read(saved.unwrap().path()).unwrap()));
            std::fs::remove_dir_all(self.env.path(&to)).unwrap();
        }
        page
    }
}

/// Adds every content of a history.
fn kept(folder: &Path, contents: &mut BTreeSet<Vec<u8>>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            kept(&entry.path(), contents);
        } else if entry.file_name().len() == 64 {
            contents.insert(std::fs::read(entry.path()).unwrap());
        }
    }
}
