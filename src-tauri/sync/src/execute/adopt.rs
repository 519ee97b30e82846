//! Actions that read and remember: comparing contents, adopting equal documents.

use fielddesk_model::FileReferenceId;

use fielddesk_documents::fetch::Fetched;
use fielddesk_documents::remove::Outcome;

use super::ItemFailure;
use super::run::Run;
use crate::content_hash::ContentHash;
use crate::event::EventKind;
use crate::intent::Removal;
use crate::mapping_state::{Change, HashedFile};
use crate::plan::{Action, ActionKind, PlannedFile};
use crate::ports::RemovalReason;
use crate::stop_reason::StopReason;
use crate::tree::SyncedFile;
use fielddesk_documents::lock::lock;

impl Run<'_> {
    /// Reads the documents of a name once each, and the file where its content is not known.
    pub(crate) async fn compare(
        &self,
        action: &Action,
        file: Option<&PlannedFile>,
        ids: &[FileReferenceId],
    ) -> Result<(), StopReason> {
        if let Some(file) = file
            && file.sha256.is_none()
        {
            let sha256 = match self.ports.fs.hash(&file.path, &file.stat).await {
                Ok(sha256) => sha256,
                Err(error) => return self.local_failed(action, error),
            };
            self.remember(file, sha256).await?;
        }
        for id in ids {
            if self.stopped().is_some() {
                return Ok(());
            }
            match self.session().content_of(id).await? {
                Fetched::Content(_) => self.tell(action, EventKind::Compared, Some(id)),
                Fetched::Gone => {}
                Fetched::Unfetchable(error) => {
                    self.note(action, ItemFailure::Unfetchable(error));
                    return Ok(());
                }
            }
        }
        // What was learnt makes another plan.
        self.moved();
        Ok(())
    }

    async fn remember(&self, file: &PlannedFile, sha256: ContentHash) -> Result<(), StopReason> {
        let hashed = HashedFile {
            stat: file.stat,
            sha256,
            unsure: self.unsure(&file.stat),
        };
        self.fresh(&file.path, file.stat, sha256);
        self.commit(vec![Change::LocalHash(file.path.clone(), hashed)])
            .await
    }

    /// Returns true where a document is adopted in place of ours, which the page did not list.
    pub(crate) fn adopts_for_gone(&self, action: &Action) -> bool {
        let retires_none = matches!(&action.act, ActionKind::Adopt { retire: None, .. });
        retires_none && self.state_writer.saved().synced.get(&action.key).is_some()
    }

    /// Takes an equal document as ours; the one we had goes where it is superseded.
    pub(crate) async fn adopt(&self, action: &Action) -> Result<(), StopReason> {
        let ActionKind::Adopt {
            file,
            id,
            sha256,
            retire,
            ..
        } = &action.act
        else {
            return Ok(());
        };
        let agreed = self.state_writer.saved().synced.get(&action.key).cloned();
        if retire.is_some() {
            self.list().await?;
        }
        let is_back = |agreed: &SyncedFile| retire.is_none() && self.listed(&agreed.id);
        if !self.listed(id) || agreed.as_ref().is_some_and(is_back) {
            self.moved();
            return Ok(());
        }
        let Some((path, stat)) = (match (file, &agreed) {
            (Some(file), _) => Some((file.path.clone(), file.stat)),
            (None, Some(agreed)) => Some((agreed.path.clone(), agreed.stat)),
            (None, None) => None,
        }) else {
            return Ok(());
        };
        let typed = match file {
            Some(file) => self.read_type(&file.path, &file.stat).await,
            None => agreed.as_ref().is_some_and(|agreed| agreed.typed),
        };
        let mut changes = vec![
            Change::Synced(
                action.key.clone(),
                SyncedFile {
                    section: action.section.clone(),
                    unsure: self.unsure(&stat),
                    typed,
                    path: path.clone(),
                    id: id.clone(),
                    sha256: *sha256,
                    stat,
                    sent: false,
                    at: self.now(),
                    verified: Some(self.now()),
                },
            ),
            Change::NoLocalHash(path),
            Change::NoDecision(action.key.clone()),
            Change::NoRefusal(action.key.clone()),
        ];
        let old = retire.as_ref().map(|old| {
            self.session().intend(Removal {
                key: action.key.clone(),
                section: action.section.clone(),
                name: action.name.clone(),
                id: old.clone(),
                sha256: agreed.as_ref().map(|agreed| agreed.sha256),
                successor: Some(id.clone()),
                reason: RemovalReason::Duplicate,
                approved: false,
            })
        });
        changes.extend(old.clone().map(Change::Intent));
        self.commit(changes).await?;
        if let Some(file) = file {
            self.fresh(&file.path, file.stat, *sha256);
        }
        self.moved();
        self.count(|tally| tally.adopted += 1);
        self.tell(action, EventKind::Adopted, Some(id));
        match old {
            Some(intent) => self.session().remove_open(&intent).await,
            None => Ok(()),
        }
    }

    /// Removes documents: after a local delete, or those that a person decided against.
    pub(crate) async fn delete(&self, action: &Action, approved: bool) -> Result<(), StopReason> {
        let ActionKind::Delete {
            ids,
            sha256,
            successor,
            renamed_to,
            ..
        } = &action.act
        else {
            return Ok(());
        };
        if let Some(new_name) = renamed_to {
            let stands = self.state_writer.saved().synced.get(&new_name.key).cloned();
            let Some(stands) = stands else {
                // The old name goes only after the new one is there.
                self.moved();
                return Ok(());
            };
            let shown = format!("{}/{}", stands.section, stands.path.name());
            lock(&self.renames).insert(action.key.clone(), shown);
        }
        let reason = if successor.is_some() {
            RemovalReason::Resolved
        } else {
            RemovalReason::Deleted
        };
        for id in ids {
            let removal = Removal {
                key: action.key.clone(),
                section: action.section.clone(),
                name: action.name.clone(),
                id: id.clone(),
                sha256: *sha256,
                successor: successor.clone(),
                reason,
                approved: approved || successor.is_some(),
            };
            let intent = self.session().intend(removal.clone());
            self.commit(vec![Change::Intent(intent.clone())]).await?;
            match self.session().remove(intent.id, &removal).await? {
                Outcome::Gone => {}
                Outcome::Stays => return Ok(()),
                Outcome::Waits(failure) => {
                    self.commit(vec![Change::IntentEnded(intent.id)]).await?;
                    self.note(action, failure);
                    return Ok(());
                }
            }
        }
        if successor.is_some() {
            self.commit(vec![Change::NoDecision(action.key.clone())])
                .await?;
        }
        Ok(())
    }
}
