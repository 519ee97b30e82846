//! Deleting with undo: the bytes come into the history first, the service is asked last.

use std::collections::{HashMap, HashSet};

use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;
use futures::stream;

use super::keep::{Listed, keep};
use super::{Documents, PendingDelete, Target, cache, sent};
use crate::content::lock;
use crate::{Failure, FailureKind};

/// Documents that are asked for at once.
const AT_ONCE: usize = 4;

/// Deletes that wait for their undo.
#[derive(Debug, Default)]
pub(super) struct Pending {
    waiting: HashMap<String, Waiting>,
    /// Being deleted now: no longer to be undone, not yet gone from the listing.
    going: HashSet<FileReferenceId>,
}

#[derive(Debug, Clone)]
struct Waiting {
    target: Target,
    ids: Vec<FileReferenceId>,
}

impl Pending {
    pub(super) fn hidden(&self) -> HashSet<FileReferenceId> {
        let waiting = self.waiting.values().flat_map(|waiting| &waiting.ids);
        waiting.chain(&self.going).cloned().collect()
    }
}

impl Documents {
    /// Brings the bytes into the history and hides the documents. Nothing is sent until
    /// [`Self::finish_delete`]; a document whose bytes cannot be kept is refused.
    pub async fn delete(&self, target: &Target, ids: &[FileReferenceId]) -> PendingDelete {
        let names = self.names(target, ids).await;
        let kept: Vec<_> = stream::iter(ids.iter().cloned())
            .map(|id| {
                let listed = names.get(&id).cloned();
                async move {
                    let outcome = self.keep(target, &id, listed).await;
                    (id, outcome)
                }
            })
            .buffered(AT_ONCE)
            .collect()
            .await;
        let mut deleted = Vec::new();
        let mut refused = Vec::new();
        for (id, outcome) in kept {
            match outcome {
                Ok(()) => deleted.push(id),
                Err(failure) => refused.push((id, not_kept(failure))),
            }
        }
        let undo_id = (!deleted.is_empty()).then(|| {
            let undo_id = uuid::Uuid::new_v4().to_string();
            let waiting = Waiting {
                target: target.clone(),
                ids: deleted.clone(),
            };
            lock(&self.pending).waiting.insert(undo_id.clone(), waiting);
            self.changed(target);
            undo_id
        });
        PendingDelete {
            undo_id,
            deleted,
            refused,
        }
    }

    /// Section and name of each, as last listed.
    async fn names(
        &self,
        target: &Target,
        ids: &[FileReferenceId],
    ) -> HashMap<FileReferenceId, Listed> {
        let wanted: HashSet<_> = ids.iter().collect();
        // Without a listing the bytes are kept all the same, under the name they come with.
        let listing = cache::read(&self.database, &self.key, target).await;
        let pages = listing.ok().flatten().map(|listing| listing.pages);
        let mut names = HashMap::new();
        for page in pages.into_iter().flatten() {
            for file in page.files {
                if wanted.contains(&file.file_reference_id) {
                    let listed = Listed {
                        section: page.section.clone(),
                        name: file.name,
                    };
                    names.insert(file.file_reference_id, listed);
                }
            }
        }
        names
    }

    async fn keep(
        &self,
        target: &Target,
        id: &FileReferenceId,
        listed: Option<Listed>,
    ) -> Result<(), Failure> {
        self.history.room()?;
        let listed = listed.unwrap_or_else(|| Listed {
            section: String::new(),
            name: id.to_string(),
        });
        keep(&self.connection, &self.history, target, id, listed, &[]).await
    }

    /// Deletes on the service. Returns what it refused; those are listed again.
    ///
    /// # Errors
    /// When there is no such delete: it was finished or taken back.
    pub async fn finish_delete(
        &self,
        undo_id: &str,
    ) -> Result<Vec<(FileReferenceId, Failure)>, Failure> {
        let waiting = {
            let mut pending = lock(&self.pending);
            let waiting = pending.waiting.remove(undo_id);
            if let Some(waiting) = &waiting {
                pending.going.extend(waiting.ids.iter().cloned());
            }
            waiting
        };
        let Some(Waiting { target, ids }) = waiting else {
            return Err(Failure::not_found("delete", undo_id, ""));
        };
        let outcomes: Vec<_> = stream::iter(ids)
            .map(|id| async {
                let outcome = self.delete_now(&target, &id).await;
                (id, outcome)
            })
            .buffered(AT_ONCE)
            .collect()
            .await;
        let mut refused = Vec::new();
        for (id, outcome) in outcomes {
            lock(&self.pending).going.remove(&id);
            if let Err(failure) = outcome {
                refused.push((id, failure));
                continue;
            }
            cache::remove(&self.database, &self.key, &target, &id).await?;
            sent::forget(&self.database, &self.key, &id).await?;
        }
        self.changed(&target);
        Ok(refused)
    }

    async fn delete_now(&self, target: &Target, id: &FileReferenceId) -> Result<(), Failure> {
        let on_service = target.on_service();
        match self
            .connection
            .client
            .documents(&on_service)
            .delete(id)
            .await
        {
            Ok(()) => Ok(()),
            // It is gone, as wanted.
            Err(error) if error.is_not_found() => Ok(()),
            Err(error) => self.online.note(Err(Failure::from(error))),
        }
    }

    /// Takes a delete back; returns how many come back. Nothing is sent.
    pub fn undo_delete(&self, undo_id: &str) -> usize {
        let waiting = lock(&self.pending).waiting.remove(undo_id);
        waiting.map_or(0, |waiting| {
            self.changed(&waiting.target);
            waiting.ids.len()
        })
    }

    /// Finishes every delete that still waits: when the app quits.
    pub async fn finish_all_deletes(&self) {
        let open: Vec<_> = lock(&self.pending).waiting.keys().cloned().collect();
        for undo_id in open {
            match self.finish_delete(&undo_id).await {
                Ok(refused) => {
                    for (id, failure) in refused {
                        tracing::warn!(%id, %failure, "a document was not deleted");
                    }
                }
                Err(failure) => tracing::warn!(%failure, "a delete was not finished"),
            }
        }
    }
}

fn not_kept(failure: Failure) -> Failure {
    if failure.kind == FailureKind::Cancelled {
        return failure;
    }
    let message = format!(
        "Not deleted: the file could not be kept first. {}",
        failure.message
    );
    Failure { message, ..failure }
}
