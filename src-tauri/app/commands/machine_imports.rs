//! Files of machines: chosen or dropped, planned, carried out, and the rows shown as a file.

use fielddesk_core::Failure;
use fielddesk_core::export::{ExportOptions, FileKind, save};
use fielddesk_core::fleet::{BatchReport, Fleet, ImportFile, ImportShow, Imports, PlannedImport};
use fielddesk_core::import::{ImportOptions, Look};
use fielddesk_core::model::MachineId;
use fielddesk_rules::language::Language;
use tauri::State;

use crate::dialogs;
use crate::dto::ImportRow;
use crate::shell::Shell;

/// Lets the person choose a CSV or XLSX file; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_machine_file(
    shell: State<'_, Shell>,
) -> Result<Option<ImportFile>, Failure> {
    let desk = shell.desk().await?;
    let chosen = dialogs::table(&desk.app).await;
    Ok(chosen.map(|path| desk.imports.add(path)))
}

/// The one file of a drop.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_file_of_drop(
    shell: State<'_, Shell>,
    drop_id: String,
) -> Result<ImportFile, Failure> {
    let desk = shell.desk().await?;
    let path = desk.plans.spreadsheet(&drop_id).await?;
    desk.plans.forget(&drop_id);
    Ok(desk.imports.add(path))
}

/// Looks at the form and the columns of a file.
#[tauri::command]
#[specta::specta]
pub(crate) async fn look_import(
    shell: State<'_, Shell>,
    file_id: String,
    options: ImportOptions,
) -> Result<Look, Failure> {
    let desk = shell.desk().await?;
    desk.imports.look(&file_id, options).await
}

/// Judges every row of a file against what is stored. Nothing is changed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_import(
    shell: State<'_, Shell>,
    file_id: String,
    options: ImportOptions,
) -> Result<PlannedImport, Failure> {
    let (imports, fleet) = both(&shell).await?;
    imports.plan(&fleet, &file_id, options).await
}

/// Some rows of a plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_rows(
    shell: State<'_, Shell>,
    plan_id: String,
    show: ImportShow,
    from: u32,
    limit: u32,
) -> Result<Vec<ImportRow>, Failure> {
    let desk = shell.desk().await?;
    let (from, limit) = (from as usize, limit as usize);
    let rows = desk.imports.rows(&plan_id, show, from, limit)?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Carries out a plan as one act.
#[tauri::command]
#[specta::specta]
pub(crate) async fn apply_import(
    shell: State<'_, Shell>,
    plan_id: String,
) -> Result<BatchReport, Failure> {
    let (imports, fleet) = both(&shell).await?;
    imports.apply(&fleet, &plan_id).await
}

/// Forgets a plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discard_import(
    shell: State<'_, Shell>,
    plan_id: String,
) -> Result<(), Failure> {
    shell.desk().await?.imports.discard(&plan_id);
    Ok(())
}

/// Saves the bad rows of a plan where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_bad_rows(
    shell: State<'_, Shell>,
    plan_id: String,
) -> Result<Option<u64>, Failure> {
    let desk = shell.desk().await?;
    let (bytes, rows) = desk.imports.bad_rows(&plan_id).await?;
    let name = format!("{} (fix).csv", desk.imports.stem(&plan_id)?);
    let Some(path) = dialogs::file_to_save(&desk.app, &name).await else {
        return Ok(None);
    };
    save(&path, &bytes)?;
    Ok(Some(rows))
}

/// Saves the rows shown where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_machines(
    shell: State<'_, Shell>,
    ids: Vec<MachineId>,
    fields: Vec<String>,
    kind: FileKind,
    language: Language,
) -> Result<Option<u64>, Failure> {
    let desk = shell.desk().await?;
    let office = desk.office().await?;
    let options = ExportOptions {
        kind,
        language: Some(language),
        raw: false,
    };
    let (bytes, rows) = office.fleet.export(&ids, &fields, options).await?;
    let end = match kind {
        FileKind::Csv => "csv",
        FileKind::Xlsx => "xlsx",
    };
    let Some(path) = dialogs::file_to_save(&desk.app, &format!("Fielddesk.{end}")).await else {
        return Ok(None);
    };
    save(&path, &bytes)?;
    Ok(Some(rows))
}

async fn both(shell: &State<'_, Shell>) -> Result<(std::sync::Arc<Imports>, Fleet), Failure> {
    let desk = shell.desk().await?;
    let office = desk.office().await?;
    Ok((desk.imports.clone(), office.fleet.clone()))
}
