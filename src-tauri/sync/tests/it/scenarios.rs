//! Days at a desk, each with one thing that goes wrong.

use std::time::Duration;

use fielddesk_sync::engine::RunOptions;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::plan::ActionKind;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::status::Standing;
use fielddesk_sync::stop_reason::StopReason;
use fielddesk_sync::testing::{Faults, Sender, Trouble};

use crate::desk::{Desk, docs, done};

#[test]
fn a_quiet_second_run_lists_once_and_does_nothing_else() {
    let mut desk = Desk::new(Deletes::Ask);
    for n in 0..9 {
        desk.save(&format!("{n}.pdf"), &format!("content {n}"));
    }
    assert_eq!(desk.run().tally.uploaded, 9);
    let before = desk.world.acts();
    let report = desk.run();
    let mut expected = before;
    expected.lists += 1;
    assert_eq!(desk.world.acts(), expected);
    assert!(report.left.is_empty());
    let status = desk.engine.view().unwrap().status(&desk.engine.saved());
    assert_eq!(
        (status.state, status.files, status.pending),
        (Standing::InStep, 9, 0)
    );
}

#[test]
fn an_upload_whose_answer_is_lost_is_found_counted_and_not_sent_again() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "content");
    desk.faults(Faults {
        lost: 1000,
        ..Faults::default()
    });
    let first = desk.run().tally;
    desk.faults(Faults::default());
    let second = desk.run().tally;
    assert_eq!(first.uploaded + second.uploaded, 1);
    assert_eq!(first.bytes + second.bytes, 7);
    assert_eq!(desk.page(), docs(&[("a.pdf", "content")]));
    assert_eq!(desk.world.acts().uploads, 1);
}

#[test]
fn a_request_that_was_cut_off_and_commits_late_leaves_one_document() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "content");
    desk.faults(Faults {
        late: 1000,
        ..Faults::default()
    });
    desk.run();
    desk.faults(Faults::default());
    desk.run();
    assert!(
        !desk.page().is_empty(),
        "sent again after two listings without it"
    );
    desk.world.advance(Duration::from_secs(530));
    desk.run();
    desk.run();
    assert_eq!(desk.page(), docs(&[("a.pdf", "content")]));
}

#[test]
fn a_request_that_commits_between_two_listings_is_not_sent_again() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "content");
    desk.faults(Faults {
        late: 1000,
        ..Faults::default()
    });
    desk.world.at("on the wire", |world| {
        world.at("sleep", |world| {
            let bytes = b"content".as_slice().into();
            world.page(|page| page.add("Documents", "a.pdf", bytes, Sender::Engine));
        });
    });
    desk.run();
    assert_eq!(desk.page(), docs(&[("a.pdf", "content")]));
    assert_eq!(desk.world.story().matches("upload of").count(), 1);
    assert_eq!(desk.file("a.pdf").state, Standing::InStep);
}

#[test]
fn what_was_listed_before_a_request_is_not_its_document() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.add("copy.pdf", "content");
    desk.run();
    desk.save("a.pdf", "content");
    desk.faults(Faults {
        late: 1000,
        ..Faults::default()
    });
    desk.run();
    desk.faults(Faults::default());
    desk.run();
    let sent = ("a.pdf".to_owned(), "content".to_owned());
    assert!(desk.page().contains(&sent), "{:?}", desk.page());
}

#[test]
fn a_refused_file_is_found_in_its_batch_and_waits_until_it_changes() {
    let mut desk = Desk::new(Deletes::Ask);
    for name in ["a.pdf", "b.pdf", "refused.exe"] {
        desk.save(name, name);
    }
    let report = desk.run();
    assert_eq!((report.tally.uploaded, report.tally.failed), (2, 1));
    let file = desk.file("refused.exe");
    assert_eq!(
        (file.state, file.reason),
        (Standing::Failed, Reason::Refused)
    );
    let told = |desk: &Desk| desk.world.story().matches("refused.exe").count();
    let before = told(&desk);
    let quiet = desk.run();
    assert_eq!(quiet.tally.failed, 1, "it is still refused");
    assert_eq!(told(&desk), before, "and not sent again");
    let again = desk.run_with(&RunOptions {
        retry_refused: true,
        ..RunOptions::default()
    });
    assert_eq!(again.tally.failed, 1);
    assert!(told(&desk) > before, "sent again where a person asked");
    desk.save("refused.exe", "changed");
    assert_eq!(desk.run().tally.failed, 1, "but after it changed");
}

#[test]
fn a_locked_file_holds_nothing_else_up() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("locked.dwg", "drawing");
    desk.save("a.pdf", "content");
    let path = RelPath::new("locked.dwg").unwrap();
    let lock = |desk: &Desk, trouble| {
        desk.world
            .disk(|disk| disk.get_mut(&path).unwrap().trouble = trouble);
    };
    lock(&desk, Trouble::Locked);
    desk.run();
    assert_eq!(desk.page(), docs(&[("a.pdf", "content")]));
    let file = desk.file("locked.dwg");
    assert_eq!(
        (file.state, file.reason),
        (Standing::Waiting, Reason::Locked)
    );
    assert_eq!(file.detail.as_deref(), Some("AutoCAD"));
    lock(&desk, Trouble::None);
    assert_eq!(desk.run().tally.uploaded, 1);
}

