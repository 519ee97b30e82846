//! Projects, work orders, and the documents on a page.

use chrono::{DateTime, Utc};
use fielddesk_core::Failure;
use fielddesk_core::documents::{Page, PendingDelete, RefusedDelete};
use fielddesk_core::model::{FileReferenceId, ProjectId};
use fielddesk_core::search::{self, SearchResults};
use fielddesk_core::target::Target;
use tauri::State;

use crate::acting::Acting;
use crate::document_files;
use crate::dto::{Opened, ProjectList, Verification, WorkOrder, WorkOrderList};
use crate::previews::RunningPreviews;
use crate::state_handle::StateHandle;

/// The projects: at once from memory unless `fresh`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_projects(
    handle: State<'_, StateHandle>,
    fresh: bool,
) -> Result<ProjectList, Failure> {
    let session = handle.state().await?.session().await?;
    Ok(session.directory.projects(fresh).await?.into())
}

/// Returns `true` where the service refuses this client's changes; `None` while the service cannot
/// be asked.
#[tauri::command]
#[specta::specta]
pub(crate) async fn is_read_only(handle: State<'_, StateHandle>) -> Result<Option<bool>, Failure> {
    let session = handle.state().await?.session().await?;
    Ok(session.fleet.is_read_only().await)
}

/// The work orders of a project.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_work_orders(
    handle: State<'_, StateHandle>,
    project_id: ProjectId,
    fresh: bool,
) -> Result<WorkOrderList, Failure> {
    let session = handle.state().await?.session().await?;
    let list = session.directory.work_orders(&project_id, fresh).await?;
    Ok(WorkOrderList::of(&project_id, list))
}

/// Every work order read so far, for search.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_known_work_orders(
    handle: State<'_, StateHandle>,
) -> Result<Vec<WorkOrder>, Failure> {
    let session = handle.state().await?.session().await?;
    let known = session.directory.known_work_orders().await?;
    let nowhere = ProjectId::default();
    Ok(known
        .into_iter()
        .map(|order| WorkOrder::of(&nowhere, order))
        .collect())
}

/// Notes that a project was used now, and returns when that is; the newest five stand on top of the list.
#[tauri::command]
#[specta::specta]
pub(crate) async fn note_project_used(
    handle: State<'_, StateHandle>,
    project_id: ProjectId,
) -> Result<DateTime<Utc>, Failure> {
    let session = handle.state().await?.session().await?;
    let now = Utc::now();
    session.directory.note_used(&project_id, now).await?;
    Ok(now)
}

/// The documents of a page: at once from memory unless `fresh`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_documents(
    handle: State<'_, StateHandle>,
    target: Target,
    fresh: bool,
) -> Result<Page, Failure> {
    let session = handle.state().await?.session().await?;
    session.documents.list(&target, fresh).await
}

/// Opens a private copy; a kind that may run programs is shown in its folder instead.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_document(
    handle: State<'_, StateHandle>,
    target: Target,
    id: FileReferenceId,
) -> Result<Opened, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let copy = document_files::fetch(&session, &target, &id).await?;
    state.fetched.note(&id, &copy, state.clock.now()).await;
    document_files::show_copy(&state.app, &copy).await
}

/// Stops the fetch of a preview that is not looked at any more; `run` as in its address.
#[tauri::command]
#[specta::specta]
pub(crate) fn cancel_preview(running: State<'_, RunningPreviews>, run: u32) -> Result<(), Failure> {
    running.cancel(run);
    Ok(())
}

/// Saves documents where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_documents(
    handle: State<'_, StateHandle>,
    target: Target,
    ids: Vec<FileReferenceId>,
) -> Result<Option<usize>, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    document_files::save(&state.app, &session, &target, &ids).await
}

/// Downloads a document and compares it with what this computer uploaded.
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_document(
    handle: State<'_, StateHandle>,
    target: Target,
    id: FileReferenceId,
) -> Result<Verification, Failure> {
    let session = handle.state().await?.session().await?;
    document_files::verify(&session, &target, &id).await
}

/// Finds files, machines, users and synced folders in what this computer remembers.
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_anything(
    handle: State<'_, StateHandle>,
    text: String,
) -> Result<SearchResults, Failure> {
    let session = handle.state().await?.session().await?;
    let (directory, documents) = (&session.directory, &session.documents);
    search::find_anything(
        &text,
        directory,
        documents,
        &session.fleet,
        &session.folders,
    )
    .await
}

/// Hides documents and keeps their bytes; nothing is sent until `finish_delete`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_documents(
    acting: Acting<'_>,
    target: Target,
    ids: Vec<FileReferenceId>,
) -> Result<PendingDelete, Failure> {
    let session = acting.session().await?;
    Ok(session.documents.delete(&target, &ids).await)
}

/// Takes a delete back; how many come back.
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_delete(
    handle: State<'_, StateHandle>,
    undo_id: String,
) -> Result<usize, Failure> {
    let session = handle.state().await?.session().await?;
    Ok(session.documents.undo_delete(&undo_id))
}

/// The time for undo is over: deletes on the service. Those it refused come back.
#[tauri::command]
#[specta::specta]
pub(crate) async fn finish_delete(
    handle: State<'_, StateHandle>,
    undo_id: String,
) -> Result<Vec<RefusedDelete>, Failure> {
    let session = handle.state().await?.session().await?;
    session.documents.finish_delete(&undo_id).await
}
