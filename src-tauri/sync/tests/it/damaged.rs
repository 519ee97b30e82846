//! Much of a folder was emptied or encrypted: nothing is replaced until a person says so.

use std::time::Duration;

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::{RunOptions, RunReport};
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::plan::{ActionKind, Approval};
use fielddesk_sync::reason::Reason;
use fielddesk_sync::resolve::{ChangedChoice, HeldChoice};

use crate::test_env::{TestEnv, done};

fn name(number: usize) -> String {
    format!("{number:03}.pdf")
}

fn drawing(number: usize) -> String {
    format!("%PDF-1.7 drawing {number}")
}

fn encrypted(number: usize) -> String {
    format!("\u{1}\u{2}locked {number}")
}

/// A folder of so many drawings, in step.
fn drawings(count: usize, content: fn(usize) -> String) -> TestEnv {
    let mut env = TestEnv::new(Deletes::Ask);
    for number in 0..count {
        env.save(&name(number), &content(number));
    }
    let report = env.run();
    assert!(report.left.is_empty(), "{:?}", report.left);
    env
}

fn change(env: &TestEnv, numbers: std::ops::Range<usize>, content: fn(usize) -> String) {
    for number in numbers {
        env.save(&name(number), &content(number));
    }
}

fn held(report: &RunReport) -> usize {
    let held = report.left.actions.iter().filter(|action| {
        matches!(action.act, ActionKind::Send { held: true, .. })
            && action.reason() == Reason::ManyChanges
    });
    held.count()
}

fn on_page(env: &TestEnv, number: usize) -> String {
    let page = env.page();
    let found = page.iter().find(|(found, _)| *found == name(number));
    found.map(|(_, content)| content.clone()).unwrap()
}

#[test]
fn a_folder_that_was_encrypted_replaces_nothing_and_yes_is_not_enough() {
    let mut env = drawings(60, drawing);
    change(&env, 0..60, encrypted);
    let report = env.run();
    assert_eq!((held(&report), report.decisions()), (60, 60));
    assert_eq!(held(&env.yes()), 60, "only who saw the plan approves it");
    env.restart();
    env.env.advance(Duration::from_secs(3 * 60 * 60));
    assert_eq!(held(&env.run()), 60, "it waits however long");
    assert_eq!(on_page(&env, 7), drawing(7));

    let approve = RunOptions {
        approval: Approval::Plan(report.left.id.clone()),
        ..RunOptions::default()
    };
    let report = env.run_with(&approve);
    assert!(report.left.is_empty(), "{:?}", report.left);
    assert_eq!(report.tally.replaced, 60);
    assert_eq!(on_page(&env, 7), encrypted(7));
    change(&env, 3..4, drawing);
    assert!(
        env.run().left.is_empty(),
        "what was approved counts no more"
    );
}

#[test]
fn emptied_files_wait_as_well() {
    let mut env = drawings(51, |number| format!("text {number}"));
    change(&env, 0..51, |_| String::new());
    assert_eq!(held(&env.run()), 51);
}

#[test]
fn a_nightly_export_of_everything_passes() {
    let mut env = drawings(60, drawing);
    change(&env, 0..60, |number| {
        format!("%PDF-1.7 revision B {number}")
    });
    let report = env.run();
    assert!(report.left.is_empty());
    assert_eq!(report.tally.replaced, 60);
}

#[test]
fn what_never_was_of_its_type_is_not_damaged_by_a_change() {
    let mut env = drawings(60, |number| format!("no drawing {number}"));
    change(&env, 0..60, encrypted);
    assert!(env.run().left.is_empty());
}

#[test]
fn fifty_files_or_half_a_folder_are_no_flood() {
    let mut env = drawings(50, drawing);
    change(&env, 0..50, encrypted);
    assert!(env.run().left.is_empty());
    let mut env = drawings(120, drawing);
    change(&env, 0..60, encrypted);
    assert!(env.run().left.is_empty());
}

#[test]
fn what_is_damaged_bit_by_bit_is_counted_over_an_hour() {
    let mut env = drawings(60, drawing);
    change(&env, 0..45, encrypted);
    assert!(env.run().left.is_empty());
    env.restart();
    change(&env, 45..60, encrypted);
    assert_eq!(held(&env.run()), 15);
    assert_eq!(on_page(&env, 50), drawing(50));
    env.env.advance(Duration::from_secs(2 * 60 * 60));
    assert_eq!(
        held(&env.run()),
        15,
        "the hour before the first of them counts"
    );
}

#[test]
fn what_was_damaged_the_day_before_does_not_count() {
    let mut env = drawings(60, drawing);
    change(&env, 0..45, encrypted);
    env.run();
    env.env.advance(Duration::from_secs(24 * 60 * 60));
    change(&env, 45..60, encrypted);
    assert!(env.run().left.is_empty());
}

#[test]
fn the_projects_versions_come_back_in_one_act_and_the_damaged_ones_are_kept() {
    let mut env = drawings(60, drawing);
    change(&env, 0..60, encrypted);
    env.run();
    env.env.approve();
    let keys: Vec<_> = (0..60)
        .map(|number| FileKey::of("Documents", &name(number)))
        .collect();
    let options = RunOptions::default();
    let said = env
        .engine
        .decide_held(&keys, HeldChoice::Changed(ChangedChoice::Restore), &options);
    let said = done(&env.env, said).unwrap();
    assert!(said.iter().all(Result::is_ok), "{said:?}");
    assert_eq!(env.folder()[&name(7)], drawing(7));
    assert!(env.kept(&encrypted(7)));
    assert!(env.run().left.is_empty());
    assert_eq!(on_page(&env, 7), drawing(7));
}

#[test]
fn a_word_on_one_file_uploads_that_one_as_it_is() {
    let mut env = drawings(60, drawing);
    change(&env, 0..60, encrypted);
    env.run();
    env.env.approve();
    let keys = [FileKey::of("Documents", &name(7))];
    let options = RunOptions::default();
    let said = env
        .engine
        .decide_held(&keys, HeldChoice::Changed(ChangedChoice::Upload), &options);
    assert!(done(&env.env, said).unwrap()[0].is_ok());
    assert_eq!(held(&env.run()), 59);
    assert_eq!(on_page(&env, 7), encrypted(7));
    assert_eq!(on_page(&env, 8), drawing(8));
}
