//! Golden files that are scripts: command lines, and what came of each.
//!
//! `$ PROGRAM …` is run, after `NAME=VALUE` for its environment; `+ NAME: TEXT` writes a file; `- NAME`
//! removes one; `# …` is a remark. All else is what the programs wrote.

use std::path::Path;

use super::Mask;
use super::compare;

/// A line of a script.
pub(crate) enum Step {
    /// Environment and arguments of the program.
    Run(Vec<(String, String)>, Vec<String>),
    Write(String, String),
    Remove(String),
}

/// The exit status and the output of a program.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Plays a golden file and compares it with what it was.
pub(crate) fn play(golden: &Path, mut mask: Mask, mut act: impl FnMut(Step) -> Option<Ran>) {
    let script = std::fs::read_to_string(golden).unwrap();
    let mut played = String::new();
    let mut after_output = false;
    for line in script.lines().filter(|line| is_of_the_script(line)) {
        if after_output {
            played.push('\n');
        }
        played.push_str(&format!("{line}\n"));
        let ran = step(line, &mask).and_then(&mut act);
        after_output = ran.is_some();
        let Some(ran) = ran else { continue };
        played.push_str(&format!("exit {}\n", ran.code));
        if !ran.stdout.is_empty() {
            played.push_str(&mask.hide(&ran.stdout));
        }
        if !ran.stderr.is_empty() {
            played.push_str(&format!("on standard error:\n{}", mask.hide(&ran.stderr)));
        }
    }
    compare(golden, &played);
}

/// Asserts that the goldens in a folder run every verb of its `flags.txt`.
pub(crate) fn each_verb_is_run(program: &str, goldens: &Path) {
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(goldens).unwrap() {
        let golden = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        lines.extend(golden.lines().filter_map(arguments));
    }
    let flags = std::fs::read_to_string(goldens.join("flags.txt")).unwrap();
    let usages = flags.lines().filter_map(|line| line.strip_prefix(program));
    for usage in usages.filter(|usage| !usage.contains("<COMMAND>")) {
        let verb = usage.split(['[', '<', '|']).next().unwrap().trim();
        let is_run = lines
            .iter()
            .any(|line| line == verb || line.starts_with(&format!("{verb} ")));
        assert!(is_run, "no golden runs `{program} {verb}`");
    }
}

/// The arguments of a line that is run.
fn arguments(line: &str) -> Option<String> {
    match line
        .starts_with("$ ")
        .then(|| step(line, &Mask::default()))?
    {
        Some(Step::Run(_, words)) => Some(words.join(" ")),
        _ => None,
    }
}

fn is_of_the_script(line: &str) -> bool {
    ["# ", "$ ", "+ ", "- "]
        .iter()
        .any(|mark| line.starts_with(mark))
}

fn step(line: &str, mask: &Mask) -> Option<Step> {
    let (mark, rest) = line.split_at(2);
    match mark {
        "$ " => {
            let mut words = words(rest).into_iter().map(|word| mask.shown_back(&word));
            let mut variables = Vec::new();
            for word in words.by_ref() {
                match word.split_once('=') {
                    Some((name, value)) => variables.push((name.to_owned(), value.to_owned())),
                    None => break,
                }
            }
            Some(Step::Run(variables, words.collect()))
        }
        "+ " => {
            let (name, text) = rest.split_once(": ").unwrap();
            Some(Step::Write(
                name.to_owned(),
                mask.shown_back(text).replace("\\n", "\n"),
            ))
        }
        "- " => Some(Step::Remove(rest.to_owned())),
        _ => None,
    }
}

/// Words as a shell takes them; '…' is one.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}
