//! Drops by handle: dropped files, counted on a separate thread.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fielddesk_rules::file_name::shown;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::scan::{Count, Scan, scan};
use super::types::{DropSource, DroppedFiles};

/// How often a count is told.
const TOLD_EVERY: Duration = Duration::from_millis(100);

/// A drop and its walk.
pub(super) struct Dropped {
    /// What came in, as the system named it.
    pub(super) paths: Vec<PathBuf>,
    pub(super) drop: watch::Receiver<DroppedFiles>,
    /// Everything found, once the walk ended.
    pub(super) scan: watch::Receiver<Option<Arc<Scan>>>,
    pub(super) cancel: CancellationToken,
}

/// Begins the walk. It runs on a thread of its own: a drag may come from where no runtime is.
pub(super) fn begin(id: String, paths: Vec<PathBuf>, source: DropSource) -> Dropped {
    let title = match paths.as_slice() {
        [only] => only.file_name().map(|name| shown(&name.to_string_lossy())),
        _ => None,
    };
    let (drop_sender, drop) = watch::channel(DroppedFiles {
        id,
        files: 0,
        folders: 0,
        bytes: 0,
        counting: true,
        source,
        title,
    });
    let (scan_sender, scan_receiver) = watch::channel(None);
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let came_in = paths.clone();
    std::thread::spawn(move || {
        let mut told = Instant::now();
        let found = scan(&paths, &stop, |count| {
            if told.elapsed() >= TOLD_EVERY {
                told = Instant::now();
                drop_sender.send_modify(|drop| put(drop, count));
            }
        });
        drop_sender.send_modify(|drop| {
            put(drop, found.count);
            drop.counting = false;
        });
        scan_sender.send_replace(Some(Arc::new(found)));
    });
    Dropped {
        paths: came_in,
        drop,
        scan: scan_receiver,
        cancel,
    }
}

const fn put(drop: &mut DroppedFiles, count: Count) {
    drop.files = count.files;
    drop.folders = count.folders;
    drop.bytes = count.bytes;
}
