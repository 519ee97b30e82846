//! The simulation: one seed is one story of edits, faults and crashes, then rest, and both
//! sides must meet.
//!
//! Asserted at every step (by the fakes, at the act itself): no torn file is published; nothing
//! is removed or covered before its bytes are in the history; what is removed was ours, is
//! superseded, or its file is gone and the policy allows it. Asserted at rest: both sides meet,
//! a quiet second run does nothing, and the status says so.

use std::sync::Arc;
use std::time::Duration;

use super::{
    Ended, FakeClock, FakeFs, FakeHistory, FakeRemote, FakeState, Faults, Sender, World, drive,
};
use crate::engine::{Engine, RunOptions, RunReport};
use crate::limits::Limits;
use crate::mapping::{Deletes, Mapping, MappingId, Sections};
use crate::name::FileKey;
use crate::plan::{Approval, ConflictReason, Do, SkipReason};
use crate::ports::Ports;
use crate::resolve::{Keep, ResolveError};
use crate::status::Standing;

/// What many stories came to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    /// Stories.
    pub seeds: u64,
    /// Calls of ports.
    pub steps: u64,
    /// Power failures.
    pub crashes: u64,
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
        self.runs += other.runs;
        self.resolved += other.resolved;
        self.uploads += other.uploads;
        self.deletes += other.deletes;
    }
}

/// A story that went wrong.
#[derive(Debug, Clone)]
pub struct Wrong {
    /// Its seed.
    pub seed: u64,
    /// What was wrong.
    pub what: Vec<String>,
    /// Everything that happened.
    pub story: String,
}

/// The ports of a world.
#[must_use]
pub fn ports(world: &World) -> Ports {
    Ports {
        fs: Arc::new(FakeFs(world.clone())),
        remote: Arc::new(FakeRemote(world.clone())),
        state: Arc::new(FakeState(world.clone())),
        history: Arc::new(FakeHistory(world.clone())),
        clock: Arc::new(FakeClock(world.clone())),
    }
}

