//! The grid of machines: rows, what changed, and what columns mean.

use fielddesk_core::Failure;
use fielddesk_core::fleet::{
    self, Completeness, Detail, Fleet, FleetState, MachineChanges, MachineField, MachinePage,
    Person,
};
use fielddesk_core::model::MachineId;
use tauri::State;

use crate::dto::MachineType;
use crate::shell::Shell;

/// The fields of machines, in the order of the cells.
#[tauri::command]
#[specta::specta]
pub(crate) fn machine_fields() -> Result<Vec<MachineField>, Failure> {
    Ok(fleet::columns().map(Into::into).collect())
}

/// Some rows of what was read last, ordered by number; never waits for the service.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_machines(
    shell: State<'_, Shell>,
    from: u32,
    limit: u32,
) -> Result<MachinePage, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.page(from as usize, limit as usize).await
}

/// What is different since a revision.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_changes(
    shell: State<'_, Shell>,
    since: u64,
) -> Result<MachineChanges, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.changes(since).await
}

/// Reads machines, types and people from the service; done when they are read.
#[tauri::command]
#[specta::specta]
pub(crate) async fn refresh_machines(shell: State<'_, Shell>) -> Result<FleetState, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.refresh().await
}

/// The company's machine types, as read last.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_types(shell: State<'_, Shell>) -> Result<Vec<MachineType>, Failure> {
    let office = shell.desk().await?.office().await?;
    let types = office.fleet.types().await?;
    Ok(types.into_iter().map(Into::into).collect())
}

/// Who can be responsible for a machine, by name, as read last.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_people(shell: State<'_, Shell>) -> Result<Vec<Person>, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.people().await
}

/// How complete and believable the fuel data is.
#[tauri::command]
#[specta::specta]
pub(crate) async fn fuel_completeness(shell: State<'_, Shell>) -> Result<Completeness, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.completeness().await
}

/// Messages for a block: those given from here, the newest first, then those in use.
#[tauri::command]
#[specta::specta]
pub(crate) async fn block_messages(shell: State<'_, Shell>) -> Result<Vec<String>, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.messages().await
}

/// Everything that is known here about one machine.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_detail(
    shell: State<'_, Shell>,
    id: MachineId,
) -> Result<Detail, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.detail(&id).await
}

/// Reads a machine with the equipment that the service links to it; gives how many pieces.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_machine_equipment(
    shell: State<'_, Shell>,
    id: MachineId,
) -> Result<usize, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.read_linked(&id).await
}

/// Columns, widths and views of the grid, as the window kept them.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_layout(shell: State<'_, Shell>) -> Result<Option<String>, Failure> {
    let desk = shell.desk().await?;
    Fleet::layout(&desk.database).await
}

/// Keeps columns, widths and views of the grid.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_machine_layout(
    shell: State<'_, Shell>,
    text: String,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    Fleet::save_layout(&desk.database, &text).await
}
