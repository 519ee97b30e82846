//! The scenario of a seed: lives of the engine between power failures, with edits and faults.

use std::collections::BTreeSet;
use std::time::Duration;

use fielddesk_rules::name_key::FileKey;

use super::{Sum, mapping, ports, small_limits};
use crate::engine::{Engine, RunOptions, RunReport};
use crate::mapping::{Deletes, Mapping, Sections};
use crate::plan::{ActionKind, Approval, ConflictReason};
use crate::resolve::{Keep, Resolution, ResolveError};
use crate::testing::{Ended, Faults, Rng, SimEnv, drive};

/// The time in the names of copies.
const STAMP: &str = "2026-11-20 14.05.33";

pub(super) struct Scenario {
    pub(super) env: SimEnv,
    pub(super) mapping: Mapping,
    pub(super) sum: Sum,
}

impl Scenario {
    /// `muted` are the happenings that do not happen.
    pub(super) fn begin(seed: u64, muted: BTreeSet<u64>) -> Self {
        let mut rng = Rng::new(seed ^ 0x5eed);
        let deletes = match rng.below(4) {
            0 => Deletes::Ask,
            1 => Deletes::Keep,
            _ => Deletes::Propagate,
        };
        let mut mapping = mapping(deletes);
        if rng.chance(200) {
            mapping.sections = Sections::One(None);
        }
        let env = SimEnv::new(seed, mapping.clone());
        {
            let mut inner = env.lock();
            inner.muted = muted;
            inner.disk.ignores_case = rng.chance(400);
            inner.disk.granule_ns = if rng.chance(400) { 2_000_000_000 } else { 1 };
            inner.disk.has_identity = rng.chance(600);
            inner.alters_names = rng.chance(150);
            inner.add_drives(|per_mille| rng.chance(per_mille));
            let disk = &inner.disk;
            let (case, granule, identity) = (disk.ignores_case, disk.granule_ns, disk.has_identity);
            let alters = inner.alters_names;
            inner.tell(format!(
                "deletes {deletes:?}, ignores case {case}, granule {granule}, \
                 identity {identity}, alters names {alters}",
            ));
            // What both sides have before they meet.
            for _ in 0..rng.below(16) {
                inner.person_acts();
            }
            for _ in 0..rng.below(5) {
                inner.stranger_acts();
            }
        }
        let sum = Sum {
            seeds: 1,
            ..Sum::default()
        };
        Self { env, mapping, sum }
    }

    fn below(&self, end: u64) -> u64 {
        self.env.lock().rng.below(end)
    }

    fn chance(&self, per_mille: u64) -> bool {
        self.env.lock().rng.chance(per_mille)
    }

    pub(super) fn lives(&mut self) {
        for _ in 0..=self.below(4) {
            let calm = self.chance(300);
            let rate = |stormy: u64| if calm { 0 } else { stormy };
            self.env.set_faults(Faults {
                closed: false,
                service: rate(25),
                lost: rate(60),
                late: rate(40),
                lying: rate(25),
                storage: rate(8),
                person: 40,
                strangers: rate(15),
                stalls: 0,
            });
            let crash = (!calm && self.chance(700)).then(|| 1 + self.below(110));
            let crash = crash.filter(|_| self.env.lock().happens());
            self.env.crash_after(crash);
            self.life(calm);
            self.env.crash_after(None);
            if !self.env.wrongs().is_empty() {
                return;
            }
        }
    }

    /// From a start to a crash or an orderly end.
    fn life(&mut self, calm: bool) {
        let Some(mut engine) = self.open() else {
            return;
        };
        for _ in 0..=self.below(5) {
            let watching = self.chance(500);
            let approval = if self.chance(300) {
                Approval::Yes
            } else {
                Approval::None
            };
            if self.run(&mut engine, approval, watching).is_none() {
                return;
            }
            if self.chance(150) && !self.resolve_one(&mut engine) {
                return;
            }
            if self.chance(80) && !self.restore_one(&mut engine) {
                return;
            }
            for _ in 0..self.below(4) {
                self.env.lock().person_acts();
            }
            for _ in 0..self.below(3) {
                if !calm {
                    self.env.lock().stranger_acts();
                }
            }
            let pause = match self.below(6) {
                0 => 400,
                1 => 3_000,
                2 => 61_000,
                3 => 700_000,
                _ => 1_000,
            };
            self.env.advance(Duration::from_millis(pause));
            self.env.lock().archive.full = self.chance(50);
        }
    }

