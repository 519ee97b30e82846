//! Documents that the window shows: their bytes, by the protocol `document`.
//!
//! What an address names is in `preview_source`. The types are the few of
//! `fielddesk_rules::preview`; a failure is JSON, as a command has it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use fielddesk_core::documents::Preview;
use fielddesk_core::{Failure, FailureKind};
use tauri::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, ORIGIN,
    X_CONTENT_TYPE_OPTIONS,
};
use tauri::http::{HeaderMap, Request, Response, StatusCode};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder};
use tokio_util::sync::CancellationToken;

use crate::preview_source::{PreviewRequest, PreviewSource};
use crate::runtime::{AppHandle, Runtime};
use crate::state_handle::StateHandle;
use crate::{document_files, folder_decisions, window};

/// Previews that are being fetched, by the number that the window gave them.
#[derive(Debug, Default)]
pub(crate) struct RunningPreviews(Mutex<HashMap<u32, CancellationToken>>);

impl RunningPreviews {
    /// Stops one; one that ended is no longer there.
    pub(crate) fn cancel(&self, run: u32) {
        if let Some(cancel) = self.running().remove(&run) {
            cancel.cancel();
        }
    }

    fn begin(&self, run: u32) -> CancellationToken {
        self.running().entry(run).or_default().clone()
    }

    fn end(&self, run: u32) {
        self.running().remove(&run);
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<u32, CancellationToken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers a request of the window; none but the app's own pages are answered.
pub(crate) fn serve(
    context: UriSchemeContext<'_, Runtime>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let app = context.app_handle().clone();
    tauri::async_runtime::spawn(async move {
        let Some(origin) = own_origin(request.headers()) else {
            return responder.respond(response(StatusCode::FORBIDDEN, "text/plain", Vec::new()));
        };
        let mut answer = answer(&app, request.uri().query().unwrap_or_default()).await;
        // The page has another scheme than its documents.
        answer
            .headers_mut()
            .insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        responder.respond(answer);
    });
}

/// The bytes that a query names, or 422 with the failure.
pub(crate) async fn answer(app: &AppHandle, query: &str) -> Response<Vec<u8>> {
    match bytes(app, query).await {
        Ok(preview) => response(StatusCode::OK, preview.content_type, preview.bytes),
        Err(failure) => refusal(&failure),
    }
}

async fn bytes(app: &AppHandle, query: &str) -> Result<Preview, Failure> {
    let PreviewRequest { source, run } = PreviewRequest::of(query).ok_or_else(unusable)?;
    let running = app.state::<RunningPreviews>();
    let cancel = running.begin(run);
    let fetched = async {
        let state = app.state::<StateHandle>().state().await?;
        match source {
            PreviewSource::Document { target, id } => {
                let session = state.session().await?;
                document_files::preview(&session, &target, &id, &cancel).await
            }
            PreviewSource::FolderFile {
                folder,
                file,
                document,
            } => {
                let document = document.as_ref();
                folder_decisions::preview(&state, &folder, &file, document, &cancel).await
            }
        }
    };
    let outcome = fetched.await;
    running.end(run);
    outcome
}

fn unusable() -> Failure {
    Failure::new(
        FailureKind::Usage,
        "The address names no document.",
        "Close the panel and open it again.",
    )
}

/// The origin that asks, where it is a page of the app.
pub(crate) fn own_origin(headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(ORIGIN)?;
    let address = origin.to_str().ok()?.parse().ok()?;
    window::is_own_page(&address).then(|| origin.clone())
}

fn refusal(failure: &Failure) -> Response<Vec<u8>> {
    match serde_json::to_vec(failure) {
        Ok(body) => response(StatusCode::UNPROCESSABLE_ENTITY, "application/json", body),
        Err(error) => {
            tracing::error!(%error, "a failure could not be written");
            response(StatusCode::INTERNAL_SERVER_ERROR, "text/plain", Vec::new())
        }
    }
}

fn response(status: StatusCode, content_type: &'static str, body: Vec<u8>) -> Response<Vec<u8>> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let of = HeaderValue::from_static;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, of(content_type));
    // The bytes are shown as what they are listed, whatever they hold.
    headers.insert(X_CONTENT_TYPE_OPTIONS, of("nosniff"));
    // The web view keeps no copy on the disk.
    headers.insert(CACHE_CONTROL, of("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_the_app_are_answered() {
        let asked_by = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            own_origin(&headers).is_some()
        };
        assert!(asked_by(Some("tauri://localhost")));
        assert!(asked_by(Some("http://tauri.localhost")));
        for other in [
            None,
            Some("null"),
            Some("https://example.org"),
            Some("file://"),
        ] {
            assert!(!asked_by(other), "{other:?}");
        }
    }

    #[test]
    fn bytes_keep_their_type_and_are_not_stored() {
        let answer = response(StatusCode::OK, "application/pdf", b"%PDF-".to_vec());
        let header = |name| answer.headers().get(name).unwrap().to_str().unwrap();
        assert_eq!(header(CONTENT_TYPE), "application/pdf");
        assert_eq!(header(X_CONTENT_TYPE_OPTIONS), "nosniff");
        assert_eq!(header(CACHE_CONTROL), "no-store");
    }

    #[test]
    fn a_failure_is_told_as_a_command_tells_it() {
        let answer = refusal(&unusable());
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let told: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
        assert_eq!(told["kind"], "usage");
    }

    #[test]
    fn one_preview_is_stopped_and_the_others_go_on() {
        let running = RunningPreviews::default();
        let (first, second) = (running.begin(1), running.begin(2));
        running.cancel(1);
        assert!(first.is_cancelled());
        assert!(!second.is_cancelled());
        running.end(2);
        running.cancel(2);
        assert!(!second.is_cancelled());
    }
}
