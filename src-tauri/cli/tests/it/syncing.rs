//! Synced folders as a script uses them: added, planned, mirrored, and quiet when nothing is new.

use serde_json::json;

use crate::support::{FOLDER, PROJECT, TestEnv, text};

#[test]
fn a_folder_is_mirrored_and_a_second_run_does_nothing() {
    let env = TestEnv::new();
    env.drawing("Plan A.pdf", "plan a");
    env.drawing("Plan Ø.dwg", vec![7; 300_000]);
    env.drawing("~$Plan A.docx", "lock");
    env.drawing("sub/Plan C.pdf", "not mirrored");

    let run = env
        .sync(&["add", FOLDER, "--project", PROJECT, "--section", "VA"])
        .json();
    let added = run.expect_code(0).document();
    let mapping = text(&added["mapping"]).to_owned();
    for (field, value) in [
        ("folder", json!(env.path(FOLDER))),
        ("project", json!(PROJECT)),
        ("workOrder", json!(null)),
        ("section", json!("VA")),
        ("sectionsBySubfolder", json!(false)),
        ("deletes", json!("ask")),
        ("mode", json!("upload")),
    ] {
        assert_eq!(added[field], value, "{field} in {added}");
    }
    let run = env.sync(&["list"]).json();
    assert_eq!(run.expect_code(0).document()[0]["mapping"], mapping);

    let plan = env.sync(&["plan", FOLDER]).json();
    let plan = plan.expect_code(0).document();
    assert_eq!(plan["mapping"], mapping);
    assert!(!text(&plan["plan"]).is_empty());
    let actions: Vec<_> = plan["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| {
            assert!(
                action["bytes"].is_u64() && action["reason"].is_string(),
                "{action}"
            );
            (
                text(&action["action"]),
                text(&action["section"]),
                text(&action["name"]),
            )
        })
        .collect();
    assert_eq!(actions[0], ("upload", "VA", "Plan A.pdf"));
    assert_eq!(actions[1], ("upload", "VA", "Plan Ø.dwg"));
    assert!(
        actions[2..].iter().all(|(action, ..)| *action == "skip"),
        "the subfolder alone is said: {actions:?}"
    );
    assert!(env.section("VA").is_empty(), "a plan sends nothing");

    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [2, 0, 0, 0, 0, 0]);
    assert_eq!(told.finished()["bytes"], 300_006);
    assert_eq!(told.named("uploaded"), ["Plan A.pdf", "Plan Ø.dwg"]);
    assert!(
        told.lines
            .iter()
            .any(|line| line["event"] == "idle" && line["mapping"] == mapping)
    );
    assert_eq!(env.content("Plan A.pdf"), b"plan a");
    assert_eq!(env.content("Plan Ø.dwg"), vec![7; 300_000]);

    let before = env.requests().len();
    let again = env.run_once(&[&mapping]);
    assert_eq!(again.expect_code(0).sums(), [0; 6]);
    let requests = env.requests().split_off(before);
    let paths: Vec<_> = requests
        .iter()
        .filter(|request| !text(&request["path"]).ends_with("/connect/token"))
        .collect();
    assert!(
        paths.len() == 1 && paths[0]["method"] == "GET",
        "one listing and nothing else: {paths:?}"
    );

    let status = env.sync(&["status"]).json();
    let status = &status.expect_code(0).document()[0];
    assert_eq!(status["state"], "inStep");
    assert_eq!(
        [
            &status["files"],
            &status["pending"],
            &status["conflicts"],
            &status["failed"]
        ],
        [2, 0, 0, 0]
    );
    assert!(status["lastRun"].is_string(), "{status}");
}

#[test]
fn subfolders_are_sections_where_that_is_said() {
    let env = TestEnv::new();
    env.drawing("top.pdf", "top");
    env.drawing("VA/a.pdf", "a");
    env.drawing("VA/Deep/b.pdf", "b");
    env.mapped(&["--sections-by-subfolder"]);
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [3, 0, 0, 0, 0, 0]);
    let pages = env.ctl(&["docs", "list", "--project", PROJECT]).json();
    for (section, name) in [
        ("VA", "a.pdf"),
        ("VA - Deep", "b.pdf"),
        ("Documents", "top.pdf"),
    ] {
        let files = crate::support::files_of(pages.document(), section);
        assert!(
            files.iter().any(|(listed, _)| listed == name),
            "{section}: {files:?}"
        );
    }
}

