//! Commands over several items: an outcome for each, and one exit status.

use fielddesk_core::Failure;
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
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

/// Ids without repetition, in the order given.
pub(super) fn distinct(ids: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    ids.into_iter()
        .filter(|id| seen.insert(id.clone()))
        .collect()
}
