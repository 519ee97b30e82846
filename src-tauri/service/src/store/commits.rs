//! Counts of the changes of clients and companies that this process has committed: one a database,
//! shared by every store that has it open.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

static OPEN: Mutex<BTreeMap<String, Weak<AtomicU64>>> = Mutex::new(BTreeMap::new());

/// The count of one database.
#[derive(Clone)]
pub(super) struct Commits(Arc<AtomicU64>);

impl Commits {
    /// Returns the count that every store of this database shares.
    pub(super) fn of(database: String) -> Self {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, count| count.strong_count() > 0);
        if let Some(count) = open.get(&database).and_then(Weak::upgrade) {
            return Self(count);
        }
        let count = Arc::new(AtomicU64::new(0));
        open.insert(database, Arc::downgrade(&count));
        Self(count)
    }

    pub(super) fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    pub(super) fn advance(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_of_one_database_share_their_count_and_others_do_not() {
        let [one, again, other] = ["one", "one", "two"].map(|name| Commits::of(name.to_owned()));
        again.advance();
        assert_eq!((one.now(), other.now()), (1, 0));
    }
}
