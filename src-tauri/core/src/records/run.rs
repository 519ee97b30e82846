//! A bulk change under way: rows get their outcome, and the journal is notified.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::journal::{Journal, News};
use super::kind::RecordKind;
use super::reload::Fresh;
use super::types::{BatchRow, RowOutcome};
use crate::{Clock, Failure};

/// What is told and kept together: at most five times a second.
const BETWEEN: Duration = Duration::from_millis(200);

/// A bulk change on its way.
pub(super) struct Run<'a, K: RecordKind> {
    journal: &'a mut dyn Journal<K>,
    clock: Arc<dyn Clock>,
    rows: Vec<BatchRow>,
    done: u64,
    changed: Vec<usize>,
    /// Rows of created records of which it is not known how they are stored.
    pub(super) unread: Vec<usize>,
    records: Vec<K::Record>,
    gone: Vec<String>,
    told_at: Option<DateTime<Utc>>,
    waiting_until: Option<DateTime<Utc>>,
}

impl<'a, K: RecordKind> Run<'a, K> {
    pub(super) fn new(
        journal: &'a mut dyn Journal<K>,
        clock: Arc<dyn Clock>,
        rows: Vec<BatchRow>,
    ) -> Self {
        Self {
            journal,
            clock,
            rows,
            done: 0,
            changed: Vec::new(),
            unread: Vec::new(),
            records: Vec::new(),
            gone: Vec::new(),
            told_at: None,
            waiting_until: None,
        }
    }

    /// Tells what was read before anything is sent.
    pub(super) async fn read(&mut self, fresh: &mut Fresh<K>) -> Result<(), Failure> {
        if let Some(listed) = fresh.listed.take() {
            self.journal.listed(listed).await?;
        }
        for (id, found) in std::mem::take(&mut fresh.looked_up) {
            self.journal.looked_up(&id, found).await?;
        }
        Ok(())
    }

    /// The rows, as far as they came.
    pub(super) fn rows(&self) -> &[BatchRow] {
        &self.rows
    }

    /// The rows at the end.
    pub(super) fn into_rows(self) -> Vec<BatchRow> {
        self.rows
    }

    /// Changes a row without an outcome yet.
    pub(super) fn row(&mut self, place: usize, change: impl FnOnce(&mut BatchRow)) {
        if let Some(row) = self.rows.get_mut(place) {
            change(row);
            self.changed.push(place);
        }
    }

    /// Gives a row its outcome.
    pub(super) fn settle(&mut self, place: usize, outcome: RowOutcome, failure: Option<Failure>) {
        self.done += 1;
        self.row(place, |row| {
            row.outcome = outcome;
            row.failure = failure;
        });
    }

    /// Gives rows without an outcome the reason why they were not sent.
    pub(super) fn settle_rest(&mut self, why: &Failure) {
        for place in 0..self.rows.len() {
            let waits = |row: &&BatchRow| row.outcome == RowOutcome::Waiting;
            if self.rows.get(place).as_ref().is_some_and(waits) {
                self.settle(place, RowOutcome::NotSent, Some(why.clone()));
            }
        }
    }

    /// Notes a record as it is now.
    pub(super) fn show(&mut self, record: K::Record) {
        self.records.push(record);
    }

    /// Notes a record that is not there any more.
    pub(super) fn gone(&mut self, id: impl Into<String>) {
        self.gone.push(id.into());
    }

    /// Notes that requests are made from now on.
    pub(super) async fn sending(&mut self) -> Result<(), Failure> {
        self.journal.sending().await
    }

    /// Tells until when the service asked to wait.
    pub(super) fn waiting(&mut self, until: Option<DateTime<Utc>>) {
        if self.waiting_until != until {
            self.waiting_until = until;
            self.journal.waiting(until);
        }
    }

    /// Waits until rows with a new outcome are to be reported and kept; never ends without such
    /// rows. An outcome is not held back until the next request ends, which may be a minute away.
    pub(super) fn due(&self) -> impl Future<Output = ()> + Send + use<'a, K> {
        let now = self.clock.now();
        let since = self.told_at.map(|at| (now - at).to_std());
        let rest = since.map_or(Duration::ZERO, |since| {
            BETWEEN.saturating_sub(since.unwrap_or(BETWEEN))
        });
        let clock = (!self.changed.is_empty()).then(|| Arc::clone(&self.clock));
        async move {
            match clock {
                Some(_) if rest.is_zero() => {}
                Some(clock) => clock.sleep(rest).await,
                None => std::future::pending().await,
            }
        }
    }

    /// Reports and keeps what is new.
    pub(super) async fn flush(&mut self, finished: bool) -> Result<(), Failure> {
        self.told_at = Some(self.clock.now());
        let mut places = std::mem::take(&mut self.changed);
        places.sort_unstable();
        places.dedup();
        let rows = places.into_iter();
        let news = News {
            rows: rows
                .filter_map(|place| Some((place, self.rows.get(place)?)))
                .collect(),
            records: std::mem::take(&mut self.records),
            gone: std::mem::take(&mut self.gone),
            done: self.done,
            finished,
        };
        self.journal.keep(news).await
    }
}
