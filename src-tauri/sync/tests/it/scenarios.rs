//! Days of one person, each with one thing that goes wrong.

use std::time::Duration;

use fielddesk_sync::engine::RunOptions;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::plan::ActionKind;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::status::Standing;
use fielddesk_sync::stop_reason::StopReason;
use fielddesk_sync::testing::{Faults, FileFault, Sender};

use crate::test_env::{TestEnv, docs, done};

#[test]
fn a_quiet_second_run_lists_once_and_does_nothing_else() {
    let mut env = TestEnv::new(Deletes::Ask);
    for n in 0..9 {
        env.save(&format!("{n}.pdf"), &format!("content {n}"));
    }
    assert_eq!(env.run().tally.uploaded, 9);
    let before = env.env.acts();
    let report = env.run();
    let mut expected = before;
    expected.lists += 1;
    assert_eq!(env.env.acts(), expected);
    assert!(report.left.is_empty());
    let status = env.engine.view().unwrap().status(&env.engine.saved());
    assert_eq!(
        (status.state, status.files, status.pending),
        (Standing::InStep, 9, 0)
    );
}

#[test]
fn an_upload_whose_answer_is_lost_is_found_counted_and_not_sent_again() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "content");
    env.faults(Faults {
        lost: 1000,
        ..Faults::default()
    });
    let first = env.run().tally;
    env.faults(Faults::default());
    let second = env.run().tally;
    assert_eq!(first.uploaded + second.uploaded, 1);
    assert_eq!(first.bytes + second.bytes, 7);
    assert_eq!(env.page(), docs(&[("a.pdf", "content")]));
    assert_eq!(env.env.acts().uploads, 1);
}

#[test]
fn a_request_that_was_cut_off_and_commits_late_leaves_one_document() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "content");
    env.faults(Faults {
        late: 1000,
        ..Faults::default()
    });
    env.run();
    env.faults(Faults::default());
    env.run();
    assert!(
        !env.page().is_empty(),
        "sent again after two listings without it"
    );
    env.env.advance(Duration::from_secs(530));
    env.run();
    env.run();
    assert_eq!(env.page(), docs(&[("a.pdf", "content")]));
}

#[test]
fn a_request_that_commits_between_two_listings_is_not_sent_again() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "content");
    env.faults(Faults {
        late: 1000,
        ..Faults::default()
    });
    env.env.at("on the wire", |env| {
        env.at("sleep", |env| {
            let bytes = b"content".as_slice().into();
            env.page(|page| page.add("Documents", "a.pdf", bytes, Sender::Engine));
        });
    });
    env.run();
    assert_eq!(env.page(), docs(&[("a.pdf", "content")]));
    assert_eq!(env.env.scenario().matches("upload of").count(), 1);
    assert_eq!(env.file("a.pdf").state, Standing::InStep);
}

#[test]
fn what_was_listed_before_a_request_is_not_its_document() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.add("copy.pdf", "content");
    env.run();
    env.save("a.pdf", "content");
    env.faults(Faults {
        late: 1000,
        ..Faults::default()
    });
    env.run();
    env.faults(Faults::default());
    env.run();
    let sent = ("a.pdf".to_owned(), "content".to_owned());
    assert!(env.page().contains(&sent), "{:?}", env.page());
}

#[test]
fn a_refused_file_is_found_in_its_batch_and_waits_until_it_changes() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save_all(&["a.pdf", "b.pdf", "refused.exe"]);
    let report = env.run();
    assert_eq!((report.tally.uploaded, report.tally.failed), (2, 1));
    let file = env.file("refused.exe");
    assert_eq!(
        (file.state, file.reason),
        (Standing::Failed, Reason::Refused)
    );
    let told = |env: &TestEnv| env.env.scenario().matches("refused.exe").count();
    let before = told(&env);
    let quiet = env.run();
    assert_eq!(quiet.tally.failed, 1, "it is still refused");
    assert_eq!(told(&env), before, "and not sent again");
    let again = env.run_with(&RunOptions {
        retry_refused: true,
        ..RunOptions::default()
    });
    assert_eq!(again.tally.failed, 1);
    assert!(told(&env) > before, "sent again where a person asked");
    env.save("refused.exe", "changed");
    assert_eq!(env.run().tally.failed, 1, "but after it changed");
}

#[test]
fn a_locked_file_holds_nothing_else_up() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("locked.dwg", "drawing");
    env.save("a.pdf", "content");
    let path = RelPath::new("locked.dwg").unwrap();
    let lock = |env: &TestEnv, trouble| {
        env.env
            .disk(|disk| disk.get_mut(&path).unwrap().trouble = trouble);
    };
    lock(&env, FileFault::Locked);
    env.run();
    assert_eq!(env.page(), docs(&[("a.pdf", "content")]));
    let file = env.file("locked.dwg");
    assert_eq!(
        (file.state, file.reason),
        (Standing::Waiting, Reason::Locked)
    );
    assert_eq!(file.detail.as_deref(), Some("AutoCAD"));
    lock(&env, FileFault::None);
    assert_eq!(env.run().tally.uploaded, 1);
}

