//! Interface of a bulk change to its caller: records read, requests about to be sent, outcomes.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_model::Listed;

use super::kind::RecordKind;
use super::types::BatchRow;
use crate::Failure;

/// Keeps a bulk change, so that it can be undone, and shows it.
#[async_trait]
pub(crate) trait Journal<K: RecordKind>: Send {
    /// Takes in all records, which were just read.
    async fn listed(&mut self, _: Listed<K::Record>) -> Result<(), Failure> {
        Ok(())
    }

    /// Takes in a record that was looked up; none where it is not there.
    async fn looked_up(&mut self, _: &str, _: Option<K::Record>) -> Result<(), Failure> {
        Ok(())
    }

    /// Keeps what is new. The first time it is told before anything is sent: where that fails,
    /// nothing is.
    async fn keep(&mut self, news: News<'_, K>) -> Result<(), Failure>;

    /// Requests are made from now on: what was there before is kept.
    async fn sending(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// The service asked to wait until then; none when it goes on.
    fn waiting(&mut self, _: Option<DateTime<Utc>>) {}
}

/// What is new since a journal was told last.
pub(crate) struct News<'a, K: RecordKind> {
    /// Rows that changed, by their places.
    pub(crate) rows: Vec<(usize, &'a BatchRow)>,
    /// Records as they are now.
    pub(crate) records: Vec<K::Record>,
    /// Ids of records that are not there any more.
    pub(crate) gone: Vec<String>,
    /// Rows with an outcome.
    pub(crate) done: u64,
    /// It is the last one.
    pub(crate) finished: bool,
}
