//! Rounds of random edits while both real programs are killed and started again and every kind
//! of fault is injected; after each round both guarantees hold and everything converges.
//!
//! `FIELDDESK_ROUNDS` says how many (1; `scripts/test-long.sh` goes for 200), `FIELDDESK_SEED` which story
//! (printed where it fails).

mod asserted;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::json;

use crate::support::{FOLDER, PROJECTS, TestEnv};

/// Names that are edited.
const NAMES: usize = 14;

/// Where tokens come from, as faults name paths.
const TOKENS: &str = "/test/identity";

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

    /// One time of so many.
    fn one_in(&mut self, times: usize) -> bool {
        self.roll(times) == 0
    }
}

/// What the test knows of the world.
struct World {
    env: TestEnv,
    dice: Dice,
    /// The folder.
    files: BTreeMap<String, Vec<u8>>,
    /// Everything that a name ever held.
    written: BTreeMap<String, BTreeSet<Vec<u8>>>,
    /// Content that was seen on the page.
    published: BTreeSet<Vec<u8>>,
    edits: u64,
    /// What happened so far, for whoever reads why it failed.
    told: Told,
}

/// How often what happened.
#[derive(Debug, Default)]
struct Told {
    edits: u64,
    faults: u64,
    revoked: u64,
    mirror_killed: u64,
    service_killed: u64,
    runs: u64,
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

#[test]
fn nothing_is_lost_or_torn_whatever_is_killed_or_fails() {
    let seed = number("FIELDDESK_SEED", 20_261_121);
    let rounds = number("FIELDDESK_ROUNDS", 1);
    let mut world = World::new(seed);
    for round in 0..rounds {
        // Shown only where the test fails, or with --nocapture.
        println!("seed {seed}, round {round}: {:?}", world.told);
        world.round();
    }
    println!("seed {seed}, {rounds} rounds: {:?}", world.told);
}

impl World {
    fn new(seed: u64) -> Self {
        let env = TestEnv::apart();
        env.mapped(&["--deletes", "propagate"]);
        let mut world = Self {
            env,
            dice: Dice(seed | 1),
            files: BTreeMap::new(),
            written: BTreeMap::new(),
            published: BTreeSet::new(),
            edits: 0,
            told: Told::default(),
        };
        for n in 0..NAMES {
            world.write(&format!("drawing {n:02}.pdf"));
        }
        world.converge();
        world
    }

    fn round(&mut self) {
        self.faults();
        let mut watching = self.env.watching(&[]);
        if self.dice.one_in(2) {
            // It waits, and says so, where the service refuses the token again and again.
            watching.wait_for_any(&["idle", "waiting"], 1);
        }
        for _ in 0..3 + self.dice.roll(6) {
            self.edit();
            self.pause(300);
        }
        if self.dice.one_in(2) {
            self.kill_the_service();
            self.faults();
        }
        if self.dice.one_in(4) {
            self.env.revoke("admin");
            self.told.revoked += 1;
        }
        self.pause(2500);
        watching.kill();
        self.told.mirror_killed += 1;
        self.nothing_is_torn();
        if self.dice.one_in(3) {
            self.kill_the_service();
        }
        if self.dice.one_in(3) {
            self.a_run_that_is_killed();
        }
        self.env.no_faults();
        self.converge();
        self.everything_that_went_is_kept();
        self.the_status_is_honest();
    }

    fn pause(&mut self, most_ms: usize) {
        let ms = self.dice.roll(most_ms) as u64;
        std::thread::sleep(Duration::from_millis(ms));
    }

    /// At whatever it was doing; it may be away for a moment.
    fn kill_the_service(&mut self) {
        self.env.stop_service();
        self.pause(400);
        self.env.start_service_again();
        self.told.service_killed += 1;
    }

    /// A run that was to be the only one, killed wherever it is by then.
    fn a_run_that_is_killed(&mut self) {
        for _ in 0..self.dice.roll(3) {
            self.edit();
        }
        self.faults();
        let running = self.env.running_once(&["--yes"]);
        self.pause(900);
        running.kill();
        self.told.mirror_killed += 1;
        self.nothing_is_torn();
    }

    fn faults(&mut self) {
        let actions = [
            json!({ "status": 503 }),
            json!({ "status": 500 }),
            json!({ "status": 401 }),
            json!({ "status": 429, "headers": { "Retry-After": "1" } }),
            json!({ "resetBeforeBody": true }),
            json!({ "resetAfterCommit": true }),
            json!({ "resetAfterCommit": true }),
            json!({ "statusAfterCommit": 503 }),
            json!({ "truncateResponseAfterBytes": 40 }),
            json!({ "truncateResponseAfterBytes": 900 }),
            json!({ "delayMs": 700 }),
        ];
        for _ in 0..1 + self.dice.roll(4) {
            let action = actions[self.dice.roll(actions.len())].clone();
            let method = ["POST", "GET", "DELETE"][self.dice.roll(3)];
            self.fault(method, PROJECTS, action);
        }
        if self.dice.one_in(6) {
            self.fault("POST", TOKENS, json!({ "status": 503 }));
        }
    }

    fn fault(&mut self, method: &str, prefix: &str, action: serde_json::Value) {
        self.env.fault(json!({
            "method": method, "pathPrefix": prefix, "times": 1 + self.dice.roll(3),
            "skip": self.dice.roll(4), "action": action,
        }));
        self.told.faults += 1;
    }

    fn edit(&mut self) {
        self.told.edits += 1;
        let name = format!("drawing {:02}.pdf", self.dice.roll(NAMES));
        let path = self.env.path(FOLDER).join(&name);
        match self.dice.roll(6) {
            // Enough stay, so that no guard has to be asked.
            0 if self.files.len() > NAMES - 4 && self.files.contains_key(&name) => {
                std::fs::remove_file(path).unwrap();
                self.files.remove(&name);
            }
            1 if self.files.contains_key(&name) => {
                let to = format!("renamed {}.pdf", self.edits);
                self.edits += 1;
                std::fs::rename(path, self.env.path(FOLDER).join(&to)).unwrap();
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
        self.env.drawing(name, &content);
        self.remember(name, content);
    }

    fn remember(&mut self, name: &str, content: Vec<u8>) {
        self.written
            .entry(name.to_owned())
            .or_default()
            .insert(content.clone());
        self.files.insert(name.to_owned(), content);
    }
}
