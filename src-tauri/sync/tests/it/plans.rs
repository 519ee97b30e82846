//! Plans of whole trees: what concerns several names at once.

use fielddesk_rules::name_key::{FileKey, SectionKey};
use fielddesk_sync::mapping::{Deletes, Sections};
use fielddesk_sync::mapping_state::{Decided, DoneDelete};
use fielddesk_sync::path::RelPath;
use fielddesk_sync::plan::{ActionKind, Approval};
use fielddesk_sync::ports::{Ignored, NotReady, Readiness};
use fielddesk_sync::timestamp::Timestamp;

use crate::trees::{Trees, hash};

fn mirrored(deletes: Deletes, count: usize) -> Trees {
    let mut trees = Trees::new(deletes);
    for n in 0..count {
        trees.mirrored(
            &format!("VA/{n:03}.pdf"),
            &format!("id{n:03}"),
            &format!("content {n}"),
        );
    }
    trees
}

#[test]
fn a_quiet_folder_has_an_empty_plan() {
    assert!(mirrored(Deletes::Propagate, 20).plan().is_empty());
}

#[test]
fn new_changed_and_deleted_files_are_planned_in_that_order() {
    let mut trees = mirrored(Deletes::Propagate, 20);
    trees.scan.files.remove(0);
    trees.hashes[3].1 = hash("changed");
    trees.file("new.pdf", "new");
    let lines = trees.lines();
    assert_eq!(
        lines,
        [
            "upload Documents/new.pdf new",
            "replace VA/003.pdf changed",
            "deleteRemote VA/000.pdf deletedHere",
        ]
    );
}

#[test]
fn what_only_the_page_has_is_left_alone() {
    let mut trees = mirrored(Deletes::Propagate, 2);
    trees
        .doc("VA", "theirs.pdf", "x")
        .doc("Other", "y.pdf", "y");
    assert!(trees.plan().is_empty());
}

#[test]
fn the_policy_ask_holds_every_delete_and_keep_plans_none() {
    let mut trees = mirrored(Deletes::Ask, 20);
    trees.scan.files.remove(0);
    assert_eq!(trees.lines(), ["deleteRemote VA/000.pdf waitsForApproval"]);
    trees.mapping.deletes = Deletes::Keep;
    assert!(trees.plan().is_empty());
}

#[test]
fn more_than_ten_and_more_than_a_fifth_of_a_page_wait() {
    let hold = |total, gone| {
        let mut trees = mirrored(Deletes::Propagate, total);
        trees.scan.files.drain(..gone);
        let line = trees.lines().pop().unwrap();
        line.rsplit(' ').next().unwrap().to_owned()
    };
    assert_eq!(hold(100, 10), "deletedHere", "ten are not more than ten");
    assert_eq!(
        hold(100, 20),
        "deletedHere",
        "a fifth is not more than a fifth"
    );
    assert_eq!(hold(100, 21), "manyDeletes");
    assert_eq!(hold(40, 11), "manyDeletes");
    assert_eq!(hold(2, 2), "wholePage");
    assert_eq!(hold(3, 2), "deletedHere");
}

#[test]
fn deletes_of_the_last_day_that_nobody_approved_count() {
    let mut trees = mirrored(Deletes::Propagate, 40);
    trees.scan.files.drain(..4);
    let deleted = |at: i64, approved| DoneDelete {
        at: Timestamp::from_millis(at),
        section: SectionKey::of("VA"),
        approved,
    };
    let now = 1_000_000_000;
    let day = 24 * 60 * 60 * 1000;
    trees.saved.deletes = vec![deleted(now - 1000, true); 20];
    assert!(
        trees
            .lines()
            .iter()
            .all(|line| line.ends_with("deletedHere"))
    );
    trees.saved.deletes = vec![deleted(now - day - 1, false); 20];
    assert!(
        trees
            .lines()
            .iter()
            .all(|line| line.ends_with("deletedHere"))
    );
    trees.saved.deletes = vec![deleted(now - 1000, false); 8];
    assert!(
        trees
            .lines()
            .iter()
            .all(|line| line.ends_with("manyDeletes"))
    );
    trees.saved.deletes = vec![deleted(now + day, false); 8];
    assert!(
        trees
            .lines()
            .iter()
            .all(|line| line.ends_with("manyDeletes")),
        "a clock set back"
    );
}

