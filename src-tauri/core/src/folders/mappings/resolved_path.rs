//! Paths as they are compared: two paths may name one folder.

use std::path::{Path, PathBuf};

/// A path as the system resolves it; as it is where it is not there now.
pub(in crate::folders) fn resolved(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
