//! Environment of WebKit's processes on Linux: the size of the JavaScript heap above which its
//! garbage is collected, and drawing without layers where no graphics processor puts them together
//! (decision 22).

use std::path::Path;

/// How much memory the computer has. WebKit lets the heap double as long as it takes less than a quarter of that, and
/// grow by a quarter of itself when it takes more than half.
const MEMORY: &str = "JSC_forceRAMSize";

/// In bytes: what the lists of a large company take is more than half of it.
const COMPUTER: &str = "100000000";

/// Draws without layers. WebKit has a setting for the same, but that comes when the page was already made to be scrolled
/// by its layers: its wheel and its Page Down did nothing from then on.
const NO_LAYERS: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

/// `1` keeps the layers and `0` does not keep them for a driver's sake, on computers without a graphics processor.
const KEEP_LAYERS: &str = "FIELDDESK_KEEP_LAYERS";

/// Tells them; they get the environment of this process. To be called before anything else.
pub(crate) fn suit() {
    set_default(MEMORY, COMPUTER);
    if !has_graphics_processor() && !keeps_layers() {
        set_default(NO_LAYERS, "1");
    }
}

/// Sets a variable of the environment, unless the person has.
fn set_default(name: &str, value: &str) {
    if std::env::var_os(name).is_some() {
        return;
    }
    #[expect(
        unsafe_code,
        reason = "the library that starts the web process has no setting for it"
    )]
    // SAFETY: the program has one thread: nothing was started yet.
    unsafe {
        std::env::set_var(name, value);
    }
}

/// Whether they were asked for. WebKit's driver needs them: without layers its click after a drag does not end unless the
/// page keeps changing. A person's click does.
fn keeps_layers() -> bool {
    let is_driven = || std::env::var_os("TAURI_WEBVIEW_AUTOMATION").is_some_and(|on| on == "true");
    std::env::var_os(KEEP_LAYERS).map_or_else(is_driven, |keep| keep != "0")
}

/// Whether the kernel offers one; the driver of NVIDIA has a name of its own.
fn has_graphics_processor() -> bool {
    let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten();
    let mut names = nodes.filter_map(|node| node.ok()?.file_name().into_string().ok());
    names.any(|name| name.starts_with("renderD")) || Path::new("/dev/nvidiactl").exists()
}
