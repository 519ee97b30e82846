//! Windows: a scheduled task (decision 20), made by PowerShell, whose answers are the same in every
//! language.

use std::process::Command;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fielddesk_core::{Failure, FailureKind};
use secrecy::{ExposeSecret as _, SecretString};

use super::system::{ask, check_kept};
use super::{Job, Standing};
use crate::context::Context;

/// The password comes as base64 of UTF-16: no code page of a console spoils it, and no list of
/// processes shows it. The second trigger starts again what ended; a task that runs is left alone.
const INSTALL: &str = r#"
$password = [Text.Encoding]::Unicode.GetString([Convert]::FromBase64String([Console]::In.ReadLine()))
$action = New-ScheduledTaskAction -Execute $env:FIELDDESK_PROGRAM -Argument $env:FIELDDESK_ARGUMENTS
$start = New-ScheduledTaskTrigger -AtStartup
$again = New-ScheduledTaskTrigger -Once -At (Get-Date) -RepetitionInterval (New-TimeSpan -Minutes 1)
$settings = New-ScheduledTaskSettingsSet -MultipleInstances IgnoreNew -StartWhenAvailable `
  -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -ExecutionTimeLimit ([TimeSpan]::Zero)
$null = Register-ScheduledTask -Force -TaskName $name -Action $action -Trigger $start, $again `
  -Settings $settings -User "$env:USERDOMAIN\$env:USERNAME" -Password $password
Start-ScheduledTask -TaskName $name
"#;

const REMOVE: &str = r"
if (Get-ScheduledTask -TaskName $name -ErrorAction SilentlyContinue) {
  Stop-ScheduledTask -TaskName $name
  Unregister-ScheduledTask -TaskName $name -Confirm:$false
}
";

const STATE: &str = r"
$task = Get-ScheduledTask -TaskName $name -ErrorAction SilentlyContinue
if ($task) { $task.State.ToString() }
";

pub(super) async fn install(job: &Job, context: &Context) -> Result<Vec<String>, Failure> {
    check_kept(job).await?;
    let password = password().await?;
    context.output.hide(password.expose_secret());
    let arguments = format!(
        "--quiet --data-dir {} sync run --watch",
        quoted(&job.data_dir.to_string_lossy())
    );
    let variables = [
        ("FIELDDESK_PROGRAM", job.program.as_os_str()),
        ("FIELDDESK_ARGUMENTS", arguments.as_ref()),
    ];
    let mut command = powershell(INSTALL);
    command.envs(variables);
    ask(&mut command, &format!("{}\r\n", encoded(&password)))?;
    Ok(Vec::new())
}

pub(super) fn remove() -> Result<(), Failure> {
    ask(&mut powershell(REMOVE), "").map(drop)
}

pub(super) fn standing() -> Result<Standing, Failure> {
    let state = ask(&mut powershell(STATE), "")?;
    let installed = !state.trim().is_empty();
    Ok(Standing {
        installed,
        running: state.trim() == "Running",
        before_login: installed,
    })
}

fn powershell(script: &str) -> Command {
    let script = format!(
        "$ErrorActionPreference = 'Stop'\n$name = \"Fielddesk sync ($env:USERNAME)\"\n{script}"
    );
    let mut command = Command::new("powershell.exe");
    command.args(["-NoProfile", "-NonInteractive", "-Command", &script]);
    command
}

/// Asks for the password that Windows starts the task with; Fielddesk keeps it nowhere.
async fn password() -> Result<SecretString, Failure> {
    let asked = tokio::task::spawn_blocking(|| {
        rpassword::prompt_password("Windows password of this user: ")
    });
    let password = asked.await.map_err(Failure::internal)?.map_err(|error| {
        Failure::new(
            FailureKind::Usage,
            format!("The password could not be read from the terminal: {error}."),
            "Run this in a terminal, as administrator.",
        )
    })?;
    Ok(password.into())
}

/// UTF-16, in base64.
fn encoded(password: &SecretString) -> String {
    let units = password.expose_secret().encode_utf16();
    let bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    BASE64_STANDARD.encode(&bytes)
}

/// One word of a command line of Windows. No path holds a quotation mark there.
fn quoted(path: &str) -> String {
    // A backslash before the closing mark would be one of a quoted mark.
    let last = if path.ends_with('\\') { "\\" } else { "" };
    format!("\"{path}{last}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_one_word() {
        assert_eq!(quoted(r"C:\Kari's data"), r#""C:\Kari's data""#);
        assert_eq!(quoted(r"D:\"), r#""D:\\""#);
    }

    #[test]
    fn a_password_is_utf_16_in_base64() {
        assert_eq!(encoded(&"æ1".to_owned().into()), "5gAxAA==");
    }
}
