//! Commands on the settings of all synced folders, and their move to another computer.

use fielddesk_core::Failure;
use fielddesk_core::output_file::save;
use fielddesk_rules::ignore;
use fielddesk_rules::language::Language;
use tauri::State;

use crate::dto::{FolderSettings, FoldersImported, RuleTrial};
use crate::state_handle::StateHandle;
use crate::{dialogs, folder_export};

/// What holds for all synced folders.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_settings(
    handle: State<'_, StateHandle>,
) -> Result<FolderSettings, Failure> {
    let state = handle.state().await?;
    Ok(state.folders.settings().await?.into())
}

/// Names of ignore rules in a language, in the order given.
#[tauri::command]
#[specta::specta]
pub(crate) fn ignore_rule_names(
    names: Vec<String>,
    language: Language,
) -> Result<Vec<String>, Failure> {
    let names = names.iter();
    Ok(names
        .map(|name| ignore::name_in(name, language).into_owned())
        .collect())
}

/// Sets what holds for all synced folders; in force at once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_folder_settings(
    handle: State<'_, StateHandle>,
    settings: FolderSettings,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    state.folders.set_settings(settings.try_into()?).await
}

/// What rules would change if they were in force now, folder by folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn try_folder_rules(
    handle: State<'_, StateHandle>,
    rules: Vec<String>,
) -> Result<Vec<RuleTrial>, Failure> {
    let state = handle.state().await?;
    let trials = state.folders.try_rules(&rules).await?;
    Ok(trials.into_iter().map(Into::into).collect())
}

/// Writes the list of folders where the person says; false when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_folders(handle: State<'_, StateHandle>) -> Result<bool, Failure> {
    let state = handle.state().await?;
    let text = state.folders.export().await?;
    let Some(to) = dialogs::file_to_save(&state.app, folder_export::FILE_NAME).await else {
        return Ok(false);
    };
    save(&to, text.as_bytes())?;
    Ok(true)
}

/// Takes in the folders of a list that the person chooses; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_folders(
    handle: State<'_, StateHandle>,
) -> Result<Option<FoldersImported>, Failure> {
    let state = handle.state().await?;
    let Some(from) = dialogs::file_to_read(&state.app).await else {
        return Ok(None);
    };
    let text = folder_export::read(&from).await?;
    Ok(Some(state.folders.import(&text).await?.into()))
}
