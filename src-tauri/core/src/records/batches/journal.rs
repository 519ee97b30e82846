//! The journal of a bulk change: kept in the database, shown in the grid, told to whoever
//! follows it.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_model::Listed;
use tokio::sync::broadcast;

use super::board::RecordBoard;
use super::types::{BatchKind, BatchProgress, ProgressedRow};
use crate::records::{BatchRow, Journal, News, RecordKind, RowOutcome};
use crate::{Failure, db};

/// Keeps and shows one bulk change.
pub(super) struct BatchJournal<'a, B: RecordBoard> {
    board: &'a B,
    id: i64,
    kind: BatchKind,
    total: u64,
    done: u64,
    /// What was changed here after this is newer than what is read for it.
    began: u64,
    waiting_until: Option<DateTime<Utc>>,
}

impl<'a, B: RecordBoard> BatchJournal<'a, B> {
    pub(super) fn new(board: &'a B, id: i64, kind: BatchKind, rows: usize) -> Self {
        let journal = Self {
            board,
            id,
            kind,
            total: rows as u64,
            done: 0,
            began: board.cache(|cache| cache.revision()),
            waiting_until: None,
        };
        journal.tell(false, Vec::new());
        journal
    }

    fn tell(&self, finished: bool, rows: Vec<ProgressedRow>) {
        let progress = BatchProgress {
            batch: self.id,
            resource: B::Kind::RESOURCE,
            kind: self.kind,
            done: self.done,
            total: self.total,
            waiting_until: self.waiting_until,
            finished,
            rows,
        };
        let sent = self.board.batches().progress.send(progress);
        if let Err(broadcast::error::SendError(progress)) = sent {
            tracing::trace!(batch = progress.batch, "nobody follows the change");
        }
    }
}

#[async_trait]
impl<B: RecordBoard> Journal<B::Kind> for BatchJournal<'_, B> {
    async fn listed(
        &mut self,
        listed: Listed<<B::Kind as RecordKind>::Record>,
    ) -> Result<(), Failure> {
        self.board.take_list(listed, self.began).await
    }

    async fn looked_up(
        &mut self,
        id: &str,
        found: Option<<B::Kind as RecordKind>::Record>,
    ) -> Result<(), Failure> {
        self.board.take_looked_up(id, found, self.began).await
    }

    async fn keep(&mut self, news: News<'_, B::Kind>) -> Result<(), Failure> {
        let board = self.board;
        let settled: Vec<&BatchRow> = news
            .rows
            .iter()
            .map(|(_, row)| *row)
            .filter(|row| row.outcome != RowOutcome::Waiting)
            .collect();
        let kept = board.apply(news.records, &news.gone, &settled);
        board.cache(|cache| cache.act(settled.iter().map(|row| &*row.id), None));
        let store = &board.batches().store;
        let mut transaction = db::begin_change(&store.pool).await?;
        store
            .keep_rows(&mut transaction, self.id, &news.rows)
            .await?;
        board.keep_within(&mut transaction, &kept).await?;
        transaction.commit().await?;
        board.kept(kept).await?;
        self.done = news.done;
        let rows = settled.into_iter().map(|row| ProgressedRow {
            id: row.id.clone(),
            outcome: row.outcome,
            failure: row.failure.clone(),
        });
        self.tell(news.finished, rows.collect());
        Ok(())
    }

    fn waiting(&mut self, until: Option<DateTime<Utc>>) {
        self.waiting_until = until;
        self.tell(false, Vec::new());
    }
}
