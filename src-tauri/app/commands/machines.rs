//! The grid of machines: rows, what changed, and what columns mean.

use fielddesk_core::Failure;
use fielddesk_core::fleet::{
    self, Detail, Fleet, FleetState, FuelCheck, FuelDraft, MachineChanges, MachinePage, Person,
};
use fielddesk_core::model::MachineId;
use fielddesk_rules::fields::{FieldView, Writing};
use fielddesk_rules::fuel::{self, Completeness, FuelUse};
use fielddesk_rules::language::Language;
use tauri::State;

use crate::dto::MachineType;
use crate::state_handle::StateHandle;

/// The fields of machines with their words, in the order of the cells.
#[tauri::command]
#[specta::specta]
pub(crate) fn machine_fields(language: Language) -> Result<Vec<FieldView>, Failure> {
    Ok(fleet::columns().map(|field| field.view(language)).collect())
}

/// In which unit each fuel is counted.
#[tauri::command]
#[specta::specta]
pub(crate) fn fuel_uses() -> Result<Vec<FuelUse>, Failure> {
    Ok(fuel::uses())
}

/// What there is to say of fuel values that are typed for some machines.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_fuel(
    handle: State<'_, StateHandle>,
    ids: Vec<MachineId>,
    draft: FuelDraft,
    writing: Writing,
) -> Result<FuelCheck, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.check_fuel(&ids, &draft, &writing).await
}

/// Some rows of what was read last, ordered by number; never waits for the service.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_machines(
    handle: State<'_, StateHandle>,
    from: u32,
    limit: u32,
) -> Result<MachinePage, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.page(from as usize, limit as usize).await
}

/// What is different since a revision.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_changes(
    handle: State<'_, StateHandle>,
    since: u64,
) -> Result<MachineChanges, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.changes(since).await
}

/// Reads machines, types and people from the service; done when they are read.
#[tauri::command]
#[specta::specta]
pub(crate) async fn refresh_machines(
    handle: State<'_, StateHandle>,
) -> Result<FleetState, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.refresh().await
}

/// The company's machine types, as read last.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_types(
    handle: State<'_, StateHandle>,
) -> Result<Vec<MachineType>, Failure> {
    let session = handle.state().await?.session().await?;
    let types = session.fleet.types().await?;
    Ok(types.into_iter().map(Into::into).collect())
}

/// Who can be responsible for a machine, by name, as read last.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_people(handle: State<'_, StateHandle>) -> Result<Vec<Person>, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.people().await
}

/// How complete and believable the fuel data is.
#[tauri::command]
#[specta::specta]
pub(crate) async fn fuel_completeness(
    handle: State<'_, StateHandle>,
) -> Result<Completeness, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.completeness().await
}

/// Messages for a block: those given from here, the newest first, then those in use.
#[tauri::command]
#[specta::specta]
pub(crate) async fn block_messages(handle: State<'_, StateHandle>) -> Result<Vec<String>, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.messages().await
}

/// Everything that is known here about one machine.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_detail(
    handle: State<'_, StateHandle>,
    id: MachineId,
) -> Result<Detail, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.detail(&id).await
}

/// Reads a machine with the equipment that the service links to it; gives how many pieces.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_machine_equipment(
    handle: State<'_, StateHandle>,
    id: MachineId,
) -> Result<usize, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.read_linked(&id).await
}

/// Columns, widths and views of the grid, as the window kept them.
#[tauri::command]
#[specta::specta]
pub(crate) async fn machine_layout(
    handle: State<'_, StateHandle>,
) -> Result<Option<String>, Failure> {
    let state = handle.state().await?;
    Fleet::layout(&state.database).await
}

/// Keeps columns, widths and views of the grid.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_machine_layout(
    handle: State<'_, StateHandle>,
    text: String,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    Fleet::save_layout(&state.database, &text).await
}
