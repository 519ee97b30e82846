//! The table of conflicts and words: which one shall stay.

use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::resolve::{Keep, Resolution, ResolveError};

use crate::desk::{Desk, docs};

const COPY: &str = "a (theirs 2026-11-20 14.05.33).pdf";

fn first_contact() -> Desk {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "ours");
    desk.add("a.pdf", "theirs");
    desk.run();
    assert_eq!(desk.conflict("a.pdf"), "firstContact");
    desk
}

fn replaced_elsewhere() -> Desk {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "ours");
    desk.run();
    desk.take("a.pdf");
    desk.add("a.pdf", "theirs");
    desk.run();
    assert_eq!(desk.conflict("a.pdf"), "replacedElsewhere");
    desk
}

fn both_changed() -> Desk {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "old");
    desk.run();
    desk.take("a.pdf");
    desk.add("a.pdf", "theirs");
    desk.save("a.pdf", "ours");
    desk.run();
    assert_eq!(desk.conflict("a.pdf"), "bothChanged");
    desk
}

fn both_there() -> [Desk; 3] {
    [first_contact(), replaced_elsewhere(), both_changed()]
}

/// After a word and another run, nothing is left to do.
fn at_rest(desk: &mut Desk) {
    let report = desk.run();
    assert!(report.left.is_empty(), "{:?}", report.left);
    let before = desk.world.acts();
    desk.run();
    let after = desk.world.acts();
    assert_eq!(
        after.uploads + after.deletes,
        before.uploads + before.deletes
    );
}

#[test]
fn both_there_and_ours_stays() {
    for mut desk in both_there() {
        desk.resolve("a.pdf", Keep::Local).unwrap();
        assert_eq!(desk.page(), docs(&[("a.pdf", "ours")]));
        assert!(desk.kept("theirs"));
        at_rest(&mut desk);
    }
}

#[test]
fn both_there_and_theirs_stays() {
    for mut desk in both_there() {
        desk.resolve("a.pdf", Keep::Remote).unwrap();
        assert_eq!(desk.page(), docs(&[("a.pdf", "theirs")]));
        assert_eq!(desk.folder()["a.pdf"], "theirs");
        assert!(desk.kept("ours"));
        at_rest(&mut desk);
    }
}

#[test]
fn both_there_and_both_stay() {
    for mut desk in both_there() {
        desk.resolve("a.pdf", Keep::Both).unwrap();
        assert_eq!(desk.folder()["a.pdf"], "ours");
        assert_eq!(desk.folder()[COPY], "theirs");
        desk.world.advance(std::time::Duration::from_secs(1));
        at_rest(&mut desk);
        assert_eq!(desk.page(), docs(&[(COPY, "theirs"), ("a.pdf", "ours")]));
    }
}

fn deleted_elsewhere() -> Desk {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "ours");
    desk.run();
    desk.take("a.pdf");
    desk.run();
    assert_eq!(desk.conflict("a.pdf"), "deletedElsewhere");
    desk
}

#[test]
fn deleted_elsewhere_and_ours_stays() {
    for keep in [Keep::Local, Keep::Both] {
        let mut desk = deleted_elsewhere();
        desk.resolve("a.pdf", keep).unwrap();
        assert_eq!(desk.page(), docs(&[("a.pdf", "ours")]));
        at_rest(&mut desk);
    }
}

#[test]
fn deleted_elsewhere_and_the_delete_stands() {
    let mut desk = deleted_elsewhere();
    desk.resolve("a.pdf", Keep::Remote).unwrap();
    assert!(desk.folder().is_empty() && desk.page().is_empty() && desk.kept("ours"));
    at_rest(&mut desk);
}

fn ours_gone_theirs_new() -> Desk {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "ours");
    desk.run();
    desk.delete("a.pdf");
    desk.take("a.pdf");
    desk.add("a.pdf", "theirs");
    desk.run();
    assert_eq!(desk.conflict("a.pdf"), "bothChanged");
    desk
}

#[test]
fn ours_gone_theirs_new_and_ours_stays() {
    let mut desk = ours_gone_theirs_new();
    desk.resolve("a.pdf", Keep::Local).unwrap();
    assert!(desk.page().is_empty() && desk.folder().is_empty() && desk.kept("theirs"));
    at_rest(&mut desk);
}

#[test]
fn ours_gone_theirs_new_and_theirs_stays() {
    for keep in [Keep::Remote, Keep::Both] {
        let mut desk = ours_gone_theirs_new();
        desk.resolve("a.pdf", keep).unwrap();
        assert_eq!(desk.folder()["a.pdf"], "theirs");
        assert_eq!(desk.page(), docs(&[("a.pdf", "theirs")]));
        at_rest(&mut desk);
    }
}

