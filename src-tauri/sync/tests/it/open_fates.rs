//! Drives that come over a folder while a request or a decision is open.

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::RunOptions;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::resolve::{Keep, Resolution};
use fielddesk_sync::testing::{Sender, There, drive};

use crate::test_env::{TestEnv, docs, done};

fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
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
