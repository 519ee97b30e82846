//! Projects, work orders, and the documents on a page.

use chrono::Utc;
use tauri::State;

use crate::dto::{
    Deleted, Failure, Opened, Page, ProjectList, RefusedDelete, Target, WorkOrder, WorkOrderList,
    instant,
};
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
    project_id: String,
    fresh: bool,
) -> Result<WorkOrderList, Failure> {
    let office = shell.desk().await?.office().await?;
    let id = project_id.as_str().into();
    let list = office.directory.work_orders(&id, fresh).await?;
    Ok(WorkOrderList {
        work_orders: list
            .items
            .into_iter()
            .map(|order| WorkOrder::of(&project_id, order))
            .collect(),
        read_at: list.read_at.map(instant),
        cached: list.cached,
        left_out: list.left_out.as_slice().into(),
    })
}

/// Every work order read so far, for search.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_known_work_orders(
    shell: State<'_, Shell>,
) -> Result<Vec<WorkOrder>, Failure> {
    let office = shell.desk().await?.office().await?;
    let known = office.directory.known_work_orders().await?;
    Ok(known
        .into_iter()
        .map(|order| WorkOrder::of("", order))
        .collect())
}

/// Notes that a project was used now; the newest five stand on top of the list.
#[tauri::command]
#[specta::specta]
pub(crate) async fn note_project_used(
    shell: State<'_, Shell>,
    project_id: String,
) -> Result<(), Failure> {
    let office = shell.desk().await?.office().await?;
    let id = project_id.into();
    Ok(office.directory.note_used(&id, Utc::now()).await?)
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
    Ok(office.documents.list(&target.into(), fresh).await?.into())
}

/// Opens a private copy; a kind that may run programs is shown in its folder instead.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_document(
    shell: State<'_, Shell>,
    target: Target,
    id: String,
) -> Result<Opened, Failure> {
    let desk = shell.desk().await?;
    let office = desk.office().await?;
    Ok(saving::open(&desk.app, &office, &target.into(), &id.into()).await?)
}

/// Saves documents where the person says; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_documents(
    shell: State<'_, Shell>,
    target: Target,
    ids: Vec<String>,
) -> Result<Option<u32>, Failure> {
    let office = shell.desk().await?.office().await?;
    let ids: Vec<_> = ids.into_iter().map(Into::into).collect();
    Ok(saving::save(&office, &target.into(), &ids).await?)
}

/// Hides documents and keeps their bytes; nothing is sent until `finish_delete`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_documents(
    shell: State<'_, Shell>,
    target: Target,
    ids: Vec<String>,
) -> Result<Deleted, Failure> {
    let office = shell.desk().await?.office().await?;
    let ids: Vec<_> = ids.into_iter().map(Into::into).collect();
    Ok(office.documents.delete(&target.into(), &ids).await.into())
}

/// Takes a delete back; how many come back.
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_delete(shell: State<'_, Shell>, undo_id: String) -> Result<u32, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(crate::dto::saturated(
        office.documents.undo_delete(&undo_id) as u64,
    ))
}

/// The time for undo is over: deletes on the service. Those it refused come back.
#[tauri::command]
#[specta::specta]
pub(crate) async fn finish_delete(
    shell: State<'_, Shell>,
    undo_id: String,
) -> Result<Vec<RefusedDelete>, Failure> {
    let office = shell.desk().await?.office().await?;
    let refused = office.documents.finish_delete(&undo_id).await?;
    Ok(refused.into_iter().map(Into::into).collect())
}
