//! Cases of Windows alone: files that are not shared, attributes, long paths, names in any case.

#![expect(
    clippy::disallowed_methods,
    reason = "a person works on the disk itself"
)]

use std::fs::{File, OpenOptions};
use std::os::windows::fs::OpenOptionsExt as _;

use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::local::OsFolder;
use fielddesk_sync::ports::{LocalError, LocalFs as _};
use fielddesk_sync::testing::conformance::Edit as _;

use super::folder::stream;
use super::{TestEnv, path};

/// As programs open what they edit: others may share so much.
fn held(env: &TestEnv, name: &str, write: bool, shared: u32) -> File {
    let mut options = OpenOptions::new();
    options.read(true).write(write).share_mode(shared);
    options.open(env.at(name)).unwrap()
}

const NOT_AT_ALL: u32 = 0;
const FOR_READING: u32 = 1;
const FOR_EVERYTHING: u32 = 7;

#[tokio::test]
async fn a_file_that_a_program_holds_is_seen_and_neither_read_nor_removed_nor_replaced() {
    let env = TestEnv::new();
    env.write("a.dwg", b"a");
    // AutoCAD shares nothing, Office reading, some nothing but good will.
    for (write, shared) in [
        (false, NOT_AT_ALL),
        (true, FOR_READING),
        (true, FOR_EVERYTHING),
    ] {
        let open = held(&env, "a.dwg", write, shared);
        env.settle();
        let scan = env.scan().await;
        let [seen] = scan.as_slice() else {
            panic!("it is there: {scan:?}");
        };
        let a = path("a.dwg");
        let locked = LocalError::Locked(None);
        let content = env.folder.content(&a, &seen.stat).await.map(drop);
        assert_eq!(content, Err(locked.clone()), "read, shared {shared}");
        let removed = env.folder.remove(&a, &seen.stat).await;
        assert_eq!(removed, Err(locked.clone()), "removed, shared {shared}");
        let staged = env.folder.stage(&a, stream(&[b"theirs"])).await.unwrap();
        let placed = env.folder.place(&staged, &a, Some(&seen.stat)).await;
        assert_eq!(placed, Err(locked), "replaced, shared {shared}");
        env.folder.discard(&staged).await.unwrap();
        drop(open);
    }
    env.settle();
    assert_eq!(env.settled().await, ["a.dwg"]);
    assert_eq!(env.read("a.dwg"), b"a");
    assert_eq!(env.names(), ["a.dwg"]);
}

#[tokio::test]
async fn a_file_that_is_only_being_read_is_mirrored() {
    let env = TestEnv::new();
    env.write_long_ago("a.pdf", b"a");
    let _open = held(&env, "a.pdf", false, FOR_READING);
    assert_eq!(env.settled().await, ["a.pdf"]);
    let stat = env.scan().await[0].stat;
    env.folder.hash(&path("a.pdf"), &stat).await.unwrap();
}

fn set_attribute(env: &TestEnv, attribute: &str, name: &str) {
    let set = std::process::Command::new("attrib")
        .arg(attribute)
        .arg(env.at(name))
        .status();
    assert!(set.unwrap().success(), "attrib {attribute} {name}");
}

#[tokio::test]
async fn hidden_files_are_left_out_by_a_rule_with_a_name() {
    let env = TestEnv::new();
    env.write_long_ago("a.pdf", b"a");
    env.write_long_ago("b.pdf", b"b");
    set_attribute(&env, "+h", "b.pdf");
    let scan = env.folder.scan().await.unwrap();
    let ignored: Vec<_> = scan
        .ignored
        .iter()
        .map(|ignored| (ignored.path.as_str(), ignored.rule.as_str()))
        .collect();
    assert_eq!(ignored, [("b.pdf", "Hidden files")]);
    assert_eq!(env.settled().await, ["a.pdf"]);
}

