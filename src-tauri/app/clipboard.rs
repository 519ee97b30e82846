//! The system's clipboard: texts out, files in.

use std::path::PathBuf;

use fielddesk_core::{Failure, FailureKind};

/// Puts a text on the clipboard.
///
/// The clipboard is kept open for the life of the program: on X11 a text is gone when its
/// owner is.
pub(crate) async fn put_text(text: String) -> Result<(), Failure> {
    in_turn(move |clipboard| clipboard.set_text(text)).await
}

/// The files on the clipboard, none when it holds something else.
pub(crate) async fn files() -> Result<Vec<PathBuf>, Failure> {
    let found = in_turn(|clipboard| match clipboard.get().file_list() {
        Err(arboard::Error::ContentNotAvailable | arboard::Error::ConversionFailure) => {
            Ok(Vec::new())
        }
        other => other,
    })
    .await?;
    Ok(found)
}

async fn in_turn<T: Send + 'static>(
    act: impl FnOnce(&mut arboard::Clipboard) -> Result<T, arboard::Error> + Send + 'static,
) -> Result<T, Failure> {
    static CLIPBOARD: std::sync::Mutex<Option<arboard::Clipboard>> = std::sync::Mutex::new(None);
    let outcome = tokio::task::spawn_blocking(move || {
        let mut kept = CLIPBOARD
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let clipboard = match kept.take() {
            Some(clipboard) => clipboard,
            None => arboard::Clipboard::new()?,
        };
        act(kept.insert(clipboard))
    })
    .await
    .map_err(Failure::internal)?;
    outcome.map_err(|error| {
        tracing::warn!(%error, "clipboard");
        Failure::new(
            FailureKind::LocalFile,
            "The clipboard could not be used.",
            "Try again, or use Send files….",
        )
    })
}
