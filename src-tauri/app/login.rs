//! Starting at login: the entry that the system has of it, and the start that stays in the tray.

use std::ffi::OsStr;

use crate::runtime::{AppHandle, Runtime};
use fielddesk_core::{Failure, FailureKind};
use tauri::plugin::TauriPlugin;
use tauri_plugin_autostart::ManagerExt;

/// A start that shows no window: the folders go on from the tray.
const HIDDEN: &str = "--hidden";

/// Knows the system's entry.
pub(crate) fn plugin() -> TauriPlugin<Runtime> {
    tauri_plugin_autostart::Builder::new().arg(HIDDEN).build()
}

/// Whether these arguments are those of a start at login.
pub(crate) fn is_hidden<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> bool {
    // The first is the program.
    let first = arguments.into_iter().nth(1);
    first.is_some_and(|argument| argument.as_ref() == HIDDEN)
}

/// Whether the system starts the program at login. Asked of the system each time: a person may
/// have switched it off there.
pub(crate) fn is_on(app: &AppHandle) -> Result<bool, Failure> {
    let on = app
        .autolaunch()
        .is_enabled()
        .map_err(|error| refused(&error))?;
    Ok(on && !entry::is_switched_off(&app.package_info().name))
}

/// Writes the system's entry or removes it; answers what is true then.
pub(crate) fn set(app: &AppHandle, on: bool) -> Result<bool, Failure> {
    let entry = app.autolaunch();
    let done = if on { entry.enable() } else { entry.disable() };
    done.map_err(|error| refused(&error))?;
    let now = is_on(app)?;
    if now == on {
        return Ok(now);
    }
    Err(refused(&"it is as it was"))
}

fn refused(error: &impl std::fmt::Display) -> Failure {
    tracing::warn!(%error, "start at login");
    Failure::new(
        FailureKind::LocalFile,
        "This computer did not let Fielddesk change what starts at login.",
        "Ask IT, or set it in the system's own settings.",
    )
}

/// The entry of a Linux desktop; the plugin only looks whether there is one.
#[cfg(target_os = "linux")]
mod entry {
    use std::path::PathBuf;

    /// Whether the desktop's own settings keep the entry and do not start it.
    pub(super) fn is_switched_off(name: &str) -> bool {
        let Some(home) = std::env::home_dir() else {
            return false;
        };
        // Where the plugin writes it.
        let path: PathBuf = home
            .join(".config/autostart")
            .join(format!("{name}.desktop"));
        std::fs::read_to_string(path).is_ok_and(|text| says_off(&text))
    }

    fn says_off(text: &str) -> bool {
        text.lines()
            .filter_map(|line| line.split_once('='))
            .any(|(key, value)| {
                matches!(
                    (key.trim(), value.trim()),
                    ("Hidden", "true") | ("X-GNOME-Autostart-enabled", "false")
                )
            })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn an_entry_that_the_desktop_keeps_but_does_not_start_is_off() {
            let entry = "[Desktop Entry]\nType=Application\nExec=/usr/bin/fielddesk --hidden\n";
            assert!(!says_off(entry));
            for line in ["Hidden=true", "X-GNOME-Autostart-enabled = false"] {
                assert!(says_off(&format!("{entry}{line}\n")), "{line}");
            }
            assert!(!says_off(&format!("{entry}Hidden=false\n")));
        }
    }
}

/// Elsewhere the plugin itself knows.
#[cfg(not(target_os = "linux"))]
mod entry {
    pub(super) const fn is_switched_off(_name: &str) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_start_at_login_is_hidden() {
        let hidden = |arguments: &[&str]| is_hidden(arguments);
        assert!(hidden(&["/usr/bin/fielddesk", "--hidden"]));
        assert!(!hidden(&["/usr/bin/fielddesk"]));
        assert!(!hidden(&["/usr/bin/fielddesk", "--hiddenly"]));
        // A file may be named as it likes.
        assert!(!hidden(&["/usr/bin/fielddesk", "--upload", "--hidden"]));
    }
}
