//! Comparison of files with the types that their names give, to find changed ones that are damaged.

use std::collections::BTreeSet;
use std::io;

use bytes::Bytes;
use fielddesk_rules::file_type::{HEAD_BYTES, begins_as_named};
use fielddesk_rules::name_key::FileKey;
use futures::StreamExt as _;
use futures::stream::BoxStream;

use super::run::Run;
use crate::path::RelPath;
use crate::plan::change_guard::{is_unusual, lately};
use crate::ports::Readiness;
use crate::timestamp::Timestamp;
use crate::tree::{LocalTree, Stat};
use fielddesk_documents::lock::lock;

/// Files whose start is read at once.
const READ_AT_ONCE: usize = 8;

impl Run<'_> {
    /// Returns true where a file that was read in this run begins as its name says.
    pub(super) fn is_typed(&self, path: &RelPath, stat: &Stat) -> bool {
        lock(&self.typed).get(path) == Some(stat)
    }

    /// Notes the type that a file to be sent begins as. A failed read is left to the upload to
    /// report.
    pub(super) async fn learn_type(
        &self,
        path: &RelPath,
        stat: &Stat,
        chunks: io::Result<BoxStream<'static, io::Result<Bytes>>>,
    ) {
        if begins_as_named(path.name(), &[]).is_none() {
            return;
        }
        let Ok(chunks) = chunks else {
            return;
        };
        let head = head_of(chunks).await;
        if head.is_some_and(|head| begins_as_named(path.name(), &head) == Some(true)) {
            lock(&self.typed).insert(path.clone(), *stat);
        }
    }

    /// Returns true where a file of the folder begins as its name says; false where its type is not
    /// known, or where it cannot be read.
    pub(crate) async fn read_type(&self, path: &RelPath, stat: &Stat) -> bool {
        self.judged(path, stat).await == Some(true)
    }

    async fn judged(&self, path: &RelPath, stat: &Stat) -> Option<bool> {
        begins_as_named(path.name(), &[])?;
        let bytes = self.ports.fs.read(path, stat).await.ok()?;
        begins_as_named(path.name(), &head_of(bytes).await?)
    }

    /// Changed files that are empty, or no longer of their type. None is looked at while as many
    /// changed as on any day.
    pub(crate) async fn damaged(&self, local: &LocalTree) -> BTreeSet<FileKey> {
        let (changed, unusual) = {
            let saved = self.state_writer.saved();
            let mut changed = Vec::new();
            for (key, agreed) in saved.synced.iter() {
                let file = local.files.get(key).and_then(|files| files.first());
                if let Some(file) = file
                    && file.readiness == Readiness::Settled
                    && file.sha256.is_some_and(|sha256| sha256 != agreed.sha256)
                {
                    let emptied = file.stat.size == 0 && agreed.stat.size > 0;
                    let was = (emptied, agreed.typed);
                    changed.push((key.clone(), file.path.clone(), file.stat, was));
                }
            }
            // No fewer than the plan's guard counts: it looks at the names as well.
            let first = changed.iter().map(|(_, _, stat, _)| stat.mtime_ns).min();
            let first = first.map(|nanos| Timestamp::from_millis(nanos / 1_000_000));
            let before = first.map_or(0, |first| lately(&saved.replaced, first).count());
            let unusual = is_unusual(changed.len() + before, saved.synced.len());
            (changed, unusual)
        };
        if !unusual {
            return BTreeSet::new();
        }
        let judged = changed
            .into_iter()
            .map(|(key, path, stat, (emptied, typed))| async move {
                let damaged = emptied || (typed && self.judged(&path, &stat).await == Some(false));
                damaged.then_some(key)
            });
        let judged = futures::stream::iter(judged).buffer_unordered(READ_AT_ONCE);
        judged.filter_map(async |key| key).collect().await
    }
}

/// The start of a file; none where it cannot be read.
async fn head_of<E>(mut chunks: BoxStream<'static, Result<Bytes, E>>) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    while head.len() < HEAD_BYTES
        && let Some(chunk) = chunks.next().await
    {
        head.extend_from_slice(&chunk.ok()?);
    }
    head.truncate(HEAD_BYTES);
    Some(head)
}
