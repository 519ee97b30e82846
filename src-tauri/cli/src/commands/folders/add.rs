//! `fieldctl sync add`: a folder that is kept in step with a page from now on.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::folders::{NewMapping, Sections};

use super::mappings::{absolute, table, told_warnings};
use super::open::Synced;
use super::settings;
use super::through::Through;
use crate::args::SyncAddArgs;
use crate::commands::docs::target;
use crate::context::Context;
use crate::exit::Exit;

pub(super) async fn run(args: SyncAddArgs, context: &Context) -> Result<Exit, Failure> {
    let folder = absolute(&args.folder);
    is_there(&folder)?;
    let connection = context.connect().await?;
    let target = target::find(context, &connection, &args.target).await?;
    let synced = Synced::open(context).await?;
    let new = NewMapping {
        folder,
        profile: connection.profile.id.clone(),
        target,
        sections: if args.sections_by_subfolder {
            Sections::BySubfolder
        } else {
            Sections::One(args.section)
        },
        deletes: settings::deletes(args.deletes),
    };
    synced.connected(connection).await;
    let added = synced.folders.add(new).await?;
    let names = synced.names().await?;
    let through = Through::folder(&added, &added.mapping.id, &names);
    context
        .output
        .result(&through, || table(std::slice::from_ref(&added.mapping)))?;
    told_warnings(&added, context);
    context.output.remark(&format!(
        "Nothing was uploaded yet. `fieldctl sync plan {0}` shows what would be, `fieldctl sync run {0} --once` does it.",
        added.mapping.id
    ));
    Ok(Exit::Done)
}

/// Said before anything is asked of the service.
fn is_there(folder: &Path) -> Result<(), Failure> {
    match std::fs::metadata(folder) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::local("look into", folder, &error)),
    }
}
