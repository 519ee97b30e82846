//! A document that the window shows, and why it does not show one.

use fielddesk_rules::file_name::shown;

use crate::{Failure, FailureKind};

/// A document that the window shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Its media type, one of a short list.
    pub content_type: &'static str,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// A document of a type that the window does not show.
pub(crate) fn no_preview(name: &str) -> Failure {
    let name = shown(name);
    Failure::new(
        FailureKind::Usage,
        format!("{name} has no preview."),
        "Open the document instead.",
    )
    .with("file", name)
}

/// A document that is larger than the window shows.
pub(crate) fn too_large(name: &str, limit_bytes: u64) -> Failure {
    let name = shown(name);
    Failure::new(
        FailureKind::TooLarge,
        format!("{name} is too large for a preview."),
        "Open the document instead.",
    )
    .with("file", name)
    .with("limit", limit_bytes)
}
