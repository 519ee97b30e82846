//! Translation of the system's events into signs.

use std::path::Path;

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind, RenameMode};

use super::folder_snapshot::Hints;
use super::stability::FsEvent;
use super::walk::below;
use super::watching::NotWatched;
use crate::path::RelPath;
use crate::timestamp::Timestamp;

/// Takes what an event says of the files below a root. Reading a file says nothing.
pub(super) fn signs(root: &Path, event: &notify::Event, now: Timestamp, hints: &mut Hints) {
    let Some(sign) = sign(event.kind) else {
        return;
    };
    for path in &event.paths {
        if path == root {
            // The folder itself: renamed, removed, or something of it changed.
            match event.kind {
                EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => {
                    let why = "it was removed or renamed".to_owned();
                    hints.lost = Some(NotWatched::FolderAway(why));
                }
                _ => {}
            }
            continue;
        }
        match relative(root, path) {
            Some(path) => {
                // A writer's many writes are one sign; when it came last counts.
                match hints.signs.last_mut() {
                    Some((last, old, at)) if *last == path && *old == sign => *at = now,
                    _ => hints.signs.push((path, sign, now)),
                }
            }
            // A name that no path can say: the scan reports it.
            None => hints.rescan = true,
        }
    }
}

fn sign(kind: EventKind) -> Option<FsEvent> {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Some(FsEvent::Closed),
        EventKind::Access(_) => None,
        EventKind::Modify(ModifyKind::Name(RenameMode::From)) | EventKind::Remove(_) => {
            Some(FsEvent::Gone)
        }
        // Both names of one rename were told one by one before.
        EventKind::Modify(ModifyKind::Name(RenameMode::Both)) => None,
        EventKind::Modify(ModifyKind::Name(_)) => Some(FsEvent::Placed),
        EventKind::Modify(ModifyKind::Metadata(_)) => Some(FsEvent::Touched),
        EventKind::Create(notify::event::CreateKind::Folder) => Some(FsEvent::Placed),
        EventKind::Create(_) | EventKind::Modify(_) => Some(FsEvent::Written),
        EventKind::Any | EventKind::Other => Some(FsEvent::Written),
    }
}

fn relative(root: &Path, path: &Path) -> Option<RelPath> {
    let inside = path.strip_prefix(root).ok()?;
    let mut text = String::new();
    let mut folder: Option<RelPath> = None;
    for part in inside {
        let path = below(folder.as_ref(), part, &mut text).ok()?;
        folder = Some(RelPath::new(path).ok()?);
    }
    folder
}