#[test]
fn nothing_is_deleted_while_a_page_lists_none_of_ours() {
    let mut trees = mirrored(Deletes::Propagate, 3);
    trees
        .mirrored("a.pdf", "a", "a")
        .mirrored("b.pdf", "b", "b")
        .mirrored("c.pdf", "c", "c");
    trees
        .scan
        .files
        .retain(|file| file.path.as_str() != "a.pdf");
    trees.listing.pages.retain(|page| page.section != "VA");
    let lines = trees.lines();
    assert_eq!(lines[0], "deleteRemote Documents/a.pdf listingShrank");
    assert_eq!(
        lines[1..].len(),
        3,
        "and each file of the emptied page is asked about: {lines:?}"
    );
    assert!(
        lines[1..].iter().all(|line| line.starts_with("conflict")),
        "{lines:?}"
    );
}

#[test]
fn yes_approves_what_waits_but_not_a_plan_that_leaves_less_than_a_tenth() {
    let mut trees = mirrored(Deletes::Ask, 100);
    trees.scan.files.drain(..50);
    let half = trees.plan();
    assert!(Approval::Yes.covers(&half));
    trees.scan.files.drain(..41);
    let nearly_all = trees.plan();
    assert!(!Approval::Yes.covers(&nearly_all));
    assert!(Approval::Plan(nearly_all.id.clone()).covers(&nearly_all));
    assert!(
        !Approval::Plan(half.id).covers(&nearly_all),
        "only the plan that was shown"
    );
}

#[test]
fn a_lock_that_comes_does_not_make_another_plan() {
    let mut trees = mirrored(Deletes::Ask, 20);
    trees.scan.files.remove(0);
    let before = trees.plan();
    trees.scan.files[5].readiness = Readiness::NotReady(NotReady::Open(Some("AutoCAD".into())));
    let after = trees.plan();
    assert_eq!(before.id, after.id);
    assert!(trees.lines().contains(&"skip VA/006.pdf locked".to_owned()));
}

#[test]
fn a_renamed_file_is_an_upload_and_a_delete_that_follows_it() {
    let mut trees = mirrored(Deletes::Propagate, 20);
    trees.scan.files.remove(0);
    trees.file("VA/renamed.pdf", "content 0");
    assert_eq!(
        trees.lines(),
        [
            "upload VA/renamed.pdf renamed",
            "deleteRemote VA/000.pdf renamed",
        ]
    );
}

#[test]
fn a_newly_ignored_file_is_forgotten_and_never_deleted() {
    let mut trees = mirrored(Deletes::Propagate, 20);
    let file = trees.scan.files.remove(0);
    trees.scan.ignored.push(Ignored {
        path: file.path,
        rule: "My rule".into(),
    });
    let plan = trees.plan();
    assert!(plan.actions.is_empty(), "{:?}", plan.actions);
    assert_eq!(plan.forgets, [FileKey::of("VA", "000.pdf")]);
}

#[test]
fn a_file_that_the_mapping_no_longer_reaches_is_forgotten_and_never_deleted() {
    let mut trees = mirrored(Deletes::Propagate, 1);
    trees.mapping.sections = Sections::One(Some("VA".to_owned()));
    assert_eq!(trees.lines(), ["skip VA/000.pdf subfolder"]);
    assert_eq!(trees.plan().forgets, [FileKey::of("VA", "000.pdf")]);
}

#[test]
fn what_lies_in_a_folder_that_cannot_be_read_waits() {
    let mut trees = mirrored(Deletes::Propagate, 3);
    trees.scan.files.clear();
    trees.scan.unreadable.push(RelPath::new("VA").unwrap());
    let lines = trees.lines();
    assert_eq!(lines.len(), 3);
    assert!(
        lines.iter().all(|line| line.ends_with("folderUnreadable")),
        "{lines:?}"
    );
}

