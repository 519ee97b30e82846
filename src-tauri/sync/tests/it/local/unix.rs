//! Cases of Unix alone: links, pipes, rights, names of any bytes; and the programs that have a file
//! open, which only Linux shows.

#![expect(
    clippy::disallowed_methods,
    reason = "a person works on the disk itself"
)]

use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::time::Duration;

use fielddesk_sync::ports::{LocalError, LocalFs as _, NotReady, Readiness, StageError};
use fielddesk_sync::testing::conformance::Edit as _;

use super::folder::stream;
use super::{TestEnv, path};

#[tokio::test]
async fn links_and_pipes_are_left_out_by_a_rule_and_never_followed() {
    let env = TestEnv::new();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.pdf"), b"not yours").unwrap();
    symlink(outside.path(), env.at("VA")).unwrap();
    symlink(outside.path().join("secret.pdf"), env.at("link.pdf")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(env.at("pipe.pdf"))
        .status();
    assert!(made.unwrap().success());
    env.write("real.pdf", b"real");
    env.settle();
    let scan = env.folder.scan().await.unwrap();
    let mut ignored: Vec<_> = scan
        .ignored
        .iter()
        .map(|ignored| (ignored.path.as_str(), ignored.rule.as_str()))
        .collect();
    ignored.sort_unstable();
    assert_eq!(
        ignored,
        [
            ("VA", "Links"),
            ("link.pdf", "Links"),
            ("pipe.pdf", "Pipes, sockets and devices"),
        ]
    );
    assert_eq!(env.settled().await, ["real.pdf"]);
    // Whoever asks all the same gets nothing from outside, and does not wait for a pipe.
    let stat = scan.files[0].stat;
    for name in ["VA/secret.pdf", "link.pdf", "pipe.pdf"] {
        let read = env.folder.hash(&path(name), &stat).await;
        assert_eq!(read, Err(LocalError::Changed), "{name}");
        assert!(matches!(
            env.folder.stat(&path(name)).await,
            Err(LocalError::Denied(_))
        ));
    }
    let staged = env.folder.stage(&path("VA/new.pdf"), stream(&[b"x"])).await;
    assert!(matches!(
        staged,
        Err(StageError::Local(LocalError::Changed))
    ));
    assert!(!outside.path().join("new.pdf").exists());
}

#[tokio::test]
async fn names_that_cannot_be_given_back_are_refused_with_a_reason() {
    let env = TestEnv::new();
    for name in [&b"bad\xff.pdf"[..], b"two\nlines.pdf", b"back\\slash.pdf"] {
        std::fs::write(env.at(std::ffi::OsStr::from_bytes(name)), b"x").unwrap();
    }
    env.write("VA/fine.pdf", b"x");
    let scan = env.folder.scan().await.unwrap();
    let mut refused: Vec<_> = scan
        .refused
        .iter()
        .map(|entry| (entry.shown.as_str(), entry.reason.as_str()))
        .collect();
    refused.sort_unstable();
    assert_eq!(
        refused,
        [
            (
                "back\\slash.pdf",
                "its name has a backslash, which other systems cannot store"
            ),
            ("bad\u{fffd}.pdf", "its name is no Unicode"),
            ("two\u{fffd}lines.pdf", "its name has control characters"),
        ]
    );
    assert_eq!(scan.files.len(), 1);
}

/// The tests run as root in some places, where nothing is unreadable.
fn may_read_everything() -> bool {
    rustix_is_root()
}

fn rustix_is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[tokio::test]
async fn a_folder_that_cannot_be_read_is_unknown_and_not_gone() {
    if may_read_everything() {
        // A folder that nobody can list, root neither: the kernel refuses another process's.
        return;
    }
    let env = TestEnv::new();
    env.write("VA/a.pdf", b"a");
    env.write("b.pdf", b"b");
    let rights = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(env.at("VA"), rights(0)).unwrap();
    let scan = env.folder.scan().await.unwrap();
    assert_eq!(scan.unreadable, [path("VA")]);
    // Listed but not to be looked at.
    std::fs::set_permissions(env.at("VA"), rights(0o444)).unwrap();
    let scan = env.folder.scan().await.unwrap();
    assert_eq!(scan.unreadable, [path("VA")]);
    std::fs::set_permissions(env.dir.path(), rights(0o444)).unwrap();
    let scan = env.folder.scan().await;
    std::fs::set_permissions(env.dir.path(), rights(0o755)).unwrap();
    std::fs::set_permissions(env.at("VA"), rights(0o755)).unwrap();
    assert!(matches!(scan, Err(LocalError::RootAway(_))));
}

#[tokio::test]
async fn a_file_that_a_program_has_open_for_writing_waits_by_its_name() {
    let env = TestEnv::new();
    env.write("a.pdf", b"a");
    let open = std::fs::File::options()
        .append(true)
        .open(env.at("a.pdf"))
        .unwrap();
    let first = env.scan().await;
    assert_eq!(first[0].readiness, Readiness::NotReady(NotReady::Settling));
    env.clock.pass(Duration::from_secs(3));
    let Readiness::NotReady(NotReady::Open(Some(program))) = &env.scan().await[0].readiness else {
        panic!("it is open");
    };
    assert!(!program.is_empty());
    let stat = first[0].stat;
    let removed = env.folder.remove(&path("a.pdf"), &stat).await;
    assert!(matches!(removed, Err(LocalError::Locked(Some(_)))));
    drop(open);
    assert_eq!(env.settled().await, ["a.pdf"]);
}

#[tokio::test]
async fn a_file_takes_the_place_of_another_with_its_rights_and_nothing_is_left() {
    let env = TestEnv::new();
    env.write("VA/a.pdf", b"ours");
    let rights = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(env.at("VA/a.pdf"), rights).unwrap();
    let to = path("VA/a.pdf");
    let stat = env.folder.stat(&to).await.unwrap().unwrap();
    let staged = env
        .folder
        .stage(&to, stream(&[b"the", b"irs"]))
        .await
        .unwrap();
    env.folder.place(&staged, &to, Some(&stat)).await.unwrap();
    assert_eq!(env.read("VA/a.pdf"), b"theirs");
    let mode = std::fs::metadata(env.at("VA/a.pdf")).unwrap().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(std::fs::read_dir(env.at("VA")).unwrap().count(), 1);
}

#[tokio::test]
async fn a_file_without_rights_is_told_by_the_look_and_the_root_by_its_own_word() {
    if rustix_is_root() {
        return;
    }
    let env = TestEnv::new();
    env.write_long_ago("a.pdf", b"a");
    env.write_long_ago("b.pdf", b"b");
    let rights = |at: &std::path::Path, mode| {
        std::fs::set_permissions(at, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    rights(&env.at("a.pdf"), 0o000);
    rights(&env.at("b.pdf"), 0o600);
    env.settle();
    let files = env.scan().await;
    let denied = |name: &str| {
        let file = files.iter().find(|file| file.path == path(name)).unwrap();
        matches!(file.readiness, Readiness::NotReady(NotReady::Unreadable(_)))
    };
    assert_eq!([denied("a.pdf"), denied("b.pdf")], [true, false]);
    rights(env.dir.path(), 0o000);
    let root = env.folder.root().await;
    rights(env.dir.path(), 0o755);
    assert_eq!(
        root,
        Err(LocalError::RootDenied("permission denied".into()))
    );
}

#[tokio::test]
async fn a_link_that_a_rule_of_the_user_hides_is_told_by_that_rule() {
    let rules = fielddesk_rules::ignore::IgnoreRules::with(&["VA"]).unwrap();
    let env = TestEnv::with(rules);
    let outside = tempfile::tempdir().unwrap();
    symlink(outside.path(), env.at("VA")).unwrap();
    symlink(outside.path(), env.at("EL")).unwrap();
    let scan = env.folder.scan().await.unwrap();
    let mut rules: Vec<_> = scan.ignored.into_iter().map(|one| one.rule).collect();
    rules.sort_unstable();
    assert_eq!(rules, ["Links", "Your rule VA"]);
}
