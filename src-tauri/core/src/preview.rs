//! A document that the window shows, and why it does not show one.

use std::path::Path;

use fielddesk_rules::file_name::shown;
use fielddesk_rules::preview::{PREVIEW_LIMIT_BYTES, preview_type};

use crate::content::blocking;
use crate::{Failure, FailureKind};

/// A document that the window shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Its media type, one of a short list.
    pub content_type: &'static str,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// Reads a private copy of a document to be shown.
///
/// # Errors
/// Kind `usage` for a type that has no preview, `tooLarge` for more than
/// [`PREVIEW_LIMIT_BYTES`], or the disk's.
pub async fn preview_copy(copy: &Path) -> Result<Preview, Failure> {
    let name = copy.file_name().unwrap_or_default().to_string_lossy();
    let content_type = preview_type(&name).ok_or_else(|| no_preview(&name))?;
    let from = copy.to_owned();
    let read = blocking(move || {
        if std::fs::metadata(&from)?.len() > PREVIEW_LIMIT_BYTES {
            return Ok(None);
        }
        std::fs::read(&from).map(Some)
    });
    let bytes = read
        .await
        .map_err(|error| Failure::local("read", copy, &error))?;
    Ok(Preview {
        content_type,
        bytes: bytes.ok_or_else(|| too_large(&name, PREVIEW_LIMIT_BYTES))?,
    })
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
