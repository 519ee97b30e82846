//! Users as bulk changes see them.

use async_trait::async_trait;
use fielddesk_model::{Listed, User};
use sqlx::SqliteConnection;

use super::UserList;
use crate::Failure;
use crate::records::batches::{
    self, Batch, BatchOrder, BatchProgress, BatchReport, Batches, RecordBoard, carry_batch,
};
use crate::records::{BatchCell, BatchRow, Kept, RecordCache, Users};
use fielddesk_rules::fields::USER_FIELDS;

impl UserList {
    /// The last bulk changes, the newest first.
    pub async fn batches(&self, limit: u32) -> Result<Vec<Batch>, Failure> {
        self.0.batches.store.batches(limit).await
    }

    /// One bulk change with its rows.
    pub async fn batch(&self, id: i64) -> Result<BatchReport, Failure> {
        let report = self.0.batches.store.batch(id).await?;
        Ok(in_texts(report))
    }

    /// Follows the bulk change that goes on.
    #[must_use]
    pub fn progress(&self) -> tokio::sync::broadcast::Receiver<BatchProgress> {
        self.0.batches.progress()
    }

    /// Stops the bulk change that goes on: nothing new is begun, what is under way ends.
    pub fn stop_batch(&self) {
        self.0.batches.stop();
    }

    /// Carries out a bulk change; an outcome for each row.
    pub(crate) async fn carry_out(&self, order: BatchOrder) -> Result<BatchReport, Failure> {
        carry_batch(self, order).await.map(in_texts)
    }

    /// What taking an act back would do, by what is known here: `Waiting` rows would be sent.
    pub async fn preview_revert(&self, id: i64) -> Result<Vec<BatchRow>, Failure> {
        let mut rows = batches::preview_revert(self, id).await?;
        lists_as_texts(rows.iter_mut().flat_map(|row| &mut row.cells));
        Ok(rows)
    }

    /// Takes an act back. Doing it twice does nothing the second time.
    pub async fn revert(&self, id: i64) -> Result<BatchReport, Failure> {
        batches::revert(self, id).await.map(in_texts)
    }

    /// Does what an act left undone.
    ///
    /// # Errors
    /// Not found; `usage` where nothing is left; as an act fails.
    pub async fn resume(&self, id: i64) -> Result<BatchReport, Failure> {
        batches::resume(self, id).await.map(in_texts)
    }

    /// Gives up what is left of an undo that broke off.
    pub async fn drop_undo(&self, id: i64) -> Result<(), Failure> {
        batches::drop_undo(self, id).await
    }

    /// Finds out what became of records whose requests had no answer, and goes on with an undo
    /// that waits for the server, for as long as it is polled.
    pub async fn keep_up(&self) {
        batches::keep_up(self).await;
    }

    /// Returns the progress of the act that goes on.
    #[must_use]
    pub fn running_batch(&self) -> Option<BatchProgress> {
        self.0.batches.now()
    }

    /// Stops the act that goes on, and waits for its requests for a few seconds at most.
    pub async fn end_batch(&self) {
        self.0.batches.end().await;
    }
}

/// Supervisors and tags are lists, of which a window shows the text.
pub(super) fn lists_as_texts<'a>(cells: impl Iterator<Item = &'a mut BatchCell>) {
    for cell in cells {
        cell.lists_as_texts(USER_FIELDS);
    }
}

fn in_texts(mut report: BatchReport) -> BatchReport {
    lists_as_texts(report.rows.iter_mut().flat_map(|row| &mut row.cells));
    report
}

#[async_trait]
impl RecordBoard for UserList {
    type Kind = Users;
    type Kept = Vec<Kept<Users>>;

    fn batches(&self) -> &Batches {
        &self.0.batches
    }

    fn cache<T>(&self, work: impl FnOnce(&mut RecordCache<Users>) -> T) -> T {
        self.board(|board| work(&mut board.cache))
    }

    fn is_read_only(&self) -> bool {
        self.board(|board| board.state.read_only)
    }

    fn set_read_only(&self) {
        self.board(|board| board.state.read_only = true);
    }

    async fn load(&self) -> Result<(), Failure> {
        Self::load(self).await
    }

    async fn reread(&self) -> Result<(), Failure> {
        self.refresh().await.map(drop)
    }

    async fn take_list(&self, listed: Listed<User>, began: u64) -> Result<(), Failure> {
        self.take(listed, began, self.0.clock.now()).await
    }

    async fn take_looked_up(
        &self,
        id: &str,
        found: Option<User>,
        began: u64,
    ) -> Result<(), Failure> {
        let kept = self.board(|board| match found {
            Some(user) => board.seen(vec![user], began),
            None => board.remove(id),
        });
        self.0.store.keep(&kept).await
    }

    fn apply(&self, records: Vec<User>, gone: &[String], _: &[&BatchRow]) -> Self::Kept {
        self.board(|board| {
            let put = records.into_iter().map(|user| board.put(user));
            let mut kept: Vec<Kept<Users>> = put.collect();
            kept.extend(gone.iter().map(|id| board.remove(id)));
            kept
        })
    }

    async fn keep_within(
        &self,
        transaction: &mut SqliteConnection,
        kept: &Self::Kept,
    ) -> Result<(), Failure> {
        for kept in kept {
            self.0.store.keep_within(&mut *transaction, kept).await?;
        }
        Ok(())
    }

    async fn kept(&self, _: Self::Kept) -> Result<(), Failure> {
        Ok(())
    }
}
