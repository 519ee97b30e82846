//! `fieldctl sync list`, `remove` and `move`: which folders there are and where they lie.

use std::path::PathBuf;

use fielddesk_core::Failure;
use fielddesk_core::folders::MappingId;
use serde::Serialize;

use super::mappings::{absolute, table, told_warnings};
use super::open::{Synced, path_text};
use super::through::Through;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::Table;

#[derive(Debug, Serialize)]
struct Removed<'a> {
    removed: &'a MappingId,
    folder: String,
}

pub(super) async fn run(context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mappings = synced.folders.list().await?;
    let names = synced.names().await?;
    let each = Through::each(&mappings, &names, |mapping| &mapping.id);
    context.output.result(&each, || table(&mappings))?;
    if mappings.is_empty() {
        context
            .output
            .remark("No folder is synced yet; `fieldctl sync add --help` shows how.");
    }
    Ok(Exit::Done)
}

pub(super) async fn remove(text: &str, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mapping = synced.find(text).await?;
    let mapping = synced.folders.remove(&mapping.id).await?;
    let removed = Removed {
        removed: &mapping.id,
        folder: path_text(&mapping.folder),
    };
    context.output.result(&removed, || Table::new(&[]))?;
    context.output.remark(&format!(
        "{} is no longer synced. Its files and documents are unchanged.",
        path_text(&mapping.folder)
    ));
    Ok(Exit::Done)
}

pub(super) async fn move_to(
    text: &str,
    folders: &[PathBuf],
    context: &Context,
) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mapping = synced.find(text).await?;
    let moved = match folders {
        [subfolder, folder] => {
            // Named as it is seen from here, or from the synced folder.
            let here = absolute(subfolder);
            let inside = here.starts_with(&mapping.folder).then_some(here);
            let subfolder = inside.as_ref().unwrap_or(subfolder);
            let folder = absolute(folder);
            let moving = synced
                .folders
                .move_subfolder(&mapping.id, subfolder, &folder);
            moving.await?
        }
        [folder] => {
            synced
                .folders
                .move_to(&mapping.id, &absolute(folder))
                .await?
        }
        _ => return Err(Failure::internal("one or two folders are asked for")),
    };
    context
        .output
        .result(&moved, || table(std::slice::from_ref(&moved.mapping)))?;
    told_warnings(&moved, context);
    Ok(Exit::Done)
}
