//! Replacement by an upload: the old document is kept before and removed after; documents that
//! appeared meanwhile are found.

use std::collections::BTreeSet;

use fielddesk_documents::intent::Removal;
use fielddesk_documents::ports::RemovalReason;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, SectionKey};

use super::{Planned, SameName, Upload, exactly};
use crate::documents::types::SentFile;
use crate::{Failure, FailureKind};

impl Upload {
    /// A work order's default page has a name that only the answer tells: every document of the
    /// name is kept before, and those of that page are removed afterwards.
    pub(super) async fn keep_of_unknown_section(&self) {
        if !self.section.is_empty() {
            return;
        }
        for (item, plan) in self.planned.iter().enumerate() {
            let Some(plan) = plan else { continue };
            for id in &plan.supersedes {
                let kept = self.direct.keep(removal(plan, "", id, None)).await;
                if let (Err(failure), Some(file)) = (kept, self.direct.files().get_mut(item)) {
                    file.result = Some(Err(failure));
                }
            }
        }
    }

    pub(super) async fn replace_in_answered_section(&self) {
        if !self.section.is_empty() {
            return;
        }
        for (item, plan) in self.planned.iter().enumerate() {
            let Some(plan) = plan else { continue };
            let sent = self
                .direct
                .files()
                .get(item)
                .and_then(|file| file.result.clone());
            let Some(Ok(sent)) = sent else { continue };
            let section = SectionKey::of(&sent.section);
            let old = exactly(&self.direct, &section, &plan.name);
            let old: BTreeSet<_> = old.intersection(&plan.supersedes).cloned().collect();
            if let Some(file) = self.direct.files().get_mut(item) {
                file.replaces.clone_from(&old);
            }
            for id in &old {
                let removal = removal(plan, &sent.section, id, Some(&sent.id));
                if let Err(failure) = self.direct.remove(removal).await {
                    self.direct.note(&plan.key, failure);
                }
            }
        }
    }

    /// Documents of the names sent that nobody had listed before: somebody else's.
    pub(super) async fn appeared(&self) -> BTreeSet<FileReferenceId> {
        let replaced = self.same_name == SameName::Replace
            && self
                .direct
                .files()
                .iter()
                .any(|file| matches!(file.result, Some(Ok(_))));
        if !replaced || self.direct.list().await.is_err() {
            return BTreeSet::new();
        }
        let ours: BTreeSet<FileReferenceId> = self
            .direct
            .files()
            .iter()
            .filter_map(|file| Some(file.result.as_ref()?.as_ref().ok()?.id.clone()))
            .collect();
        let plans = self.planned.iter().flatten();
        let named = plans.flat_map(|plan| {
            let here = exactly(&self.direct, &plan.key.section, &plan.name);
            here.into_iter().filter(|id| !plan.supersedes.contains(id))
        });
        // What was listed before in another section has nothing to do with it.
        named
            .filter(|id| !ours.contains(id) && !self.direct.was_listed(id))
            .collect()
    }

    /// The file is on the page; what it replaces may not have gone, or others be there too.
    pub(super) fn replaced(
        &self,
        item: usize,
        sent: SentFile,
        left: &BTreeSet<FileReferenceId>,
        appeared: &BTreeSet<FileReferenceId>,
    ) -> Result<SentFile, Failure> {
        let Some(plan) = self.planned.get(item).and_then(Option::as_ref) else {
            return Ok(sent);
        };
        let shown = fielddesk_rules::file_name::shown(&plan.name);
        if left.iter().any(|id| self.direct.pages.lists(id)) {
            let failure = self
                .direct
                .stopped()
                .map(|stop| self.direct.failure(&stop))
                .or_else(|| self.direct.waits_for(&plan.key));
            let failure = failure.unwrap_or_else(|| {
                Failure::new(FailureKind::ServiceFailed, "", "Run the command again.")
            });
            let message = format!(
                "{shown} is uploaded, but the document that it replaces is still there. {}",
                failure.message
            );
            return Err(Failure { message, ..failure });
        }
        let here = exactly(&self.direct, &plan.key.section, &plan.name);
        let others = here.intersection(appeared).count();
        if others == 0 {
            return Ok(sent);
        }
        Err(Failure::new(
            FailureKind::Conflict,
            format!("{shown} is uploaded. Someone else uploaded a document of that name meanwhile; both are there."),
            "Look at both, then delete the one that is not needed.",
        )
        .with("appeared", others))
    }
}

fn removal(
    plan: &Planned,
    section: &str,
    id: &FileReferenceId,
    successor: Option<&FileReferenceId>,
) -> Removal {
    Removal {
        key: FileKey::of(section, &plan.name),
        section: section.to_owned(),
        name: plan.name.clone(),
        id: id.clone(),
        sha256: None,
        successor: successor.cloned(),
        reason: RemovalReason::Replaced,
        approved: false,
    }
}
