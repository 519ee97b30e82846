//! Databases whose content can be read again: a damaged file is kept aside and a new one begun.

use std::path::{Path, PathBuf};

use sqlx::sqlite::SqlitePool;

use super::{Shape, Trouble, guard, open_pool};
use crate::Failure;
use crate::data_dir::DataDir;

/// Opens the file of a shape, makes it where it is not. A damaged file is kept aside, its place
/// told, and a new one begun.
pub(crate) async fn open_file(
    dir: &DataDir,
    shape: &Shape,
) -> Result<(SqlitePool, Option<PathBuf>), Failure> {
    let _guard = guard(dir, shape.file).await?;
    let (path, file) = (dir.path().join(shape.file), shape.file);
    let noted = note_of_damage(dir, file);
    let opened = if noted.exists() && path.exists() {
        Err(Trouble::Damaged)
    } else {
        open_pool(&path, shape).await
    };
    match opened {
        Ok(pool) => Ok((pool, None)),
        Err(Trouble::Other(failure)) => Err(failure),
        Err(Trouble::Damaged) => {
            forget_damage(&noted)?;
            let aside = dir.keep_aside(file)?;
            for companion in [format!("{file}-wal"), format!("{file}-shm")] {
                if dir.path().join(&companion).exists() {
                    dir.keep_aside(&companion)?;
                }
            }
            match open_pool(&path, shape).await {
                Ok(pool) => Ok((pool, Some(aside))),
                Err(Trouble::Other(failure)) => Err(failure),
                Err(Trouble::Damaged) => Err(Failure::internal("a new database is damaged")),
            }
        }
    }
}

/// Notes that a file turned out to be damaged in use: a large one is not checked when it is opened,
/// so the next [`open_file`] keeps it aside.
pub(crate) fn note_damage(dir: &DataDir, file: &str) {
    if let Err(error) = std::fs::write(note_of_damage(dir, file), b"") {
        tracing::warn!(%error, file, "a damaged file is opened again");
    }
}

fn note_of_damage(dir: &DataDir, file: &str) -> PathBuf {
    dir.path().join(format!("{file}.damaged"))
}

fn forget_damage(noted: &Path) -> Result<(), Failure> {
    match std::fs::remove_file(noted) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::local("remove", noted, &error))
        }
        _ => Ok(()),
    }
}
