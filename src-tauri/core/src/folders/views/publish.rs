//! Publishes the window's view and the events worth a notification, when something changed and at
//! most five times a second.

use std::sync::Arc;
use std::time::Duration;

use fielddesk_api::CancellationToken;

use crate::Failure;
use crate::folders::activity::digest::{self, Digests};
use crate::folders::mappings::mapping::PausedUntil;
use crate::folders::views::folders_view::{FoldersView, Runs};
use crate::folders::views::mapping_views::State;
use crate::folders::{Folders, Inner, mappings::store};
use fielddesk_documents::lock::lock;

/// Between two values of the watch.
const TICK: Duration = Duration::from_millis(200);

/// Names that are moving, of all mappings together.
const MOVING: usize = 5;

/// Looked at without a change this often: a pause ends, an hour offline passes.
const NOW_AND_THEN: Duration = Duration::from_secs(60);

/// The same while files are uploaded: their bytes are shown as they go.
const WHILE_UPLOADING: Duration = Duration::from_millis(500);

/// Shows until it is cancelled.
pub(in crate::folders) async fn show(folders: Folders, cancel: CancellationToken) {
    let inner = &folders.inner;
    let mut digests = store::told(&inner.parts.database)
        .await
        .unwrap_or_else(|failure| {
            tracing::warn!(%failure, "what was told of the folders is not known");
            Digests::default()
        });
    loop {
        let mut next = NOW_AND_THEN;
        match inner.look(Runs::Here).await {
            Ok(fresh) => {
                if !fresh.moving.is_empty() {
                    next = WHILE_UPLOADING;
                }
                inner.tell(&mut digests, &fresh).await;
                inner.show(fresh);
            }
            Err(failure) => tracing::warn!(%failure, "the folders could not be shown"),
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(TICK) => {}
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = inner.changed.notified() => {}
            () = tokio::time::sleep(next) => {}
        }
    }
}

impl Inner {
    /// Everything as it stands.
    pub(in crate::folders) async fn look(&self, runs: Runs) -> Result<FoldersView, Failure> {
        let now = self.parts.clock.now();
        let all = self.paused.lock().await.filter(|until| until.holds(now));
        let mut views = Vec::new();
        let mut moving = Vec::new();
        let mut resumes = false;
        for mapping in self.mappings().await?.iter() {
            let slot = self.slots.of(&mapping.id);
            slot.note_bytes_sent();
            let live = lock(&slot.live);
            let paused = mapping.paused_at(now, all);
            resumes |= paused.is_some_and(PausedUntil::ends_with_all);
            views.push(match paused {
                Some(_) => live.view(mapping, paused),
                None => self.as_reached(mapping, &live).view(mapping, None),
            });
            moving.extend(live.moving.iter().cloned());
        }
        moving.truncate(MOVING);
        // Worst first; the older ones first among equals.
        views.sort_by_key(|view| std::cmp::Reverse(view.state));
        let decisions = views
            .iter()
            .map(|view| view.conflicts + view.deletes + view.keeps_changing)
            .sum();
        let need = views
            .iter()
            .filter(|view| view.state == State::NeedsDecision);
        Ok(FoldersView {
            worst: views.first().map(|view| view.state),
            folders_that_need_you: need.count() as u64,
            decisions,
            paused: all,
            resumes_all: all.is_some() || resumes,
            runs,
            moving,
            limit_bytes_per_second: self.slots.engine_factory.limit(),
            mappings: Arc::new(views),
        })
    }

    /// Tells whoever listens who must act, and writes down what was told.
    async fn tell(&self, digests: &mut Digests, fresh: &FoldersView) {
        let now = self.parts.clock.now();
        let mut items = Vec::new();
        let mut unseen = Vec::new();
        for view in fresh.mappings.iter() {
            let slot = self.slots.of(&view.mapping.id);
            let live = lock(&slot.live);
            items.extend(digest::of(&view.mapping, &live, now));
            if live.found.is_none() {
                unseen.push(view.mapping.id.clone());
            }
        }
        let before = digests.clone();
        if let Some(told) = digests.look(now, items, &unseen) {
            // Nobody may be listening.
            drop(self.digests.send(told));
        }
        if *digests != before
            && let Err(failure) = store::tell(&self.parts.database, digests).await
        {
            tracing::warn!(%failure, "what was told of the folders is not written down");
        }
    }

    /// Puts a value on the watch if it is another one.
    pub(in crate::folders) fn show(&self, fresh: FoldersView) {
        self.view.send_if_modified(|shown| {
            let different = *shown != fresh;
            *shown = fresh;
            different
        });
    }
}
