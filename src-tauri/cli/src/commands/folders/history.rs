//! `fieldctl sync history` and `restore`: content that was replaced or removed, and its way back.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::folders::{KeptVersion, VersionId};

use super::ending;
use super::open::{Names, Synced, path_text};
use super::status::here;
use super::words::{kept_because, side};
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

pub(super) async fn restore(
    text: &str,
    to: Option<&Path>,
    context: &Context,
) -> Result<Exit, Failure> {
    let version = version_number(text, "`fieldctl sync history` lists the versions.")?;
    let synced = Synced::open(context).await?;
    // The process that holds the data folder may stand elsewhere.
    let to = to.map(super::absolute);
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

/// The number of a version as a person wrote it.
///
/// # Errors
/// Not found for what is no number.
pub(in crate::commands) fn version_number(text: &str, fix: &str) -> Result<VersionId, Failure> {
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
        output.remark("Nothing was replaced or removed yet.");
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
        ]);
    }
    table
}
