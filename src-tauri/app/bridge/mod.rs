//! The app without windows, for journeys in a browser: the same commands and events over HTTP.
//!
//! In test builds only (feature `bridge`), on loopback only. The page gets commands and events as
//! in the window; a person's acts beside the page (drops, dialogs, the clipboard) enter by separate
//! paths, so that no command takes a path from the page.

pub(crate) mod clipboard;
pub(crate) mod clock;
pub(crate) mod dialogs;
mod drag;
mod events;
mod invoke;
pub(crate) mod opening;
mod page;
mod person;
mod preview;
mod server;
mod state;

use std::io::Write;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::ExitCode;

use tauri::Manager;
use tokio::io::AsyncReadExt;

use crate::state_handle::StateHandle;
use crate::{bindings, state_of_every_build, window};

#[cfg(not(debug_assertions))]
compile_error!("the bridge is for test builds: no release has it");

/// Serves the commands to the page in a folder until standard input ends: `fielddesk-bridge UI [PORT]`.
///
/// Prints one line of JSON once it serves, `{"url":"http://127.0.0.1:…"}`. A browser keeps what
/// it compiled of the page as long as the port is the same.
pub fn run() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let Some(ui) = args.next().map(PathBuf::from) else {
        tracing::error!("the folder of the page is missing");
        return ExitCode::FAILURE;
    };
    let port = args
        .next()
        .map_or(Some(0), |port| port.to_str()?.parse().ok());
    let Some(port) = port else {
        tracing::error!("the port is no number");
        return ExitCode::FAILURE;
    };
    let data = crate::state::data_dir();
    let _log = data
        .as_ref()
        .ok()
        .and_then(|data| crate::logs::begin(data.path()));
    match tauri::async_runtime::block_on(serve(ui, port)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "the bridge ended");
            ExitCode::FAILURE
        }
    }
}

async fn serve(ui: PathBuf, port: u16) -> anyhow::Result<()> {
    let bindings = bindings::builder();
    let app = state_of_every_build(tauri::test::mock_builder())
        .invoke_handler(bindings.invoke_handler())
        .build(tauri::generate_context!())?;
    bindings.mount_events(&app);
    let window = window::create(app.handle(), true)?;
    app.manage(StateHandle::new(crate::starting::start(
        app.handle().clone(),
    )));
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let address = listener.local_addr()?;
    let router = server::router(window, address, ui);
    writeln!(std::io::stdout(), r#"{{"url":"http://{address}"}}"#)?;
    let served = axum::serve(listener, router);
    tokio::select! {
        served = served => served?,
        () = standard_input_ended() => {}
    }
    crate::ending::finish(app.handle()).await;
    Ok(())
}

/// Whoever started the bridge holds its standard input: it ends with them, however they end.
async fn standard_input_ended() {
    let mut rest = Vec::new();
    if let Err(error) = tokio::io::stdin().read_to_end(&mut rest).await {
        tracing::warn!(%error, "standard input");
    }
}