#[tokio::test]
async fn a_read_only_file_is_read_replaced_and_removed() {
    let env = TestEnv::new();
    env.write_long_ago("a.pdf", b"ours");
    set_attribute(&env, "+r", "a.pdf");
    assert_eq!(env.settled().await, ["a.pdf"]);
    let a = path("a.pdf");
    let stat = env.folder.stat(&a).await.unwrap().unwrap();
    env.folder.hash(&a, &stat).await.unwrap();
    let staged = env.folder.stage(&a, stream(&[b"theirs"])).await.unwrap();
    let stat = env.folder.place(&staged, &a, Some(&stat)).await.unwrap();
    assert_eq!(env.read("a.pdf"), b"theirs");
    assert_eq!(env.names(), ["a.pdf"], "nothing is left beside it");
    set_attribute(&env, "+r", "a.pdf");
    let now = env.folder.stat(&a).await.unwrap().unwrap();
    assert_eq!(now.size, stat.size);
    env.folder.remove(&a, &now).await.unwrap();
    assert_eq!(env.names(), Vec::<String>::new());
}

#[tokio::test]
async fn paths_of_more_than_260_characters_are_seen_read_and_written() {
    let env = TestEnv::new();
    let folders = vec!["Tegninger for vei, vann og avløp"; 12].join("/");
    let deep = path(&format!("{folders}/Plan.pdf"));
    assert!(deep.as_str().len() > 260);
    let staged = env.folder.stage(&deep, stream(&[b"deep"])).await.unwrap();
    env.folder.place(&staged, &deep, None).await.unwrap();
    env.settle();
    assert_eq!(env.settled().await, [deep.as_str()]);
    let stat = env.folder.stat(&deep).await.unwrap().unwrap();
    env.folder.hash(&deep, &stat).await.unwrap();
    env.folder.remove(&deep, &stat).await.unwrap();
    assert_eq!(env.folder.stat(&deep).await, Ok(None));
}

#[tokio::test]
async fn another_case_of_a_name_is_the_same_file_under_its_new_name() {
    let env = TestEnv::new();
    env.write_long_ago("plan.pdf", b"a");
    let before = env.scan().await[0].stat.identity.unwrap();
    env.rename("plan.pdf", "Plan.PDF");
    env.settle();
    let after = env.scan().await;
    assert_eq!(after.len(), 1);
    assert_eq!(after[0].path, path("Plan.PDF"));
    assert_eq!(after[0].stat.identity.unwrap().file, before.file);
}

#[tokio::test]
async fn nothing_takes_the_place_of_a_file_of_another_case() {
    let env = TestEnv::new();
    env.write_long_ago("Plan.PDF", b"a");
    let other = path("PLAN.pdf");
    let staged = env.folder.stage(&other, stream(&[b"b"])).await.unwrap();
    let placed = env.folder.place(&staged, &other, None).await;
    assert_eq!(placed, Err(LocalError::Changed));
    env.folder.discard(&staged).await.unwrap();
    assert_eq!(env.read("Plan.PDF"), b"a");
}

#[tokio::test]
async fn a_file_keeps_its_number_when_it_is_renamed_and_another_has_its_own() {
    let env = TestEnv::new();
    env.write_long_ago("a.pdf", b"a");
    env.write_long_ago("b.pdf", b"b");
    let number = |scan: &[fielddesk_sync::ports::ScannedFile], name: &str| {
        let file = scan.iter().find(|file| file.path == path(name)).unwrap();
        file.stat.identity.unwrap().file
    };
    let before = env.scan().await;
    assert_ne!(number(&before, "a.pdf"), number(&before, "b.pdf"));
    env.rename("a.pdf", "c.pdf");
    let after = env.scan().await;
    assert_eq!(number(&after, "c.pdf"), number(&before, "a.pdf"));
    // A listing and a look tell of the same file.
    let looked = env.folder.stat(&path("c.pdf")).await.unwrap().unwrap();
    assert_eq!(looked.identity.unwrap().file, number(&after, "c.pdf"));
}

/// Names of documents on the page that Windows cannot store.
const UNSTORABLE: [&str; 9] = [
    "..\\out.pdf",
    "C:\\out.pdf",
    "\\\\server\\share\\out.pdf",
    "a.pdf:stream",
    "CON",
    "nul.pdf",
    "COM¹.txt",
    "a.pdf.",
    "a.pdf ",
];

