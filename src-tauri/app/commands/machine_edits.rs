//! Pending edits of machines: made, taken back, decided, saved.

use fielddesk_core::fleet as core;
use tauri::State;

use crate::dto::{
    BatchReport, CellEdit, CellName, EditDecision, EditResult, Failure, FleetState, Language,
    PendingEdit, core_language,
};
use crate::shell::Shell;

/// All cells that are changed and not saved.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pending_edits(shell: State<'_, Shell>) -> Result<Vec<PendingEdit>, Failure> {
    let office = shell.desk().await?.office().await?;
    let pending = office.fleet.pending().await?;
    Ok(pending.into_iter().map(Into::into).collect())
}

/// Puts values into cells; nothing is sent. What cannot be is kept with its reason.
#[tauri::command]
#[specta::specta]
pub(crate) async fn edit_machines(
    shell: State<'_, Shell>,
    edits: Vec<CellEdit>,
    language: Language,
) -> Result<EditResult, Failure> {
    let office = shell.desk().await?.office().await?;
    let edits: Vec<core::CellEdit> = edits.into_iter().map(Into::into).collect();
    Ok(office
        .fleet
        .edit(&edits, core_language(language))
        .await?
        .into())
}

/// Takes edits back; all of them without names.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discard_edits(
    shell: State<'_, Shell>,
    cells: Option<Vec<CellName>>,
) -> Result<FleetState, Failure> {
    let office = shell.desk().await?.office().await?;
    let cells: Option<Vec<core::CellName>> =
        cells.map(|cells| cells.into_iter().map(Into::into).collect());
    Ok(office.fleet.discard(cells.as_deref()).await?.into())
}

/// A person's word on cells that somebody else changed meanwhile.
#[tauri::command]
#[specta::specta]
pub(crate) async fn decide_edits(
    shell: State<'_, Shell>,
    decisions: Vec<EditDecision>,
) -> Result<EditResult, Failure> {
    let office = shell.desk().await?.office().await?;
    let decisions: Vec<core::Decision> = decisions.into_iter().map(Into::into).collect();
    Ok(office.fleet.decide(&decisions).await?.into())
}

/// Saves the edits of these machines, or all: each record is read again first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_edits(
    shell: State<'_, Shell>,
    machine_ids: Option<Vec<String>>,
) -> Result<BatchReport, Failure> {
    let office = shell.desk().await?.office().await?;
    let ids: Option<Vec<_>> = machine_ids.map(|ids| ids.into_iter().map(Into::into).collect());
    Ok(office.fleet.save(ids.as_deref()).await?.into())
}
