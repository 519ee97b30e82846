//! Notifications of the system: the digest of synced folders that wait for a person, one for each
//! connection. What is worth one, and how often, is decided in `core`; the words are in `words`.

use std::sync::Arc;

use crate::runtime::AppHandle;
use fielddesk_core::Failure;
use fielddesk_core::folders::Digest;
use fielddesk_core::profiles::ProfileId;
use fielddesk_rules::file_name::shown;
use tauri::Manager;
use tauri_plugin_notification::NotificationExt;
use tokio::sync::broadcast::error::RecvError;

use crate::i18n::{self, NotificationText};
use crate::state::AppState;
use crate::{navigation, tray, window};

/// That of the first connection; the next one of a connection takes the place of the one before.
const FIRST: i32 = 1;
/// Where the folder's id travels.
const FOLDER: &str = "folder";
/// The key of the connection's id.
const CONNECTION: &str = "connection";
/// What the plugin calls a click on the notification itself.
const OPENED: &str = "tap";

/// Registers the handler that goes to the connection and the folder of a notification that is
/// opened, on systems that report it.
pub(crate) fn answer(app: &AppHandle) {
    let handle = app.clone();
    let heard = app.notification().on_action(move |done| {
        if done.action_id() != OPENED {
            return;
        }
        let extra = |name| {
            let extra = done.notification()?.extra().get(name)?;
            extra.as_str().map(str::to_owned)
        };
        navigation::go_to_folder(&handle, extra(CONNECTION), extra(FOLDER));
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
            if !fielddesk_core::settings::load(&state.data).notifications {
                continue;
            }
            if let Err(failure) = tell(&state, &digest) {
                tracing::warn!(%failure, "no notification is shown");
            }
        }
    });
}

/// Shows a notification for each connection, except for the one that is in sight.
fn tell(state: &AppState, digest: &Digest) -> Result<(), Failure> {
    let active = state.profiles.active()?.map(|profile| profile.id);
    for (id, profile) in (FIRST..).zip(state.profiles.list()?) {
        if active.as_ref() == Some(&profile.id) && is_looked_at(&state.app) {
            continue;
        }
        let mut items = digest.items.clone();
        items.retain(|item| item.profile == profile.id);
        let name = shown(&profile.name);
        if let Some(said) = tray::with_words(&state.app, |words| i18n::digest(words, &name, &items))
        {
            show(&state.app, id, &profile.id, said);
        }
    }
    Ok(())
}

/// Whoever looks at the window sees it there: the status bar and the navigation say so.
fn is_looked_at(app: &AppHandle) -> bool {
    let window = app.get_webview_window(window::MAIN);
    window.is_some_and(|window| window.is_focused().unwrap_or(false))
}

fn show(app: &AppHandle, id: i32, connection: &ProfileId, said: NotificationText) {
    let NotificationText {
        title,
        body,
        folder,
    } = said;
    let notifications = app.notification();
    if let Err(error) = notifications.remove_active(vec![id]) {
        tracing::debug!(%error, "the notification before stays");
    }
    let mut next = notifications
        .builder()
        .id(id)
        .title(title)
        .body(as_text(&body))
        .extra(CONNECTION, connection.as_str());
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
