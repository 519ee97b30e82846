//! The power fails at each step in turn: the next start finishes what was begun.

use std::time::Duration;

use fielddesk_sync::engine::RunOptions;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::testing::{Ended, drive};

use crate::test_env::{TestEnv, docs};

/// Runs until the power fails after so many steps; true when it did.
fn fails_after(env: &mut TestEnv, steps: u64) -> bool {
    env.env.crash_after(Some(steps));
    let options = RunOptions::default();
    let ended = drive(&env.env, env.engine.run(&options));
    env.env.crash_after(None);
    let crashed = matches!(ended, Ended::Crashed);
    env.restart();
    crashed
}

/// Two runs and the time in which a request can commit late.
fn settles(env: &mut TestEnv) {
    for _ in 0..3 {
        env.env.advance(Duration::from_secs(301));
        let report = env.run();
        assert_eq!(
            report.tally.conflicts,
            0,
            "{:?}\n{}",
            report.left,
            env.env.scenario()
        );
    }
    let open = env.engine.saved().intents;
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_first_upload_that_is_killed_anywhere_leaves_one_document() {
    for step in 1.. {
        let mut env = TestEnv::new(Deletes::Ask);
        env.save("a.pdf", "first");
        let crashed = fails_after(&mut env, step);
        // The person works on: only the journal knows the first content as ours.
        env.save("a.pdf", "second");
        settles(&mut env);
        assert_eq!(
            env.page(),
            docs(&[("a.pdf", "second")]),
            "killed at step {step}"
        );
        if !crashed {
            assert!(step > 10, "the run has steps to be killed at");
            return;
        }
    }
}

#[test]
fn a_replace_that_is_killed_anywhere_leaves_the_new_content_alone() {
    for step in 1.. {
        let mut env = TestEnv::new(Deletes::Ask);
        env.save("a.pdf", "first");
        env.run();
        env.save("a.pdf", "second");
        let crashed = fails_after(&mut env, step);
        let page = env.page();
        let whole = |content: &str| page.contains(&("a.pdf".into(), content.into()));
        assert!(
            whole("first") || whole("second"),
            "old or new at every moment: {page:?}"
        );
        settles(&mut env);
        assert_eq!(
            env.page(),
            docs(&[("a.pdf", "second")]),
            "killed at step {step}"
        );
        assert!(env.kept("first"));
        if !crashed {
            return;
        }
    }
}

#[test]
fn a_replace_that_is_killed_and_overtaken_by_a_third_save_leaves_that_alone() {
    for step in 1.. {
        let mut env = TestEnv::new(Deletes::Ask);
        env.save("a.pdf", "first");
        env.run();
        env.save("a.pdf", "second");
        let crashed = fails_after(&mut env, step);
        env.save("a.pdf", "third");
        settles(&mut env);
        assert_eq!(
            env.page(),
            docs(&[("a.pdf", "third")]),
            "killed at step {step}"
        );
        if !crashed {
            return;
        }
    }
}

#[test]
fn a_large_file_that_is_killed_while_it_streams_is_recognised() {
    let long = |text: &str| format!("{text:.<80}");
    for step in 1.. {
        let mut env = TestEnv::new(Deletes::Ask);
        env.save("big.dwg", &long("first"));
        let crashed = fails_after(&mut env, step);
        env.save("big.dwg", &long("second"));
        settles(&mut env);
        let expected = vec![("big.dwg".to_owned(), long("second"))];
        assert_eq!(
            env.page(),
            expected,
            "killed at step {step}\n{}",
            env.env.scenario()
        );
        if !crashed {
            return;
        }
    }
}

#[test]
fn a_delete_that_is_killed_anywhere_is_done_or_not_begun() {
    for step in 1.. {
        let mut env = TestEnv::new(Deletes::Propagate);
        for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
            env.save(name, name);
        }
        env.run();
        env.delete("a.pdf");
        let crashed = fails_after(&mut env, step);
        settles(&mut env);
        assert_eq!(env.page().len(), 3, "killed at step {step}");
        assert!(env.kept("a.pdf"));
        if !crashed {
            return;
        }
    }
}

#[test]
fn a_file_that_comes_back_while_its_delete_is_prepared_keeps_its_document() {
    let mut env = TestEnv::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
        env.save(name, name);
    }
    env.run();
    // Killed anywhere in the delete, and back before the next start.
    for step in 1..80 {
        env.delete("a.pdf");
        if !fails_after(&mut env, step) {
            return;
        }
        env.save("a.pdf", "a.pdf");
        settles(&mut env);
        assert_eq!(env.page().len(), 4, "killed at step {step}");
    }
}
