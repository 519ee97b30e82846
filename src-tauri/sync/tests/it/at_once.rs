//! Two programs on one page, interleaved by the seed at every call of a port, both cut off at
//! any step: no content is lost, nothing is removed before it is kept, and no name is ever
//! without a document. `SIM_SEEDS` says how many stories, `SIM_SEED` from which on.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use fielddesk_documents::ports::Owner;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::engine::{Engine, RunOptions};
use fielddesk_sync::intent::{Act, Intent, Removal, SentPart};
use fielddesk_sync::mapping::{Deletes, Mapping, MappingId};
use fielddesk_sync::mapping_state::{Change, Saved};
use fielddesk_sync::ports::{Ports, State, StateError};
use fielddesk_sync::testing::simulation::{mapping, ports, small_limits};
use fielddesk_sync::testing::{Ended, FakeHistory, FakeState, Faults, SimEnv, drive};

use crate::offices::Memory;
use crate::simulation::number;

const NAMES: [&str; 5] = ["a.pdf", "b.pdf", "c.pdf", "VA/d.pdf", "VA/e.pdf"];

const ROUNDS: u64 = 6;

/// A memory that tells what it is given, so that a story says who did what.
struct Told {
    who: &'static str,
    env: SimEnv,
    state: Arc<dyn State>,
}

#[async_trait::async_trait]
impl State for Told {
    async fn load(&self) -> Result<Saved, StateError> {
        self.state.load().await
    }

    async fn commit(&self, changes: &[Change]) -> Result<(), StateError> {
        let who = self.who;
        for change in changes {
            let told = match change {
                Change::Intent(intent) => told_of(intent),
                Change::IntentEnded(id) => format!("ended {}", id.0),
                Change::Synced(key, file) => format!("{key} is {} ({:?})", file.id, file.sha256),
                _ => continue,
            };
            self.env.tell(&format!("{who}: {told}"));
        }
        self.env.step("commit").await;
        self.state.commit(changes).await
    }
}

fn told_of(intent: &Intent) -> String {
    let id = intent.id.0;
    match &intent.act {
        Act::Upload { parts, absent, .. } => {
            let parts = parts.iter().map(|part| {
                let SentPart {
                    key,
                    sha256,
                    supersedes,
                    ..
                } = part;
                format!("{key} {sha256:?} for {supersedes:?}")
            });
            let parts: Vec<_> = parts.collect();
            format!("upload {id} of {parts:?}, looked for in vain: {absent}")
        }
        Act::Remove(removal) => {
            let Removal {
                id: document,
                sha256,
                successor,
                reason,
                ..
            } = removal;
            format!("remove {id} of {document} ({sha256:?}) for {successor:?}, {reason:?}")
        }
    }
}

struct Story {
    env: SimEnv,
    theirs: Mapping,
    memory: Arc<Memory>,
    seen: BTreeSet<ContentHash>,
}

impl Story {
    fn new(seed: u64) -> Self {
        let ours = mapping(Deletes::Propagate);
        let theirs = Mapping {
            id: MappingId("other office".into()),
            ..ours.clone()
        };
        Self {
            env: SimEnv::new(seed, ours),
            theirs,
            memory: Arc::default(),
            seen: BTreeSet::new(),
        }
    }

    fn ports_of_theirs(&self) -> Ports {
        let owner = Owner {
            connection: "connection".into(),
            project: "project".into(),
            work_order: None,
            mapping: Some(self.theirs.id.clone()),
        };
        Ports {
            state: self.told("theirs", self.memory.clone()),
            history: Arc::new(FakeHistory::of_owner(self.env.clone(), owner)),
            ..ports(&self.env)
        }
    }

    fn ports_of_ours(&self) -> Ports {
        let state = Arc::new(FakeState(self.env.clone()));
        Ports {
            state: self.told("ours", state),
            ..ports(&self.env)
        }
    }

    fn told(&self, who: &'static str, state: Arc<dyn State>) -> Arc<dyn State> {
        let env = self.env.clone();
        Arc::new(Told { who, env, state })
    }

    /// Both start anew and run beside each other; whether they got to their end.
    fn both(&self) -> bool {
        let ended = drive(&self.env, async {
            let ours = Engine::open(
                mapping(Deletes::Propagate),
                self.ports_of_ours(),
                small_limits(),
            );
            let theirs = Engine::open(self.theirs.clone(), self.ports_of_theirs(), small_limits());
            let (Ok(mut ours), Ok(mut theirs)) = futures::join!(ours, theirs) else {
                return;
            };
            let options = RunOptions::default();
            futures::join!(ours.run(&options), theirs.run(&options));
        });
        matches!(ended, Ended::Done(()))
    }

