//! Acts on machines: block and release, in and out of use, fuel, create, delete, take back.

use fielddesk_core::model::MachineId;
use tauri::State;

use crate::dto::{
    BatchReport, BatchRow, BatchSummary, BlockCheck, CreateResult, DeleteCheck, Failure,
    FieldInput, FuelChange, FuelProvenance, Language, core_language, moment,
};
use crate::shell::Shell;

/// Reads machines freshly and tells which of them a block would change.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_block(
    shell: State<'_, Shell>,
    ids: Vec<String>,
) -> Result<BlockCheck, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.check_block(&machines(ids)).await?.into())
}

/// Blocks check-in, until a moment where one is given; equipment is excluded and says so.
#[tauri::command]
#[specta::specta]
pub(crate) async fn block_machines(
    shell: State<'_, Shell>,
    ids: Vec<String>,
    message: Option<String>,
    also_blocked: bool,
    release_at: Option<String>,
) -> Result<BatchReport, Failure> {
    let until = moment("releaseAt", release_at.as_deref())?;
    let office = shell.desk().await?.office().await?;
    let (fleet, ids) = (&office.fleet, machines(ids));
    let message = message.as_deref();
    let blocked = fleet
        .block_until(&ids, message, also_blocked, until)
        .await?;
    Ok(blocked.into())
}

/// Opens check-in again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn release_machines(
    shell: State<'_, Shell>,
    ids: Vec<String>,
) -> Result<BatchReport, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.release(&machines(ids)).await?.into())
}

/// Puts machines into use or out of it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_machines_active(
    shell: State<'_, Shell>,
    ids: Vec<String>,
    active: bool,
) -> Result<BatchReport, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office
        .fleet
        .set_active(&machines(ids), active)
        .await?
        .into())
}

/// Sets fuel, rate or unit; what is null stays. Where the values come from is kept here.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_machines_fuel(
    shell: State<'_, Shell>,
    ids: Vec<String>,
    change: FuelChange,
    provenance: Option<FuelProvenance>,
) -> Result<BatchReport, Failure> {
    let office = shell.desk().await?.office().await?;
    let (fleet, ids) = (&office.fleet, machines(ids));
    let provenance = provenance.map(Into::into);
    let report = fleet.set_fuel_from(&ids, change.into(), provenance).await?;
    Ok(report.into())
}

/// Keeps where the fuel values of machines come from. Nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_fuel_provenance(
    shell: State<'_, Shell>,
    ids: Vec<String>,
    provenance: FuelProvenance,
) -> Result<(), Failure> {
    let office = shell.desk().await?.office().await?;
    let (fleet, ids) = (&office.fleet, machines(ids));
    Ok(fleet.note_provenance(&ids, provenance.into()).await?)
}

/// Creates a machine from a form; problems of the form are told and nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn create_machine(
    shell: State<'_, Shell>,
    values: Vec<FieldInput>,
    language: Language,
) -> Result<CreateResult, Failure> {
    let office = shell.desk().await?.office().await?;
    let values: Vec<_> = values
        .into_iter()
        .map(|one| (one.field, one.input.into()))
        .collect();
    let fleet = &office.fleet;
    let created = fleet.create(&values, core_language(language)).await?;
    Ok(created.into())
}

/// Asks whether a machine can be deleted.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_delete(
    shell: State<'_, Shell>,
    id: String,
) -> Result<DeleteCheck, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.check_delete(&id.into()).await?.into())
}

/// Deletes a machine that nothing depends on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_machine(
    shell: State<'_, Shell>,
    id: String,
) -> Result<BatchReport, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.delete(&id.into()).await?.into())
}

/// Stops the act that goes on: nothing new is begun, what is under way ends.
#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_batch(shell: State<'_, Shell>) -> Result<(), Failure> {
    shell.desk().await?.office().await?.fleet.stop_batch();
    Ok(())
}

/// The last acts, the newest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn batches(
    shell: State<'_, Shell>,
    limit: u32,
) -> Result<Vec<BatchSummary>, Failure> {
    let office = shell.desk().await?.office().await?;
    let batches = office.fleet.batches(limit).await?;
    Ok(batches.into_iter().map(Into::into).collect())
}

/// One act with its rows.
#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_report(shell: State<'_, Shell>, id: i64) -> Result<BatchReport, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.batch(id).await?.into())
}

/// What taking an act back would do, and what it would leave; nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn preview_revert(
    shell: State<'_, Shell>,
    id: i64,
) -> Result<Vec<BatchRow>, Failure> {
    let office = shell.desk().await?.office().await?;
    let rows = office.fleet.preview_revert(id).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Takes an act back, where nobody changed the cells since.
#[tauri::command]
#[specta::specta]
pub(crate) async fn revert_batch(shell: State<'_, Shell>, id: i64) -> Result<BatchReport, Failure> {
    let office = shell.desk().await?.office().await?;
    Ok(office.fleet.revert(id).await?.into())
}

fn machines(ids: Vec<String>) -> Vec<MachineId> {
    ids.into_iter().map(Into::into).collect()
}
