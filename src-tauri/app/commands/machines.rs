//! The grid of machines: rows, what changed, and what columns mean.

use fielddesk_core::Failure;
use fielddesk_core::fleet::{
    self, Detail, Fleet, FleetState, FuelCheck, FuelDraft, MachineChanges, MachinePage, Person,
};
use fielddesk_core::model::MachineId;
use fielddesk_rules::fields::{FieldView, USER_FIELDS, Writing};
use fielddesk_rules::fuel::{self, Completeness, FuelUse};
use fielddesk_rules::language::Language;
use tauri::State;

use crate::dto::MachineType;
use crate::shell::Shell;

/// The fields of machines with their words, in the order of the cells.
#[tauri::command]
#[specta::specta]
pub(crate) fn machine_fields(language: Language) -> Result<Vec<FieldView>, Failure> {
    Ok(fleet::columns().map(|field| field.view(language)).collect())
}

/// The fields of users with their words, in the order of the record.
#[tauri::command]
#[specta::specta]
pub(crate) fn user_fields(language: Language) -> Result<Vec<FieldView>, Failure> {
    let fields = USER_FIELDS.iter();
    Ok(fields.map(|field| field.view(language)).collect())
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
    shell: State<'_, Shell>,
    ids: Vec<MachineId>,
    draft: FuelDraft,
    writing: Writing,
) -> Result<FuelCheck, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.check_fuel(&ids, &draft, &writing).await
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
