//! Logs: rolling files in the data folder, and stderr while developing.
//!
//! Log lines carry no secret, no token, no file name and no person; ids and counts only.

use std::path::{Path, PathBuf};

use tracing_appender::non_blocking::WorkerGuard;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Seven daily files are kept.
const FILES_KEPT: usize = 7;

/// The folder of the log files.
pub(crate) fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("logs")
}

/// Begins logging; the guard writes what is left when it is dropped.
///
/// Without a writable folder the program goes on with stderr alone.
pub(crate) fn begin(data_dir: &Path) -> Option<WorkerGuard> {
    let filter = EnvFilter::try_from_env("FIELDDESK_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,hyper=warn"));
    // The appender lists the folder before it makes it, and says so on stderr.
    let made = std::fs::create_dir_all(folder(data_dir));
    let appender = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("fielddesk")
        .filename_suffix("log")
        .max_log_files(FILES_KEPT)
        .build(folder(data_dir));
    let (file, guard, problem) = match appender {
        Ok(appender) => {
            let (writer, guard) = tracing_appender::non_blocking(appender);
            let layer = tracing_subscriber::fmt::layer()
                .with_writer(writer)
                .with_ansi(false);
            (Some(layer), Some(guard), None)
        }
        Err(error) => (None, None, Some(error)),
    };
    let stderr = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(false);
    tracing_subscriber::registry()
        .with(filter)
        .with(file)
        .with(stderr)
        .init();
    if let Err(error) = made {
        tracing::warn!(%error, "no folder for the log files");
    }
    if let Some(error) = problem {
        tracing::warn!(%error, "no log files: the folder cannot be written");
    }
    guard
}
