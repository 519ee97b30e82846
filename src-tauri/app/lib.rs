//! The desktop app: windows, tray, logs, commands. What it does is in `fielddesk-core`; how
//! it looks is in `ui/`.

mod bindings;
mod carrying;
mod checking;
mod clipboard;
mod commands;
mod connections;
mod desk;
mod diagnostics;
mod dialogs;
mod drops;
pub mod dto;
pub mod events;
mod fetched;
mod history;
mod locale;
mod login;
mod logs;
mod notify;
mod office;
mod pasted;
mod pump;
mod sample;
mod saving;
mod shell;
mod single;
mod synced;
mod tray;
mod window;
mod words;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Instant;

use tauri::{AppHandle, Manager, RunEvent, WindowEvent};
use tauri_plugin_window_state::StateFlags;

pub use bindings::builder;

use crate::shell::Shell;

/// When the program started, for the log's figure.
pub(crate) static STARTED: OnceLock<Instant> = OnceLock::new();

/// Runs the program until the person quits.
pub fn run() -> ExitCode {
    STARTED.get_or_init(Instant::now);
    let data = desk::data_dir();
    let _log = data.as_ref().ok().and_then(|data| logs::begin(data.path()));
    let bindings = builder();
    let invoke = bindings.invoke_handler();
    let app = tauri::Builder::default()
        .plugin(single::plugin())
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(login::plugin())
        .plugin(
            // Whether it is shown is not remembered: a start at login stays in the tray.
            tauri_plugin_window_state::Builder::default()
                .with_state_flags(StateFlags::all() - StateFlags::VISIBLE)
                .build(),
        )
        .manage(Arc::new(drops::Drag::default()))
        .manage(tray::Told::default())
        .invoke_handler(invoke)
        .setup(move |app| {
            bindings.mount_events(app);
            let handle = app.handle();
            window::create(handle, login::is_hidden(std::env::args()))?;
            notify::answer(handle);
            let settings = data
                .as_ref()
                .map(fielddesk_core::settings::load)
                .unwrap_or_default();
            app.manage(Shell::open(handle.clone()));
            tray::create(handle, words::of(locale::spoken(settings.language)));
            Ok(())
        })
        .on_window_event(|window, event| match event {
            WindowEvent::DragDrop(drag) => drops::follow(window, drag),
            // Transfers and synced folders go on in the tray.
            WindowEvent::CloseRequested { api, .. }
                if window.app_handle().tray_by_id(tray::ID).is_some() =>
            {
                api.prevent_close();
                if let Err(error) = window.hide() {
                    tracing::warn!(%error, "the window could not be hidden");
                }
            }
            _ => {}
        })
        .build(tauri::generate_context!());
    match app {
        Ok(app) => {
            app.run(|app, event| {
                if let RunEvent::ExitRequested { .. } = event {
                    tauri::async_runtime::block_on(end(app));
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!(%error, "the program could not start");
            ExitCode::FAILURE
        }
    }
}

/// Ends the program: requests under way are finished first.
pub(crate) fn quit(app: &AppHandle) {
    app.exit(0);
}

async fn end(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(window::MAIN)
        && let Err(error) = window.hide()
    {
        tracing::debug!(%error, "hiding the window at the end");
    }
    if let Some(desk) = app.state::<Shell>().desk_now() {
        desk.folders.stop().await;
        desk.use_office(None).await;
        desk.sample.stop().await;
    }
}
