//! Writes into the folder: a temporary file, flushed, that takes its name in one step and never
//! covers or removes anything but what was looked at.

#[cfg(test)]
mod crashes;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write as _};

use bytes::Bytes;
use fielddesk_rules::ignore::is_ours;
use futures::StreamExt as _;
use tokio::sync::mpsc;

use super::error::{of_file, root_away};
use super::folder::OsFolder;
use super::platform::{Dir, FileMetadata, Kind, Writers};
use super::temporary;
use super::walk::{Want, walk};
use crate::content_hash::Hasher;
use crate::path::RelPath;
use crate::ports::{ByteStream, LocalError, StageError, Staged};
use crate::tree::Stat;
use fielddesk_documents::lock::lock;

/// Chunks waiting to be written.
const WAITING: usize = 4;

/// Writes bytes into a temporary file beside `near`, flushed. The file is removed again when they
/// do not come to their end, or when the caller no longer waits for it.
pub(super) async fn stage(
    folder: &OsFolder,
    near: &RelPath,
    mut bytes: ByteStream,
) -> Result<Staged, StageError> {
    let path = temporary::for_new_bytes(near).map_err(StageError::Local)?;
    let (sender, receiver) = mpsc::channel(WAITING);
    let at = path.clone();
    let written = folder.blocking(move |folder| write(folder, &at, receiver));
    let feed = async move {
        while let Some(chunk) = bytes.next().await {
            if sender.send(Piece::Bytes(chunk?)).await.is_err() {
                // The disk said no: its own words are the answer.
                return Ok(());
            }
        }
        if sender.send(Piece::End).await.is_err() {
            tracing::debug!("the disk said no at the end");
        }
        Ok(())
    };
    let (written, fed) = futures::join!(written, feed);
    match (written, fed) {
        (_, Err(error)) => Err(StageError::Source(error)),
        (Err(error), Ok(())) => Err(StageError::Local(error)),
        (Ok((sha256, bytes)), Ok(())) => Ok(Staged {
            path,
            sha256,
            bytes,
        }),
    }
}

enum Piece {
    Bytes(Bytes),
    End,
}

fn write(
    folder: &OsFolder,
    path: &RelPath,
    pieces: mpsc::Receiver<Piece>,
) -> Result<(crate::content_hash::ContentHash, u64), LocalError> {
    let dir = enter_making(folder, path)?;
    let name: &OsStr = path.name().as_ref();
    let file = dir.create(name).map_err(|error| of_file(&error))?;
    let written = fill(file, pieces);
    if written.is_err()
        && let Err(error) = dir.remove(name)
    {
        tracing::warn!(%error, %path, "a temporary file stays until the next start");
    }
    written
}

fn fill(
    mut file: File,
    mut pieces: mpsc::Receiver<Piece>,
) -> Result<(crate::content_hash::ContentHash, u64), LocalError> {
    let mut hasher = Hasher::default();
    let mut length = 0;
    loop {
        match pieces.blocking_recv() {
            Some(Piece::Bytes(bytes)) => {
                file.write_all(&bytes).map_err(|error| of_file(&error))?;
                hasher.update(&bytes);
                length += bytes.len() as u64;
            }
            Some(Piece::End) => break,
            None => {
                return Err(LocalError::Denied(
                    "the bytes did not come to their end".into(),
                ));
            }
        }
    }
    file.sync_all().map_err(|error| of_file(&error))?;
    Ok((hasher.finish(), length))
}

/// The folder of a path, made where it is missing.
fn enter_making(folder: &OsFolder, path: &RelPath) -> Result<Dir, LocalError> {
    let (mut dir, _) = folder.open()?;
    for name in path.folders() {
        let inside = match dir.folder(name.as_ref()) {
            Err(error) if of_file(&error) == LocalError::Gone => {
                let made = dir.make_folder(name.as_ref());
                made.and_then(|()| dir.sync())
                    .map_err(|error| of_file(&error))?;
                dir.folder(name.as_ref())
            }
            inside => inside,
        };
        dir = inside.map_err(|error| of_file(&error))?;
    }
    Ok(dir)
}

/// Gives staged bytes their name.
pub(super) fn place(
    folder: &OsFolder,
    staged: &RelPath,
    to: &RelPath,
    over: Option<&Stat>,
) -> Result<Stat, LocalError> {
    let placed = put(folder, staged, to, over).map_err(|error| folder.doubt(to, error))?;
    let mut state = lock(&folder.0.state);
    state.settling.forget(to);
    state.dirty.remove(to);
    if let Some(look) = &mut state.look {
        look.wrote(to, placed);
    }
    Ok(placed)
}

