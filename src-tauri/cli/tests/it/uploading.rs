//! Uploads: sections, work orders, replacing, folders, and files that are not there.

use fielddesk_core::data_dir::DataDir;
use serde_json::Value;

use crate::support::{PROJECT, TestEnv, files_of, text};

#[test]
fn forty_files_with_one_missing_send_thirty_nine() {
    let env = TestEnv::new();
    let mut files: Vec<String> = (0..39)
        .map(|n| env.file(&format!("f{n:02}.txt"), n.to_string()))
        .collect();
    files.insert(17, env.path("missing.txt").to_str().unwrap().to_owned());
    let mut args = vec!["docs", "upload", "--project", PROJECT, "--section", "HMS"];
    args.extend(files.iter().map(String::as_str));

    let run = env.ctl(&args).json();
    let error = run.expect_error(1, "fileVanished");
    assert!(text(&error["message"]).contains("1 of 40"), "{error}");
    let outcomes = run.document().as_array().unwrap();
    assert_eq!(outcomes.len(), 40, "an outcome for each");
    let (failed, sent): (Vec<&Value>, Vec<&Value>) = outcomes
        .iter()
        .partition(|outcome| outcome.get("error").is_some());
    assert_eq!((failed.len(), sent.len()), (1, 39));
    assert_eq!(failed[0]["name"], "missing.txt");
    assert_eq!(failed[0]["error"]["kind"], "fileVanished");
    assert_eq!(outcomes[17]["name"], "missing.txt", "in the order given");
    assert_eq!(env.section("HMS").len(), 39);
}

#[test]
fn a_work_order_has_its_own_page() {
    let env = TestEnv::new();
    let order = env.work_order();
    let file = env.file("a.txt", "work");
    let run = env
        .ctl(&[
            "docs",
            "upload",
            &file,
            "--work-order",
            &order,
            "--section",
            "Rapport",
        ])
        .json();
    let id = text(&run.expect_code(0).document()[0]["fileReferenceId"]).to_owned();

    let listed = env.ctl(&["docs", "list", "--work-order", &order]).json();
    let listed = files_of(listed.expect_code(0).document(), "Rapport");
    assert_eq!(listed, [("a.txt".to_owned(), id.clone())]);
    assert!(
        env.section("Rapport").is_empty(),
        "a project lists its own pages"
    );

    let run = env
        .ctl(&[
            "docs",
            "download",
            &id,
            "--work-order",
            &order,
            "--to",
            "out",
        ])
        .json();
    run.expect_code(0);
    assert_eq!(std::fs::read(env.path("out/a.txt")).unwrap(), b"work");
    let elsewhere = env
        .ctl(&["docs", "download", &id, "--project", PROJECT])
        .json();
    elsewhere.expect_error(4, "notFound");
    let run = env
        .ctl(&["docs", "delete", &id, "--work-order", &order, "--yes"])
        .json();
    run.expect_code(0);
}

#[test]
fn a_name_that_exists_stays_beside_the_new_one_unless_it_is_replaced() {
    let env = TestEnv::new();
    let old = env.file("Plan.pdf", "old content");
    let other = env.file("Other.pdf", "other");
    let first = env.upload("HMS", &[&old, &other]);
    env.file("Plan.pdf", "middle content");
    env.upload("HMS", &[&old]);
    assert_eq!(env.section("HMS").len(), 3, "both are there");

    env.file("Plan.pdf", "new content");
    // The app may hold the data folder: a one-shot upload does not mind.
    let data_dir = DataDir::open(env.data_dir()).unwrap();
    let _held = data_dir.lock().unwrap();
    let run = env
        .ctl(&[
            "docs",
            "upload",
            "--replace",
            &old,
            "--project",
            PROJECT,
            "--section",
            "HMS",
        ])
        .json();
    let new = text(&run.expect_code(0).document()[0]["fileReferenceId"]).to_owned();

    let mut names: Vec<_> = env.section("HMS");
    names.sort();
    assert_eq!(
        names,
        [
            ("Other.pdf".to_owned(), first[1].clone()),
            ("Plan.pdf".to_owned(), new)
        ]
    );
    let kept = history(&env);
    for content in ["old content", "middle content"] {
        assert!(
            kept.iter().any(|bytes| bytes == content.as_bytes()),
            "{content} is kept"
        );
    }
    assert!(
        !kept.iter().any(|bytes| bytes == b"other"),
        "what stays is not copied"
    );
}

#[test]
fn a_folder_is_refused_unless_it_is_meant() {
    let env = TestEnv::new();
    env.file("plans/a.txt", "a");
    env.file("plans/sub/b.txt", "b");
    env.file("plans/.hidden", "h");
    let run = env
        .ctl(&[
            "docs",
            "upload",
            "plans",
            "--project",
            PROJECT,
            "--section",
            "HMS",
        ])
        .json();
    let error = run.expect_error(2, "usage");
    assert!(text(&error["fix"]).contains("--recursive"), "{error}");
    assert!(env.requests().is_empty(), "nothing was sent");

    let args = [
        "docs",
        "upload",
        "plans",
        "--recursive",
        "--project",
        PROJECT,
        "--section",
        "HMS",
    ];
    env.ctl(&args).json().expect_code(0);
    let names: Vec<_> = env
        .section("HMS")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

/// Every content that the history holds.
pub(crate) fn history(env: &TestEnv) -> Vec<Vec<u8>> {
    let mut contents = Vec::new();
    let mut folders = vec![env.data_dir().join("history")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else if entry.file_name().len() == 64 {
                contents.push(std::fs::read(entry.path()).unwrap());
            }
        }
    }
    contents
}
