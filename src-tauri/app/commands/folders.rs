//! Synced folders: the list, the wizard, and what is done with a whole folder.

use std::path::PathBuf;

use chrono::{DateTime, NaiveDate, Utc};
use fielddesk_core::Failure;
use fielddesk_core::drop_plan::DropSource;
use fielddesk_core::folders::{
    Added, Deletes, MappingId, MappingSelection, PausedUntil, ReceiptOf, ReceiptProject,
    RunOptions, Sample, Warning,
};
use fielddesk_core::import::SavedTable;
use fielddesk_core::settings;
use tauri::State;

use crate::acting::Acting;
use crate::commands::saved_tables::save_as_receipt;
use crate::dto::{
    FirstPlan, FolderActivity, FolderDraft, Folders, PickedFolder, RuleCount, VerifyReport, rules,
};
use crate::state::AppState;
use crate::state_handle::StateHandle;
use crate::{dialogs, locale, sample, saved_names, synced_folders};

/// Documents that a quick comparison fetches back.
const SAMPLE: usize = 20;

/// All synced folders.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folders(handle: State<'_, StateHandle>) -> Result<Folders, Failure> {
    let state = handle.state().await?;
    synced_folders::view(&state).await
}

/// Lets the person choose a folder; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_folder(
    handle: State<'_, StateHandle>,
) -> Result<Option<PickedFolder>, Failure> {
    let state = handle.state().await?;
    let Some(path) = dialogs::folder(&state.app, None).await else {
        return Ok(None);
    };
    take_in(&state, path).await
}

/// Makes a folder of sample drawings in a folder that the person chooses; returns `None` when the
/// dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn make_sample_folder(
    handle: State<'_, StateHandle>,
) -> Result<Option<PickedFolder>, Failure> {
    let state = handle.state().await?;
    let Some(place) = dialogs::folder(&state.app, None).await else {
        return Ok(None);
    };
    let made = tokio::task::spawn_blocking(move || sample::make_folder(&place)).await;
    take_in(&state, made.map_err(Failure::internal)??).await
}

async fn take_in(state: &AppState, folder: PathBuf) -> Result<Option<PickedFolder>, Failure> {
    let Some(drop) = state.take_in(vec![folder], DropSource::Picker) else {
        return Ok(None);
    };
    Ok(Some(synced_folders::picked(state, &drop.id).await?))
}

/// Takes the folder of a drop.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_of_drop(
    handle: State<'_, StateHandle>,
    drop_id: String,
) -> Result<PickedFolder, Failure> {
    let state = handle.state().await?;
    synced_folders::picked(&state, &drop_id).await
}

/// Plans the first run; nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_folder(
    acting: Acting<'_>,
    pick_id: String,
    draft: FolderDraft,
) -> Result<FirstPlan, Failure> {
    let state = acting.state().await?;
    let through = acting.connection()?;
    let new = synced_folders::new_mapping(&state, through, &pick_id, draft).await?;
    Ok(FirstPlan::from(acting.folders().await?.preview(new).await?))
}

/// Begins to keep the folder in step; its id.
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_folder(
    acting: Acting<'_>,
    pick_id: String,
    draft: FolderDraft,
) -> Result<MappingId, Failure> {
    let state = acting.state().await?;
    let through = acting.connection()?;
    let new = synced_folders::new_mapping(&state, through, &pick_id, draft).await?;
    let added = acting.folders().await?.add(new).await?;
    state.plans.forget(&pick_id);
    Ok(added.mapping.id)
}

/// Looks at both sides now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_folder(acting: Acting<'_>, id: MappingId) -> Result<(), Failure> {
    let folders = acting.folders().await?;
    folders.look_now(&MappingSelection::One(id)).await
}

/// Pauses one folder, or all of the connection; without a moment, until resumed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_folders(
    acting: Acting<'_>,
    id: Option<MappingId>,
    until: Option<DateTime<Utc>>,
) -> Result<(), Failure> {
    let until = until.map_or(PausedUntil::GoOn, PausedUntil::At);
    let folders = acting.folders().await?;
    folders.pause(&which(id), Some(until)).await
}

/// Ends a pause.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_folders(
    acting: Acting<'_>,
    id: Option<MappingId>,
) -> Result<(), Failure> {
    acting.folders().await?.pause(&which(id), None).await
}

/// Changes what a delete in the folder means.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_folder_deletes(
    acting: Acting<'_>,
    id: MappingId,
    deletes: Deletes,
) -> Result<(), Failure> {
    acting.folders().await?.set_deletes(&id, deletes).await?;
    Ok(())
}

