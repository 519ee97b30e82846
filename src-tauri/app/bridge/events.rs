//! Events of the app as server-sent events.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::Event;
use futures::Stream;
use futures::stream::unfold;
use tauri::{Emitter, Listener};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::runtime::WebviewWindow;

/// So many events may wait for a page.
const WAITING: usize = 4_096;

/// Told after each listener that was added, so that none stays put off.
const ADDED: &str = "bridge-listener-added";

/// An event of the app: its name and its payload as JSON.
type Told = (String, String);

/// What pages listen for, and their streams.
pub(super) struct Events {
    window: WebviewWindow,
    listened: Mutex<HashSet<String>>,
    sender: broadcast::Sender<Told>,
}

impl Events {
    pub(super) fn of(window: WebviewWindow) -> Self {
        Self {
            window,
            listened: Mutex::default(),
            sender: broadcast::Sender::new(WAITING),
        }
    }
}

/// From now on every page is told of events of this name.
pub(super) async fn listen(
    State(events): State<Arc<Events>>,
    Path(event): Path<String>,
) -> StatusCode {
    // One at a time: Tauri puts a listener off while another is added, or while an event is told,
    // until an event that somebody listens for was told.
    let mut listened = events
        .listened
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if listened.is_empty() {
        events.window.listen_any(ADDED, |_| {});
    }
    if listened.insert(event.clone()) {
        let sender = events.sender.clone();
        let name = event.clone();
        events.window.listen_any(event, move |event| {
            // Without a page there is nobody to tell.
            if sender
                .send((name.clone(), event.payload().to_owned()))
                .is_err()
            {
                tracing::trace!(event = name, "no page listens");
            }
        });
        if let Err(error) = events.window.emit(ADDED, ()) {
            tracing::error!(%error, "a listener may have been put off");
        }
    }
    StatusCode::NO_CONTENT
}

/// The events that pages listen for, from now on.
pub(super) async fn stream(
    State(events): State<Arc<Events>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let receiver = events.sender.subscribe();
    Sse::new(unfold(receiver, |mut receiver| async move {
        loop {
            match receiver.recv().await {
                Ok((name, payload)) => {
                    let event = Event::default().event(name).data(payload);
                    return Some((Ok(event), receiver));
                }
                Err(RecvError::Lagged(missed)) => tracing::error!(missed, "the page is slow"),
                Err(RecvError::Closed) => return None,
            }
        }
    }))
}
