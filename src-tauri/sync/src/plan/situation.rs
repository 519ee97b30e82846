//! The state of one name in the three trees, in the words that `decide` knows.

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;

use super::decide::{Decision, LocalStatus, RemoteStatus, SyncedStatus};
use super::{
    ActionKind, AdoptReason, ConflictReason, Inputs, Outcome, PlannedFile, SendReason, SkipReason,
    planned,
};
use crate::content_hash::ContentHash;
use crate::ports::{NotReady, Readiness};
use crate::tree::{LocalFile, SyncedFile};

/// The state of one name.
pub(super) struct Situation<'a> {
    pub(super) here: LocalStatus,
    pub(super) ours: SyncedStatus,
    pub(super) theirs: RemoteStatus,
    key: &'a FileKey,
    file: Option<&'a LocalFile>,
    sha256: Option<ContentHash>,
    agreed: Option<&'a SyncedFile>,
    why_not: Option<NotReady>,
    /// Documents of that name that are not ours, with their content where it is known.
    strangers: Vec<(&'a FileReferenceId, Option<ContentHash>)>,
}

impl<'a> Situation<'a> {
    pub(super) fn of(
        inputs: &Inputs<'a>,
        key: &'a FileKey,
        file: Option<&'a LocalFile>,
        agreed: Option<&'a SyncedFile>,
    ) -> Option<Self> {
        let saved = inputs.saved;
        let (here, why_not) = here(inputs, key, file, agreed);
        let listed = inputs.remote.of_key(key);
        if let (LocalStatus::Same, Some(agreed), [only]) = (here, agreed, listed)
            && only.id == agreed.id
        {
            // Nearly every name of nearly every plan: in step.
            return None;
        }
        let ours = match agreed {
            None => SyncedStatus::Never,
            Some(agreed) if inputs.remote.has(&agreed.id) => SyncedStatus::Listed,
            Some(_) => SyncedStatus::Gone,
        };
        let strangers: Vec<_> = listed
            .iter()
            .filter(|listed| saved.synced.key_of(&listed.id).is_none())
            .map(|listed| (&listed.id, saved.remote_hashes.get(&listed.id).copied()))
            .collect();
        if here == LocalStatus::Same && ours == SyncedStatus::Listed && strangers.is_empty() {
            // The same, under a listed name that differs from ours.
            return None;
        }
        let mut situation = Self {
            here,
            ours,
            theirs: RemoteStatus::None,
            key,
            file,
            sha256: file.and_then(|file| file.sha256),
            agreed,
            why_not,
            strangers,
        };
        situation.theirs = situation.judge();
        Some(situation)
    }

    fn judge(&self) -> RemoteStatus {
        if self.strangers.is_empty() {
            return RemoteStatus::None;
        }
        let unread = self.strangers.iter().any(|(_, content)| content.is_none());
        // Without the file's own content nothing can be compared.
        let file_unread = self.here == LocalStatus::Different && self.sha256.is_none();
        if unread || file_unread {
            return RemoteStatus::Unread;
        }
        let old = self.agreed.map(|agreed| agreed.sha256);
        let other = |(_, content): &&(_, Option<ContentHash>)| {
            *content != self.sha256 && (*content != old || self.agreed.is_none())
        };
        let others = self.strangers.iter().filter(other).count();
        if let Some((id, _)) = self.equal_to(self.sha256) {
            let stays = match (self.agreed, self.ours) {
                (Some(agreed), SyncedStatus::Listed) => *id < agreed.id,
                _ => true,
            };
            // A third one with another content is asked about rather than hidden by a twin.
            if stays || others == 0 || self.here == LocalStatus::Different {
                return if stays {
                    RemoteStatus::EqualStays
                } else {
                    RemoteStatus::EqualYields
                };
            }
        }
        match others {
            0 => RemoteStatus::EqualToOld,
            1 => RemoteStatus::Other,
            _ => RemoteStatus::Several,
        }
    }

