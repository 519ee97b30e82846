//! A conflict, and the effect of each decision on it.

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, NameKey};

use super::ResolveError;
use crate::conflict_copy::theirs_name;
use crate::engine::make;
use crate::execute::{Outcome, Run};
use crate::intent::{Intent, Removal};
use crate::mapping_state::{Change, Decided};
use crate::observe::Observation;
use crate::plan::{Action, PlannedFile};
use crate::ports::{RemoteErrorKind, RemovalReason};
use crate::stop_reason::StopReason;
use crate::tree::SyncedFile;

/// Documents of a name that are not ours.
pub(super) fn strangers(run: &Run<'_>, key: &FileKey) -> Vec<FileReferenceId> {
    let saved = run.state_writer.saved();
    run.with_remote(|remote| {
        let listed = remote.of_key(key).iter();
        let strangers = listed.filter(|file| saved.synced.key_of(&file.id).is_none());
        strangers.map(|file| file.id.clone()).collect()
    })
}

/// A conflict.
pub(super) struct Case<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) seen: &'a Observation,
    pub(super) action: &'a Action,
    pub(super) key: &'a FileKey,
    pub(super) file: Option<&'a PlannedFile>,
    pub(super) ids: &'a [FileReferenceId],
}

impl Case<'_> {
    /// Ours goes up; theirs to the history, then deleted by id.
    pub(super) async fn ours_stands(&self, file: &PlannedFile) -> Result<bool, ResolveError> {
        let sha256 = match file.sha256 {
            Some(sha256) => sha256,
            None => match self.run.ports.fs.hash(&file.path, &file.stat).await {
                Ok(sha256) => sha256,
                Err(error) => {
                    self.run.local_failed(self.action, error)?;
                    return Ok(false);
                }
            },
        };
        let decided = Decided {
            sha256,
            supersedes: self.ids.to_vec(),
        };
        self.run
            .commit(vec![Change::Decided(self.key.clone(), decided)])
            .await?;
        let plan = make(self.run, self.seen);
        match self.run.execute_decided(&plan, self.key).await {
            Ok(()) => self.decision_ended().await,
            Err(stop) => {
                // It will not work later either: the next run must not do what failed now.
                if matches!(
                    stop,
                    StopReason::Auth(_) | StopReason::Closed(_) | StopReason::Gone(_)
                ) {
                    self.withdraw().await?;
                }
                Err(stop.into())
            }
        }
    }

    /// Returns true where the decision is done. A decision without effect is withdrawn, and the
    /// conflict is as before; one whose outcome is unknown stays, and the next run finds out.
    async fn decision_ended(&self) -> Result<bool, ResolveError> {
        let run = self.run;
        let (open, refusal, unknown) = {
            let saved = run.state_writer.saved();
            (
                saved.decided.contains_key(self.key),
                saved.refusals.get(self.key).cloned(),
                saved.may_be_stored(self.key),
            )
        };
        if !open {
            return Ok(true);
        }
        if unknown {
            return Err(ResolveError::Stop(StopReason::Service {
                error: RemoteErrorKind::OutcomeUnknown.into(),
                wait: None,
            }));
        }
        self.withdraw().await?;
        match refusal {
            Some(refusal) => Err(ResolveError::Refused {
                status: refusal.status,
                message: refusal.message,
            }),
            None => Ok(false),
        }
    }

    async fn withdraw(&self) -> Result<(), StopReason> {
        self.run
            .commit(vec![
                Change::NoDecision(self.key.clone()),
                Change::NoRefusal(self.key.clone()),
            ])
            .await
    }

    /// Ours to the history, then removed.
    pub(super) async fn ours_goes(&self, file: &PlannedFile) -> Result<bool, StopReason> {
        if !self.run.remove_file(self.action, file).await? {
            return Ok(false);
        }
        self.run
            .commit(vec![
                Change::Forgotten(self.key.clone()),
                Change::NoLocalHash(file.path.clone()),
                Change::NoDecision(self.key.clone()),
            ])
            .await?;
        Ok(true)
    }

    /// The document that shall stay.
    pub(super) fn chosen(
        &self,
        wanted: Option<&FileReferenceId>,
    ) -> Result<FileReferenceId, ResolveError> {
        let ours = self
            .run
            .state_writer
            .saved()
            .synced
            .get(self.key)
            .map(|agreed| agreed.id.clone());
        let ours = ours.filter(|id| self.run.listed(id));
        match wanted {
            Some(id) if self.ids.contains(id) || ours.as_ref() == Some(id) => Ok(id.clone()),
            Some(_) => Err(ResolveError::NoSuchDocument),
            None => self.ids.last().cloned().ok_or(ResolveError::NoConflict),
        }
    }

    /// Theirs into the folder, ours to the history; the other documents go.
    pub(super) async fn theirs_comes(
        &self,
        chosen: &FileReferenceId,
    ) -> Result<bool, ResolveError> {
        let agreed = self.run.state_writer.saved().synced.get(self.key).cloned();
        let path = match (self.file, &agreed) {
            (Some(file), _) => file.path.clone(),
            (None, Some(agreed)) => agreed.path.clone(),
            (None, None) => return Err(ResolveError::NoConflict),
        };
        let run = self.run;
        let written = run
            .bring_into_folder(self.action, chosen, &path, self.file)
            .await?;
        let Some(written) = written else {
            return Ok(false);
        };
        // A document of ours that comes back was sent from here, and when.
        let own = agreed.as_ref().filter(|agreed| agreed.id == *chosen);
        let mut changes = vec![
            Change::Synced(
                self.key.clone(),
                SyncedFile {
                    section: self.action.section.clone(),
                    path: written.path.clone(),
                    id: chosen.clone(),
                    sha256: written.sha256,
                    stat: written.stat,
                    unsure: run.unsure(&written.stat),
                    typed: run.read_type(&written.path, &written.stat).await,
                    sent: own.is_some_and(|own| own.sent),
                    at: own.map_or_else(|| run.now(), |own| own.at),
                    verified: Some(run.now()),
                },
            ),
            Change::NoDecision(self.key.clone()),
            Change::NoLocalHash(written.path.clone()),
        ];
        let ours = agreed.map(|agreed| agreed.id).filter(|id| run.listed(id));
        let others = self.ids.iter().chain(&ours).filter(|id| *id != chosen);
        let mut removals = Vec::new();
        for id in others {
            let removal = self.removal(id, Some(chosen));
            let intent = run.session().intend(removal.clone());
            changes.push(Change::Intent(intent.clone()));
            removals.push((intent, removal));
        }
        run.commit(changes).await?;
        self.remove_all(removals).await
    }

    /// Theirs to the history, then deleted by id.
    pub(super) async fn theirs_goes(&self) -> Result<bool, ResolveError> {
        let run = self.run;
        let mut changes = vec![Change::Forgotten(self.key.clone())];
        let mut removals = Vec::new();
        for id in self.ids {
            let removal = self.removal(id, None);
            let intent = run.session().intend(removal.clone());
            changes.push(Change::Intent(intent.clone()));
            removals.push((intent, removal));
        }
        run.commit(changes).await?;
        self.remove_all(removals).await
    }

    /// Removes documents whose intents are committed. What waits stays in the journal, and the
    /// next run goes on with it.
    async fn remove_all(&self, removals: Vec<(Intent, Removal)>) -> Result<bool, ResolveError> {
        let mut all_gone = true;
        for (intent, removal) in removals {
            match self.run.session().remove(intent.id, &removal).await? {
                Outcome::Gone => {}
                Outcome::Stays => all_gone = false,
                Outcome::Waits(failure) => {
                    self.run.note(self.action, failure);
                    all_gone = false;
                }
            }
        }
        Ok(all_gone)
    }

    fn removal(&self, id: &FileReferenceId, successor: Option<&FileReferenceId>) -> Removal {
        Removal {
            key: self.key.clone(),
            section: self.action.section.clone(),
            name: self.action.name.clone(),
            id: id.clone(),
            sha256: None,
            successor: successor.cloned(),
            reason: RemovalReason::Resolved,
            approved: true,
        }
    }

    /// Writes each of their documents into the folder under a new name.
    pub(super) async fn copies(&self, stamp: &str) -> Result<bool, ResolveError> {
        let Some(file) = self.file else {
            return Ok(false);
        };
        let mut used: Vec<NameKey> = Vec::new();
        for id in self.ids {
            let name = theirs_name(file.path.name(), stamp, |name| {
                let key = FileKey {
                    section: self.key.section.clone(),
                    name: NameKey::of(name),
                };
                used.contains(&key.name)
                    || self.seen.local.files.contains_key(&key)
                    || self
                        .run
                        .with_remote(|remote| !remote.of_key(&key).is_empty())
            });
            used.push(NameKey::of(&name));
            let to = file
                .path
                .beside(&name)
                .map_err(|_| ResolveError::NotReady(None))?;
            let written = self
                .run
                .bring_into_folder(self.action, id, &to, None)
                .await?;
            let Some(written) = written else {
                return Ok(false);
            };
            self.run.commit(vec![self.run.known(&written)]).await?;
        }
        Ok(true)
    }
}
