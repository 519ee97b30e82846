//! A command, called as the window calls it.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tauri::ipc::{CallbackFn, InvokeBody, InvokeError, InvokeResponse, InvokeResponseBody};
use tauri::webview::InvokeRequest;
use tokio::sync::oneshot;

use super::state::Bridge;

/// Calls a command: 200 with what it answers, 422 with its failure.
pub(super) async fn call(
    State(bridge): State<Arc<Bridge>>,
    Path(command): Path<String>,
    headers: HeaderMap,
    Json(arguments): Json<Value>,
) -> Response {
    match invoke(&bridge, command, arguments, headers).await {
        Ok(Ok(body)) => answer(body),
        Ok(Err(failure)) => (StatusCode::UNPROCESSABLE_ENTITY, Json(failure)).into_response(),
        Err(error) => {
            tracing::error!(%error, "a command did not answer");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

type Outcome = Result<InvokeResponseBody, Value>;

async fn invoke(
    bridge: &Bridge,
    command: String,
    arguments: Value,
    headers: HeaderMap,
) -> anyhow::Result<Outcome> {
    let request = InvokeRequest {
        cmd: command,
        // Answers go where the responder sends them, not to a callback of a page.
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: own_page()?,
        body: InvokeBody::Json(arguments),
        headers,
        invoke_key: tauri::test::INVOKE_KEY.to_owned(),
    };
    let (sender, answer) = oneshot::channel();
    let sender = Mutex::new(Some(sender));
    let webview = AsRef::<tauri::Webview<_>>::as_ref(&bridge.window).clone();
    webview.on_message(
        request,
        Box::new(move |_webview, _command, response, _callback, _error| {
            let waiting = sender.lock().unwrap_or_else(PoisonError::into_inner).take();
            // The page may be gone by now.
            if let Some(Err(_)) = waiting.map(|waiting| waiting.send(response)) {
                tracing::debug!("nobody waits for the answer of a command");
            }
        }),
    );
    Ok(match answer.await? {
        InvokeResponse::Ok(body) => Ok(body),
        InvokeResponse::Err(InvokeError(failure)) => Err(failure),
    })
}

/// The address of the app's own pages, as commands know it.
fn own_page() -> Result<tauri::Url, url::ParseError> {
    let address = if cfg!(windows) {
        "http://tauri.localhost"
    } else {
        "tauri://localhost"
    };
    address.parse()
}

fn answer(body: InvokeResponseBody) -> Response {
    match body {
        InvokeResponseBody::Json(json) => {
            ([(header::CONTENT_TYPE, "application/json")], json).into_response()
        }
        InvokeResponseBody::Raw(bytes) => bytes.into_response(),
    }
}
