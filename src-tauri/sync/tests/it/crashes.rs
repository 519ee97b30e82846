//! The power fails at each step in turn: the next start finishes what was begun.

use std::cell::Cell;
use std::time::Duration;

use fielddesk_sync::engine::RunOptions;
use fielddesk_sync::mapping::{Deletes, Mapping};
use fielddesk_sync::testing::{Ended, drive};

use crate::test_env::TestEnv;

/// Kills the engine at each step of a run in turn, restarts it, lets the person work on and the
/// world settle, and checks.
fn killed_anywhere(
    deletes: Deletes,
    before: impl Fn(&mut TestEnv),
    meanwhile: impl Fn(&mut TestEnv),
    check: impl Fn(&TestEnv),
) {
    for step in 1.. {
        let mut env = TestEnv::new(deletes);
        before(&mut env);
        env.env.crash_after(Some(step));
        let options = RunOptions::default();
        let ended = drive(&env.env, env.engine.run(&options));
        env.env.crash_after(None);
        env.restart();
        meanwhile(&mut env);
        // The time in which a request can commit late.
        for _ in 0..3 {
            env.env.advance(Duration::from_secs(301));
            let report = env.run();
            let story = env.env.scenario();
            assert_eq!(report.tally.conflicts, 0, "{:?}\n{story}", report.left);
        }
        let open = env.engine.saved().intents;
        assert!(open.is_empty(), "killed at step {step}: {open:?}");
        check(&env);
        if !matches!(ended, Ended::Crashed) {
            assert!(step > 10, "the run has steps to be killed at");
            return;
        }
    }
}

/// On the page stands this document alone, whatever the step was.
fn is_alone(name: &'static str, content: String) -> impl Fn(&TestEnv) {
    move |env| {
        let page = env.page();
        assert_eq!(
            page,
            [(name.to_owned(), content.clone())],
            "{}",
            env.env.scenario()
        );
    }
}

fn saved(contents: &[&str]) -> impl Fn(&mut TestEnv) {
    let contents: Vec<String> = contents.iter().map(|&one| one.to_owned()).collect();
    move |env| {
        for (at, content) in contents.iter().enumerate() {
            if at > 0 {
                env.run();
            }
            env.save("a.pdf", content);
        }
    }
}

#[test]
fn a_first_upload_that_is_killed_anywhere_leaves_one_document() {
    // The person works on: only the journal knows the first content as ours.
    let works_on = saved(&["second"]);
    let check = is_alone("a.pdf", "second".to_owned());
    killed_anywhere(Deletes::Ask, saved(&["first"]), works_on, check);
}

#[test]
fn a_replace_that_is_killed_anywhere_leaves_the_new_content_alone() {
    let whole = |env: &mut TestEnv| {
        let page = env.page();
        let is = |content: &str| page.contains(&("a.pdf".into(), content.into()));
        assert!(
            is("first") || is("second"),
            "old or new at every moment: {page:?}"
        );
    };
    let check = |env: &TestEnv| {
        is_alone("a.pdf", "second".to_owned())(env);
        assert!(env.kept("first"));
    };
    killed_anywhere(Deletes::Ask, saved(&["first", "second"]), whole, check);
}

#[test]
fn a_replace_that_is_killed_and_overtaken_by_a_third_save_leaves_that_alone() {
    let check = is_alone("a.pdf", "third".to_owned());
    let before = saved(&["first", "second"]);
    killed_anywhere(Deletes::Ask, before, saved(&["third"]), check);
}

#[test]
fn a_large_file_that_is_killed_while_it_streams_is_recognised() {
    // The first bytes of a .dwg are read for its type: of so short a file they are all, and its hash is known before.
    let long = |text: &str| format!("{text:.<80}");
    let save = |text: &'static str| move |env: &mut TestEnv| env.save("big.las", &long(text));
    let check = is_alone("big.las", long("second"));
    killed_anywhere(Deletes::Ask, save("first"), save("second"), check);
}

fn four_of_which_one_is_deleted(env: &mut TestEnv) {
    env.save_all(&["a.pdf", "b.pdf", "c.pdf", "d.pdf"]);
    env.run();
    env.delete("a.pdf");
}

#[test]
fn a_delete_that_is_killed_anywhere_is_done_or_not_begun() {
    let check = |env: &TestEnv| {
        assert_eq!(env.page().len(), 3);
        assert!(env.kept("a.pdf"));
    };
    killed_anywhere(
        Deletes::Propagate,
        four_of_which_one_is_deleted,
        |_| {},
        check,
    );
}

#[test]
fn a_file_that_comes_back_while_its_delete_is_prepared_keeps_its_document() {
    let comes_back = |env: &mut TestEnv| env.save("a.pdf", "a.pdf");
    let check = |env: &TestEnv| assert_eq!(env.page().len(), 4);
    killed_anywhere(
        Deletes::Propagate,
        four_of_which_one_is_deleted,
        comes_back,
        check,
    );
}

#[test]
fn a_delete_that_is_killed_is_decided_anew() {
    let listed = Cell::new(0);
    let keeps = |env: &mut TestEnv| {
        listed.set(env.page().len());
        let mapping = env.engine.mapping().clone();
        env.engine.set_mapping(Mapping {
            deletes: Deletes::Keep,
            ..mapping
        });
    };
    let check = |env: &TestEnv| assert_eq!(env.page().len(), listed.get());
    killed_anywhere(
        Deletes::Propagate,
        four_of_which_one_is_deleted,
        keeps,
        check,
    );
}
