//! Commands over several items: an outcome for each, and one exit status.

use std::collections::BTreeMap;

use fielddesk_core::Failure;
use fielddesk_core::bulk::ItemOutcome;
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::Table;
use crate::output::{ErrorDocument, summary};

/// What a program reads of one item: what was done, or why not.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Item<D, F> {
    Done(D),
    Failed {
        #[serde(flatten)]
        item: F,
        error: ErrorDocument,
    },
}

/// Ends a command over several items: tells the failures and settles the exit status.
///
/// `doing` completes "… of … could not be …".
pub(super) fn finish(
    context: &Context,
    items: usize,
    failures: &[(&str, &Failure)],
    doing: &str,
) -> Exit {
    if items > 1 {
        for (name, failure) in failures {
            context.output.item_failure(name, failure);
        }
    }
    let failures: Vec<&Failure> = failures.iter().map(|(_, failure)| *failure).collect();
    if let Some(failure) = summary(&failures, items, doing) {
        context.output.failure(&failure);
    }
    Exit::of_items(items, failures)
}

/// Tells what became of each record and ends the command. `number` is the field that names a
/// record that failed.
pub(super) fn tell<R: Serialize + Clone>(
    outcomes: &[ItemOutcome<R>],
    number: &'static str,
    table: impl FnOnce(&[R]) -> Table,
    doing: &str,
    context: &Context,
) -> Result<Exit, Failure> {
    let items: Vec<_> = outcomes
        .iter()
        .map(|outcome| match &outcome.result {
            Ok(record) => Item::Done(record),
            Err(failure) => Item::Failed {
                item: BTreeMap::from([(number, &outcome.item)]),
                error: failure.into(),
            },
        })
        .collect();
    context.output.result(&items, || {
        let done = outcomes.iter().filter_map(|one| one.result.as_ref().ok());
        table(&done.cloned().collect::<Vec<_>>())
    })?;
    let failures: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| Some((outcome.item.as_str(), outcome.result.as_ref().err()?)))
        .collect();
    Ok(finish(context, outcomes.len(), &failures, doing))
}

/// Ids without repetition, in the order given.
pub(super) fn distinct(ids: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    ids.into_iter()
        .filter(|id| seen.insert(id.clone()))
        .collect()
}
