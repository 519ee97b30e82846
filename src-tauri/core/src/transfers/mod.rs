//! The queue of transfers: uploads, replaces and downloads that survive a restart.
//!
//! Rows live in SQLite; one task works on them and tells through a watch. How documents change
//! is the documents crate's: the queue is one of its callers, with a journal that lasts from
//! start to start and changes together with the rows.

mod backoff;
mod caller;
mod changes;
mod commit;
mod ending;
mod engine;
pub mod failpoints;
mod fetch;
mod outage;
mod pages;
mod preview;
mod publish;
mod queues;
mod quiet;
mod remedies;
mod row;
mod run;
mod scheduler;
mod settle;
mod start;
mod store;
mod targets;
mod types;
mod view;
mod wanted;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tokio::sync::{broadcast, oneshot, watch};
use tokio::task::JoinHandle;

pub use queues::{ConnectionTransfers, Queues, QueuesParts};
pub use start::Parts;
pub(crate) use store::{on_the_way, pause_all};
pub use types::{
    Left, MoreWaiting, NewDownload, NewUpload, Remedy, Transfer, TransferId, TransferKind,
    TransferState, TransfersView,
};

use crate::Failure;
use crate::documents::OpenCopy;
use crate::history::new_act;
use crate::target::Target;
use fielddesk_documents::lock::lock;

use engine::Engine;
use preview::ShownCopies;
use row::{Live, Row, Step};

/// The queue of one connection. Cheap to clone; `stop` ends its task.
#[derive(Clone)]
pub struct Transfers {
    engine: Arc<Engine>,
    tasks: Arc<Mutex<Vec<JoinHandle<()>>>>,
    shown: Arc<Mutex<ShownCopies>>,
}

impl Transfers {
    /// Puts files into the queue; they are stored when this returns.
    pub async fn send(&self, files: Vec<NewUpload>) -> Result<Vec<TransferId>, Failure> {
        let now = self.engine.now();
        let act = new_act();
        let row = |file: NewUpload| Row {
            kind: match file.replaces {
                Some(_) => TransferKind::Replace,
                None => TransferKind::Upload,
            },
            section: file.section,
            document: file.replaces,
            size: file.size,
            act: Some(act.clone()),
            ..Row::new(file.name, file.target, file.place, file.path)
        };
        let rows = files.into_iter().map(|file| {
            let still_saving = file.still_saving;
            let mut row = row(file);
            if still_saving {
                row.wait_for_quiet(now);
            }
            row
        });
        self.enqueue(rows.collect()).await
    }

    /// Puts downloads into the queue, into a folder that exists.
    pub async fn save(
        &self,
        documents: Vec<NewDownload>,
        dir: &Path,
    ) -> Result<Vec<TransferId>, Failure> {
        let rows = documents
            .into_iter()
            .map(|document| Row::download(TransferKind::Download, document, dir.to_owned()));
        self.enqueue(rows.collect()).await
    }

    /// Fetches a private read-only copy and waits for it; it is shown among the transfers and
    /// can be cancelled there.
    ///
    /// # Errors
    /// The service's or the disk's, or kind `cancelled`.
    pub async fn open_copy(&self, document: NewDownload) -> Result<OpenCopy, Failure> {
        self.open_copy_as(document, None).await
    }

    /// As [`Self::open_copy`], with a name for the copy where the document's own is also that of
    /// another file.
    pub async fn open_copy_as(
        &self,
        document: NewDownload,
        name: Option<String>,
    ) -> Result<OpenCopy, Failure> {
        let mut row = Row::download(TransferKind::Open, document, PathBuf::new());
        row.live.copy_name = name;
        let (_, copy) = self.fetch_copy(row).await?;
        copy.await.unwrap_or_else(|_| Err(Failure::cancelled()))
    }

