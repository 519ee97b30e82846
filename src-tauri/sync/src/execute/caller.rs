//! A run of a synced folder as a caller of `fielddesk_documents`: the files that may be sent, the
//! state stored of them, and the events.

use std::sync::Arc;

use async_trait::async_trait;
use fielddesk_documents::caller::{Bound, Caller, Change as Documents, ItemFailure, Outgoing};
use fielddesk_documents::intent::Removal;
use fielddesk_documents::ports::{Content, Journal};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;

use super::run::Run;
use crate::content_hash::ContentHash;
use crate::event::EventKind;
use crate::intent::{LocalSource, SentPart};
use crate::mapping_state::{Change, DoneDelete, DoneReplace, HashedFile, Refusal};
use crate::plan::{Action, ActionKind, SendReason};
use crate::ports::{ActId, LocalError, RemoteError, RemoteErrorKind, RemovalReason};
use crate::reason::Reason;
use crate::stop_reason::StopReason;
use crate::tree::SyncedFile;
use fielddesk_documents::lock::lock;

type File = Outgoing<LocalSource>;

impl Run<'_> {
    /// Returns the file that an action sends; `None` for actions that send nothing.
    pub(super) fn outgoing(&self, action: &Action) -> Option<File> {
        let ActionKind::Send {
            file,
            supersedes,
            why,
            held: false,
        } = &action.act
        else {
            return None;
        };
        Some(Outgoing {
            key: action.key.clone(),
            section: action.section.clone(),
            name: action.name.clone(),
            supersedes: supersedes.clone(),
            decided: *why == SendReason::Decided,
            source: LocalSource {
                path: file.path.clone(),
                stat: file.stat,
                unsure: self.unsure(&file.stat),
                planned: file.sha256,
            },
        })
    }

    /// The file looks as it did and has other bytes, as where times are coarse: what was
    /// thought of its content is dropped, and the next plan is made from what was read.
    async fn misjudged(&self, file: &File, read: ContentHash) -> Result<(), StopReason> {
        let LocalSource { path, stat, .. } = &file.source;
        self.moved();
        self.fresh(path, *stat, read);
        let agreed = self.state_writer.saved().synced.get(&file.key).cloned();
        let mut changes = vec![Change::LocalHash(
            path.clone(),
            HashedFile {
                stat: *stat,
                sha256: read,
                unsure: self.unsure(stat),
            },
        )];
        if let Some(agreed) = agreed.filter(|agreed| agreed.path == *path) {
            let unsure = SyncedFile {
                unsure: true,
                ..agreed
            };
            changes.push(Change::Synced(file.key.clone(), unsure));
        }
        self.commit(changes).await
    }

    fn has_strangers(&self, file: &File) -> bool {
        let saved = self.state_writer.saved();
        self.with_remote(|remote| {
            let listed = remote.of_key(&file.key).iter();
            let mut strangers = listed.filter(|listed| {
                saved.synced.key_of(&listed.id).is_none() && !file.supersedes.contains(&listed.id)
            });
            // A duplicate of what was agreed on is its sender's to remove; the plan knew of it.
            let agreed = saved.synced.get(&file.key).map(|agreed| agreed.sha256);
            strangers.any(|listed| {
                let content = saved.remote_hashes.get(&listed.id).copied();
                content.is_none() || content != agreed
            })
        })
    }

    /// Adds the changes of the stored state that follow from a change of documents.
    fn remembered(&self, change: &Documents<LocalSource>, all: &mut Vec<Change>) {
        match change {
            Documents::Intent(intent) => all.push(Change::Intent(intent.clone())),
            Documents::IntentEnded(id) => all.push(Change::IntentEnded(*id)),
            Documents::RemoteHash(id, sha256) => all.push(Change::RemoteHash(id.clone(), *sha256)),
            Documents::NoRemoteHash(id) => all.push(Change::NoRemoteHash(id.clone())),
            Documents::Stored { part, bound, .. } => self.agreed(part, bound, all),
            Documents::Refused { file, error } => {
                let refusal = Refusal {
                    path: file.source.path.clone(),
                    stat: file.source.stat,
                    status: status_of(error),
                    message: match &error.kind {
                        RemoteErrorKind::Refused { message, .. } => message.clone(),
                        _ => error.to_string(),
                    },
                    at: self.now(),
                };
                if refusal.status == 413 {
                    all.push(Change::TooLarge(file.source.stat.size));
                }
                all.push(Change::Refused(file.key.clone(), refusal));
            }
            Documents::Removed(removal, at) if removal.reason == RemovalReason::Deleted => {
                let bound = self.state_writer.saved().synced.get(&removal.key).cloned();
                if bound.is_some_and(|agreed| agreed.id == removal.id) {
                    all.push(Change::Forgotten(removal.key.clone()));
                }
                all.push(Change::Deleted(DoneDelete {
                    at: *at,
                    section: removal.key.section.clone(),
                    approved: removal.approved,
                }));
            }
            Documents::Removed(..) => {}
        }
    }

    fn agreed(&self, part: &SentPart, bound: &Bound, all: &mut Vec<Change>) {
        let LocalSource {
            path, stat, unsure, ..
        } = &part.source;
        let saved = self.state_writer.saved();
        let typed = self.is_typed(path, stat);
        let section = match saved.synced.get(&part.key) {
            Some(agreed) => agreed.section.clone(),
            None => self
                .mapping
                .place(path)
                .map_or_else(String::new, |place| place.section),
        };
        all.push(Change::Synced(
            part.key.clone(),
            SyncedFile {
                section,
                path: path.clone(),
                id: bound.id.clone(),
                sha256: bound.sha256,
                stat: *stat,
                unsure: *unsure,
                typed,
                sent: true,
                at: bound.at,
                verified: None,
            },
        ));
        let agreed = saved.synced.get(&part.key);
        if let Some(agreed) = agreed
            && !part.supersedes.is_empty()
            && !saved.decided.contains_key(&part.key)
        {
            let emptied = stat.size == 0 && agreed.stat.size > 0;
            let done = DoneReplace {
                at: bound.at,
                damaged: emptied || (agreed.typed && !typed),
            };
            all.push(Change::Replaced(part.key.clone(), done));
        }
        if saved.refusals.contains_key(&part.key) {
            all.push(Change::NoRefusal(part.key.clone()));
        }
        if saved.decided.contains_key(&part.key) {
            all.push(Change::NoDecision(part.key.clone()));
        }
        if saved.local_hashes.contains_key(path) {
            all.push(Change::NoLocalHash(path.clone()));
        }
        if part.supersedes.contains(&bound.id) {
            all.push(Change::KeepsIds);
        }
    }

    /// Tells and counts what is remembered now.
    fn tell_change(&self, change: &Documents<LocalSource>) {
        match change {
            Documents::Stored {
                part,
                section,
                bound,
            } => {
                let LocalSource { path, stat, .. } = &part.source;
                self.fresh(path, *stat, bound.sha256);
                lock(&self.unanswered).remove(&part.key);
                let replaced = !part.supersedes.is_empty();
                let event = if replaced {
                    EventKind::Replaced
                } else {
                    EventKind::Uploaded
                };
                self.tell_name(section, path.name(), event, Some(&bound.id), stat.size);
                self.count(|tally| {
                    tally.bytes += stat.size;
                    if replaced {
                        tally.replaced += 1;
                    } else {
                        tally.uploaded += 1;
                    }
                });
            }
            Documents::Refused { file, error } => {
                self.tell_why(
                    (&file.section, &file.name, file.source.stat.size),
                    EventKind::Failed,
                    Reason::Refused,
                    Some(error.to_string()),
                );
            }
            Documents::Removed(removal, _) if removal.reason == RemovalReason::Deleted => {
                self.count(|tally| tally.deleted += 1);
                let id = Some(&removal.id);
                let Removal { section, name, .. } = removal;
                let renamed_to = lock(&self.renames).get(&removal.key).cloned();
                self.tell_removed(section, name, id, renamed_to);
            }
            Documents::Removed(..)
            | Documents::Intent(_)
            | Documents::IntentEnded(_)
            | Documents::RemoteHash(..)
            | Documents::NoRemoteHash(_) => {}
        }
    }
}

