//! The one window: made here so that it can refuse to leave the app's own pages.

use crate::runtime::{AppHandle, WebviewWindow};
use tauri::{Manager, WebviewWindowBuilder};

/// Label of the window, as the configuration and the capability name it.
pub(crate) const MAIN: &str = "main";

/// Makes the window as `tauri.conf.json` describes it; out of sight where nobody asked for it.
pub(crate) fn create(app: &AppHandle, hidden: bool) -> tauri::Result<WebviewWindow> {
    let config = app
        .config()
        .app
        .windows
        .iter()
        .find(|window| window.label == MAIN)
        .cloned()
        .unwrap_or_default();
    WebviewWindowBuilder::from_config(app, &config)?
        .visible(config.visible && !hidden)
        .on_navigation(is_own_page)
        // The page names the screen, the company and the environment.
        .on_document_title_changed(|window, title| {
            if let Err(error) = window.set_title(&title) {
                tracing::debug!(%error, "the window's title");
            }
        })
        .build()
}

/// Shows the window and brings it to the front.
pub(crate) fn show(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    let shown = window
        .show()
        .and_then(|()| window.unminimize())
        .and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "the window could not be brought to the front");
    }
}

/// Whether the person can see the window; unknown counts as no.
pub(crate) fn is_in_sight(app: &AppHandle) -> bool {
    app.get_webview_window(MAIN).is_some_and(|window| {
        window.is_visible().unwrap_or(false) && !window.is_minimized().unwrap_or(true)
    })
}

/// Hides the window; transfers and synced folders are not touched by it.
pub(crate) fn hide(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN)
        && let Err(error) = window.hide()
    {
        tracing::warn!(%error, "the window could not be hidden");
    }
}

/// Nothing but the app's own pages is ever loaded into the window.
pub(crate) fn is_own_page(url: &tauri::Url) -> bool {
    let own = match url.scheme() {
        "tauri" => true,
        // Windows and Android serve the app's pages from this host.
        "http" | "https" => {
            url.host_str() == Some("tauri.localhost")
                || (cfg!(debug_assertions)
                    && url.host_str() == Some("localhost")
                    && url.port() == Some(1420))
        }
        "about" => url.path() == "blank",
        _ => false,
    };
    if !own {
        tracing::warn!(scheme = url.scheme(), "a page outside the app was refused");
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_pages_are_loaded() {
        for (address, own) in [
            ("tauri://localhost/index.html", true),
            ("http://tauri.localhost/", true),
            ("https://example.org/", false),
            ("file:///etc/passwd", false),
            ("http://tauri.localhost.example.org/", false),
            ("data:text/html,hello", false),
        ] {
            assert_eq!(is_own_page(&address.parse().unwrap()), own, "{address}");
        }
    }
}
