//! Crashes at each step of a write, twice in a row, while a person saves: no content is lost.

#![expect(
    clippy::disallowed_methods,
    reason = "the person and the test look at the real disk"
)]

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use fielddesk_rules::ignore::IgnoreRules;

use super::{discard, place, remove, temporary, tidy_those};
use crate::local::OsFolder;
use crate::path::RelPath;
use crate::ports::{Clock, LocalError};
use crate::timestamp::Timestamp;
use crate::tree::Stat;

const NAME: &str = "Plan A.pdf";

thread_local! {
    static HOOK: RefCell<Option<Box<dyn FnMut()>>> = const { RefCell::new(None) };
    static EXCHANGES: Cell<bool> = const { Cell::new(true) };
}

/// Time does not matter here.
struct NoTime;

#[async_trait::async_trait]
impl Clock for NoTime {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(0)
    }

    async fn sleep(&self, _time: Duration) {}
}

/// The process ends here: nothing of ours runs any more.
struct Crash;

pub(super) fn step() {
    // Taken out while it runs: what it does may be a step itself.
    let hook = HOOK.with_borrow_mut(Option::take);
    if let Some(mut hook) = hook {
        hook();
        HOOK.set(Some(hook));
    }
}

pub(super) fn can_exchange() -> bool {
    EXCHANGES.get()
}

/// Events by the step at which they happen.
#[derive(Debug, Clone, Copy)]
struct Story {
    /// The person saves, as programs do: a new file that takes the name.
    saves: [usize; 2],
    crash: usize,
}

struct TestEnv {
    root: tempfile::TempDir,
    folder: OsFolder,
}

impl TestEnv {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let clock: Arc<dyn Clock> = Arc::new(NoTime);
        let folder = OsFolder::new(root.path(), IgnoreRules::default(), clock);
        Self { root, folder }
    }

    fn stat(&self, path: &RelPath) -> Stat {
        crate::local::reading::stat(&self.folder, path)
            .unwrap()
            .unwrap()
    }

    /// Every content, with whether it lies under a name that a person sees.
    fn contents(&self) -> Vec<(String, bool)> {
        let entries = std::fs::read_dir(self.root.path()).unwrap();
        let one = |entry: std::fs::DirEntry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let content = std::fs::read_to_string(entry.path()).unwrap();
            (content, !name.starts_with('.'))
        };
        entries.map(|entry| one(entry.unwrap())).collect()
    }
}

/// Runs work in which the person saves and the process ends as the story says. Returns the
/// contents that the person saved and did not cover with a later save, and whether it ended.
fn play(root: &Path, story: Story, kept: &mut BTreeSet<String>, work: impl FnOnce()) -> bool {
    let saved = Rc::new(RefCell::new(std::mem::take(kept)));
    let (at, mine) = (root.to_owned(), saved.clone());
    let mut count = 0;
    HOOK.set(Some(Box::new(move || {
        for (number, at_step) in story.saves.iter().enumerate() {
            if *at_step == count {
                let content = format!("save {number}");
                let name = at.join(NAME);
                if let Ok(covered) = std::fs::read_to_string(&name) {
                    mine.borrow_mut().remove(&covered);
                }
                std::fs::write(at.join("new"), &content).unwrap();
                std::fs::rename(at.join("new"), name).unwrap();
                mine.borrow_mut().insert(content);
            }
        }
        let now = count;
        count += 1;
        if now == story.crash {
            std::panic::resume_unwind(Box::new(Crash));
        }
    })));
    let ended = catch_unwind(AssertUnwindSafe(work));
    HOOK.set(None);
    *kept = saved.take();
    match ended {
        Ok(()) => true,
        Err(cause) if cause.is::<Crash>() => false,
        Err(cause) => std::panic::resume_unwind(cause),
    }
}

const NEVER: usize = usize::MAX;

/// Plays a write of so many steps with saves and crashes at each.
fn everything_is_there_in_the_end(steps: usize, write: fn(&TestEnv) -> Result<(), LocalError>) {
    for exchanges in [true, false] {
        EXCHANGES.set(exchanges);
        let steps = || (0..steps).chain([NEVER]);
        for one in steps() {
            for other in [one.saturating_add(1), one.saturating_add(2), NEVER] {
                for crash in steps() {
                    for again in (0..3).chain([NEVER]) {
                        let story = Story {
                            saves: [one, other],
                            crash,
                        };
                        check(write, story, again);
                    }
                }
            }
        }
    }
    EXCHANGES.set(true);
}

fn check(write: fn(&TestEnv) -> Result<(), LocalError>, story: Story, again: usize) {
    let env = TestEnv::new();
    let told = format!("{story:?}, then {again}, exchanges: {}", can_exchange());
    std::fs::write(env.root.path().join(NAME), "old").unwrap();
    let mut kept = BTreeSet::new();
    let whole = play(env.root.path(), story, &mut kept, || {
        if let Err(error) = write(&env) {
            assert_eq!(error, LocalError::Changed, "{told}");
        }
    });
    let calm = Story {
        saves: [NEVER; 2],
        crash: again,
    };
    for crash in [again, NEVER] {
        let story = Story { crash, ..calm };
        play(env.root.path(), story, &mut kept, || {
            tidy_those(&env.folder, |_| true).unwrap();
        });
    }
    let contents = env.contents();
    for content in &kept {
        let there = contents.iter().any(|(one, seen)| one == content && *seen);
        assert!(there, "{told}: {content} is lost, there is {contents:?}");
    }
    assert!(
        contents.iter().all(|(_, seen)| *seen),
        "{told}: a temporary file is left: {contents:?}"
    );
    // Where the process ended nothing says that the old file may go: it or its successor is there.
    if !whole {
        assert!(!contents.is_empty(), "{told}: no file is left");
    }
}

#[test]
fn a_save_during_a_replace_survives_two_crashes() {
    everything_is_there_in_the_end(8, |env| {
        let to = RelPath::new(NAME).unwrap();
        let old = env.stat(&to);
        let staged = temporary::for_new_bytes(&to).unwrap();
        std::fs::write(env.root.path().join(staged.name()), "theirs").unwrap();
        let placed = place(&env.folder, &staged, &to, Some(&old));
        if placed.is_err() {
            discard(&env.folder, &staged).unwrap();
        }
        placed.map(|_| ())
    });
}

#[test]
fn a_save_during_a_removal_survives_two_crashes() {
    everything_is_there_in_the_end(5, |env| {
        let path = RelPath::new(NAME).unwrap();
        let stat = env.stat(&path);
        remove(&env.folder, &path, &stat)
    });
}