/// Changes the project, work order or section of a folder. Nothing is removed in the old one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn retarget_folder(
    acting: Acting<'_>,
    id: MappingId,
    draft: FolderDraft,
) -> Result<(), Failure> {
    synced_folders::retarget(&acting.folders().await?, &id, draft).await
}

/// Lets the person say where the folder is now. Tells how many of the synced files are not there;
/// none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn move_folder(
    acting: Acting<'_>,
    id: MappingId,
) -> Result<Option<usize>, Failure> {
    let state = acting.state().await?;
    // A folder that was moved is often still near where it was.
    let folders = acting.folders().await?;
    let was = folders.find(&id.0).await?.folder;
    let near = was.ancestors().skip(1).find(|above| above.is_dir());
    let Some(path) = dialogs::folder(&state.app, near).await else {
        return Ok(None);
    };
    Ok(Some(missing(&folders.move_to(&id, &path).await?)))
}

/// Lets the person say which folder belongs in the place of the subfolder whose drive is away.
/// Answers as [`move_folder`]; none also where no drive is away any more.
#[tauri::command]
#[specta::specta]
pub(crate) async fn move_subfolder(
    acting: Acting<'_>,
    id: MappingId,
) -> Result<Option<usize>, Failure> {
    let state = acting.state().await?;
    let folders = acting.folders().await?;
    let root = folders.find(&id.0).await?.folder;
    let away = folders.away_subfolders(&id).await?;
    let Some(subfolder) = away.first() else {
        return Ok(None);
    };
    let was = root.join(subfolder);
    let near = was.ancestors().find(|at| at.is_dir());
    let Some(path) = dialogs::folder(&state.app, near).await else {
        return Ok(None);
    };
    let moved = folders.move_subfolder(&id, subfolder, &path).await?;
    Ok(Some(missing(&moved)))
}

/// Returns the number of synced files that are not in a folder that was moved.
fn missing(moved: &Added) -> usize {
    let missing = moved.warnings.iter().find_map(|warning| match warning {
        Warning::FilesMissing { missing } => Some(*missing),
        Warning::SameSection { .. } => None,
    });
    missing.unwrap_or(0)
}

/// Stops keeping it in step. No file is touched on either side.
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_folder(acting: Acting<'_>, id: MappingId) -> Result<(), Failure> {
    acting.folders().await?.remove(&id).await?;
    Ok(())
}

/// What happened, newest first; of one folder or of all.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_activity(
    handle: State<'_, StateHandle>,
    id: Option<MappingId>,
) -> Result<FolderActivity, Failure> {
    let state = handle.state().await?;
    synced_folders::activity(&state, id).await
}

/// Fetches documents back and compares them: all, or a sample.
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_folder(
    handle: State<'_, StateHandle>,
    id: MappingId,
    all: bool,
) -> Result<VerifyReport, Failure> {
    let state = handle.state().await?;
    let sample = if all {
        Sample::All
    } else {
        Sample::Some(SAMPLE)
    };
    let found = state
        .folders
        .verify(&id, sample, RunOptions::default())
        .await?;
    Ok(VerifyReport::of(found))
}

/// Saves the delivery receipt of a day where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_receipt(
    handle: State<'_, StateHandle>,
    of: ReceiptOf,
    day: NaiveDate,
) -> Result<Option<SavedTable>, Failure> {
    let state = handle.state().await?;
    let folders = &state.folders;
    let language = locale::spoken(settings::load(&state.data).language);
    let (about, receipt) = match of {
        ReceiptOf::Folder(id) => {
            let name = folders.find(&id.0).await?.name();
            (name, folders.receipt(&id, Some(day), language).await?)
        }
        ReceiptOf::ProjectOfFolder(id) => {
            let mapping = folders.find(&id.0).await?;
            let project = ReceiptProject::of(&mapping.place);
            let receipt = folders.receipt_of_project(&mapping.profile, &project, day, language);
            let receipt = receipt.await?;
            (project.number, receipt)
        }
        ReceiptOf::Project(project) => {
            let profile = state.session().await?.connection.profile.id.clone();
            let receipt = folders.receipt_of_project(&profile, &project, day, language);
            let receipt = receipt.await?;
            (project.number, receipt)
        }
    };
    let name = saved_names::of_receipt(&state, &about, day);
    save_as_receipt(&state, &name, &receipt).await
}

/// How many files of a folder are left out, by the name of the rule.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_left_out(
    handle: State<'_, StateHandle>,
    id: MappingId,
) -> Result<Vec<RuleCount>, Failure> {
    let state = handle.state().await?;
    Ok(rules(&state.folders.plan(&id).await?.sums))
}

fn which(id: Option<MappingId>) -> MappingSelection {
    id.map_or(MappingSelection::All, MappingSelection::One)
}
