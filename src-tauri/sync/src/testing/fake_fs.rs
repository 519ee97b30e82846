//! A `LocalFs` over the environment's folder.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::BoxStream;

use super::{FileFault, SimEnv};
use crate::content_hash::{ContentHash, Hasher};
use crate::path::RelPath;
use crate::ports::{
    ByteStream, Content, Ignored, LocalError, LocalFs, NotReady, Readiness, RootIdentity, Scan,
    ScannedFile, StageError, Staged, bytes_of,
};
use crate::timestamp::Timestamp;
use crate::tree::Stat;

/// Files longer than this stream; shorter ones are read whole.
pub(super) const WHOLE_UP_TO: u64 = 30;

/// A `LocalFs` over the environment's folder.
#[derive(Debug, Clone)]
pub struct FakeFs(pub SimEnv);

impl FakeFs {
    fn here(&self) -> Result<(), LocalError> {
        if self.0.lock().disk.away {
            return Err(LocalError::RootAway("not mounted".into()));
        }
        Ok(())
    }

    /// The bytes of a file that is still the one looked at.
    fn same(&self, path: &RelPath, stat: &Stat) -> Result<Arc<[u8]>, LocalError> {
        self.here()?;
        let inner = self.0.lock();
        if inner.disk.is_hidden(path) {
            return Err(LocalError::Denied("the folder cannot be read".into()));
        }
        let file = inner.disk.seen(path).ok_or(LocalError::Gone)?;
        match file.trouble {
            FileFault::Locked => return Err(LocalError::Locked(Some("AutoCAD".into()))),
            FileFault::Unreadable => return Err(LocalError::Denied("permission".into())),
            FileFault::Growing | FileFault::None => {}
        }
        // A spelling that differs only by case is another file to the engine.
        if file.path != *path || inner.disk.stat(file) != *stat {
            return Err(LocalError::Changed);
        }
        Ok(file.bytes.clone())
    }
}

#[async_trait]
impl LocalFs for FakeFs {
    async fn root(&self) -> Result<RootIdentity, LocalError> {
        self.0.step("look at the root").await;
        self.here()?;
        Ok(RootIdentity {
            volume: self.0.disk(|disk| format!("volume {}", disk.volume)),
            granule_ns: self.0.disk(|disk| disk.granule_ns),
        })
    }

    async fn scan(&self) -> Result<Scan, LocalError> {
        self.0.step("scan").await;
        self.here()?;
        let inner = self.0.lock();
        let mut scan = Scan {
            started: Timestamp::from_millis(inner.now_ms),
            unreadable: inner.disk.unreadable.iter().cloned().collect(),
            volumes: inner.disk.volumes(),
            ..Scan::default()
        };
        for file in inner.disk.all_seen() {
            if inner.disk.is_hidden(&file.path) {
                continue;
            }
            if inner.disk.is_ignored(&file.path) {
                scan.ignored.push(Ignored {
                    path: file.path.clone(),
                    rule: "Office lock files".into(),
                });
                continue;
            }
            let readiness = match file.trouble {
                FileFault::Growing => Readiness::NotReady(NotReady::Settling),
                FileFault::Locked => Readiness::NotReady(NotReady::Open(Some("AutoCAD".into()))),
                FileFault::Unreadable => {
                    Readiness::NotReady(NotReady::Unreadable("permission".into()))
                }
                FileFault::None if inner.now_ms - file.written_ms < 500 => {
                    Readiness::NotReady(NotReady::Settling)
                }
                FileFault::None => Readiness::Settled,
            };
            scan.files.push(ScannedFile {
                path: file.path.clone(),
                stat: inner.disk.stat(file),
                readiness,
            });
        }
        Ok(scan)
    }

    async fn stat(&self, path: &RelPath) -> Result<Option<Stat>, LocalError> {
        self.0.step("look at a file").await;
        self.here()?;
        let inner = self.0.lock();
        if inner.disk.is_hidden(path) {
            return Err(LocalError::Denied("the folder cannot be read".into()));
        }
        let file = inner.disk.seen(path);
        Ok(file.map(|file| inner.disk.stat(file)))
    }

    async fn content(&self, path: &RelPath, stat: &Stat) -> Result<Arc<dyn Content>, LocalError> {
        self.0.step("open").await;
        let bytes = self.same(path, stat)?;
        let whole = bytes.len() as u64 <= WHOLE_UP_TO;
        Ok(Arc::new(FakeContent {
            fs: self.clone(),
            path: path.clone(),
            stat: *stat,
            sha256: Mutex::new(whole.then(|| ContentHash::of(&bytes))).into(),
            bytes: whole.then_some(bytes),
        }))
    }

    async fn hash(&self, path: &RelPath, stat: &Stat) -> Result<ContentHash, LocalError> {
        self.0.step("hash").await;
        Ok(ContentHash::of(&self.same(path, stat)?))
    }

    async fn read(&self, path: &RelPath, stat: &Stat) -> Result<ByteStream, LocalError> {
        self.0.step("read").await;
        let bytes = Bytes::copy_from_slice(&self.same(path, stat)?);
        Ok(futures::stream::iter([Ok(bytes)]).boxed())
    }

