//! Paths below a mapping's root: folders and a name, never up and never elsewhere.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A file or folder below the root, its parts joined by `/` whatever the system writes.
///
/// It is never empty and has no part that is empty, `.` or `..`. A name that is no Unicode
/// has no such path: the scan reports it apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RelPath(Arc<str>);

/// The text is no path below a root.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no path below a folder")]
pub struct NotBelow(String);

impl RelPath {
    /// Takes a path whose parts are joined by `/`.
    ///
    /// # Errors
    /// When a part is empty, `.`, `..` or holds a NUL.
    pub fn new(path: &str) -> Result<Self, NotBelow> {
        let bad =
            |part: &str| part.is_empty() || part == "." || part == ".." || part.contains('\0');
        if path.split('/').any(bad) {
            return Err(NotBelow(path.to_owned()));
        }
        Ok(Self(path.into()))
    }

    /// Returns the path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the last part.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Returns the folder it lies in; `None` for one that lies in the root itself.
    #[must_use]
    pub fn folder(&self) -> Option<&str> {
        self.0.rsplit_once('/').map(|(folder, _)| folder)
    }

    /// Returns the folders on the way to it, outermost first.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.folder()
            .into_iter()
            .flat_map(|folder| folder.split('/'))
    }

    /// Returns the path of another name in the same folder.
    pub fn beside(&self, name: &str) -> Result<Self, NotBelow> {
        if name.contains('/') {
            return Err(NotBelow(name.to_owned()));
        }
        match self.folder() {
            Some(folder) => Self::new(&format!("{folder}/{name}")),
            None => Self::new(name),
        }
    }

    /// Returns true for that folder and for paths below it.
    #[must_use]
    pub fn is_below(&self, folder: &Self) -> bool {
        self.0
            .strip_prefix(folder.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for RelPath {
    type Error = NotBelow;

    fn try_from(path: String) -> Result<Self, NotBelow> {
        Self::new(&path)
    }
}

impl From<RelPath> for String {
    fn from(path: RelPath) -> Self {
        path.0.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leads_out_of_the_root() {
        for path in ["", "/etc/passwd", "a//b", "a/../b", "..", "./a", "a/"] {
            assert!(RelPath::new(path).is_err(), "{path}");
        }
        let path = RelPath::new("VA/Blad 3.pdf").unwrap();
        assert!(path.beside("../x").is_err() && path.beside("..").is_err());
        assert_eq!(path.beside("x").unwrap().as_str(), "VA/x");
    }

    #[test]
    fn below_is_told_by_whole_parts() {
        let path = RelPath::new("VA 2/x").unwrap();
        assert!(!path.is_below(&RelPath::new("VA").unwrap()));
        assert!(path.is_below(&RelPath::new("VA 2").unwrap()));
    }
}
