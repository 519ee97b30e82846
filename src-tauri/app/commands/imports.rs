//! Files of machines or users: chosen or dropped, planned, carried out.

use fielddesk_core::import::{
    FileValues, ImportFile, ImportOptions, ImportShow, Look, PlannedImport, SavedTable,
};
use fielddesk_core::records::{BatchReport, Resource};
use fielddesk_core::{Failure, settings};
use tauri::State;

use crate::acting::Acting;
use crate::commands::saved_tables::save_table;
use crate::dialogs;
use crate::dto::ImportRow;
use crate::state_handle::StateHandle;

/// Lets the person choose a CSV or XLSX file; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_import_file(
    handle: State<'_, StateHandle>,
) -> Result<Option<ImportFile>, Failure> {
    let state = handle.state().await?;
    let chosen = dialogs::table(&state.app).await;
    Ok(chosen.map(|path| state.imports.add(path)))
}

/// The one file of a drop.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_file_of_drop(
    handle: State<'_, StateHandle>,
    drop_id: String,
) -> Result<ImportFile, Failure> {
    let state = handle.state().await?;
    let path = state.plans.spreadsheet(&drop_id).await?;
    state.plans.forget(&drop_id);
    Ok(state.imports.add(path))
}

/// Looks at the form and the columns of a file.
#[tauri::command]
#[specta::specta]
pub(crate) async fn look_import(
    handle: State<'_, StateHandle>,
    resource: Resource,
    file_id: String,
    options: ImportOptions,
) -> Result<Look, Failure> {
    let state = handle.state().await?;
    state.imports.look(resource, &file_id, options).await
}

/// Judges every row of a file against what is stored. Nothing is changed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_import(
    handle: State<'_, StateHandle>,
    resource: Resource,
    file_id: String,
    mut options: ImportOptions,
) -> Result<PlannedImport, Failure> {
    let state = handle.state().await?;
    options.default_country = settings::load(&state.data).country();
    let session = state.session().await?;
    let target = session.target(resource);
    state.imports.plan(target, &file_id, options).await
}

/// Some rows of a plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_rows(
    handle: State<'_, StateHandle>,
    plan_id: String,
    show: ImportShow,
    from: u32,
    limit: u32,
) -> Result<Vec<ImportRow>, Failure> {
    let state = handle.state().await?;
    let (from, limit) = (from as usize, limit as usize);
    let rows = state.imports.rows(&plan_id, show, from, limit)?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Carries out a plan as one act, with the file's values of what changed since the export in the
/// chosen rows.
#[tauri::command]
#[specta::specta]
pub(crate) async fn apply_import(
    acting: Acting<'_>,
    plan_id: String,
    chosen: FileValues,
) -> Result<BatchReport, Failure> {
    let state = acting.state().await?;
    let session = acting.session().await?;
    let resource = state.imports.resource(&plan_id)?;
    state
        .imports
        .apply(session.target(resource), &plan_id, &chosen)
        .await
}

/// Forgets a plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discard_import(
    handle: State<'_, StateHandle>,
    plan_id: String,
) -> Result<(), Failure> {
    handle.state().await?.imports.discard(&plan_id);
    Ok(())
}

/// Saves the bad rows of a plan where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_bad_rows(
    handle: State<'_, StateHandle>,
    plan_id: String,
) -> Result<Option<SavedTable>, Failure> {
    let state = handle.state().await?;
    let (bytes, rows) = state.imports.bad_rows(&plan_id).await?;
    let name = format!("{} (fix).csv", state.imports.stem(&plan_id)?);
    save_table(&state, &name, &bytes, rows).await
}
