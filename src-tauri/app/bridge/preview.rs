//! Documents and tiles that the page shows, as the protocols of the window serve them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tauri::Manager;

use super::state::Bridge;
use crate::{previews, tiles};

/// One document. The browser asks from the same origin, which `server` has checked.
pub(super) async fn serve(
    State(bridge): State<Arc<Bridge>>,
    RawQuery(query): RawQuery,
) -> Response {
    let app = bridge.window.app_handle().clone();
    // On a task of its own, as in the window: it goes on when the browser drops its request.
    let answer = tauri::async_runtime::spawn(async move {
        previews::answer(&app, query.as_deref().unwrap_or_default()).await
    });
    match answer.await {
        Ok(response) => response.map(Body::from),
        Err(error) => {
            tracing::error!(%error, "a document was not served");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// One tile of the map.
pub(super) async fn tile(State(bridge): State<Arc<Bridge>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches("/bridge/tiles");
    tiles::answer(bridge.window.app_handle(), path)
        .await
        .map(Body::from)
}
