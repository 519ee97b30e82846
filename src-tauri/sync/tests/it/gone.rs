//! A person's word on files that are gone from the folder: name by name.

use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::plan::ActionKind;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::resolve::GoneChoice;

use crate::desk::Desk;

/// Three files on the page, of which two were deleted in the folder and wait for a yes.
fn two_gone() -> Desk {
    let mut desk = Desk::new(Deletes::Ask);
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"] {
        desk.save(name, name);
    }
    desk.run();
    desk.delete("a.pdf");
    desk.delete("b.pdf");
    let report = desk.run();
    let waits = |action: &fielddesk_sync::plan::Action| {
        matches!(action.act, ActionKind::Delete { hold: Some(_), .. })
    };
    assert_eq!(
        report.left.actions.iter().filter(|one| waits(one)).count(),
        2
    );
    desk
}

fn names(desk: &Desk) -> Vec<String> {
    desk.page().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn only_the_names_that_were_said_leave_the_page_and_are_kept() {
    let mut desk = two_gone();
    assert_eq!(desk.gone(&["a.pdf"], GoneChoice::Remove), [true]);
    assert_eq!(names(&desk), ["b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"]);
    assert!(desk.kept("a.pdf"));
    let left = desk.run().left;
    assert_eq!(left.actions.len(), 1, "the other one still waits: {left:?}");
}

#[test]
fn what_is_kept_stays_on_the_page_and_is_not_asked_about_again() {
    let mut desk = two_gone();
    let both = desk.gone(&["a.pdf", "b.pdf"], GoneChoice::Keep);
    assert_eq!(both, [true, true]);
    let report = desk.run();
    assert!(report.left.is_empty(), "{:?}", report.left);
    assert_eq!(names(&desk).len(), 6);
    assert!(!desk.folder().contains_key("a.pdf"));
}

#[test]
fn what_is_put_back_is_in_the_folder_and_in_step() {
    let mut desk = two_gone();
    assert_eq!(desk.gone(&["b.pdf"], GoneChoice::PutBack), [true]);
    assert_eq!(desk.folder()["b.pdf"], "b.pdf");
    assert_eq!(names(&desk).len(), 6);
    let left = desk.run().left;
    assert_eq!(left.actions.len(), 1, "only the other one waits: {left:?}");
}

#[test]
fn a_word_on_a_name_that_does_not_wait_does_nothing() {
    let mut desk = two_gone();
    desk.save("a.pdf", "a new one");
    let said = desk.gone(&["a.pdf", "c.pdf", "unknown.pdf"], GoneChoice::Remove);
    assert_eq!(said, [false, false, false]);
    assert_eq!(names(&desk).len(), 6);
}

#[test]
fn a_page_that_lists_far_fewer_documents_loses_none_by_a_word() {
    let mut desk = Desk::new(Deletes::Ask);
    let name = |number: usize| format!("{number:02}.pdf");
    for number in 0..15 {
        desk.save(&name(number), &name(number));
    }
    desk.run();
    desk.delete("00.pdf");
    for number in 1..13 {
        desk.take(&name(number));
    }
    desk.run();
    assert_eq!(desk.file("00.pdf").reason, Reason::ListingShrank);
    assert_eq!(desk.gone(&["00.pdf"], GoneChoice::Remove), [false]);
    assert_eq!(names(&desk), ["00.pdf", "13.pdf", "14.pdf"]);
    assert_eq!(desk.gone(&["00.pdf"], GoneChoice::PutBack), [true]);
    assert_eq!(desk.folder()["00.pdf"], "00.pdf");
}
