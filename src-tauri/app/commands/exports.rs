//! The rows that a grid shows, as a file.

use fielddesk_core::Failure;
use fielddesk_core::export::{ExportOptions, FileKind};
use fielddesk_core::import::SavedTable;
use fielddesk_core::model::MachineId;
use fielddesk_rules::language::Language;
use tauri::State;

use crate::commands::saved_tables::save_table;
use crate::saved_names;
use crate::state_handle::StateHandle;

/// Saves the machines shown where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_machines(
    handle: State<'_, StateHandle>,
    ids: Vec<MachineId>,
    fields: Vec<String>,
    kind: FileKind,
    language: Language,
) -> Result<Option<SavedTable>, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let options = ExportOptions {
        kind,
        language: Some(language),
        raw: false,
    };
    let (bytes, rows) = session.fleet.export(&ids, &fields, options).await?;
    let name = saved_names::of_today(&state, |files| files.machines, end_of(kind));
    save_table(&state, &name, &bytes, rows).await
}

/// Saves the users shown where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_users(
    handle: State<'_, StateHandle>,
    ids: Vec<String>,
    fields: Vec<String>,
    kind: FileKind,
    language: Language,
) -> Result<Option<SavedTable>, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let options = ExportOptions {
        kind,
        language: Some(language),
        raw: false,
    };
    let (bytes, rows) = session.users().export(&ids, &fields, options).await?;
    let name = saved_names::of_today(&state, |files| files.users, end_of(kind));
    save_table(&state, &name, &bytes, rows).await
}

const fn end_of(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Csv => "csv",
        FileKind::Xlsx => "xlsx",
    }
}
