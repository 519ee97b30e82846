//! Invariants after each round: whole documents, one of a name, nothing out of reach, a quiet
//! second run, an honest status.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::World;
use crate::support::{FOLDER, PROJECT, text};

/// No more than so many runs bring both sides in step once nothing is wrong any more.
const RUNS: usize = 8;

impl World {
    /// Every document, by name.
    fn page(&mut self) -> Vec<(String, Vec<u8>)> {
        let listed = self.env.section("VA");
        if listed.is_empty() {
            return Vec::new();
        }
        self.edits += 1;
        let to = format!("page {}", self.edits);
        let ids: Vec<&str> = listed.iter().map(|(_, id)| id.as_str()).collect();
        let args = ["docs", "download", "--project", PROJECT, "--to", &to];
        let run = self.env.ctl(&[&args[..], &ids].concat()).json();
        let saved = run.expect_code(0).document().as_array().unwrap().clone();
        let page: Vec<_> = listed
            .into_iter()
            .zip(saved)
            .map(|((name, _), saved)| (name, std::fs::read(text(&saved["path"])).unwrap()))
            .collect();
        std::fs::remove_dir_all(self.env.path(&to)).unwrap();
        self.published
            .extend(page.iter().map(|(_, content)| content.clone()));
        page
    }

    /// Each document is a whole content that its name had, at whatever instant it was killed.
    pub(super) fn nothing_is_torn(&mut self) {
        self.env.no_faults();
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
    pub(super) fn converge(&mut self) {
        let mut told = Vec::new();
        let quiet = (0..RUNS).any(|_| {
            let run = self.env.run_once(&["--yes"]);
            self.told.runs += 1;
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
        self.the_folder_is_as_its_person_left_it();
    }

    /// A mirror of this mode writes nothing into the folder unasked.
    fn the_folder_is_as_its_person_left_it(&self) {
        let listed = std::fs::read_dir(self.env.path(FOLDER)).unwrap();
        let found: BTreeMap<String, Vec<u8>> = listed
            .map(|entry| {
                let entry = entry.unwrap();
                let name = entry.file_name().into_string().unwrap();
                (name, std::fs::read(entry.path()).unwrap())
            })
            .collect();
        assert!(found == self.files, "{:?}", found.keys());
    }

    /// In step, all of it, and nothing waits: as it is.
    pub(super) fn the_status_is_honest(&self) {
        let run = self.env.sync(&["status"]).json();
        let status = &run.expect_code(0).document()[0];
        assert_eq!(status["state"], "inStep", "{status}");
        assert_eq!(status["files"], self.files.len(), "{status}");
        for count in ["pending", "conflicts", "failed"] {
            assert_eq!(status[count], 0, "{count}: {status}");
        }
        assert!(self.env.conflicts().is_empty());
    }

    /// Content that was on the page and is not any more is in the history.
    pub(super) fn everything_that_went_is_kept(&mut self) {
        let history = self.env.history();
        let kept: BTreeSet<&str> = history.iter().map(|kept| text(&kept["sha256"])).collect();
        let now: BTreeSet<&Vec<u8>> = self.files.values().collect();
        for content in self
            .published
            .iter()
            .filter(|content| !now.contains(content))
        {
            let sha256 = sha256(content);
            assert!(
                kept.contains(sha256.as_str()),
                "{} is in no history",
                first_line(content)
            );
        }
        if !history.is_empty() {
            let one = self.dice.roll(history.len());
            self.is_within_reach(&history[one]);
        }
    }

    /// A version comes back as the bytes it was.
    fn is_within_reach(&mut self, version: &Value) {
        self.edits += 1;
        let to = self.env.path(&format!("back {}", self.edits));
        let to = to.to_str().unwrap();
        let number = version["version"].to_string();
        let run = self.env.sync(&["restore", &number, "--to", to]);
        run.json().expect_code(0);
        let content = std::fs::read(to).unwrap();
        assert_eq!(sha256(&content), text(&version["sha256"]), "{version}");
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
