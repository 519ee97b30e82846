//! What is removed from the page, and what keeps it from being removed.

use std::time::Duration;

use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::status::Standing;
use fielddesk_sync::stop_reason::StopReason;
use fielddesk_sync::testing::Faults;

use crate::desk::{Desk, docs};

#[test]
fn a_document_with_other_bytes_than_agreed_stays() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "first");
    desk.run();
    desk.world.page(|page| {
        for doc in &mut page.docs {
            doc.bytes = b"changed under its id".as_slice().into();
        }
    });
    desk.save("a.pdf", "second");
    desk.run();
    assert_eq!(desk.page(), docs(&[("a.pdf", "changed under its id")]));
}

#[test]
fn a_full_history_stops_replaces_and_deletes_but_no_new_names() {
    let mut desk = Desk::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
        desk.save(name, "old content");
    }
    desk.run();
    desk.world.archive(|archive| archive.full = true);
    desk.save("new.pdf", "new");
    desk.save("a.pdf", "changed");
    desk.delete("b.pdf");
    desk.run();
    let page = desk.page();
    assert!(page.contains(&("new.pdf".into(), "new".into())), "{page:?}");
    assert!(
        page.contains(&("a.pdf".into(), "old content".into())),
        "{page:?}"
    );
    assert!(
        page.contains(&("b.pdf".into(), "old content".into())),
        "{page:?}"
    );
    let status = desk.engine.view().unwrap().status(&desk.engine.saved());
    assert_eq!(status.state, Standing::Waiting);
    desk.world.archive(|archive| archive.full = false);
    desk.run();
    let expected = docs(&[
        ("a.pdf", "changed"),
        ("c.pdf", "old content"),
        ("d.pdf", "old content"),
        ("new.pdf", "new"),
    ]);
    assert_eq!(desk.page(), expected);
}

#[test]
fn a_delete_waits_for_a_yes_and_its_bytes_are_kept() {
    let mut desk = Desk::new(Deletes::Ask);
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        desk.save(name, name);
    }
    desk.run();
    desk.delete("a.pdf");
    let report = desk.run();
    assert_eq!((report.decisions(), desk.page().len()), (1, 3));
    let report = desk.yes();
    assert_eq!((report.tally.deleted, desk.page().len()), (1, 2));
    assert!(desk.kept("a.pdf"));
}

#[test]
fn a_folder_that_is_away_or_another_volume_deletes_nothing() {
    let mut desk = Desk::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        desk.save(name, name);
    }
    desk.run();
    desk.world.disk(|disk| disk.away = true);
    let report = desk.run();
    assert!(matches!(report.stop, Some(StopReason::FolderAway(_))));
    let status = desk.engine.view().unwrap().status(&desk.engine.saved());
    assert_eq!(status.state, Standing::Offline);
    desk.world.disk(|disk| {
        disk.away = false;
        disk.volume = 2;
        for name in ["a.pdf", "b.pdf", "c.pdf"] {
            disk.remove(&RelPath::new(name).unwrap());
        }
    });
    desk.restart();
    let report = desk.yes();
    assert!(
        matches!(report.stop, Some(StopReason::FolderAway(_))),
        "after a restart as well"
    );
    assert_eq!(desk.page().len(), 3);
}

#[test]
fn while_watching_a_name_is_deleted_only_after_a_minute_and_two_scans() {
    let mut desk = Desk::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        desk.save(name, name);
    }
    desk.watch();
    desk.delete("a.pdf");
    let report = desk.watch();
    assert!(
        report
            .left
            .actions
            .iter()
            .all(|action| action.reason() == Reason::Missing)
    );
    desk.world.advance(Duration::from_secs(30));
    desk.watch();
    assert_eq!(
        desk.page().len(),
        3,
        "two scans within a minute are too soon"
    );
    desk.world.advance(Duration::from_secs(31));
    assert_eq!(desk.watch().tally.deleted, 1);
}

#[test]
fn a_file_that_comes_back_right_before_its_delete_keeps_its_document() {
    // In its own spelling, and in another, which only a scan shows.
    for spelling in ["a.pdf", "A.PDF"] {
        let mut desk = Desk::new(Deletes::Propagate);
        for name in ["a.pdf", "b.pdf", "c.pdf"] {
            desk.save(name, name);
        }
        desk.run();
        desk.delete("a.pdf");
        desk.world.at("download", move |world| {
            world.save(spelling, b"a.pdf");
            world.advance(Duration::from_secs(9));
        });
        let report = desk.run();
        assert_eq!(report.tally.deleted, 0, "{}", desk.world.story());
        assert_eq!(desk.page().len(), 3);
    }
}

#[test]
fn a_folder_that_goes_away_right_before_a_delete_keeps_its_documents() {
    let mut desk = Desk::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        desk.save(name, name);
    }
    desk.run();
    desk.delete("a.pdf");
    desk.world.at("download", |world| {
        world.disk(|disk| disk.away = true);
        world.advance(Duration::from_secs(9));
    });
    let report = desk.run();
    assert!(
        matches!(report.stop, Some(StopReason::FolderAway(_))),
        "{:?}",
        report.stop
    );
    assert_eq!(desk.page().len(), 3);
}

#[test]
fn a_superseded_document_stays_when_what_superseded_it_is_gone() {
    let mut desk = Desk::new(Deletes::Ask);
    desk.save("a.pdf", "first");
    desk.run();
    desk.save("a.pdf", "second");
    // After the upload and before the delete a colleague removes the new one.
    desk.world.at("uploaded", |world| {
        world.at("committed", |world| {
            let new = fielddesk_sync::content_hash::ContentHash::of(b"second");
            world.page(|page| page.docs.retain(|doc| doc.sha256() != new));
            world.advance(Duration::from_secs(9));
        });
    });
    desk.run();
    assert_eq!(
        desk.page(),
        docs(&[("a.pdf", "first")]),
        "{}",
        desk.world.story()
    );
}

#[test]
fn a_renamed_file_keeps_its_old_document_until_the_new_one_is_there() {
    let mut desk = Desk::new(Deletes::Propagate);
    for n in 0..6 {
        desk.save(&format!("{n}.pdf"), &format!("content {n}"));
    }
    desk.run();
    let (from, to) = (
        RelPath::new("0.pdf").unwrap(),
        RelPath::new("new.pdf").unwrap(),
    );
    let now = desk.world.now().millis();
    desk.world.disk(|disk| disk.rename(&from, &to, now));
    desk.faults(Faults {
        service: 1000,
        ..Faults::default()
    });
    desk.run();
    assert_eq!(desk.page().len(), 6);
    desk.faults(Faults::default());
    let report = desk.run();
    assert_eq!((report.tally.uploaded, report.tally.deleted), (1, 1));
}
