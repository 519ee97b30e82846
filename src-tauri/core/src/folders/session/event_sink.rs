//! Distributes run events to the caller, subscribers, the progress view and the activity log.

use std::sync::Arc;
use std::time::Duration;

use fielddesk_sync::event::{Event, Events};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use crate::folders::Inner;
use crate::folders::activity::activity_log::{self, LogEntry};
use crate::folders::session::engine_session::Slot;
use fielddesk_documents::lock::lock;

/// The log is written this often while a run goes on, or when so many lines wait.
const WRITE_EVERY: Duration = Duration::from_millis(250);
const LINES: usize = 500;

/// The hearing of one run.
pub(in crate::folders) struct EventSink {
    task: JoinHandle<()>,
}

impl EventSink {
    /// Opens them; the engine tells into the second.
    pub(in crate::folders) fn open(
        inner: &Arc<Inner>,
        slot: &Arc<Slot>,
        caller: Option<UnboundedSender<Event>>,
    ) -> (Self, Events) {
        let (sender, receiver) = unbounded_channel();
        let task = tokio::spawn(hear(inner.clone(), slot.clone(), receiver, caller));
        (Self { task }, Events::to(sender))
    }

    /// Waits until everything that was told is heard and written. The engine's end must be
    /// dropped by now.
    pub(in crate::folders) async fn close(self) {
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the lines of a run were not heard to their end");
        }
    }
}

async fn hear(
    inner: Arc<Inner>,
    slot: Arc<Slot>,
    mut told: UnboundedReceiver<Event>,
    caller: Option<UnboundedSender<Event>>,
) {
    let mut lines = Vec::new();
    loop {
        let event = if lines.is_empty() {
            told.recv().await
        } else if lines.len() >= LINES {
            write(&inner, &mut lines).await;
            continue;
        } else {
            match tokio::time::timeout(WRITE_EVERY, told.recv()).await {
                Ok(event) => event,
                Err(_) => {
                    write(&inner, &mut lines).await;
                    continue;
                }
            }
        };
        let Some(event) = event else {
            break;
        };
        lock(&slot.live).heard(&event);
        inner.changed.notify_one();
        lines.extend(LogEntry::of_event(inner.parts.clock.now(), &event));
        if let Some(caller) = &caller {
            // Whoever asked may have gone; the run goes on for the rest.
            drop(caller.send(event.clone()));
        }
        // Nobody may be listening.
        drop(inner.events.send(event));
    }
    write(&inner, &mut lines).await;
}

/// A log that cannot be written stops no run: the state is what counts.
async fn write(inner: &Inner, lines: &mut Vec<LogEntry>) {
    let lines = std::mem::take(lines);
    if lines.is_empty() {
        return;
    }
    if let Err(failure) =
        activity_log::append(&inner.parts.database, &inner.parts.who, &lines).await
    {
        tracing::error!(%failure, lines = lines.len(), "the activity log could not be written");
    }
}
