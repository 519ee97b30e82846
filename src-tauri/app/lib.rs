//! The desktop app: windows, tray, logs, commands. What it does is in `fielddesk-core`; how
//! it looks is in `ui/`.
//!
//! Unit tests are compiled without the commands, which take longer than all the rest.
#![cfg_attr(
    any(feature = "bridge", test),
    allow(
        dead_code,
        reason = "the build for journeys has no tray and no second start, that of unit tests no commands"
    )
)]

mod acting;
#[cfg(not(test))]
mod bindings;
#[cfg(all(feature = "bridge", not(test)))]
pub mod bridge;
mod check_handle;
#[cfg(not(feature = "bridge"))]
mod clipboard;
#[cfg(not(feature = "bridge"))]
mod clock;
#[cfg(not(test))]
mod commands;
mod connections;
mod diagnostics;
#[cfg(not(feature = "bridge"))]
mod dialogs;
mod document_files;
mod drops;
pub mod dto;
mod ending;
mod event_bridge;
pub mod events;
mod fetched;
mod folder_decisions;
mod folder_export;
#[cfg(not(feature = "bridge"))]
mod folder_icons;
mod given_files;
mod history;
mod i18n;
mod leaving;
mod locale;
mod login;
mod logs;
mod navigation;
mod notify;
#[cfg(not(feature = "bridge"))]
mod opening;
mod overview;
mod pasted;
mod preview_source;
mod previews;
mod runtime;
mod sample;
mod saved_names;
mod session;
mod single;
mod starting;
mod state;
mod state_handle;
mod synced_folders;
mod tiles;
mod tray;
mod tray_acts;
mod trips;
mod updates;
#[cfg(all(target_os = "linux", not(feature = "bridge")))]
mod web_process;
mod window;

#[cfg(not(any(feature = "bridge", test)))]
use std::process::ExitCode;
#[cfg(not(test))]
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Instant;

#[cfg(not(any(feature = "bridge", test)))]
use tauri::{Manager, RunEvent, WindowEvent};
#[cfg(not(any(feature = "bridge", test)))]
use tauri_plugin_window_state::StateFlags;

#[cfg(not(test))]
use fielddesk_core::map_tiles::MapTiles;

#[cfg(not(test))]
pub use bindings::builder;
pub use runtime::Runtime;

#[cfg(feature = "bridge")]
use crate::bridge::{clipboard, clock, dialogs, opening};
#[cfg(not(any(feature = "bridge", test)))]
use crate::state_handle::StateHandle;

/// When the program started, for the log's figure.
pub(crate) static STARTED: OnceLock<Instant> = OnceLock::new();

/// The plugins that commands use and the managed state, of every build of the app.
#[cfg(not(test))]
fn state_of_every_build(builder: tauri::Builder<Runtime>) -> tauri::Builder<Runtime> {
    builder
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(login::plugin())
        .plugin(updates::plugin())
        .manage(updates::Updates::default())
        .manage(Arc::new(drops::Drag::default()))
        .manage(given_files::GivenFiles::default())
        .manage(tray::TrayState::default())
        .manage(leaving::Leaving::default())
        .manage(ending::Ending::default())
        .manage(previews::RunningPreviews::default())
        .manage(MapTiles::default())
        .register_asynchronous_uri_scheme_protocol(preview_source::SCHEME, previews::serve)
        .register_asynchronous_uri_scheme_protocol(tiles::SCHEME, tiles::serve)
}

/// Runs the program until the person quits.
#[cfg(not(any(feature = "bridge", test)))]
pub fn run() -> ExitCode {
    #[cfg(target_os = "linux")]
    web_process::suit();
    STARTED.get_or_init(Instant::now);
    let data = state::data_dir();
    let _log = data.as_ref().ok().and_then(|data| logs::begin(data.path()));
    let bindings = builder();
    let invoke = bindings.invoke_handler();
    // A second start ends before anything else begins.
    let app = state_of_every_build(tauri::Builder::default().plugin(single::plugin()))
        .plugin(
            // Whether it is shown is not remembered: a start at login stays in the tray.
            tauri_plugin_window_state::Builder::default()
                .with_state_flags(StateFlags::all() - StateFlags::VISIBLE)
                .build(),
        )
        .invoke_handler(invoke)
        .setup(move |app| {
            bindings.mount_events(app);
            let handle = app.handle();
            let updated = data.as_ref().is_ok_and(updates::is_just_installed);
            window::create(handle, !updated && login::is_hidden(std::env::args_os()))?;
            if !updated {
                let folder = std::env::current_dir().unwrap_or_default();
                given_files::receive(handle, std::env::args_os(), &folder);
            }
            notify::answer(handle);
            let settings = data
                .as_ref()
                .map(fielddesk_core::settings::load)
                .unwrap_or_default();
            app.manage(StateHandle::new(starting::start(handle.clone())));
            let words = i18n::of(locale::spoken(settings.language));
            tray::create(handle, words, tray_acts::chosen);
            Ok(())
        })
        .on_window_event(|window, event| match event {
            WindowEvent::DragDrop(drag) => drops::follow(window, drag),
            WindowEvent::CloseRequested { api, .. } => {
                api.prevent_close();
                leaving::leave(window.app_handle(), leaving::Leave::Close);
            }
            _ => {}
        })
        .build(tauri::generate_context!());
    match app {
        Ok(app) => {
            app.run(|app, event| match event {
                RunEvent::ExitRequested { api, code, .. } => {
                    ending::exit_requested(app, &api, code);
                }
                #[cfg(target_os = "macos")]
                RunEvent::Opened { urls } => given_files::open(app, &urls),
                _ => {}
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            #[cfg(target_os = "linux")]
            single::begin_anew(&error);
            tracing::error!(%error, "the program could not start");
            ExitCode::FAILURE
        }
    }
}
