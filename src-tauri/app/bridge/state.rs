//! State that requests of the page work with.

use std::path::PathBuf;

use crate::runtime::WebviewWindow;

/// What requests work with.
pub(super) struct Bridge {
    pub(super) window: WebviewWindow,
    pub(super) ui: PathBuf,
    pub(super) address: String,
}
