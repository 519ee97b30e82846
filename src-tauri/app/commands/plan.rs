//! Drops, pickers, pastes, and the plan of what goes where.

use fielddesk_core::Failure;
use fielddesk_core::drop_plan::{
    DropPlan, DropSource, DroppedFiles, OtherProject, PlanChange, PlanRow, SameName,
};
use fielddesk_core::target::Target;
use fielddesk_rules::section::{self, SectionProblem};
use tauri::State;

use crate::acting::Acting;
use crate::dto::{Opened, PutIntoFolders, SplitPlan};
use crate::runtime::AppHandle;
use crate::state_handle::StateHandle;
use crate::{clipboard, dialogs, document_files, given_files};

/// Lets the person choose files, or folders; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_files(
    handle: State<'_, StateHandle>,
    folders: bool,
) -> Result<Option<DroppedFiles>, Failure> {
    let state = handle.state().await?;
    let paths = dialogs::pick(&state.app, folders).await?;
    Ok(state.take_in(paths, DropSource::Picker))
}

/// Takes the files on the clipboard; none when it holds no files.
#[tauri::command]
#[specta::specta]
pub(crate) async fn paste_files(
    handle: State<'_, StateHandle>,
) -> Result<Option<DroppedFiles>, Failure> {
    let state = handle.state().await?;
    Ok(state.take_in(clipboard::files().await?, DropSource::Paste))
}

/// Takes the files that the file manager gave; none when it gave none.
#[tauri::command]
#[specta::specta]
pub(crate) async fn take_given_files(
    app: AppHandle,
    handle: State<'_, StateHandle>,
) -> Result<Option<DroppedFiles>, Failure> {
    let state = handle.state().await?;
    Ok(state.take_in(given_files::take(&app), DropSource::FileManager))
}

/// Plans a drop.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_drop(
    handle: State<'_, StateHandle>,
    drop_id: String,
    target: Option<Target>,
    section: Option<String>,
) -> Result<DropPlan, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let place = match target {
        Some(target) => Some(session.place(&target).await?),
        None => None,
    };
    let plan = state
        .plans
        .plan(Some(&session.documents), &drop_id, place, section);
    plan.await
}

/// Adds a drop to a plan that is open.
#[tauri::command]
#[specta::specta]
pub(crate) async fn add_to_plan(
    handle: State<'_, StateHandle>,
    plan_id: String,
    drop_id: String,
) -> Result<DropPlan, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let plans = &state.plans;
    plans.add_drop(&session.documents, &plan_id, &drop_id).await
}

/// The same files to another place.
#[tauri::command]
#[specta::specta]
pub(crate) async fn retarget_plan(
    handle: State<'_, StateHandle>,
    plan_id: String,
    target: Target,
    section: Option<String>,
) -> Result<DropPlan, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let place = session.place(&target).await?;
    let plan = state
        .plans
        .retarget(&session.documents, &plan_id, place, section);
    plan.await
}

/// The project that files of a plan look like, where it is another one than the plan's.
#[tauri::command]
#[specta::specta]
pub(crate) async fn other_project(
    handle: State<'_, StateHandle>,
    plan_id: String,
) -> Result<Option<OtherProject>, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let projects = session.directory.known_projects().await;
    let other = state
        .plans
        .other_project(&session.documents, &projects, &plan_id);
    other.await
}

/// Takes files out of a plan into one of their own, to another place.
#[tauri::command]
#[specta::specta]
pub(crate) async fn split_plan(
    handle: State<'_, StateHandle>,
    plan_id: String,
    row_ids: Vec<u32>,
    target: Target,
) -> Result<SplitPlan, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let place = session.place(&target).await?;
    let split = state
        .plans
        .split(&session.documents, &plan_id, &row_ids, place);
    let (left, other) = split.await?;
    Ok(SplitPlan { left, other })
}

/// Changes rows; gives back every row that is different now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn change_plan(
    handle: State<'_, StateHandle>,
    plan_id: String,
    row_ids: Vec<u32>,
    change: PlanChange,
) -> Result<Vec<PlanRow>, Failure> {
    let state = handle.state().await?;
    state.plans.change(&plan_id, &row_ids, &change)
}

/// Subfolders as sections, on or off.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_subfolders_as_sections(
    handle: State<'_, StateHandle>,
    plan_id: String,
    on: bool,
) -> Result<DropPlan, Failure> {
    let state = handle.state().await?;
    state.plans.set_subfolders_as_sections(&plan_id, on)
}

/// Replace or keep both, for the whole plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_plan_same_name(
    handle: State<'_, StateHandle>,
    plan_id: String,
    same_name: SameName,
) -> Result<DropPlan, Failure> {
    let state = handle.state().await?;
    state.plans.set_same_name(&plan_id, same_name)
}

/// Sends the rows exactly as shown; how many transfers that makes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn send_plan(
    acting: Acting<'_>,
    plan_id: String,
    row_ids: Vec<u32>,
) -> Result<usize, Failure> {
    let state = acting.state().await?;
    let session = acting.session().await?;
    let plans = &state.plans;
    plans.send(&session.transfers, &plan_id, &row_ids).await
}

/// Puts files into the synced folders that keep their sections; they leave the plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn put_into_folders(
    acting: Acting<'_>,
    plan_id: String,
    row_ids: Vec<u32>,
) -> Result<PutIntoFolders, Failure> {
    let state = acting.state().await?;
    let folders = acting.folders().await?;
    let put = state.plans.put_into_folders(&folders, &plan_id, &row_ids);
    let (plan, failures) = put.await?;
    Ok(PutIntoFolders { plan, failures })
}

/// Opens the local file of a row, to be compared; a kind that may run programs is shown in its
/// folder instead.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_plan_file(
    handle: State<'_, StateHandle>,
    plan_id: String,
    row_id: u32,
) -> Result<Opened, Failure> {
    let state = handle.state().await?;
    let path = state.plans.file(&plan_id, row_id)?;
    document_files::open_own(&state.app, &path).await
}

/// Puts a plan away; it can be brought back for ten minutes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discard_plan(
    handle: State<'_, StateHandle>,
    plan_id: String,
) -> Result<(), Failure> {
    handle.state().await?.plans.discard(&plan_id);
    Ok(())
}

/// A plan as it stands.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_plan(
    handle: State<'_, StateHandle>,
    plan_id: String,
) -> Result<DropPlan, Failure> {
    handle.state().await?.plans.get(&plan_id)
}

/// Brings a plan back, by what is in the project now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reopen_plan(
    handle: State<'_, StateHandle>,
    plan_id: String,
) -> Result<DropPlan, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    state.plans.reopen(&session.documents, &plan_id).await
}

/// Why a name cannot be that of a new section beside the existing ones; none where it can.
#[tauri::command]
#[specta::specta]
pub(crate) fn section_problem(
    name: &str,
    existing: Vec<String>,
) -> Result<Option<SectionProblem>, Failure> {
    Ok(section::section_problem(name, &existing))
}
