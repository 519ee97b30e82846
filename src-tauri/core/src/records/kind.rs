//! Interface of a kind of records to the engine: reading one, and its requests.

use std::fmt::Debug;

use fielddesk_api::{Client, Deletion, Error};
use fielddesk_model::{CompanyId, Listed};
use futures::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::backoff_gate::BackoffGate;
use super::types::BatchCell;
use crate::Failure;
use fielddesk_rules::fields::{Resource, Values};

/// A kind of records that can be changed in bulk.
pub(crate) trait RecordKind: Debug + Send + Sync + Sized + 'static {
    /// The record as the service has it.
    type Record: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Its fields and its words.
    const RESOURCE: Resource;

    fn id(record: &Self::Record) -> &str;
    fn company(record: &Self::Record) -> &CompanyId;
    fn number(record: &Self::Record) -> &str;
    fn name(record: &Self::Record) -> Option<String>;
    /// The values of all fields, by spec name.
    fn values(record: &Self::Record) -> Values;
    /// Equipment has no check-in.
    fn is_equipment(_: &Self::Record) -> bool {
        false
    }

    /// All in reach.
    fn list(client: &Client) -> BoxFuture<'_, Result<Listed<Self::Record>, Error>>;
    /// The record of an id.
    fn get<'a>(client: &'a Client, id: &'a str) -> BoxFuture<'a, Result<Self::Record, Error>>;
    /// Whether an array can hold the change.
    fn fits_an_array(_: &Ready<Self>) -> bool {
        true
    }
    /// Changes one record.
    fn update<'a>(
        client: &'a Client,
        gate: &'a BackoffGate,
        ready: Ready<Self>,
    ) -> BoxFuture<'a, Sent<Self>>;
    /// Changes the records of one array.
    fn update_array<'a>(
        client: &'a Client,
        gate: &'a BackoffGate,
        ready: Vec<Ready<Self>>,
    ) -> BoxFuture<'a, Vec<Sent<Self>>>;
    /// Creates one record, exactly once.
    fn create<'a>(
        client: &'a Client,
        values: &'a Values,
    ) -> BoxFuture<'a, Result<Created<Self>, Failure>>;
    /// Creates the records of one array, each exactly once.
    fn create_array<'a>(
        client: &'a Client,
        gate: &'a BackoffGate,
        values: &'a [Values],
    ) -> BoxFuture<'a, Vec<Result<Created<Self>, Failure>>>;
    /// Deletes a record that nothing depends on.
    fn delete<'a>(
        client: &'a Client,
        record: &'a Self::Record,
    ) -> BoxFuture<'a, Result<Deletion, Error>>;
    /// Why a record was not deleted.
    fn not_deletable(record: &Self::Record, reasons: &[String]) -> Failure;
}

/// A record and what is to be sent of it.
#[derive(Debug, Clone)]
pub(crate) struct Ready<K: RecordKind> {
    /// Its place among the rows.
    pub(crate) place: usize,
    /// The record as it is now.
    pub(crate) record: K::Record,
    /// The cells.
    pub(crate) cells: Vec<BatchCell>,
}

/// What came of sending.
pub(crate) struct Sent<K: RecordKind> {
    pub(crate) ready: Ready<K>,
    /// The record after it, where anything was stored.
    pub(crate) stored: Option<K::Record>,
    /// Fields that were stored.
    pub(crate) fields: Vec<String>,
    /// Why not all of them were.
    pub(crate) failure: Option<Failure>,
}

/// A record that was created.
pub(crate) struct Created<K: RecordKind> {
    /// Its id; none where the service did not say it.
    pub(crate) id: Option<String>,
    /// As it is stored, where the answer told.
    pub(crate) record: Option<K::Record>,
    /// Fields that were not stored, and why.
    pub(crate) lacks: Option<(Vec<String>, Failure)>,
}

impl<K: RecordKind> Ready<K> {
    /// The new values by field.
    pub(crate) fn values(&self) -> Values {
        let values = self.cells.iter();
        values
            .map(|cell| (cell.field.clone(), cell.new.clone()))
            .collect()
    }

    /// All of it was stored.
    pub(crate) fn done(self, stored: K::Record) -> Sent<K> {
        let fields = self.cells.iter().map(|cell| cell.field.clone());
        Sent {
            fields: fields.collect(),
            stored: Some(stored),
            ready: self,
            failure: None,
        }
    }

    /// Nothing of it was stored.
    pub(crate) fn failed(self, failure: Failure) -> Sent<K> {
        Sent {
            ready: self,
            stored: None,
            fields: Vec::new(),
            failure: Some(failure),
        }
    }

    /// Some fields were stored.
    pub(crate) fn partly(
        self,
        stored: K::Record,
        fields: Vec<String>,
        failure: Failure,
    ) -> Sent<K> {
        Sent {
            stored: (!fields.is_empty()).then_some(stored),
            ready: self,
            fields,
            failure: Some(failure),
        }
    }
}
