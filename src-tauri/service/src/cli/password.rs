//! Passwords in arguments: out of the list of processes before anything else is done.
//!
//! A URL with a password on the command line is seen by every user of the machine. The program
//! starts itself again with the password left out of its arguments, and takes the full ones from its
//! environment, which its own user alone may read. The process stays the same one.

use std::ffi::OsString;

/// The arguments of the program, for the second start.
const ARGUMENTS: &str = "FIELDSERVICE_ARGUMENTS";

/// Returns the arguments of the program, its name first.
pub(crate) fn arguments() -> Vec<OsString> {
    let given: Vec<OsString> = std::env::args_os().collect();
    if let Some(full) = std::env::var(ARGUMENTS).ok().and_then(|text| read(&text)) {
        return full;
    }
    hide(&given);
    given
}

fn read(text: &str) -> Option<Vec<OsString>> {
    let full: Vec<String> = serde_json::from_str(text).ok()?;
    Some(full.into_iter().map(OsString::from).collect())
}

/// Starts the program again where an argument has a password; returns where none has, or where it
/// cannot be started.
#[cfg(unix)]
fn hide(given: &[OsString]) {
    use std::os::unix::process::CommandExt as _;

    let Some(full) = given
        .iter()
        .map(|argument| argument.to_str())
        .collect::<Option<Vec<&str>>>()
    else {
        return;
    };
    let shown: Vec<String> = full
        .iter()
        .map(|argument| without_password(argument))
        .collect();
    if shown == full {
        return;
    }
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let error = std::process::Command::new(program)
        .args(shown.iter().skip(1))
        .env(ARGUMENTS, serde_json::Value::from(full).to_string())
        .exec();
    // No log is open yet, and the arguments do what they say all the same.
    drop(error);
}

/// Other systems show arguments to administrators and to the process's own user alone.
#[cfg(not(unix))]
const fn hide(_: &[OsString]) {}

/// The argument with `***` for the password of a URL.
#[cfg(unix)]
fn without_password(argument: &str) -> String {
    let Some((scheme, rest)) = argument.split_once("://") else {
        return argument.to_owned();
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    match authority
        .rsplit_once('@')
        .and_then(|(user, _)| user.split_once(':'))
    {
        Some((name, password)) if !password.is_empty() => {
            let rest = rest
                .get(name.len() + 1 + password.len()..)
                .unwrap_or_default();
            format!("{scheme}://{name}:***{rest}")
        }
        _ => argument.to_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_password_of_a_url_is_left_out() {
        for (argument, shown) in [
            ("postgres://u:pw@h/d", "postgres://u:***@h/d"),
            (
                "--database=postgres://u:p@w@h:5/d?x=y:z@",
                "--database=postgres://u:***@h:5/d?x=y:z@",
            ),
            ("postgres://u@h/d", "postgres://u@h/d"),
            ("postgres://u:@h/d", "postgres://u:@h/d"),
            ("postgres://h:5432/d", "postgres://h:5432/d"),
            ("s3://bucket/a:b@c", "s3://bucket/a:b@c"),
            ("serve", "serve"),
        ] {
            assert_eq!(without_password(argument), shown);
        }
    }
}
