//! The way from outside the window to a place in it.

use crate::events::{self, Navigate, NavigateTo};
use crate::runtime::AppHandle;
use crate::window;

/// Shows a place in the window.
pub(crate) fn go(app: &AppHandle, to: NavigateTo) {
    lead(app, to, None, None);
}

/// Shows the synced folders of a connection, or one of them; the window switches to it first.
pub(crate) fn go_to_folder(app: &AppHandle, connection: Option<String>, folder: Option<String>) {
    lead(app, NavigateTo::Folders, connection, folder);
}

fn lead(app: &AppHandle, to: NavigateTo, connection: Option<String>, folder: Option<String>) {
    window::show(app);
    let place = Navigate {
        to,
        connection,
        folder,
    };
    events::emit(app, &place);
}
