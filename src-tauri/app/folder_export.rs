//! The file that carries the list of synced folders to another computer. What is in it is
//! `core`'s.

use std::path::Path;

use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use tokio::io::AsyncReadExt as _;

/// What it is called where nobody says otherwise.
pub(crate) const FILE_NAME: &str = "Fielddesk folders.json";

/// More than a list of folders can be: a film chosen by mistake is not read.
const MOST_BYTES: u64 = 16 << 20;

/// Reads the file.
pub(crate) async fn read(from: &Path) -> Result<String, Failure> {
    let unreadable = |error: &std::io::Error| Failure::local("read", from, error);
    let file = tokio::fs::File::open(from).await;
    let mut file = file.map_err(|error| unreadable(&error))?.take(MOST_BYTES);
    let mut bytes = Vec::new();
    let read = file.read_to_end(&mut bytes).await;
    read.map_err(|error| unreadable(&error))?;
    // A list that was cut, or other bytes than text, is no list either way.
    String::from_utf8(bytes).map_err(|_| {
        Failure::new(
            FailureKind::Usage,
            format!(
                "{} is not a list of synced folders.",
                shown(&from.to_string_lossy())
            ),
            "Choose the file that Fielddesk or fieldctl sync export wrote.",
        )
        .about("file")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_written_is_read_and_other_bytes_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        std::fs::write(&path, "{}").unwrap();
        assert_eq!(read(&path).await.unwrap(), "{}");
        std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
        assert_eq!(read(&path).await.unwrap_err().kind, FailureKind::Usage);
        let missing = read(&folder.path().join("none.json")).await.unwrap_err();
        assert_eq!(missing.kind, FailureKind::FileVanished);
    }
}
