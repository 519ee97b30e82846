//! A second start shows the window of the first, gives it the files that it names, and ends. Where the
//! first one was ending, the second begins anew.

use std::path::Path;

use crate::given_files;
use crate::runtime::{AppHandle, Runtime};

/// The plugin; it has to be the first one registered. A second start may show the window and
/// bring files, one at login neither.
pub(crate) fn plugin() -> tauri::plugin::TauriPlugin<Runtime> {
    tauri_plugin_single_instance::init(|app: &AppHandle, arguments, folder| {
        if !crate::login::is_hidden(&arguments) && !crate::ending::starts_again(app) {
            crate::window::show(app);
            given_files::receive(app, arguments, Path::new(&folder));
        }
    })
}

/// How often a start met a program that was ending; for the next one.
#[cfg(target_os = "linux")]
const MET_ENDING: &str = "FIELDDESK_MET_ENDING";

/// So many programs may end one after another.
#[cfg(target_os = "linux")]
const MOST_ENDINGS: u32 = 5;

/// Begins this program anew in the same process where it failed to start since the running one, which
/// it asked to show its window, ended meanwhile. Returns where that is not so, or cannot be done.
#[cfg(target_os = "linux")]
pub(crate) fn begin_anew(failure: &tauri::Error) {
    use std::os::unix::process::CommandExt as _;

    let is_of_plugin = matches!(
        failure,
        tauri::Error::PluginInitialization(plugin, _) if plugin == "single-instance"
    );
    let met = std::env::var(MET_ENDING).ok();
    let met: u32 = met.and_then(|count| count.parse().ok()).unwrap_or(0);
    if !is_of_plugin || met >= MOST_ENDINGS {
        return;
    }
    let program = std::env::current_exe();
    let failed = program.map(|program| {
        std::process::Command::new(program)
            .args(std::env::args_os().skip(1))
            .env(MET_ENDING, (met + 1).to_string())
            .exec()
    });
    match failed {
        Ok(error) | Err(error) => tracing::error!(%error, "the program could not begin anew"),
    }
}