    async fn stage(&self, near: &RelPath, bytes: ByteStream) -> Result<Staged, StageError> {
        let bytes = bytes_of(bytes).await.map_err(StageError::Source)?;
        self.0.step("stage").await;
        self.here().map_err(StageError::Local)?;
        let mut inner = self.0.lock();
        let name = format!(".fielddesk-{}.tmp", inner.step);
        let path = near.beside(&name);
        let path = path.map_err(|_| StageError::Local(LocalError::Denied("name".into())))?;
        inner
            .disk
            .staged
            .insert(path.clone(), bytes.as_slice().into());
        Ok(Staged {
            path,
            sha256: ContentHash::of(&bytes),
            bytes: bytes.len() as u64,
        })
    }

    async fn place(
        &self,
        staged: &Staged,
        to: &RelPath,
        over: Option<&Stat>,
    ) -> Result<Stat, LocalError> {
        self.0.step("place").await;
        let stat = {
            match over {
                Some(stat) => {
                    let old = self.same(to, stat)?;
                    self.check_kept(to, &old);
                }
                None => {
                    self.here()?;
                    if self.0.lock().disk.seen(to).is_some() {
                        return Err(LocalError::Changed);
                    }
                }
            }
            let mut inner = self.0.lock();
            if inner.disk.is_away(to) {
                // The drive went this very moment: there is no such folder.
                return Err(LocalError::Changed);
            }
            let bytes = inner
                .disk
                .staged
                .remove(&staged.path)
                .ok_or(LocalError::Gone)?;
            let now = inner.now_ms;
            inner.disk.replace(to, &bytes, now);
            inner.note_content(to, &bytes);
            inner.acts.writes += 1;
            inner.tell(format!("wrote {to} ({:?})", staged.sha256));
            let file = inner.disk.get(to).ok_or(LocalError::Gone)?;
            inner.disk.stat(file)
        };
        self.0.step("placed").await;
        Ok(stat)
    }

    async fn discard(&self, staged: &Staged) -> Result<(), LocalError> {
        self.0.step("discard").await;
        self.0.lock().disk.staged.remove(&staged.path);
        Ok(())
    }

    async fn remove(&self, path: &RelPath, stat: &Stat) -> Result<(), LocalError> {
        self.0.step("remove").await;
        let old = self.same(path, stat)?;
        self.check_kept(path, &old);
        {
            let mut inner = self.0.lock();
            if !inner.disk.is_away(path) {
                inner.disk.remove(path);
            }
            inner.acts.writes += 1;
            inner.tell(format!("removed {path}"));
            inner.note_presence();
        }
        self.0.step("removed").await;
        Ok(())
    }

    async fn tidy(&self) -> Result<(), LocalError> {
        self.0.step("tidy").await;
        self.here()?;
        self.0.lock().disk.staged.clear();
        Ok(())
    }
}

impl FakeFs {
    fn check_kept(&self, path: &RelPath, bytes: &[u8]) {
        let mut inner = self.0.lock();
        if !inner.archive.contents.contains_key(&ContentHash::of(bytes)) {
            inner.wrong(format!("{path} was covered or removed before it was kept"));
        }
    }
}

struct FakeContent {
    fs: FakeFs,
    path: RelPath,
    stat: Stat,
    bytes: Option<Arc<[u8]>>,
    sha256: Arc<Mutex<Option<ContentHash>>>,
}

#[async_trait]
impl Content for FakeContent {
    fn size(&self) -> u64 {
        self.stat.size
    }

    async fn chunks(&self) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
        if let Some(bytes) = &self.bytes {
            return Ok(futures::stream::iter([Ok(Bytes::copy_from_slice(bytes))]).boxed());
        }
        // In two halves, with a step between: a file that changes meanwhile tears.
        let (fs, path) = (self.fs.clone(), self.path.clone());
        let half = usize::try_from(self.stat.size / 2).unwrap_or(0);
        let sha256 = self.sha256.clone();
        let start = (Hasher::default(), 0_usize);
        let stream = futures::stream::unfold(start, move |(mut hasher, at)| {
            let (fs, path, sha256) = (fs.clone(), path.clone(), sha256.clone());
            async move {
                if at > 1 {
                    return None;
                }
                fs.0.step("read on").await;
                let bytes = fs.0.lock().disk.get(&path).map(|file| file.bytes.clone());
                let Some(bytes) = bytes else {
                    return Some((Err(io::ErrorKind::NotFound.into()), (hasher, 2)));
                };
                let half = half.min(bytes.len());
                let piece = if at == 0 {
                    bytes.get(..half)
                } else {
                    bytes.get(half..)
                };
                let piece = Bytes::copy_from_slice(piece.unwrap_or_default());
                hasher.update(&piece);
                if at == 1 {
                    let hash = hasher.clone().finish();
                    *sha256.lock().unwrap_or_else(PoisonError::into_inner) = Some(hash);
                }
                Some((Ok(piece), (hasher, at + 1)))
            }
        });
        Ok(stream.boxed())
    }

    async fn unchanged(&self) -> io::Result<()> {
        if self.bytes.is_some() {
            return Ok(());
        }
        let same = self.fs.same(&self.path, &self.stat);
        same.map(drop).map_err(io::Error::other)
    }

    fn sha256(&self) -> Option<ContentHash> {
        *self.sha256.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
