//! Pending edits of machines: made, taken back, decided, saved.

use fielddesk_core::Failure;
use fielddesk_core::fleet::{
    BatchReport, CellEdit, CellName, Decision, Edit, EditResult, FleetState,
};
use fielddesk_core::model::MachineId;
use fielddesk_rules::fields::Writing;
use tauri::State;

use crate::shell::Shell;

/// All cells that are changed and not saved.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pending_edits(shell: State<'_, Shell>) -> Result<Vec<Edit>, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.pending().await
}

/// Puts values into cells; nothing is sent. What cannot be is kept with its reason.
#[tauri::command]
#[specta::specta]
pub(crate) async fn edit_machines(
    shell: State<'_, Shell>,
    edits: Vec<CellEdit>,
    writing: Writing,
) -> Result<EditResult, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.edit(&edits, &writing).await
}

/// Takes edits back; all of them without names.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discard_edits(
    shell: State<'_, Shell>,
    cells: Option<Vec<CellName>>,
) -> Result<FleetState, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.discard(cells.as_deref()).await
}

/// A person's word on cells that somebody else changed meanwhile.
#[tauri::command]
#[specta::specta]
pub(crate) async fn decide_edits(
    shell: State<'_, Shell>,
    decisions: Vec<Decision>,
) -> Result<EditResult, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.decide(&decisions).await
}

/// Saves the edits of these machines, or all: each record is read again first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_edits(
    shell: State<'_, Shell>,
    machine_ids: Option<Vec<MachineId>>,
) -> Result<BatchReport, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.save(machine_ids.as_deref()).await
}
