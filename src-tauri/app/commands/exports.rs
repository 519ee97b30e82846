//! The rows that a grid shows, as a file.

use fielddesk_core::Failure;
use fielddesk_core::export::{ExportOptions, FileKind};
use fielddesk_core::import::SavedTable;
use fielddesk_core::model::MachineId;
use fielddesk_rules::language::Language;
use tauri::State;

use crate::commands::saved_tables::save_table;
use crate::state::AppState;
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
    save_export(&state, kind, &bytes, rows).await
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
    save_export(&state, kind, &bytes, rows).await
}

async fn save_export(
    state: &AppState,
    kind: FileKind,
    bytes: &[u8],
    rows: u64,
) -> Result<Option<SavedTable>, Failure> {
    let end = match kind {
        FileKind::Csv => "csv",
        FileKind::Xlsx => "xlsx",
    };
    save_table(state, &format!("Fielddesk.{end}"), bytes, rows).await
}
