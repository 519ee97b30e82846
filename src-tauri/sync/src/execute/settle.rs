//! Finds out how ended what a crash or a lost answer left open.
//!
//! A request that was cut off may still commit: it is sent again only after two equal listings
//! without it, and a late twin with the same bytes is looked for until ten minutes are over.

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;

use super::intent::{Act, Intent, Retire, SentPart};
use super::run::Run;
use crate::content_hash::ContentHash;
use crate::event::Happened;
use crate::name::{FileKey, NameKey, SectionKey};
use crate::ports::{RemoteError, RemovalReason, SourceError, hash_of};
use crate::saved::{Change, DoneDelete};
use crate::stop_reason::StopReason;

/// Of unknown documents with other names, at most this many are read to find a lost upload.
const OTHER_NAMES: usize = 32;

impl Run<'_> {
    /// Settles everything that is open; the page was just listed.
    pub(crate) async fn settle(&self) -> Result<(), StopReason> {
        let open: Vec<Intent> = self.ledger.saved().intents.values().cloned().collect();
        for intent in open {
            match &intent.act {
                Act::Upload { .. } => self.settle_listed(&intent).await?,
                // The file may be back: a delete is planned anew or not at all.
                Act::Retire(retire) if retire.because == RemovalReason::Deleted => {
                    self.settle_delete(&intent, retire).await?;
                }
                Act::Retire(_) => self.retire_open(&intent).await?,
            }
        }
        Ok(())
    }

    async fn settle_delete(&self, intent: &Intent, retire: &Retire) -> Result<(), StopReason> {
        let mut changes = vec![Change::IntentEnded(intent.id)];
        if !self.listed(&retire.id) {
            // What one listing hides another may show.
            self.list().await?;
        }
        if !self.listed(&retire.id) {
            let agreed = self.ledger.saved().synced.get(&retire.key).cloned();
            // It was us: should the file be back, it is new and no conflict.
            if self.confirm_removed(&retire.id).await
                && agreed.is_some_and(|agreed| agreed.id == retire.id)
            {
                changes.push(Change::Forgotten(retire.key.clone()));
            }
            changes.push(Change::Deleted(DoneDelete {
                at: intent.at,
                section: retire.key.section.clone(),
                approved: retire.approved,
            }));
        }
        self.commit(changes).await
    }

    /// Settles an upload whose answer was just lost.
    pub(super) async fn settle_upload(&self, intent: &Intent) -> Result<(), StopReason> {
        self.list().await?;
        self.settle_listed(intent).await
    }

    async fn settle_listed(&self, intent: &Intent) -> Result<(), StopReason> {
        let Act::Upload {
            section,
            parts,
            absent,
        } = &intent.act
        else {
            return Ok(());
        };
        if parts.iter().all(|part| part.sha256.is_none()) {
            // The hash is written before a request can be complete: this one never was.
            return self.commit(vec![Change::IntentEnded(intent.id)]).await;
        }
        let section = SectionKey::of(section);
        if self.adopt_found(intent, &section, parts).await? {
            return Ok(());
        }
        if *absent {
            return self.look_no_longer(intent).await;
        }
        let first = self.on_page(&section);
        self.ports.clock.sleep(self.limits.second_listing).await;
        self.list().await?;
        if self.adopt_found(intent, &section, parts).await? {
            return Ok(());
        }
        if first != self.on_page(&section) {
            // Somebody is at work on the page: the fate stays open until the next run.
            return Ok(());
        }
        self.commit(vec![Change::Intent(looked_for(intent))]).await
    }

    async fn look_no_longer(&self, intent: &Intent) -> Result<(), StopReason> {
        if !self.is_over(intent) {
            return Ok(());
        }
        self.commit(vec![Change::IntentEnded(intent.id)]).await
    }

    /// Whether a request that was cut off can commit no more.
    fn is_over(&self, intent: &Intent) -> bool {
        // A clock that was set back must not keep it open for ever: the time counts both ways.
        let age = self.now().since(intent.at).max(intent.at.since(self.now()));
        age >= self.limits.late_twin
    }

    fn on_page(&self, section: &SectionKey) -> BTreeSet<FileReferenceId> {
        self.with_remote(|remote| {
            let here = |id: &&FileReferenceId| {
                remote.key_of(id).is_some_and(|key| key.section == *section)
            };
            remote.ids().filter(here).cloned().collect()
        })
    }

    /// Looks for the parts on the page; when any is there, the request was stored.
    async fn adopt_found(
        &self,
        intent: &Intent,
        section: &SectionKey,
        parts: &[SentPart],
    ) -> Result<bool, StopReason> {
        let mut changes = Vec::new();
        let mut retires = Vec::new();
        let mut taken = BTreeSet::new();
        let mut stored = Vec::new();
        for part in parts {
            let Some(sha256) = part.sha256 else { continue };
            let mut found = self.find(part, section, &sha256).await?;
            let successor = self.sent_again(intent, part);
            // One part is stored under one name, however often it is stored and whatever a
            // service makes of names: the same bytes under another one are somebody else's.
            if let Some(known) = successor.as_ref().or(found.first()).cloned() {
                found.retain(|id| self.are_of_one_name(id, &known));
            }
            found.retain(|id| taken.insert(id.clone()));
            let Some(first) = found.first().cloned() else {
                continue;
            };
            // Sent again and stored twice: the late one goes, whoever looks first.
            let (stays, twins) = match successor {
                Some(other) => (other, found),
                None => {
                    retires.extend(self.bind(part, &first, sha256, &mut changes));
                    stored.push((part, first.clone()));
                    (first, found.split_off(1))
                }
            };
            for twin in twins {
                let intent = self.intend(Retire {
                    key: part.key.clone(),
                    section: section.as_str().to_owned(),
                    name: part.name.clone(),
                    id: twin,
                    sha256: Some(sha256),
                    successor: Some(stays.clone()),
                    because: RemovalReason::Duplicate,
                    approved: false,
                });
                changes.push(Change::Intent(intent.clone()));
                retires.push(intent);
            }
        }
        if taken.is_empty() {
            return Ok(false);
        }
        // What was found may be a stranger's with the same bytes, and ours still to come.
        changes.push(if self.is_over(intent) {
            Change::IntentEnded(intent.id)
        } else {
            Change::Intent(looked_for(intent))
        });
        self.moved();
        self.commit(changes).await?;
        for (part, id) in stored {
            self.tell_stored(intent, part, &id);
        }
        for intent in retires {
            self.retire_open(&intent).await?;
        }
        Ok(true)
    }

    /// What was sent counts and is told, although its answer was never heard.
    fn tell_stored(&self, intent: &Intent, part: &SentPart, id: &FileReferenceId) {
        let Act::Upload { section, .. } = &intent.act else {
            return;
        };
        let replaced = !part.supersedes.is_empty();
        let event = if replaced {
            Happened::Replaced
        } else {
            Happened::Uploaded
        };
        self.tell_name(section, &part.name, event, Some(id), part.stat.size);
        self.count(|tally| {
            tally.bytes += part.stat.size;
            if replaced {
                tally.replaced += 1;
            } else {
                tally.uploaded += 1;
            }
        });
    }

    fn are_of_one_name(&self, one: &FileReferenceId, other: &FileReferenceId) -> bool {
        self.with_remote(|remote| remote.key_of(one) == remote.key_of(other))
    }

    /// The document that a later sending of the same name made, when it is on the page.
    fn sent_again(&self, intent: &Intent, part: &SentPart) -> Option<FileReferenceId> {
        let saved = self.ledger.saved();
        let agreed = saved.synced.get(&part.key)?;
        let newer = agreed.at >= intent.at && !part.supersedes.contains(&agreed.id);
        (newer && self.listed(&agreed.id)).then(|| agreed.id.clone())
    }

    /// Unknown documents of the page with these bytes, smallest id first: of the part's name,
    /// else of any, because services cut, decode or normalise names.
    async fn find(
        &self,
        part: &SentPart,
        section: &SectionKey,
        sha256: &ContentHash,
    ) -> Result<Vec<FileReferenceId>, StopReason> {
        let name = NameKey::of(&part.name);
        let (same, mut others): (Vec<_>, Vec<_>) = self
            .unknown(section)
            .into_iter()
            .partition(|(_, key)| key.name == name);
        others.truncate(OTHER_NAMES);
        for candidates in [same, others] {
            let mut found = Vec::new();
            for (id, _) in candidates {
                if self.content_of(&id).await?.as_ref() == Some(sha256) {
                    found.push(id);
                }
            }
            if !found.is_empty() {
                found.sort();
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    fn unknown(&self, section: &SectionKey) -> Vec<(FileReferenceId, FileKey)> {
        let saved = self.ledger.saved();
        self.with_remote(|remote| {
            let ids = remote
                .ids()
                .filter(|id| !saved.seen.contains(*id) && saved.synced.key_of(id).is_none());
            let keyed = ids.filter_map(|id| Some((id.clone(), remote.key_of(id)?.clone())));
            keyed.filter(|(_, key)| key.section == *section).collect()
        })
    }

    /// The content of a document, fetched once per id; none when it is gone.
    pub(super) async fn content_of(
        &self,
        id: &FileReferenceId,
    ) -> Result<Option<ContentHash>, StopReason> {
        if let Some(known) = self.ledger.saved().remote_hashes.get(id) {
            return Ok(Some(*known));
        }
        let hashed = match self.ports.remote.download(id).await {
            Ok(bytes) => hash_of(bytes).await,
            Err(error) => Err(SourceError::Remote(error)),
        };
        match hashed {
            Ok((sha256, _)) => {
                self.commit(vec![Change::RemoteHash(id.clone(), sha256)])
                    .await?;
                Ok(Some(sha256))
            }
            Err(SourceError::Remote(RemoteError::NotFound)) => {
                self.with_remote(|remote| remote.drop(id));
                Ok(None)
            }
            Err(SourceError::Remote(error)) => {
                Err(StopReason::of_remote(&error)
                    .unwrap_or(StopReason::Service { error, wait: None }))
            }
            Err(error) => Err(StopReason::Service {
                error: RemoteError::Offline(error.to_string()),
                wait: None,
            }),
        }
    }
}

/// The same intent, of which only a late twin is still looked for.
fn looked_for(intent: &Intent) -> Intent {
    let mut intent = intent.clone();
    if let Act::Upload { absent, .. } = &mut intent.act {
        *absent = true;
    }
    intent
}
