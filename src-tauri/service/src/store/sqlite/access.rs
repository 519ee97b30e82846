//! The version of clients and companies that this process has written: one count a database file,
//! shared by every store that has the file open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use sqlx::Transaction;

use super::engine::{Db, Pool};
use crate::store::Result;

static OPEN: Mutex<BTreeMap<PathBuf, Weak<AtomicU64>>> = Mutex::new(BTreeMap::new());

/// The count of one database file.
#[derive(Clone)]
pub(super) struct Version(Arc<AtomicU64>);

impl Version {
    /// The count that every store of this file shares. The file exists.
    pub(super) fn of(file: &Path) -> Self {
        // A path that cannot be resolved is a key as it stands.
        let key = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, count| count.strong_count() > 0);
        if let Some(count) = open.get(&key).and_then(Weak::upgrade) {
            return Self(count);
        }
        let count = Arc::new(AtomicU64::new(0));
        open.insert(key, Arc::downgrade(&count));
        Self(count)
    }

    #[expect(clippy::unused_async, reason = "PostgreSQL asks the database")]
    pub(super) async fn now(&self, _: &Pool) -> Result<u64> {
        Ok(self.seen())
    }

    fn seen(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    fn advance(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    /// Commits a change of clients or companies. The count grows after the commit, so that
    /// what is read under the new count is new.
    pub(super) async fn commit(&self, tx: Transaction<'static, Db>) -> Result<()> {
        let done = tx.commit().await;
        // Also when the commit failed: it may have been done all the same.
        self.advance();
        Ok(done?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_of_one_file_share_their_count_and_others_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        std::fs::write(&one, "").unwrap();
        std::fs::write(&two, "").unwrap();
        let first = Version::of(&one);
        let roundabout = Version::of(&folder.path().join(".").join("one"));
        let other = Version::of(&two);
        roundabout.advance();
        assert_eq!((first.seen(), other.seen()), (1, 0));
    }
}
