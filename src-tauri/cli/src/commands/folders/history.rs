//! `fieldctl sync history` and `restore`: content that was replaced or removed, and its way back.

use chrono::Local;
use fielddesk_core::Failure;
use fielddesk_core::documents::oldest_of_each;
use fielddesk_core::folders::{KeptVersion, Restored, VersionId};
use fielddesk_core::history::{ActId, HistoryFilter, Version};
use fielddesk_core::trips::window::bound;
use fielddesk_rules::search::NamePattern;
use serde::Serialize;

use super::ending;
use super::open::{Names, Synced, path_text};
use super::status::here;
use super::words::{kept_because, side};
use crate::args::RestoreArgs;
use crate::commands::confirm::{Doing, ask, can_be_confirmed};
use crate::commands::items::{Item, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table, size};

pub(super) async fn run(text: Option<&str>, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mapping = match text {
        Some(text) => Some(synced.find(text).await?.id),
        None => None,
    };
    let names = synced.names().await?;
    let versions = synced.folders.history(mapping.as_ref()).await?;
    tell_versions(context, &versions, &names)
}

pub(super) async fn restore(args: &RestoreArgs, context: &Context) -> Result<Exit, Failure> {
    if let Some(version) = one_version(args, "`fieldctl sync history` lists the versions.")? {
        return restore_one(version, args, context).await;
    }
    can_be_confirmed(Doing::Restore, args.yes)?;
    let synced = Synced::open(context).await?;
    let mut versions = chosen(args, &synced).await?;
    if args.which.versions.is_empty() {
        // What was removed by hand is for `fieldctl docs restore`.
        versions.retain(|version| version.mapping.is_some());
    }
    confirm(args, versions.len(), context).await?;
    let mut outcomes = Vec::new();
    for kept in &versions {
        outcomes.push((
            kept.version,
            synced.folders.restore(kept.version, None).await,
        ));
    }
    tell_restored(
        &outcomes,
        |one: &Restored| path_text(&one.restored),
        context,
    )
}

async fn restore_one(
    version: VersionId,
    args: &RestoreArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    // The process that holds the data folder may stand elsewhere.
    let to = args.to.as_deref().map(super::absolute);
    let restored = match synced.folders.restore(version, to.as_deref()).await {
        Ok(restored) => restored,
        Err(failure) => return ending::of(context, &failure),
    };
    context.output.result(&restored, || Table::new(&[]))?;
    context.output.remark(&format!(
        "Version {} is in {}.",
        version.0,
        path_text(&restored.restored)
    ));
    Ok(Exit::Done)
}

/// The one version that is named; `None` where several are meant.
///
/// # Errors
/// Not found for what is no number; `usage` for one file of several versions.
pub(in crate::commands) fn one_version(
    args: &RestoreArgs,
    fix: &str,
) -> Result<Option<VersionId>, Failure> {
    match args.which.versions.as_slice() {
        [one] => version_number(one, fix).map(Some),
        [_, _, ..] if args.to.is_some() => Err(Failure::usage(
            "to",
            "Several versions cannot go into one file.",
            "Give one VERSION with --to.",
        )),
        _ => Ok(None),
    }
}

/// The versions that are meant, of each document one.
///
/// # Errors
/// Not found for an unknown version or act; `usage` for two versions of one document.
pub(in crate::commands) async fn chosen(
    args: &RestoreArgs,
    synced: &Synced,
) -> Result<Vec<Version>, Failure> {
    let mut named = Vec::new();
    for text in &args.which.versions {
        let number = version_number(text, "`history` lists the versions.")?;
        named.push(synced.history.version(number).await?);
    }
    if !named.is_empty() {
        let count = named.len();
        let each = oldest_of_each(named);
        if each.len() < count {
            return Err(Failure::usage(
                "number",
                "Two of these versions are of one document.",
                "Give one version of each document.",
            ));
        }
        return Ok(each);
    }
    let time = |field, text: &Option<String>| {
        let text = text.as_deref();
        text.map(|text| bound(field, text, &Local).map(|at| at.0))
            .transpose()
    };
    let filter = HistoryFilter {
        act: args.which.act.clone().map(ActId),
        since: time("since", &args.which.since)?,
        until: time("until", &args.until)?,
        section: args.section.clone(),
        pattern: args.name.as_deref().map(NamePattern::new),
        ..HistoryFilter::default()
    };
    // A version whose removal was not confirmed is there still.
    let removed = synced.history.removed().await?;
    let mut versions = synced.history.versions().await?;
    versions.retain(|version| filter.fits(version) && removed.contains(&version.version));
    match &args.which.act {
        Some(act) if versions.is_empty() => {
            Err(Failure::not_found("act", act, "`history` lists the acts."))
        }
        _ => Ok(oldest_of_each(versions)),
    }
}