    /// Begins to fetch a copy; gives the number of its row, and what will tell how it ended.
    async fn fetch_copy(
        &self,
        row: Row,
    ) -> Result<(i64, oneshot::Receiver<Result<OpenCopy, Failure>>), Failure> {
        let mut rows = vec![row];
        self.store(&mut rows).await?;
        let id = rows.first().map(|row| row.id).unwrap_or_default();
        let (sender, copy) = oneshot::channel();
        lock(&self.engine.opening).insert(id, sender);
        self.begin(rows);
        Ok((id, copy))
    }

    async fn enqueue(&self, mut rows: Vec<Row>) -> Result<Vec<TransferId>, Failure> {
        let waiting = self.same_files(&mut rows);
        let mut new: Vec<Row> = rows.iter().filter(|row| row.id == 0).cloned().collect();
        self.store(&mut new).await?;
        store::save(&self.engine.database, &waiting).await?;
        let mut numbers = new.iter().map(|row| row.id);
        let ids = rows.iter().map(|row| match row.id {
            0 => numbers.next().unwrap_or_default(),
            known => known,
        });
        let ids = ids.map(TransferId).collect();
        self.begin(new);
        Ok(ids)
    }

    /// Finds files that are in the queue already. One that waits goes with what is decided now:
    /// its row stays, and is given back. One that is on its way is followed.
    fn same_files(&self, rows: &mut [Row]) -> Vec<Row> {
        let mut state = lock(&self.engine.state);
        let mut open: HashMap<PathBuf, Vec<i64>> = HashMap::new();
        for row in state.rows.values().filter(|row| row.is_open()) {
            open.entry(row.path.clone()).or_default().push(row.id);
        }
        let mut waiting = Vec::new();
        for row in rows.iter_mut().filter(|row| row.is_upload()) {
            let mut of_path = open.get(&row.path).into_iter().flatten();
            let same = |id: &&i64| {
                state
                    .rows
                    .get(id)
                    .is_some_and(|known| known.is_same_file(row))
            };
            let known = of_path.rfind(same);
            let Some(known) = known.and_then(|id| state.rows.get_mut(id)) else {
                continue;
            };
            if known.live.busy || known.step.is_some() {
                row.follows = Some(known.id);
                continue;
            }
            row.id = known.id;
            row.follows = known.follows;
            *known = row.clone();
            waiting.push(row.clone());
        }
        waiting
    }

    async fn store(&self, rows: &mut [Row]) -> Result<(), Failure> {
        store::insert(
            &self.engine.database,
            &self.engine.key,
            rows,
            self.engine.now(),
        )
        .await
    }

    fn begin(&self, rows: Vec<Row>) {
        let mut state = lock(&self.engine.state);
        let idle = !state.rows.values().any(Row::is_open);
        if idle {
            // A new run: its sums begin at nought.
            for row in state.rows.values_mut() {
                row.live.in_run = false;
            }
        }
        for row in rows {
            state.rows.insert(row.id, row);
        }
        state.touch();
        drop(state);
        self.engine.wake.notify_one();
    }

    /// Everything as it stands, at most five times a second.
    #[must_use]
    pub fn view(&self) -> watch::Receiver<TransfersView> {
        self.engine.view.subscribe()
    }

