//! Places where a test can let the engine die, as in a power cut.

use std::fmt;
use std::sync::Arc;

/// A moment between two steps of the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailPoint {
    /// The intent is written, nothing is sent.
    Intended,
    /// The service has stored the file, nothing is noted.
    Answered,
    /// It is noted, the old document is still there.
    Noted,
    /// The intent to delete the old one is written, nothing is deleted.
    DeleteIntended,
    /// The old one is deleted, nothing is noted.
    Deleted,
}

/// Says at each point whether the engine dies there.
#[derive(Clone, Default)]
pub struct Crash(Option<Arc<dyn Fn(FailPoint) -> bool + Send + Sync>>);

impl Crash {
    /// Dies where the function says so.
    pub fn when(dies: impl Fn(FailPoint) -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(dies)))
    }

    pub(super) fn at(&self, point: FailPoint) -> bool {
        self.0.as_ref().is_some_and(|dies| dies(point))
    }
}

impl fmt::Debug for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Crash").field(&self.0.is_some()).finish()
    }
}
