//! Finds out what became of records whose requests had no answer, and goes on with an undo that
//! waits for the server: at the start, when the server is back, when an act has ended.

use std::time::Duration;

use super::board::RecordBoard;
use super::journal::BatchJournal;
use super::revert::undo_act;
use super::types::BatchKind;
use crate::Failure;
use crate::online::{Online, back, is_away};
use crate::records::course::RowTask;
use crate::records::look_up::Found;
use crate::records::{BatchRow, Journal as _, News, RecordKind};

/// The time until the next try while the server is not seen to be back.
const AGAIN: Duration = Duration::from_secs(30);

/// The last acts among which an undo is looked for that goes on by itself.
const LATEST: u32 = 100;

/// Keeps outcomes and undos up with the server, for as long as it is polled.
pub(crate) async fn keep_up<B: RecordBoard>(board: &B) {
    let batches = board.batches();
    let mut online = batches.online.subscribe();
    loop {
        let mut waits = match catch_up(board).await {
            Ok(()) => false,
            Err(failure) => {
                tracing::info!(%failure, "open outcomes wait for the server");
                is_away(failure.kind)
            }
        };
        loop {
            tokio::select! {
                () = back(&mut online) => break,
                () = batches.ended.notified() => {
                    if *online.borrow() == Online::Online {
                        break;
                    }
                    waits = true;
                }
                () = batches.clock.sleep(AGAIN), if waits => break,
            }
        }
    }
}

/// Looks up what is open, then goes on with undos that broke off. While an act goes on nothing is
/// done: its end starts this again.
async fn catch_up<B: RecordBoard>(board: &B) -> Result<(), Failure> {
    board.load().await?;
    let batches = board.batches();
    let Ok(_one_at_a_time) = batches.running.try_lock() else {
        return Ok(());
    };
    look_up_open(board).await?;
    for undo in batches.store.batches(LATEST).await? {
        if let Some(act) = undo.reverts.filter(|_| undo.goes_on) {
            let undone = undo_act(board, act).await?;
            if let Some(failure) = undone.batch.stopped {
                return Err(failure);
            }
        }
    }
    Ok(())
}

/// Reads the records from the service and looks up what is open, for an act that is reported as
/// begun.
pub(super) async fn read_again<B: RecordBoard>(
    board: &B,
    (batch, kind): (i64, BatchKind),
    rows: usize,
) -> Result<BatchJournal<'_, B>, Failure> {
    let journal = BatchJournal::new(board, batch, kind, (0..rows).collect());
    journal.begin();
    let read = async {
        board.reread().await?;
        look_up_open(board).await
    };
    match read.await {
        Ok(()) => Ok(journal),
        Err(failure) => {
            journal.end();
            Err(failure)
        }
    }
}

/// Asks the server what became of records whose requests had no answer.
async fn look_up_open<B: RecordBoard>(board: &B) -> Result<(), Failure> {
    let batches = board.batches();
    let open = batches.store.open_rows().await?;
    if open.is_empty() {
        return Ok(());
    }
    let began = board.cache(|cache| cache.revision());
    let ids: Vec<&str> = open.iter().map(|one| &*one.row.id).collect();
    let once = batches.connection.client.single_attempt();
    let found = Found::<B::Kind>::read(&once, &ids).await;
    let mut found = batches.note(found)?;
    let mut acts: Vec<(i64, BatchJournal<'_, B>, Vec<BatchRow>)> = Vec::new();
    for one in open {
        let mut row = one.row;
        let task = RowTask::of(one.kind, B::Kind::RESOURCE.key(), &row);
        let record = found.settle(task, &mut row).cloned();
        if found.listed.is_none() {
            board.take_looked_up(&row.id, record, began).await?;
        }
        match acts.last_mut().filter(|(batch, ..)| *batch == one.batch) {
            Some((_, journal, rows)) => {
                journal.also(one.place);
                rows.push(row);
            }
            None => {
                let journal = BatchJournal::new(board, one.batch, one.kind, vec![one.place]);
                acts.push((one.batch, journal, vec![row]));
            }
        }
    }
    if let Some(listed) = found.listed.take() {
        board.take_list(listed, began).await?;
    }
    for (id, mut journal, rows) in acts {
        let news = News {
            rows: rows.iter().enumerate().collect(),
            records: Vec::new(),
            gone: Vec::new(),
            done: rows.len() as u64,
            finished: true,
        };
        journal.keep(news).await?;
        let act = batches.store.batch(id).await?.batch;
        board.late(&act, &rows).await?;
        journal.end();
    }
    board.ended().await
}
