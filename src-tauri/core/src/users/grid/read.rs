//! Reads the users: from the database at once, from the service what changed, and all of them
//! once a day.

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_model::{Instant, Listed, User};

use super::{UserList, UsersState};
use crate::Failure;
use crate::records::store::ReadNote;
use crate::records::{Resource, Users};
use crate::users::{self, UserQuery};
use fielddesk_documents::lock::lock;

/// A deletion is in no list of changes, so all are read again after this.
const WHOLE: TimeDelta = TimeDelta::hours(24);
/// Changes are asked for from this long before the last read: two clocks differ.
const OVERLAP: TimeDelta = TimeDelta::minutes(10);

impl UserList {
    /// Loads what was kept, once.
    pub(crate) async fn load(&self) -> Result<(), Failure> {
        let loading = self.0.loaded.get_or_try_init(|| async {
            self.0.batches.end_broken(self.0.beside.as_ref()).await?;
            let kept = self.0.store.load::<Users>().await?;
            let note = self.0.store.read_note(Resource::Users).await?;
            // Where one of them cannot be read here, a list of changes would never bring it.
            let note_for_changes = note.filter(|_| kept.unreadable == 0);
            *lock(&self.0.note) = note_for_changes;
            self.board(|board| {
                board.load(kept.records);
                if let Some(note) = note {
                    board.state.read_at = Some(note.read_at);
                    board.state.read_only = note.read_only;
                }
            });
            Ok(())
        });
        loading.await.copied()
    }

    /// Reads what changed since the last read, or everything where that was long ago. Who comes
    /// while it is being read gets what that read gives.
    pub async fn refresh(&self) -> Result<UsersState, Failure> {
        self.load().await?;
        let before = self.board(|board| board.state.read_at);
        let _one_at_a_time = self.0.reading.lock().await;
        let (now, failed) = self.board(|board| (board.state.read_at, board.state.failure.clone()));
        if now != before && failed.is_none() {
            return Ok(self.state());
        }
        self.board(|board| board.state.reading = true);
        let read = self.read().await;
        let read = self.0.online.note(read);
        self.board(|board| {
            board.state.reading = false;
            board.state.failure = read.as_ref().err().cloned();
        });
        read?;
        Ok(self.state())
    }

    async fn read(&self) -> Result<(), Failure> {
        let asked_at = self.0.clock.now();
        let began = self.board(|board| board.cache.revision());
        let query = UserQuery {
            changed_since: self.changes_from(asked_at),
            ..UserQuery::default()
        };
        let (listed, read_only) = tokio::join!(
            users::list(&self.0.connection, &query),
            self.0.batches.is_read_only(),
        );
        let mut listed = listed?;
        let mut is_whole = query.changed_since.is_none();
        if !is_whole && !listed.left_out.is_empty() {
            // Which users those are only the list of all tells.
            listed = users::list(&self.0.connection, &UserQuery::default()).await?;
            is_whole = true;
        }
        if let Some(read_only) = read_only {
            self.board(|board| board.state.read_only = read_only);
        }
        if is_whole {
            return self.take(listed, began, asked_at).await;
        }
        let kept = self.board(|board| {
            board.state.read_at = Some(asked_at);
            board.seen(listed.records, began)
        });
        self.0.store.keep(&kept).await?;
        self.note(asked_at, false).await
    }

    /// From when on changes are asked for; none where everything has to be read.
    fn changes_from(&self, now: DateTime<Utc>) -> Option<Instant> {
        let note = (*lock(&self.0.note))?;
        let age = now - note.whole_at;
        let is_young = age >= TimeDelta::zero() && age < WHOLE && note.read_at <= now;
        let was_whole = self.board(|board| board.state.left_out.count == 0);
        (is_young && was_whole).then(|| Instant(note.read_at - OVERLAP))
    }

    /// Takes in a list of all users.
    pub(super) async fn take(
        &self,
        listed: Listed<User>,
        began: u64,
        asked_at: DateTime<Utc>,
    ) -> Result<(), Failure> {
        for one in &listed.left_out {
            tracing::warn!(%one, "a user cannot be listed");
        }
        let kept = self.board(|board| board.replace(listed, began, asked_at));
        self.0.store.keep(&kept).await?;
        self.note(asked_at, true).await
    }

    async fn note(&self, read_at: DateTime<Utc>, is_whole: bool) -> Result<(), Failure> {
        let read_only = self.board(|board| board.state.read_only);
        let before = *lock(&self.0.note);
        let whole_at = match before {
            Some(before) if !is_whole => before.whole_at,
            _ => read_at,
        };
        let note = ReadNote {
            read_at,
            whole_at,
            read_only,
        };
        self.0.store.note_read(Resource::Users, note).await?;
        *lock(&self.0.note) = Some(note);
        Ok(())
    }
}
