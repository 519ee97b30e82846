//! A second start shows the window of the first and ends.

use tauri::{AppHandle, Wry};

/// The plugin; it has to be the first one registered. Arguments of the second start are not
/// looked at: it may only show the window.
pub(crate) fn plugin() -> tauri::plugin::TauriPlugin<Wry> {
    tauri_plugin_single_instance::init(|app: &AppHandle, _arguments, _folder| {
        crate::window::show(app);
    })
}