#[test]
fn of_two_files_of_one_name_the_one_on_the_page_keeps_it() {
    let mut trees = Trees::new(Deletes::Propagate);
    trees.mirrored("plan.pdf", "id", "a").file("PLAN.pdf", "b");
    assert_eq!(trees.lines(), ["conflict Documents/PLAN.pdf nameCollision"]);
    let mut trees = Trees::new(Deletes::Propagate);
    trees.file("plan.pdf", "a").file("PLAN.pdf", "b");
    assert_eq!(
        trees.lines(),
        [
            "upload Documents/PLAN.pdf new",
            "conflict Documents/plan.pdf nameCollision",
        ]
    );
}

#[test]
fn a_rename_that_changes_only_case_changes_nothing_remote() {
    let mut trees = Trees::new(Deletes::Propagate);
    trees
        .file("PLAN.pdf", "a")
        .agreed("plan.pdf", "id", "a")
        .doc("Documents", "plan.pdf", "id");
    assert!(trees.plan().is_empty());
}

#[test]
fn a_document_whose_listed_name_differs_is_still_ours() {
    let mut trees = Trees::new(Deletes::Propagate);
    trees
        .file("a%20b.pdf", "a")
        .agreed("a%20b.pdf", "id", "a")
        .doc("Documents", "a b.pdf", "id");
    assert!(trees.plan().is_empty());
    trees.file("a b.pdf", "other");
    assert_eq!(
        trees.lines(),
        ["upload Documents/a b.pdf new"],
        "and no stranger to another name"
    );
}

#[test]
fn a_replace_retires_our_document_and_no_other() {
    let mut trees = Trees::new(Deletes::Propagate);
    trees
        .mirrored("a.pdf", "ours", "old")
        .doc("Documents", "a.pdf", "z")
        .read("z", "old");
    trees.hashes[0].1 = hash("new");
    let plan = trees.plan();
    let ActionKind::Send { supersedes, .. } = &plan.actions[0].act else {
        panic!("{plan:?}");
    };
    assert_eq!(
        *supersedes,
        ["ours".into()],
        "a twin of the old content is its sender's"
    );
}

#[test]
fn of_twins_the_smaller_id_stays_and_only_ours_goes() {
    let mut trees = Trees::new(Deletes::Propagate);
    trees
        .mirrored("a.pdf", "m", "same")
        .doc("Documents", "a.pdf", "z")
        .read("z", "same");
    assert!(
        trees.plan().is_empty(),
        "theirs is the larger: they take it away"
    );
    trees.doc("Documents", "a.pdf", "b").read("b", "same");
    let plan = trees.plan();
    let ActionKind::Adopt { id, retire, .. } = &plan.actions[0].act else {
        panic!("{plan:?}");
    };
    assert_eq!((id.as_str(), retire.as_ref().unwrap().as_str()), ("b", "m"));
}

#[test]
fn a_persons_word_stands_until_the_world_moves() {
    let mut trees = Trees::new(Deletes::Propagate);
    trees
        .file("a.pdf", "ours")
        .doc("Documents", "a.pdf", "x")
        .read("x", "theirs");
    assert_eq!(trees.lines(), ["conflict Documents/a.pdf firstContact"]);
    let key = FileKey::of("Documents", "a.pdf");
    let decided = Decided {
        sha256: hash("ours"),
        supersedes: vec!["x".into()],
    };
    trees.saved.decided.insert(key, decided);
    assert_eq!(trees.lines(), ["replace Documents/a.pdf decided"]);
    let mut other = trees.clone();
    other.doc("Documents", "a.pdf", "y").read("y", "newer");
    assert_eq!(other.lines(), ["conflict Documents/a.pdf duplicateNames"]);
    trees.hashes[0].1 = hash("changed since");
    assert_eq!(trees.lines(), ["conflict Documents/a.pdf firstContact"]);
}
