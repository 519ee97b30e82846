//! The SQLite database `fielddesk.sqlite` in the data folder.

use crate::Failure;
use crate::data_dir::DataDir;

/// The database, cheap to clone.
#[derive(Debug, Clone)]
pub struct Database {
    pool: sqlx::SqlitePool,
}

impl Database {
    /// Opens it, makes it where it is not, brings it to this version's shape. A damaged file
    /// is kept aside and a new one begun.
    pub async fn open(dir: &DataDir) -> Result<Self, Failure> { todo!() }
    /// The connections, for the tables' owners.
    pub fn pool(&self) -> &sqlx::SqlitePool { &self.pool }
    /// Where a damaged file was put when this open found one.
    pub fn kept_aside(&self) -> Option<&std::path::Path> { todo!() }
}
