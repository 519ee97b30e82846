//! How the window draws: without a graphics processor WebKit's layers are made by this one, which
//! costs memory and time and shows nothing better (decision 22).

use crate::runtime::WebviewWindow;

/// `1` keeps the layers and `0` does not keep them for a driver's sake, on computers without a graphics processor.
#[cfg(target_os = "linux")]
const KEEP_LAYERS: &str = "FIELDDESK_KEEP_LAYERS";

/// Lets the window draw without layers where no graphics processor would put them together.
#[cfg(target_os = "linux")]
pub(crate) fn suit(window: &WebviewWindow) {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt as _, WebViewExt as _};

    if has_graphics_processor() || keeps_layers() {
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

/// Whether they were asked for. WebKit's driver needs them: without layers its click after a drag does not end unless the
/// page keeps changing. A person's click does.
#[cfg(target_os = "linux")]
fn keeps_layers() -> bool {
    let is_driven = || std::env::var_os("TAURI_WEBVIEW_AUTOMATION").is_some_and(|on| on == "true");
    std::env::var_os(KEEP_LAYERS).map_or_else(is_driven, |keep| keep != "0")
}

/// Whether the kernel offers one; the driver of NVIDIA has a name of its own.
#[cfg(target_os = "linux")]
fn has_graphics_processor() -> bool {
    use std::path::Path;

    let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten();
    let mut names = nodes.filter_map(|node| node.ok()?.file_name().into_string().ok());
    names.any(|name| name.starts_with("renderD")) || Path::new("/dev/nvidiactl").exists()
}
