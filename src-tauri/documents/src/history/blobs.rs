//! The files: contents named by their hash, each with a record of its versions beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::table::Row;
use crate::content_hash::{ContentHash, Hasher};
use crate::sink::is_temporary;
use crate::sqlite::private_file;

/// Contents that no version names.
const ASIDE: &str = "set-aside";

/// Lock file. Writers share it from the naming of a file to the commit of its version; a pruning
/// holds it alone.
const LOCK: &str = "history.lock";

/// Age after which temporary files without a write are left-overs.
const LEFT_OVER: Duration = Duration::from_secs(3600);

/// Size of a read, in bytes.
const READ_BYTES: usize = 256 * 1024;

/// The ending of records.
const RECORD: &str = "json";

/// The folder of the history.
#[derive(Debug, Clone)]
pub(super) struct Blobs {
    dir: PathBuf,
}

impl Blobs {
    pub(super) fn new(dir: &Path) -> Self {
        Self {
            dir: dir.to_owned(),
        }
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    pub(super) fn path_of(&self, content: &ContentHash) -> PathBuf {
        let hex = content.to_string();
        self.dir.join(hex.get(..2).unwrap_or("00")).join(hex)
    }

    fn record_of(&self, content: &ContentHash) -> PathBuf {
        self.path_of(content).with_extension(RECORD)
    }

    /// Keeps pruning away for as long as the answer lives.
    pub(super) fn shared(&self) -> io::Result<File> {
        let file = private_file(&self.dir.join(LOCK))?;
        file.lock_shared().map(|()| file)
    }

    /// Keeps everybody away for as long as the answer lives.
    pub(super) fn alone(&self) -> io::Result<File> {
        let file = private_file(&self.dir.join(LOCK))?;
        file.lock().map(|()| file)
    }

    /// Gives content its name; content of that name is the same already, or damaged.
    pub(super) fn put(&self, from: &Path, content: &ContentHash) -> io::Result<()> {
        let to = self.path_of(content);
        let folder = to.parent().unwrap_or(&self.dir);
        if !folder.is_dir() {
            fs::create_dir_all(folder)?;
            flush_folder(&self.dir)?;
        }
        if let Err(error) = fs::rename(from, &to) {
            // Some systems replace no file that is being read: it is the same content.
            if self.hash(content).ok() != Some(*content) {
                return Err(error);
            }
            gone(fs::remove_file(from))?;
        }
        flush_folder(folder)
    }

    pub(super) fn length(&self, content: &ContentHash) -> Option<u64> {
        let data = fs::metadata(self.path_of(content)).ok()?;
        data.is_file().then_some(data.len())
    }

    /// Reads a content for its hash.
    pub(super) fn hash(&self, content: &ContentHash) -> io::Result<ContentHash> {
        let mut file = File::open(self.path_of(content))?;
        let mut hasher = Hasher::default();
        let mut buffer = vec![0; READ_BYTES];
        loop {
            let count = file.read(&mut buffer)?;
            match buffer.get(..count) {
                Some(read) if count > 0 => hasher.update(read),
                _ => return Ok(hasher.finish()),
            }
        }
    }

    /// Adds versions to the record of their content. The last line of a version holds.
    pub(super) fn append(&self, row: &Row) -> io::Result<()> {
        let mut line = serde_json::to_vec(row)?;
        line.push(b'\n');
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let path = self.record_of(&row.version.sha256);
        // One write: two processes that keep equal content do not mix their lines.
        options.open(path)?.write_all(&line)
    }

    /// The versions in the record of a content, those of a torn line left out.
    pub(super) fn record(&self, content: &ContentHash) -> Vec<Row> {
        let text = fs::read(self.record_of(content)).unwrap_or_default();
        let rows = text
            .split(|byte| *byte == b'\n')
            .filter_map(|line| serde_json::from_slice::<Row>(line).ok())
            .filter(|row| row.version.sha256 == *content);
        let mut newest: BTreeMap<_, Row> = BTreeMap::new();
        for mut row in rows {
            let number = row.version.version;
            // A line that dates a version says nothing of its mark.
            let before = newest.get(&number).and_then(|row| row.mark);
            row.mark = row.mark.or(before);
            newest.insert(number, row);
        }
        newest.into_values().collect()
    }

    /// Every content, and those that have a record.
    pub(super) fn all(&self) -> io::Result<(BTreeSet<ContentHash>, BTreeSet<ContentHash>)> {
        let (mut contents, mut records) = (BTreeSet::new(), BTreeSet::new());
        for folder in fs::read_dir(&self.dir)? {
            let folder = folder?;
            if folder.file_name().len() != 2 || !folder.file_type()?.is_dir() {
                continue;
            }
            for file in fs::read_dir(folder.path())? {
                let name = file?.file_name();
                let Some(name) = name.to_str() else { continue };
                match name.split_once('.') {
                    None => contents.extend(name.parse::<ContentHash>()),
                    Some((name, RECORD)) => records.extend(name.parse::<ContentHash>()),
                    Some(_) => {}
                }
            }
        }
        Ok((contents, records))
    }

    /// Returns the contents that are set aside.
    pub(super) fn aside(&self) -> io::Result<BTreeSet<ContentHash>> {
        let mut contents = BTreeSet::new();
        let folder = match fs::read_dir(self.dir.join(ASIDE)) {
            Ok(folder) => folder,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(contents),
            Err(error) => return Err(error),
        };
        for file in folder {
            let name = file?.file_name();
            contents.extend(
                name.to_str()
                    .and_then(|name| name.parse::<ContentHash>().ok()),
            );
        }
        Ok(contents)
    }

    /// Puts a content aside that no version names.
    pub(super) fn set_aside(&self, content: &ContentHash) -> io::Result<()> {
        let folder = self.dir.join(ASIDE);
        fs::create_dir_all(&folder)?;
        fs::rename(self.path_of(content), folder.join(content.to_string()))
    }

    /// Takes a content back that a version names again.
    pub(super) fn take_back(&self, content: &ContentHash) -> io::Result<()> {
        let aside = self.dir.join(ASIDE).join(content.to_string());
        if self.length(content).is_some() {
            return fs::remove_file(aside);
        }
        self.put(&aside, content)
    }

    /// Deletes what was set aside.
    pub(super) fn remove_aside(&self, content: &ContentHash) -> io::Result<()> {
        gone(fs::remove_file(
            self.dir.join(ASIDE).join(content.to_string()),
        ))
    }

    /// Deletes a content and its record.
    pub(super) fn remove(&self, content: &ContentHash) -> io::Result<()> {
        gone(fs::remove_file(self.record_of(content)))?;
        gone(fs::remove_file(self.path_of(content)))
    }

    /// Deletes what streams left behind that broke off in a process that died.
    pub(super) fn remove_left_overs(&self, now: SystemTime) -> io::Result<()> {
        for file in fs::read_dir(&self.dir)? {
            let file = file?;
            let written = file.metadata()?.modified()?;
            let old = now.duration_since(written).is_ok_and(|age| age > LEFT_OVER);
            if old && is_temporary(&file.file_name().to_string_lossy()) {
                gone(fs::remove_file(file.path()))?;
            }
        }
        Ok(())
    }
}

/// Treats a missing file as deleted.
fn gone(outcome: io::Result<()>) -> io::Result<()> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        outcome => outcome,
    }
}

/// Makes names durable. On Unix a name is when its folder is flushed; elsewhere folders cannot be.
fn flush_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