fn put(
    folder: &OsFolder,
    staged: &RelPath,
    to: &RelPath,
    over: Option<&Stat>,
) -> Result<Stat, LocalError> {
    if staged.folder() != to.folder() {
        return Err(LocalError::Denied("it was staged in another folder".into()));
    }
    let dir = folder.enter(to)?;
    let (from, name): (&OsStr, &OsStr) = (staged.name().as_ref(), to.name().as_ref());
    match over {
        None => dir
            .may_be_made(name)
            .and_then(|()| dir.rename_new(from, name))
            .map_err(|error| of_file(&error))?,
        Some(stat) => {
            let old = unheld(folder, &dir, name, stat)?;
            dir.same_rights(from, name)
                .map_err(|error| of_file(&error))?;
            replace(folder, &dir, from, to, &old)?;
        }
    }
    dir.sync().map_err(|error| of_file(&error))?;
    let seen = dir.look(name).map_err(|error| of_file(&error))?;
    Ok(folder.stat_of(&seen))
}

/// The look right before: it is the file looked at, and no program is writing it.
fn unheld(
    folder: &OsFolder,
    dir: &Dir,
    name: &OsStr,
    stat: &Stat,
) -> Result<FileMetadata, LocalError> {
    let seen = dir.look_unheld(name).map_err(|error| of_file(&error))?;
    if seen.kind != Kind::File || folder.stat_of(&seen) != *stat {
        return Err(LocalError::Changed);
    }
    // Windows refused to open it then; here somebody else's open file would go on being written
    // where nobody sees it.
    if let Some(program) = Writers::now().of(seen.node) {
        return Err(LocalError::Locked(Some(program.to_owned())));
    }
    Ok(seen)
}

/// Puts one file in the place of another. What came out is looked at: when it is not the file
/// looked at before, everything is put back.
fn replace(
    folder: &OsFolder,
    dir: &Dir,
    from: &OsStr,
    to: &RelPath,
    old: &FileMetadata,
) -> Result<(), LocalError> {
    let new = dir.look(from).map_err(|error| of_file(&error))?;
    let (old_stat, new_stat) = (folder.stat_of(old), folder.stat_of(&new));
    let aside = temporary::for_a_swap(to, &old_stat, Some(&new_stat))?;
    let second = temporary::for_a_swap(to, &old_stat, None)?;
    let (aside, second) = (aside.name(), second.name());
    step();
    // No other file has a temporary name, so there is nothing to cover.
    let renamed = dir.rename_over(from, aside.as_ref());
    renamed.map_err(|error| of_file(&error))?;
    let swapped = swap(folder, dir, aside, second, to.name().as_ref(), old);
    if swapped.is_err() {
        for name in [aside, second] {
            clear(folder, dir, name)?;
        }
    }
    swapped
}

fn swap(
    folder: &OsFolder,
    dir: &Dir,
    aside: &str,
    second: &str,
    name: &OsStr,
    old: &FileMetadata,
) -> Result<(), LocalError> {
    let (aside, second): (&OsStr, &OsStr) = (aside.as_ref(), second.as_ref());
    step();
    let exchanged = can_exchange() && dir.exchange(aside, name).map_err(|error| of_file(&error))?;
    step();
    let out = if exchanged {
        aside
    } else {
        // A volume that cannot exchange: one goes aside, the other takes its name.
        dir.rename_over(name, second)
            .map_err(|error| of_file(&error))?;
        step();
        second
    };
    if !is_the_file(folder, dir, out, old) {
        step();
        if exchanged {
            let back = dir.exchange(aside, name).map_err(|error| of_file(&error))?;
            debug_assert!(back, "a volume that could exchange can do it again");
        }
        step();
        return Err(LocalError::Changed);
    }
    step();
    if !exchanged {
        match dir.rename_new(aside, name) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(LocalError::Changed);
            }
            Err(error) => return Err(of_file(&error)),
        }
        step();
    }
    dir.remove(out).map_err(|error| of_file(&error))
}

/// Between two steps: a test lets the world move here, or the process end.
fn step() {
    #[cfg(test)]
    crashes::step();
}

/// Returns true where the volume is asked to exchange two names.
fn can_exchange() -> bool {
    #[cfg(test)]
    return crashes::can_exchange();
    #[cfg(not(test))]
    true
}

