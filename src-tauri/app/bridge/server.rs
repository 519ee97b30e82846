//! Routes of the bridge, and the checks of their callers.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;

use super::events::Events;
use super::person::person;
use super::state::Bridge;
use super::{clock, drag, events, invoke, page, preview};
use crate::runtime::WebviewWindow;

/// Files that a person chooses or copies.
#[derive(Deserialize)]
struct Files {
    paths: Vec<PathBuf>,
}

/// The paths of the page, of its commands, and of what happens beside the page.
pub(super) fn router(window: WebviewWindow, address: SocketAddr, ui: PathBuf) -> Router {
    let events = Arc::new(Events::of(window.clone()));
    let bridge = Arc::new(Bridge {
        window,
        ui,
        address: address.to_string(),
    });
    Router::new()
        .route("/bridge/invoke/{command}", post(invoke::call))
        .route(
            "/bridge/listen/{event}",
            post(events::listen).with_state(events.clone()),
        )
        .route("/bridge/events", get(events::stream).with_state(events))
        .route("/bridge/document", get(preview::serve))
        .route("/bridge/tiles/{zoom}/{column}/{row}", get(preview::tile))
        .route("/bridge/drag", post(drag::follow))
        .route("/bridge/dialog", post(answer_dialog))
        .route("/bridge/clipboard", post(copy_files))
        .route("/bridge/person", get(seen))
        .route("/bridge/clock", post(clock::put_forward))
        .fallback(get(page::file))
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(bridge.clone(), only_ours))
        .with_state(bridge)
}

/// The next dialog is answered with these paths.
async fn answer_dialog(Json(files): Json<Files>) -> StatusCode {
    person().will_choose(files.paths);
    StatusCode::NO_CONTENT
}

/// These files are on the clipboard.
async fn copy_files(Json(files): Json<Files>) -> StatusCode {
    person().copied = files.paths;
    StatusCode::NO_CONTENT
}

/// What the person sees beside the page.
async fn seen() -> Response {
    Json(&*person()).into_response()
}

/// No other page of a browser on this computer may call: neither by its origin, nor by a name of
/// its own for this address.
async fn only_ours(State(bridge): State<Arc<Bridge>>, request: Request, next: Next) -> Response {
    if is_ours(request.headers(), &bridge.address) {
        next.run(request).await
    } else {
        StatusCode::FORBIDDEN.into_response()
    }
}

fn is_ours(headers: &HeaderMap, address: &str) -> bool {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let origin = headers.get(header::ORIGIN);
    let own = |origin: &str| origin.strip_prefix("http://") == Some(address);
    host == Some(address) && origin.is_none_or(|origin| origin.to_str().is_ok_and(own))
}
