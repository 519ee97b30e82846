//! The grid of machines: rows, what changed, and what columns mean.

use fielddesk_core::fleet::{self, Fleet};
use tauri::State;

use crate::dto::{
    Failure, FleetState, FuelCompleteness, MachineChanges, MachineDetail, MachineField,
    MachinePage, MachinePerson, MachineType, saturated,
};
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
    Ok(office
        .fleet
        .page(from as usize, limit as usize)
        .await?
        .into())
}

/// What is different since a revision.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_changes(
    shell: State<'_, Shell>,
    since: u64,
) -> Result<MachineChanges, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.changes(since).await?.into())
}

/// Reads machines, types and people from the service; done when they are read.
#[tauri::command]
#[specta::specta]
pub(crate) async fn refresh_machines(shell: State<'_, Shell>) -> Result<FleetState, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.refresh().await?.into())
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
pub(crate) async fn machine_people(shell: State<'_, Shell>) -> Result<Vec<MachinePerson>, Failure> {
    let office = shell.desk().await?.office().await?;
    let people = office.fleet.people().await?;
    Ok(people.into_iter().map(Into::into).collect())
}

/// How complete and believable the fuel data is.
#[tauri::command]
#[specta::specta]
pub(crate) async fn fuel_completeness(
    shell: State<'_, Shell>,
) -> Result<FuelCompleteness, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.completeness().await?.into())
}

/// Messages for a block: those given from here, the newest first, then those in use.
#[tauri::command]
#[specta::specta]
pub(crate) async fn block_messages(shell: State<'_, Shell>) -> Result<Vec<String>, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.messages().await?)
}

/// Everything that is known here about one machine.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_detail(
    shell: State<'_, Shell>,
    id: String,
) -> Result<MachineDetail, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.detail(&id.into()).await?.into())
}

/// Reads a machine with the equipment that the service links to it; gives how many pieces.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_machine_equipment(
    shell: State<'_, Shell>,
    id: String,
) -> Result<u32, Failure> {
    let office = shell.desk().await?.office().await?;
    let linked = office.fleet.read_linked(&id.into()).await?;
    Ok(saturated(linked as u64))
}

/// Columns, widths and views of the grid, as the window kept them.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_layout(shell: State<'_, Shell>) -> Result<Option<String>, Failure> {
    let desk = shell.desk().await?;
    Ok(Fleet::layout(&desk.database).await?)
}

/// Keeps columns, widths and views of the grid.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_machine_layout(
    shell: State<'_, Shell>,
    text: String,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    Ok(Fleet::save_layout(&desk.database, &text).await?)
}
