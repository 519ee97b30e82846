//! Requests that may still be stored, while a listing hides a document, another one has the same
//! bytes, or a drive comes over the folder.

use std::time::Duration;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::RunOptions;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::resolve::{Keep, Resolution};
use fielddesk_sync::testing::{Faults, Sender, There, drive};

use crate::test_env::{TestEnv, docs, done};

fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

/// The next listing lacks a document; the one after it has it again.
fn hide_once(env: &TestEnv, id: &FileReferenceId) {
    let id = id.clone();
    env.env.at("list", move |env| {
        let doc = env.page(|page| page.remove(&id)).unwrap();
        env.at("list", move |env| env.page(|page| page.docs.push(doc)));
    });
}

/// A file that was sent twice because the first request was cut off, ten minutes ago; its
/// document, and that of the first request, which commits now.
fn sent_twice(late_is_smaller: bool) -> (TestEnv, FileReferenceId, FileReferenceId) {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "content");
    env.faults(Faults {
        late: 1000,
        ..Faults::default()
    });
    env.env.at("on the wire", |env| {
        env.at("sleep", |env| env.set_faults(Faults::default()));
    });
    env.run();
    let bound = env.file("a.pdf").id.unwrap();
    env.env.advance(Duration::from_secs(700));
    // Whatever the environment itself has on its way.
    done(&env.env, env.env.step("later"));
    let late = env.env.page(|page| {
        page.docs.retain(|doc| doc.id == bound);
        loop {
            let bytes = b"content".as_slice().into();
            let id = page.add("Documents", "a.pdf", bytes, Sender::Engine).id;
            if (id < bound) == late_is_smaller {
                return id;
            }
            page.remove(&id);
        }
    });
    (env, bound, late)
}

#[test]
fn a_listing_that_hides_one_of_two_documents_leaves_no_second_one() {
    for (what, late_is_smaller) in [
        ("the document that the name has", true),
        ("the late one, when it is looked for the last time", false),
    ] {
        let (mut env, bound, late) = sent_twice(late_is_smaller);
        hide_once(&env, if late_is_smaller { &bound } else { &late });
        for _ in 0..3 {
            env.run();
        }
        assert_eq!(env.page(), docs(&[("a.pdf", "content")]), "{what}");
        assert_eq!(env.engine.saved().intents.len(), 0, "{what}");
    }
}

#[test]
fn a_document_of_another_name_with_the_bytes_of_a_lost_request_stays() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.save("c.pdf", "content");
    env.save("top.pdf", "top");
    env.faults(Faults {
        lost: 1000,
        ..Faults::default()
    });
    env.run();
    env.faults(Faults::default());
    env.run();
    // The name goes, and a late duplicate of it is still looked for.
    env.delete("c.pdf");
    assert_eq!(env.run().tally.deleted, 1);
    env.add("letter.pdf", "content");
    env.run();
    env.run();
    let stay = docs(&[("letter.pdf", "content"), ("top.pdf", "top")]);
    assert_eq!(env.page(), stay);
}

#[test]
fn a_drive_over_a_file_whose_request_may_be_stored_is_no_place_of_that_file() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.env.disk(|disk| disk.add_drive(path("VA"), None));
    env.save("top.pdf", "top");
    env.run();
    env.save("VA/a.pdf", "content");
    env.env.at("on the wire", |env| env.crash_after(Some(1)));
    let options = RunOptions::default();
    drop(drive(&env.env, env.engine.run(&options)));
    env.env.crash_after(None);
    env.restart();

    env.env
        .disk(|disk| disk.set_there(&path("VA"), There::Other(9)));
    env.run();
    let bytes = b"content".as_slice().into();
    env.env
        .page(|page| page.add("VA", "a.pdf", bytes, Sender::Engine));
    let report = env.run();
    assert_eq!(report.undone.get(&Reason::SubfolderAway), Some(&1));
    env.env.disk(|disk| disk.set_there(&path("VA"), There::Own));
    let back = env.run();
    assert!(back.left.is_empty(), "{:?}", back.left);
    let sent = docs(&[("a.pdf", "content"), ("top.pdf", "top")]);
    assert_eq!(env.page(), sent);
}

#[test]
fn a_person_decides_about_a_file_on_a_drive_that_came_since_the_last_run() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.env.disk(|disk| disk.add_drive(path("FOTO"), None));
    env.save("FOTO/a.jpg", "ours");
    let theirs = b"theirs".as_slice().into();
    env.env
        .page(|page| page.add("FOTO", "a.jpg", theirs, Sender::Stranger));
    env.run();
    env.env.disk(|disk| {
        disk.set_there(&path("FOTO"), There::Other(9));
        disk.write_strange(&path("FOTO/a.jpg"), b"on the drive", 1_790_000_000_000);
    });
    env.env.approve();
    let key = FileKey::of("FOTO", "a.jpg");
    let keep = Resolution::of(Keep::Local);
    let options = RunOptions::default();
    let resolve = env.engine.resolve(&key, &keep, "", &options);
    done(&env.env, resolve).unwrap();
    // The file is agreed on as one of that drive: it is in step, and away with the drive.
    let report = env.run();
    assert!(report.left.is_empty(), "{:?}", report.left);
    env.env
        .disk(|disk| disk.set_there(&path("FOTO"), There::Nothing));
    let report = env.yes();
    assert_eq!(report.undone.get(&Reason::SubfolderAway), Some(&1));
    assert_eq!(env.page(), docs(&[("a.jpg", "on the drive")]));
}

#[test]
fn a_file_that_is_found_again_on_a_drive_not_seen_before_is_in_step() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.env.disk(|disk| {
        disk.add_drive(path("VA/1"), Some(2));
        disk.unreadable.insert(path("VA"));
    });
    env.save("va - 1/a.pdf", "content");
    env.run();
    env.delete("va - 1/a.pdf");
    env.save("VA/1/a.pdf", "content");
    env.env.disk(|disk| disk.unreadable.clear());
    env.run();
    let report = env.run();
    assert!(report.left.is_empty(), "{:?}", report.left);
    assert_eq!(env.page(), docs(&[("a.pdf", "content")]));
}
