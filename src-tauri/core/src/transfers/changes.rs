//! The effect of a change of documents on a row of the queue. Pure.

use chrono::{DateTime, Utc};
use fielddesk_documents::caller::Change;
use fielddesk_documents::intent::{Act, Intent, SentPart, Source};
use serde::{Deserialize, Serialize};

use super::backoff::wait_after;
use super::row::{Row, Step};
use super::types::TransferState;

/// A file of the queue, as the journal names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Queued {
    /// Which row.
    pub(super) row: i64,
    /// Length in bytes.
    pub(super) bytes: u64,
}

impl Source for Queued {
    fn size_bytes(&self) -> u64 {
        self.bytes
    }
}

/// Takes a change into a row that it may concern.
pub(super) fn apply(row: &mut Row, change: &Change<Queued>, now: DateTime<Utc>) {
    match change {
        Change::Intent(intent) => intended(row, intent, now),
        Change::IntentEnded(id) if row.step == Some(Step::Sending) && row.intent == Some(id.0) => {
            not_stored(row, now);
        }
        Change::Stored { part, bound, .. } if part.source.row == row.id => {
            row.sent_id = Some(bound.id.clone());
            stored(row, part, now);
        }
        Change::Removed(removal, _) => {
            let is_sent = |id| row.sent_id.as_ref() == Some(id);
            match row.step {
                Some(Step::Undoing) if is_sent(&removal.id) => {
                    row.sent_id = None;
                    row.live.cancel_wanted = false;
                    row.end(TransferState::Cancelled, None, now);
                }
                Some(Step::Sent) if removal.successor.as_ref().is_some_and(is_sent) => {
                    row.end(TransferState::Done, None, now);
                }
                _ => {}
            }
        }
        Change::IntentEnded(_)
        | Change::Stored { .. }
        | Change::Refused { .. }
        | Change::RemoteHash(..)
        | Change::NoRemoteHash(_) => {}
    }
}

fn intended(row: &mut Row, intent: &Intent<Queued>, now: DateTime<Utc>) {
    let Act::Upload { parts, absent, .. } = &intent.act else {
        return;
    };
    let Some(part) = parts.iter().find(|part| part.source.row == row.id) else {
        return;
    };
    if *absent {
        if row.step == Some(Step::Sending) && row.intent == Some(intent.id.0) {
            not_stored(row, now);
            // It is away, or it fails with this file again and again.
            if row.state == TransferState::Waiting && row.attempts > 1 {
                row.next_try_at = Some(now + wait_after(row.attempts - 1));
            }
        }
        return;
    }
    if row.intent != Some(intent.id.0) {
        row.attempts = row.attempts.saturating_add(1);
    }
    row.step = Some(Step::Sending);
    row.intent = Some(intent.id.0);
    row.sha256 = part.sha256.map(|sha256| sha256.to_string());
    row.state = TransferState::Working;
}

/// Nothing of it is on the page.
fn not_stored(row: &mut Row, now: DateTime<Utc>) {
    if row.live.cancel_wanted {
        row.end(TransferState::Cancelled, None, now);
    } else {
        // What was wrong with its file is told by it.
        let moving = std::mem::take(&mut row.live.moving);
        row.wait();
        row.live.moving = moving;
    }
}

fn stored(row: &mut Row, part: &SentPart<Queued>, now: DateTime<Utc>) {
    row.sha256 = part.sha256.map(|sha256| sha256.to_string());
    row.intent = None;
    if row.live.cancel_wanted {
        row.step = Some(Step::Undoing);
        row.state = TransferState::Working;
    } else if part.supersedes.is_empty() {
        row.end(TransferState::Done, None, now);
    } else {
        row.step = Some(Step::Sent);
        row.state = TransferState::Working;
    }
}
