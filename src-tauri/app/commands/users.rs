//! The grid of users: rows, what changed, forms and acts.

use fielddesk_core::records::{BatchReport, Created, DeleteCheck};
use fielddesk_core::users::{
    UserChanges, UserCheck, UserDetail, UserForm, UserList, UserPage, UsersState,
};
use fielddesk_core::{Failure, settings};
use fielddesk_rules::fields::{FieldView, USER_FIELDS, Writing};
use fielddesk_rules::language::Language;
use tauri::State;

use crate::acting::Acting;
use crate::state_handle::StateHandle;

/// The fields of users with their words, in the order of the record.
#[tauri::command]
#[specta::specta]
pub(crate) fn user_fields(language: Language) -> Result<Vec<FieldView>, Failure> {
    let fields = USER_FIELDS.iter();
    Ok(fields.map(|field| field.view(language)).collect())
}

/// Some rows of what was read last, ordered by number; never waits for the service.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_users(
    handle: State<'_, StateHandle>,
    from: u32,
    limit: u32,
) -> Result<UserPage, Failure> {
    let session = handle.state().await?.session().await?;
    session.users().page(from as usize, limit as usize).await
}

/// What is different since a revision.
#[tauri::command]
#[specta::specta]
pub(crate) async fn user_changes(
    handle: State<'_, StateHandle>,
    since: u64,
) -> Result<UserChanges, Failure> {
    let session = handle.state().await?.session().await?;
    session.users().changes(since).await
}

/// Reads from the service what changed, or everything where that was long ago.
#[tauri::command]
#[specta::specta]
pub(crate) async fn refresh_users(handle: State<'_, StateHandle>) -> Result<UsersState, Failure> {
    let session = handle.state().await?.session().await?;
    session.users().refresh().await
}

/// Columns, widths and views of the grid, as the window kept them.
#[tauri::command]
#[specta::specta]
pub(crate) async fn user_layout(handle: State<'_, StateHandle>) -> Result<Option<String>, Failure> {
    let state = handle.state().await?;
    UserList::layout(&state.database).await
}

/// Keeps columns, widths and views of the grid.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_user_layout(
    handle: State<'_, StateHandle>,
    text: String,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    UserList::save_layout(&state.database, &text).await
}

/// Everything that is known here about one user.
#[tauri::command]
#[specta::specta]
pub(crate) async fn user_detail(
    handle: State<'_, StateHandle>,
    id: String,
) -> Result<UserDetail, Failure> {
    let session = handle.state().await?.session().await?;
    session.users().detail(&id).await
}

/// Judges a form and says in full what is understood of it, of a new user without an id. Nothing
/// is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_user(
    handle: State<'_, StateHandle>,
    id: Option<String>,
    form: UserForm,
    mut writing: Writing,
) -> Result<UserCheck, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    writing.country = settings::load(&state.data).country();
    session.users().check(id.as_deref(), &form, &writing).await
}

/// Changes a user from a form, or creates one without an id. Problems of the form are told and
/// nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_user(
    acting: Acting<'_>,
    id: Option<String>,
    form: UserForm,
    mut writing: Writing,
) -> Result<Created, Failure> {
    let session = acting.session().await?;
    writing.country = settings::load(&acting.state().await?.data).country();
    session.users().save(id.as_deref(), &form, &writing).await
}

/// Disables or enables accounts.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_users_disabled(
    acting: Acting<'_>,
    ids: Vec<String>,
    disabled: bool,
) -> Result<BatchReport, Failure> {
    let session = acting.session().await?;
    session.users().set_disabled(&ids, disabled).await
}

/// Asks whether a user can be deleted, and why not.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_user_delete(
    handle: State<'_, StateHandle>,
    id: String,
) -> Result<DeleteCheck, Failure> {
    let session = handle.state().await?.session().await?;
    session.users().check_delete(&id).await
}

/// Deletes a user that nothing depends on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_user(acting: Acting<'_>, id: String) -> Result<BatchReport, Failure> {
    let session = acting.session().await?;
    session.users().delete(&id).await
}
