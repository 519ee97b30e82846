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
    assert_eq!(sent.len(), 3);
    for (sent, (name, bytes)) in sent.iter().zip(&contents) {
        assert_eq!(sent["name"], *name);
        assert_eq!(sent["section"], "Tegninger");
        assert_eq!(sent["bytes"], bytes.len());
        assert_eq!(sent["fileType"], name.rsplit('.').next().unwrap());
        assert!(sent["url"].is_string() && sent["createdDateTime"].is_string());
        assert_eq!(sent.as_object().unwrap().len(), 7, "{sent}");
    }
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
    let run = env.ctl(&args).json();
    let saved = run.expect_code(0).document().as_array().unwrap();
    for ((saved, (name, bytes)), id) in saved.iter().zip(&contents).zip(&ids) {
        let path = env.path("ut/mappe").join(name);
        let expected = json!({
            "fileReferenceId": id, "name": name, "path": path, "bytes": bytes.len(),
        });
        assert_eq!(*saved, expected);
        assert_eq!(
            std::fs::read(path).unwrap(),
            *bytes,
            "{name} came back changed"
        );
    }
    assert_eq!(
        folder(&env.path("ut/mappe")).len(),
        3,
        "nothing temporary is left"
    );

    let run = env
        .ctl(&[
            "docs",
            "delete",
            "--yes",
            "--project",
            PROJECT,
            ids[0],
            ids[1],
        ])
        .json();
    let expected = json!([
        { "fileReferenceId": ids[0], "deleted": true },
        { "fileReferenceId": ids[1], "deleted": true },
    ]);
    assert_eq!(*run.expect_code(0).document(), expected);
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
fn projects_and_work_orders_are_the_records_of_the_service() {
    let env = TestEnv::new();
    let run = env.ctl(&["projects", "list"]).json();
    let all = run.expect_code(0).document().as_array().unwrap().clone();
    let listed = all
        .iter()
        .find(|project| project["projectNumber"] == PROJECT)
        .unwrap();
    for field in ["id", "companyId", "projectNumber", "name", "active"] {
        assert!(listed.get(field).is_some(), "{field} in {listed}");
    }
    let shown = env.ctl(&["projects", "show", PROJECT]).json();
    assert_eq!(shown.expect_code(0).document(), listed);

    let found = env
        .ctl(&["projects", "list", "--search", "p-2026-001"])
        .json();
    assert_eq!(*found.expect_code(0).document(), json!([listed]));
    let none = env
        .ctl(&["projects", "list", "--search", "no such project"])
        .json();
    assert_eq!(*none.expect_code(0).document(), json!([]));

    let orders = env
        .ctl(&["workorders", "list", "--project", PROJECT])
        .json();
    let orders = orders.expect_code(0).document().as_array().unwrap().clone();
    assert!(orders.len() >= 2);
    for order in orders {
        assert_eq!(order["projectId"], listed["id"], "{order}");
        assert!(order["externalId"].is_string(), "{order}");
    }
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

#[test]
fn one_token_serves_a_whole_command() {
    let env = TestEnv::new();
    let files: Vec<String> = (0..6).map(|n| env.file(&format!("{n}.txt"), "x")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    env.upload("HMS", &files);
    let requests = env.requests();
    let tokens = requests
        .iter()
        .filter(|request| text(&request["path"]).ends_with("/connect/token"))
        .count();
    assert_eq!(tokens, 1, "{requests:?}");
}
