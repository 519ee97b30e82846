//! Sources of a secret: standard input, the environment, the keyring, the person.
//!
//! Never from the command line. It is hidden from all output as soon as it is known.

use std::ffi::OsString;
use std::io::{IsTerminal as _, Read as _};

use fielddesk_core::profiles::ProfileId;
use fielddesk_core::secrets::Secrets;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::pasted::bare;
use secrecy::{ExposeSecret as _, SecretString};

use crate::output::{Mask, Output};
use crate::settings::{Resolved, SignIn};

/// The client's secret.
pub(crate) const SECRET_VARIABLE: &str = "FIELDDESK_CLIENT_SECRET";

/// A static token in place of a client.
pub(crate) const TOKEN_VARIABLE: &str = "FIELDDESK_TOKEN";

/// More than this is not a secret.
const LIMIT_BYTES: u64 = 64 * 1024;

/// Hides the secrets of the environment, and what somebody wrote on the command line believing
/// that an option takes it: the message that none does must not repeat it.
pub(crate) fn hide_what_was_given(args: &[OsString], mask: &Mask) {
    for variable in [SECRET_VARIABLE, TOKEN_VARIABLE] {
        if let Some(secret) = variable_value(variable) {
            mask.add(secret.expose_secret());
        }
    }
    let texts: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    for (at, text) in texts.iter().enumerate() {
        let (option, value) = match text.split_once('=') {
            Some((option, value)) => (option, Some(value)),
            None => (text.as_ref(), texts.get(at + 1).map(AsRef::as_ref)),
        };
        let looks_secret = ["secret", "token", "password"]
            .iter()
            .any(|word| option.starts_with("--") && option.contains(word));
        let is_switch = option == "--client-secret-stdin" && !text.contains('=');
        if let (true, false, Some(value)) = (looks_secret, is_switch, value) {
            mask.add(value);
        }
    }
}

/// A secret in the environment; an empty variable is none.
pub(crate) fn variable_value(name: &str) -> Option<SecretString> {
    let value = std::env::var(name).ok()?;
    let value = bare(&value);
    (!value.is_empty()).then(|| SecretString::from(value.to_owned()))
}

/// The secret that goes with the settings.
///
/// # Errors
/// Kind `usage` when there is none and nobody can be asked.
pub(crate) async fn obtain(
    resolved: &Resolved,
    on_stdin: bool,
    output: &Output,
) -> Result<SecretString, Failure> {
    let secret = match given(resolved, on_stdin).await? {
        Some(secret) => secret,
        None => match kept(resolved).await {
            Some(secret) => secret,
            None => ask(resolved).await?.ok_or_else(|| none(resolved))?,
        },
    };
    output.hide(secret.expose_secret());
    Ok(secret)
}

/// The secret to keep with a new profile; none where nobody gave one.
pub(crate) async fn obtain_new(
    resolved: &Resolved,
    on_stdin: bool,
    output: &Output,
) -> Result<Option<SecretString>, Failure> {
    let secret = match given(resolved, on_stdin).await? {
        Some(secret) => Some(secret),
        None => ask(resolved).await?,
    };
    if let Some(secret) = &secret {
        output.hide(secret.expose_secret());
    }
    Ok(secret)
}

async fn given(resolved: &Resolved, on_stdin: bool) -> Result<Option<SecretString>, Failure> {
    match resolved.sign_in {
        SignIn::Token => Ok(variable_value(TOKEN_VARIABLE)),
        SignIn::KeptToken => Ok(None),
        SignIn::Client if on_stdin => blocking(read_stdin).await.map(Some),
        SignIn::Client => Ok(variable_value(SECRET_VARIABLE)),
    }
}

async fn kept(resolved: &Resolved) -> Option<SecretString> {
    let id: &ProfileId = &resolved.kept_secret_of.as_ref()?.id;
    match Secrets::open().await.get(id).await {
        Ok(secret) => secret,
        Err(failure) => {
            tracing::info!(%failure, "the keyring could not be read");
            None
        }
    }
}

/// Asks where a person sits at the terminal; an empty answer is none.
async fn ask(resolved: &Resolved) -> Result<Option<SecretString>, Failure> {
    if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
        return Ok(None);
    }
    let what = match resolved.sign_in {
        SignIn::Client => "Client secret",
        SignIn::Token | SignIn::KeptToken => "Token",
    };
    let question = format!("{what} of {}: ", shown(&resolved.profile.name));
    let answer = blocking(move || {
        rpassword::prompt_password(question).map_err(|error| match error.kind() {
            // Ctrl C, while the terminal is told to keep quiet.
            std::io::ErrorKind::Interrupted => Failure::cancelled(),
            _ => Failure::new(
                FailureKind::Usage,
                format!("The secret could not be read from the terminal: {error}."),
                format!("Set {SECRET_VARIABLE}, or use --client-secret-stdin."),
            ),
        })
    })
    .await?;
    let answer = bare(&answer);
    Ok((!answer.is_empty()).then(|| SecretString::from(answer.to_owned())))
}

fn none(resolved: &Resolved) -> Failure {
    let (field, message, ways) = match resolved.sign_in {
        SignIn::Client => (
            "clientSecret",
            "The client's secret is missing.",
            format!("Set {SECRET_VARIABLE}, use --client-secret-stdin"),
        ),
        SignIn::Token | SignIn::KeptToken => (
            "token",
            "The static token is missing.",
            format!("Set {TOKEN_VARIABLE}"),
        ),
    };
    let fix = if resolved.kept_secret_withheld {
        format!("What is kept for the profile goes to its own hosts and client alone. {ways}.")
    } else {
        format!("{ways}, or keep it with `fieldctl profile add`.")
    };
    Failure::usage(field, message, fix)
}

fn read_stdin() -> Result<SecretString, Failure> {
    let mut text = String::new();
    let read = std::io::stdin().take(LIMIT_BYTES).read_to_string(&mut text);
    let text = bare(&text);
    match read {
        Ok(_) if !text.is_empty() => Ok(SecretString::from(text.to_owned())),
        _ => Err(Failure::usage(
            "clientSecret",
            "Standard input holds no secret.",
            "Write the client's secret to it, for example from a password manager.",
        )),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Failure::internal)?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_wrongly_written_on_the_command_line_is_hidden() {
        for line in [
            "fieldctl projects list --client-secret correct-horse",
            "fieldctl projects list --client-secret=correct-horse",
            "fieldctl projects list --client-secret-stdin=correct-horse",
            "fieldctl projects list --token correct-horse",
        ] {
            let args: Vec<OsString> = line.split(' ').map(Into::into).collect();
            let mask = Mask::default();
            hide_what_was_given(&args, &mask);
            assert!(!mask.hide(line).contains("correct-horse"), "{line}");
        }
        let line = "fieldctl --client-secret-stdin projects list";
        let args: Vec<OsString> = line.split(' ').map(Into::into).collect();
        let mask = Mask::default();
        hide_what_was_given(&args, &mask);
        assert_eq!(mask.hide(line), line);
    }
}
