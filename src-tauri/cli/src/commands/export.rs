//! `fieldctl machines export` and `fieldctl users export`: a table for a spreadsheet.

use fielddesk_core::Failure;
use fielddesk_core::connection::Connection;
use fielddesk_core::export::{ExportBase, ExportOptions, FileKind, export};
use fielddesk_core::machines::{self, MachineQuery};
use fielddesk_core::users::{self, UserQuery};

use super::listed;
use crate::args::{ExportArgs, Headings, SheetFormat};
use crate::context::Context;
use crate::exit::Exit;

pub(super) async fn machines(args: ExportArgs, context: &Context) -> Result<Exit, Failure> {
    let file = args.output.file_beside_json(&context.output)?;
    let connection = context.connect().await?;
    let listed = context
        .unless_cancelled(machines::list(&connection, MachineQuery::default()))
        .await?;
    let mut bytes = Vec::new();
    let (rows, base) = export(&listed, options(&args), &mut bytes)?;
    let told = |place: &str| in_file(rows, place);
    context.output.file(file, &bytes, rows, told)?;
    remember(base, &connection, context).await;
    Ok(listed::end_without(&listed.left_out, "machine", context))
}

pub(super) async fn users(args: ExportArgs, context: &Context) -> Result<Exit, Failure> {
    let file = args.output.file_beside_json(&context.output)?;
    let connection = context.connect().await?;
    let query = UserQuery::default();
    let listed = context
        .unless_cancelled(users::list(&connection, &query))
        .await?;
    let mut bytes = Vec::new();
    let (rows, base) = export(&listed, options(&args), &mut bytes)?;
    let told = |place: &str| in_file(rows, place);
    context.output.file(file, &bytes, rows, told)?;
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

fn options(args: &ExportArgs) -> ExportOptions {
    ExportOptions {
        kind: match args.format {
            Some(SheetFormat::Xlsx) => FileKind::Xlsx,
            Some(SheetFormat::Csv) => FileKind::Csv,
            None if args.output.ends_with("xlsx") => FileKind::Xlsx,
            None => FileKind::Csv,
        },
        language: args.headings.map(|Headings(language)| language),
        raw: args.raw,
    }
}

/// Returns the sentence that names the place of an export.
pub(super) fn in_file(rows: u64, place: &str) -> String {
    format!("{rows} rows are in {place}.")
}
