//! `fieldctl docs`: documents of a project or a work order.

mod delete;
mod download;
mod list;
mod target;
mod upload;

use fielddesk_core::Failure;
use serde::Serialize;

use crate::args::DocsCommand;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::{ErrorDocument, summary};

pub(crate) async fn run(command: DocsCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        DocsCommand::List { target } => list::run(&target, context).await,
        DocsCommand::Upload(args) => upload::run(args, context).await,
        DocsCommand::Download(args) => download::run(args, context).await,
        DocsCommand::Delete(args) => delete::run(args, context).await,
    }
}

/// What a program reads of one item: what was done, or why not.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Item<D, F> {
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
fn finish(context: &Context, items: usize, failures: &[(&str, &Failure)], doing: &str) -> Exit {
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
fn distinct(ids: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    ids.into_iter()
        .filter(|id| seen.insert(id.clone()))
        .collect()
}
