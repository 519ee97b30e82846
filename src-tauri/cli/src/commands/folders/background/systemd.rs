//! Linux: a user unit of systemd, which lingers: it starts with the computer.

use std::path::{Path, PathBuf};
use std::process::Command;

use fielddesk_core::Failure;
use fielddesk_core::data_dir::write_whole;
use fielddesk_core::secrets::Secrets;
use secrecy::{ExposeSecret as _, SecretString};

use super::system::{ask, check_kept};
use super::{Job, Standing};
use crate::context::Context;

const UNIT: &str = "fielddesk-sync.service";

/// From this version on a user's units can have credentials (`systemd-creds --user`).
const CREDENTIALS_SINCE: u32 = 256;

/// What stands before a credential in a unit.
const CREDENTIAL: &str = "SetCredentialEncrypted=";

pub(super) async fn install(job: &Job, context: &Context) -> Result<Vec<String>, Failure> {
    let mut remarks = Vec::new();
    let mut credentials = String::new();
    if version()? >= CREDENTIALS_SINCE {
        for (id, secret) in secrets(job, context).await? {
            credentials.push_str(&encrypted(&id, &secret)?);
        }
    } else {
        check_kept(job).await?;
        remarks.push(format!(
            "The secrets stay in the keyring, which the first login opens: the sync begins then. From systemd {CREDENTIALS_SINCE} on it needs no login."
        ));
    }
    let file = unit_file()?;
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::local("make the folder", folder, &error))?;
    }
    write_whole(&file, unit(job, &credentials).as_bytes())?;
    systemctl(&["daemon-reload"])?;
    systemctl(&["enable", UNIT])?;
    // Started anew where an older one runs.
    systemctl(&["restart", UNIT])?;
    if let Err(failure) = ask(Command::new("loginctl").arg("enable-linger"), "") {
        remarks.push(format!(
            "It starts at the first login only: {}",
            failure.message
        ));
    }
    Ok(remarks)
}

pub(super) fn remove() -> Result<(), Failure> {
    let file = unit_file()?;
    if !file.exists() {
        return Ok(());
    }
    systemctl(&["disable", "--now", UNIT])?;
    std::fs::remove_file(&file).map_err(|error| Failure::local("remove", &file, &error))?;
    systemctl(&["daemon-reload"])
}

pub(super) fn standing() -> Result<Standing, Failure> {
    let Ok(text) = std::fs::read_to_string(unit_file()?) else {
        return Ok(Standing::default());
    };
    let lingers = ask(
        Command::new("loginctl").args(["show-user", "--property=Linger", "--value"]),
        "",
    );
    Ok(Standing {
        installed: true,
        // It fails where the unit is not active.
        running: systemctl(&["is-active", UNIT]).is_ok(),
        before_login: text.contains(CREDENTIAL) && lingers.is_ok_and(|said| said.trim() == "yes"),
    })
}

/// The secrets of the connections: those that are kept, else what this command was given.
async fn secrets(job: &Job, context: &Context) -> Result<Vec<(String, SecretString)>, Failure> {
    let kept = Secrets::open().await;
    let mut secrets = Vec::new();
    for profile in &job.profiles {
        let secret = match kept.get(&profile.id).await? {
            Some(secret) => secret,
            None => context.resolve_over(&profile.name).await?.1,
        };
        context.output.hide(secret.expose_secret());
        secrets.push((profile.id.as_str().to_owned(), secret));
    }
    Ok(secrets)
}

/// The line of the unit that only this user on this computer can decrypt.
fn encrypted(id: &str, secret: &SecretString) -> Result<String, Failure> {
    let name = format!("--name={id}");
    let arguments = ["--user", "--pretty", &name, "encrypt", "-", "-"];
    ask(
        Command::new("systemd-creds").args(arguments),
        secret.expose_secret(),
    )
}

fn version() -> Result<u32, Failure> {
    let said = ask(Command::new("systemctl").arg("--version"), "")?;
    let number = said.split_whitespace().nth(1);
    Ok(number.and_then(|text| text.parse().ok()).unwrap_or(0))
}

fn systemctl(arguments: &[&str]) -> Result<(), Failure> {
    ask(Command::new("systemctl").arg("--user").args(arguments), "").map(drop)
}

fn unit_file() -> Result<PathBuf, Failure> {
    let settings = dirs::config_dir().ok_or_else(|| {
        Failure::usage(
            "background",
            "This computer does not say where it keeps the settings of a user.",
            "Set HOME.",
        )
    })?;
    Ok(settings.join("systemd/user").join(UNIT))
}

/// A run that cannot go on yet (no folder reached, the app holds the data folder) is tried again
/// each minute, for ever.
fn unit(job: &Job, credentials: &str) -> String {
    let program = quoted(&job.program);
    let data_dir = quoted(&job.data_dir);
    format!(
        "\
[Unit]
Description=Fielddesk: synced folders
StartLimitIntervalSec=0

[Service]
ExecStart={program} --quiet --data-dir {data_dir} sync run --watch
Restart=on-failure
RestartSec=60
{credentials}
[Install]
WantedBy=default.target
"
    )
}

/// One word of a command line of a unit (systemd.service, "Command lines"; systemd.unit,
/// "Specifiers").
fn quoted(path: &Path) -> String {
    let mut word = String::from('"');
    for letter in path.to_string_lossy().chars() {
        match letter {
            '"' | '\\' => word.extend(['\\', letter]),
            '%' | '$' => word.extend([letter, letter]),
            '\n' => word.push_str("\\n"),
            _ => word.push(letter),
        }
    }
    word + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_says_anything_else_to_systemd() {
        for (path, word) in [
            ("/usr/bin/fieldctl", r#""/usr/bin/fieldctl""#),
            ("/srv/Kari's plans", r#""/srv/Kari's plans""#),
            ("/srv/100 % \"$HOME\"", r#""/srv/100 %% \"$$HOME\"""#),
            ("/srv/a\\b", r#""/srv/a\\b""#),
            ("/srv/a\nExecStop=b", r#""/srv/a\nExecStop=b""#),
        ] {
            assert_eq!(quoted(Path::new(path)), word);
        }
    }
}