fn duplicates() -> Desk {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "ours");
    desk.run();
    desk.add("a.pdf", "second");
    desk.add("a.pdf", "third");
    desk.run();
    assert_eq!(desk.conflict("a.pdf"), "duplicateNames");
    desk
}

#[test]
fn duplicates_and_ours_stays_alone() {
    let mut desk = duplicates();
    desk.resolve("a.pdf", Keep::Local).unwrap();
    assert_eq!(desk.page(), docs(&[("a.pdf", "ours")]));
    assert!(desk.kept("second") && desk.kept("third"));
    at_rest(&mut desk);
}

#[test]
fn duplicates_and_the_last_one_listed_stays() {
    let mut desk = duplicates();
    desk.resolve("a.pdf", Keep::Remote).unwrap();
    assert_eq!(desk.page(), docs(&[("a.pdf", "third")]));
    assert_eq!(desk.folder()["a.pdf"], "third");
    assert!(desk.kept("ours") && desk.kept("second"));
    at_rest(&mut desk);
}

#[test]
fn duplicates_and_each_other_one_comes_into_the_folder() {
    let mut desk = duplicates();
    desk.resolve("a.pdf", Keep::Both).unwrap();
    desk.world.advance(std::time::Duration::from_secs(1));
    at_rest(&mut desk);
    let second = "a (theirs 2026-11-20 14.05.33) 2.pdf";
    let expected = docs(&[(second, "third"), (COPY, "second"), ("a.pdf", "ours")]);
    assert_eq!(desk.page(), expected);
    assert_eq!(desk.folder().len(), 3);
}

#[test]
fn a_name_collision_is_refused_and_names_both_files() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "one");
    desk.save("A.pdf", "two");
    desk.run();
    let refused = desk.resolve("a.pdf", Keep::Local);
    let both = vec!["A.pdf".to_owned(), "a.pdf".to_owned()];
    assert_eq!(refused, Err(ResolveError::NameCollision(both)));
}

#[test]
fn what_is_no_conflict_cannot_be_resolved() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "one");
    desk.run();
    assert_eq!(
        desk.resolve("a.pdf", Keep::Local),
        Err(ResolveError::NoConflict)
    );
}

#[test]
fn a_refused_file_is_the_failure_and_leaves_the_conflict_as_it_was() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("refused.pdf", "ours");
    desk.add("refused.pdf", "theirs");
    desk.run();
    let refused = desk.resolve("refused.pdf", Keep::Local);
    assert!(
        matches!(refused, Err(ResolveError::Refused { status: 400, .. })),
        "{refused:?}"
    );
    assert_eq!(desk.page(), docs(&[("refused.pdf", "theirs")]));
    desk.run();
    assert_eq!(desk.conflict("refused.pdf"), "firstContact");
    desk.resolve("refused.pdf", Keep::Remote).unwrap();
    at_rest(&mut desk);
}

#[test]
fn a_choice_covers_only_documents_that_were_shown() {
    for keep in [Keep::Local, Keep::Remote, Keep::Both] {
        let mut desk = first_contact();
        let view = desk.engine.view().unwrap();
        let conflicts = view.conflicts(&desk.engine.saved());
        let shown = conflicts[0].remote.iter().map(|side| side.id.clone());
        let resolution = Resolution {
            shown: Some(shown.collect()),
            ..Resolution::of(keep)
        };
        desk.add("a.pdf", "of nobody seen");
        let before = (desk.page(), desk.folder());
        let resolved = desk.resolve_as("a.pdf", &resolution);
        assert_eq!(resolved, Err(ResolveError::OtherDocuments), "{keep:?}");
        assert_eq!((desk.page(), desk.folder()), before, "{keep:?}");
    }
}

#[test]
fn to_keep_a_document_that_is_gone_by_then_removes_no_file() {
    let mut desk = both_changed();
    let view = desk.engine.view().unwrap();
    let conflicts = view.conflicts(&desk.engine.saved());
    let shown = conflicts[0].remote.iter().map(|side| side.id.clone());
    let resolution = Resolution {
        shown: Some(shown.collect()),
        ..Resolution::of(Keep::Remote)
    };
    desk.take("a.pdf");
    let resolved = desk.resolve_as("a.pdf", &resolution);
    assert_eq!(resolved, Err(ResolveError::OtherDocuments));
    assert_eq!(desk.folder()["a.pdf"], "ours");
}
