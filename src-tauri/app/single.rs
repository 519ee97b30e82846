//! A second start shows the window of the first, gives it the files that it names, and ends.

use std::path::Path;

use crate::given_files;
use crate::runtime::{AppHandle, Runtime};

/// The plugin; it has to be the first one registered. A second start may show the window and
/// bring files, one at login neither.
pub(crate) fn plugin() -> tauri::plugin::TauriPlugin<Runtime> {
    tauri_plugin_single_instance::init(|app: &AppHandle, arguments, folder| {
        if !crate::login::is_hidden(&arguments) {
            crate::window::show(app);
            given_files::receive(app, arguments, Path::new(&folder));
        }
    })
}
