//! Sends files in one request, and takes the superseded documents away afterwards.
//!
//! A replace is three steps and never the replace flag: the new content is sent beside the
//! old, the old bytes go to the history meanwhile, then the superseded id is deleted.

use std::sync::{Arc, Mutex};

use fielddesk_model::FileReferenceId;

use super::batch::{Batch, halves};
use super::intent::{Act, Intent, Retire, SentPart};
use super::journaled::Journaled;
use super::run::{Run, lock};
use crate::content_hash::ContentHash;
use crate::event::Happened;
use crate::name::composed;
use crate::plan::{Action, Do, PlannedFile, SendReason};
use crate::ports::{Content, Part, RemoteError, RemovalReason};
use crate::saved::{Change, HashedFile};
use crate::stop_reason::StopReason;
use crate::tree::SyncedFile;

/// A file that is read and ready.
pub(super) struct Ready<'a> {
    pub(super) action: &'a Action,
    pub(super) file: &'a PlannedFile,
    pub(super) supersedes: &'a [FileReferenceId],
    why: SendReason,
    pub(super) content: Arc<dyn Content>,
}

impl Run<'_> {
    /// Sends a batch; a refused one in halves, until the refused file is alone.
    pub(crate) async fn send(&self, batch: Batch<'_>) -> Result<(), StopReason> {
        let mut queue = vec![batch];
        while let Some(batch) = queue.pop() {
            if self.stopped().is_some() {
                return Ok(());
            }
            let ready = self.read(&batch).await?;
            if ready.is_empty() {
                continue;
            }
            let error = match self.send_ready(&ready).await? {
                Ok(()) => continue,
                Err(error) => error,
            };
            let left: Batch<'_> = ready.iter().map(|ready| ready.action).collect();
            match halves(&left) {
                Some((first, second)) => {
                    queue.push(second);
                    queue.push(first);
                }
                None => self.refused(&ready, &error).await?,
            }
        }
        Ok(())
    }

    async fn read<'b>(&self, batch: &Batch<'b>) -> Result<Vec<Ready<'b>>, StopReason> {
        if batch.iter().any(
            |action| matches!(&action.act, Do::Send { supersedes, .. } if !supersedes.is_empty()),
        ) {
            self.list_if_old().await?;
        }
        let mut all = Vec::with_capacity(batch.len());
        for action in batch {
            let Do::Send {
                file,
                supersedes,
                why,
            } = &action.act
            else {
                continue;
            };
            // Somebody took our document away or put another one there since the plan.
            if !supersedes.iter().all(|id| self.listed(id))
                || self.has_strangers(action, supersedes)
            {
                self.moved();
                continue;
            }
            let content = match self.ports.fs.content(&file.path, &file.stat).await {
                Ok(content) => content,
                Err(error) => {
                    self.local_failed(action, error)?;
                    continue;
                }
            };
            let read = content.sha256();
            if let (Some(read), Some(planned)) = (read, file.sha256)
                && read != planned
            {
                self.misjudged(action, file, read).await?;
                continue;
            }
            all.push(Ready {
                action,
                file,
                supersedes,
                why: *why,
                content,
            });
        }
        Ok(all)
    }

    /// The file looks as it did and has other bytes, as where times are coarse: what was
    /// thought of its content is dropped, and the next plan is made from what was read.
    async fn misjudged(
        &self,
        action: &Action,
        file: &PlannedFile,
        read: ContentHash,
    ) -> Result<(), StopReason> {
        self.moved();
        self.fresh(&file.path, file.stat, read);
        let agreed = self.ledger.saved().synced.get(&action.key).cloned();
        let mut changes = vec![Change::LocalHash(
            file.path.clone(),
            HashedFile {
                stat: file.stat,
                sha256: read,
                unsure: self.unsure(&file.stat),
            },
        )];
        if let Some(agreed) = agreed.filter(|agreed| agreed.path == file.path) {
            let unsure = SyncedFile {
                unsure: true,
                ..agreed
            };
            changes.push(Change::Synced(action.key.clone(), unsure));
        }
        self.commit(changes).await
    }

    fn has_strangers(&self, action: &Action, supersedes: &[FileReferenceId]) -> bool {
        let saved = self.ledger.saved();
        self.with_remote(|remote| {
            let listed = remote.of_key(&action.key).iter();
            let mut strangers = listed.filter(|file| {
                saved.synced.key_of(&file.id).is_none() && !supersedes.contains(&file.id)
            });
            // A twin of what was agreed on is its sender's to remove; the plan knew of it.
            let agreed = saved.synced.get(&action.key).map(|agreed| agreed.sha256);
            strangers.any(|file| {
                let content = saved.remote_hashes.get(&file.id).copied();
                content.is_none() || content != agreed
            })
        })
    }

    /// One request. The inner error is about the files and asks for halving.
    async fn send_ready(&self, ready: &[Ready<'_>]) -> Result<Result<(), RemoteError>, StopReason> {
        let Some(first) = ready.first() else {
            return Ok(Ok(()));
        };
        let section = first.action.section.clone();
        let intent = Intent {
            id: self.ledger.new_intent(),
            at: self.now(),
            act: Act::Upload {
                section: section.clone(),
                parts: ready.iter().map(|ready| self.part_of(ready)).collect(),
                absent: false,
            },
        };
        self.commit(vec![Change::Intent(intent.clone())]).await?;
        let intent = Arc::new(Mutex::new(intent));
        let parts = ready.iter().enumerate().map(|(index, ready)| Part {
            name: composed(&ready.action.name),
            content: Arc::new(Journaled {
                inner: ready.content.clone(),
                ledger: self.ledger.clone(),
                intent: intent.clone(),
                index,
            }),
        });
        let parts: Vec<Part> = parts.collect();
        for ready in ready {
            self.tell(ready.action, Happened::Started, None);
        }
        let retires = self.retires_of(ready);
        let upload = self
            .ports
            .remote
            .upload(self.mapping.upload_section(&section), parts);
        // Old bytes can take longer to come than the answer, which is as old as it is.
        let upload = async { (upload.await, self.now()) };
        let ((answer, answered), ()) = futures::join!(upload, self.bring_ahead(&retires));
        let intent = lock(&intent).clone();
        match answer {
            Ok(uploaded) if uploaded.files.len() == ready.len() => {
                self.stored(&intent, ready, uploaded, answered).await?;
                Ok(Ok(()))
            }
            // Another count of answers: which is which cannot be told from it.
            Ok(_) | Err(RemoteError::OutcomeUnknown) => {
                self.moved();
                self.settle_upload(&intent).await.map(Ok)
            }
            Err(error) => self.not_stored(&intent, ready, error).await,
        }
    }

    fn part_of(&self, ready: &Ready<'_>) -> SentPart {
        SentPart {
            key: ready.action.key.clone(),
            path: ready.file.path.clone(),
            name: composed(&ready.action.name),
            stat: ready.file.stat,
            sha256: ready.content.sha256(),
            unsure: self.unsure(&ready.file.stat),
            supersedes: ready.supersedes.to_vec(),
            decided: ready.why == SendReason::Decided,
        }
    }

    fn retires_of(&self, ready: &[Ready<'_>]) -> Vec<Retire> {
        let saved = self.ledger.saved();
        let all = ready.iter().flat_map(|ready| {
            let decided = ready.why == SendReason::Decided;
            let action = ready.action;
            ready.supersedes.iter().map(move |id| (action, id, decided))
        });
        all.map(|(action, id, decided)| {
            let agreed = saved
                .synced
                .get(&action.key)
                .filter(|agreed| agreed.id == *id);
            Retire {
                key: action.key.clone(),
                section: action.section.clone(),
                name: action.name.clone(),
                id: id.clone(),
                sha256: agreed.map(|agreed| agreed.sha256),
                successor: None,
                because: because(decided),
                approved: false,
            }
        })
        .collect()
    }
}

pub(super) const fn because(decided: bool) -> RemovalReason {
    if decided {
        RemovalReason::Resolved
    } else {
        RemovalReason::Replaced
    }
}
