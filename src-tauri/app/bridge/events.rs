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

use super::state::Bridge;

/// So many events may wait for a page.
const WAITING: usize = 4_096;

/// Told after each listener that was added, so that none stays put off.
const ADDED: &str = "bridge-listener-added";

/// An event of the app: its name and its payload as JSON.
type Told = (String, String);

/// What pages listen for, and their streams.
pub(super) struct Events {
    listened: Mutex<HashSet<String>>,
    sender: broadcast::Sender<Told>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            listened: Mutex::default(),
            sender: broadcast::Sender::new(WAITING),
        }
    }
}

/// From now on every page is told of events of this name.
pub(super) async fn listen(
    State(bridge): State<Arc<Bridge>>,
    Path(event): Path<String>,
) -> StatusCode {
    // One at a time: Tauri puts a listener off while another is added, or while an event is told,
    // until an event that somebody listens for was told.
    let mut listened = bridge
        .events
        .listened
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if listened.is_empty() {
        bridge.window.listen_any(ADDED, |_| {});
    }
    if listened.insert(event.clone()) {
        let sender = bridge.events.sender.clone();
        let name = event.clone();
        bridge.window.listen_any(event, move |event| {
            // Without a page there is nobody to tell.
            if sender
                .send((name.clone(), event.payload().to_owned()))
                .is_err()
            {
                tracing::trace!(event = name, "no page listens");
            }
        });
        if let Err(error) = bridge.window.emit(ADDED, ()) {
            tracing::error!(%error, "a listener may have been put off");
        }
    }
    StatusCode::NO_CONTENT
}

/// The events that pages listen for, from now on.
pub(super) async fn stream(
    State(bridge): State<Arc<Bridge>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let receiver = bridge.events.sender.subscribe();
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
