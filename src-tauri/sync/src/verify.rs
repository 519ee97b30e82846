//! Both sides compared by their bytes: documents are fetched and hashed, files hashed anew.
//!
//! It changes nothing on either side; what was found the same is remembered with the moment.

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::concurrency;
use fielddesk_rules::name_key::FileKey;
use futures::StreamExt as _;
use serde::{Deserialize, Serialize};

use crate::content_hash::ContentHash;
use crate::engine::{Engine, RunOptions};
use crate::execute::Run;
use crate::mapping_state::Change;
use crate::ports::{SourceError, hash_of};
use crate::stop_reason::StopReason;
use crate::tree::{LocalFile, SyncedFile};

/// The result for one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Found {
    /// Both sides have the same bytes.
    Same,
    /// They have not.
    Different,
    /// The page does not have it.
    MissingRemote,
    /// The folder does not have it.
    MissingLocal,
    /// Not wanted, or not readable now.
    NotChecked,
}

/// A name and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// Result.
    pub found: Found,
}

impl Engine {
    /// Compares the names that are wanted, in order. Documents that only the page has are not
    /// ours to compare.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at, or the service goes away in the middle.
    pub async fn verify(
        &mut self,
        wanted: impl Fn(&FileKey) -> bool,
        options: &RunOptions,
    ) -> Result<Vec<Checked>, StopReason> {
        let parts = self.parts();
        let run = parts.run(options, self.root_now().await?);
        run.list().await?;
        let seen = run.observe(&mut self.missing, options.watching).await?;
        let pairs: Vec<Pair> = {
            let saved = self.state_writer.saved();
            let mut keys: BTreeSet<&FileKey> = seen.local.files.keys().collect();
            let gone = saved.synced.iter().map(|(key, _)| key);
            keys.extend(gone.filter(|key| !seen.missing.contains(*key)));
            keys.into_iter()
                .map(|key| Pair {
                    wanted: wanted(key),
                    key: key.clone(),
                    file: seen
                        .local
                        .files
                        .get(key)
                        .and_then(|files| files.first().cloned()),
                    agreed: saved.synced.get(key).cloned(),
                    document: document(&run, key, saved.synced.get(key)),
                })
                .collect()
        };
        // As a list: the compiler cannot see that a lazy one may go from thread to thread.
        let comparing: Vec<_> = pairs.iter().map(|pair| pair.compare(&run)).collect();
        let mut found = futures::stream::iter(comparing).buffered(concurrency::DOWNLOADS);
        let mut all = Vec::with_capacity(pairs.len());
        let mut changes = Vec::new();
        let mut pairs = pairs.iter();
        let mut stopped = None;
        while let (Some(outcome), Some(pair)) = (found.next().await, pairs.next()) {
            match outcome {
                Ok((found, verified)) => {
                    if let Some(file) = verified {
                        changes.push(Change::Synced(pair.key.clone(), file));
                    }
                    all.extend(pair.told(found));
                }
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        run.commit(changes).await?;
        match stopped {
            Some(stop) => Err(stop),
            None => Ok(all),
        }
    }
}

/// The document that stands for a name: ours where it is listed, else the last of that name.
fn document(run: &Run<'_>, key: &FileKey, agreed: Option<&SyncedFile>) -> Option<FileReferenceId> {
    run.with_remote(|remote| match agreed {
        Some(agreed) if remote.has(&agreed.id) => Some(agreed.id.clone()),
        _ => remote.of_key(key).last().map(|file| file.id.clone()),
    })
}

struct Pair {
    key: FileKey,
    wanted: bool,
    file: Option<LocalFile>,
    agreed: Option<SyncedFile>,
    document: Option<FileReferenceId>,
}

impl Pair {
    fn told(&self, found: Option<Found>) -> Option<Checked> {
        let (section, name) = match (&self.file, &self.agreed) {
            (Some(file), _) => (&file.section, file.path.name()),
            (None, Some(agreed)) => (&agreed.section, agreed.path.name()),
            (None, None) => return None,
        };
        Some(Checked {
            section: section.clone(),
            name: name.to_owned(),
            found: found?,
        })
    }

    async fn compare(
        &self,
        run: &Run<'_>,
    ) -> Result<(Option<Found>, Option<SyncedFile>), StopReason> {
        if run.cancel.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        let (file, document) = match (&self.file, &self.document) {
            (None, None) => return Ok((None, None)),
            (None, Some(_)) => return Ok((Some(Found::MissingLocal), None)),
            (Some(_), None) => return Ok((Some(Found::MissingRemote), None)),
            (Some(file), Some(document)) => (file, document),
        };
        if !self.wanted {
            return Ok((Some(Found::NotChecked), None));
        }
        let Ok(ours) = run.ports.fs.hash(&file.path, &file.stat).await else {
            return Ok((Some(Found::NotChecked), None));
        };
        let theirs = match fetched(run, document).await? {
            Fetched::Hash(theirs) => theirs,
            Fetched::Gone => return Ok((Some(Found::MissingRemote), None)),
            Fetched::NotReady => return Ok((Some(Found::NotChecked), None)),
        };
        if ours != theirs {
            return Ok((Some(Found::Different), None));
        }
        let agreed = self.agreed.as_ref();
        let verified = agreed
            .filter(|agreed| agreed.id == *document && agreed.sha256 == ours)
            .map(|agreed| SyncedFile {
                verified: Some(run.now()),
                ..agreed.clone()
            });
        Ok((Some(Found::Same), verified))
    }
}

enum Fetched {
    Hash(ContentHash),
    Gone,
    NotReady,
}

async fn fetched(run: &Run<'_>, id: &FileReferenceId) -> Result<Fetched, StopReason> {
    let stream = match run.ports.remote.download(id).await {
        Ok(stream) => stream,
        Err(error) if error.is_not_found() => return Ok(Fetched::Gone),
        Err(error) => return StopReason::of_remote(&error).map_or(Ok(Fetched::NotReady), Err),
    };
    match hash_of(stream).await {
        Ok((hash, _)) => Ok(Fetched::Hash(hash)),
        Err(SourceError::Remote(error)) => {
            StopReason::of_remote(&error).map_or(Ok(Fetched::NotReady), Err)
        }
        Err(SourceError::Local(_) | SourceError::History(_)) => Ok(Fetched::NotReady),
    }
}
