//! Removals from the page, and the guards against them.

use std::time::Duration;

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::status::Standing;
use fielddesk_sync::stop_reason::StopReason;
use fielddesk_sync::testing::Faults;

use crate::test_env::{TestEnv, docs};

#[test]
fn a_document_with_other_bytes_than_agreed_stays() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "first");
    env.run();
    env.env.page(|page| {
        for doc in &mut page.docs {
            doc.bytes = b"changed under its id".as_slice().into();
        }
    });
    env.save("a.pdf", "second");
    env.run();
    assert_eq!(env.page(), docs(&[("a.pdf", "changed under its id")]));
}

#[test]
fn a_full_history_stops_replaces_and_deletes_but_no_new_names() {
    let mut env = TestEnv::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
        env.save(name, "old content");
    }
    env.run();
    env.env.archive(|archive| archive.full = true);
    env.save("new.pdf", "new");
    env.save("a.pdf", "changed");
    env.delete("b.pdf");
    env.run();
    let page = env.page();
    assert!(page.contains(&("new.pdf".into(), "new".into())), "{page:?}");
    assert!(
        page.contains(&("a.pdf".into(), "old content".into())),
        "{page:?}"
    );
    assert!(
        page.contains(&("b.pdf".into(), "old content".into())),
        "{page:?}"
    );
    let status = env.engine.view().unwrap().status(&env.engine.saved());
    assert_eq!(status.state, Standing::Waiting);
    env.env.archive(|archive| archive.full = false);
    env.run();
    let expected = docs(&[
        ("a.pdf", "changed"),
        ("c.pdf", "old content"),
        ("d.pdf", "old content"),
        ("new.pdf", "new"),
    ]);
    assert_eq!(env.page(), expected);
}

#[test]
fn a_delete_waits_for_a_yes_and_its_bytes_are_kept() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf"]);
    env.run();
    env.delete("a.pdf");
    let report = env.run();
    assert_eq!((report.decisions(), env.page().len()), (1, 3));
    let report = env.yes();
    assert_eq!((report.tally.deleted, env.page().len()), (1, 2));
    assert!(env.kept("a.pdf"));
}

#[test]
fn a_folder_that_is_away_or_another_volume_deletes_nothing() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf"]);
    env.run();
    env.env.disk(|disk| disk.away = true);
    let report = env.run();
    assert!(matches!(report.stop, Some(StopReason::FolderAway(_))));
    let status = env.engine.view().unwrap().status(&env.engine.saved());
    assert_eq!(status.state, Standing::Offline);
    env.env.disk(|disk| {
        disk.away = false;
        disk.volume = 2;
        for name in ["a.pdf", "b.pdf", "c.pdf"] {
            disk.remove(&RelPath::new(name).unwrap());
        }
    });
    env.restart();
    let report = env.yes();
    assert!(
        matches!(report.stop, Some(StopReason::FolderAway(_))),
        "after a restart as well"
    );
    assert_eq!(env.page().len(), 3);
}

#[test]
fn while_watching_a_name_is_deleted_only_after_a_minute_and_two_scans() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf"]);
    env.watch();
    env.delete("a.pdf");
    let report = env.watch();
    assert!(
        report
            .left
            .actions
            .iter()
            .all(|action| action.reason() == Reason::Missing)
    );
    env.env.advance(Duration::from_secs(30));
    env.watch();
    assert_eq!(
        env.page().len(),
        3,
        "two scans within a minute are too soon"
    );
    env.env.advance(Duration::from_secs(31));
    assert_eq!(env.watch().tally.deleted, 1);
}

#[test]
fn a_look_beside_the_engine_tells_of_a_missing_file_what_the_engine_tells() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf"]);
    env.watch();
    env.delete("a.pdf");
    for state in [Standing::Waiting, Standing::NeedsDecision] {
        env.watch();
        assert_eq!(env.file("a.pdf").state, state);
        assert_eq!(env.file_beside("a.pdf").state, state);
        env.env.advance(Duration::from_secs(61));
    }
}

