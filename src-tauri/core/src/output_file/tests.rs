//! Whatever is at a place keeps what it is: links, rights, devices, pipes.

use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};

use rustix::fs::{CWD, FileType, Mode, mknodat};

use super::*;
use crate::FailureKind;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

/// The names that a folder holds.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn links_stay_and_what_they_lead_to_is_written() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("share")).unwrap();
    fs::write(at("share/old.csv"), "old").unwrap();
    symlink("share/old.csv", at("latest.csv")).unwrap();
    symlink("latest.csv", at("newest.csv")).unwrap();
    symlink("share/new.csv", at("dangling.csv")).unwrap();
    symlink("share", at("linked")).unwrap();
    for (place, real) in [
        ("latest.csv", "share/old.csv"),
        ("newest.csv", "share/old.csv"),
        ("dangling.csv", "share/new.csv"),
        ("linked/third.csv", "share/third.csv"),
    ] {
        save(&at(place), place.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(at(real)).unwrap(), place);
        assert!(fs::symlink_metadata(at(real)).unwrap().is_file());
    }
    for link in ["latest.csv", "newest.csv", "dangling.csv", "linked"] {
        assert!(
            fs::symlink_metadata(at(link)).unwrap().is_symlink(),
            "{link}"
        );
    }
    assert_eq!(names(&at("share")), ["new.csv", "old.csv", "third.csv"]);
    symlink("b", at("a")).unwrap();
    symlink("a", at("b")).unwrap();
    save(&at("a"), b"in a circle").unwrap_err();
}

#[test]
fn rights_and_further_names_of_a_file_stay_and_a_new_one_is_as_any_other() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    for rights in [0o600, 0o640, 0o664, 0o666, 0o755] {
        fs::write(at("s.csv"), "a longer text than the new one").unwrap();
        fs::set_permissions(at("s.csv"), fs::Permissions::from_mode(rights)).unwrap();
        save(&at("s.csv"), b"new").unwrap();
        assert_eq!(
            (mode(&at("s.csv")), fs::read(at("s.csv")).unwrap()),
            (rights, b"new".to_vec())
        );
    }
    fs::hard_link(at("s.csv"), at("second.csv")).unwrap();
    save(&at("s.csv"), b"both").unwrap();
    assert_eq!(fs::read(at("second.csv")).unwrap(), b"both");
    fs::write(at("any"), "").unwrap();
    save(&at("fresh.csv"), b"x").unwrap();
    assert_eq!(mode(&at("fresh.csv")), mode(&at("any")));
    assert_eq!(
        names(folder.path()),
        ["any", "fresh.csv", "s.csv", "second.csv"]
    );
    // The owner and the group of somebody else, where the test may give files away.
    if rustix::fs::chown(
        at("s.csv"),
        Some(rustix::fs::Uid::from_raw(4321)),
        Some(rustix::fs::Gid::from_raw(1234)),
    )
    .is_ok()
    {
        fs::remove_file(at("second.csv")).unwrap();
        save(&at("s.csv"), b"theirs").unwrap();
        let data = fs::metadata(at("s.csv")).unwrap();
        assert_eq!(
            (data.uid(), data.gid(), mode(&at("s.csv"))),
            (4321, 1234, 0o755)
        );
    }
}

#[test]
fn devices_and_pipes_take_the_bytes_and_stay() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    mknodat(
        CWD,
        at("pipe"),
        FileType::Fifo,
        Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    let reader = std::thread::spawn({
        let pipe = at("pipe");
        move || fs::read_to_string(pipe).unwrap()
    });
    save(&at("pipe"), b"through").unwrap();
    assert_eq!(reader.join().unwrap(), "through");
    assert!(fs::metadata(at("pipe")).unwrap().file_type().is_fifo());
    symlink("/dev/null", at("null")).unwrap();
    save(&at("null"), b"gone").unwrap();
    assert!(
        fs::metadata(at("null"))
            .unwrap()
            .file_type()
            .is_char_device()
    );
    assert_eq!(names(folder.path()), ["null", "pipe"]);
    if cfg!(target_os = "linux") {
        symlink("/dev/full", at("full")).unwrap();
        let failure = save(&at("full"), b"x").unwrap_err();
        assert_eq!(failure.kind, FailureKind::DiskFull);
    }
}

#[test]
fn a_folder_is_a_mistake_of_the_command_line() {
    let folder = folder();
    let inner = folder.path().join("reports");
    fs::create_dir(&inner).unwrap();
    symlink("reports", folder.path().join("link")).unwrap();
    for place in [
        inner.clone(),
        folder.path().join("link"),
        folder.path().join("new/"),
        "..".into(),
    ] {
        let failure = save(&place, b"x").unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage, "{failure:?}");
        assert!(failure.message.contains("is a folder"), "{failure:?}");
    }
    let failure = save(&folder.path().join("none/a.csv"), b"x").unwrap_err();
    assert!(
        failure.message.contains("none: it is not there"),
        "{failure:?}"
    );
    assert_eq!(names(folder.path()), ["link", "reports"]);
}

#[cfg(target_os = "linux")]
#[test]
fn where_the_folder_takes_no_file_the_old_one_is_written_over_and_a_failure_says_so() {
    // No new file can be made beside these, whoever asks.
    save(Path::new("/proc/self/comm"), b"written over").unwrap();
    let name = fs::read_to_string("/proc/self/comm").unwrap();
    assert_eq!(name, "written over\n");
    let failure = save(Path::new("/proc/self/oom_score_adj"), b"no number").unwrap_err();
    assert!(
        failure.message.ends_with("The file may be incomplete."),
        "{failure:?}"
    );
}

#[test]
fn a_file_that_is_not_finished_leaves_the_old_one() {
    let folder = folder();
    let place = folder.path().join("s.csv");
    fs::write(&place, "old").unwrap();
    let mut output = OutputFile::create(&place).unwrap();
    output.file.write_all(b"new").unwrap();
    drop(output);
    assert_eq!(fs::read_to_string(&place).unwrap(), "old");
    assert_eq!(names(folder.path()), ["s.csv"]);
}
