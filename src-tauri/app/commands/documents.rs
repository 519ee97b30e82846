//! Projects, work orders, and the documents on a page.

use chrono::Utc;
use fielddesk_core::Failure;
use fielddesk_core::documents::{Page, PendingDelete, RefusedDelete};
use fielddesk_core::model::{FileReferenceId, ProjectId};
use fielddesk_core::target::Target;
use tauri::State;

use crate::dto::{Opened, ProjectList, WorkOrder, WorkOrderList};
use crate::saving;
use crate::shell::Shell;

/// The projects: at once from memory unless `fresh`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_projects(
    shell: State<'_, Shell>,
    fresh: bool,
) -> Result<ProjectList, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.directory.projects(fresh).await?.into())
}

/// The work orders of a project.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_work_orders(
    shell: State<'_, Shell>,
    project_id: ProjectId,
    fresh: bool,
) -> Result<WorkOrderList, Failure> {
    let office = shell.desk().await?.office().await?;
    let list = office.directory.work_orders(&project_id, fresh).await?;
    Ok(WorkOrderList::of(&project_id, list))
}

/// Every work order read so far, for search.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_known_work_orders(
    shell: State<'_, Shell>,
) -> Result<Vec<WorkOrder>, Failure> {
    let office = shell.desk().await?.office().await?;
    let known = office.directory.known_work_orders().await?;
    let nowhere = ProjectId::default();
    Ok(known
        .into_iter()
        .map(|order| WorkOrder::of(&nowhere, order))
        .collect())
}

/// Notes that a project was used now; the newest five stand on top of the list.
#[tauri::command]
#[specta::specta]
pub(crate) async fn note_project_used(
    shell: State<'_, Shell>,
    project_id: ProjectId,
) -> Result<(), Failure> {
    let office = shell.desk().await?.office().await?;
    office.directory.note_used(&project_id, Utc::now()).await
}

/// The documents of a page: at once from memory unless `fresh`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_documents(
    shell: State<'_, Shell>,
    target: Target,
    fresh: bool,
) -> Result<Page, Failure> {
    let office = shell.desk().await?.office().await?;
    office.documents.list(&target, fresh).await
}

/// Opens a private copy; a kind that may run programs is shown in its folder instead.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_document(
    shell: State<'_, Shell>,
    target: Target,
    id: FileReferenceId,
) -> Result<Opened, Failure> {
    let desk = shell.desk().await?;
    let office = desk.office().await?;
    saving::open(&desk.app, &office, &target, &id).await
}

/// Saves documents where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_documents(
    shell: State<'_, Shell>,
    target: Target,
    ids: Vec<FileReferenceId>,
) -> Result<Option<usize>, Failure> {
    let office = shell.desk().await?.office().await?;
    saving::save(&office, &target, &ids).await
}

/// Hides documents and keeps their bytes; nothing is sent until `finish_delete`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_documents(
    shell: State<'_, Shell>,
    target: Target,
    ids: Vec<FileReferenceId>,
) -> Result<PendingDelete, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.documents.delete(&target, &ids).await)
}

/// Takes a delete back; how many come back.
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_delete(
    shell: State<'_, Shell>,
    undo_id: String,
) -> Result<usize, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.documents.undo_delete(&undo_id))
}

/// The time for undo is over: deletes on the service. Those it refused come back.
#[tauri::command]
#[specta::specta]
pub(crate) async fn finish_delete(
    shell: State<'_, Shell>,
    undo_id: String,
) -> Result<Vec<RefusedDelete>, Failure> {
    let office = shell.desk().await?.office().await?;
    office.documents.finish_delete(&undo_id).await
}
