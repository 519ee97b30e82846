//! How the window draws: without a graphics processor WebKit's layers are made by this one, which
//! costs memory and time and shows nothing better (decision 22).

use crate::runtime::WebviewWindow;

/// Keeps the layers whatever there is: for computers where they are the better choice, and for tests, because a
/// click of WebKit's driver never ends after a drag where there are none (a person's does).
#[cfg(target_os = "linux")]
const KEEP_LAYERS: &str = "FIELDDESK_KEEP_LAYERS";

/// Lets the window draw without layers where no graphics processor would put them together.
#[cfg(target_os = "linux")]
pub(crate) fn suit(window: &WebviewWindow) {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt as _, WebViewExt as _};

    if has_graphics_processor() || std::env::var_os(KEEP_LAYERS).is_some() {
        return;
    }
    let set = window.with_webview(|webview| {
        if let Some(settings) = webview.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    });
    match set {
        Ok(()) => tracing::info!("no graphics processor: the window draws without layers"),
        Err(error) => tracing::warn!(%error, "how the window draws could not be set"),
    }
}

/// The systems of Windows and macOS decide by themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) const fn suit(_window: &WebviewWindow) {}

/// Whether the kernel offers one; the driver of NVIDIA has a name of its own.
#[cfg(target_os = "linux")]
fn has_graphics_processor() -> bool {
    use std::path::Path;

    let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten();
    let mut names = nodes.filter_map(|node| node.ok()?.file_name().into_string().ok());
    names.any(|name| name.starts_with("renderD")) || Path::new("/dev/nvidiactl").exists()
}
