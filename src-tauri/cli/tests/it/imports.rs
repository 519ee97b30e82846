//! An import of a workbook that was exported on this computer.

use crate::support::TestEnv;

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
fn an_import_names_the_records_of_bad_rows_and_says_what_was_left_out_of_numbers() {
    let env = TestEnv::new();
    let machines = "machineNumber,name,weight\nT\u{200b}-7,Gravemaskin,tung\nT-8,Dumper,1\n";
    let path = env.path("machines.csv");
    std::fs::write(&path, machines).unwrap();
    let path = path.to_str().unwrap();
    let run = env.ctl(&["machines", "import", path, "--dry-run"]).run();
    run.expect_code(1);
    assert!(run.stdout.contains("Gravemaskin"), "{}", run.stdout);
    let said = "Invisible characters were removed from the number of row 2.";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    let run = env.ctl(&["machines", "import", path]).json();
    let report = run.expect_code(1).document();
    assert_eq!(report["rows"][0]["cleaned"], true, "{report}");
    assert!(report["rows"][1]["cleaned"].is_null(), "{report}");
    assert!(report["totals"]["hidden"].is_null(), "{report}");
    let users = "employeeNumber,firstName,lastName,birthDate\n9901,Kari,Lien,33010\n";
    let path = env.path("users.csv");
    std::fs::write(&path, users).unwrap();
    let path = path.to_str().unwrap();
    for args in [
        &["users", "import", path, "--dry-run"][..],
        &["users", "import", path],
    ] {
        let run = env.ctl(args).run();
        run.expect_code(7);
        assert!(run.stdout.contains("Kari Lien"), "{}", run.stdout);
    }
}
