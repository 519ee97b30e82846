//! The SQLite file: what its errors mean for a state.

use std::path::Path;

use fielddesk_documents::sqlite::{OpenError, Shape, SqliteFile, primary_code};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteSynchronous;

use crate::ports::StateError;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

const SHAPE: Shape = Shape {
    migrations: &MIGRATIONS,
    synchronous: SqliteSynchronous::Full,
    page_size_bytes: 4096,
    most_pages: None,
};

pub(super) async fn open(path: &Path) -> Result<SqliteFile, StateError> {
    let file = SqliteFile::open(path, SHAPE, None).await;
    file.map_err(|error| unopened(&error))
}

/// Returns the state's error for a file that could not be opened.
pub(super) fn unopened(error: &OpenError) -> StateError {
    match error {
        OpenError::Sqlite(error) => told(error),
        error => StateError::Failed(error.to_string()),
    }
}

/// Returns the state's error for a failure of the database.
pub(super) fn told(error: &sqlx::Error) -> StateError {
    match primary_code(error) {
        Some(11 | 26) => StateError::Lost,
        Some(13) => StateError::Failed("the disk is full".into()),
        // Two commits of one number: somebody else has this mapping open and wrote.
        Some(19) => StateError::Failed("another program changed it meanwhile".into()),
        _ => StateError::Failed(error.to_string()),
    }
}
