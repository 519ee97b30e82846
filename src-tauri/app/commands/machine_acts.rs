//! Acts on machines: block and release, in and out of use, fuel, create, delete, take back.

use chrono::{DateTime, Utc};
use fielddesk_core::Failure;
use fielddesk_core::fleet::{
    Batch, BatchReport, BatchRow, BlockCheck, Created, DeleteCheck, FieldInput, FuelChange,
    Provenance,
};
use fielddesk_core::model::MachineId;
use fielddesk_rules::fields::Writing;
use tauri::State;

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
    handle: State<'_, StateHandle>,
    ids: Vec<MachineId>,
    message: Option<String>,
    also_blocked: bool,
    release_at: Option<DateTime<Utc>>,
) -> Result<BatchReport, Failure> {
    let session = handle.state().await?.session().await?;
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
    handle: State<'_, StateHandle>,
    ids: Vec<MachineId>,
) -> Result<BatchReport, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.release(&ids).await
}

/// Puts machines into use or out of it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_machines_active(
    handle: State<'_, StateHandle>,
    ids: Vec<MachineId>,
    active: bool,
) -> Result<BatchReport, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.set_active(&ids, active).await
}

/// Sets fuel, rate or unit; what is null stays. Where the values come from is kept here.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_machines_fuel(
    handle: State<'_, StateHandle>,
    ids: Vec<MachineId>,
    change: FuelChange,
    provenance: Option<Provenance>,
) -> Result<BatchReport, Failure> {
    let session = handle.state().await?.session().await?;
    let fleet = &session.fleet;
    fleet.set_fuel_from(&ids, change, provenance).await
}

/// Keeps where the fuel values of machines come from. Nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_fuel_provenance(
    handle: State<'_, StateHandle>,
    ids: Vec<MachineId>,
    provenance: Provenance,
) -> Result<(), Failure> {
    let session = handle.state().await?.session().await?;
    let fleet = &session.fleet;
    fleet.note_provenance(&ids, provenance).await
}

/// Creates a machine from a form; problems of the form are told and nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_machine(
    handle: State<'_, StateHandle>,
    values: Vec<FieldInput>,
    writing: Writing,
) -> Result<Created, Failure> {
    let session = handle.state().await?.session().await?;
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
    handle: State<'_, StateHandle>,
    id: MachineId,
) -> Result<BatchReport, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.delete(&id).await
}

/// Stops the act that goes on: nothing new is begun, what is under way ends.
#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_batch(handle: State<'_, StateHandle>) -> Result<(), Failure> {
    handle.state().await?.session().await?.fleet.stop_batch();
    Ok(())
}

/// The last acts, the newest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn batches(
    handle: State<'_, StateHandle>,
    limit: u32,
) -> Result<Vec<Batch>, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.batches(limit).await
}

/// One act with its rows.
#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_report(
    handle: State<'_, StateHandle>,
    id: i64,
) -> Result<BatchReport, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.batch(id).await
}

/// What taking an act back would do, and what it would leave; nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn preview_revert(
    handle: State<'_, StateHandle>,
    id: i64,
) -> Result<Vec<BatchRow>, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.preview_revert(id).await
}

/// Takes an act back, where nobody changed the cells since.
#[tauri::command]
#[specta::specta]
pub(crate) async fn revert_batch(
    handle: State<'_, StateHandle>,
    id: i64,
) -> Result<BatchReport, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.revert(id).await
}
