//! The end of the program: what it does is finished first. That is waited for beside the main thread,
//! since tasks may wait for an answer of the main thread, and neither would go on.

use std::sync::atomic::{AtomicBool, Ordering};

use tauri::Manager;
#[cfg(not(feature = "bridge"))]
use tauri::{ExitRequestApi, async_runtime};
use tokio::sync::OnceCell;

use crate::runtime::AppHandle;
use crate::state_handle::StateHandle;
use crate::window;

/// How far the end is.
#[derive(Default)]
pub(crate) struct Ending {
    begun: AtomicBool,
    finished: OnceCell<()>,
    /// Somebody started the program meanwhile.
    again: AtomicBool,
}

/// Whether the program is ending: then it starts again at its end, since somebody asks for it.
pub(crate) fn starts_again(app: &AppHandle) -> bool {
    let ending = app.state::<Ending>();
    let begun = ending.begun.load(Ordering::Relaxed);
    ending.again.fetch_or(begun, Ordering::Relaxed);
    begun
}

/// Hides the window and finishes requests under way; what was finished once is not begun again.
pub(crate) async fn finish(app: &AppHandle) {
    let ending = app.state::<Ending>();
    ending.begun.store(true, Ordering::Relaxed);
    let finishing = async || {
        window::hide(app);
        if let Some(state) = app.state::<StateHandle>().state_now() {
            state.end().await;
        }
    };
    ending.finished.get_or_init(finishing).await;
}

/// Puts an exit off until everything is finished. A restart cannot be put off: who asks for one
/// finishes first.
#[cfg(not(feature = "bridge"))]
pub(crate) fn exit_requested(app: &AppHandle, exit: &ExitRequestApi, code: Option<i32>) {
    if app.state::<Ending>().finished.initialized() {
        return;
    }
    exit.prevent_exit();
    let app = app.clone();
    async_runtime::spawn(async move {
        finish(&app).await;
        if app.state::<Ending>().again.load(Ordering::Relaxed) {
            app.request_restart();
        } else {
            app.exit(code.unwrap_or(0));
        }
    });
}
