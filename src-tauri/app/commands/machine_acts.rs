//! Acts on machines: block and release, in and out of use, fuel, create, delete.

use chrono::{DateTime, Utc};
use fielddesk_core::Failure;
use fielddesk_core::fleet::{
    BatchReport, BlockCheck, Created, DeleteCheck, FieldInput, FuelChange, Provenance,
};
use fielddesk_core::model::MachineId;
use fielddesk_rules::fields::Writing;
use tauri::State;

use crate::acting::Acting;
use crate::state_handle::StateHandle;

/// Reads machines freshly and tells which of them a block would change.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_block(
    handle: State<'_, StateHandle>,
    ids: Vec<MachineId>,
) -> Result<BlockCheck, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.check_block(&ids).await
}

/// Blocks check-in, until a moment where one is given; equipment is excluded and says so.
#[tauri::command]
#[specta::specta]
pub(crate) async fn block_machines(
    acting: Acting<'_>,
    ids: Vec<MachineId>,
    message: Option<String>,
    also_blocked: bool,
    release_at: Option<DateTime<Utc>>,
) -> Result<BatchReport, Failure> {
    let session = acting.session().await?;
    let fleet = &session.fleet;
    let message = message.as_deref();
    fleet
        .block_until(&ids, message, also_blocked, release_at)
        .await
}

/// Opens check-in again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn release_machines(
    acting: Acting<'_>,
    ids: Vec<MachineId>,
) -> Result<BatchReport, Failure> {
    let session = acting.session().await?;
    session.fleet.release(&ids).await
}

/// Puts machines into use or out of it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_machines_active(
    acting: Acting<'_>,
    ids: Vec<MachineId>,
    active: bool,
) -> Result<BatchReport, Failure> {
    let session = acting.session().await?;
    session.fleet.set_active(&ids, active).await
}

/// Sets fuel, rate or unit; what is null stays. Where the values come from is kept here.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_machines_fuel(
    acting: Acting<'_>,
    ids: Vec<MachineId>,
    change: FuelChange,
    provenance: Option<Provenance>,
) -> Result<BatchReport, Failure> {
    let session = acting.session().await?;
    let fleet = &session.fleet;
    fleet.set_fuel_from(&ids, change, provenance).await
}

/// Keeps where the fuel values of machines come from. Nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_fuel_provenance(
    acting: Acting<'_>,
    ids: Vec<MachineId>,
    provenance: Provenance,
) -> Result<(), Failure> {
    let session = acting.session().await?;
    let fleet = &session.fleet;
    fleet.note_provenance(&ids, provenance).await
}

/// Creates a machine from a form; problems of the form are told and nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_machine(
    acting: Acting<'_>,
    values: Vec<FieldInput>,
    writing: Writing,
) -> Result<Created, Failure> {
    let session = acting.session().await?;
    session.fleet.create(&values, &writing).await
}

/// Asks whether a machine can be deleted.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_delete(
    handle: State<'_, StateHandle>,
    id: MachineId,
) -> Result<DeleteCheck, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.check_delete(&id).await
}

/// Deletes a machine that nothing depends on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_machine(
    acting: Acting<'_>,
    id: MachineId,
) -> Result<BatchReport, Failure> {
    let session = acting.session().await?;
    session.fleet.delete(&id).await
}
