//! Connections to the file: several that read, one that writes.

use super::SqliteStore;
use crate::store::{ConnectionStore, Connections};

impl ConnectionStore for SqliteStore {
    fn connections(&self) -> Connections {
        Connections::of(&[&self.read, &self.write])
    }
}
