//! The last step of an upload, which happens or does not: the closing boundary is handed out,
//! or the request is given up. Never both, whichever thread is first.

use std::io;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::ErrorKind;

const OPEN: u8 = 0;
const WHOLE: u8 = 1;
const GIVEN_UP: u8 = 2;

/// Shared by the body on its way out and by the caller who waits for the answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct CommitPoint(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    state: AtomicU8,
    moved: AtomicU64,
    failure: Mutex<Option<BodyFailure>>,
}

/// Reasons a body ended before its closing boundary.
#[derive(Debug)]
pub(crate) enum BodyFailure {
    /// The file is not what it was, or not as long as promised.
    Changed,
    /// The file could not be read.
    Unreadable(io::Error),
    /// The caller gave up.
    GivenUp,
}

impl CommitPoint {
    /// Lets the closing boundary out, unless the request was given up.
    pub(crate) fn complete(&self) -> bool {
        self.settle(WHOLE)
    }

    /// Gives the request up, unless it has left whole.
    pub(crate) fn give_up(&self) -> bool {
        self.settle(GIVEN_UP)
    }

    fn settle(&self, to: u8) -> bool {
        let order = Ordering::SeqCst;
        match self.0.state.compare_exchange(OPEN, to, order, order) {
            Ok(_) => true,
            Err(state) => state == to,
        }
    }

    /// Returns true once everything was handed to the connection.
    pub(crate) fn is_whole(&self) -> bool {
        self.0.state.load(Ordering::SeqCst) == WHOLE
    }

    /// Returns true once the request was given up.
    pub(crate) fn is_given_up(&self) -> bool {
        self.0.state.load(Ordering::SeqCst) == GIVEN_UP
    }

    /// Counts what the connection has taken, to see whether it still moves.
    pub(crate) fn count(&self, bytes: usize) {
        self.0.moved.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Returns the number of bytes that the connection has taken so far.
    pub(crate) fn moved(&self) -> u64 {
        self.0.moved.load(Ordering::Relaxed)
    }

    /// Notes why the body ends early; the first reason stays.
    pub(crate) fn fail(&self, failure: BodyFailure) {
        let mut slot = self
            .0
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(failure);
    }

    /// Returns the kind of error that the body's early end is to the caller.
    pub(crate) fn take_failure(&self) -> Option<ErrorKind> {
        let mut slot = self
            .0
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        slot.take().map(|failure| match failure {
            BodyFailure::Changed => ErrorKind::ContentChanged,
            BodyFailure::Unreadable(error) => ErrorKind::ContentUnreadable(error),
            BodyFailure::GivenUp => ErrorKind::Cancelled,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_whole_or_given_up_and_never_both() {
        let commit_point = CommitPoint::default();
        assert!(commit_point.complete());
        assert!(
            !commit_point.give_up(),
            "what has left cannot be taken back"
        );
        assert!(commit_point.is_whole());

        let commit_point = CommitPoint::default();
        assert!(commit_point.give_up());
        assert!(commit_point.give_up(), "giving up twice is giving up");
        assert!(!commit_point.complete());
        assert!(!commit_point.is_whole());
    }
}
