//! A run of `fieldctl`, with its output and files.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// A command line to run.
pub(crate) struct Ctl {
    command: Command,
    secrets: Vec<String>,
    stdin: Vec<u8>,
}

/// What a run wrote and ended with.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    document: Option<Value>,
}

impl Ctl {
    pub(crate) fn new(args: &[&str], folder: &Path, secrets: Vec<String>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldctl"));
        // Nothing of this machine: no proxy, no keyring, no settings, no home.
        command
            .args(args)
            .env_clear()
            .env("HOME", folder)
            .env("FIELDDESK_DATA_DIR", folder.join("data"))
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Windows opens no socket and draws no random number without the first, and finds no home
        // and no temporary folder without the others.
        for name in ["SystemRoot", "USERPROFILE", "TEMP", "TMP"] {
            if cfg!(windows)
                && let Some(value) = std::env::var_os(name)
            {
                command.env(name, value);
            }
        }
        Self {
            command,
            secrets,
            stdin: Vec::new(),
        }
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn args(mut self, args: &[&str]) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn stdin(mut self, text: &str) -> Self {
        self.stdin = text.as_bytes().to_vec();
        self
    }

    /// Sends standard output elsewhere.
    pub(crate) fn stdout_to(mut self, to: Stdio) -> Self {
        self.command.stdout(to);
        self
    }

    /// Runs it with this umask.
    #[cfg(unix)]
    pub(crate) fn umask(mut self, umask: &str) -> Self {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("umask {umask}; exec \"$@\""), "sh"]);
        shell.arg(self.command.get_program());
        shell.args(self.command.get_args()).env_clear();
        let given = self.command.get_envs();
        shell.envs(given.filter_map(|(name, value)| Some((name, value?))));
        if let Some(folder) = self.command.get_current_dir() {
            shell.current_dir(folder);
        }
        shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        self.command = shell;
        self
    }

    /// Writes from now on may not hold this either.
    pub(crate) fn secret(mut self, secret: &str) -> Self {
        self.secrets.push(secret.to_owned());
        self
    }

    /// Starts it, for tests that do something to it while it runs.
    pub(crate) fn spawn(&mut self) -> Child {
        let mut child = self.command.spawn().unwrap();
        // Closed at once: a program without input must not wait for any.
        child.stdin.take().unwrap().write_all(&self.stdin).unwrap();
        child
    }

    /// Runs it on a terminal of its own on which somebody types this. Gives back exit status
    /// and all that was shown.
    #[cfg(target_os = "linux")]
    pub(crate) fn on_terminal(self, typed: &str) -> (i32, String) {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        let line: Vec<String> = words
            .map(|word| format!("'{}'", word.to_str().unwrap().replace('\'', r"'\''")))
            .collect();
        let mut script = Command::new("script");
        script
            .args(["-qec", &line.join(" "), "/dev/null"])
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        for (name, value) in self.command.get_envs() {
            if let Some(value) = value {
                script.env(name, value);
            }
        }
        let mut child = script.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        let shown = String::from_utf8(output.stdout).unwrap();
        for secret in &self.secrets {
            assert!(!shown.contains(secret.as_str()), "a secret in {shown}");
        }
        (output.status.code().unwrap(), shown)
    }

    /// Runs it as a person would whose terminal is not one.
    pub(crate) fn run(mut self) -> Run {
        let child = self.spawn();
        self.finish(child)
    }

    /// Waits for its end and looks into all that it wrote.
    pub(crate) fn finish(self, child: Child) -> Run {
        let Output {
            status,
            stdout,
            stderr,
        } = child.wait_with_output().unwrap();
        let run = Run {
            code: status.code().expect("fieldctl ended by a signal"),
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: String::from_utf8(stderr).unwrap(),
            document: None,
        };
        for secret in &self.secrets {
            assert!(
                !run.stdout.contains(secret.as_str()),
                "a secret in {}",
                run.stdout
            );
            assert!(
                !run.stderr.contains(secret.as_str()),
                "a secret in {}",
                run.stderr
            );
        }
        for text in [&run.stdout, &run.stderr] {
            let control = text.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(control, None, "a control character in {text:?}");
        }
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        run
    }

    /// Runs it with --json, whose contract holds for every run: one document on standard output
    /// or nothing, and on standard error one error document or nothing.
    pub(crate) fn json(self) -> Run {
        let mut run = self.args(&["--json"]).run();
        if !run.stdout.is_empty() {
            run.document = Some(serde_json::from_str(&run.stdout).unwrap());
        }
        if !run.stderr.is_empty() {
            let error: Value = serde_json::from_str(&run.stderr)
                .unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
            let error = &error["error"];
            for field in ["kind", "message", "fix"] {
                assert!(error[field].is_string(), "{field} in {error}");
            }
        }
        assert_eq!(run.code == 0, run.stderr.is_empty(), "{run:?}");
        run
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn expect_code(&self, code: i32) -> &Self {
        assert_eq!(self.code, code, "{}{}", self.stdout, self.stderr);
        self
    }

    /// The document on standard output.
    #[track_caller]
    pub(crate) fn document(&self) -> &Value {
        self.document
            .as_ref()
            .expect("a document on standard output")
    }

    /// The error document's inside.
    pub(crate) fn error(&self) -> Value {
        let whole: Value = serde_json::from_str(&self.stderr).unwrap();
        whole["error"].clone()
    }

    /// Exit status and kind of the error.
    #[track_caller]
    pub(crate) fn expect_error(&self, code: i32, kind: &str) -> Value {
        self.expect_code(code);
        let error = self.error();
        assert_eq!(error["kind"], kind, "{error}");
        error
    }
}
