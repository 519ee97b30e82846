//! A text that another program has copied.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::Context;

/// A program that has copied a text; with it the clipboard goes.
pub struct Copied(Child);

impl Copied {
    /// Puts a text on the clipboard as another program does.
    pub fn text(text: &str) -> anyhow::Result<Self> {
        let script = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/support/clipboard_source.py"
        );
        let mut program = Command::new("/usr/bin/python3")
            .args([script, text])
            .stdout(Stdio::piped())
            .spawn()
            .context("the clipboard source needs Debian's python3-gi")?;
        let output = program.stdout.take().context("it has an output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        anyhow::ensure!(line.trim() == "ready", "it did not start: {line}");
        Ok(Self(program))
    }
}

impl Drop for Copied {
    #[expect(clippy::print_stderr, reason = "a drop has nobody else to tell")]
    fn drop(&mut self) {
        if let Err(error) = self.0.kill().and_then(|()| self.0.wait()) {
            eprintln!("the clipboard source did not end: {error}");
        }
    }
}
