//! The tray icon: the worst synced folder by its shape, what is on its way, and the way back to
//! the window. A system that shows no tooltip has the same words as the menu's first line.

mod host;
mod mark;
mod menu;

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::runtime::{AppHandle, Runtime};
use fielddesk_core::folders::{FoldersView, State};
use fielddesk_core::transfers::TransfersView;
use tauri::Manager;
use tauri::menu::MenuEvent;
use tauri::tray::{TrayIcon, TrayIconBuilder};

use crate::dto::ConnectionInfo;
use crate::i18n::{self, Words};
pub(crate) use menu::Line;
use menu::TrayMenu;

pub(crate) const ID: &str = "fielddesk";

/// The beginning of the id of a menu line about a connection; the connection's id follows.
pub(crate) const OF_CONNECTION: &str = "connection:";

/// The state that the tray shows, by its sources.
#[derive(Default)]
pub(crate) struct TrayState {
    now: Mutex<(Option<TransfersView>, FoldersView)>,
    connections: Mutex<Vec<ConnectionInfo>>,
    /// Taken before anything waits for the main thread, which itself takes it only in `create`,
    /// before there is an icon.
    face: Mutex<Face>,
}

#[derive(Default)]
struct Face {
    words: Words,
    menu: Option<TrayMenu>,
    shown: State,
}

/// Puts the icon into the tray, with what is done when an item of its menu is chosen. A system without
/// one goes on without it.
pub(crate) fn create(app: &AppHandle, words: Words, chosen: fn(&AppHandle, MenuEvent)) {
    let state = app.state::<TrayState>();
    let mut face = held(&state.face);
    face.words = words;
    if let Err(error) = build(app, &mut face, chosen) {
        tracing::warn!(%error, "no tray icon");
    }
}

fn build(app: &AppHandle, face: &mut Face, chosen: fn(&AppHandle, MenuEvent)) -> tauri::Result<()> {
    let menu = TrayMenu::new(app, &face.words)?;
    face.shown = State::InStep;
    TrayIconBuilder::with_id(ID)
        .menu(&menu.menu)
        .tooltip("Fielddesk")
        .icon(mark::icon(face.shown))
        .on_menu_event(chosen)
        .build(app)?;
    face.menu = Some(menu);
    Ok(())
}

/// Speaks another language from now on.
pub(crate) fn speak(app: &AppHandle, words: Words) {
    let state = app.state::<TrayState>();
    {
        let mut face = held(&state.face);
        face.words = words;
        let Some(tray) = app.tray_by_id(ID) else {
            return;
        };
        match TrayMenu::new(app, &face.words) {
            Ok(menu) => {
                if let Err(error) = tray.set_menu(Some(menu.menu.clone())) {
                    tracing::debug!(%error, "the tray keeps its menu");
                    return;
                }
                face.menu = Some(menu);
            }
            Err(error) => tracing::warn!(%error, "the tray keeps its words"),
        }
    }
    say(app, |_| {});
}

/// What is on its way and how the synced folders stand, as told last.
pub(crate) fn known(app: &AppHandle) -> (Option<TransfersView>, FoldersView) {
    held(&app.state::<TrayState>().now).clone()
}

/// Whether a person can see the icon.
pub(crate) async fn is_shown(app: &AppHandle) -> bool {
    app.tray_by_id(ID).is_some() && host::is_there().await
}

/// The words outside the window, for whoever says something there.
pub(crate) fn with_words<T>(app: &AppHandle, read: impl FnOnce(&Words) -> T) -> T {
    read(&held(&app.state::<TrayState>().face).words)
}

/// Tells what is on its way.
pub(crate) fn tell(app: &AppHandle, transfers: &TransfersView) {
    say(app, |(known, _)| *known = Some(transfers.clone()));
}

/// Tells how the worst synced folder stands.
pub(crate) fn tell_folders(app: &AppHandle, view: &FoldersView) {
    say(app, |(_, known)| *known = view.clone());
}

/// Shows the stored connections.
pub(crate) fn tell_connections(app: &AppHandle, connections: &[ConnectionInfo]) {
    *held(&app.state::<TrayState>().connections) = connections.to_vec();
    say(app, |_| {});
}

fn say(app: &AppHandle, change: impl FnOnce(&mut (Option<TransfersView>, FoldersView))) {
    let state = app.state::<TrayState>();
    change(&mut held(&state.now));
    // The words are there before the icon.
    let Some(tray) = app.tray_by_id(ID) else {
        return;
    };
    let mut face = held(&state.face);
    // Read only now: of two that tell at once the later one has both.
    let (transfers, folders) = held(&state.now).clone();
    let connections = held(&state.connections).clone();
    if let Err(error) = face.show(&tray, transfers.as_ref(), &folders, &connections) {
        tracing::debug!(%error, "the icon of the tray was not set");
    }
}

impl Face {
    fn show(
        &mut self,
        tray: &TrayIcon<Runtime>,
        transfers: Option<&TransfersView>,
        folders: &FoldersView,
        connections: &[ConnectionInfo],
    ) -> tauri::Result<()> {
        tray.set_tooltip(Some(i18n::tooltip(&self.words, transfers, folders)))?;
        let sending = transfers.is_some_and(|transfers| transfers.active > 0);
        let state = mark::state(folders.worst, sending);
        if state != self.shown {
            tray.set_icon(Some(mark::icon(state)))?;
            self.shown = state;
        }
        let paused = folders.resumes_all || transfers.is_some_and(|sent| sent.paused);
        let lines = i18n::lines(&self.words, transfers, folders, connections);
        match &mut self.menu {
            Some(menu) => menu.tell(&lines, state, paused),
            None => Ok(()),
        }
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
