//! What follows from the answer to an upload: agreements, what goes for them, refusals.

use fielddesk_model::FileReferenceId;

use super::intent::{Act, Intent, Retire, SentPart};
use super::retire::Retired;
use super::run::Run;
use super::send::{Ready, because};
use crate::content_hash::ContentHash;
use crate::event::Happened;
use crate::ports::{RemoteError, Uploaded};
use crate::saved::{Change, Refusal};
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;
use crate::tree::SyncedFile;

impl Run<'_> {
    pub(super) async fn stored(
        &self,
        intent: &Intent,
        ready: &[Ready<'_>],
        uploaded: Uploaded,
        answered: Timestamp,
    ) -> Result<(), StopReason> {
        let Act::Upload { parts, .. } = &intent.act else {
            return Ok(());
        };
        let mut changes = vec![Change::IntentEnded(intent.id)];
        let mut retires = Vec::new();
        for (part, file) in parts.iter().zip(&uploaded.files) {
            // Without a hash the closing boundary did not leave, so there is no answer.
            let Some(sha256) = part.sha256 else { continue };
            retires.extend(self.bind(part, &file.id, sha256, &mut changes));
        }
        self.commit(changes).await?;
        self.take_page(ready, &uploaded, answered);
        for (ready, file) in ready.iter().zip(&uploaded.files) {
            let replaced = !ready.supersedes.is_empty();
            let event = if replaced {
                Happened::Replaced
            } else {
                Happened::Uploaded
            };
            self.tell(ready.action, event, Some(&file.id));
            self.count(|tally| {
                tally.bytes += ready.file.stat.size;
                if replaced {
                    tally.replaced += 1;
                } else {
                    tally.uploaded += 1;
                }
            });
        }
        for intent in retires {
            self.retire_open(&intent).await?;
        }
        Ok(())
    }

    /// What follows from a part that is stored: the agreement, and what goes for it.
    pub(super) fn bind(
        &self,
        part: &SentPart,
        id: &FileReferenceId,
        sha256: ContentHash,
        changes: &mut Vec<Change>,
    ) -> Vec<Intent> {
        let saved = self.ledger.saved();
        let agreed = saved.synced.get(&part.key).cloned();
        let section = match &agreed {
            Some(agreed) => agreed.section.clone(),
            None => self
                .mapping
                .place(&part.path)
                .map_or_else(String::new, |place| place.section),
        };
        changes.push(Change::Synced(
            part.key.clone(),
            SyncedFile {
                section: section.clone(),
                path: part.path.clone(),
                id: id.clone(),
                sha256,
                stat: part.stat,
                unsure: part.unsure,
                at: self.now(),
                verified: None,
            },
        ));
        if saved.refusals.contains_key(&part.key) {
            changes.push(Change::NoRefusal(part.key.clone()));
        }
        if saved.decided.contains_key(&part.key) {
            changes.push(Change::NoDecision(part.key.clone()));
        }
        if saved.local_hashes.contains_key(&part.path) {
            changes.push(Change::NoLocalHash(part.path.clone()));
        }
        drop(saved);
        self.fresh(&part.path, part.stat, sha256);
        if part.supersedes.contains(id) {
            changes.push(Change::KeepsIds);
        }
        let mut retires = Vec::new();
        for old in part.supersedes.iter().filter(|old| *old != id) {
            let ours = agreed.as_ref().filter(|agreed| agreed.id == *old);
            let intent = self.intend(Retire {
                key: part.key.clone(),
                section: section.clone(),
                name: part.path.name().to_owned(),
                id: old.clone(),
                sha256: ours.map(|agreed| agreed.sha256),
                successor: Some(id.clone()),
                because: because(part.decided),
                approved: part.decided,
            });
            changes.push(Change::Intent(intent.clone()));
            retires.push(intent);
        }
        retires
    }

    /// Takes what the answer says about the names that were sent.
    fn take_page(&self, ready: &[Ready<'_>], uploaded: &Uploaded, answered: Timestamp) {
        let replaced = ready.iter().any(|ready| !ready.supersedes.is_empty());
        self.with_remote(|remote| {
            for (ready, file) in ready.iter().zip(&uploaded.files) {
                remote.put(&ready.action.key.section, file);
            }
            if !replaced {
                return;
            }
            let on_page: std::collections::BTreeSet<_> =
                uploaded.page.iter().map(|file| &file.id).collect();
            for file in uploaded
                .files
                .iter()
                .filter(|file| on_page.contains(&file.id))
            {
                self.confirm(&file.id, answered);
            }
            for old in ready.iter().flat_map(|ready| ready.supersedes) {
                if !on_page.contains(old) {
                    remote.drop(old);
                }
            }
        });
    }

    pub(super) async fn not_stored(
        &self,
        intent: &Intent,
        ready: &[Ready<'_>],
        error: RemoteError,
    ) -> Result<Result<(), RemoteError>, StopReason> {
        self.commit(vec![Change::IntentEnded(intent.id)]).await?;
        match error {
            RemoteError::ContentChanged => {
                self.moved();
                Ok(Ok(()))
            }
            RemoteError::ContentUnreadable(why) => {
                for ready in ready {
                    let error = crate::ports::LocalError::Denied(why.clone());
                    self.local_failed(ready.action, error)?;
                }
                Ok(Ok(()))
            }
            RemoteError::NotFound => Err(StopReason::Gone),
            error => match StopReason::of_remote(&error) {
                Some(stop) => Err(stop),
                None => Ok(Err(error)),
            },
        }
    }

    pub(super) async fn refused(
        &self,
        ready: &[Ready<'_>],
        error: &RemoteError,
    ) -> Result<(), StopReason> {
        for ready in ready {
            let status = match error {
                RemoteError::Refused { status, .. } => *status,
                _ => 413,
            };
            let refusal = Refusal {
                path: ready.file.path.clone(),
                stat: ready.file.stat,
                status,
                message: error.to_string(),
                at: self.now(),
            };
            let mut changes = vec![Change::Refused(ready.action.key.clone(), refusal)];
            if status == 413 {
                changes.push(Change::TooLarge(ready.file.stat.size));
            }
            self.commit(changes).await?;
            self.count(|tally| tally.failed += 1);
            let message = Some(error.to_string());
            self.tell_because(ready.action, Happened::Failed, "refused", message);
        }
        Ok(())
    }

    /// Carries out a removal that the journal asks for; what waits stays in the journal.
    pub(super) async fn retire_open(&self, intent: &Intent) -> Result<(), StopReason> {
        let Act::Retire(retire) = &intent.act else {
            return Ok(());
        };
        if let Retired::Waits(note) = self.retire(intent.id, retire, None).await? {
            self.note_name(&retire.key, &retire.section, &retire.name, note);
        }
        Ok(())
    }
}