    /// The document with that content and the smallest id.
    fn equal_to(&self, content: Option<ContentHash>) -> Option<(&'a FileReferenceId, ContentHash)> {
        let content = content?;
        let equal = self
            .strangers
            .iter()
            .filter(|(_, known)| *known == Some(content));
        equal.map(|(id, _)| *id).min().map(|id| (id, content))
    }

    /// Returns the action that comes before a decision: an open fate, a refusal, a user's decision.
    pub(super) fn before_the_decision(&self, inputs: &Inputs<'_>) -> Option<ActionKind> {
        if self.here != LocalStatus::Ignored && inputs.open.contains(self.key) {
            return Some(ActionKind::Skip(SkipReason::AnswerLost));
        }
        let file = self.file?;
        if matches!(self.here, LocalStatus::NotReady | LocalStatus::Ignored) {
            return None;
        }
        // Whatever would send it: a change, or a person's word.
        let sends = match (self.here, self.ours) {
            (LocalStatus::Same, SyncedStatus::Listed) => false,
            (LocalStatus::Same, SyncedStatus::Never | SyncedStatus::Gone) => {
                inputs.saved.decided.contains_key(self.key)
            }
            (LocalStatus::Different, _) => true,
            (LocalStatus::Absent | LocalStatus::NotReady | LocalStatus::Ignored, _) => false,
        };
        if let Some(refusal) = inputs.saved.refusals.get(self.key)
            && sends
            && inputs
                .retry_refused_before
                .is_none_or(|before| refusal.at >= before)
            && refusal.path == file.path
            && refusal.stat.looks_like(&file.stat)
        {
            return Some(ActionKind::Skip(SkipReason::RefusedByService(
                refusal.message.clone(),
            )));
        }
        self.decided(inputs)
    }

    fn decided(&self, inputs: &Inputs<'_>) -> Option<ActionKind> {
        let decided = inputs.saved.decided.get(self.key)?;
        let known = |id: &FileReferenceId| decided.supersedes.contains(id);
        let overtaken =
            self.sha256 != Some(decided.sha256) || self.strangers.iter().any(|(id, _)| !known(id));
        if overtaken {
            return None;
        }
        let listed = self.strangers.iter().map(|(id, _)| (*id).clone());
        let mut ids: Vec<_> = listed.collect();
        if self.here == LocalStatus::Same && self.ours == SyncedStatus::Listed {
            return Some(ActionKind::Delete {
                ids,
                sha256: None,
                successor: self.agreed.map(|agreed| agreed.id.clone()),
                renamed_to: None,
                hold: None,
            });
        }
        if let (SyncedStatus::Listed, Some(agreed)) = (self.ours, self.agreed) {
            ids.push(agreed.id.clone());
        }
        Some(ActionKind::Send {
            file: self.planned()?,
            supersedes: ids,
            why: SendReason::Decided,
            held: false,
        })
    }

    fn planned(&self) -> Option<PlannedFile> {
        self.file.map(|file| planned(file, self.sha256))
    }

    /// A decision with what it needs.
    pub(super) fn act(&self, decision: Decision) -> Outcome {
        let act = match decision {
            Decision::Nothing => None,
            Decision::Forget => return Outcome::Forget,
            Decision::Wait => Some(ActionKind::Skip(SkipReason::File(
                self.why_not.clone().unwrap_or(NotReady::Settling),
            ))),
            Decision::Upload => self.send(Vec::new(), SendReason::New),
            Decision::Replace => {
                let ours = self.agreed.map(|agreed| agreed.id.clone());
                self.send(ours.into_iter().collect(), SendReason::Changed)
            }
            Decision::Delete => self.agreed.map(|agreed| ActionKind::Delete {
                ids: vec![agreed.id.clone()],
                sha256: Some(agreed.sha256),
                successor: None,
                renamed_to: None,
                hold: None,
            }),
            Decision::Adopt => self.adopt(self.sha256, AdoptReason::EqualBytes, false),
            Decision::AdoptAndRetire => self.adopt(self.sha256, AdoptReason::EqualBytes, true),
            Decision::Rebind => {
                let old = self.agreed.map(|agreed| agreed.sha256);
                self.adopt(old, AdoptReason::AgreedBytes, false)
            }
            Decision::Compare => {
                let unread = self
                    .strangers
                    .iter()
                    .filter(|(_, content)| content.is_none());
                Some(ActionKind::Compare {
                    file: self.planned(),
                    ids: unread.map(|(id, _)| (*id).clone()).collect(),
                })
            }
            Decision::Ask(reason) => Some(self.ask(reason)),
        };
        act.map_or(Outcome::Nothing, Outcome::Act)
    }