#[test]
fn a_version_is_restored_and_mirrored_without_a_conflict() {
    let mut env = TestEnv::new(Deletes::Propagate);
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        env.save(name, "first");
    }
    env.run();
    env.save("a.pdf", "second");
    env.run();
    let version = env.env.archive(|archive| archive.versions[0].version);
    env.env.approve();
    let options = RunOptions::default();
    let restore = env.engine.restore(version, &options);
    let path = done(&env.env, restore).unwrap();
    assert_eq!(path.as_str(), "a.pdf");
    assert_eq!(env.folder()["a.pdf"], "first");
    assert!(env.kept("second"), "what it covers is kept");
    env.env.advance(Duration::from_secs(1));
    let report = env.run();
    assert_eq!((report.tally.replaced, report.tally.conflicts), (1, 0));
    assert_eq!(env.page()[0], ("a.pdf".into(), "first".into()));
    // Asked once more, nothing is kept of what is the same: the undo of the first stays possible.
    let kept = |env: &TestEnv| env.env.archive(|archive| archive.versions.len());
    let before = kept(&env);
    let restore = env.engine.restore(version, &options);
    assert_eq!(done(&env.env, restore).unwrap().as_str(), "a.pdf");
    assert_eq!(kept(&env), before);
    env.env.advance(Duration::from_secs(1));
    assert_eq!(env.run().tally.replaced, 0);
}

#[test]
fn a_closed_project_stops_the_run_and_asks_a_person() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "content");
    env.faults(Faults {
        closed: true,
        ..Faults::default()
    });
    let report = env.run();
    assert!(
        matches!(report.stop, Some(StopReason::Closed(_))),
        "{:?}",
        report.stop
    );
    let status = env.engine.view().unwrap().status(&env.engine.saved());
    assert_eq!(status.state, Standing::NeedsDecision);
}

#[test]
fn a_slow_safe_save_is_an_edit() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.save_all(&["a.docx", "b.pdf", "c.pdf"]);
    env.watch();
    env.delete("a.docx");
    env.watch();
    env.save("a.docx", "saved anew");
    let report = env.watch();
    assert_eq!((report.tally.replaced, report.tally.deleted), (1, 0));
}

#[test]
fn another_content_of_one_size_and_time_is_found_where_times_are_coarse() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.env.disk(|disk| {
        disk.granule_ns = 2_000_000_000;
        disk.has_identity = false;
    });
    let path = RelPath::new("a.pdf").unwrap();
    env.env.save("a.pdf", b"one");
    let time = env.env.disk(|disk| disk.get(&path).unwrap().mtime_ns);
    env.env.advance(Duration::from_millis(600));
    env.run();
    env.env.save("a.pdf", b"two");
    env.env
        .disk(|disk| disk.get_mut(&path).unwrap().mtime_ns = time);
    env.env.advance(Duration::from_secs(60));
    env.run();
    assert_eq!(env.page(), docs(&[("a.pdf", "two")]));
}

#[test]
fn a_large_file_that_changes_while_it_streams_is_not_published_torn() {
    let mut env = TestEnv::new(Deletes::Ask);
    let old = format!("{:.<80}", "old");
    let new = format!("{:.<79}!", "new");
    env.save("big.dwg", &old);
    let meanwhile = new.clone();
    // The first half was read when the second half is asked for.
    env.env.at("read on", move |env| {
        env.at("read on", move |env| {
            env.save("big.dwg", meanwhile.as_bytes());
        });
    });
    env.run();
    env.env.advance(Duration::from_secs(1));
    env.run();
    assert_eq!(env.page(), vec![("big.dwg".to_owned(), new)]);
}

#[test]
fn a_plan_sends_fetches_and_removes_nothing() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.save("a.pdf", "ours");
    env.add("a.pdf", "theirs");
    env.save("b.pdf", "new");
    let options = RunOptions::default();
    let plan = done(&env.env, env.engine.plan(&options)).unwrap();
    let acts = env.env.acts();
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
    let mut env = TestEnv::new(Deletes::Ask);
    env.save("a.pdf", "ours");
    let id = env.add("a.pdf", "theirs");
    env.run();
    let conflicts = env.engine.view().unwrap().conflicts(&env.engine.saved());
    let json = serde_json::to_value(&conflicts).unwrap();
    assert_eq!(json[0]["reason"], "firstContact");
    assert_eq!(json[0]["local"]["bytes"], 4);
    assert_eq!(json[0]["remote"][0]["fileReferenceId"], id.as_str());
}
