//! Drops, pickers, pastes, and the plan of what goes where.

use fielddesk_core::Failure;
use fielddesk_core::drop_plan::{Drop, DropPlan, DropSource, PlanChange, PlanRow, SameName};
use fielddesk_core::target::Target;
use tauri::State;

use crate::dto::PutIntoFolders;
use crate::shell::Shell;
use crate::{clipboard, dialogs};

/// Lets the person choose files, or folders; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_files(
    shell: State<'_, Shell>,
    folders: bool,
) -> Result<Option<Drop>, Failure> {
    let desk = shell.desk().await?;
    let paths = dialogs::pick(&desk.app, folders).await?;
    Ok(desk.take_in(paths, DropSource::Picker))
}

/// Takes the files on the clipboard; none when it holds no files.
#[tauri::command]
#[specta::specta]
pub(crate) async fn paste_files(shell: State<'_, Shell>) -> Result<Option<Drop>, Failure> {
    let desk = shell.desk().await?;
    Ok(desk.take_in(clipboard::files().await?, DropSource::Paste))
}

/// Plans a drop.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_drop(
    shell: State<'_, Shell>,
    drop_id: String,
    target: Option<Target>,
    section: Option<String>,
) -> Result<DropPlan, Failure> {
    let desk = shell.desk().await?;
    let office = desk.office().await?;
    let place = match target {
        Some(target) => Some(office.place(&target).await?),
        None => None,
    };
    let plan = desk
        .plans
        .plan(Some(&office.documents), &drop_id, place, section);
    plan.await
}

/// The same files to another place.
#[tauri::command]
#[specta::specta]
pub(crate) async fn retarget_plan(
    shell: State<'_, Shell>,
    plan_id: String,
    target: Target,
    section: Option<String>,
) -> Result<DropPlan, Failure> {
    let desk = shell.desk().await?;
    let office = desk.office().await?;
    let place = office.place(&target).await?;
    let plan = desk
        .plans
        .retarget(&office.documents, &plan_id, place, section);
    plan.await
}

/// Changes rows; gives back every row that is different now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn change_plan(
    shell: State<'_, Shell>,
    plan_id: String,
    row_ids: Vec<u32>,
    change: PlanChange,
) -> Result<Vec<PlanRow>, Failure> {
    let desk = shell.desk().await?;
    desk.plans.change(&plan_id, &row_ids, &change)
}

/// Subfolders as sections, on or off.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_subfolders_as_sections(
    shell: State<'_, Shell>,
    plan_id: String,
    on: bool,
) -> Result<DropPlan, Failure> {
    let desk = shell.desk().await?;
    desk.plans.set_subfolders_as_sections(&plan_id, on)
}

/// Replace or keep both, for the whole plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_plan_same_name(
    shell: State<'_, Shell>,
    plan_id: String,
    same_name: SameName,
) -> Result<DropPlan, Failure> {
    let desk = shell.desk().await?;
    desk.plans.set_same_name(&plan_id, same_name)
}

/// Sends the rows exactly as shown; how many transfers that makes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn send_plan(
    shell: State<'_, Shell>,
    plan_id: String,
    row_ids: Vec<u32>,
) -> Result<usize, Failure> {
    let desk = shell.desk().await?;
    let office = desk.office().await?;
    let plans = &desk.plans;
    plans.send(&office.transfers, &plan_id, &row_ids).await
}

/// Puts files into the synced folders that keep their sections; they leave the plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn put_into_folders(
    shell: State<'_, Shell>,
    plan_id: String,
    row_ids: Vec<u32>,
) -> Result<PutIntoFolders, Failure> {
    let desk = shell.desk().await?;
    let put = desk
        .plans
        .put_into_folders(&desk.folders, &plan_id, &row_ids);
    let (plan, failures) = put.await?;
    Ok(PutIntoFolders { plan, failures })
}

/// Puts a plan away; it can be brought back for ten minutes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discard_plan(shell: State<'_, Shell>, plan_id: String) -> Result<(), Failure> {
    shell.desk().await?.plans.discard(&plan_id);
    Ok(())
}

/// Brings a plan back.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reopen_plan(
    shell: State<'_, Shell>,
    plan_id: String,
) -> Result<DropPlan, Failure> {
    shell.desk().await?.plans.reopen(&plan_id)
}
