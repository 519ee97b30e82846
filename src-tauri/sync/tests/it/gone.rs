//! The user's decision on files that are gone from the folder: name by name.

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::RunOptions;
use fielddesk_sync::event::{Event, EventKind, Events};
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::plan::ActionKind;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::resolve::{DeletedChoice, HeldChoice};
use tokio::sync::mpsc::unbounded_channel;

use crate::test_env::{TestEnv, done};

/// Three files on the page, of which two were deleted in the folder and wait for a yes.
fn two_gone() -> TestEnv {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"]);
    env.run();
    env.delete("a.pdf");
    env.delete("b.pdf");
    let report = env.run();
    let waits = |action: &fielddesk_sync::plan::Action| {
        matches!(action.act, ActionKind::Delete { hold: Some(_), .. })
    };
    assert_eq!(
        report.left.actions.iter().filter(|one| waits(one)).count(),
        2
    );
    env
}

fn names(env: &TestEnv) -> Vec<String> {
    env.page().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn only_the_names_that_were_said_leave_the_page_and_are_kept() {
    let mut env = two_gone();
    assert_eq!(env.gone(&["a.pdf"], DeletedChoice::Remove), [true]);
    assert_eq!(names(&env), ["b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"]);
    assert!(env.kept("a.pdf"));
    let left = env.run().left;
    assert_eq!(left.actions.len(), 1, "the other one still waits: {left:?}");
}

#[test]
fn what_is_kept_stays_on_the_page_and_is_not_asked_about_again() {
    let mut env = two_gone();
    let both = env.gone(&["a.pdf", "b.pdf"], DeletedChoice::Keep);
    assert_eq!(both, [true, true]);
    let report = env.run();
    assert!(report.left.is_empty(), "{:?}", report.left);
    assert_eq!(names(&env).len(), 6);
    assert!(!env.folder().contains_key("a.pdf"));
}

#[test]
fn what_is_put_back_is_in_the_folder_and_in_step() {
    let mut env = two_gone();
    let sent = |env: &TestEnv| {
        let saved = env.engine.saved();
        let agreed = saved
            .synced
            .iter()
            .find(|(key, _)| key.name.as_str() == "b.pdf");
        agreed.map(|(_, file)| (file.sent, file.at))
    };
    let before = sent(&env);
    assert!(before.is_some_and(|(sent, _)| sent));
    assert_eq!(env.gone(&["b.pdf"], DeletedChoice::PutBack), [true]);
    assert_eq!(env.folder()["b.pdf"], "b.pdf");
    assert_eq!(sent(&env), before, "it is the document that was sent");
    assert_eq!(names(&env).len(), 6);
    let left = env.run().left;
    assert_eq!(left.actions.len(), 1, "only the other one waits: {left:?}");
}

#[test]
fn a_word_on_a_name_that_does_not_wait_does_nothing() {
    let mut env = two_gone();
    env.save("a.pdf", "a new one");
    let said = env.gone(&["a.pdf", "c.pdf", "unknown.pdf"], DeletedChoice::Remove);
    assert_eq!(said, [false, false, false]);
    assert_eq!(names(&env).len(), 6);
}

#[test]
fn a_page_that_lists_far_fewer_documents_loses_none_by_a_word() {
    let mut env = TestEnv::new(Deletes::Ask);
    let name = |number: usize| format!("{number:02}.pdf");
    for number in 0..15 {
        env.save(&name(number), &name(number));
    }
    env.run();
    env.delete("00.pdf");
    for number in 1..13 {
        env.take(&name(number));
    }
    env.run();
    assert_eq!(env.file("00.pdf").reason, Reason::ListingShrank);
    assert_eq!(env.gone(&["00.pdf"], DeletedChoice::Remove), [false]);
    assert_eq!(names(&env), ["00.pdf", "13.pdf", "14.pdf"]);
    assert_eq!(env.gone(&["00.pdf"], DeletedChoice::PutBack), [true]);
    assert_eq!(env.folder()["00.pdf"], "00.pdf");
}

/// The name that a delete which waits was renamed to.
fn renamed_to(report: &fielddesk_sync::engine::RunReport) -> Vec<(String, Option<String>)> {
    let waiting = report.left.actions.iter().filter_map(|action| {
        let ActionKind::Delete { renamed_to, .. } = &action.act else {
            return None;
        };
        let to = renamed_to
            .as_ref()
            .map(|to| to.key.name.as_str().to_owned());
        Some((action.name.clone(), to))
    });
    waiting.collect()
}

#[test]
fn an_old_name_that_waits_still_tells_the_new_one_after_its_upload_and_a_restart() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf"]);
    env.run();
    env.delete("a.pdf");
    env.save("A-101.pdf", "a.pdf");
    let expected = [("a.pdf".to_owned(), Some("a-101.pdf".to_owned()))];
    assert_eq!(renamed_to(&env.run()), expected);
    assert!(
        names(&env).contains(&"A-101.pdf".to_owned()),
        "both are there"
    );
    assert_eq!(renamed_to(&env.run()), expected);
    env.restart();
    assert_eq!(renamed_to(&env.run()), expected);
    assert_eq!(env.gone(&["a.pdf"], DeletedChoice::Remove), [true]);
    assert!(env.run().left.is_empty());
    assert_eq!(names(&env), ["A-101.pdf", "b.pdf", "c.pdf"]);
}

#[test]
fn an_old_name_that_goes_is_told_with_the_new_one() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"]);
    env.run();
    env.delete("a.pdf");
    env.save("A-101.pdf", "a.pdf");
    env.delete("b.pdf");
    env.run();
    env.env.approve();
    let (sender, mut told) = unbounded_channel();
    let options = RunOptions {
        events: Events::to(sender),
        ..RunOptions::default()
    };
    let keys = ["a.pdf", "b.pdf"].map(|name| FileKey::of("Documents", name));
    let choice = HeldChoice::Deleted(DeletedChoice::Remove);
    let decided = env.engine.decide_held(&keys, choice, &options);
    done(&env.env, decided).unwrap();
    let mut gone = Vec::new();
    while let Ok(event) = told.try_recv() {
        if let Event::Name {
            event: EventKind::DeletedRemote,
            name,
            reason,
            message,
            ..
        } = event
        {
            gone.push((name, reason, message));
        }
    }
    assert_eq!(
        gone,
        [
            (
                "a.pdf".to_owned(),
                Some(Reason::Renamed),
                Some("Documents/A-101.pdf".to_owned())
            ),
            ("b.pdf".to_owned(), None, None),
        ]
    );
}

#[test]
fn an_older_copy_is_no_new_name_of_what_was_deleted() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("copy.pdf", "the same");
    env.run();
    env.save("plan.pdf", "the same");
    env.save("other.pdf", "other");
    env.run();
    env.delete("plan.pdf");
    assert_eq!(renamed_to(&env.run()), [("plan.pdf".to_owned(), None)]);
}
