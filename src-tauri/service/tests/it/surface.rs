//! Every verb of `fieldservice` as scripts know it: JSON and exit status, in `tests/golden`.
#![cfg(unix)]

#[path = "../../../cli/tests/it/support/golden/mod.rs"]
mod golden;

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use self::golden::{Mask, Ran, Step, each_verb_is_run, play};
use crate::support::binary::PATH;

fn goldens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

#[test]
fn each_verb_answers_as_it_did() {
    each_verb_is_run("fieldservice", &goldens());
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mask = Mask::of_folder(folder.path());
    play(&goldens().join("verbs.txt"), mask, |step| match step {
        Step::Run(variables, words) => {
            let mut command = Command::new(PATH);
            command.args(&words).envs(variables).current_dir(&folder);
            Some(match words.first().map(String::as_str) {
                Some("serve") => served(command),
                _ => ended(command),
            })
        }
        Step::Write(name, content) => {
            std::fs::write(path(&name), content).unwrap();
            None
        }
        Step::Remove(name) => {
            std::fs::remove_file(path(&name)).unwrap();
            None
        }
    });
}

fn ended(mut command: Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The ready line, and the status after a polite request to end; else as it ended by itself.
fn served(mut command: Command) -> Ran {
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut service = command.spawn().unwrap();
    let mut ready = String::new();
    let mut lines = BufReader::new(service.stdout.take().unwrap());
    lines.read_line(&mut ready).unwrap();
    if !ready.is_empty() {
        let id = service.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status();
        assert!(asked.unwrap().success());
    }
    Ran {
        code: service.wait().unwrap().code().unwrap(),
        stdout: ready,
        stderr: String::new(),
    }
}
