//! The real binary, for what only a process shows.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use fielddesk_testing::database_of;
use serde_json::Value;

pub(crate) const PATH: &str = env!("CARGO_BIN_EXE_fieldservice");

/// A serving process; ends with the value.
pub(crate) struct Binary {
    child: Child,
    pub(crate) ready: Value,
}

impl Binary {
    pub(crate) fn serve(arguments: &[&str]) -> Self {
        Self::with(arguments, &[], Stdio::null())
    }

    /// With these variables set.
    #[cfg(feature = "cluster")]
    pub(crate) fn with_variables(arguments: &[&str], variables: &[(&str, String)]) -> Self {
        Self::with(arguments, variables, Stdio::null())
    }

    /// With its log in a file.
    pub(crate) fn logging(arguments: &[&str], log: &Path) -> Self {
        Self::with(arguments, &[], File::create(log).unwrap().into())
    }

    fn with(arguments: &[&str], variables: &[(&str, String)], stderr: Stdio) -> Self {
        let mut child = command(std::iter::once("serve").chain(arguments.iter().copied()))
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let ready = serde_json::from_str(&line).unwrap();
        Self { child, ready }
    }

    pub(crate) fn on(data: &Path, more: &[&str]) -> Self {
        let mut arguments = vec!["--data", data.to_str().unwrap()];
        arguments.extend(more);
        Self::serve(&arguments)
    }

    pub(crate) fn environment(&self, name: &str) -> &Value {
        &self.ready["environments"][name]
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// kill -9.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a signal by name and returns the exit code.
    pub(crate) fn signal(&mut self, name: &str) -> Option<i32> {
        let done = Command::new("kill")
            .args([format!("-{name}"), self.id().to_string()])
            .status()
            .unwrap();
        assert!(done.success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        // It may have ended already, which is as good.
        if self.child.kill().is_ok() {
            self.child.wait().unwrap();
        }
    }
}

/// A command whose database is the one of its `--data`.
pub(crate) fn command<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let arguments: Vec<&str> = arguments.into_iter().collect();
    let data = arguments.iter().position(|argument| *argument == "--data");
    let data = data.and_then(|at| arguments.get(at + 1));
    let database = data.and_then(|data| database_of(Path::new(data)));
    let mut command = Command::new(PATH);
    command.args(arguments);
    command.envs(database.map(|url| ("FIELDSERVICE_DATABASE_URL", url)));
    command
}

/// Runs an administrative command to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    command(arguments.iter().copied()).output().unwrap()
}

/// Runs a command that must succeed and returns its JSON.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}
