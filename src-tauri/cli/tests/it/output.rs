//! Streams of output: results on standard output, all else on standard error.

use crate::support::{PROJECT, TestEnv, text};

#[test]
fn a_command_line_that_cannot_be_understood_is_usage_in_both_forms() {
    let env = TestEnv::new();
    for args in [
        &[][..],
        &["docs"],
        &["nonsense"],
        &["docs", "list"],
        &["docs", "list", "--project", "P", "--work-order", "65f0"],
        &["docs", "upload", "--project", "P"],
    ] {
        let people = env.bare(args).run();
        people.expect_code(2);
        assert!(
            people.stdout.is_empty() && !people.stderr.is_empty(),
            "{people:?}"
        );
        let programs = env.bare(args).json();
        programs.expect_error(2, "usage");
        assert_eq!(programs.stdout, "");
    }
}

#[test]
fn an_error_for_people_says_what_happened_and_what_to_do() {
    let env = TestEnv::new();
    let run = env.ctl(&["projects", "show", "P-0000"]).run();
    run.expect_code(4);
    assert_eq!(run.stdout, "");
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert!(
        lines[0].starts_with("error: ") && lines[0].contains("P-0000"),
        "{lines:?}"
    );
    assert_eq!(lines.len(), 2, "what happened, and what to do: {lines:?}");
}

#[test]
fn quiet_leaves_results_and_errors_alone() {
    let env = TestEnv::new();
    let run = env
        .ctl(&["projects", "list", "--search", "no such project"])
        .run();
    assert!(
        !run.stderr.is_empty(),
        "a person is told why there is nothing"
    );
    let run = env
        .ctl(&["projects", "list", "--search", "no such project", "--quiet"])
        .run();
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
    env.ctl(&["projects", "show", "P-0000", "--quiet"])
        .run()
        .expect_code(4);
}

#[test]
fn json_may_stand_anywhere_on_the_line() {
    let env = TestEnv::new();
    for args in [
        ["--json", "projects", "show", PROJECT],
        ["projects", "--json", "show", PROJECT],
        ["projects", "show", "--json", PROJECT],
    ] {
        let run = env.ctl(&args).run();
        let record: serde_json::Value = serde_json::from_str(&run.expect_code(0).stdout).unwrap();
        assert_eq!(text(&record["projectNumber"]), PROJECT);
    }
}

#[test]
fn a_reader_that_went_away_is_no_panic() {
    let env = TestEnv::new();
    for args in [
        &["projects", "list"][..],
        &["projects", "list", "--json"],
        &["--help"],
    ] {
        let mut ctl = env.ctl(args);
        let mut child = ctl.spawn();
        drop(child.stdout.take());
        let run = ctl.finish(child);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_a_failure() {
    let env = TestEnv::new();
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let run = env.ctl(&["projects", "list"]).stdout_to(full.into()).run();
    run.expect_code(1);
    assert!(run.stderr.contains("disk is full"), "{}", run.stderr);
}

#[test]
fn a_service_that_is_away_is_five() {
    let mut env = TestEnv::new();
    env.stop_service();
    let run = env.ctl(&["projects", "list"]).json();
    run.expect_error(5, "unreachable");
    assert_eq!(run.stdout, "");
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
