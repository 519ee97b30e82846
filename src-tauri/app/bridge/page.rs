//! The files of the page, from the folder that its build wrote.

use std::path::{Component, Path};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::state::Bridge;

/// One file of the page.
pub(super) async fn file(State(bridge): State<Arc<Bridge>>, uri: Uri) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let inside = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return StatusCode::NOT_FOUND.into_response();
    }
    match tokio::fs::read(bridge.ui.join(name)).await {
        Ok(bytes) => {
            let headers = [
                (header::CONTENT_TYPE, kind(name)),
                (header::CACHE_CONTROL, keeping(name)),
            ];
            (headers, bytes).into_response()
        }
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Returns how long a browser keeps the file: the build names what is in `assets` by its content.
fn keeping(name: &str) -> &'static str {
    if name.starts_with("assets/") {
        "max-age=31536000, immutable"
    } else {
        "no-store"
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
