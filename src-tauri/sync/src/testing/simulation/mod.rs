//! The simulation: one seed is one scenario of edits, faults and crashes, then rest, and both
//! sides must meet.
//!
//! Asserted at every step (by the fakes, at the act itself): no torn file is published; nothing
//! is removed or covered before its bytes are in the history; what is removed was ours, is
//! superseded, or its file is gone and the policy allows it. Asserted at rest: both sides meet,
//! a quiet second run does nothing, and the status says so.

mod rest;
mod scenario;
mod shrink;

use std::collections::BTreeSet;
use std::sync::Arc;

use scenario::Scenario;
pub use shrink::shortest;

use super::{FakeClock, FakeFs, FakeHistory, FakeRemote, FakeState, SimEnv};
use crate::limits::Limits;
use crate::mapping::{Deletes, Mapping, MappingId, Sections};
use crate::ports::Ports;

/// Totals of many scenarios.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    /// Scenarios played.
    pub seeds: u64,
    /// Calls of ports.
    pub steps: u64,
    /// Power failures.
    pub crashes: u64,
    /// Faults: the service refused or was away, an answer was lost or late, a listing lied, the
    /// storage failed.
    pub faults: u64,
    /// Runs of the engine.
    pub runs: u64,
    /// Words of a person on conflicts.
    pub resolved: u64,
    /// Uploads stored.
    pub uploads: u64,
    /// Documents removed.
    pub deletes: u64,
}

impl Sum {
    /// Adds another sum.
    pub const fn add(&mut self, other: &Self) {
        self.seeds += other.seeds;
        self.steps += other.steps;
        self.crashes += other.crashes;
        self.faults += other.faults;
        self.runs += other.runs;
        self.resolved += other.resolved;
        self.uploads += other.uploads;
        self.deletes += other.deletes;
    }
}

/// A scenario that went wrong.
#[derive(Debug, Clone)]
pub struct Wrong {
    /// Seed of the scenario.
    pub seed: u64,
    /// Violations.
    pub what: Vec<String>,
    /// Everything that happened.
    pub scenario: String,
}

/// The ports of an environment.
#[must_use]
pub fn ports(env: &SimEnv) -> Ports {
    Ports {
        fs: Arc::new(FakeFs(env.clone())),
        remote: Arc::new(FakeRemote(env.clone())),
        state: Arc::new(FakeState(env.clone())),
        history: Arc::new(FakeHistory::new(env.clone())),
        clock: Arc::new(FakeClock(env.clone())),
    }
}

/// Limits as small as the fakes' files.
#[must_use]
pub fn small_limits() -> Limits {
    Limits {
        documents: fielddesk_documents::limits::Limits {
            batch_bytes: 40,
            batch_files: 3,
            alone_above_bytes: super::fake_fs::WHOLE_UP_TO,
            in_flight: 5,
            ..Default::default()
        },
        ..Limits::default()
    }
}

/// A mapping by subfolder.
#[must_use]
pub fn mapping(deletes: Deletes) -> Mapping {
    Mapping {
        id: MappingId("mapping".into()),
        sections: Sections::BySubfolder,
        deletes,
        default_section: "Documents".into(),
    }
}

/// Plays one seed.
pub fn simulate(seed: u64) -> Result<Sum, Box<Wrong>> {
    play(seed, BTreeSet::new()).0
}

/// Plays a seed without some of what happens in it; also says how much happens.
fn play(seed: u64, muted: BTreeSet<u64>) -> (Result<Sum, Box<Wrong>>, u64) {
    let mut scenario = Scenario::begin(seed, muted);
    scenario.lives();
    if scenario.env.wrongs().is_empty() {
        scenario.rest();
    }
    let wrongs = scenario.env.wrongs();
    let (happened, struck) = {
        let inner = scenario.env.lock();
        (inner.happened, inner.struck)
    };
    if wrongs.is_empty() {
        let acts = scenario.env.acts();
        scenario.sum.steps = scenario.env.lock().step;
        scenario.sum.faults = struck;
        scenario.sum.uploads = acts.uploads;
        scenario.sum.deletes = acts.deletes;
        return (Ok(scenario.sum), happened);
    }
    let wrong = Wrong {
        seed,
        what: wrongs,
        scenario: scenario.env.scenario(),
    };
    (Err(Box::new(wrong)), happened)
}
