//! The process that holds the data folder carries out what others ask for, soon after they
//! ring.

use std::time::Duration;

use fielddesk_api::CancellationToken;
use tokio::task::{JoinHandle, JoinSet};

use crate::folders::{Folders, requests::request_queue};

/// How often the bell is looked at: a few bytes of one file.
const LOOK: Duration = Duration::from_millis(300);

/// Looks at the table without a ring this often, should the bell's file not be writable.
const SWEEP: Duration = Duration::from_secs(5);

/// Answers questions for as long as it lives.
pub(in crate::folders) struct Serving {
    stop: CancellationToken,
    _task: JoinHandle<()>,
}

impl Serving {
    pub(in crate::folders) fn begin(folders: &Folders) -> Self {
        let stop = CancellationToken::new();
        let task = tokio::spawn(serve(folders.clone(), stop.clone()));
        Self { stop, _task: task }
    }
}

impl Drop for Serving {
    /// What was taken is carried out to its end; nothing more is taken.
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn serve(folders: Folders, stop: CancellationToken) {
    let parts = &folders.inner.parts;
    let mut heard = None;
    let mut since = tokio::time::Instant::now();
    let mut first = true;
    let mut work = JoinSet::new();
    loop {
        let bell = request_queue::bell(&parts.data_dir);
        if first || bell != heard || since.elapsed() > SWEEP {
            first = false;
            heard = bell;
            since = tokio::time::Instant::now();
            match request_queue::take_all(&parts.database, &folders.inner.name).await {
                Ok(taken) => {
                    for (id, ask) in taken {
                        let folders = folders.clone();
                        work.spawn(async move { answer(&folders, &id, ask).await });
                    }
                }
                Err(failure) => tracing::warn!(%failure, "requests could not be read"),
            }
        }
        tokio::select! {
            () = stop.cancelled() => break,
            Some(done) = work.join_next(), if !work.is_empty() => {
                if let Err(error) = done {
                    tracing::error!(%error, "a request ended badly");
                }
            }
            () = tokio::time::sleep(LOOK) => {}
        }
    }
    while work.join_next().await.is_some() {}
}

async fn answer(folders: &Folders, id: &str, ask: request_queue::Request) {
    // Whoever serves holds the folder; it is held until the answer is there.
    let database = &folders.inner.parts.database;
    let answered = match folders.hold() {
        Ok(Some(_held)) => request_queue::answer(database, id, folders.carry_out(ask).await).await,
        Ok(None) => request_queue::give_back(database, id).await,
        Err(failure) => request_queue::answer(database, id, Err(failure)).await,
    };
    if let Err(failure) = answered {
        tracing::error!(%failure, "an answer could not be written");
    }
}