fn status_of(error: &RemoteError) -> u16 {
    match error.kind {
        RemoteErrorKind::Refused { status, .. } => status,
        _ => 413,
    }
}

#[async_trait]
impl Caller for Run<'_> {
    type Source = LocalSource;

    fn journal(&self) -> Arc<dyn Journal<LocalSource>> {
        self.state_writer.clone()
    }

    async fn commit(&self, changes: Vec<Documents<LocalSource>>) -> Result<(), StopReason> {
        let mut all = Vec::with_capacity(changes.len());
        for change in &changes {
            self.remembered(change, &mut all);
        }
        Run::commit(self, all).await?;
        for change in &changes {
            self.tell_change(change);
        }
        Ok(())
    }

    fn named_section<'s>(&self, section: &'s str) -> Option<&'s str> {
        self.mapping.upload_section(section)
    }

    fn bound(&self, key: &FileKey) -> Option<Bound> {
        let saved = self.state_writer.saved();
        let agreed = saved.synced.get(key)?;
        Some(Bound {
            id: agreed.id.clone(),
            sha256: agreed.sha256,
            at: agreed.at,
        })
    }

    fn is_known(&self, id: &FileReferenceId) -> bool {
        let saved = self.state_writer.saved();
        saved.seen.contains(id) || saved.synced.key_of(id).is_some()
    }

    fn known_content(&self, id: &FileReferenceId) -> Option<ContentHash> {
        self.state_writer.saved().remote_hashes.get(id).copied()
    }

    async fn open(&self, file: &File) -> Result<Option<Arc<dyn Content>>, StopReason> {
        // Somebody put another document there since the plan.
        if self.has_strangers(file) {
            self.moved();
            return Ok(None);
        }
        let LocalSource {
            path,
            stat,
            planned,
            ..
        } = &file.source;
        let content = match self.ports.fs.content(path, stat).await {
            Ok(content) => content,
            Err(error) => {
                self.file_failed(&file.key, (&file.section, &file.name, stat.size), error)?;
                return Ok(None);
            }
        };
        match (content.sha256(), planned) {
            (Some(read), Some(planned)) if read != *planned => {
                self.misjudged(file, read).await?;
                Ok(None)
            }
            _ => {
                self.learn_type(path, stat, content.chunks().await).await;
                Ok(Some(content))
            }
        }
    }

    async fn may_remove(
        &self,
        removal: &Removal,
        content: ContentHash,
    ) -> Result<bool, StopReason> {
        self.still_goes(removal, content).await
    }

    fn act(&self, _removal: &Removal) -> Option<ActId> {
        Some(self.act.clone())
    }

    fn unanswered(&self, key: &FileKey, error: &RemoteError) {
        lock(&self.unanswered).insert(key.clone(), error.clone());
    }

    fn started(&self, file: &File) {
        let size = file.source.stat.size;
        self.tell_name(&file.section, &file.name, EventKind::Started, None, size);
    }

    async fn not_read(&self, files: &[&File], error: &RemoteError) -> Result<(), StopReason> {
        let RemoteErrorKind::ContentUnreadable(why) = &error.kind else {
            self.moved();
            return Ok(());
        };
        for file in files {
            let shown = (&*file.section, &*file.name, file.source.stat.size);
            self.file_failed(&file.key, shown, LocalError::Denied(why.clone()))?;
        }
        Ok(())
    }

    fn waits(&self, key: &FileKey, section: &str, name: &str, failure: ItemFailure) {
        self.note_name(key, (section, name, 0), failure);
    }

    fn moved(&self) {
        Run::moved(self);
    }

    fn is_stopped(&self) -> bool {
        self.stopped().is_some()
    }

    fn stop(&self, reason: StopReason) {
        Run::stop(self, reason);
    }
}
