//! Every verb of `fieldctl` as scripts know it: JSON and exit status on fixed data, in `tests/golden`.
//!
//! Each line of a golden file is run with `--json`, in order, against one service.
#![cfg(unix)]

use std::path::{Path, PathBuf};

use crate::support::TestEnv;
use crate::support::golden::{Mask, Ran, Step, each_verb_is_run, play};

fn golden(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    folder.join(format!("{name}.txt"))
}

fn as_it_was(group: &str) {
    let env = TestEnv::new();
    let mask = Mask::of_folder(&env.path("."));
    play(&golden(group), mask, |step| match step {
        Step::Run(variables, words) => {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ctl = variables
                .iter()
                .fold(env.ctl(&words), |ctl, (name, value)| ctl.env(name, value));
            // Days are those of the time zone.
            let run = ctl.env("TZ", "UTC").args(&["--json"]).run();
            Some(Ran {
                code: run.code,
                stdout: run.stdout,
                stderr: run.stderr,
            })
        }
        Step::Write(name, content) => {
            env.saved_earlier(&name, content);
            None
        }
        Step::Remove(name) => {
            std::fs::remove_file(env.path(&name)).unwrap();
            None
        }
    });
}

#[test]
fn profile() {
    as_it_was("profile");
}

#[test]
fn projects_and_work_orders() {
    as_it_was("projects");
}

#[test]
fn docs() {
    as_it_was("docs");
}

#[test]
fn sync() {
    as_it_was("sync");
}

#[test]
fn machines() {
    as_it_was("machines");
}

#[test]
fn users() {
    as_it_was("users");
}

#[test]
fn trips() {
    as_it_was("trips");
}

#[test]
fn demo_completions_and_manual() {
    as_it_was("program");
}

#[test]
fn each_verb_has_a_golden() {
    each_verb_is_run("fieldctl", golden("flags").parent().unwrap());
}
