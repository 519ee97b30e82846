//! Acts on documents: what was sent or restored together is taken back together.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use fielddesk_documents::ports::{ActId, RemovalReason, Version, VersionId};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::file_name::shown;
use serde::Serialize;

use super::{DocumentContext, Documents, Page, is_just_this, oldest_of_each, restore_versions};
use crate::folders::Folders;
use crate::history::new_act;
use crate::target::Target;
use crate::upload_records::{self, ActKind, DoneAct, SentInAct};
use crate::{Failure, FailureKind};
use fielddesk_api::CancellationToken;

/// The outcome of a restore or of the undo of an act.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ActReport {
    /// The act; `None` where nothing was changed.
    pub act: Option<ActId>,
    /// Files that were changed.
    pub done: usize,
    /// Files that were so already.
    pub unchanged: usize,
    /// The others.
    pub failed: Vec<NotDone>,
}

/// A file of an act that was left as it is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NotDone {
    /// Its name, as it can be shown.
    pub name: String,
    /// The reason.
    pub failure: Failure,
}

impl ActReport {
    /// Nothing of the act is done yet.
    fn begin(act: &ActId) -> Self {
        Self {
            act: Some(act.clone()),
            done: 0,
            unchanged: 0,
            failed: Vec::new(),
        }
    }
}

impl NotDone {
    fn of(name: &str, failure: Failure) -> Self {
        let name = shown(name);
        Self { name, failure }
    }
}

impl Documents {
    /// Restores versions into their folders and projects, as one act. Of several versions of one
    /// document the oldest is restored.
    ///
    /// # Errors
    /// Not found for an unknown version; when the records cannot be used.
    pub async fn restore(&self, versions: &[VersionId]) -> Result<ActReport, Failure> {
        let mut chosen = Vec::new();
        for version in versions {
            chosen.push(self.history.version(*version).await?);
        }
        let chosen = oldest_of_each(chosen);
        let work = self.context(Target::project("".into()), new_act());
        let mut report = ActReport::begin(&work.act);
        let mappings = match &self.folders {
            Some(folders) => folders.list().await?,
            None => Vec::new(),
        };
        let is_synced = |kept: &Version| {
            mappings
                .iter()
                .any(|one| Some(&one.id) == kept.mapping.as_ref())
        };
        let (of_folders, of_projects): (Vec<_>, Vec<_>) =
            chosen.iter().cloned().partition(is_synced);
        let of_projects = self.without_present(of_projects, &mut report).await;
        for (version, outcome) in restore_versions(&work, &mappings, &of_projects).await {
            let kept = of_projects.iter().find(|kept| kept.version == version);
            match (outcome, kept) {
                (Err(failure), Some(kept)) => report.failed.push(NotDone::of(&kept.name, failure)),
                _ => report.done += 1,
            }
        }
        for kept in &of_folders {
            match self.restore_into_folder(kept, &work.act).await {
                Ok(()) => report.done += 1,
                Err(failure) => report.failed.push(NotDone::of(&kept.name, failure)),
            }
        }
        self.end_restored_deletes(&chosen).await?;
        let targets: BTreeSet<Target> = of_projects.iter().map(Target::of_version).collect();
        targets.iter().for_each(|target| self.changed(target));
        report.act = report.act.filter(|_| report.done > 0);
        Ok(report)
    }

    /// Takes an act back: what it sent is deleted, or what it took the place of is restored. A
    /// document that is no longer what the act made of it is left as it is.
    ///
    /// # Errors
    /// Not found where nothing of the act is left to take back; the service's.
    pub async fn undo_act(&self, act: &ActId) -> Result<ActReport, Failure> {
        let sent = upload_records::sent_in_act(&self.database, &self.key, act).await?;
        let restored = upload_records::restored_in_act(&self.database, &self.key, act).await?;
        if sent.is_empty() && restored.is_empty() {
            return Err(Failure::not_found("act", &act.0, "It is undone already."));
        }
        let work = self.context(Target::project("".into()), new_act());
        let mut report = ActReport::begin(&work.act);
        // Written down first: its traces are no acts that Ctrl Z takes back in turn.
        upload_records::end_acts(&self.database, &[&work.act]).await?;
        let kept = self.history.versions().await?;
        let covered: Vec<&Version> = kept
            .iter()
            .filter(|one| one.act.as_ref() == Some(act))
            .collect();
        let mut pages: BTreeMap<Target, Vec<SentInAct>> = BTreeMap::new();
        for one in sent {
            pages.entry(one.target.clone()).or_default().push(one);
        }
        for (target, sent) in pages {
            self.undo_on_page(&work, &target, sent, &covered, &mut report)
                .await?;
        }
        for (version, covered) in restored {
            match self.undo_in_folder(version, covered).await {
                Ok(()) => report.done += 1,
                Err((name, failure)) => report.failed.push(NotDone::of(&name, failure)),
            }
        }
        if report.failed.is_empty() {
            upload_records::end_acts(&self.database, &[act]).await?;
        }
        Ok(report)
    }

