//! `fieldctl machines export` and `fieldctl users export`: a table for a spreadsheet.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::connection::Connection;
use fielddesk_core::export::{ExportBase, ExportOptions, FileKind, export, save};
use fielddesk_core::machines::{self, MachineQuery};
use fielddesk_core::users::{self, UserQuery};
use serde::Serialize;

use super::listed;
use crate::args::{ExportArgs, Headings, SheetFormat};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::Table;

/// What a program reads of an export into a file.
#[derive(Debug, Serialize)]
pub(super) struct Exported<'a> {
    pub(super) exported: &'a Path,
    pub(super) rows: u64,
}

pub(super) async fn machines(args: ExportArgs, context: &Context) -> Result<Exit, Failure> {
    may_go_there(&args, context)?;
    let connection = context.connect().await?;
    let listed = context
        .unless_cancelled(machines::list(&connection, MachineQuery::default()))
        .await?;
    let mut bytes = Vec::new();
    let (rows, base) = export(&listed, options(&args), &mut bytes)?;
    put(&args, &bytes, rows, context)?;
    remember(base, &connection, context).await;
    Ok(listed::end_without(&listed.left_out, "machine", context))
}

pub(super) async fn users(args: ExportArgs, context: &Context) -> Result<Exit, Failure> {
    may_go_there(&args, context)?;
    let connection = context.connect().await?;
    let query = UserQuery::default();
    let listed = context
        .unless_cancelled(users::list(&connection, &query))
        .await?;
    let mut bytes = Vec::new();
    let (rows, base) = export(&listed, options(&args), &mut bytes)?;
    put(&args, &bytes, rows, context)?;
    remember(base, &connection, context).await;
    Ok(listed::end_without(&listed.left_out, "user", context))
}

/// Remembers what was written, where there is a data folder; without it an import of the file is
/// as that of any other.
async fn remember(base: Option<ExportBase>, connection: &Connection, context: &Context) {
    let (Some(base), Some(bases)) = (base, context.export_bases(connection).await) else {
        return;
    };
    if let Err(failure) = bases.keep(base).await {
        tracing::warn!(%failure, "what was exported is not remembered");
    }
}

/// The JSON document and the file cannot both be standard output.
fn may_go_there(args: &ExportArgs, context: &Context) -> Result<(), Failure> {
    if args.output.is_none() && context.output.is_json() {
        return Err(Failure::usage(
            "output",
            "With --json the file cannot go to standard output.",
            "Add --output FILE.",
        ));
    }
    Ok(())
}

fn options(args: &ExportArgs) -> ExportOptions {
    let named_xlsx = args
        .output
        .as_deref()
        .and_then(Path::extension)
        .is_some_and(|extension| extension.eq_ignore_ascii_case("xlsx"));
    ExportOptions {
        kind: match args.format {
            Some(SheetFormat::Xlsx) => FileKind::Xlsx,
            Some(SheetFormat::Csv) => FileKind::Csv,
            None if named_xlsx => FileKind::Xlsx,
            None => FileKind::Csv,
        },
        language: args.headings.map(|Headings(language)| language),
        raw: args.raw,
    }
}

fn put(args: &ExportArgs, bytes: &[u8], rows: u64, context: &Context) -> Result<Exit, Failure> {
    let Some(path) = &args.output else {
        context.output.bytes(bytes)?;
        return Ok(Exit::Done);
    };
    save(path, bytes)?;
    tell(path, rows, context)
}

/// Tells where an export is.
pub(super) fn tell(path: &Path, rows: u64, context: &Context) -> Result<Exit, Failure> {
    let place = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let document = Exported {
        exported: &place,
        rows,
    };
    context.output.result(&document, || Table::new(&[]))?;
    context
        .output
        .remark(&format!("{rows} rows are in {}.", place.display()));
    Ok(Exit::Done)
}
