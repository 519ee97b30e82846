//! Commands on the window's first state, settings, and texts for the clipboard.

use crate::runtime::AppHandle;
use fielddesk_core::Failure;
use fielddesk_core::settings::Settings;
use fielddesk_rules::preview::PREVIEW_TYPES;
use tauri::State;

use crate::clipboard;
use crate::dto::{InitialState, Limits, Platform};
use crate::events::Unsaved;
use crate::leaving::{self, Leave, LeaveAnswer};
use crate::state_handle::StateHandle;
use crate::{connections, diagnostics, i18n, locale, login, tray, trips, updates};

/// What the window needs first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn app_state(
    app: AppHandle,
    handle: State<'_, StateHandle>,
) -> Result<InitialState, Failure> {
    let state = handle.state().await?;
    Ok(InitialState {
        version: app.package_info().version.to_string(),
        platform: Platform::here(),
        locale: locale::of_the_computer(),
        system_language: locale::of_the_system(),
        keyring_available: state.secrets.keyring_available(),
        settings: fielddesk_core::settings::load(&state.data),
        managed: fielddesk_core::policy::current().managed(),
        limits: Limits::of_the_rules(),
        preview_types: PREVIEW_TYPES.iter().copied().collect(),
        connections: connections::list(&state).await?,
        not_resumed: state.not_resumed.get().cloned(),
    })
}

/// Stores look, language and whether the system notifies.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_settings(
    handle: State<'_, StateHandle>,
    settings: Settings,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    let before = fielddesk_core::settings::load(&state.data);
    let stored = fielddesk_core::settings::save(&state.data, &settings)?;
    if stored.time_zone != before.time_zone {
        trips::zone_changed(&state).await;
    }
    updates::settings_changed(&state.app, &before, &stored);
    let words = i18n::of(locale::spoken(stored.language));
    tray::speak(&state.app, words);
    Ok(())
}

/// Quits; the window is asked first where something stops by it.
#[tauri::command]
#[specta::specta]
pub(crate) fn quit(app: AppHandle) -> Result<(), Failure> {
    leaving::leave(&app, Leave::Quit);
    Ok(())
}

/// Answers the question of closing or quitting.
#[tauri::command]
#[specta::specta]
pub(crate) fn answer_leave(app: AppHandle, answer: LeaveAnswer) -> Result<(), Failure> {
    leaving::answer(&app, answer);
    Ok(())
}

/// Notes what the window alone holds: quitting loses it, so it is asked first.
#[tauri::command]
#[specta::specta]
pub(crate) fn note_unsaved(app: AppHandle, unsaved: Unsaved) -> Result<(), Failure> {
    leaving::note_unsaved(&app, unsaved);
    Ok(())
}

/// Whether the system starts the program at login, as it is now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_at_login(app: AppHandle) -> Result<bool, Failure> {
    login::is_on(&app)
}

/// Has the system start the program at login, or no longer; answers what is true then.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_start_at_login(app: AppHandle, on: bool) -> Result<bool, Failure> {
    login::set(&app, on)
}

/// Puts a text on the clipboard.
#[tauri::command]
#[specta::specta]
pub(crate) async fn copy_text(text: String) -> Result<(), Failure> {
    clipboard::put_text(text).await
}

/// Puts a description of this installation on the clipboard, without secrets and persons.
#[tauri::command]
#[specta::specta]
pub(crate) async fn copy_diagnostics(
    app: AppHandle,
    handle: State<'_, StateHandle>,
) -> Result<String, Failure> {
    let text = diagnostics::describe(&app, &*handle.state().await?).await?;
    clipboard::put_text(text.clone()).await?;
    Ok(text)
}

/// The window shows its first content: told once, for the log and the benchmark.
#[tauri::command]
#[specta::specta]
pub(crate) fn window_ready() -> Result<(), Failure> {
    if let Some(started) = crate::STARTED.get() {
        let milliseconds = started.elapsed().as_millis();
        tracing::info!("window usable after {milliseconds} ms");
    }
    Ok(())
}
