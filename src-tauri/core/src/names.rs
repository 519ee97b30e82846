//! Names from outside: how they are shown and what they are called on disk. Pure.

/// The name with control and bidi characters as visible symbols.
pub fn shown(name: &str) -> String { todo!() }

/// A name that Windows and Unix can store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SafeName { pub name: String, pub changed: bool }

/// Makes a single path component of at most 255 bytes from any text, keeping the extension.
pub fn safe_file_name(name: &str) -> SafeName { todo!() }