#[test]
fn a_work_order_is_mirrored_to() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    let order = env.work_order();
    let run = env.sync(&["add", FOLDER, "--work-order", &order]).json();
    let added = run.expect_code(0).document();
    assert_eq!(added["workOrder"], order);
    assert!(added["project"].is_null());
    env.run_once(&[]).expect_code(0);
    let pages = env.ctl(&["docs", "list", "--work-order", &order]).json();
    let listed = pages.expect_code(0).document().to_string();
    assert!(listed.contains("a.pdf"), "{listed}");
}

#[test]
fn a_changed_file_takes_the_place_of_its_document_and_the_old_content_is_kept() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "first");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    env.drawing("a.pdf", "second!");
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [0, 1, 0, 0, 0, 0]);
    assert_eq!(told.named("replaced"), ["a.pdf"]);
    assert_eq!(env.content("a.pdf"), b"second!");

    let kept = env.history();
    assert_eq!(kept.len(), 1);
    let version = kept[0]["version"].to_string();
    for (field, value) in [
        ("mapping", json!(mapping)),
        ("section", json!("VA")),
        ("name", json!("a.pdf")),
        ("bytes", json!(5)),
        ("from", json!("remote")),
        (
            "sha256",
            json!("a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e"),
        ),
    ] {
        assert_eq!(kept[0][field], value, "{field}");
    }
    assert!(kept[0]["at"].is_string() && kept[0]["reason"].is_string());

    let run = env.sync(&["restore", &version, "--to", "old.pdf"]).json();
    assert_eq!(
        *run.expect_code(0).document(),
        json!({"restored": env.path("old.pdf")})
    );
    assert_eq!(std::fs::read(env.path("old.pdf")).unwrap(), b"first");
    assert_eq!(
        env.run_once(&[]).expect_code(0).sums(),
        [0; 6],
        "elsewhere changes nothing"
    );

    let run = env.sync(&["restore", &version]).json();
    let path = env.path(FOLDER).join("a.pdf");
    assert_eq!(*run.expect_code(0).document(), json!({"restored": path}));
    assert_eq!(std::fs::read(&path).unwrap(), b"first");
    let told = env.run_once(&[]);
    assert_eq!(
        told.expect_code(0).sums(),
        [0, 1, 0, 0, 0, 0],
        "as a person's decision"
    );
    assert_eq!(env.content("a.pdf"), b"first");
    let kept = env.history();
    let covered = kept
        .iter()
        .find(|version| version["from"] == "local")
        .unwrap();
    assert_eq!(
        covered["bytes"], 7,
        "what the restore covered is kept: {kept:?}"
    );
}

#[test]
fn a_renamed_file_is_a_new_document_and_the_old_one_waits() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.drawing("b.pdf", "b");
    env.mapped(&["--deletes", "propagate"]);
    env.run_once(&[]).expect_code(0);
    std::fs::rename(
        env.path(FOLDER).join("a.pdf"),
        env.path(FOLDER).join("A rev B.pdf"),
    )
    .unwrap();
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [1, 0, 1, 0, 0, 0]);
    let mut names = env.names();
    names.sort();
    assert_eq!(names, ["A rev B.pdf", "b.pdf"]);
}

#[test]
fn a_file_that_was_saved_this_moment_is_waited_for() {
    let env = TestEnv::new();
    env.mapped(&[]);
    env.file(&format!("{FOLDER}/new.pdf"), "just saved");
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(told.named("skipped"), Vec::<&str>::new());
    assert_eq!(env.content("new.pdf"), b"just saved");
}

#[test]
fn verify_fetches_and_compares() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.drawing("b.pdf", "b");
    env.drawing("c.pdf", "c");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    let run = env.sync(&["verify", &mapping]).json();
    let same = run.expect_code(0).document().as_array().unwrap().clone();
    assert_eq!(same.len(), 3);
    for one in same {
        assert_eq!(one["result"], "same", "{one}");
        assert_eq!(one["mapping"], mapping);
        assert_eq!(one["section"], "VA");
    }
    env.drawing("a.pdf", "another");
    env.colleague_deletes("b.pdf");
    std::fs::remove_file(env.path(FOLDER).join("c.pdf")).unwrap();
    let run = env.sync(&["verify"]).json();
    run.expect_code(1);
    let results: Vec<_> = run
        .document()
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (text(&one["name"]), text(&one["result"])))
        .collect();
    assert_eq!(
        results,
        [
            ("a.pdf", "different"),
            ("b.pdf", "missingRemote"),
            ("c.pdf", "missingLocal")
        ]
    );
}

