//! The start: the data folder is opened, then everything begins that goes on for the life of the program.

use std::sync::Arc;

use fielddesk_core::Failure;

#[cfg(not(feature = "bridge"))]
use crate::folder_icons;
use crate::runtime::AppHandle;
use crate::state::AppState;
use crate::{connections, event_bridge, notify, tray, updates};

/// Opens the data folder and goes on with the connection that was in use, and with the folders.
pub(crate) async fn start(app: AppHandle) -> Result<Arc<AppState>, Failure> {
    let state = AppState::open(app).await?;
    event_bridge::plans(&state);
    event_bridge::folders(&state);
    event_bridge::queues(&state);
    event_bridge::losses(&state);
    notify::digests(&state);
    // A connection that cannot be opened (no secret, say) is told in the window; the
    // program is usable all the same.
    if let Err(failure) = connections::resume(&state).await {
        tracing::warn!(
            kind = failure.kind.as_str(),
            "the last connection is not in use"
        );
        state.not_resumed.get_or_init(|| failure);
        if let Ok(connections) = connections::list(&state).await {
            tray::tell_connections(&state.app, &connections);
        }
    }
    if let Err(failure) = connections::resume_transfers(&state).await {
        tracing::warn!(%failure, "the transfers of other connections do not go on");
    }
    // After the connection in use: sample data has another address at each start.
    if let Err(failure) = state.folders.start().await {
        tracing::warn!(%failure, "the synced folders do not run");
    }
    updates::follow(&state);
    #[cfg(not(feature = "bridge"))]
    folder_icons::follow(&state.folders);
    Ok(state)
}
