//! Interface of a bulk change to the grid that shows the records of a connection.

use async_trait::async_trait;
use fielddesk_model::Listed;
use sqlx::SqliteConnection;

use super::{Batch, BatchKind, BatchReport, Batches};
use crate::Failure;
use crate::records::{BatchRow, RecordCache, RecordKind, Task};

/// The records of a connection, in memory and in the database.
#[async_trait]
pub(crate) trait RecordBoard: Send + Sync {
    /// What they are.
    type Kind: RecordKind;
    /// What has to be kept after records changed.
    type Kept: Send + Sync;

    /// Their bulk changes.
    fn batches(&self) -> &Batches;

    /// Works on the records and tells whoever watches where something changed.
    fn cache<T>(&self, work: impl FnOnce(&mut RecordCache<Self::Kind>) -> T) -> T;

    /// Whether the service refuses this client's changes.
    fn is_read_only(&self) -> bool;

    /// Notes that it does.
    fn set_read_only(&self);

    /// Loads what was kept, once.
    async fn load(&self) -> Result<(), Failure>;

    /// Reads the records from the service.
    async fn reread(&self) -> Result<(), Failure>;

    /// Takes in a list of all of them; `began` is the revision when the reading began.
    async fn take_list(
        &self,
        listed: Listed<<Self::Kind as RecordKind>::Record>,
        began: u64,
    ) -> Result<(), Failure>;

    /// Takes in a record that was looked up; none where it is not there.
    async fn take_looked_up(
        &self,
        id: &str,
        found: Option<<Self::Kind as RecordKind>::Record>,
        began: u64,
    ) -> Result<(), Failure>;

    /// Takes in what writes of ours answered, and what became of rows.
    fn apply(
        &self,
        records: Vec<<Self::Kind as RecordKind>::Record>,
        gone: &[String],
        settled: &[&BatchRow],
    ) -> Self::Kept;

    /// Keeps it within the transaction of the rows.
    async fn keep_within(
        &self,
        transaction: &mut SqliteConnection,
        kept: &Self::Kept,
    ) -> Result<(), Failure>;

    /// It is kept.
    async fn kept(&self, kept: Self::Kept) -> Result<(), Failure>;

    /// Returns the task of a record whose edits were not saved; `None` where the edits are gone.
    fn edited(&self, _: &BatchRow, written: Task) -> Option<Task> {
        Some(written)
    }

    /// Records of a bulk change got their outcome after it had broken off.
    async fn late(&self, _: &Batch, _: &[BatchRow]) -> Result<(), Failure> {
        Ok(())
    }

    /// A bulk change of a kind was taken back.
    async fn undone(&self, _: BatchKind, _: &BatchReport) -> Result<(), Failure> {
        Ok(())
    }

    /// A bulk change ended.
    async fn ended(&self) -> Result<(), Failure> {
        Ok(())
    }
}