#[test]
fn looks_in_between_do_not_put_off_when_a_missing_file_counts_as_deleted() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf", "d.pdf"]);
    let seconds = |env: &TestEnv| {
        let left = env.engine.look_again_in();
        left.map(|left| left.as_secs_f64().round())
    };
    // A minute after a file was first missed; a look may take some of it.
    let due = |env: &TestEnv, name: &str| {
        let first = env.engine.missing()[&FileKey::of("Documents", name)].0;
        let passed = env.env.now().since(first).as_secs_f64();
        (60.0 - passed).round()
    };
    env.watch();
    assert_eq!(seconds(&env), None);
    env.delete("a.pdf");
    env.watch();
    assert_eq!(seconds(&env), Some(60.0));
    env.env.advance(Duration::from_secs(23));
    env.delete("b.pdf");
    env.watch();
    let left = due(&env, "a.pdf");
    assert!(left <= 36.0, "the second does not put it off: {left}");
    assert_eq!(seconds(&env), Some(left));
    env.env.advance(Duration::from_secs_f64(left));
    assert_eq!(
        env.watch().tally.deleted,
        1,
        "the first, while the second waits"
    );
    let left = due(&env, "b.pdf");
    assert!(left >= 1.0, "the second waits: {left}");
    assert_eq!(seconds(&env), Some(left));
    env.env.advance(Duration::from_secs_f64(left));
    assert_eq!(env.watch().tally.deleted, 1);
    assert_eq!(seconds(&env), None);
}

#[test]
fn a_file_that_comes_back_right_before_its_delete_keeps_its_document() {
    // In its own spelling, and in another, which only a scan shows.
    for spelling in ["a.pdf", "A.PDF"] {
        let mut env = TestEnv::new(Deletes::Propagate);
        env.save_all(&["a.pdf", "b.pdf", "c.pdf"]);
        env.run();
        env.delete("a.pdf");
        env.env.at("download", move |env| {
            env.save(spelling, b"a.pdf");
            env.advance(Duration::from_secs(9));
        });
        let report = env.run();
        assert_eq!(report.tally.deleted, 0, "{}", env.env.scenario());
        assert_eq!(env.page().len(), 3);
    }
}

#[test]
fn a_folder_that_goes_away_right_before_a_delete_keeps_its_documents() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.save_all(&["a.pdf", "b.pdf", "c.pdf"]);
    env.run();
    env.delete("a.pdf");
    env.env.at("download", |env| {
        env.disk(|disk| disk.away = true);
        env.advance(Duration::from_secs(9));
    });
    let report = env.run();
    assert!(
        matches!(report.stop, Some(StopReason::FolderAway(_))),
        "{:?}",
        report.stop
    );
    assert_eq!(env.page().len(), 3);
}

#[test]
fn a_superseded_document_stays_when_what_superseded_it_is_gone() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "first");
    env.run();
    env.save("a.pdf", "second");
    // After the upload and before the delete a colleague removes the new one.
    env.env.at("uploaded", |env| {
        env.at("committed", |env| {
            let new = fielddesk_sync::content_hash::ContentHash::of(b"second");
            env.page(|page| page.docs.retain(|doc| doc.sha256() != new));
            env.advance(Duration::from_secs(9));
        });
    });
    env.run();
    assert_eq!(
        env.page(),
        docs(&[("a.pdf", "first")]),
        "{}",
        env.env.scenario()
    );
}

#[test]
fn a_renamed_file_keeps_its_old_document_until_the_new_one_is_there() {
    let mut env = TestEnv::new(Deletes::Propagate);
    for n in 0..6 {
        env.save(&format!("{n}.pdf"), &format!("content {n}"));
    }
    env.run();
    let (from, to) = (
        RelPath::new("0.pdf").unwrap(),
        RelPath::new("new.pdf").unwrap(),
    );
    let now = env.env.now().millis();
    env.env.disk(|disk| disk.rename(&from, &to, now));
    env.faults(Faults {
        service: 1000,
        ..Faults::default()
    });
    env.run();
    assert_eq!(env.page().len(), 6);
    env.faults(Faults::default());
    let report = env.run();
    assert_eq!((report.tally.uploaded, report.tally.deleted), (1, 1));
}
