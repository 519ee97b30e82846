//! `fieldctl sync resolve`: a decision on one conflict or on many, carried out at once.

use fielddesk_core::Failure;
use fielddesk_core::folders::{ConflictReason, ConflictView, FolderMapping, Keep, Resolution};
use fielddesk_core::model::FileReferenceId;
use serde::Serialize;

use super::ending;
use super::open::Synced;
use crate::args::{KeepArg, ReasonArg, ResolveArgs};
use crate::commands::items::Item;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

/// A conflict as it was, and the word on it.
#[derive(Debug, Serialize)]
struct Resolved<'a> {
    #[serde(flatten)]
    conflict: &'a ConflictView,
    kept: Keep,
}

pub(super) async fn run(args: ResolveArgs, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mapping = synced.find(&args.mapping.text).await?;
    let keep = match args.keep {
        KeepArg::Local => Keep::Local,
        KeepArg::Remote => Keep::Remote,
        KeepArg::Both => Keep::Both,
    };
    match &args.name {
        Some(name) => one(&synced, &mapping, name, &args, keep, context).await,
        None => all(&synced, &mapping, args.reason.map(reason), keep, context).await,
    }
}

async fn one(
    synced: &Synced,
    mapping: &FolderMapping,
    name: &str,
    args: &ResolveArgs,
    keep: Keep,
    context: &Context,
) -> Result<Exit, Failure> {
    let shown = args.remote.iter().map(FileReferenceId::new);
    let resolution = Resolution {
        keep,
        document: args.id.as_deref().map(FileReferenceId::new),
        shown: (!args.remote.is_empty()).then(|| shown.collect()),
    };
    let section = args.section.as_deref();
    let resolved = synced
        .folders
        .resolve(&mapping.id, name, section, resolution);
    let conflict = match resolved.await {
        Ok(conflict) => conflict,
        Err(failure) => return ending::of(context, &failure),
    };
    let document = Resolved {
        conflict: &conflict,
        kept: keep,
    };
    context
        .output
        .result(&document, || table(&[(&conflict, keep)]))?;
    Ok(Exit::Done)
}

async fn all(
    synced: &Synced,
    mapping: &FolderMapping,
    reason: Option<ConflictReason>,
    keep: Keep,
    context: &Context,
) -> Result<Exit, Failure> {
    let resolved = synced.folders.resolve_all(&mapping.id, reason, keep).await;
    let outcomes = match resolved {
        Ok(outcomes) => outcomes,
        Err(failure) => return ending::of(context, &failure),
    };
    let document: Vec<_> = outcomes
        .iter()
        .map(|(conflict, outcome)| match outcome {
            Ok(()) => Item::Done(Resolved {
                conflict,
                kept: keep,
            }),
            Err(failure) => Item::Failed {
                item: conflict,
                error: failure.into(),
            },
        })
        .collect();
    let done: Vec<_> = outcomes
        .iter()
        .filter(|(_, outcome)| outcome.is_ok())
        .map(|(conflict, _)| (conflict, keep))
        .collect();
    context.output.result(&document, || table(&done))?;
    if outcomes.is_empty() {
        context.output.remark("There is no such conflict.");
    }
    let failures: Vec<_> = outcomes
        .iter()
        .filter_map(|(conflict, outcome)| Some((conflict.name.as_str(), outcome.as_ref().err()?)))
        .collect();
    Ok(ending::finish(
        context,
        outcomes.len(),
        &failures,
        "resolved",
    ))
}

fn table(resolved: &[(&ConflictView, Keep)]) -> Table {
    let mut table = Table::new(&[
        ("SECTION", Kind::Name),
        ("NAME", Kind::Name),
        ("KEPT", Kind::Name),
    ]);
    for (conflict, keep) in resolved {
        let stays = match keep {
            Keep::Local => "the version in the folder",
            Keep::Remote => "the project version",
            Keep::Both => "both",
        };
        table.row([&conflict.section, &conflict.name, stays]);
    }
    table
}

const fn reason(reason: ReasonArg) -> ConflictReason {
    match reason {
        ReasonArg::FirstContact => ConflictReason::FirstContact,
        ReasonArg::BothChanged => ConflictReason::BothChanged,
        ReasonArg::ReplacedElsewhere => ConflictReason::ReplacedElsewhere,
        ReasonArg::DeletedElsewhere => ConflictReason::DeletedElsewhere,
        ReasonArg::DuplicateNames => ConflictReason::DuplicateNames,
        ReasonArg::NameCollision => ConflictReason::NameCollision,
    }
}
