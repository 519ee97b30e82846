//! The way from outside the window to a place in it.

use crate::events::{self, Navigate, NavigateTo};
use crate::runtime::AppHandle;
use crate::window;

/// Shows a place in the window, or a folder of it.
pub(crate) fn go(app: &AppHandle, to: NavigateTo, folder: Option<String>) {
    window::show(app);
    events::emit(app, &Navigate { to, folder });
}
