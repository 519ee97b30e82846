//! `fieldctl docs history` and `restore`: what was replaced or removed on this computer, by hand or
//! by a synced folder, and its way back into the project. They take no lock on the data folder.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::documents::{RestoredDocument, restore_to_project, restore_versions};
use fielddesk_core::history::{HistoryFilter, VersionId};
use fielddesk_core::model::{ProjectId, WorkOrderId};
use fielddesk_core::target::Target;
use serde::Serialize;

use super::upload::Store;
use crate::args::{HistoryArgs, RestoreArgs};
use crate::commands::confirm::{Doing, can_be_confirmed};
use crate::commands::folders::{
    Synced, absolute, chosen, confirm, one_version, tell_restored, tell_versions,
};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::Table;

pub(super) async fn run(args: HistoryArgs, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let filter = HistoryFilter {
        mapping: None,
        target: target(&args, &synced, context).await?,
        section: args.section,
        name: args.name,
        ..HistoryFilter::default()
    };
    let versions = synced.folders.versions(&filter).await?;
    let names = synced.names().await?;
    tell_versions(context, &versions, &names)
}

/// Whose versions are meant. A project that this computer knows is found without the server.
async fn target(
    args: &HistoryArgs,
    synced: &Synced,
    context: &Context,
) -> Result<Option<Target>, Failure> {
    if let Some(id) = &args.work_order {
        return Ok(Some(Target {
            project: ProjectId::new(""),
            work_order: Some(WorkOrderId::new(id.as_str())),
        }));
    }
    let Some(number) = &args.project else {
        return Ok(None);
    };
    if let Some(id) = synced.folders.project_of_number(number).await? {
        return Ok(Some(Target::project(id)));
    }
    let connection = context.connect().await?;
    let look_up = connection.client.projects();
    let project = context.unless_cancelled(look_up.by_number(number)).await?;
    let target = Target::project(project.id);
    synced.history.note_number(&target, Some(number)).await;
    Ok(Some(target))
}

/// Where a version was written to.
#[derive(Debug, Serialize)]
struct Written {
    restored: std::path::PathBuf,
}

pub(super) async fn restore(args: &RestoreArgs, context: &Context) -> Result<Exit, Failure> {
    match one_version(args, "`fieldctl docs history` lists the versions.")? {
        Some(version) => restore_one(version, args.to.as_deref(), context).await,
        None => restore_several(args, context).await,
    }
}

async fn restore_several(args: &RestoreArgs, context: &Context) -> Result<Exit, Failure> {
    can_be_confirmed(Doing::Restore, args.yes)?;
    let synced = Synced::open(context).await?;
    let mappings = synced.folders.list().await?;
    let mut versions = chosen(args, &synced).await?;
    if args.which.versions.is_empty() {
        // What a folder still syncs is for `fieldctl sync restore`.
        versions.retain(|version| {
            let mut synced = mappings.iter().map(|mapping| Some(&mapping.id));
            version.mapping.is_none() || !synced.any(|id| id == version.mapping.as_ref())
        });
    }
    confirm(args, versions.len(), context).await?;
    let connection = context.connect().await?;
    let store = Store::open(context).await?;
    let work = store.document_context(context, &connection, Target::project(ProjectId::new("")));
    let restored = restore_versions(&work, &mappings, &versions);
    let outcomes = context
        .unless_cancelled(async { Ok::<_, Failure>(restored.await) })
        .await?;
    let place = |one: &RestoredDocument| format!("{}/{}", one.section, one.restored);
    tell_restored(&outcomes, place, context)
}

async fn restore_one(
    version: VersionId,
    to: Option<&Path>,
    context: &Context,
) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let no_table = || Table::new(&[]);
    if let Some(to) = to {
        let to = absolute(to);
        let work = synced.history.restore_to_file(version, &to);
        context.unless_cancelled(work).await?;
        let said = format!("Version {} is in {}.", version.0, to.display());
        context.output.result(&Written { restored: to }, no_table)?;
        context.output.remark(&said);
        return Ok(Exit::Done);
    }
    // A number that was never given needs no connection to be refused.
    let kept = synced.history.version(version).await?;
    let connection = context.connect().await?;
    let mappings = synced.folders.list().await?;
    let store = Store::open(context).await?;
    let target = Target::of_version(&kept);
    let place = store.document_context(context, &connection, target);
    let work = restore_to_project(&place, &mappings, version);
    let restored = context.unless_cancelled(work).await?;
    context.output.result(&restored, no_table)?;
    context.output.remark(&format!(
        "Version {} is in the project again: {}, section {}.",
        version.0, restored.restored, restored.section
    ));
    Ok(Exit::Done)
}
