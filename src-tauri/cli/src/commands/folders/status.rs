//! `fieldctl sync status`: how the folders stand, each with the state of its worst file.

use chrono::{DateTime, Local, Utc};
use fielddesk_core::Failure;
use fielddesk_core::folders::MappingStatus;

use super::open::{Names, Synced};
use super::through::Through;
use super::words::{cause, state};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(super) async fn run(text: Option<&str>, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let which = synced.which(text).await?;
    let names = synced.names().await?;
    let all = synced.folders.status(&which).await?;
    let each = Through::each(&all, &names, |one| &one.mapping);
    context.output.result(&each, || table(&all, &names))?;
    if all.is_empty() {
        context
            .output
            .remark("No folder is synced yet; `fieldctl sync add --help` shows how.");
    }
    Ok(Exit::Done)
}

fn table(all: &[MappingStatus], names: &Names) -> Table {
    let mut table = Table::new(&[
        ("ID", Kind::Id),
        ("FOLDER", Kind::Name),
        ("STATE", Kind::Id),
        ("FILES", Kind::Number),
        ("PENDING", Kind::Number),
        ("CONFLICTS", Kind::Number),
        ("FAILED", Kind::Number),
        ("LAST RUN", Kind::Id),
        ("WHY", Kind::Name),
    ]);
    for one in all {
        table.row([
            &one.mapping.0,
            names.get(&one.mapping),
            state(one.state),
            &one.files.to_string(),
            &one.pending.to_string(),
            &one.conflicts.to_string(),
            &one.failed.to_string(),
            &one.last_run.map_or_else(String::new, here),
            &why(cause(one.reason), one.detail.as_deref()),
        ]);
    }
    table
}

/// A reason, and more in words where there is more.
pub(super) fn why(word: &str, detail: Option<&str>) -> String {
    match detail {
        Some(detail) if !detail.is_empty() => format!("{word}: {detail}"),
        _ => word.to_owned(),
    }
}

/// A moment on this computer's clock.
pub(crate) fn here(at: DateTime<Utc>) -> String {
    at.with_timezone(&Local)
        .format("%Y-%m-%d %H:%M:%S")
        .to_string()
}
