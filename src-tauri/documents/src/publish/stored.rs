//! Changes that follow from the answer to an upload: bound names, removals, refusals.

use fielddesk_rules::name_key::SectionKey;

use super::send::{Attempt, Ready};
use super::tries::Failed;
use crate::caller::{Bound, Caller, Change, Outgoing, removal_reason};
use crate::intent::{Act, Intent, Removal, SentPart};
use crate::ports::{RemoteError, RemoteErrorKind, Uploaded};
use crate::session::Session;
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;

impl<C: Caller> Session<'_, C> {
    pub(super) async fn stored(
        &self,
        intent: &Intent<C::Source>,
        ready: &[Ready<C::Source>],
        uploaded: &Uploaded,
        answered: Timestamp,
    ) -> Result<(), StopReason> {
        let Act::Upload { parts, section, .. } = &intent.act else {
            return Ok(());
        };
        // A default page is named by the answer.
        let section = match &uploaded.section {
            Some(named) if section.is_empty() => named,
            _ => section,
        };
        let mut changes = vec![Change::IntentEnded(intent.id)];
        let mut removals = Vec::new();
        for (part, file) in parts.iter().zip(&uploaded.files) {
            // Without a hash the closing boundary did not leave, so there is no answer.
            let Some(sha256) = part.sha256 else { continue };
            let bound = Bound {
                id: file.id.clone(),
                sha256,
                at: answered,
            };
            removals.extend(self.bind(part, section, bound, &mut changes));
        }
        let sections: Vec<SectionKey> = ready
            .iter()
            .map(|ready| match ready.file.section.is_empty() {
                true => SectionKey::of(section),
                false => ready.file.key.section.clone(),
            })
            .collect();
        let superseded = ready.iter().flat_map(|ready| &ready.file.supersedes);
        self.caller.commit(changes).await?;
        self.pages
            .take_answer(&sections, superseded, uploaded, answered);
        for intent in removals {
            self.remove_open(&intent).await?;
        }
        Ok(())
    }

    /// Binds the name of a stored part and returns the removals that follow.
    pub(crate) fn bind(
        &self,
        part: &SentPart<C::Source>,
        section: &str,
        bound: Bound,
        changes: &mut Vec<Change<C::Source>>,
    ) -> Vec<Intent<C::Source>> {
        let before = self.caller.bound(&part.key);
        let mut removals = Vec::new();
        for old in part.supersedes.iter().filter(|old| **old != bound.id) {
            let ours = before.as_ref().filter(|bound| bound.id == *old);
            let intent = self.intend(Removal {
                key: part.key.clone(),
                section: section.to_owned(),
                name: part.name.clone(),
                id: old.clone(),
                sha256: ours.map(|bound| bound.sha256),
                successor: Some(bound.id.clone()),
                reason: removal_reason(part.decided),
                approved: part.decided,
            });
            removals.push(intent);
        }
        changes.push(Change::Stored {
            part: part.clone(),
            section: section.to_owned(),
            bound,
        });
        changes.extend(removals.iter().cloned().map(Change::Intent));
        removals
    }

    /// Ends an attempt that stored nothing.
    pub(super) async fn not_stored(
        &self,
        intent: Intent<C::Source>,
        ready: &[Ready<C::Source>],
        error: RemoteError,
    ) -> Result<Attempt<C::Source>, StopReason> {
        self.caller
            .commit(vec![Change::IntentEnded(intent.id)])
            .await?;
        match error.kind {
            RemoteErrorKind::ContentChanged | RemoteErrorKind::ContentUnreadable(_) => {
                let files: Vec<&Outgoing<_>> = ready.iter().map(|ready| &ready.file).collect();
                self.caller.not_read(&files, &error).await?;
                Ok(Attempt::Ended)
            }
            RemoteErrorKind::NotFound => Err(StopReason::Gone(error)),
            _ if error.is_worth_another_try() => Ok(Attempt::Failed(Failed { intent, error })),
            _ => match StopReason::of_remote(&error) {
                Some(stop) => Err(stop),
                None => Ok(Attempt::Refused(error)),
            },
        }
    }

    pub(super) async fn refused(
        &self,
        files: &[Outgoing<C::Source>],
        error: &RemoteError,
    ) -> Result<(), StopReason> {
        let refused = files.iter().map(|file| Change::Refused {
            file: file.clone(),
            error: error.clone(),
        });
        self.caller.commit(refused.collect()).await
    }
}