    /// Returns the context of a change of documents that is a part of an act.
    pub(super) fn context(&self, target: Target, act: ActId) -> DocumentContext<'_> {
        DocumentContext {
            connection: &self.connection,
            target,
            data_dir: &self.data_dir,
            database: &self.database,
            history: &self.history,
            clock: self.clock.clone(),
            act,
            cancel: CancellationToken::new(),
        }
    }

    fn of_folders(&self) -> Result<&Folders, Failure> {
        let missing = || Failure::internal("synced folders are not open");
        self.folders.as_ref().ok_or_else(missing)
    }

    async fn may_restore(&self, kept: &Version) -> Result<(), Failure> {
        let through = &self.connection.profile;
        self.history.check_restore(&kept.connection, through).await
    }

    /// Leaves out the versions that the projects have just as they were. A page that cannot be
    /// listed is reported by the restore itself.
    async fn without_present(&self, chosen: Vec<Version>, report: &mut ActReport) -> Vec<Version> {
        let mut pages: BTreeMap<Target, Option<Page>> = BTreeMap::new();
        let mut left = Vec::new();
        for kept in chosen {
            let target = Target::of_version(&kept);
            let may = self.may_restore(&kept).await;
            if may.is_ok() && !pages.contains_key(&target) {
                pages.insert(target.clone(), self.list(&target, true).await.ok());
            }
            let page = pages.get(&target).and_then(Option::as_ref);
            let of_name = page
                .into_iter()
                .flat_map(|page| page.of_name(&kept.section, &kept.name));
            let of_name: Vec<_> = of_name.cloned().collect();
            if is_just_this(&of_name, &kept) {
                report.unchanged += 1;
            } else {
                left.push(kept);
            }
        }
        left
    }

    async fn restore_into_folder(&self, kept: &Version, act: &ActId) -> Result<(), Failure> {
        self.may_restore(kept).await?;
        let newest = self.history.versions().await?;
        let newest = newest.iter().map(|one| one.version).max();
        self.of_folders()?.restore(kept.version, None).await?;
        // The folder's next run replaces the document as well: what was in the file was kept first.
        let covered = self.history.kept_after(kept, newest).await?;
        if let Some(covered) = covered.first() {
            let now = self.clock.now();
            let covered = covered.version;
            upload_records::record_restored(&self.database, &self.key, act, kept, covered, now)
                .await?;
        }
        Ok(())
    }

    /// Deletes that are restored whole are nothing that is left to restore.
    async fn end_restored_deletes(&self, restored: &[Version]) -> Result<(), Failure> {
        let restored: BTreeSet<VersionId> = restored.iter().map(|one| one.version).collect();
        let mut left: BTreeMap<ActId, bool> = BTreeMap::new();
        for kept in self.history.versions().await? {
            let Some(act) = kept.act.filter(|_| kept.reason == RemovalReason::Deleted) else {
                continue;
            };
            *left.entry(act).or_default() |= !restored.contains(&kept.version);
        }
        let whole: Vec<&ActId> = left
            .iter()
            .filter(|(_, left)| !**left)
            .map(|(act, _)| act)
            .collect();
        upload_records::end_acts(&self.database, &whole).await
    }

    async fn undo_on_page(
        &self,
        work: &DocumentContext<'_>,
        target: &Target,
        sent: Vec<SentInAct>,
        covered: &[&Version],
        report: &mut ActReport,
    ) -> Result<(), Failure> {
        let page = self.list(target, true).await?;
        let (mut going, mut back) = (Vec::new(), Vec::new());
        for one in sent {
            let of_name: Vec<&FileReferenceId> = page
                .of_name(&one.section, &one.name)
                .map(|document| &document.id)
                .collect();
            let before = covered.iter().find(|kept| one.is_place_of(kept));
            match (of_name.as_slice(), before) {
                ([only], Some(before)) if **only == one.id => back.push((one, (*before).clone())),
                (ids, None) if ids.contains(&&one.id) => going.push(one),
                _ => report
                    .failed
                    .push(NotDone::of(&one.name, changed_since(&one.name))),
            }
        }
        let versions: Vec<Version> = back.iter().map(|(_, before)| before.clone()).collect();
        for (version, outcome) in restore_versions(work, &[], &versions).await {
            let Some((one, _)) = back.iter().find(|(_, before)| before.version == version) else {
                continue;
            };
            match outcome {
                Ok(_) => {
                    upload_records::forget(self.database.pool(), &self.key, &one.id).await?;
                    report.done += 1;
                }
                Err(failure) => report.failed.push(NotDone::of(&one.name, failure)),
            }
        }
        if !going.is_empty() {
            self.delete_sent(target, &going, report).await?;
        }
        self.changed(target);
        Ok(())
    }

    async fn delete_sent(
        &self,
        target: &Target,
        going: &[SentInAct],
        report: &mut ActReport,
    ) -> Result<(), Failure> {
        let ids: Vec<FileReferenceId> = going.iter().map(|one| one.id.clone()).collect();
        let pending = self.delete(target, &ids).await;
        let mut refused = pending.refused;
        if let Some(undo_id) = pending.undo_id {
            upload_records::end_acts(&self.database, &[&ActId(undo_id.clone())]).await?;
            refused.extend(self.finish_delete(&undo_id).await?);
        }
        report.done += going.len() - refused.len();
        for one in refused {
            let sent = going.iter().find(|sent| sent.id == one.id);
            let name = sent.map_or("", |sent| &sent.name);
            report.failed.push(NotDone::of(name, one.failure));
        }
        Ok(())
    }

    async fn undo_in_folder(
        &self,
        restored: VersionId,
        covered: VersionId,
    ) -> Result<(), (String, Failure)> {
        let unnamed = |failure| (String::new(), failure);
        let kept = self.history.version(restored).await.map_err(unnamed)?;
        let undo = async {
            self.history.check_not_replaced(&kept, covered).await?;
            self.of_folders()?.restore(covered, None).await?;
            self.history.note_undone(&kept, covered).await?;
            upload_records::forget_restored(&self.database, restored, covered).await
        };
        undo.await.map_err(|failure| (kept.name.clone(), failure))
    }
}

