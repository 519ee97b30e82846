//! Pending edits of machines: made, taken back, decided, saved.

use fielddesk_core::Failure;
use fielddesk_core::fleet::{
    BatchReport, CellEdit, CellName, Decision, Edit, EditResult, FleetState,
};
use fielddesk_core::model::MachineId;
use fielddesk_rules::fields::Writing;
use tauri::State;

use crate::acting::Acting;
use crate::state_handle::StateHandle;

/// All cells that are changed and not saved.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pending_edits(handle: State<'_, StateHandle>) -> Result<Vec<Edit>, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.pending().await
}

/// Puts values into cells; nothing is sent. What cannot be is kept with its reason.
#[tauri::command]
#[specta::specta]
pub(crate) async fn edit_machines(
    acting: Acting<'_>,
    edits: Vec<CellEdit>,
    writing: Writing,
) -> Result<EditResult, Failure> {
    let session = acting.session().await?;
    session.fleet.edit(&edits, &writing).await
}

/// Takes edits back; all of them without names.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discard_edits(
    acting: Acting<'_>,
    cells: Option<Vec<CellName>>,
) -> Result<FleetState, Failure> {
    let session = acting.session().await?;
    session.fleet.discard(cells.as_deref()).await
}

/// A person's word on cells that somebody else changed meanwhile.
#[tauri::command]
#[specta::specta]
pub(crate) async fn decide_edits(
    acting: Acting<'_>,
    decisions: Vec<Decision>,
) -> Result<EditResult, Failure> {
    let session = acting.session().await?;
    session.fleet.decide(&decisions).await
}

/// Saves the edits of these machines, or all: each record is read again first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_edits(
    acting: Acting<'_>,
    machine_ids: Option<Vec<MachineId>>,
) -> Result<BatchReport, Failure> {
    let session = acting.session().await?;
    session.fleet.save(machine_ids.as_deref()).await
}
