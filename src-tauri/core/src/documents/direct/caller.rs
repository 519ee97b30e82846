//! A command as a caller of the documents' engine.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use async_trait::async_trait;
use fielddesk_documents::caller::{Bound, Caller, Change, ItemFailure, Outgoing};
use fielddesk_documents::content_hash::ContentHash;
use fielddesk_documents::intent::{Removal, SentPart};
use fielddesk_documents::ports::{ActId, Content, Journal, RemoteError};
use fielddesk_documents::stop_reason::StopReason;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;

use super::{DirectCaller, SentByHand, SentFile};
use crate::Failure;
use crate::content::{Fault, FileContent, changed_failure};
use crate::documents::errors;
use fielddesk_documents::lock::lock;

#[async_trait]
impl Caller for DirectCaller {
    type Source = SentByHand;

    fn journal(&self) -> Arc<dyn Journal<SentByHand>> {
        self.journal.clone()
    }

    async fn commit(&self, changes: Vec<Change<SentByHand>>) -> Result<(), StopReason> {
        self.journal.commit(&changes).await?;
        let recovering = self.recovering.load(Ordering::Relaxed);
        for change in changes {
            match change {
                Change::Stored { part, .. } if recovering => {
                    lock(&self.recovered).push(part.name);
                }
                Change::Stored {
                    part,
                    section,
                    bound,
                } => {
                    let id = bound.id.clone();
                    lock(&self.bound).insert(part.source.item, bound);
                    let sent = SentFile {
                        details: self.remote.details_of(&id),
                        bytes: part.source.bytes,
                        id,
                        section,
                    };
                    self.end(part.source.item, Ok(sent));
                }
                Change::Refused { file, error } => {
                    self.end(file.source.item, Err(Failure::from(&error)));
                }
                Change::Removed(removal, _) => {
                    for file in self.files().iter_mut() {
                        file.replaces.remove(&removal.id);
                    }
                }
                Change::RemoteHash(id, sha256) => {
                    lock(&self.contents).insert(id, sha256);
                }
                Change::Intent(_) | Change::IntentEnded(_) | Change::NoRemoteHash(_) => {}
            }
        }
        Ok(())
    }

    fn bound(&self, _key: &FileKey) -> Option<Bound> {
        None
    }

    fn bound_of(&self, part: &SentPart<SentByHand>) -> Option<Bound> {
        // The numbers of another command's files are its own.
        let ours = !self.recovering.load(Ordering::Relaxed);
        lock(&self.bound)
            .get(&part.source.item)
            .filter(|_| ours)
            .cloned()
    }

    fn is_known(&self, id: &FileReferenceId) -> bool {
        lock(&self.seen).contains(id) || lock(&self.bound).values().any(|bound| bound.id == *id)
    }

    fn known_content(&self, id: &FileReferenceId) -> Option<ContentHash> {
        lock(&self.contents).get(id).copied()
    }

    async fn open(
        &self,
        file: &Outgoing<SentByHand>,
    ) -> Result<Option<Arc<dyn Content>>, StopReason> {
        let content = {
            let files = self.files();
            files
                .get(file.source.item)
                .and_then(|file| file.content.clone())
        };
        let Some(content) = content else {
            return Ok(None);
        };
        content.hash_small().await;
        Ok(Some(Arc::new(content) as Arc<dyn Content>))
    }

    async fn may_remove(
        &self,
        _removal: &Removal,
        _content: ContentHash,
    ) -> Result<bool, StopReason> {
        Ok(true)
    }

    fn act(&self, _removal: &Removal) -> Option<ActId> {
        // What a killed command had begun belongs to no act of this one.
        (!self.recovering.load(Ordering::Relaxed)).then(|| self.act.clone())
    }

    fn started(&self, _file: &Outgoing<SentByHand>) {}

    async fn not_read(
        &self,
        sent: &[&Outgoing<SentByHand>],
        error: &RemoteError,
    ) -> Result<(), StopReason> {
        let mut faults = Vec::new();
        for out in sent {
            let files = self.files();
            let Some(file) = files.get(out.source.item) else {
                continue;
            };
            match file.content.as_ref().and_then(FileContent::fault) {
                Some(Fault::Changed) => faults.push((out.source.item, changed_failure(&file.path))),
                Some(Fault::Unreadable(failure)) => faults.push((out.source.item, failure)),
                None => {}
            }
        }
        if faults.is_empty() {
            let failure = Failure::from(error);
            faults.extend(sent.iter().map(|out| (out.source.item, failure.clone())));
        }
        // The others of the request go again.
        for (item, failure) in faults {
            self.end(item, Err(failure));
        }
        Ok(())
    }

    fn waits(&self, key: &FileKey, _section: &str, _name: &str, failure: ItemFailure) {
        self.note(key, errors::of_item(&failure));
    }

    fn moved(&self) {}

    fn is_stopped(&self) -> bool {
        if self.cancel.is_cancelled() {
            self.stop(StopReason::Cancelled);
        }
        lock(&self.stop).is_some()
    }

    fn stop(&self, reason: StopReason) {
        lock(&self.stop).get_or_insert(reason);
    }
}
