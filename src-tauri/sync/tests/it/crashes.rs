//! The power fails at each step in turn: the next start finishes what was begun.

use std::time::Duration;

use fielddesk_sync::engine::RunOptions;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::testing::{Ended, drive};

use crate::desk::{Desk, docs};

/// Runs until the power fails after so many steps; true when it did.
fn fails_after(desk: &mut Desk, steps: u64) -> bool {
    desk.world.crash_after(Some(steps));
    let options = RunOptions::default();
    let ended = drive(&desk.world, desk.engine.run(&options));
    desk.world.crash_after(None);
    let crashed = matches!(ended, Ended::Crashed);
    desk.restart();
    crashed
}

/// Two runs and the time in which a request can commit late.
fn settles(desk: &mut Desk) {
    for _ in 0..3 {
        desk.world.advance(Duration::from_secs(301));
        let report = desk.run();
        assert_eq!(
            report.tally.conflicts,
            0,
            "{:?}\n{}",
            report.left,
            desk.world.story()
        );
    }
    let open = desk.engine.saved().intents;
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_first_upload_that_is_killed_anywhere_leaves_one_document() {
    for step in 1.. {
        let mut desk = Desk::new(Deletes::Ask);
        desk.save("a.pdf", "first");
        let crashed = fails_after(&mut desk, step);
        // The person works on: only the journal knows the first content as ours.
        desk.save("a.pdf", "second");
        settles(&mut desk);
        assert_eq!(
            desk.page(),
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
        let mut desk = Desk::new(Deletes::Ask);
        desk.save("a.pdf", "first");
        desk.run();
        desk.save("a.pdf", "second");
        let crashed = fails_after(&mut desk, step);
        let page = desk.page();
        let whole = |content: &str| page.contains(&("a.pdf".into(), content.into()));
        assert!(
            whole("first") || whole("second"),
            "old or new at every moment: {page:?}"
        );
        settles(&mut desk);
        assert_eq!(
            desk.page(),
            docs(&[("a.pdf", "second")]),
            "killed at step {step}"
        );
        assert!(desk.kept("first"));
        if !crashed {
            return;
        }
    }
}

#[test]
fn a_replace_that_is_killed_and_overtaken_by_a_third_save_leaves_that_alone() {
    for step in 1.. {
        let mut desk = Desk::new(Deletes::Ask);
        desk.save("a.pdf", "first");
        desk.run();
        desk.save("a.pdf", "second");
        let crashed = fails_after(&mut desk, step);
        desk.save("a.pdf", "third");
        settles(&mut desk);
        assert_eq!(
            desk.page(),
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
        let mut desk = Desk::new(Deletes::Ask);
        desk.save("big.dwg", &long("first"));
        let crashed = fails_after(&mut desk, step);
        desk.save("big.dwg", &long("second"));
        settles(&mut desk);
        let expected = vec![("big.dwg".to_owned(), long("second"))];
        assert_eq!(
            desk.page(),
            expected,
            "killed at step {step}\n{}",
            desk.world.story()
        );
        if !crashed {
            return;
        }
    }
}

#[test]
fn a_delete_that_is_killed_anywhere_is_done_or_not_begun() {
    for step in 1.. {
        let mut desk = Desk::new(Deletes::Propagate);
        for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
            desk.save(name, name);
        }
        desk.run();
        desk.delete("a.pdf");
        let crashed = fails_after(&mut desk, step);
        settles(&mut desk);
        assert_eq!(desk.page().len(), 3, "killed at step {step}");
        assert!(desk.kept("a.pdf"));
        if !crashed {
            return;
        }
    }
}

#[test]
fn a_file_that_comes_back_while_its_delete_is_prepared_keeps_its_document() {
    let mut desk = Desk::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
        desk.save(name, name);
    }
    desk.run();
    // Killed anywhere in the delete, and back before the next start.
    for step in 1..80 {
        desk.delete("a.pdf");
        if !fails_after(&mut desk, step) {
            return;
        }
        desk.save("a.pdf", "a.pdf");
        settles(&mut desk);
        assert_eq!(desk.page().len(), 4, "killed at step {step}");
    }
}
