//! Notes what came of requests, and looks up what a broken connection left open.

use std::collections::HashMap;

use fielddesk_api::{Client, Deletion};

use super::kind::{Created, Ready, RecordKind, Sent};
use super::reload::ONE_BY_ONE;
use super::run::Run;
use super::types::{BatchCell, RowOutcome};
use super::units::Done;
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{Kind, Values, field, is_blank, same};

/// A row of which it is not known whether it is stored.
pub(super) struct Doubtful {
    place: usize,
    id: String,
    cells: Vec<BatchCell>,
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
            Done::Deleted(place, record, result) => self.note_deleted(place, &record, result),
        }
        None
    }

    fn note_sent(&mut self, sent: Sent<K>) -> Option<Doubtful> {
        let Ready {
            place,
            record,
            cells,
        } = sent.ready;
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
        let id = K::id(&record);
        if failure.kind.leaves_open() {
            return Some(Doubtful {
                place,
                id: id.to_owned(),
                cells,
                failure,
            });
        }
        let outcome = match failure.kind {
            _ if some => RowOutcome::Partly,
            FailureKind::Cancelled => RowOutcome::NotSent,
            FailureKind::NotFound => {
                self.gone(id);
                RowOutcome::Gone
            }
            _ => RowOutcome::Refused,
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
            Err(failure) => {
                let outcome = match failure.kind {
                    FailureKind::OutcomeUnknown => RowOutcome::Unknown,
                    FailureKind::Cancelled => RowOutcome::NotSent,
                    _ => RowOutcome::Refused,
                };
                self.settle(place, outcome, Some(failure));
                return None;
            }
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
        let failure = created.lacks.map(|(_, failure)| failure);
        if let (Some(failure), Some(id)) = (&failure, &created.id)
            && failure.kind.leaves_open()
        {
            return Some(Doubtful {
                place,
                id: id.clone(),
                cells: super::change::created_cells(values),
                failure: failure.clone(),
            });
        }
        let outcome = match failure {
            None => RowOutcome::Saved,
            Some(_) => RowOutcome::Partly,
        };
        self.settle(place, outcome, failure);
        None
    }

    fn note_deleted(
        &mut self,
        place: usize,
        record: &K::Record,
        result: Result<Deletion, Failure>,
    ) {
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
            Err(failure) => {
                let outcome = match failure.kind.leaves_open() {
                    true => RowOutcome::Unknown,
                    false => RowOutcome::Refused,
                };
                self.settle(place, outcome, Some(failure));
            }
        }
    }

    /// Reads doubtful rows once more and tells which of them are stored.
    pub(super) async fn look_up(&mut self, once: &Client, doubtful: Vec<Doubtful>) {
        let listed = match doubtful.len() > ONE_BY_ONE {
            true => by_id::<K>(once).await,
            false => None,
        };
        for row in doubtful {
            let found = match &listed {
                Some(listed) => listed.get(&row.id).cloned(),
                None => match K::get(once, &row.id).await {
                    Ok(record) => Some(record),
                    Err(error) => {
                        tracing::warn!(%error, "what a bulk change left open cannot be looked up");
                        None
                    }
                },
            };
            let Some(record) = found else {
                self.settle(row.place, RowOutcome::Unknown, Some(row.failure));
                continue;
            };
            let now = K::values(&record);
            let held = row.cells.iter().filter(|cell| holds::<K>(&now, cell));
            let held: Vec<String> = held.map(|cell| cell.field.clone()).collect();
            let outcome = match held.len() {
                0 => RowOutcome::NotSent,
                all if all == row.cells.len() => RowOutcome::Saved,
                _ => RowOutcome::Partly,
            };
            let failure = (outcome != RowOutcome::Saved).then_some(row.failure);
            self.row(row.place, |row| row.stored = held);
            self.settle(row.place, outcome, failure);
            self.show(record);
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
