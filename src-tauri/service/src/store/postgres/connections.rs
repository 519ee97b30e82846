//! Connections to the server: one pool reads and writes.

use super::PostgresStore;
use crate::store::{ConnectionStore, Connections};

impl ConnectionStore for PostgresStore {
    fn connections(&self) -> Connections {
        Connections::of(&[&self.read])
    }
}
