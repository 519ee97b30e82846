//! Tables that are saved as files where the person says, and opened from there.

use fielddesk_core::Failure;
use fielddesk_core::export::{save, workbook_of_texts};
use fielddesk_core::import::SavedTable;
use tauri::State;

use crate::dialogs;
use crate::opening;
use crate::saved_names;
use crate::state::AppState;
use crate::state_handle::StateHandle;

/// Saves rows of the activity as a workbook where the person says; none when the dialog was
/// closed. The first row is the heading.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_table(
    handle: State<'_, StateHandle>,
    rows: Vec<Vec<String>>,
) -> Result<Option<SavedTable>, Failure> {
    let state = handle.state().await?;
    let bytes = workbook_of_texts(&rows)?;
    let records = rows.len().saturating_sub(1) as u64;
    let name = saved_names::of_today(&state, |files| files.activity, "xlsx");
    save_table(&state, &name, &bytes, records).await
}

/// Opens a table that was saved with the program for it, or shows it in its folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_saved_table(
    handle: State<'_, StateHandle>,
    file_id: String,
    in_folder: bool,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    let path = state.imports.path(&file_id)?;
    if in_folder {
        opening::reveal(&state.app, &path)
    } else {
        opening::open(&state.app, &path).await
    }
}

/// Saves a table where the person says; none when the dialog was closed.
pub(super) async fn save_table(
    state: &AppState,
    name: &str,
    bytes: &[u8],
    rows: u64,
) -> Result<Option<SavedTable>, Failure> {
    let Some(path) = dialogs::file_to_save(&state.app, name).await else {
        return Ok(None);
    };
    save(&path, bytes)?;
    let file = state.imports.add(path);
    Ok(Some(SavedTable { rows, file }))
}
