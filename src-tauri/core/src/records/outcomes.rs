//! Notes what came of requests, and looks up what a broken connection left open.

use std::collections::HashMap;

use fielddesk_api::{Client, Deletion};

use super::course::{After, RowTask, after};
use super::kind::{Created, Ready, RecordKind, Sent};
use super::look_up::Found;
use super::run::Run;
use super::types::{BatchCell, RowOutcome};
use super::units::Done;
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{Kind, Values, field, is_blank, same};

/// A row of which it is not known whether it is stored.
pub(super) struct Doubtful {
    place: usize,
    task: RowTask,
    failure: Failure,
}

impl<K: RecordKind> Run<'_, K> {
    /// Notes what came of a unit; gives the row that has to be looked up, if any.
    pub(super) fn note(&mut self, done: Done<K>) -> Option<Doubtful> {
        match done {
            Done::Skipped(place, why) => self.settle(place, RowOutcome::NotSent, Some(why)),
            Done::Differs(place, cells) => {
                self.row(place, |row| row.cells = cells);
                self.settle(place, RowOutcome::Kept, None);
            }
            Done::Sent(sent) => return self.note_sent(sent),
            Done::Created(place, values, result) => {
                return self.note_created(place, &values, result);
            }
            Done::Deleted(place, record, result) => {
                return self.note_deleted(place, &record, result);
            }
        }
        None
    }

    fn note_sent(&mut self, sent: Sent<K>) -> Option<Doubtful> {
        let Ready { place, record, .. } = sent.ready;
        let some = !sent.fields.is_empty();
        self.row(place, |row| {
            row.sent = true;
            row.stored = sent.fields;
        });
        if let Some(record) = sent.stored {
            self.show(record);
        }
        let Some(failure) = sent.failure else {
            self.settle(place, RowOutcome::Saved, None);
            return None;
        };
        if failure.kind == FailureKind::NotFound && !some {
            self.gone(K::id(&record));
        }
        self.failed(place, RowTask::Change, failure, some)
    }

    /// Notes that a request failed; gives the row where it has to be looked up.
    fn failed(
        &mut self,
        place: usize,
        task: RowTask,
        failure: Failure,
        some: bool,
    ) -> Option<Doubtful> {
        let outcome = match after(task, failure.kind, some) {
            After::LookUp => {
                return Some(Doubtful {
                    place,
                    task,
                    failure,
                });
            }
            After::Settled(outcome) => outcome,
        };
        self.row(place, |row| row.sent = outcome != RowOutcome::NotSent);
        self.settle(place, outcome, Some(failure));
        None
    }

    fn note_created(
        &mut self,
        place: usize,
        values: &Values,
        result: Result<Created<K>, Failure>,
    ) -> Option<Doubtful> {
        self.row(place, |row| row.sent = true);
        let created = match result {
            Ok(created) => created,
            Err(failure) => return self.failed(place, RowTask::Create, failure, false),
        };
        let stored = created.record.as_ref().map(K::values);
        let lacks = created.lacks.as_ref().map(|(fields, _)| fields.as_slice());
        let lacks = lacks.unwrap_or_default();
        self.row(place, |row| {
            row.id = created.id.clone().unwrap_or_default();
            row.record = stored;
            let stored = values.keys().filter(|name| !lacks.contains(name));
            row.stored = stored.cloned().collect();
        });
        match created.record {
            Some(record) => self.show(record),
            None => self.unread.push(place),
        }
        match created.lacks {
            None => {
                self.settle(place, RowOutcome::Saved, None);
                None
            }
            // It is there: what it lacks would be a change of it.
            Some((_, failure)) => self.failed(place, RowTask::Change, failure, true),
        }
    }

    fn note_deleted(
        &mut self,
        place: usize,
        record: &K::Record,
        result: Result<Deletion, Failure>,
    ) -> Option<Doubtful> {
        self.row(place, |row| row.sent = true);
        let id = K::id(record);
        match result {
            Ok(Deletion::Done) => {
                self.settle(place, RowOutcome::Saved, None);
                self.gone(id);
            }
            Ok(Deletion::Refused { reasons }) => {
                let failure = K::not_deletable(record, &reasons);
                self.settle(place, RowOutcome::Refused, Some(failure));
            }
            Err(failure) if failure.kind == FailureKind::NotFound => {
                self.settle(place, RowOutcome::Gone, None);
                self.gone(id);
            }
            Err(failure) => return self.failed(place, RowTask::Delete, failure, false),
        }
        None
    }

    /// Reads doubtful rows once more and tells which of them are stored.
    pub(super) async fn look_up(&mut self, once: &Client, doubtful: Vec<Doubtful>) {
        if doubtful.is_empty() {
            return;
        }
        let rows = doubtful.iter().filter_map(|one| self.rows().get(one.place));
        let ids: Vec<&str> = rows.map(|row| &*row.id).collect();
        let found = match Found::<K>::read(once, &ids).await {
            Ok(found) => Some(found),
            Err(failure) => {
                tracing::warn!(%failure, "what a bulk change left open cannot be looked up");
                None
            }
        };
        for one in doubtful {
            let (Some(found), Some(row)) = (&found, self.rows().get(one.place)) else {
                self.settle(one.place, RowOutcome::Unknown, Some(one.failure));
                continue;
            };
            let mut row = row.clone();
            let record = found.settle(one.task, &mut row).cloned();
            let failure = (row.outcome != RowOutcome::Saved).then_some(one.failure);
            let outcome = row.outcome;
            if record.is_none() && matches!(outcome, RowOutcome::Gone | RowOutcome::Saved) {
                self.gone(&*row.id);
            }
            self.row(one.place, |kept| *kept = row);
            self.settle(one.place, outcome, failure);
            if let Some(record) = record {
                self.show(record);
            }
        }
    }

    /// Reads how created records are stored, where no answer told: what others fill in later
    /// can be told from that. Where it cannot be read the change goes on.
    pub(super) async fn read_created(&mut self, once: &Client) {
        let unread = std::mem::take(&mut self.unread);
        if unread.is_empty() {
            return;
        }
        let Some(listed) = by_id::<K>(once).await else {
            return;
        };
        for place in unread {
            let found = self.rows().get(place).and_then(|row| {
                let record = listed.get(&row.id)?;
                let now = K::values(record);
                // What does not hold what was sent was changed already.
                let ours = row.cells.iter().all(|cell| {
                    is_write_only::<K>(&cell.field)
                        || now.get(&cell.field).is_none_or(is_blank)
                        || holds::<K>(&now, cell)
                });
                ours.then(|| (record.clone(), now))
            });
            if let Some((record, now)) = found {
                self.row(place, |row| row.record = Some(now));
                self.show(record);
            }
        }
    }
}

async fn by_id<K: RecordKind>(once: &Client) -> Option<HashMap<String, K::Record>> {
    match K::list(once).await {
        Ok(listed) => {
            let named = listed.records.into_iter();
            Some(named.map(|one| (K::id(&one).to_owned(), one)).collect())
        }
        Err(error) => {
            tracing::warn!(%error, "what a bulk change did cannot be looked up");
            None
        }
    }
}

fn holds<K: RecordKind>(now: &Values, cell: &BatchCell) -> bool {
    let stored = now.get(&cell.field).cloned().unwrap_or_default();
    field(K::RESOURCE.fields(), &cell.field).is_some_and(|field| same(field, &stored, &cell.new))
}

fn is_write_only<K: RecordKind>(name: &str) -> bool {
    field(K::RESOURCE.fields(), name).is_none_or(|field| field.kind == Kind::Tags)
}
