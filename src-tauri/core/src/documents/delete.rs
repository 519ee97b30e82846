//! Deleting with undo: the bytes come into the history first, the service is asked last.

use std::collections::{HashMap, HashSet};

use fielddesk_documents::ports::ActId;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::concurrency;
use futures::StreamExt as _;
use futures::stream;

use super::direct::DirectCaller;
use super::remove::deleted;
use super::{Documents, PendingDelete, RefusedDelete, Target, cache};
use crate::history::new_act;
use crate::upload_records;
use crate::{Failure, FailureKind};
use fielddesk_documents::lock::lock;

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
        let undo_id = new_act();
        let direct = match self.direct(target, undo_id.clone()).await {
            Ok(direct) => direct,
            Err(failure) => {
                let refused = ids.iter().cloned();
                return PendingDelete {
                    undo_id: None,
                    deleted: Vec::new(),
                    refused: refused
                        .map(|id| RefusedDelete {
                            id,
                            failure: not_kept(failure.clone()),
                        })
                        .collect(),
                };
            }
        };
        let kept: Vec<_> = stream::iter(ids.iter().cloned())
            .map(|id| async {
                let outcome = match direct.find(&id) {
                    Some((section, name)) => direct.keep(deleted(&id, &section, &name)).await,
                    None => Err(Failure::not_found(
                        "document",
                        id.as_str(),
                        "List it again.",
                    )),
                };
                (id, outcome)
            })
            .buffered(concurrency::DELETES)
            .collect()
            .await;
        if let Err(failure) = direct.finish().await {
            tracing::warn!(%failure, "the journal of the delete stays");
        }
        let mut gone = Vec::new();
        let mut refused = Vec::new();
        for (id, outcome) in kept {
            match outcome {
                Ok(()) => gone.push(id),
                Err(failure) => refused.push(RefusedDelete {
                    id,
                    failure: not_kept(failure),
                }),
            }
        }
        let undo_id = (!gone.is_empty()).then(|| {
            let undo_id = undo_id.0;
            let waiting = Waiting {
                target: target.clone(),
                ids: gone.clone(),
            };
            lock(&self.pending).waiting.insert(undo_id.clone(), waiting);
            self.changed(target);
            undo_id
        });
        PendingDelete {
            undo_id,
            deleted: gone,
            refused,
        }
    }

    async fn direct(&self, target: &Target, act: ActId) -> Result<DirectCaller, Failure> {
        let work = self.context(target.clone(), act);
        self.online.note(DirectCaller::begin(&work).await)
    }

    /// Deletes a document without waiting for an undo, its bytes kept.
    pub async fn delete_at_once(
        &self,
        target: &Target,
        id: FileReferenceId,
    ) -> Result<(), Failure> {
        let pending = self.delete(target, &[id]).await;
        let mut refused = pending.refused;
        if let Some(undo_id) = pending.undo_id {
            refused.extend(self.finish_delete(&undo_id).await?);
        }
        refused
            .into_iter()
            .next()
            .map_or(Ok(()), |one| Err(one.failure))
    }

    /// Deletes on the service. Returns what it refused; those are listed again.
    ///
    /// # Errors
    /// When there is no such delete: it was finished or taken back.
    pub async fn finish_delete(&self, undo_id: &str) -> Result<Vec<RefusedDelete>, Failure> {
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
        let outcomes: Vec<_> = match self.direct(&target, ActId(undo_id.to_owned())).await {
            Ok(direct) => {
                let work = stream::iter(ids).map(|id| async {
                    let outcome = match direct.find(&id) {
                        Some((section, name)) => direct.remove(deleted(&id, &section, &name)).await,
                        // It is gone, as wanted.
                        None => Ok(()),
                    };
                    (id, outcome)
                });
                let outcomes = work.buffered(concurrency::DELETES).collect().await;
                direct.finish().await?;
                outcomes
            }
            Err(failure) => ids
                .into_iter()
                .map(|id| (id, Err(failure.clone())))
                .collect(),
        };
        let mut refused = Vec::new();
        for (id, outcome) in outcomes {
            lock(&self.pending).going.remove(&id);
            if let Err(failure) = outcome {
                refused.push(RefusedDelete { id, failure });
                continue;
            }
            cache::remove(&self.database, &self.key, &target, &id).await?;
            upload_records::forget(self.database.pool(), &self.key, &id).await?;
        }
        self.changed(&target);
        if let Some(folders) = &self.folders
            && let Err(failure) = folders.look_at(&self.key, &target).await
        {
            // They are deleted all the same; the folder misses them at its next look.
            tracing::warn!(%failure, "the folders of the page were not asked to look");
        }
        Ok(refused)
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
                    for RefusedDelete { id, failure } in refused {
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
