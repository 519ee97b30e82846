//! What holds for all synced folders, and carrying them to another computer.

use fielddesk_core::Failure;
use fielddesk_rules::ignore;
use fielddesk_rules::language::Language;
use tauri::State;

use crate::dto::{FolderSettings, FoldersImported, RuleTrial};
use crate::shell::Shell;
use crate::{carrying, dialogs};

/// What holds for all synced folders.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_settings(shell: State<'_, Shell>) -> Result<FolderSettings, Failure> {
    let desk = shell.desk().await?;
    Ok(desk.folders.settings().await?.into())
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
    shell: State<'_, Shell>,
    settings: FolderSettings,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    desk.folders.set_settings(settings.try_into()?).await
}

/// What rules would change if they were in force now, folder by folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn try_folder_rules(
    shell: State<'_, Shell>,
    rules: Vec<String>,
) -> Result<Vec<RuleTrial>, Failure> {
    let desk = shell.desk().await?;
    let trials = desk.folders.try_rules(&rules).await?;
    Ok(trials.into_iter().map(Into::into).collect())
}

/// Writes the list of folders where the person says; false when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_folders(shell: State<'_, Shell>) -> Result<bool, Failure> {
    let desk = shell.desk().await?;
    let text = desk.folders.export().await?;
    let Some(to) = dialogs::file_to_save(&desk.app, carrying::FILE_NAME).await else {
        return Ok(false);
    };
    carrying::write(&to, &text).await?;
    Ok(true)
}

/// Takes in the folders of a list that the person chooses; none when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_folders(
    shell: State<'_, Shell>,
) -> Result<Option<FoldersImported>, Failure> {
    let desk = shell.desk().await?;
    let Some(from) = dialogs::file_to_read(&desk.app).await else {
        return Ok(None);
    };
    let text = carrying::read(&from).await?;
    Ok(Some(desk.folders.import(&text).await?.into()))
}