fn changed_since(name: &str) -> Failure {
    Failure::new(
        FailureKind::Conflict,
        "The document was changed since. It was left as it is.",
        "Check the documents, then try again.",
    )
    .with("file", shown(name))
    .with("replacedSince", true)
}

impl Documents {
    /// The newest act of this connection since a moment that was not taken back; with `restores`,
    /// of restores alone.
    pub async fn newest_act(
        &self,
        since: DateTime<Utc>,
        restores: bool,
    ) -> Result<Option<DoneAct>, Failure> {
        let sent = upload_records::newest_act(&self.database, &self.key, since, restores).await?;
        let deleted = match restores {
            true => None,
            false => self.newest_delete(since).await?,
        };
        Ok(sent.into_iter().chain(deleted).max_by_key(|one| one.at))
    }

    async fn newest_delete(&self, since: DateTime<Utc>) -> Result<Option<DoneAct>, Failure> {
        let ended = upload_records::ended_acts(&self.database).await?;
        let deleted = self.history.deleted_by_hand(&self.key).await?;
        let of_act = |kept: &&Version| kept.act.as_ref().is_some_and(|act| !ended.contains(&act.0));
        let Some(newest) = deleted.iter().find(of_act) else {
            return Ok(None);
        };
        let at = crate::sync_adapters::instant(newest.at);
        let same = deleted.iter().filter(|kept| kept.act == newest.act);
        Ok(newest
            .act
            .clone()
            .filter(|_| at >= since)
            .map(|act| DoneAct {
                act,
                kind: ActKind::Delete,
                count: same.count(),
                name: newest.name.clone(),
                at,
            }))
    }
}