    pub(super) fn open(&mut self) -> Option<Engine> {
        let open = Engine::open(self.mapping.clone(), ports(&self.env), small_limits());
        match drive(&self.env, open) {
            Ended::Done(Ok(engine)) => Some(engine),
            Ended::Done(Err(error)) => {
                self.env
                    .lock()
                    .wrong(format!("the state does not load: {error}"));
                None
            }
            Ended::Crashed => {
                self.sum.crashes += 1;
                None
            }
        }
    }

    pub(super) fn run(
        &mut self,
        engine: &mut Engine,
        approval: Approval,
        watching: bool,
    ) -> Option<RunReport> {
        self.env.lock().approving = approval != Approval::None;
        self.env
            .lock()
            .tell(format!("run, {approval:?}, watching {watching}"));
        let options = RunOptions {
            watching,
            approval,
            ..RunOptions::default()
        };
        self.sum.runs += 1;
        match drive(&self.env, engine.run(&options)) {
            Ended::Done(report) => {
                let what = report.stop.as_ref().map(ToString::to_string);
                self.env
                    .lock()
                    .tell(format!("ran, stop {what:?}, {:?}", report.tally));
                Some(report)
            }
            Ended::Crashed => {
                self.sum.crashes += 1;
                None
            }
        }
    }

    /// A person decides one conflict. False after a crash.
    fn resolve_one(&mut self, engine: &mut Engine) -> bool {
        let Some(view) = engine.view() else {
            return true;
        };
        let asks: Vec<FileKey> = view
            .left
            .actions
            .iter()
            .filter(|action| {
                matches!(&action.act, ActionKind::Ask { reason, .. } if *reason != ConflictReason::NameCollision)
            })
            .map(|action| action.key.clone())
            .collect();
        let key = self.env.lock().rng.pick(&asks).cloned();
        let Some(key) = key else { return true };
        self.resolve(engine, &key)
    }

    pub(super) fn resolve(&mut self, engine: &mut Engine, key: &FileKey) -> bool {
        let keep = match self.below(3) {
            0 => Keep::Local,
            1 => Keep::Remote,
            _ => Keep::Both,
        };
        {
            let mut inner = self.env.lock();
            inner.tell(format!("person keeps {keep:?} of {key}"));
            // Whatever has the name now is what the person's word is about.
            let ids: Vec<_> = inner.page.of_key(key).map(|doc| doc.id.clone()).collect();
            inner.decided_against.extend(ids);
        }
        self.sum.resolved += 1;
        let options = RunOptions::default();
        let resolution = Resolution::of(keep);
        let resolve = engine.resolve(key, &resolution, STAMP, &options);
        match drive(&self.env, resolve) {
            Ended::Done(result) => {
                self.env.lock().tell(format!("resolved: {result:?}"));
                if !matches!(result, Err(ResolveError::Refused { .. })) {
                    return true;
                }
                // Ours cannot stay: the person takes theirs.
                let resolution = Resolution::of(Keep::Remote);
                let again = engine.resolve(key, &resolution, STAMP, &options);
                matches!(drive(&self.env, again), Ended::Done(_)) || {
                    self.sum.crashes += 1;
                    false
                }
            }
            Ended::Crashed => {
                self.sum.crashes += 1;
                false
            }
        }
    }

    fn restore_one(&mut self, engine: &mut Engine) -> bool {
        let versions = self.env.archive(|archive| archive.versions.clone());
        let version = self.env.lock().rng.pick(&versions).cloned();
        let Some(version) = version else { return true };
        {
            let mut inner = self.env.lock();
            inner.tell(format!(
                "person restores {} {:?}",
                version.name, version.sha256
            ));
            let key = FileKey::of(&version.section, &version.name);
            let ids: Vec<_> = inner.page.of_key(&key).map(|doc| doc.id.clone()).collect();
            inner.decided_against.extend(ids);
        }
        let options = RunOptions::default();
        let restored = drive(&self.env, engine.restore(version.version, &options));
        {
            // The word is about what is listed while it is carried out: it shall stand for that.
            let mut inner = self.env.lock();
            let decided = inner.memory.decided.values();
            let ids: Vec<_> = decided.flat_map(|word| word.supersedes.clone()).collect();
            inner.decided_against.extend(ids);
        }
        match restored {
            Ended::Done(result) => {
                self.env.lock().tell(format!("restored: {result:?}"));
                !matches!(result, Err(ResolveError::NoSuchVersion)) || {
                    self.env
                        .lock()
                        .wrong("a kept version cannot be read".into());
                    false
                }
            }
            Ended::Crashed => {
                self.sum.crashes += 1;
                false
            }
        }
    }
}
