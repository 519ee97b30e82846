//! Programs of the desktop that run beside the app.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::Context;

/// A program that runs until this is dropped.
pub struct OtherProgram(Child);

impl OtherProgram {
    /// A program that has copied a text; with it the clipboard goes.
    pub fn with_copied(text: &str) -> anyhow::Result<Self> {
        Self::start(&[
            concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/support/clipboard_source.py"
            ),
            text,
        ])
    }

    /// The tray of the desktop.
    pub fn tray() -> anyhow::Result<Self> {
        Self::start(&[concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/support/tray_host.py"
        )])
    }

    fn start(arguments: &[&str]) -> anyhow::Result<Self> {
        let mut program = Command::new("/usr/bin/python3")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .context("other programs need Debian's python3-gi")?;
        let output = program.stdout.take().context("it has an output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        anyhow::ensure!(line.trim() == "ready", "it did not start: {line}");
        Ok(Self(program))
    }
}

impl Drop for OtherProgram {
    #[expect(clippy::print_stderr, reason = "a drop has nobody else to tell")]
    fn drop(&mut self) {
        if let Err(error) = self.0.kill().and_then(|()| self.0.wait()) {
            eprintln!("a program beside the app did not end: {error}");
        }
    }
}