#[tokio::test]
async fn no_name_of_a_document_leads_out_of_the_folder_or_into_a_device_or_stream() {
    let env = TestEnv::new();
    env.write_long_ago("a.pdf", b"a");
    for name in UNSTORABLE {
        let to = path(name);
        // Its temporary file has a name of our own.
        let staged = env.folder.stage(&to, stream(&[b"x"])).await.unwrap();
        let placed = env.folder.place(&staged, &to, None).await;
        assert!(matches!(placed, Err(LocalError::Denied(_))), "{name}");
        env.folder.discard(&staged).await.unwrap();
        let inside = path(&format!("{name}/b.pdf"));
        let staged = env.folder.stage(&inside, stream(&[b"x"])).await;
        assert!(staged.is_err(), "{name} as a folder");
        assert_eq!(env.names(), ["a.pdf"], "{name}");
    }
    assert_eq!(env.read("a.pdf"), b"a");
    assert!(!env.dir.path().with_file_name("out.pdf").exists());
}

#[tokio::test]
async fn what_lies_outside_is_not_looked_at_by_a_name_with_separators() {
    let env = TestEnv::new();
    let outside = env.dir.path().with_extension("pdf");
    std::fs::write(&outside, b"not yours").unwrap();
    let name = outside.file_name().unwrap().to_str().unwrap();
    let looked = env.folder.stat(&path(&format!("..\\{name}"))).await;
    std::fs::remove_file(&outside).unwrap();
    assert!(matches!(looked, Err(LocalError::Denied(_))), "{looked:?}");
}

#[tokio::test]
async fn a_root_is_the_same_by_each_of_its_names() {
    let env = TestEnv::new();
    env.write_long_ago("a.pdf", b"a");
    let name = env.dir.path().to_str().unwrap();
    let root = env.folder.root().await.unwrap();
    for other in [
        name.to_uppercase(),
        name.replace('\\', "/"),
        format!("{name}\\"),
        format!(r"\\?\{name}"),
        format!(
            r"{name}\.\..\{}",
            env.dir.path().file_name().unwrap().to_str().unwrap()
        ),
    ] {
        let folder = OsFolder::new(&other, IgnoreRules::default(), env.clock.clone());
        assert_eq!(folder.root().await.unwrap(), root, "{other}");
        assert_eq!(folder.scan().await.unwrap().files.len(), 1, "{other}");
    }
}

#[tokio::test]
async fn a_folder_on_a_share_is_read_and_written() {
    let env = TestEnv::new();
    env.write_long_ago("a.pdf", b"a");
    let (drive, rest) = env.dir.path().to_str().unwrap().split_once(':').unwrap();
    let share = format!(r"\\localhost\{drive}${rest}");
    if std::fs::metadata(&share).is_err() {
        eprintln!("not tried: {share} is for administrators");
        return;
    }
    let folder = OsFolder::new(&share, IgnoreRules::default(), env.clock.clone());
    assert_eq!(folder.scan().await.unwrap().files.len(), 1);
    let b = path("b.pdf");
    let staged = folder.stage(&b, stream(&[b"b"])).await.unwrap();
    let stat = folder.place(&staged, &b, None).await.unwrap();
    assert_eq!(env.read("b.pdf"), b"b");
    assert!(stat.identity.is_none(), "numbers of a share mean nothing");
}

#[tokio::test]
async fn what_lies_behind_a_junction_is_not_mirrored_and_stays() {
    let env = TestEnv::new();
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("b.pdf"), b"not yours").unwrap();
    env.write_long_ago("a.pdf", b"a");
    let made = std::process::Command::new("cmd")
        .args(["/c", "mklink", "/J"])
        .args([env.at("Plans").as_path(), elsewhere.path()])
        .status();
    assert!(made.unwrap().success());
    assert_eq!(env.settled().await, ["a.pdf"]);
    let inside = path("Plans/b.pdf");
    assert!(env.folder.stat(&inside).await.is_err());
    assert!(env.folder.stage(&inside, stream(&[b"x"])).await.is_err());
    assert_eq!(
        std::fs::read(elsewhere.path().join("b.pdf")).unwrap(),
        b"not yours"
    );
}
