//! The table of conflicts and words: which one shall stay.

use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::resolve::{Keep, Resolution, ResolveError};

use crate::test_env::{TestEnv, docs};

const COPY: &str = "a (theirs 2026-11-20 14.05.33).pdf";

fn first_contact() -> TestEnv {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "ours");
    env.add("a.pdf", "theirs");
    env.run();
    assert_eq!(env.conflict("a.pdf"), "firstContact");
    env
}

fn replaced_elsewhere() -> TestEnv {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "ours");
    env.run();
    env.take("a.pdf");
    env.add("a.pdf", "theirs");
    env.run();
    assert_eq!(env.conflict("a.pdf"), "replacedElsewhere");
    env
}

fn both_changed() -> TestEnv {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "old");
    env.run();
    env.take("a.pdf");
    env.add("a.pdf", "theirs");
    env.save("a.pdf", "ours");
    env.run();
    assert_eq!(env.conflict("a.pdf"), "bothChanged");
    env
}

/// After a word and another run, nothing is left to do.
fn at_rest(env: &mut TestEnv) {
    let report = env.run();
    assert!(report.left.is_empty(), "{:?}", report.left);
    let before = env.env.acts();
    env.run();
    let after = env.env.acts();
    assert_eq!(
        after.uploads + after.deletes,
        before.uploads + before.deletes
    );
}

fn deleted_elsewhere() -> TestEnv {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "ours");
    env.run();
    env.take("a.pdf");
    env.run();
    assert_eq!(env.conflict("a.pdf"), "deletedElsewhere");
    env
}

fn ours_gone_theirs_new() -> TestEnv {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "ours");
    env.run();
    env.delete("a.pdf");
    env.take("a.pdf");
    env.add("a.pdf", "theirs");
    env.run();
    assert_eq!(env.conflict("a.pdf"), "bothChanged");
    env
}

fn duplicates() -> TestEnv {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "ours");
    env.run();
    env.add("a.pdf", "second");
    env.add("a.pdf", "third");
    env.run();
    assert_eq!(env.conflict("a.pdf"), "duplicateNames");
    env
}

type Side = &'static [(&'static str, &'static str)];

/// A conflict and a word on it: both sides at rest afterwards, and what is kept.
type Case = (fn() -> TestEnv, Keep, Side, Side, &'static [&'static str]);

#[test]
fn each_word_on_each_conflict_leaves_both_sides_as_it_says() {
    use Keep::{Both, Local, Remote};
    const OURS: Side = &[("a.pdf", "ours")];
    const THEIRS: Side = &[("a.pdf", "theirs")];
    const TWO: Side = &[(COPY, "theirs"), ("a.pdf", "ours")];
    const THIRD: Side = &[("a.pdf", "third")];
    const SECOND_COPY: &str = "a (theirs 2026-11-20 14.05.33) 2.pdf";
    const THREE: Side = &[(SECOND_COPY, "third"), (COPY, "second"), ("a.pdf", "ours")];
    let mut cases: Vec<Case> = vec![
        (deleted_elsewhere, Local, OURS, OURS, &[]),
        (deleted_elsewhere, Both, OURS, OURS, &[]),
        (deleted_elsewhere, Remote, &[], &[], &["ours"]),
        (ours_gone_theirs_new, Local, &[], &[], &["theirs"]),
        (ours_gone_theirs_new, Remote, THEIRS, THEIRS, &[]),
        (ours_gone_theirs_new, Both, THEIRS, THEIRS, &[]),
        (duplicates, Local, OURS, OURS, &["second", "third"]),
        (duplicates, Remote, THIRD, THIRD, &["ours", "second"]),
        (duplicates, Both, THREE, THREE, &[]),
    ];
    for conflict in [first_contact, replaced_elsewhere, both_changed] {
        cases.push((conflict, Local, OURS, OURS, &["theirs"]));
        cases.push((conflict, Remote, THEIRS, THEIRS, &["ours"]));
        cases.push((conflict, Both, TWO, TWO, &[]));
    }
    for (number, (conflict, keep, page, folder, kept)) in cases.into_iter().enumerate() {
        let mut env = conflict();
        env.resolve("a.pdf", keep).unwrap();
        env.env.advance(std::time::Duration::from_secs(1));
        at_rest(&mut env);
        assert_eq!(env.page(), docs(page), "case {number}, {keep:?}");
        let mut files: Vec<_> = env.folder().into_iter().collect();
        files.sort();
        assert_eq!(files, docs(folder), "case {number}, {keep:?}");
        for content in kept {
            assert!(env.kept(content), "case {number}, {keep:?}");
        }
    }
}

