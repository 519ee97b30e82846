//! Runs that could not do all of their work: each name is counted and kept until it is better.

use fielddesk_sync::engine::{Engine, RunOptions};
use fielddesk_sync::event::{Event, EventKind, Events};
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::status::Standing;
use fielddesk_sync::testing::simulation::{ports, small_limits};
use fielddesk_sync::testing::{Faults, FileFault};
use tokio::sync::mpsc::unbounded_channel;

use crate::test_env::{TestEnv, done};

fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

/// State and reason of a name, by the look of another process.
fn beside(env: &TestEnv, name: &str) -> (Standing, Reason) {
    let mapping = env.engine.mapping().clone();
    let open = Engine::open(mapping, ports(&env.env), small_limits());
    let mut other = done(&env.env, open).unwrap();
    done(&env.env, other.plan(&RunOptions::default())).unwrap();
    let files = other.view().unwrap().files(&other.saved());
    let file = files.into_iter().find(|file| file.name == name).unwrap();
    (file.state, file.reason)
}

#[test]
fn a_file_that_cannot_be_taken_counts_as_failed_and_is_told_alike_everywhere() {
    for (trouble, reason, state) in [
        (FileFault::Unreadable, Reason::Unreadable, Standing::Failed),
        (FileFault::Locked, Reason::Locked, Standing::Waiting),
        (FileFault::Growing, Reason::NotSettled, Standing::Waiting),
    ] {
        let mut env = TestEnv::new(Deletes::Ask);
        env.save_all(&["a.pdf", "b.pdf"]);
        env.env
            .disk(|disk| disk.get_mut(&path("a.pdf")).unwrap().trouble = trouble);
        let report = env.run();
        assert_eq!(report.undone.get(&reason), Some(&1), "{reason}");
        assert_eq!((report.tally.failed, report.tally.uploaded), (1, 1));
        assert_eq!(beside(&env, "a.pdf"), (state, reason));
        env.env
            .disk(|disk| disk.get_mut(&path("a.pdf")).unwrap().trouble = FileFault::None);
        let better = env.run();
        assert_eq!((better.tally.failed, better.undone.len()), (0, 0));
        assert_eq!(beside(&env, "a.pdf").0, Standing::InStep);
    }
}

#[test]
fn a_subfolder_that_cannot_be_read_is_named_although_nothing_of_it_was_mirrored() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save_all(&["VA/a.pdf", "top.pdf"]);
    env.env.disk(|disk| disk.unreadable.insert(path("VA")));
    let report = env.run();
    assert_eq!(report.undone.get(&Reason::FolderUnreadable), Some(&1));
    assert_eq!(report.tally.failed, 1);
    assert_eq!(beside(&env, "VA").0, Standing::Failed);
    env.env.disk(|disk| disk.unreadable.clear());
    env.run();
    env.env.disk(|disk| disk.unreadable.insert(path("VA")));
    let later = env.run();
    assert_eq!(later.tally.failed, 1, "by its one file, not by both");
    assert_eq!(beside(&env, "a.pdf").1, Reason::FolderUnreadable);
}

#[test]
fn uploads_that_the_service_never_answers_are_named_and_remembered() {
    for (what, faults) in [
        (
            "no answer at all",
            Faults {
                late: 1000,
                ..Faults::default()
            },
        ),
        (
            "it fails each time",
            Faults {
                service: 1000,
                ..Faults::default()
            },
        ),
    ] {
        let mut env = TestEnv::new(Deletes::Ask);
        env.save_all(&["a.pdf", "b.pdf"]);
        let (events, mut heard) = unbounded_channel();
        // The page can be listed; what is sent is not answered.
        env.env.at("upload", move |env| env.set_faults(faults));
        let report = env.run_with(&RunOptions {
            events: Events::to(events),
            ..RunOptions::default()
        });
        assert_eq!(report.tally.uploaded, 0, "{what}");
        assert_eq!(report.tally.failed, 2, "{what}: {:?}", report.left);
        let mut failed = Vec::new();
        while let Ok(event) = heard.try_recv() {
            if let Event::Name {
                event: EventKind::Failed | EventKind::Skipped,
                name,
                message,
                ..
            } = event
            {
                assert!(message.is_some(), "{what}: {name}");
                failed.push(name);
            }
        }
        assert_eq!(failed, ["a.pdf", "b.pdf"], "{what}");
        env.faults(Faults::default());
        let (state, reason) = beside(&env, "a.pdf");
        assert!(
            matches!(
                state,
                Standing::Failed | Standing::Offline | Standing::Waiting
            ),
            "{what}: {state:?}"
        );
        assert_ne!(
            reason,
            Reason::New,
            "{what}: the reason stays until it is better"
        );
        env.env.advance(std::time::Duration::from_secs(700));
        let better = env.run();
        assert_eq!(better.tally.failed, 0, "{what}: {:?}", better.left);
        assert_eq!(beside(&env, "a.pdf").0, Standing::InStep, "{what}");
    }
}