#[test]
fn every_name_has_an_explanation_and_a_day_its_receipt() {
    let env = TestEnv::new();
    env.drawing("Plan A.pdf", "a");
    env.drawing("~$Plan A.docx", "lock");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    let run = env.sync(&["explain", &mapping, "plan a.pdf"]).json();
    let trail = &run.expect_code(0).document()[0];
    assert_eq!(trail["name"], "Plan A.pdf");
    assert_eq!(trail["status"]["state"], "inStep");
    let id = &env.section("VA")[0].1;
    assert_eq!(trail["explanation"]["listed"], json!([id]), "{trail}");
    let run = env.sync(&["explain", &mapping, "~$Plan"]).json();
    let trail = &run.expect_code(0).document()[0];
    assert!(
        trail["explanation"]["ignoredBy"].is_string(),
        "its rule: {trail}"
    );
    let run = env.sync(&["explain", &mapping, "Plan A.pdf"]).run();
    assert!(
        run.stdout.contains("synced") && run.stdout.contains(id),
        "{}",
        run.stdout
    );
    env.sync(&["explain", &mapping, "nothing"])
        .json()
        .expect_error(4, "notFound");

    let run = env.sync(&["receipt", &mapping]).run();
    run.expect_code(0);
    assert!(
        run.stdout.contains("Plan A.pdf") && run.stdout.contains(id),
        "{}",
        run.stdout
    );
    let run = env
        .sync(&["receipt", &mapping, "--output", "r.html"])
        .json();
    assert_eq!(
        *run.expect_code(0).document(),
        json!({"exported": env.path("r.html"), "rows": 1})
    );
    let html = std::fs::read_to_string(env.path("r.html")).unwrap();
    assert!(
        html.contains("<html") && html.contains("Plan A.pdf"),
        "{html}"
    );
    let run = env
        .sync(&["receipt", &mapping, "--day", "2001-01-01"])
        .json();
    assert_eq!(run.expect_code(0).document()["documents"], 0);
}

#[test]
fn a_folder_that_was_moved_goes_on_and_a_removed_one_keeps_its_versions() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "first");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    env.drawing("a.pdf", "second!");
    env.run_once(&[]).expect_code(0);
    std::fs::rename(env.path(FOLDER), env.path("elsewhere")).unwrap();
    let run = env.sync(&["move", &mapping, "elsewhere"]).json();
    assert_eq!(
        run.expect_code(0).document()["folder"],
        json!(env.path("elsewhere"))
    );
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6]);

    let run = env.sync(&["remove", "elsewhere"]).json();
    assert_eq!(run.expect_code(0).document()["removed"], mapping);
    assert_eq!(
        *env.sync(&["list"]).json().expect_code(0).document(),
        json!([])
    );
    assert_eq!(env.names(), ["a.pdf"], "no document is touched");
    let version = env.history()[0]["version"].to_string();
    env.sync(&["restore", &version])
        .json()
        .expect_error(7, "refused");
    let run = env.sync(&["restore", &version, "--to", "back.pdf"]).json();
    run.expect_code(0);
    assert_eq!(std::fs::read(env.path("back.pdf")).unwrap(), b"first");
}

#[test]
fn people_read_words() {
    let env = TestEnv::new();
    env.drawing("Plan A.pdf", "a");
    let mapping = env.mapped(&[]);
    for (args, words) in [
        (&["list"][..], &["MAPPING", PROJECT, "VA", "ask"][..]),
        (&["plan"], &["upload", "Plan A.pdf", "new here"]),
        (
            &["run", "--once"],
            &["uploaded    VA/Plan A.pdf", "1 uploaded, 0 replaced"],
        ),
        (&["status"], &["synced", &mapping]),
        (&["conflicts"], &[]),
        (&["verify"], &["Plan A.pdf", "same"]),
        (&["history"], &[]),
    ] {
        let run = env.sync(args).run();
        run.expect_code(0);
        for word in words {
            assert!(run.stdout.contains(word), "{word} in {}", run.stdout);
        }
    }
}
