//! Synced folders: the list, the wizard, and what is done with a whole folder.

use chrono::{DateTime, NaiveDate, Utc};
use fielddesk_core::Failure;
use fielddesk_core::drop_plan::DropSource;
use fielddesk_core::folders::{
    Deletes, MappingId, MappingSelection, PausedUntil, RunOptions, Sample,
};
use tauri::State;

use crate::dto::{
    FirstPlan, FolderDraft, FolderEvent, Folders, PickedFolder, RuleCount, VerifyReport, rules,
};
use crate::shell::Shell;
use crate::{dialogs, saving, synced};

/// Documents that a quick comparison fetches back.
const SAMPLE: usize = 20;

/// All synced folders.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folders(shell: State<'_, Shell>) -> Result<Folders, Failure> {
    let desk = shell.desk().await?;
    synced::view(&desk).await
}

/// Lets the person choose a folder; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_folder(shell: State<'_, Shell>) -> Result<Option<PickedFolder>, Failure> {
    let desk = shell.desk().await?;
    let Some(path) = dialogs::folder(&desk.app).await else {
        return Ok(None);
    };
    let Some(drop) = desk.take_in(vec![path], DropSource::Picker) else {
        return Ok(None);
    };
    Ok(Some(synced::picked(&desk, &drop.id).await?))
}

/// Takes the folder of a drop.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_of_drop(
    shell: State<'_, Shell>,
    drop_id: String,
) -> Result<PickedFolder, Failure> {
    let desk = shell.desk().await?;
    synced::picked(&desk, &drop_id).await
}

/// Plans the first run; nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_folder(
    shell: State<'_, Shell>,
    pick_id: String,
    draft: FolderDraft,
) -> Result<FirstPlan, Failure> {
    let desk = shell.desk().await?;
    let new = synced::new_mapping(&desk, &pick_id, draft).await?;
    Ok(FirstPlan::from(desk.folders.preview(new).await?))
}

/// Begins to keep the folder in step; its id.
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_folder(
    shell: State<'_, Shell>,
    pick_id: String,
    draft: FolderDraft,
) -> Result<MappingId, Failure> {
    let desk = shell.desk().await?;
    let new = synced::new_mapping(&desk, &pick_id, draft).await?;
    let added = desk.folders.add(new).await?;
    desk.plans.forget(&pick_id);
    Ok(added.mapping.id)
}

/// Looks at both sides now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_folder(shell: State<'_, Shell>, id: MappingId) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    desk.folders.look_now(&MappingSelection::One(id)).await
}

/// Pauses one folder, or all; without a moment until somebody goes on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_folders(
    shell: State<'_, Shell>,
    id: Option<MappingId>,
    until: Option<DateTime<Utc>>,
) -> Result<(), Failure> {
    let until = until.map_or(PausedUntil::GoOn, PausedUntil::At);
    let desk = shell.desk().await?;
    desk.folders.pause(&which(id), Some(until)).await
}

/// Ends a pause.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_folders(
    shell: State<'_, Shell>,
    id: Option<MappingId>,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    desk.folders.pause(&which(id), None).await
}

/// Changes what a delete in the folder means.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_folder_deletes(
    shell: State<'_, Shell>,
    id: MappingId,
    deletes: Deletes,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    desk.folders.set_deletes(&id, deletes).await?;
    Ok(())
}

/// Lets the person say where the folder is now; false when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn move_folder(shell: State<'_, Shell>, id: MappingId) -> Result<bool, Failure> {
    let desk = shell.desk().await?;
    let Some(path) = dialogs::folder(&desk.app).await else {
        return Ok(false);
    };
    desk.folders.move_to(&id, &path).await?;
    Ok(true)
}

/// Stops keeping it in step. No file is touched on either side.
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_folder(shell: State<'_, Shell>, id: MappingId) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    desk.folders.remove(&id).await?;
    Ok(())
}

/// What happened, newest first; of one folder or of all.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_activity(
    shell: State<'_, Shell>,
    id: Option<MappingId>,
) -> Result<Vec<FolderEvent>, Failure> {
    let desk = shell.desk().await?;
    synced::activity(&desk, id).await
}

/// Fetches documents back and compares them: all, or a sample.
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_folder(
    shell: State<'_, Shell>,
    id: MappingId,
    all: bool,
) -> Result<VerifyReport, Failure> {
    let desk = shell.desk().await?;
    let sample = if all {
        Sample::All
    } else {
        Sample::Some(SAMPLE)
    };
    let found = desk
        .folders
        .verify(&id, sample, RunOptions::default())
        .await?;
    Ok(VerifyReport::of(found))
}

/// Saves the delivery receipt of a day where the person says; false when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_receipt(
    shell: State<'_, Shell>,
    id: MappingId,
    day: NaiveDate,
) -> Result<bool, Failure> {
    let desk = shell.desk().await?;
    let receipt = desk.folders.receipt(&id, Some(day)).await?;
    saving::receipt(&desk.app, day, &receipt).await
}

/// How many files of a folder are left out, by the name of the rule.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_left_out(
    shell: State<'_, Shell>,
    id: MappingId,
) -> Result<Vec<RuleCount>, Failure> {
    let desk = shell.desk().await?;
    Ok(rules(&desk.folders.plan(&id).await?.sums))
}

fn which(id: Option<MappingId>) -> MappingSelection {
    id.map_or(MappingSelection::All, MappingSelection::One)
}
