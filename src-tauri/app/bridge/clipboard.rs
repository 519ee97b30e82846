//! A clipboard of the journey's own: see [`super::person`].

use std::path::PathBuf;

use fielddesk_core::Failure;

use super::person::person;

/// Puts a text on the clipboard.
pub(crate) async fn put_text(text: String) -> Result<(), Failure> {
    person().text = Some(text);
    Ok(())
}

/// The files on the clipboard, none when it holds something else.
pub(crate) async fn files() -> Result<Vec<PathBuf>, Failure> {
    Ok(person().copied.clone())
}
