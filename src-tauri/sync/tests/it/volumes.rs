//! Drives below the root that go away and come back: no document goes with them.

use std::time::Duration;

use fielddesk_sync::engine::{RunOptions, RunReport};
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::mapping_state::Change;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::plan::Approval;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::resolve::ResolveError;
use fielddesk_sync::status::Standing;
use fielddesk_sync::testing::There;
use fielddesk_sync::volumes::{Volumes, VolumesKnown};

use crate::test_env::{TestEnv, done};

fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

/// A section on a drive of its own with one document, one on the root's volume with thirty, and
/// a deeper one on another drive.
fn mirrored(deletes: Deletes) -> TestEnv {
    let mut env = TestEnv::new(deletes);
    env.env.disk(|disk| {
        disk.add_drive(path("SHA"), Some(1));
        disk.add_drive(path("VA"), None);
        disk.add_drive(path("EL/1"), Some(2));
    });
    env.save("SHA/hms.pdf", "hms");
    for number in 0..30 {
        env.save(&format!("VA/p{number}.pdf"), &number.to_string());
    }
    env.save_all(&["EL/1/el.pdf", "top.pdf"]);
    env.run();
    assert_eq!(env.page().len(), 33);
    env
}

fn lies(env: &TestEnv, folder: &str, there: There) {
    env.env.disk(|disk| disk.set_there(&path(folder), there));
}

/// Runs of every kind, with a person's yes to whatever waits, and long enough for a missing name
/// to count as deleted.
fn runs_of_every_kind(env: &mut TestEnv) -> Vec<RunReport> {
    let mut reports = vec![env.run(), env.yes()];
    for _ in 0..3 {
        env.env.advance(Duration::from_secs(61));
        reports.push(env.watch());
    }
    env.env.approve();
    let plan = reports[0].left.id.clone();
    reports.push(env.run_with(&RunOptions {
        approval: Approval::Plan(plan),
        ..RunOptions::default()
    }));
    env.restart();
    reports.push(env.yes());
    reports
}

#[test]
fn a_drive_that_is_away_takes_no_document_with_it_under_any_policy() {
    for deletes in [Deletes::Ask, Deletes::Keep, Deletes::Propagate] {
        for (what, folder, there, names) in [
            ("a drive that is away", "SHA", There::Nothing, 1),
            ("another drive in its place", "SHA", There::Other(9), 1),
            ("a drive over a mirrored folder", "VA", There::Other(9), 30),
            ("a drive in a folder that stays", "EL/1", There::Nothing, 1),
        ] {
            let mut env = mirrored(deletes);
            let before = env.page();
            lies(&env, folder, there);
            if there != There::Nothing {
                env.env.disk(|disk| {
                    let at = path(&format!("{folder}/strange.pdf"));
                    disk.write_strange(&at, b"strange", 1_795_000_000_000);
                });
            }
            for report in runs_of_every_kind(&mut env) {
                let undone = report.undone.get(&Reason::SubfolderAway);
                assert_eq!(undone, Some(&names), "{what} {deletes:?}");
                assert_eq!(report.tally.deleted, 0);
                assert_eq!(report.tally.failed, 0, "it waits for the drive");
                assert_eq!(report.stop, None, "the rest goes on");
            }
            assert_eq!(env.page(), before, "{what} {deletes:?}");
            let saved = env.engine.saved();
            let status = env.engine.view().unwrap().status(&saved);
            assert_eq!(status.state, Standing::Offline, "{what} {deletes:?}");

            // What belongs there is back: nothing happened.
            lies(&env, folder, There::Own);
            let back = env.run();
            assert!(back.left.is_empty(), "{what}: {:?}", back.left);
            assert_eq!(env.page(), before);
        }
    }
}

#[test]
fn the_rest_of_a_folder_goes_on_while_a_drive_is_away() {
    let mut env = mirrored(Deletes::Propagate);
    lies(&env, "SHA", There::Nothing);
    env.save("VA/new.pdf", "new");
    env.delete("VA/p0.pdf");
    let report = env.run();
    assert_eq!((report.tally.uploaded, report.tally.deleted), (1, 1));
    let hms = env.file("hms.pdf");
    assert_eq!(
        (hms.state, hms.reason, hms.detail.as_deref()),
        (Standing::Offline, Reason::SubfolderAway, Some("SHA"))
    );
}

#[test]
fn a_folder_on_its_parents_volume_that_is_gone_is_an_ordinary_delete() {
    let mut env = mirrored(Deletes::Propagate);
    env.save("FOTO/a.jpg", "a");
    env.run();
    env.delete("FOTO/a.jpg");
    assert_eq!(env.run().tally.deleted, 1);
}

#[test]
fn a_file_that_is_deleted_from_a_drive_that_is_there_is_an_ordinary_delete() {
    let mut env = mirrored(Deletes::Propagate);
    env.save("SHA/old.pdf", "old");
    env.run();
    env.delete("SHA/old.pdf");
    assert_eq!(env.run().tally.deleted, 1);
}