#[test]
fn a_name_collision_is_refused_and_names_both_files() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "one");
    env.save("A.pdf", "two");
    env.run();
    let refused = env.resolve("a.pdf", Keep::Local);
    let both = vec!["A.pdf".to_owned(), "a.pdf".to_owned()];
    assert_eq!(refused, Err(ResolveError::NameCollision(both)));
}

#[test]
fn what_is_no_conflict_cannot_be_resolved() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "one");
    env.run();
    assert_eq!(
        env.resolve("a.pdf", Keep::Local),
        Err(ResolveError::NoConflict)
    );
}

#[test]
fn a_refused_file_is_the_failure_and_leaves_the_conflict_as_it_was() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("refused.pdf", "ours");
    env.add("refused.pdf", "theirs");
    env.run();
    let refused = env.resolve("refused.pdf", Keep::Local);
    assert!(
        matches!(refused, Err(ResolveError::Refused { status: 400, .. })),
        "{refused:?}"
    );
    assert_eq!(env.page(), docs(&[("refused.pdf", "theirs")]));
    env.run();
    assert_eq!(env.conflict("refused.pdf"), "firstContact");
    env.resolve("refused.pdf", Keep::Remote).unwrap();
    at_rest(&mut env);
}

#[test]
fn a_choice_covers_only_documents_that_were_shown() {
    for keep in [Keep::Local, Keep::Remote, Keep::Both] {
        let mut env = first_contact();
        let view = env.engine.view().unwrap();
        let conflicts = view.conflicts(&env.engine.saved());
        let shown = conflicts[0].remote.iter().map(|side| side.id.clone());
        let resolution = Resolution {
            shown: Some(shown.collect()),
            ..Resolution::of(keep)
        };
        env.add("a.pdf", "of nobody seen");
        let before = (env.page(), env.folder());
        let resolved = env.resolve_as("a.pdf", &resolution);
        assert_eq!(resolved, Err(ResolveError::OtherDocuments), "{keep:?}");
        assert_eq!((env.page(), env.folder()), before, "{keep:?}");
    }
}

#[test]
fn to_keep_a_document_that_is_gone_by_then_removes_no_file() {
    let mut env = both_changed();
    let view = env.engine.view().unwrap();
    let conflicts = view.conflicts(&env.engine.saved());
    let shown = conflicts[0].remote.iter().map(|side| side.id.clone());
    let resolution = Resolution {
        shown: Some(shown.collect()),
        ..Resolution::of(Keep::Remote)
    };
    env.take("a.pdf");
    let resolved = env.resolve_as("a.pdf", &resolution);
    assert_eq!(resolved, Err(ResolveError::OtherDocuments));
    assert_eq!(env.folder()["a.pdf"], "ours");
}

#[test]
fn a_file_that_was_renamed_over_a_conflict_stands_when_a_person_says_so() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save_all(&["a.pdf", "plan.pdf", "top.pdf"]);
    env.run();
    env.take("a.pdf");
    env.delete("plan.pdf");
    env.save("a.pdf", "plan.pdf");
    env.run();
    assert_eq!(env.conflict("a.pdf"), "deletedElsewhere");
    // The old name waits for a word of its own.
    env.resolve("a.pdf", Keep::Local).unwrap();
    let page = docs(&[
        ("a.pdf", "plan.pdf"),
        ("plan.pdf", "plan.pdf"),
        ("top.pdf", "top.pdf"),
    ]);
    assert_eq!(env.page(), page);
    env.yes();
    let page = docs(&[("a.pdf", "plan.pdf"), ("top.pdf", "top.pdf")]);
    assert_eq!(env.page(), page);
}