    fn send(&self, supersedes: Vec<FileReferenceId>, why: SendReason) -> Option<ActionKind> {
        Some(ActionKind::Send {
            file: self.planned()?,
            supersedes,
            why,
            held: false,
        })
    }

    fn adopt(
        &self,
        content: Option<ContentHash>,
        why: AdoptReason,
        retire: bool,
    ) -> Option<ActionKind> {
        let (id, sha256) = self.equal_to(content)?;
        let ours = self.agreed.map(|agreed| agreed.id.clone());
        Some(ActionKind::Adopt {
            // An agreement on old bytes is about the document, not about the file as it is.
            file: self.planned().filter(|file| file.sha256 == Some(sha256)),
            id: id.clone(),
            sha256,
            retire: ours.filter(|_| retire),
            why,
        })
    }

    fn ask(&self, reason: ConflictReason) -> ActionKind {
        ActionKind::Ask {
            reason,
            file: self.planned(),
            ids: self.strangers.iter().map(|(id, _)| (*id).clone()).collect(),
        }
    }
}

fn here(
    inputs: &Inputs<'_>,
    key: &FileKey,
    file: Option<&LocalFile>,
    agreed: Option<&SyncedFile>,
) -> (LocalStatus, Option<NotReady>) {
    let Some(file) = file else {
        let Some(agreed) = agreed else {
            return (LocalStatus::Absent, None);
        };
        return if !in_mapping(inputs, agreed) {
            (LocalStatus::Ignored, None)
        } else if let Some(why) = inputs.local.hides(&agreed.path) {
            (LocalStatus::NotReady, Some(why))
        } else if inputs.local.ignored_by(&agreed.path).is_some() {
            (LocalStatus::Ignored, None)
        } else if inputs.missing.contains(key) {
            (LocalStatus::NotReady, Some(NotReady::Missing))
        } else {
            (LocalStatus::Absent, None)
        };
    };
    if let Some(agreed) = agreed
        && agreed.path != file.path
        && let Some(why) = inputs.local.hides(&agreed.path)
        && why != NotReady::Missing
    {
        // Another file of the same name takes nothing over while the one that is ours cannot be seen.
        return (LocalStatus::NotReady, Some(why));
    }
    if file.readiness == Readiness::NotReady(NotReady::Settling)
        && agreed.is_some_and(|agreed| agreed.path == file.path && agreed.stat == file.stat)
    {
        // As when we wrote it ourselves a moment ago: it is what was agreed on.
        return (LocalStatus::Same, None);
    }
    if let Readiness::NotReady(why) = &file.readiness {
        return (LocalStatus::NotReady, Some(why.clone()));
    }
    match (agreed, file.sha256) {
        (None, _) => (LocalStatus::Different, None),
        (Some(agreed), Some(content)) if content == agreed.sha256 => (LocalStatus::Same, None),
        (Some(_), Some(_)) => (LocalStatus::Different, None),
        // It looks different and could not be read: nothing can be said of it.
        (Some(_), None) => (LocalStatus::NotReady, Some(NotReady::Settling)),
    }
}

/// A file that the mapping's rules no longer reach is not deleted, it is no longer ours.
fn in_mapping(inputs: &Inputs<'_>, agreed: &SyncedFile) -> bool {
    inputs.mapping.place(&agreed.path).is_some()
}
