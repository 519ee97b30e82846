//! Commits of a job: the journal and the rows that change with it, in one transaction.

use std::collections::BTreeSet;

use fielddesk_documents::caller::Change;
use fielddesk_documents::intent::{Act, Intent, IntentId, Removal};
use fielddesk_documents::ports::{RemoteError, RemoteErrorKind, StateError};
use fielddesk_documents::stop_reason::StopReason;
use fielddesk_model::FileReferenceId;

use super::caller::JobCaller;
use super::changes::{Queued, apply};
use super::failpoints::FailPoint;
use super::pages::parts_of;
use super::row::{Row, Step};
use super::store;
use super::types::TransferState;
use crate::upload_records::{self, StoredDocument};
use crate::{Failure, FailureKind, db};

impl JobCaller<'_> {
    /// Stores changes with what they mean for the rows, then takes both as true.
    pub(super) async fn store_changes(&self, changes: &[Change<Queued>]) -> Result<(), StopReason> {
        let stores = changes.iter().any(|change| stored(change).is_some());
        let removes = changes.iter().any(|change| removed(change).is_some());
        if stores {
            self.engine.crash_at(FailPoint::Answered).await;
        }
        if removes {
            self.engine.crash_at(FailPoint::Deleted).await;
        }
        let ended = changes.iter().filter_map(ended_by);
        let ended: Vec<Intent<Queued>> = ended
            .filter_map(|id| self.pages.journal.open_intent(id))
            .collect();
        // Removals that end while the document is there: the page is not what it was.
        let is_gone = |id: &FileReferenceId| {
            changes
                .iter()
                .filter_map(removed)
                .any(|gone| gone.id == *id)
        };
        let given_up = ended.iter().filter_map(removal_of);
        let given_up: Vec<&Removal> = given_up.filter(|removal| !is_gone(&removal.id)).collect();
        let change_row = |row: &mut Row| self.change(row, changes, &given_up);
        let ids: Vec<i64> = self.concerned(changes, &ended).into_iter().collect();
        let mut rows = self.engine.rows(&ids);
        rows.iter_mut().for_each(change_row);
        let stored = self.store(changes, &rows).await;
        stored.map_err(|failure| StateError::Failed(failure.message))?;
        self.engine.update(&ids, change_row);
        self.pages.take(changes);
        let begun = changes.iter().filter_map(begun_by);
        begun.for_each(|intent| self.begin(intent.id));
        if stores || removes {
            self.engine.reached();
            self.engine.changed(self.pages.target());
        }
        if changes.iter().filter_map(begun_by).any(is_request) {
            self.engine.crash_at(FailPoint::Intended).await;
        }
        if stores {
            self.engine.crash_at(FailPoint::Noted).await;
        }
        Ok(())
    }

    fn change(&self, row: &mut Row, changes: &[Change<Queued>], given_up: &[&Removal]) {
        let now = self.engine.now();
        for change in changes {
            apply(row, change, now);
            if let Change::Refused { file, error } = change
                && file.source.row == row.id
            {
                row.fail(self.refusal(error), now);
            }
        }
        let of_row = |removal: &&Removal| row.sent_id.is_some() && removal.successor == row.sent_id;
        if row.step != Some(Step::Sent) || !given_up.iter().any(of_row) {
            return;
        }
        if row.live.cancel_wanted {
            row.step = Some(Step::Undoing);
        } else {
            row.end(TransferState::NeedsYou, Some(not_listed(row)), now);
        }
    }

    /// Why the server refused a file, with the limit where it told one.
    fn refusal(&self, error: &RemoteError) -> Failure {
        let failure = Failure::from(error);
        match &error.kind {
            RemoteErrorKind::TooLarge(Some(limit)) => failure.with("serverLimit", limit),
            _ => failure,
        }
    }

    /// The rows that changes concern.
    fn concerned(&self, changes: &[Change<Queued>], ended: &[Intent<Queued>]) -> BTreeSet<i64> {
        let mut ids = BTreeSet::new();
        let intents = changes.iter().filter_map(begun_by).chain(ended);
        for intent in intents {
            ids.extend(parts_of(intent).iter().map(|part| part.source.row));
        }
        let removals = ended.iter().filter_map(removal_of);
        for removal in changes.iter().filter_map(removed).chain(removals) {
            ids.extend(self.rows.get(&removal.key).into_iter().flatten());
        }
        ids.extend(changes.iter().filter_map(|change| match change {
            Change::Stored { part, .. } => Some(part.source.row),
            Change::Refused { file, .. } => Some(file.source.row),
            _ => None,
        }));
        ids
    }

    async fn store(&self, changes: &[Change<Queued>], rows: &[Row]) -> Result<(), Failure> {
        let key = &self.engine.key;
        let now = self.engine.now();
        let seen: Vec<StoredDocument> = changes
            .iter()
            .filter_map(|change| {
                let row = rows.iter().find(|row| stored(change) == Some(row.id))?;
                seen_of(change, row)
            })
            .collect();
        let mut transaction = db::begin_change(self.engine.database.pool()).await?;
        self.pages.journal.store(&mut transaction, changes).await?;
        store::save_in(&mut transaction, rows).await?;
        let stored = seen.iter().map(|document| document.size).max();
        let refused = changes.iter().filter_map(too_large).min();
        if !seen.is_empty() {
            let remembered = self.engine.sent_now(now);
            upload_records::record_sent(&mut transaction, key, &seen, now).await?;
            store::remember_in(&mut *transaction, key, remembered).await?;
        }
        upload_records::learn_size(&mut transaction, key, stored, refused).await?;
        for removal in changes.iter().filter_map(removed) {
            upload_records::forget(&mut *transaction, key, &removal.id).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

fn begun_by(change: &Change<Queued>) -> Option<&Intent<Queued>> {
    match change {
        Change::Intent(intent) => Some(intent),
        _ => None,
    }
}

fn ended_by(change: &Change<Queued>) -> Option<IntentId> {
    match change {
        Change::IntentEnded(id) => Some(*id),
        _ => None,
    }
}

/// The row of a file that is stored.
fn stored(change: &Change<Queued>) -> Option<i64> {
    match change {
        Change::Stored { part, .. } => Some(part.source.row),
        _ => None,
    }
}

/// The size of a file that the server refused as too large.
fn too_large(change: &Change<Queued>) -> Option<u64> {
    match change {
        Change::Refused { file, error } => {
            let is_too_large = matches!(error.kind, RemoteErrorKind::TooLarge(_));
            is_too_large.then_some(file.source.bytes)
        }
        _ => None,
    }
}

fn removed(change: &Change<Queued>) -> Option<&Removal> {
    match change {
        Change::Removed(removal, _) => Some(removal),
        _ => None,
    }
}

fn removal_of(intent: &Intent<Queued>) -> Option<&Removal> {
    match &intent.act {
        Act::Remove(removal) => Some(removal),
        Act::Upload { .. } => None,
    }
}

fn is_request(intent: &Intent<Queued>) -> bool {
    matches!(intent.act, Act::Upload { absent: false, .. })
}

fn seen_of(change: &Change<Queued>, row: &Row) -> Option<StoredDocument> {
    let Change::Stored {
        part,
        section,
        bound,
    } = change
    else {
        return None;
    };
    Some(StoredDocument {
        id: bound.id.clone(),
        target: row.target.clone(),
        section: section.clone(),
        name: row.name.clone(),
        size: row.size,
        sha256: Some(bound.sha256.to_string()),
        saved_at: row.live.saved_at,
        restored: false,
        replaced: !part.supersedes.is_empty(),
        act: row.act.clone(),
    })
}

fn not_listed(row: &Row) -> Failure {
    let shown = fielddesk_rules::file_name::shown(&row.name);
    Failure::new(
        FailureKind::Conflict,
        format!("The uploaded {shown} is no longer listed, so the document that it replaces was not removed."),
        "Look at the documents, then try again.",
    )
    .with("file", shown)
}
