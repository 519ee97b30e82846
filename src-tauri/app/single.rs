//! A second start shows the window of the first and ends.

use crate::runtime::{AppHandle, Runtime};

/// The plugin; it has to be the first one registered. A second start may only show the window,
/// and one at login not even that.
pub(crate) fn plugin() -> tauri::plugin::TauriPlugin<Runtime> {
    tauri_plugin_single_instance::init(|app: &AppHandle, arguments, _folder| {
        if !crate::login::is_hidden(arguments) {
            crate::window::show(app);
        }
    })
}