/// Returns true where a name holds the file looked at before it was renamed; its record's time is
/// newer.
fn is_the_file(folder: &OsFolder, dir: &Dir, name: &OsStr, before: &FileMetadata) -> bool {
    let Ok(now) = dir.look(name) else {
        return false;
    };
    let (now_stat, before_stat) = (folder.stat_of(&now), folder.stat_of(before));
    let number = |stat: &Stat| stat.identity.map(|identity| identity.file);
    now_stat.looks_like(&before_stat) && number(&now_stat) == number(&before_stat)
}

/// Removes staged bytes.
pub(super) fn discard(folder: &OsFolder, staged: &RelPath) -> Result<(), LocalError> {
    if !is_ours(staged.name()) {
        return Err(LocalError::Denied("it is no temporary file of ours".into()));
    }
    clear(folder, &folder.enter(staged)?, staged.name())
}

/// Removes a file that is still the one looked at: it is taken aside first and looked at there.
pub(super) fn remove(folder: &OsFolder, path: &RelPath, stat: &Stat) -> Result<(), LocalError> {
    let taken = take_away(folder, path, stat);
    taken.map_err(|error| folder.doubt(path, error))?;
    let mut state = lock(&folder.0.state);
    state.settling.forget(path);
    if let Some(look) = &mut state.look {
        look.files.remove(path);
    }
    Ok(())
}

fn take_away(folder: &OsFolder, path: &RelPath, stat: &Stat) -> Result<(), LocalError> {
    let dir = folder.enter(path)?;
    let name: &OsStr = path.name().as_ref();
    let seen = unheld(folder, &dir, name, stat)?;
    let aside = temporary::for_a_swap(path, &folder.stat_of(&seen), None)?;
    let aside = aside.name();
    step();
    dir.rename_over(name, aside.as_ref())
        .map_err(|error| of_file(&error))?;
    step();
    if !is_the_file(folder, &dir, aside.as_ref(), &seen) {
        step();
        clear(folder, &dir, aside)?;
        return Err(LocalError::Changed);
    }
    step();
    let removed = dir.remove(aside.as_ref()).and_then(|()| dir.sync());
    removed.map_err(|error| of_file(&error))
}

/// Removes a temporary file that holds the bytes we wrote, or the file that made way for it.
/// Anything else in it is a person's work and gets a name again.
fn clear(folder: &OsFolder, dir: &Dir, temporary: &str) -> Result<(), LocalError> {
    let file: &OsStr = temporary.as_ref();
    let gone = |error: io::Error| match of_file(&error) {
        LocalError::Gone => Ok(()),
        error => Err(error),
    };
    let Some(held) = temporary::contents_of(temporary) else {
        return dir.remove(file).or_else(gone);
    };
    let stat = match dir.look(file) {
        Ok(seen) => folder.stat_of(&seen),
        Err(error) => return gone(error),
    };
    step();
    // The old one alone: what should take its place never did.
    let replaced = || dir.look(held.name.as_ref()).is_ok();
    if held.is_new(&stat) || (held.is_old(&stat) && replaced()) {
        return dir.remove(file).or_else(gone);
    }
    put_back(dir, file, &held.name)
}

/// Gives a file its name again; another one where the name was taken meanwhile.
fn put_back(dir: &Dir, aside: &OsStr, name: &str) -> Result<(), LocalError> {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
        _ => (name, String::new()),
    };
    let others = (2..100).map(|number| format!("{stem} ({number}){extension}"));
    for name in std::iter::once(name.to_owned()).chain(others) {
        match dir.rename_new(aside, name.as_ref()) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(of_file(&error)),
        }
    }
    Err(LocalError::Denied("no name is free to put it back".into()))
}

/// Clears up the temporary files of processes that are gone.
pub(super) fn tidy(folder: &OsFolder) -> Result<(), LocalError> {
    tidy_those(folder, temporary::is_left_over)
}

fn tidy_those(folder: &OsFolder, left_over: fn(&str) -> bool) -> Result<(), LocalError> {
    let (dir, _) = folder.open()?;
    let found = walk(dir, None, &folder.rules(), &folder.0.mounts, Want::Names);
    let found = found.map_err(|error| root_away(&error))?;
    for path in found.ignored.into_iter().map(|ignored| ignored.path) {
        if is_ours(path.name()) && left_over(path.name()) {
            clear(folder, &folder.enter(&path)?, path.name())?;
            step();
        }
    }
    Ok(())
}
