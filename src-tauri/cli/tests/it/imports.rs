//! Imports and exports of machines and users as people do them with a spreadsheet.

use serde_json::{Value, json};

use crate::support::{TestEnv, text};

#[test]
fn a_file_is_shown_applied_and_taken_back() {
    let env = TestEnv::new();
    let types = env.ctl(&["machines", "types"]).json();
    let kind = text(&types.expect_code(0).document()[0]["typeId"]).to_owned();
    env.ctl(&[
        "machines",
        "create",
        "--set",
        "machineNumber=T-1",
        "--set",
        "note=old",
    ])
    .json()
    .expect_code(0);
    let file = env.file(
        "flåte.csv",
        format!(
            "\u{feff}machineNumber;name;typeId;weight;note\nT-1;Dumper;{kind};21500,5;new\n\
             T-2;Graver;{kind};;\nT-3;Feil;ufo;;\n;Uten nummer;{kind};;\n"
        ),
    );
    let shown = env.ctl(&["machines", "import", &file, "--dry-run"]).json();
    let plan = shown.expect_code(1).document().clone();
    assert_eq!(plan["dryRun"], true);
    assert_eq!(plan["totals"]["create"], 1);
    assert_eq!(plan["totals"]["update"], 1);
    assert_eq!(plan["totals"]["bad"], 2);
    let table = env.ctl(&["machines", "import", &file, "--dry-run"]).run();
    assert!(
        table.stdout.contains("old") && table.stdout.contains("new"),
        "{}",
        table.stdout
    );
    let list = |search: &str| {
        let run = env.ctl(&["machines", "list", "--search", search]).json();
        run.expect_code(0).document().as_array().unwrap().clone()
    };
    assert_eq!(list("T-2").len(), 0, "a dry run changes nothing");

    let back = env.path("back.json");
    let back = back.to_str().unwrap();
    let run = env
        .ctl(&["machines", "import", &file, "--revert-file", back])
        .json();
    let report = run.expect_code(1).document().clone();
    let rows: Vec<(u64, &str)> = report["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["row"].as_u64().unwrap(), text(&row["outcome"])))
        .collect();
    assert_eq!(
        rows,
        [(2, "updated"), (3, "created"), (4, "bad"), (5, "bad")]
    );
    assert_eq!(list("T-1")[0]["weight"], 21500.5);
    assert_eq!(list("T-1")[0]["note"], "new");
    assert_eq!(list("T-2").len(), 1);

    let run = env.ctl(&["machines", "revert", back]).json();
    let report = run.expect_code(0).document().clone();
    assert_eq!(list("T-1")[0]["note"], "old");
    assert_eq!(list("T-2").len(), 0);
    assert_eq!(
        list("T-1")[0]["weight"],
        21500.5,
        "a number cannot be emptied"
    );
    let kept = report["rows"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row["kept"].as_array().unwrap());
    let kept: Vec<&str> = kept.map(|cell| text(&cell["field"])).collect();
    assert!(kept.contains(&"weight"), "and that is said: {kept:?}");
}

#[test]
fn an_export_comes_back_unchanged() {
    let env = TestEnv::new();
    for (resource, file) in [
        ("machines", "fleet.csv"),
        ("machines", "fleet.xlsx"),
        ("users", "people.csv"),
        ("users", "people.xlsx"),
    ] {
        let path = env.path(file);
        let path = path.to_str().unwrap();
        let run = env.ctl(&[resource, "export", "--output", path]).json();
        let exported = run.expect_code(0).document().clone();
        assert_eq!(text(&exported["exported"]), path);
        assert!(exported["rows"].as_u64().unwrap() >= 40, "{exported}");
        let run = env.ctl(&[resource, "import", path, "--dry-run"]).json();
        let plan = run.expect_code(0).document().clone();
        assert_eq!(
            plan["totals"]["unchanged"], exported["rows"],
            "{file}: {}",
            plan["totals"]
        );
    }
    let run = env.ctl(&["machines", "export"]).run();
    run.expect_code(0);
    assert!(run.stdout.starts_with("id,") || run.stdout.contains("machineNumber"));
    env.ctl(&["machines", "export"])
        .json()
        .expect_error(2, "usage");
}

#[test]
fn a_workbook_that_was_exported_here_takes_no_change_of_others_back() {
    let env = TestEnv::new();
    let create = ["--set", "machineNumber=T-1", "--set", "note=old"];
    env.ctl(&[&["machines", "create"], &create[..]].concat())
        .json()
        .expect_code(0);
    // Something is kept on this computer.
    env.ctl(&["machines", "changes"]).json().expect_code(0);
    let paths = ["fleet.xlsx", "fleet.csv"].map(|name| env.path(name));
    let [workbook, text] = paths.each_ref().map(|path| path.to_str().unwrap());
    for path in [workbook, text] {
        env.ctl(&["machines", "export", "--output", path])
            .json()
            .expect_code(0);
    }
    env.ctl(&["machines", "update", "T-1", "--set", "note=theirs"])
        .json()
        .expect_code(0);
    for (path, update) in [(workbook, 0), (text, 1)] {
        let run = env.ctl(&["machines", "import", path, "--dry-run"]).json();
        let plan = run.expect_code(0).document();
        assert_eq!(plan["totals"]["update"], update, "{path}");
        assert_eq!(plan["totals"]["changedSince"], 0, "{path}");
        assert_eq!(plan["exportedAt"].is_string(), path == workbook);
    }
    let run = env.ctl(&["machines", "import", workbook]).json();
    let report = run.expect_code(0).document();
    assert_eq!(report["totals"]["changedSince"], 0);
    assert!(report["changedSince"].is_null(), "{report}");
    // To get back what was exported every value counts.
    let back = ["machines", "import", workbook, "--use-file-values"];
    let run = env.ctl(&back).json();
    let report = run.expect_code(0).document();
    assert_eq!(report["totals"]["updated"], 1, "{report}");
    let show = env.ctl(&["machines", "show", "T-1"]).json();
    assert_eq!(show.expect_code(0).document()["note"], "old");
}

#[test]
fn a_cell_that_a_spreadsheet_would_run_is_guarded_and_comes_back() {
    let env = TestEnv::new();
    let note = "note==HYPERLINK(\"http://x\")";
    env.ctl(&[
        "machines",
        "create",
        "--set",
        "machineNumber=T-1",
        "--set",
        note,
    ])
    .json()
    .expect_code(0);
    let guarded = env.ctl(&["machines", "export"]).run();
    assert!(guarded.stdout.contains("'=HYPERLINK"), "{}", guarded.stdout);
    let raw = env.ctl(&["machines", "export", "--raw"]).run();
    assert!(!raw.stdout.contains("'=HYPERLINK") && raw.stdout.contains("=HYPERLINK"));
}

#[test]
fn a_file_that_is_none_is_told_as_such() {
    let env = TestEnv::new();
    env.ctl(&["users", "import", "none.csv"])
        .json()
        .expect_error(4, "fileVanished");
    let empty = env.file("empty.csv", "");
    let run = env.ctl(&["users", "import", &empty, "--dry-run"]).json();
    assert_ne!(run.code, 0);
    let error: Value = serde_json::from_str(&run.stderr).unwrap();
    assert!(!text(&error["error"]["message"]).is_empty());
}

#[test]
fn a_revert_keeps_what_others_filled_in_and_gives_a_copy_of_what_it_deletes() {
    let env = TestEnv::new();
    let file = env.file("list.csv", "machineNumber,name\nT-1,One\nT-2,Two\n");
    let back = env.path("back.json");
    let back = back.to_str().unwrap();
    env.ctl(&["machines", "import", &file, "--revert-file", back])
        .json()
        .expect_code(0);
    env.ctl(&["machines", "update", "T-1", "--set", "note=by the crew"])
        .json()
        .expect_code(0);
    let run = env.ctl(&["machines", "revert", back]).json();
    let rows = run.expect_code(1).document()["rows"].clone();
    assert_eq!(rows[0]["outcome"], "kept");
    assert_eq!(rows[0]["failure"]["kind"], "conflict");
    assert_eq!(rows[0]["kept"][0]["field"], "note");
    assert_eq!(rows[1]["outcome"], "deleted");

    let copy = env.file("copy.json", rows[1]["record"].to_string());
    env.ctl(&["machines", "create", "--from", &copy])
        .json()
        .expect_code(0);
    for (number, note) in [("T-1", json!("by the crew")), ("T-2", json!(null))] {
        let machine = env.ctl(&["machines", "show", number]).json();
        let machine = machine.expect_code(0).document();
        assert_eq!(machine["note"], note, "{number}");
    }
}