    fn note_contents(&mut self) {
        let contents: Vec<_> = self
            .env
            .page(|page| page.docs.iter().map(|doc| doc.sha256()).collect());
        self.seen.extend(contents);
    }

    /// Every content that was on the page is there or kept.
    fn lost(&self) -> Vec<ContentHash> {
        let on_page: BTreeSet<_> = self
            .env
            .page(|page| page.docs.iter().map(|doc| doc.sha256()).collect());
        let kept: BTreeSet<_> = self
            .env
            .archive(|archive| archive.contents.keys().copied().collect());
        let here = |content: &&ContentHash| on_page.contains(*content) || kept.contains(*content);
        self.seen
            .iter()
            .filter(|content| !here(content))
            .copied()
            .collect()
    }
}

/// Which version of its files a round saves: in some stories old ones come back.
const fn version_of(seed: u64, round: u64) -> u64 {
    match (seed % 8, round) {
        (3, _) => round % 2,
        (7, 1 | 4) => 1,
        (7, 3) => 2,
        (7, _) => 0,
        _ => round,
    }
}

/// Plays a seed: how often the power failed, or what was wrong, with the story.
fn play(seed: u64) -> Result<u64, (u64, String, String)> {
    let mut story = Story::new(seed);
    let mut crashes = 0;
    for round in 0..ROUNDS {
        for (at, name) in NAMES.iter().enumerate() {
            let dice = (seed / 3 + round * 7 + at as u64 * 5) % 4;
            if dice > 0 || round == 0 {
                let version = version_of(seed, round);
                let content = format!("{name} of version {version}, {}", seed % 5);
                let sha256 = ContentHash::of(content.as_bytes());
                story.env.save(name, content.as_bytes());
                story.env.tell(&format!("{name} is saved ({sha256:?})"));
            }
        }
        story.env.advance(Duration::from_secs(3));
        story.env.set_faults(Faults {
            lost: 60,
            late: 40,
            service: 30,
            lying: 20,
            stalls: 30 * (seed % 2),
            ..Faults::default()
        });
        let cut = (round % 2 == 1).then_some(15 + (seed * 31 + round * 17) % 260);
        story.env.crash_after(cut);
        if !story.both() {
            crashes += 1;
        }
        story.env.crash_after(None);
        story.note_contents();
    }
    story.env.set_faults(Faults::default());
    for _ in 0..6 {
        story.env.tell("at rest");
        story.env.advance(Duration::from_secs(700));
        story.both();
        story.note_contents();
    }
    story.env.judge_dates();
    let mut wrongs = story.env.wrongs();
    wrongs.extend(story.lost().iter().map(|lost| format!("{lost:?} is lost")));
    for name in NAMES {
        let (section, file) = name.split_once('/').unwrap_or(("Documents", name));
        let key = fielddesk_rules::name_key::FileKey::of(section, file);
        if story.env.page(|page| page.of_key(&key).count()) == 0 {
            wrongs.push(format!("nothing is left of {name}"));
        }
    }
    if wrongs.is_empty() {
        return Ok(crashes);
    }
    Err((seed, wrongs.join("\n"), story.env.scenario()))
}

#[test]
fn two_programs_at_once_lose_nothing() {
    let first = number("SIM_SEED", 0);
    let seeds = number("SIM_SEEDS", 200);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let played: Vec<_> = std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..threads)
            .map(|lane| {
                let seeds = (first + lane..first + seeds).step_by(threads as usize);
                scope.spawn(move || seeds.map(play).collect::<Vec<_>>())
            })
            .collect();
        lanes
            .into_iter()
            .flat_map(|lane| lane.join().unwrap())
            .collect()
    });
    let wrongs: Vec<_> = played
        .iter()
        .filter_map(|played| played.as_ref().err())
        .collect();
    if let Some((seed, what, story)) = wrongs.iter().min_by_key(|wrong| wrong.0) {
        let all: Vec<_> = wrongs.iter().map(|(seed, what, _)| (seed, what)).collect();
        panic!("seed {seed} (SIM_SEED={seed} SIM_SEEDS=1):\n{story}\n\n{what}\n\nall: {all:#?}");
    }
    let crashes: u64 = played.iter().flatten().sum();
    assert!(
        crashes * 2 > seeds,
        "the power fails often enough to tell: {crashes}"
    );
}