#[test]
fn a_version_is_restored_and_mirrored_without_a_conflict() {
    let mut desk = Desk::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        desk.save(name, "first");
    }
    desk.run();
    desk.save("a.pdf", "second");
    desk.run();
    let version = desk.world.archive(|archive| archive.versions[0].version);
    desk.world.approve();
    let options = RunOptions::default();
    let restore = desk.engine.restore(version, &options);
    let path = done(&desk.world, restore).unwrap();
    assert_eq!(path.as_str(), "a.pdf");
    assert_eq!(desk.folder()["a.pdf"], "first");
    assert!(desk.kept("second"), "what it covers is kept");
    desk.world.advance(Duration::from_secs(1));
    let report = desk.run();
    assert_eq!((report.tally.replaced, report.tally.conflicts), (1, 0));
    assert_eq!(desk.page()[0], ("a.pdf".into(), "first".into()));
}

#[test]
fn a_closed_project_stops_the_run_and_asks_a_person() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "content");
    desk.faults(Faults {
        closed: true,
        ..Faults::default()
    });
    let report = desk.run();
    assert!(
        matches!(report.stop, Some(StopReason::Closed(_))),
        "{:?}",
        report.stop
    );
    let status = desk.engine.view().unwrap().status(&desk.engine.saved());
    assert_eq!(status.state, Standing::NeedsDecision);
}

#[test]
fn a_slow_safe_save_is_an_edit() {
    let mut desk = Desk::new(Deletes::Propagate);
    for name in ["a.docx", "b.pdf", "c.pdf"] {
        desk.save(name, name);
    }
    desk.watch();
    desk.delete("a.docx");
    desk.watch();
    desk.save("a.docx", "saved anew");
    let report = desk.watch();
    assert_eq!((report.tally.replaced, report.tally.deleted), (1, 0));
}

#[test]
fn another_content_of_one_size_and_time_is_found_where_times_are_coarse() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.world.disk(|disk| {
        disk.granule_ns = 2_000_000_000;
        disk.has_identity = false;
    });
    let path = RelPath::new("a.pdf").unwrap();
    desk.world.save("a.pdf", b"one");
    let time = desk.world.disk(|disk| disk.get(&path).unwrap().mtime_ns);
    desk.world.advance(Duration::from_millis(600));
    desk.run();
    desk.world.save("a.pdf", b"two");
    desk.world
        .disk(|disk| disk.get_mut(&path).unwrap().mtime_ns = time);
    desk.world.advance(Duration::from_secs(60));
    desk.run();
    assert_eq!(desk.page(), docs(&[("a.pdf", "two")]));
}

#[test]
fn a_large_file_that_changes_while_it_streams_is_not_published_torn() {
    let mut desk = Desk::new(Deletes::Ask);
    let old = format!("{:.<80}", "old");
    let new = format!("{:.<79}!", "new");
    desk.save("big.dwg", &old);
    let meanwhile = new.clone();
    // The first half was read when the second half is asked for.
    desk.world.at("read on", move |world| {
        world.at("read on", move |world| {
            world.save("big.dwg", meanwhile.as_bytes());
        });
    });
    desk.run();
    desk.world.advance(Duration::from_secs(1));
    desk.run();
    assert_eq!(desk.page(), vec![("big.dwg".to_owned(), new)]);
}

#[test]
fn a_plan_sends_fetches_and_removes_nothing() {
    let mut desk = Desk::new(Deletes::Propagate);
    desk.save("a.pdf", "ours");
    desk.add("a.pdf", "theirs");
    desk.save("b.pdf", "new");
    let options = RunOptions::default();
    let plan = done(&desk.world, desk.engine.plan(&options)).unwrap();
    let acts = desk.world.acts();
    assert_eq!((acts.uploads, acts.downloads, acts.deletes), (0, 0, 0));
    assert!(matches!(plan.actions[0].act, ActionKind::Compare { .. }));
    let json = serde_json::to_value(&plan).unwrap();
    assert_eq!(
        json["actions"][0],
        serde_json::json!({
            "action": "adopt",
            "section": "Documents",
            "name": "a.pdf",
            "bytes": 4,
            "reason": "toBeCompared",
        })
    );
}

#[test]
fn conflicts_are_listed_with_both_sides() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "ours");
    let id = desk.add("a.pdf", "theirs");
    desk.run();
    let conflicts = desk.engine.view().unwrap().conflicts(&desk.engine.saved());
    let json = serde_json::to_value(&conflicts).unwrap();
    assert_eq!(json[0]["reason"], "firstContact");
    assert_eq!(json[0]["local"]["bytes"], 4);
    assert_eq!(json[0]["remote"][0]["fileReferenceId"], id.as_str());
}
