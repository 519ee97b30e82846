//! Notifications of the system: who must act, as the digest of synced folders says it, one at a
//! time. What is worth one, and how often, is decided in `core`; the words are in `words`.

use std::sync::Arc;

use crate::runtime::AppHandle;
use fielddesk_core::folders::Digest;
use tauri::Manager;
use tauri_plugin_notification::NotificationExt;
use tokio::sync::broadcast::error::RecvError;

use crate::events::NavigateTo;
use crate::i18n::{self, NotificationText};
use crate::state::AppState;
use crate::{navigation, tray, window};

/// There is only one; the next takes its place.
const ID: i32 = 1;
/// Where the folder's id travels.
const FOLDER: &str = "folder";
/// What the plugin calls a click on the notification itself.
const OPENED: &str = "tap";

/// Opening a notification leads to its folder, on systems that tell of it.
pub(crate) fn answer(app: &AppHandle) {
    let handle = app.clone();
    let heard = app.notification().on_action(move |done| {
        if done.action_id() != OPENED {
            return;
        }
        let folder = done
            .notification()
            .and_then(|shown| shown.extra().get(FOLDER))
            .and_then(|id| id.as_str())
            .map(str::to_owned);
        navigation::go(&handle, NavigateTo::Folders, folder);
    });
    if let Err(error) = heard {
        tracing::warn!(%error, "opening a notification leads nowhere");
    }
}

/// Tells digests for the life of the program.
pub(crate) fn digests(state: &Arc<AppState>) {
    let mut digests = state.folders.digests();
    let state = Arc::downgrade(state);
    tauri::async_runtime::spawn(async move {
        loop {
            let digest = match digests.recv().await {
                Ok(digest) => digest,
                // A later one says all that those said.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return,
            };
            let Some(state) = state.upgrade() else { return };
            let wanted = fielddesk_core::settings::load(&state.data).notifications;
            if wanted && !is_looked_at(&state.app) {
                tell(&state.app, &digest);
            }
        }
    });
}

/// Whoever looks at the window sees it there: the status bar and the navigation say so.
fn is_looked_at(app: &AppHandle) -> bool {
    let window = app.get_webview_window(window::MAIN);
    window.is_some_and(|window| window.is_focused().unwrap_or(false))
}

fn tell(app: &AppHandle, digest: &Digest) {
    let Some(said) = tray::with_words(app, |words| i18n::digest(words, digest)) else {
        return;
    };
    let NotificationText {
        title,
        body,
        folder,
    } = said;
    let notifications = app.notification();
    if let Err(error) = notifications.remove_active(vec![ID]) {
        tracing::debug!(%error, "the notification before stays");
    }
    let mut next = notifications
        .builder()
        .id(ID)
        .title(title)
        .body(as_text(&body));
    if let Some(folder) = folder {
        next = next.extra(FOLDER, folder.0);
    }
    if let Err(error) = next.show() {
        tracing::warn!(%error, "the system does not show notifications");
    }
}

/// Names are data: servers on Linux read some markup in the text.
fn as_text(body: &str) -> String {
    if cfg!(any(windows, target_os = "macos")) {
        return body.to_owned();
    }
    body.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_is_never_markup() {
        assert_eq!(as_text("<b>A & B</b>"), "&lt;b&gt;A &amp; B&lt;/b&gt;");
    }
}
