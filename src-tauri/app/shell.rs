//! What Tauri manages: the desk, once it is there.
//!
//! The window opens at once; commands that come before the data folder is open wait for it.

use std::sync::Arc;

use crate::runtime::AppHandle;
use fielddesk_core::Failure;
use tokio::sync::watch;

use crate::desk::Desk;

type Opening = Option<Result<Arc<Desk>, Failure>>;

/// Gives commands the desk.
pub(crate) struct Shell {
    opening: watch::Receiver<Opening>,
}

impl Shell {
    /// Begins to open the data folder beside the window.
    pub(crate) fn open(app: AppHandle) -> Self {
        let (sender, opening) = watch::channel(None);
        tauri::async_runtime::spawn(async move {
            let desk = Desk::open(app).await;
            if let Err(failure) = &desk {
                tracing::error!(%failure, "the data folder could not be opened");
            }
            sender.send_replace(Some(desk));
        });
        Self { opening }
    }

    /// The desk; waits while it is being opened.
    pub(crate) async fn desk(&self) -> Result<Arc<Desk>, Failure> {
        let mut opening = self.opening.clone();
        let opened = opening
            .wait_for(Option::is_some)
            .await
            .map_err(Failure::internal)?;
        opened
            .clone()
            .unwrap_or_else(|| Err(Failure::internal("the desk was never opened")))
    }

    /// The desk if it is open by now.
    pub(crate) fn desk_now(&self) -> Option<Arc<Desk>> {
        self.opening.borrow().clone()?.ok()
    }
}
