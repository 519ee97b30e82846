//! Reads records again to find out what became of rows whose requests had no answer.

use std::collections::HashMap;

use fielddesk_api::Client;
use fielddesk_model::Listed;
use futures::{StreamExt as _, TryStreamExt as _, stream};

use super::course::{RowTask, looked_up};
use super::kind::RecordKind;
use super::reload::{ONE_BY_ONE, company_of};
use super::types::{BatchRow, RowOutcome};
use crate::{Failure, FailureKind};
use fielddesk_rules::concurrency;
use fielddesk_rules::fields::Values;

/// Records as the service has them now.
pub(crate) struct Found<K: RecordKind> {
    records: HashMap<String, K::Record>,
    /// All of them, where they were listed.
    pub(crate) listed: Option<Listed<K::Record>>,
}

impl<K: RecordKind> Found<K> {
    /// Reads the records of rows: few one by one, many as a list, and so are those whose id is
    /// not known.
    ///
    /// # Errors
    /// Fails when the records cannot be read. A record that is not there is no failure.
    pub(crate) async fn read(once: &Client, ids: &[&str]) -> Result<Self, Failure> {
        if ids.len() > ONE_BY_ONE || ids.iter().any(|id| id.is_empty()) {
            let listed = K::list(once).await.map_err(Failure::from)?;
            let named = listed.records.iter();
            return Ok(Self {
                records: named
                    .map(|one| (K::id(one).to_owned(), one.clone()))
                    .collect(),
                listed: Some(listed),
            });
        }
        let reading = ids.iter().map(|id| async move {
            match K::get(once, id).await.map_err(Failure::from) {
                Ok(record) => Ok(Some(((*id).to_owned(), record))),
                Err(failure) if failure.kind == FailureKind::NotFound => Ok(None),
                Err(failure) => Err(failure),
            }
        });
        let reading: Vec<_> = reading.collect();
        let found: Vec<Option<(String, K::Record)>> = stream::iter(reading)
            .buffer_unordered(concurrency::RECORDS)
            .try_collect()
            .await?;
        Ok(Self {
            records: found.into_iter().flatten().collect(),
            listed: None,
        })
    }

    /// Settles a row; gives its record, where it is there.
    pub(crate) fn settle(&self, task: RowTask, row: &mut BatchRow) -> Option<&K::Record> {
        let found = match row.id.is_empty() {
            true => self.created(row),
            false => self.records.get(&row.id),
        };
        let now = found.map(K::values);
        let fields = K::RESOURCE.fields();
        let (outcome, held) = looked_up(fields, task, &mut row.cells, now.as_ref());
        if let Some(record) = found
            && matches!(outcome, RowOutcome::Saved | RowOutcome::Partly)
        {
            K::id(record).clone_into(&mut row.id);
        }
        row.sent |= !matches!(outcome, RowOutcome::NotSent | RowOutcome::Unknown);
        row.stored = held;
        row.outcome = outcome;
        found
    }

    /// The record of the number that a row was to create.
    fn created(&self, row: &BatchRow) -> Option<&K::Record> {
        let cells = row.cells.iter();
        let values: Values = cells
            .map(|cell| (cell.field.clone(), cell.new.clone()))
            .collect();
        let company = company_of(&values);
        let is_there = |one: &&K::Record| {
            K::number(one) == row.number
                && (company.as_str().is_empty() || *K::company(one) == company)
        };
        self.records.values().find(is_there)
    }
}
