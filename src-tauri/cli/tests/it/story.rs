//! The main job as a script does it: send, list, fetch, compare, delete.

use serde_json::json;

use crate::support::{PROJECT, TestEnv, folder, text};

#[test]
fn files_come_back_byte_for_byte() {
    let env = TestEnv::new();
    let large: Vec<u8> = (0..700_000_u32).flat_map(u32::to_le_bytes).collect();
    let contents = [
        ("Plan Ä 1.pdf", b"%PDF plan".to_vec()),
        ("tom fil.txt", Vec::new()),
        ("grunnlag.dwg", large),
    ];
    let files: Vec<String> = contents
        .iter()
        .map(|(name, bytes)| env.file(name, bytes))
        .collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();

    let mut args = vec![
        "docs",
        "upload",
        "--project",
        PROJECT,
        "--section",
        "Tegninger",
    ];
    args.extend(&files);
    let run = env.ctl(&args).json();
    let sent = run.expect_code(0).document().as_array().unwrap();
    let ids: Vec<&str> = sent
        .iter()
        .map(|sent| text(&sent["fileReferenceId"]))
        .collect();

    let mut listed = env.section("Tegninger");
    listed.sort();
    let mut expected: Vec<_> = contents
        .iter()
        .zip(&ids)
        .map(|((name, _), id)| ((*name).to_owned(), (*id).to_owned()))
        .collect();
    expected.sort();
    assert_eq!(listed, expected);

    let mut args = vec!["docs", "download", "--project", PROJECT, "--to", "ut/mappe"];
    args.extend(&ids);
    env.ctl(&args).json().expect_code(0);
    let mut saved = contents.map(|(name, bytes)| (name.to_owned(), bytes));
    saved.sort();
    assert!(
        folder(&env.path("ut/mappe")) == saved,
        "whole, and nothing temporary"
    );

    let delete = ["docs", "delete", "--yes", "--project", PROJECT];
    let delete = env.ctl(&[&delete[..], &ids[..2]].concat());
    delete.json().expect_code(0);
    let left = env.section("Tegninger");
    assert_eq!(left, [("grunnlag.dwg".to_owned(), ids[2].to_owned())]);
}

#[test]
fn people_read_tables() {
    let env = TestEnv::new();
    let file = env.file("Plan A.pdf", "plan");
    let ids = env.upload("HMS", &[&file]);
    let run = env.ctl(&["docs", "list", "--project", PROJECT]).run();
    run.expect_code(0);
    let heading = run.stdout.lines().next().unwrap();
    assert!(
        heading.starts_with("SECTION") && heading.contains("NAME"),
        "{heading}"
    );
    let line = run
        .stdout
        .lines()
        .find(|line| line.contains("Plan A.pdf"))
        .unwrap();
    assert!(line.starts_with("HMS") && line.contains(&ids[0]), "{line}");
    assert_eq!(run.stderr, "");

    let run = env.ctl(&["projects", "list"]).run();
    assert!(run.stdout.contains(PROJECT), "{}", run.stdout);
    let run = env.ctl(&["workorders", "list", "--project", PROJECT]).run();
    assert!(run.stdout.lines().count() >= 3, "{}", run.stdout);
}

#[test]
fn a_taken_name_gets_a_number_and_nothing_is_overwritten() {
    let env = TestEnv::new();
    let file = env.file("in/Plan.pdf", "new");
    let ids = env.upload("HMS", &[&file]);
    env.file("out/Plan.pdf", "mine");
    for expected in ["Plan (2).pdf", "Plan (3).pdf"] {
        let run = env.ctl_download(&ids[0]).json();
        let path = env.path("out").join(expected);
        assert_eq!(run.expect_code(0).document()[0]["path"], json!(path));
    }
    let files = folder(&env.path("out"));
    assert_eq!(files.len(), 3);
    assert!(files.contains(&("Plan.pdf".to_owned(), b"mine".to_vec())));
    let run = env.ctl_download(&ids[0]).run();
    assert!(
        run.stderr.contains("Plan (4).pdf"),
        "the new name is said: {}",
        run.stderr
    );
}
