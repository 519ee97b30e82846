//! Needs of both systems: a program of theirs, and secrets that are kept.

use std::io::Write as _;
use std::process::{Command, Stdio};

use fielddesk_core::secrets::Secrets;
use fielddesk_core::{Failure, FailureKind};

use super::Job;

/// Runs a program of the system, with this on its standard input, and answers what it wrote.
pub(super) fn ask(command: &mut Command, input: &str) -> Result<String, Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |why: &dyn std::fmt::Display| {
        Failure::new(
            FailureKind::LocalFile,
            format!("{name} refused: {why}."),
            "Ask the administrator of this computer.",
        )
    };
    let started = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = started.map_err(|error| failed(&error))?;
    let stdin = child.stdin.take();
    let written = stdin.map(|mut stdin| stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(|error| failed(&error))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().map(str::trim).find(|line| !line.is_empty());
        let first = first.unwrap_or("it did not say why").trim_end_matches('.');
        return Err(failed(&first));
    }
    match written {
        Some(Err(error)) => Err(failed(&error)),
        _ => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
    }
}

/// Whether the keyring has the secrets of all connections.
///
/// # Errors
/// Kind `keyring`, naming the first that is missing.
pub(super) async fn check_kept(job: &Job) -> Result<(), Failure> {
    let secrets = Secrets::open().await;
    for profile in &job.profiles {
        secrets.expect(&profile.id, &profile.name).await?;
    }
    Ok(())
}
