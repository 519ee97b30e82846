//! Two programs on one page, interleaved by the seed at every call of a port, both cut off at
//! any step: no content is lost, and nothing is removed before it is kept.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use fielddesk_documents::ports::Owner;
use fielddesk_sync::content_hash::ContentHash;
use fielddesk_sync::engine::{Engine, RunOptions};
use fielddesk_sync::mapping::{Deletes, Mapping, MappingId};
use fielddesk_sync::ports::Ports;
use fielddesk_sync::testing::simulation::{mapping, ports, small_limits};
use fielddesk_sync::testing::{Ended, FakeHistory, Faults, World, drive};

use crate::offices::Memory;

const NAMES: [&str; 5] = ["a.pdf", "b.pdf", "c.pdf", "VA/d.pdf", "VA/e.pdf"];

const ROUNDS: u64 = 6;

struct Story {
    world: World,
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
            world: World::new(seed, ours),
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
            state: self.memory.clone(),
            history: Arc::new(FakeHistory::of_owner(self.world.clone(), owner)),
            ..ports(&self.world)
        }
    }

    /// Both start anew and run beside each other; whether they got to their end.
    fn both(&self) -> bool {
        let ended = drive(&self.world, async {
            let ours = Engine::open(
                mapping(Deletes::Propagate),
                ports(&self.world),
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
            .world
            .page(|page| page.docs.iter().map(|doc| doc.sha256()).collect());
        self.seen.extend(contents);
    }

    /// Every content that was on the page is there or kept.
    fn lost(&self) -> Vec<ContentHash> {
        let on_page: BTreeSet<_> = self
            .world
            .page(|page| page.docs.iter().map(|doc| doc.sha256()).collect());
        let kept: BTreeSet<_> = self
            .world
            .archive(|archive| archive.contents.keys().copied().collect());
        let here = |content: &&ContentHash| on_page.contains(*content) || kept.contains(*content);
        self.seen
            .iter()
            .filter(|content| !here(content))
            .copied()
            .collect()
    }
}

/// Returns how often the power failed.
fn play(seed: u64) -> u64 {
    let mut story = Story::new(seed);
    let mut crashes = 0;
    for round in 0..ROUNDS {
        for (at, name) in NAMES.iter().enumerate() {
            let dice = (seed / 3 + round * 7 + at as u64 * 5) % 4;
            if dice > 0 || round == 0 {
                let content = format!("{name} of round {round}, {}", seed % 5);
                story.world.save(name, content.as_bytes());
            }
        }
        story.world.advance(Duration::from_secs(3));
        story.world.set_faults(Faults {
            lost: 60,
            late: 40,
            service: 30,
            lying: 20,
            ..Faults::default()
        });
        let cut = (round % 2 == 1).then_some(15 + (seed * 31 + round * 17) % 260);
        story.world.crash_after(cut);
        if !story.both() {
            crashes += 1;
        }
        story.world.crash_after(None);
        story.note_contents();
        let lost = story.lost();
        assert!(
            lost.is_empty(),
            "seed {seed}: {lost:?}\n{}",
            story.world.story()
        );
    }
    story.world.set_faults(Faults::default());
    for _ in 0..6 {
        story.world.advance(Duration::from_secs(700));
        story.both();
        story.note_contents();
    }
    let told = || story.world.story();
    assert_eq!(
        story.world.wrongs(),
        Vec::<String>::new(),
        "seed {seed}\n{}",
        told()
    );
    assert!(story.lost().is_empty(), "seed {seed}\n{}", told());
    for name in NAMES {
        let (section, file) = name.split_once('/').unwrap_or(("Documents", name));
        let key = fielddesk_sync::name::FileKey::of(section, file);
        let there = story.world.page(|page| page.of_key(&key).count());
        assert!(
            there > 0,
            "seed {seed}: nothing is left of {name}\n{}",
            told()
        );
    }
    crashes
}

#[test]
fn two_programs_at_once_lose_nothing() {
    let seeds = std::env::var("SIM_SEEDS").ok();
    let seeds: u64 = seeds.and_then(|seeds| seeds.parse().ok()).unwrap_or(150);
    let crashes: u64 = (0..seeds).map(play).sum();
    assert!(
        crashes * 2 > seeds,
        "the power fails often enough to tell: {crashes}"
    );
}
