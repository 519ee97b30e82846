//! The requests of a bulk change, one after the other or eight at once.

use fielddesk_api::{Client, Deletion};
use fielddesk_model::CompanyId;
use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::backoff_gate::BackoffGate;
use super::change::differs;
use super::halt::Halt;
use super::kind::{Created, Ready, RecordKind, Sent};
use super::reload::company_of;
use super::types::BatchCell;
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::Values;

/// What goes in one request, or in one and those that belong to it.
pub(super) enum Unit<K: RecordKind> {
    /// One record changes.
    One(Ready<K>),
    /// An array of records changes.
    Array(Vec<Ready<K>>),
    /// A record is created.
    Create(usize, Values),
    /// An array of records is created.
    CreateArray(Vec<(usize, Values)>),
    /// A record is deleted, if nothing depends on it and, where values are given, it has them.
    Delete(usize, K::Record, Option<Values>),
}

/// What came of a unit.
pub(super) enum Done<K: RecordKind> {
    /// Records were changed or not.
    Sent(Sent<K>),
    /// A record was created, or not.
    Created(usize, Values, Result<Created<K>, Failure>),
    /// A record was deleted, or cannot be.
    Deleted(usize, K::Record, Result<Deletion, Failure>),
    /// It is another than the one that was to be deleted.
    Differs(usize, Vec<BatchCell>),
    /// It was not sent.
    Skipped(usize, Failure),
}

/// What the requests of a bulk change are made with.
#[derive(Clone, Copy)]
pub(super) struct Sender<'a> {
    pub(super) client: &'a Client,
    /// The client without repetitions: the gate has them.
    pub(super) once: &'a Client,
    pub(super) gate: &'a BackoffGate,
    pub(super) halt: &'a Halt,
}

impl<'a> Sender<'a> {
    /// Does one unit, unless everything or its company was stopped.
    pub(super) fn send<K: RecordKind>(self, unit: Unit<K>) -> BoxFuture<'a, Vec<Done<K>>> {
        match unit {
            Unit::One(ready) => async move {
                let company = K::company(&ready.record).clone();
                if let Some(why) = self.halt.stops(&company) {
                    return vec![Done::Skipped(ready.place, why)];
                }
                let sent = K::update(self.once, self.gate, ready).await;
                vec![self.sent(sent)]
            }
            .boxed(),
            Unit::Array(all) => self.array(all).boxed(),
            Unit::Create(place, values) => async move {
                if let Some(why) = self.halt.stops(&company_of(&values)) {
                    return vec![Done::Skipped(place, why)];
                }
                let result = K::create(self.client, &values).await;
                vec![self.created(place, values, result)]
            }
            .boxed(),
            Unit::CreateArray(all) => self.create_array(all).boxed(),
            Unit::Delete(place, record, expected) => async move {
                let company = K::company(&record).clone();
                match self.halt.stops(&company) {
                    Some(why) => vec![Done::Skipped(place, why)],
                    None => vec![self.delete(place, record, expected, &company).await],
                }
            }
            .boxed(),
        }
    }

    async fn array<K: RecordKind>(self, all: Vec<Ready<K>>) -> Vec<Done<K>> {
        let (go, mut done) = self.split(all, |ready| {
            (ready.place, K::company(&ready.record).clone())
        });
        if !go.is_empty() {
            let sent = K::update_array(self.once, self.gate, go).await;
            done.extend(sent.into_iter().map(|sent| self.sent(sent)));
        }
        done
    }

    async fn create_array<K: RecordKind>(self, all: Vec<(usize, Values)>) -> Vec<Done<K>> {
        let (go, mut done) = self.split(all, |(place, values)| (*place, company_of(values)));
        if go.is_empty() {
            return done;
        }
        let (places, values): (Vec<usize>, Vec<Values>) = go.into_iter().unzip();
        let created = K::create_array(self.client, self.gate, &values).await;
        for ((place, values), result) in places.into_iter().zip(values).zip(created) {
            done.push(self.created(place, values, result));
        }
        done
    }

    /// Those of an array that go, and those that are stopped.
    fn split<K: RecordKind, T>(
        self,
        all: Vec<T>,
        about: impl Fn(&T) -> (usize, CompanyId),
    ) -> (Vec<T>, Vec<Done<K>>) {
        let (mut go, mut stay) = (Vec::new(), Vec::new());
        for one in all {
            let (place, company) = about(&one);
            match self.halt.stops(&company) {
                Some(why) => stay.push(Done::Skipped(place, why)),
                None => go.push(one),
            }
        }
        (go, stay)
    }

    /// Deletes a record that is still as it was when its values were kept.
    async fn delete<K: RecordKind>(
        self,
        place: usize,
        record: K::Record,
        expected: Option<Values>,
        company: &CompanyId,
    ) -> Done<K> {
        if let Some(expected) = expected {
            let now = {
                let get = || K::get(self.once, K::id(&record));
                self.gate.call(&get).await
            };
            match now.map(|now| K::values(&now)) {
                Ok(now) => {
                    if let Some(changed) = differs(K::RESOURCE.fields(), &now, &expected) {
                        return Done::Differs(place, changed);
                    }
                }
                Err(failure) => {
                    self.halt.consider(&failure, company);
                    // Nothing was sent that could have been carried out.
                    return match failure.kind {
                        FailureKind::NotFound => Done::Deleted(place, record, Err(failure)),
                        _ => Done::Skipped(place, failure),
                    };
                }
            }
        }
        let deleted = K::delete(self.client, &record).await;
        let result = deleted.map_err(Failure::from);
        if let Err(failure) = &result {
            self.halt.consider(failure, company);
        }
        Done::Deleted(place, record, result)
    }

    fn sent<K: RecordKind>(self, sent: Sent<K>) -> Done<K> {
        if let Some(failure) = &sent.failure {
            self.halt.consider(failure, K::company(&sent.ready.record));
        }
        Done::Sent(sent)
    }

    fn created<K: RecordKind>(
        self,
        place: usize,
        values: Values,
        result: Result<Created<K>, Failure>,
    ) -> Done<K> {
        let failure = match &result {
            Ok(created) => created.lacks.as_ref().map(|(_, failure)| failure),
            Err(failure) => Some(failure),
        };
        if let Some(failure) = failure {
            self.halt.consider(failure, &company_of(&values));
        }
        Done::Created(place, values, result)
    }
}
