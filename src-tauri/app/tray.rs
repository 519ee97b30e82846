//! The tray icon: what is on its way, the worst synced folder, and the way back to the window.

use std::sync::Mutex;

use fielddesk_core::folders::{FoldersView, Until, Which};

use tauri::menu::{Menu, MenuEvent, MenuItem, PredefinedMenuItem};
use tauri::tray::TrayIconBuilder;
use tauri::{AppHandle, Manager};

use crate::dto::Transfers;
use crate::events::{Navigate, NavigateTo};
use crate::shell::Shell;
use crate::words::{self, Words};
use crate::{pump, window};

pub(crate) const ID: &str = "fielddesk";

/// Puts the icon into the tray. A system without one goes on without it.
pub(crate) fn create(app: &AppHandle, words: &Words) {
    if let Err(error) = build(app, words) {
        tracing::warn!(%error, "no tray icon");
    }
}

fn build(app: &AppHandle, words: &Words) -> tauri::Result<()> {
    let item = |id: &str, text: &str| MenuItem::with_id(app, id, text, true, None::<&str>);
    let menu = Menu::with_items(
        app,
        &[
            &item("open", words.open)?,
            &item("folders", words.folders)?,
            &item("sendFiles", words.send_files)?,
            &item("transfers", words.transfers)?,
            &PredefinedMenuItem::separator(app)?,
            &item("pause", words.pause)?,
            &item("goOn", words.go_on)?,
            &PredefinedMenuItem::separator(app)?,
            &item("settings", words.settings)?,
            &item("quit", words.quit)?,
        ],
    )?;
    let mut tray = TrayIconBuilder::with_id(ID)
        .menu(&menu)
        .tooltip("Fielddesk")
        .on_menu_event(on_menu);
    if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    tray.build(app)?;
    Ok(())
}

/// What the tooltip says, of its two sources.
#[derive(Default)]
pub(crate) struct Told {
    now: Mutex<(Option<Transfers>, FoldersView)>,
}

/// Tells in the tooltip what is on its way.
pub(crate) fn tell(app: &AppHandle, transfers: &Transfers) {
    say(app, |(known, _)| *known = Some(transfers.clone()));
}

/// Tells in the tooltip how the worst synced folder stands.
pub(crate) fn tell_folders(app: &AppHandle, view: &FoldersView) {
    say(app, |(_, known)| *known = view.clone());
}

fn say(app: &AppHandle, change: impl FnOnce(&mut (Option<Transfers>, FoldersView))) {
    let now = {
        let told = app.state::<Told>();
        let mut now = told
            .now
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        change(&mut now);
        now.clone()
    };
    // The words are there before the icon.
    let Some(tray) = app.tray_by_id(ID) else {
        return;
    };
    let text = words::tooltip(&app.state::<Words>(), now.0.as_ref(), &now.1);
    if let Err(error) = tray.set_tooltip(Some(text)) {
        tracing::debug!(%error, "the tray was not told");
    }
}

fn on_menu(app: &AppHandle, event: MenuEvent) {
    match event.id().as_ref() {
        "open" => window::show(app),
        "folders" => go(app, NavigateTo::Folders),
        "sendFiles" => go(app, NavigateTo::SendFiles),
        "transfers" => go(app, NavigateTo::Transfers),
        "settings" => go(app, NavigateTo::Settings),
        "pause" => pause(app, true),
        "goOn" => pause(app, false),
        "quit" => crate::quit(app),
        other => tracing::warn!(id = other, "an unknown menu item"),
    }
}

fn go(app: &AppHandle, to: NavigateTo) {
    window::show(app);
    pump::emit(app, &Navigate { to });
}

fn pause(app: &AppHandle, paused: bool) {
    let Some(desk) = app.state::<Shell>().desk_now() else {
        return;
    };
    tauri::async_runtime::spawn(async move {
        let sent = match desk.office().await {
            Ok(office) => office.transfers.pause(paused).await,
            Err(failure) => Err(failure),
        };
        let until = paused.then_some(Until::GoOn);
        let kept = desk.folders.pause(&Which::All, until).await;
        for failure in [sent.err(), kept.err()].into_iter().flatten() {
            tracing::warn!(kind = failure.kind.as_str(), "pause from the tray");
        }
    });
}
