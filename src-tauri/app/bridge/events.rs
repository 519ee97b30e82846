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
use tauri::Listener;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::server::Bridge;

/// So many events may wait for a page.
const WAITING: usize = 4_096;

/// An event of the app: its name and its payload as JSON.
type TrayState = (String, String);

/// What pages listen for, and their streams.
pub(super) struct Events {
    listened: Mutex<HashSet<String>>,
    sender: broadcast::Sender<TrayState>,
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
    let new = bridge
        .events
        .listened
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(event.clone());
    if new {
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
