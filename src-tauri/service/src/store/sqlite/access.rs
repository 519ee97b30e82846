//! The version of clients and companies that this process has written. Another process is seen when
//! what was read grows old.

use std::path::Path;

use sqlx::Transaction;

use super::engine::{Db, Pool};
use crate::store::Result;
use crate::store::commits::Commits;

/// The version of one database file.
pub(super) struct Version(Commits);

impl Version {
    /// The version that every store of this file shares. The file exists.
    pub(super) fn of(file: &Path) -> Self {
        // A path that cannot be resolved is a key as it stands.
        let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        Self(Commits::of(file.to_string_lossy().into_owned()))
    }

    #[expect(clippy::unused_async, reason = "PostgreSQL asks the database")]
    pub(super) async fn now(&self, _: &Pool) -> Result<u64> {
        Ok(self.0.now())
    }

    /// Commits a change of clients or companies. The count grows after the commit, so that
    /// what is read under the new count is new.
    pub(super) async fn commit(&self, tx: Transaction<'static, Db>) -> Result<()> {
        let done = tx.commit().await;
        // Also when the commit failed: it may have been done all the same.
        self.0.advance();
        Ok(done?)
    }
}
