//! The records as they are now, before anything is sent for them.

use std::collections::{HashMap, HashSet};

use fielddesk_api::Client;
use fielddesk_model::{CompanyId, Listed};
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _, stream};
use serde_json::Value;

use super::backoff_gate::BackoffGate;
use super::change::{PlannedChange, Task};
use super::kind::RecordKind;
use crate::{Failure, FailureKind};
use fielddesk_rules::concurrency;
use fielddesk_rules::fields::Values;

/// Up to this many records are looked up one by one; more are read as a list.
pub(super) const ONE_BY_ONE: usize = 16;

/// What is read before anything is sent.
pub(crate) enum Reload<K: RecordKind> {
    /// The records that are changed or deleted.
    Changed,
    /// All: a number that is to be new must be nobody's.
    All,
    /// Nothing: they were read a moment ago.
    Read(HashMap<String, K::Record>),
}

/// What is known of the records now.
pub(super) struct Fresh<K: RecordKind> {
    records: HashMap<String, Result<K::Record, Failure>>,
    /// Numbers that are taken, where all records were read.
    taken: HashMap<(CompanyId, String), String>,
    /// All records, where they were read.
    pub(super) listed: Option<Listed<K::Record>>,
    /// Records that were looked up; none for one that is not there.
    pub(super) looked_up: Vec<(String, Option<K::Record>)>,
}

impl<K: RecordKind> Fresh<K> {
    /// The record of an id, or why it cannot be looked up; none where it is not there.
    pub(super) fn record(&self, id: &str) -> Option<&Result<K::Record, Failure>> {
        self.records.get(id)
    }

    /// The id of the record that has the number of one that is to be created, as far as
    /// numbers were read.
    pub(super) fn taken(&self, number: &str, values: &Values) -> Option<&String> {
        self.taken.get(&(company_of(values), number.to_owned()))
    }

    fn of(records: impl Iterator<Item = K::Record>) -> Self {
        let named = records.map(|record| (K::id(&record).to_owned(), Ok(record)));
        Self {
            records: named.collect(),
            taken: HashMap::new(),
            listed: None,
            looked_up: Vec::new(),
        }
    }
}

/// The company of a record that is to be created.
pub(super) fn company_of(values: &Values) -> CompanyId {
    let company = values.get("companyId").and_then(Value::as_str);
    CompanyId::new(company.unwrap_or_default())
}

/// Reads the records of a bulk change again.
pub(super) async fn reload<K: RecordKind>(
    reload: Reload<K>,
    changes: &[PlannedChange],
    once: &Client,
    gate: &BackoffGate,
) -> Result<Fresh<K>, Failure> {
    let is_all = matches!(reload, Reload::All);
    let of_stored = |one: &&PlannedChange| matches!(one.task, Task::Change(_) | Task::Delete(_));
    let ids: Vec<&str> = changes
        .iter()
        .filter(of_stored)
        .map(|one| &*one.id)
        .collect();
    match reload {
        Reload::Read(records) => return Ok(Fresh::of(records.into_values())),
        Reload::Changed if ids.is_empty() => return Ok(Fresh::of(std::iter::empty())),
        Reload::Changed if ids.len() <= ONE_BY_ONE => {
            return look_up(&ids, once, gate).await;
        }
        Reload::Changed | Reload::All => {}
    }
    let list = || K::list(once);
    let listed = gate.call(&list).await?;
    let wanted: HashSet<&str> = ids.into_iter().collect();
    let found = listed.iter().filter(|one| wanted.contains(K::id(one)));
    let mut fresh = Fresh::of(found.cloned());
    if is_all {
        let numbers = listed.iter().map(|one| {
            let number = (K::company(one).clone(), K::number(one).to_owned());
            (number, K::id(one).to_owned())
        });
        fresh.taken = numbers.collect();
    }
    fresh.listed = Some(listed);
    Ok(fresh)
}

type Looked<K> = (String, Result<<K as RecordKind>::Record, Failure>);

async fn look_up<K: RecordKind>(
    ids: &[&str],
    once: &Client,
    gate: &BackoffGate,
) -> Result<Fresh<K>, Failure> {
    let looking: Vec<_> = ids.iter().map(|id| look::<K>(once, gate, id)).collect();
    let looked: Vec<Looked<K>> = stream::iter(looking)
        .buffer_unordered(concurrency::RECORDS)
        .collect()
        .await;
    let mut fresh = Fresh::of(std::iter::empty());
    for (id, found) in looked {
        match found {
            Ok(record) => {
                fresh.looked_up.push((id.clone(), Some(record.clone())));
                fresh.records.insert(id, Ok(record));
            }
            Err(failure) if failure.kind == FailureKind::NotFound => {
                fresh.looked_up.push((id, None));
            }
            Err(failure) if failure.kind == FailureKind::NotAllowed => {
                fresh.records.insert(id, Err(failure));
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(fresh)
}

/// Looks up one record.
fn look<'a, K: RecordKind>(
    once: &'a Client,
    gate: &'a BackoffGate,
    id: &str,
) -> BoxFuture<'a, Looked<K>> {
    let id = id.to_owned();
    async move {
        let found = {
            let get = || K::get(once, &id);
            gate.call(&get).await
        };
        (id, found)
    }
    .boxed()
}