/// Asks for several versions.
///
/// # Errors
/// Kind `cancelled` where the answer is no.
pub(in crate::commands) async fn confirm(
    args: &RestoreArgs,
    count: usize,
    context: &Context,
) -> Result<(), Failure> {
    if args.yes || count == 0 {
        return Ok(());
    }
    let question = format!("Restore {count} files? What each replaces is kept.");
    ask(Doing::Restore, context, &question).await
}

/// A version and what it became.
#[derive(Debug, Serialize)]
pub(in crate::commands) struct Back<'a, T> {
    version: VersionId,
    #[serde(flatten)]
    restored: &'a T,
}

#[derive(Debug, Serialize)]
struct NotBack {
    version: VersionId,
}

/// Prints the outcome of each version and ends the command.
pub(in crate::commands) fn tell_restored<T: Serialize>(
    outcomes: &[(VersionId, Result<T, Failure>)],
    place: impl Fn(&T) -> String,
    context: &Context,
) -> Result<Exit, Failure> {
    let items: Vec<_> = outcomes
        .iter()
        .map(|(version, result)| match result {
            Ok(restored) => Item::Done(Back {
                version: *version,
                restored,
            }),
            Err(failure) => Item::Failed {
                item: NotBack { version: *version },
                error: failure.into(),
            },
        })
        .collect();
    context.output.result(&items, || {
        let mut table = Table::new(&[("VERSION", Kind::Number), ("RESTORED", Kind::Name)]);
        for (version, result) in outcomes {
            if let Ok(restored) = result {
                table.row([&*version.0.to_string(), &place(restored)]);
            }
        }
        table
    })?;
    if outcomes.is_empty() {
        context
            .output
            .remark("No version matches: nothing was restored.");
    }
    let numbers: Vec<String> = outcomes
        .iter()
        .map(|(version, _)| version.0.to_string())
        .collect();
    let failures: Vec<_> = numbers
        .iter()
        .zip(outcomes)
        .filter_map(|(number, (_, result))| Some((number.as_str(), result.as_ref().err()?)))
        .collect();
    Ok(finish(context, outcomes.len(), &failures, "restored"))
}

/// The number of a version as a person wrote it.
fn version_number(text: &str, fix: &str) -> Result<VersionId, Failure> {
    text.parse()
        .map(VersionId)
        .map_err(|_| Failure::not_found("version", text, fix))
}

/// Prints versions, or that there are none.
pub(in crate::commands) fn tell_versions(
    context: &Context,
    versions: &[KeptVersion],
    names: &Names,
) -> Result<Exit, Failure> {
    let output = &context.output;
    output.result(&versions, || versions_table(versions, names))?;
    if versions.is_empty() {
        output.remark("Nothing was replaced or deleted yet.");
    }
    Ok(Exit::Done)
}

/// Versions for a person to read.
fn versions_table(versions: &[KeptVersion], names: &Names) -> Table {
    let mut table = Table::new(&[
        ("VERSION", Kind::Number),
        ("REMOVED", Kind::Id),
        ("PROJECT", Kind::Name),
        ("WORK ORDER", Kind::Id),
        ("FOLDER", Kind::Name),
        ("SECTION", Kind::Name),
        ("NAME", Kind::Name),
        ("SIZE", Kind::Number),
        ("FROM", Kind::Id),
        ("WHY", Kind::Name),
        ("ACT", Kind::Id),
    ]);
    for version in versions {
        table.row([
            &version.version.0.to_string(),
            &here(version.at),
            version.project.as_deref().unwrap_or_default(),
            version
                .work_order
                .as_ref()
                .map_or("", fielddesk_core::model::WorkOrderId::as_str),
            version.mapping.as_ref().map_or("", |id| names.get(id)),
            &version.section,
            &version.name,
            &size(version.bytes),
            side(version.from),
            kept_because(version.reason),
            version.act.as_ref().map_or("", |act| &act.0),
        ]);
    }
    table
}
