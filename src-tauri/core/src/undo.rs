//! The act that can be undone on a screen, decided here alone.

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_documents::ports::ActId;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::retention::HISTORY_DAYS;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::documents::{ActKind, Documents, DoneAct};
use crate::fleet::{Batch, BatchKind, Fleet};

/// Bulk changes that are looked through for one that can be undone.
const BATCHES: u32 = 50;

/// A screen whose acts can be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum UndoScreen {
    /// Uploads, replacements, restores and deletes of documents.
    Documents,
    /// Restores.
    History,
    /// Changes of machines.
    Machines,
    /// Changes of users.
    Users,
}

/// An act that can be undone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "of")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Undoable {
    /// Documents, or files of synced folders.
    Documents {
        /// Handle.
        act: ActId,
        /// Its kind.
        kind: ActKind,
        /// The number of files.
        count: usize,
        /// The name of a file.
        name: String,
        /// The moment.
        at: DateTime<Utc>,
        /// The connection.
        connection: String,
        /// Done since the program was started.
        this_run: bool,
    },
    /// Machines or users.
    Records {
        /// The bulk change.
        batch: Box<Batch>,
        /// The connection.
        connection: String,
        /// Done since the program was started.
        this_run: bool,
    },
}

/// The newest act of a screen, on the connection of these documents and records, that was not
/// undone; none that is older than the history reaches.
pub async fn newest(
    screen: UndoScreen,
    documents: &Documents,
    fleet: &Fleet,
    (now, started): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Option<Undoable>, Failure> {
    let since = now - TimeDelta::days(i64::from(HISTORY_DAYS));
    let connection = documents.connection().profile.name.clone();
    let batches = match screen {
        UndoScreen::Documents | UndoScreen::History => {
            let restores = screen == UndoScreen::History;
            let newest = documents.newest_act(since, restores).await?;
            return Ok(newest.map(|done| of_documents(done, connection, started)));
        }
        UndoScreen::Machines => fleet.batches(BATCHES).await?,
        UndoScreen::Users => fleet.users().batches(BATCHES).await?,
    };
    let batch = batches.into_iter().find(|batch| is_undoable(batch, since));
    Ok(batch.map(|batch| Undoable::Records {
        this_run: batch.begun_at >= started,
        batch: Box::new(batch),
        connection,
    }))
}

fn of_documents(done: DoneAct, connection: String, started: DateTime<Utc>) -> Undoable {
    Undoable::Documents {
        this_run: done.at >= started,
        act: done.act,
        kind: done.kind,
        count: done.count,
        name: shown(&done.name),
        at: done.at,
        connection,
    }
}

/// Returns `true` for a change that is left to undo: it changed something, was not taken back and
/// takes none back.
fn is_undoable(batch: &Batch, since: DateTime<Utc>) -> bool {
    let changed = batch.totals.saved + batch.totals.partly > 0;
    changed
        && batch.begun_at >= since
        && batch.finished_at.is_some()
        && batch.reverted_by.is_none()
        && batch.kind != BatchKind::Revert
}
