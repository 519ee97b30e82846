//! Tables that are saved as files where the person says, and opened from there.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::export::workbook_of_texts;
use fielddesk_core::folders::Receipt;
use fielddesk_core::import::SavedTable;
use fielddesk_core::output_file::save;
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
    save_as(state, name, rows, |_| bytes).await
}

/// Saves a delivery receipt where the person says: a page to print, or a table by its name's end;
/// none when the dialog was closed.
pub(super) async fn save_as_receipt(
    state: &AppState,
    name: &str,
    receipt: &Receipt,
) -> Result<Option<SavedTable>, Failure> {
    save_as(state, name, receipt.documents, |path| {
        let end = path.extension();
        match end.is_some_and(|end| end.eq_ignore_ascii_case("csv")) {
            true => receipt.csv.as_bytes(),
            false => receipt.html.as_bytes(),
        }
    })
    .await
}

async fn save_as<'a>(
    state: &AppState,
    name: &str,
    rows: u64,
    bytes: impl FnOnce(&Path) -> &'a [u8],
) -> Result<Option<SavedTable>, Failure> {
    let Some(path) = dialogs::file_to_save(&state.app, name).await else {
        return Ok(None);
    };
    save(&path, bytes(&path))?;
    let file = state.imports.add(path);
    Ok(Some(SavedTable { rows, file }))
}
