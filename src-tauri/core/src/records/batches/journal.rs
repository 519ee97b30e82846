//! The journal of a bulk change: kept in the database, shown in the grid, reported to subscribers.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_model::Listed;

use super::board::RecordBoard;
use super::types::{BatchKind, BatchProgress, ProgressedRow};
use crate::records::{BatchRow, Journal, News, RecordKind, RowOutcome};
use crate::{Failure, db};

/// Keeps and shows one bulk change.
pub(super) struct BatchJournal<'a, B: RecordBoard> {
    board: &'a B,
    id: i64,
    kind: BatchKind,
    /// The places of the rows that are carried out now among those of the act.
    places: Vec<usize>,
    total: u64,
    done: u64,
    /// What was changed here after this is newer than what is read for it.
    began: u64,
    waiting_until: Option<DateTime<Utc>>,
}

impl<'a, B: RecordBoard> BatchJournal<'a, B> {
    pub(super) fn new(board: &'a B, id: i64, kind: BatchKind, places: Vec<usize>) -> Self {
        Self {
            board,
            id,
            kind,
            total: places.len() as u64,
            places,
            done: 0,
            began: board.cache(|cache| cache.revision()),
            waiting_until: None,
        }
    }

    /// Reports that the bulk change ended.
    pub(super) fn end(&self) {
        self.tell(true, Vec::new());
    }

    /// Adds the row of a place.
    pub(super) fn also(&mut self, place: usize) {
        self.places.push(place);
        self.total += 1;
    }

    /// Reports that the bulk change begins.
    pub(super) fn begin(&self) {
        self.tell(false, Vec::new());
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
        self.board.batches().tell(progress);
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
        let rows = news.rows.iter();
        let rows = rows.filter_map(|(place, row)| Some((*self.places.get(*place)?, *row)));
        let rows: Vec<(usize, &BatchRow)> = rows.collect();
        let mut transaction = db::begin_change(&store.pool).await?;
        store.keep_rows(&mut transaction, self.id, &rows).await?;
        board.keep_within(&mut transaction, &kept).await?;
        transaction.commit().await?;
        board.kept(kept).await?;
        self.done = news.done;
        let rows = settled.into_iter().map(|row| ProgressedRow {
            id: row.id.clone(),
            outcome: row.outcome,
            failure: row.failure.clone(),
        });
        // The end is reported once it is kept, too.
        self.tell(false, rows.collect());
        Ok(())
    }

    async fn sending(&mut self) -> Result<(), Failure> {
        self.board.batches().store.note_sending(self.id).await
    }

    fn waiting(&mut self, until: Option<DateTime<Utc>>) {
        self.waiting_until = until;
        self.tell(false, Vec::new());
    }
}
