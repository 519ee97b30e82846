//! The process that holds the data folder carries out what others ask for, soon after they
//! ring.

use fielddesk_api::CancellationToken;
use tokio::task::{JoinHandle, JoinSet};

use crate::folders::Folders;
use crate::folders::requests::bell::Bell;
use crate::folders::requests::request_queue;

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
    let bell = Bell::of(&parts.data_dir);
    let mut work = JoinSet::new();
    loop {
        match request_queue::take_all(&parts.database, &folders.inner.name).await {
            Ok(taken) => {
                for (id, ask) in taken {
                    let folders = folders.clone();
                    work.spawn(async move { answer(&folders, &id, ask).await });
                }
            }
            Err(failure) => tracing::warn!(%failure, "requests could not be read"),
        }
        tokio::select! {
            () = stop.cancelled() => break,
            Some(done) = work.join_next(), if !work.is_empty() => {
                if let Err(error) = done {
                    tracing::error!(%error, "a request ended badly");
                }
            }
            () = bell.rung() => {}
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
