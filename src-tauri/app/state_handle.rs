//! The state managed by Tauri, once it is loaded.
//!
//! The window opens at once; commands that come before the data folder is open wait for it.

use std::sync::Arc;

use fielddesk_core::Failure;
use tokio::sync::watch;

use crate::state::AppState;

type Opening = Option<Result<Arc<AppState>, Failure>>;

/// Gives commands the state.
pub(crate) struct StateHandle {
    opening: watch::Receiver<Opening>,
}

impl StateHandle {
    /// Begins to open the data folder beside the window.
    pub(crate) fn new(
        start: impl Future<Output = Result<Arc<AppState>, Failure>> + Send + 'static,
    ) -> Self {
        let (sender, opening) = watch::channel(None);
        tauri::async_runtime::spawn(async move {
            let state = start.await;
            if let Err(failure) = &state {
                tracing::error!(%failure, "the data folder could not be opened");
            }
            sender.send_replace(Some(state));
        });
        Self { opening }
    }

    /// The state; waits while it is being opened.
    pub(crate) async fn state(&self) -> Result<Arc<AppState>, Failure> {
        let mut opening = self.opening.clone();
        let opened = opening
            .wait_for(Option::is_some)
            .await
            .map_err(Failure::internal)?;
        opened
            .clone()
            .unwrap_or_else(|| Err(Failure::internal("the data folder was never opened")))
    }

    /// The state if it is open by now.
    pub(crate) fn state_now(&self) -> Option<Arc<AppState>> {
        self.opening.borrow().clone()?.ok()
    }
}