    /// Targets whose page was changed.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Target> {
        self.engine.changes.subscribe()
    }

    /// Stops these; what is on the page stays as it was.
    pub async fn cancel(&self, ids: &[TransferId]) -> Result<(), Failure> {
        let now = self.engine.now();
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        let rows = self.engine.update(&ids, |row| match row.state {
            TransferState::Done | TransferState::Cancelled => {}
            _ if row.live.busy => {
                row.live.cancel_wanted = true;
                if row.state == TransferState::Waiting && row.step.is_none() {
                    row.end(TransferState::Cancelled, None, now);
                }
                if let Some(cancel) = &row.live.cancel {
                    cancel.cancel();
                }
            }
            // Something of it may be on the page: that is looked for, and removed.
            _ if row.step.is_some() => {
                row.live.cancel_wanted = true;
                row.state = TransferState::Checking;
                row.next_try_at = None;
            }
            _ => row.end(TransferState::Cancelled, None, now),
        });
        for row in rows
            .iter()
            .filter(|row| row.state == TransferState::Cancelled)
        {
            if let Some(waiter) = lock(&self.engine.opening).remove(&row.id) {
                // Whoever asked may have gone.
                drop(waiter.send(Err(Failure::cancelled())));
            }
        }
        store::save(&self.engine.database, &rows).await?;
        self.engine.wake.notify_one();
        Ok(())
    }

    /// Tries these again.
    pub async fn retry(&self, ids: &[TransferId]) -> Result<(), Failure> {
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        let rows = self.engine.update(&ids, |row| {
            if row.live.busy || row.state == TransferState::Done {
                return;
            }
            row.state = match row.step {
                Some(Step::Sending) => TransferState::Checking,
                Some(_) => TransferState::Working,
                None => TransferState::Waiting,
            };
            row.failure = None;
            row.next_try_at = None;
            row.finished_at = None;
            row.live = Live {
                in_run: true,
                ..Live::default()
            };
        });
        store::save(&self.engine.database, &rows).await?;
        for row in &rows {
            if let Some(pages) = self.engine.pages.lock().await.get(&row.target) {
                pages.unfetchable.forget();
            }
        }
        self.try_again_now();
        Ok(())
    }

    /// Nothing new begins while paused; what is under way ends.
    pub async fn pause(&self, paused: bool) -> Result<(), Failure> {
        let remembered = {
            let mut state = lock(&self.engine.state);
            state.remembered.paused = paused;
            state.touch();
            state.remembered
        };
        store::remember(&self.engine.database, &self.engine.key, remembered).await?;
        self.engine.wake.notify_one();
        Ok(())
    }

    /// Forgets those that are done or cancelled.
    pub async fn clear_finished(&self) -> Result<(), Failure> {
        let following: Vec<i64> = {
            let state = lock(&self.engine.state);
            let following = state.rows.values().filter(|row| {
                let followed = row.follows.and_then(|id| state.rows.get(&id));
                followed.is_some_and(|row| !row.is_open())
            });
            following.map(|row| row.id).collect()
        };
        for id in following {
            self.engine.follow(id).await;
        }
        let ids: Vec<i64> = {
            let mut state = lock(&self.engine.state);
            let ended = state.rows.values().filter(|row| {
                !row.live.busy
                    && matches!(row.state, TransferState::Done | TransferState::Cancelled)
            });
            let ids: Vec<i64> = ended.map(|row| row.id).collect();
            for id in &ids {
                state.rows.remove(id);
            }
            state.touch();
            ids
        };
        store::delete(&self.engine.database, &ids).await
    }

    /// Returns true while anything has something to do by itself.
    fn has_open(&self) -> bool {
        lock(&self.engine.state).rows.values().any(Row::is_open)
    }

    /// The local file of a transfer, to show it in its folder.
    #[must_use]
    pub fn local_file(&self, id: TransferId) -> Option<PathBuf> {
        let rows = self.engine.rows(&[id.0]);
        let row = rows.into_iter().next()?;
        if row.is_upload() {
            Some(row.path)
        } else {
            row.saved_path
        }
    }

    /// Does not wait any longer for the next try.
    pub fn try_again_now(&self) {
        let now = self.engine.now();
        let mut state = lock(&self.engine.state);
        if let Some(away) = &mut state.away {
            away.until = now;
        }
        for row in state.rows.values_mut().filter(|row| row.is_open()) {
            row.next_try_at = None;
        }
        state.unsettled.values_mut().for_each(|at| *at = now);
        state.touch();
        drop(state);
        self.engine.wake.notify_one();
    }

    /// Ends the task: requests under way have ten seconds, the rest goes on at the next start.
    pub async fn stop(&self) {
        self.engine.stop.cancel();
        let tasks = std::mem::take(&mut *lock(&self.tasks));
        for task in tasks {
            if let Err(error) = task.await {
                tracing::error!(%error, "the queue ended badly");
            }
        }
        lock(&self.engine.opening).clear();
    }
}