/// Limits as small as the fakes' files.
#[must_use]
pub fn small_limits() -> Limits {
    Limits {
        batch_bytes: 40,
        batch_files: 3,
        alone_above_bytes: super::fake_fs::WHOLE_UP_TO,
        in_flight: 5,
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
///
/// # Errors
/// What was wrong, with the story.
pub fn simulate(seed: u64) -> Result<Sum, Box<Wrong>> {
    let mut story = Story::begin(seed);
    story.lives();
    if story.world.wrongs().is_empty() {
        story.rest();
    }
    let wrongs = story.world.wrongs();
    if wrongs.is_empty() {
        let acts = story.world.acts();
        story.sum.steps = story.world.lock().step;
        story.sum.uploads = acts.uploads;
        story.sum.deletes = acts.deletes;
        return Ok(story.sum);
    }
    Err(Box::new(Wrong {
        seed,
        what: wrongs,
        story: story.world.story(),
    }))
}

struct Story {
    world: World,
    mapping: Mapping,
    sum: Sum,
}

impl Story {
    fn begin(seed: u64) -> Self {
        let mut rng = super::Rng::new(seed ^ 0x5eed);
        let deletes = match rng.below(4) {
            0 => Deletes::Ask,
            1 => Deletes::Keep,
            _ => Deletes::Propagate,
        };
        let mut mapping = mapping(deletes);
        if rng.chance(200) {
            mapping.sections = Sections::One(None);
        }
        let world = World::new(seed, mapping.clone());
        {
            let mut inner = world.lock();
            inner.disk.ignores_case = rng.chance(400);
            inner.disk.granule_ns = if rng.chance(400) { 2_000_000_000 } else { 1 };
            inner.disk.has_identity = rng.chance(600);
            inner.alters_names = rng.chance(150);
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
        Self {
            world,
            mapping,
            sum,
        }
    }

    fn below(&self, end: u64) -> u64 {
        self.world.lock().rng.below(end)
    }

    fn chance(&self, per_mille: u64) -> bool {
        self.world.lock().rng.chance(per_mille)
    }

    fn lives(&mut self) {
        for _ in 0..=self.below(4) {
            let calm = self.chance(300);
            let rate = |stormy: u64| if calm { 0 } else { stormy };
            self.world.set_faults(Faults {
                closed: false,
                service: rate(25),
                lost: rate(60),
                late: rate(40),
                lying: rate(25),
                storage: rate(8),
                person: 40,
                strangers: rate(15),
            });
            let crash = (!calm && self.chance(700)).then(|| 1 + self.below(110));
            self.world.crash_after(crash);
            self.life(calm);
            self.world.crash_after(None);
            if !self.world.wrongs().is_empty() {
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
                self.world.lock().person_acts();
            }
            for _ in 0..self.below(3) {
                if !calm {
                    self.world.lock().stranger_acts();
                }
            }
            let pause = match self.below(6) {
                0 => 400,
                1 => 3_000,
                2 => 61_000,
                3 => 700_000,
                _ => 1_000,
            };
            self.world.advance(Duration::from_millis(pause));
            self.world.lock().archive.full = self.chance(50);
        }
    }

    fn open(&mut self) -> Option<Engine> {
        let open = Engine::open(self.mapping.clone(), ports(&self.world), small_limits());
        match drive(&self.world, open) {
            Ended::Done(Ok(engine)) => Some(engine),
            Ended::Done(Err(error)) => {
                self.world
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

    fn run(
        &mut self,
        engine: &mut Engine,
        approval: Approval,
        watching: bool,
    ) -> Option<RunReport> {
        self.world.lock().approving = approval != Approval::None;
        self.world
            .lock()
            .tell(format!("run, {approval:?}, watching {watching}"));
        let options = RunOptions {
            watching,
            approval,
            ..RunOptions::default()
        };
        self.sum.runs += 1;
        match drive(&self.world, engine.run(&options)) {
            Ended::Done(report) => {
                let what = report.stop.as_ref().map(ToString::to_string);
                self.world
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
                matches!(&action.act, Do::Ask { reason, .. } if *reason != ConflictReason::NameCollision)
            })
            .map(|action| action.key.clone())
            .collect();
        let key = self.world.lock().rng.pick(&asks).cloned();
        let Some(key) = key else { return true };
        self.resolve(engine, &key)
    }

    fn resolve(&mut self, engine: &mut Engine, key: &FileKey) -> bool {
        let keep = match self.below(3) {
            0 => Keep::Local,
            1 => Keep::Remote,
            _ => Keep::Both,
        };
        {
            let mut inner = self.world.lock();
            inner.tell(format!("person keeps {keep:?} of {key}"));
            // Whatever has the name now is what the person's word is about.
            let ids: Vec<_> = inner.page.of_key(key).map(|doc| doc.id.clone()).collect();
            inner.decided_against.extend(ids);
        }
        self.sum.resolved += 1;
        let options = RunOptions::default();
        let resolve = engine.resolve(key, keep, None, "2026-11-20 14.05.33", &options);
        match drive(&self.world, resolve) {
            Ended::Done(result) => {
                self.world.lock().tell(format!("resolved: {result:?}"));
                true
            }
            Ended::Crashed => {
                self.sum.crashes += 1;
                false
            }
        }
    }

    fn restore_one(&mut self, engine: &mut Engine) -> bool {
        let versions = self.world.archive(|archive| archive.versions.clone());
        let version = self.world.lock().rng.pick(&versions).cloned();
        let Some(version) = version else { return true };
        let kept = &version.kept;
        {
            let mut inner = self.world.lock();
            inner.tell(format!(
                "person restores {} {:?}",
                kept.name, version.sha256
            ));
            let key = FileKey::of(&kept.section, &kept.name);
            let ids: Vec<_> = inner.page.of_key(&key).map(|doc| doc.id.clone()).collect();
            inner.decided_against.extend(ids);
        }
        match drive(
            &self.world,
            engine.restore(version.version, &RunOptions::default()),
        ) {
            Ended::Done(result) => {
                self.world.lock().tell(format!("restored: {result:?}"));
                !matches!(result, Err(ResolveError::NoSuchVersion)) || {
                    self.world
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

    /// Everything comes to rest: both sides must meet, and stay.
    fn rest(&mut self) {
        self.world.set_faults(Faults::default());
        self.world.lock().rest();
        // Whatever was cut off has committed by now.
        self.world.advance(Duration::from_secs(530));
        let Some(mut engine) = self.open() else {
            return;
        };
        let mut approval = Approval::None;
        let mut left = Vec::new();
        for round in 0..14 {
            let Some(report) = self.run(&mut engine, approval.clone(), false) else {
                return;
            };
            if !self.world.wrongs().is_empty() {
                return;
            }
            if let Some(stop) = &report.stop {
                self.world
                    .lock()
                    .wrong(format!("at rest the run stops: {stop}"));
                return;
            }
            if self.is_settled(&report) && round > 1 {
                return self.judge(engine);
            }
            left = report.left.actions.clone();
            approval = Approval::Plan(report.left.id.clone());
            let asks = report.left.actions.iter().filter(|action| {
                matches!(&action.act, Do::Ask { reason, .. } if *reason != ConflictReason::NameCollision)
            });
            let asks: Vec<_> = asks.map(|action| action.key.clone()).collect();
            for key in &asks {
                if !self.resolve(&mut engine, key) {
                    return;
                }
                // A word may change the plan: the next approval is for what is shown then.
                approval = Approval::None;
            }
            self.world.advance(Duration::from_secs(400));
        }
        self.world
            .lock()
            .wrong(format!("both sides do not come to rest: {left:#?}"));
    }

    /// Only what no run can do is left.
    fn is_settled(&self, report: &RunReport) -> bool {
        report.left.forgets.is_empty()
            && report.left.actions.iter().all(|action| match &action.act {
                Do::Ask { reason, .. } => *reason == ConflictReason::NameCollision,
                Do::Skip(reason) => matches!(
                    reason,
                    SkipReason::RefusedByService(_) | SkipReason::Subfolder
                ),
                Do::Send { .. } | Do::Adopt { .. } | Do::Compare { .. } | Do::Delete { .. } => {
                    false
                }
            })
    }

    fn judge(&mut self, mut engine: Engine) {
        self.both_sides_meet(&engine);
        self.status_is_honest(&engine);
        let before = self.world.acts();
        self.world.advance(Duration::from_secs(60));
        let Some(report) = self.run(&mut engine, Approval::None, false) else {
            return;
        };
        let after = self.world.acts();
        let quiet = super::Acts {
            lists: after.lists,
            ..before
        };
        if after != quiet || report.stop.is_some() {
            let wrong = format!("a quiet second run did something: {before:?} {after:?}");
            self.world.lock().wrong(wrong);
        }
        if after.lists - before.lists != 1 {
            self.world
                .lock()
                .wrong("a quiet run lists more than once".into());
        }
        if let Some(intent) = engine.saved().intents.values().next() {
            self.world
                .lock()
                .wrong(format!("an intent stays open at rest: {intent:?}"));
        }
    }

    fn both_sides_meet(&self, engine: &Engine) {
        let saved = engine.saved();
        let mut inner = self.world.lock();
        let mut wrongs = Vec::new();
        let mut bound = std::collections::BTreeSet::new();
        let refused = |key: &FileKey| saved.refusals.contains_key(key);
        for file in inner.disk.files() {
            let Some(key) = inner.key_of(&file.path) else {
                continue;
            };
            if inner.disk.is_ignored(&file.path) || refused(&key) {
                continue;
            }
            let agreed = saved.synced.get(&key);
            // The other of two files with one name waits for a person.
            if agreed.is_some_and(|agreed| agreed.path != file.path) {
                continue;
            }
            let doc = agreed.and_then(|agreed| inner.page.get(&agreed.id));
            match doc {
                Some(doc) if doc.bytes == file.bytes => {
                    bound.insert(doc.id.clone());
                    let twins = inner.page.of_key(&key).filter(|other| other.id != doc.id);
                    for twin in twins {
                        let ours = saved.synced.key_of(&twin.id).is_some();
                        if !ours && (twin.bytes != doc.bytes || twin.sender == Sender::Engine) {
                            wrongs.push(format!("{key} has a second document {}", twin.id));
                        }
                    }
                }
                Some(_) => wrongs.push(format!("{} has other bytes on the page", file.path)),
                None => wrongs.push(format!("{} is not on the page", file.path)),
            }
        }
        for (key, agreed) in saved.synced.iter() {
            let kept = self.mapping.deletes == Deletes::Keep;
            if !bound.contains(&agreed.id) && !kept && !refused(key) {
                wrongs.push(format!("{key} is agreed on and gone"));
            }
        }
        for wrong in wrongs {
            inner.wrong(wrong);
        }
    }

    fn status_is_honest(&self, engine: &Engine) {
        let Some(view) = engine.view() else { return };
        let saved = engine.saved();
        let status = view.status(&saved);
        let files = view.files(&saved);
        let worst = files
            .iter()
            .map(|file| file.state)
            .max()
            .unwrap_or(Standing::InStep);
        let mut inner = self.world.lock();
        if status.state != worst {
            inner.wrong(format!(
                "the mapping says {:?}, its worst file {worst:?}",
                status.state
            ));
        }
        for file in files.iter().filter(|file| file.state == Standing::InStep) {
            let up = file
                .id
                .as_ref()
                .is_some_and(|id| inner.page.get(id).is_some());
            if !up && file.reason.is_empty() {
                inner.wrong(format!("{} says it is in step and is not up", file.name));
            }
        }
    }
}
