//! The same act on many items: at most eight at a time, one outcome each, in the order given.

use fielddesk_rules::concurrency;
use futures::StreamExt as _;
use futures::stream;
use serde::Serialize;
use tokio::sync::watch;

use crate::{CancellationToken, Failure};

/// How far an act with many items is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BulkProgress {
    /// Items with an outcome.
    pub done: u64,
    /// All items.
    pub total: u64,
}

/// What became of one item.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", bound(serialize = "T: Serialize"))]
pub struct ItemOutcome<T> {
    /// The number it was named by.
    pub item: String,
    /// The record afterwards, or why not.
    #[serde(serialize_with = "flat")]
    pub result: Result<T, Failure>,
}

/// `{"ok": …}` or `{"failed": …}`.
fn flat<T: Serialize, S: serde::Serializer>(
    result: &Result<T, Failure>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeMap as _;
    let mut map = serializer.serialize_map(Some(1))?;
    match result {
        Ok(value) => map.serialize_entry("ok", value)?,
        Err(failure) => map.serialize_entry("failed", failure)?,
    }
    map.end()
}

/// How somebody follows and stops an act with many items.
#[derive(Debug, Clone)]
pub struct BulkControl {
    /// Told after each item; nobody has to listen.
    pub progress: watch::Sender<BulkProgress>,
    /// Begins nothing new; what is under way is finished.
    pub cancel: CancellationToken,
}

impl Default for BulkControl {
    fn default() -> Self {
        Self {
            progress: watch::Sender::new(BulkProgress::default()),
            cancel: CancellationToken::new(),
        }
    }
}

impl BulkControl {
    /// Notes all items.
    pub(crate) fn begin(&self, total: usize) {
        self.progress.send_replace(BulkProgress {
            done: 0,
            total: total as u64,
        });
    }

    /// Notes items that have an outcome.
    pub(crate) fn step(&self, items: usize) {
        self.progress
            .send_modify(|steps| steps.done += items as u64);
    }
}

/// Does the work on each item, at most eight at a time. After a cancel no item is begun.
pub(crate) async fn each<I, T, F>(
    items: Vec<I>,
    following: &BulkControl,
    work: impl Fn(I) -> F,
) -> Vec<Result<T, Failure>>
where
    F: Future<Output = Result<T, Failure>>,
{
    following.begin(items.len());
    let work = &work;
    let outcomes = at_once(items, &following.cancel, |item| async move {
        let result = work(item).await;
        following.step(1);
        result
    });
    let outcomes = outcomes.await.into_iter();
    outcomes
        .map(|outcome| outcome.unwrap_or_else(|| Err(Failure::cancelled())))
        .collect()
}

/// The same without progress; none for an item that was not begun.
pub(crate) async fn at_once<I, T, F>(
    items: Vec<I>,
    cancel: &CancellationToken,
    work: impl Fn(I) -> F,
) -> Vec<Option<T>>
where
    F: Future<Output = T>,
{
    let work = &work;
    stream::iter(items)
        .map(|item| async move {
            if cancel.is_cancelled() {
                None
            } else {
                Some(work(item).await)
            }
        })
        .buffered(concurrency::RECORDS)
        .collect()
        .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FailureKind;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn at_most_eight_are_under_way_and_a_cancel_begins_nothing_new() {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let following = BulkControl::default();
        let outcomes = each((0..40).collect(), &following, |item: u32| {
            let (now, most, cancel) = (&now, &most, following.cancel.clone());
            async move {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                now.fetch_sub(1, Ordering::SeqCst);
                if item == 20 {
                    cancel.cancel();
                }
                Ok(item)
            }
        })
        .await;
        assert_eq!(outcomes.len(), 40);
        assert_eq!(outcomes[20].as_ref().unwrap(), &20);
        let last = outcomes[39].as_ref().unwrap_err();
        assert_eq!(last.kind, FailureKind::Cancelled);
        assert!(most.load(Ordering::SeqCst) <= concurrency::RECORDS);
        let begun = outcomes.iter().filter(|outcome| outcome.is_ok()).count() as u64;
        assert!((21..40).contains(&begun), "{begun}");
        assert_eq!(
            *following.progress.borrow(),
            BulkProgress {
                done: begun,
                total: 40
            }
        );
    }
}