#[test]
fn a_state_of_before_takes_what_it_sees_and_deletes_nothing_below_it_in_that_run() {
    let mut env = mirrored(Deletes::Propagate);
    env.save("SHA/old.pdf", "old");
    env.run();
    // As a program that knew no volumes left it.
    let state = fielddesk_sync::testing::simulation::ports(&env.env).state;
    let none = Change::Volumes(Volumes::default());
    done(&env.env, state.commit(&[none])).unwrap();
    env.restart();
    env.delete("SHA/old.pdf");
    env.delete("VA/p0.pdf");
    let first = env.run();
    assert_eq!(first.tally.deleted, 1, "only what is on the root's volume");
    let volumes = env.engine.saved().volumes;
    assert_eq!(volumes.known, VolumesKnown::Whole);
    let kept: Vec<_> = volumes.kept.keys().map(RelPath::as_str).collect();
    assert_eq!(kept, ["EL/1", "SHA"]);
    assert_eq!(env.run().tally.deleted, 1, "the next run knows them");
}

#[test]
fn a_first_run_that_broke_off_keeps_the_volumes_that_it_saw() {
    let mut env = TestEnv::new(Deletes::Propagate);
    env.env.disk(|disk| disk.add_drive(path("SHA"), Some(1)));
    env.save("SHA/hms.pdf", "hms");
    env.save("top.pdf", "top");
    // After the upload, and before the run ended.
    env.env.crash_after(Some(30));
    let options = RunOptions::default();
    drop(fielddesk_sync::testing::drive(
        &env.env,
        env.engine.run(&options),
    ));
    env.env.crash_after(None);
    env.restart();
    lies(&env, "SHA", There::Nothing);
    let before = env.page();
    let report = env.yes();
    assert!(report.undone.contains_key(&Reason::SubfolderAway));
    assert!(before.iter().all(|doc| env.page().contains(doc)));
}

#[test]
fn a_person_says_that_what_is_there_now_belongs_there() {
    let take = |env: &mut TestEnv, from: &str, to: &str| {
        let (from, to) = (path(from), path(to));
        done(&env.env, env.engine.take_subfolder(&from, &to)).unwrap()
    };
    // Another drive with the same file; its documents are agreed on as before.
    let mut env = mirrored(Deletes::Propagate);
    lies(&env, "SHA", There::Other(9));
    env.env
        .disk(|disk| disk.write_strange(&path("SHA/hms.pdf"), b"hms", 1_790_000_000_000));
    env.run();
    assert_eq!(take(&mut env, "SHA", "SHA"), 0);
    let report = env.run();
    assert!(report.left.is_empty(), "{:?}", report.left);
    assert_eq!(env.page().len(), 33);

    // The bare folder, with nothing in it: now it counts as deleted.
    let mut env = mirrored(Deletes::Propagate);
    lies(&env, "SHA", There::Nothing);
    env.run();
    assert_eq!(
        take(&mut env, "SHA", "SHA"),
        1,
        "one of its files is not there"
    );
    env.env.disk(|disk| {
        disk.add_drive(path("SHA"), None);
        disk.remove(&path("SHA/hms.pdf"));
    });
    env.env.advance(Duration::from_secs(1));
    assert_eq!(env.yes().tally.deleted, 1);

    // It lies elsewhere in the folder now.
    let mut env = mirrored(Deletes::Propagate);
    lies(&env, "SHA", There::Nothing);
    env.env.disk(|disk| disk.add_drive(path("HMS"), Some(1)));
    env.save("HMS/hms.pdf", "hms");
    assert_eq!(take(&mut env, "SHA", "HMS"), 0);
    let kept = env.engine.saved().volumes.kept;
    assert!(!kept.contains_key(&path("SHA")) && kept.contains_key(&path("HMS")));
}

#[test]
fn a_moved_root_keeps_what_is_away_and_takes_what_is_whole() {
    let mut env = mirrored(Deletes::Propagate);
    // Copied to a new disk while one drive was away: the other one's files are ordinary ones.
    env.env.disk(|disk| {
        disk.volume = 7;
        disk.set_there(&path("SHA"), There::Nothing);
        disk.drives.remove(&path("EL/1"));
    });
    done(&env.env, env.engine.take_root()).unwrap();
    let kept = env.engine.saved().volumes.kept;
    assert!(kept.contains_key(&path("SHA")) && !kept.contains_key(&path("EL/1")));
    let report = env.yes();
    assert_eq!(report.tally.deleted, 0);
    assert_eq!(report.undone.len(), 1);
}

#[test]
fn nothing_is_written_where_a_drive_was() {
    let mut env = mirrored(Deletes::Propagate);
    env.save("SHA/hms.pdf", "hms, second");
    env.run();
    let version = env.env.archive(|archive| archive.versions[0].version);
    lies(&env, "SHA", There::Nothing);
    let restored = done(
        &env.env,
        env.engine.restore(version, &RunOptions::default()),
    );
    assert!(
        matches!(restored, Err(ResolveError::NotReady(Some(_)))),
        "{restored:?}"
    );
}

#[test]
fn an_empty_drive_that_is_away_is_told_by_its_folder() {
    let mut env = TestEnv::new(Deletes::Ask);
    env.env.disk(|disk| disk.add_drive(path("SHA"), Some(1)));
    env.save("top.pdf", "top");
    env.run();
    lies(&env, "SHA", There::Nothing);
    let report = env.run();
    assert_eq!(report.undone.get(&Reason::SubfolderAway), Some(&1));
    assert_eq!(env.file("SHA").state, Standing::Offline);
}
