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

fn both_there() -> [TestEnv; 3] {
    [first_contact(), replaced_elsewhere(), both_changed()]
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

#[test]
fn both_there_and_ours_stays() {
    for mut env in both_there() {
        env.resolve("a.pdf", Keep::Local).unwrap();
        assert_eq!(env.page(), docs(&[("a.pdf", "ours")]));
        assert!(env.kept("theirs"));
        at_rest(&mut env);
    }
}

#[test]
fn both_there_and_theirs_stays() {
    for mut env in both_there() {
        env.resolve("a.pdf", Keep::Remote).unwrap();
        assert_eq!(env.page(), docs(&[("a.pdf", "theirs")]));
        assert_eq!(env.folder()["a.pdf"], "theirs");
        assert!(env.kept("ours"));
        at_rest(&mut env);
    }
}

#[test]
fn both_there_and_both_stay() {
    for mut env in both_there() {
        env.resolve("a.pdf", Keep::Both).unwrap();
        assert_eq!(env.folder()["a.pdf"], "ours");
        assert_eq!(env.folder()[COPY], "theirs");
        env.env.advance(std::time::Duration::from_secs(1));
        at_rest(&mut env);
        assert_eq!(env.page(), docs(&[(COPY, "theirs"), ("a.pdf", "ours")]));
    }
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

#[test]
fn deleted_elsewhere_and_ours_stays() {
    for keep in [Keep::Local, Keep::Both] {
        let mut env = deleted_elsewhere();
        env.resolve("a.pdf", keep).unwrap();
        assert_eq!(env.page(), docs(&[("a.pdf", "ours")]));
        at_rest(&mut env);
    }
}

#[test]
fn deleted_elsewhere_and_the_delete_stands() {
    let mut env = deleted_elsewhere();
    env.resolve("a.pdf", Keep::Remote).unwrap();
    assert!(env.folder().is_empty() && env.page().is_empty() && env.kept("ours"));
    at_rest(&mut env);
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

#[test]
fn ours_gone_theirs_new_and_ours_stays() {
    let mut env = ours_gone_theirs_new();
    env.resolve("a.pdf", Keep::Local).unwrap();
    assert!(env.page().is_empty() && env.folder().is_empty() && env.kept("theirs"));
    at_rest(&mut env);
}

#[test]
fn ours_gone_theirs_new_and_theirs_stays() {
    for keep in [Keep::Remote, Keep::Both] {
        let mut env = ours_gone_theirs_new();
        env.resolve("a.pdf", keep).unwrap();
        assert_eq!(env.folder()["a.pdf"], "theirs");
        assert_eq!(env.page(), docs(&[("a.pdf", "theirs")]));
        at_rest(&mut env);
    }
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

#[test]
fn duplicates_and_ours_stays_alone() {
    let mut env = duplicates();
    env.resolve("a.pdf", Keep::Local).unwrap();
    assert_eq!(env.page(), docs(&[("a.pdf", "ours")]));
    assert!(env.kept("second") && env.kept("third"));
    at_rest(&mut env);
}

#[test]
fn duplicates_and_the_last_one_listed_stays() {
    let mut env = duplicates();
    env.resolve("a.pdf", Keep::Remote).unwrap();
    assert_eq!(env.page(), docs(&[("a.pdf", "third")]));
    assert_eq!(env.folder()["a.pdf"], "third");
    assert!(env.kept("ours") && env.kept("second"));
    at_rest(&mut env);
}

#[test]
fn duplicates_and_each_other_one_comes_into_the_folder() {
    let mut env = duplicates();
    env.resolve("a.pdf", Keep::Both).unwrap();
    env.env.advance(std::time::Duration::from_secs(1));
    at_rest(&mut env);
    let second = "a (theirs 2026-11-20 14.05.33) 2.pdf";
    let expected = docs(&[(second, "third"), (COPY, "second"), ("a.pdf", "ours")]);
    assert_eq!(env.page(), expected);
    assert_eq!(env.folder().len(), 3);
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
