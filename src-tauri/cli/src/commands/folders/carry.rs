//! `fieldctl sync export` and `import`: the synced folders on their way to another computer.

use std::io::Read as _;
use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::folders::FolderMapping;
use serde::Serialize;

use super::mappings::table;
use super::open::{Synced, path_text};
use crate::args::OutputArg;
use crate::commands::items::{Item, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::Table;

/// More than this is no list of folders.
const LIMIT_BYTES: u64 = 16 * 1024 * 1024;

#[derive(Debug, Serialize)]
struct NotMade {
    folder: String,
}

pub(super) async fn export(output: &OutputArg, context: &Context) -> Result<Exit, Failure> {
    let file = output.file()?;
    let synced = Synced::open(context).await?;
    let text = synced.folders.export().await?;
    if file.is_none() && context.output.is_json() {
        let document: serde_json::Value = serde_json::from_str(&text).map_err(Failure::internal)?;
        context.output.result(&document, || Table::new(&[]))?;
        return Ok(Exit::Done);
    }
    let rows = synced.folders.list().await?.len() as u64;
    let told = |place: &str| format!("The list is in {place}.");
    context.output.file(file, text.as_bytes(), rows, told)?;
    Ok(Exit::Done)
}

pub(super) async fn import(file: &Path, context: &Context) -> Result<Exit, Failure> {
    let text = read(file)?;
    let synced = Synced::open(context).await?;
    let imported = synced.folders.import(&text).await?;
    let made: Vec<FolderMapping> = imported
        .added
        .iter()
        .map(|added| added.mapping.clone())
        .collect();
    let mut document: Vec<_> = imported.added.iter().map(Item::Done).collect();
    document.extend(
        imported
            .refused
            .iter()
            .map(|(folder, failure)| Item::Failed {
                item: NotMade {
                    folder: path_text(folder),
                },
                error: failure.into(),
            }),
    );
    context.output.result(&document, || table(&made))?;
    if !made.is_empty() {
        context.output.remark(
            "Imported folders are paused: check each, then `fieldctl sync resume MAPPING`.",
        );
    }
    let names: Vec<String> = imported
        .refused
        .iter()
        .map(|(folder, _)| path_text(folder))
        .collect();
    let failures: Vec<_> = names
        .iter()
        .zip(&imported.refused)
        .map(|(name, (_, failure))| (name.as_str(), failure))
        .collect();
    Ok(finish(context, document.len(), &failures, "added"))
}

fn read(file: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = if file.as_os_str() == "-" {
        std::io::stdin()
            .lock()
            .take(LIMIT_BYTES)
            .read_to_string(&mut text)
    } else {
        std::fs::File::open(file).and_then(|open| open.take(LIMIT_BYTES).read_to_string(&mut text))
    };
    match read {
        Ok(_) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => Err(Failure::usage(
            "file",
            "This file is not a list of synced folders: it is not text.",
            "Name the file that `fieldctl sync export` wrote.",
        )),
        Err(error) => Err(Failure::local("read", file, &error)),
    }
}
