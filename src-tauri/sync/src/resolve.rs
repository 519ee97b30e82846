//! The user's decision on a conflict, carried out at once: the version that shall stay.

mod case;
mod changed;
mod deleted;
mod held;

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;
use serde::{Deserialize, Serialize};

pub use changed::ChangedChoice;
pub use deleted::DeletedChoice;
pub use held::HeldChoice;

use case::{Case, strangers};
use fielddesk_rules::name_key::{FileKey, SectionKey};

use crate::content_hash::ContentHash;
use crate::engine::{Engine, RunOptions, make};
use crate::event::RunTotals;
use crate::execute::{ItemFailure, Run};
use crate::mapping::Sections;
use crate::mapping_state::{Change, Decided};
use crate::path::RelPath;
use crate::plan::{Action, ActionKind, ConflictReason, PlannedFile};
use crate::ports::{ByteStream, HistoryError, LocalError, NotReady, RemovalReason, VersionId};
use crate::reason::Reason;
use crate::stop_reason::StopReason;
use crate::tree::LocalFile;
use crate::volumes::VolumesKnown;

/// The version that shall stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Keep {
    /// The file of the folder.
    Local,
    /// The document: the last one listed, or the one named.
    Remote,
    /// Both: theirs comes into the folder under a new name.
    Both,
}

/// A person's choice on one conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resolution {
    /// Side that stays.
    pub keep: Keep,
    /// The document that stays, where several have the name; `None` is the last one listed.
    #[serde(default)]
    pub document: Option<FileReferenceId>,
    /// The documents that the choice is about: others are never covered. `None` covers whatever
    /// is listed when it is carried out.
    #[serde(default)]
    pub shown: Option<BTreeSet<FileReferenceId>>,
}

impl Resolution {
    /// Makes a choice that covers whatever is listed.
    #[must_use]
    pub const fn of(keep: Keep) -> Self {
        Self {
            keep,
            document: None,
            shown: None,
        }
    }

    /// Returns true where the choice was made about these documents.
    fn is_about(&self, listed: &[FileReferenceId]) -> bool {
        let Some(shown) = &self.shown else {
            return true;
        };
        // To keep a document that is not listed any more would be to remove the file.
        let all_gone = self.keep == Keep::Remote && listed.is_empty() && !shown.is_empty();
        !all_gone && listed.iter().all(|id| shown.contains(id))
    }
}

/// Reasons a decision could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// There is no conflict of that name.
    #[error("there is no conflict of that name")]
    NoConflict,
    /// Two files of the folder have one name: a person renames one of them.
    #[error("two files have one name: {}", .0.join(" and "))]
    NameCollision(Vec<String>),
    /// The document named is not one of the conflict.
    #[error("the document is not one of that name")]
    NoSuchDocument,
    /// The page lists other documents of the name than the choice was about.
    #[error("other documents have that name by now")]
    OtherDocuments,
    /// The page lists far fewer documents than it had: nothing is removed until it does.
    #[error("the page lists far fewer documents than it had")]
    ListingShrank,
    /// The service refused the file; the conflict stays as it was.
    #[error("refused ({status}): {message}")]
    Refused {
        /// The service's status.
        status: u16,
        /// The service's words.
        message: String,
    },
    /// There is no such version.
    #[error("there is no such version")]
    NoSuchVersion,
    /// The file cannot be read or written now, or there is no room for the history.
    #[error("it cannot be done now: {0:?}")]
    NotReady(Option<ItemFailure>),
    /// The folder or the service could not be used.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

/// Content that a person gives for the folder.
pub struct NewContent {
    /// The section it belongs to.
    pub section: String,
    /// Name of the file.
    pub name: String,
    /// Length in bytes.
    pub bytes: u64,
    /// Content as a stream.
    pub stream: ByteStream,
}

impl Engine {
    /// Resolves one conflict. `stamp` is the local time as in `2026-11-20 14.05.33`, for the
    /// names of copies.
    ///
    /// # Errors
    /// See [`ResolveError`]; what was done until then is safe and is gone on with by the next
    /// run.
    pub async fn resolve(
        &mut self,
        key: &FileKey,
        resolution: &Resolution,
        stamp: &str,
        options: &RunOptions,
    ) -> Result<RunTotals, ResolveError> {
        let parts = self.parts();
        let run = parts.run(options, self.root_now().await?);
        run.list().await?;
        let seen = run.observe(&mut self.missing, options.watching).await?;
        // What is agreed on from here on is on these volumes.
        run.keep_volumes(&seen.local, VolumesKnown::Taken).await?;
        let plan = make(&run, &seen);
        let mut conflicts: Vec<_> = plan
            .actions
            .iter()
            .filter(|action| action.key == *key && matches!(action.act, ActionKind::Ask { .. }))
            .collect();
        // A name can collide in the folder and be in conflict with the page as well.
        conflicts.sort_by_key(|action| action.reason() == Reason::NameCollision);
        let Some(action) = conflicts.first().copied() else {
            // A document that nobody compared yet was not there when the choice was made.
            let is_new = |action: &Action| match &action.act {
                ActionKind::Compare { ids, .. } => action.key == *key && !resolution.is_about(ids),
                _ => false,
            };
            return Err(match plan.actions.iter().any(is_new) {
                true => ResolveError::OtherDocuments,
                false => ResolveError::NoConflict,
            });
        };
        let ActionKind::Ask { reason, file, ids } = &action.act else {
            return Err(ResolveError::NoConflict);
        };
        if *reason == ConflictReason::NameCollision {
            let files = seen.local.files.get(key).into_iter().flatten();
            let files = files.map(|file| file.path.to_string());
            return Err(ResolveError::NameCollision(files.collect()));
        }
        if !resolution.is_about(ids) {
            return Err(ResolveError::OtherDocuments);
        }
        let case = Case {
            run: &run,
            seen: &seen,
            action,
            key,
            file: file.as_ref(),
            ids,
        };
        let done = match (resolution.keep, file, ids.is_empty()) {
            (Keep::Local | Keep::Both, Some(file), true) => case.ours_stands(file).await?,
            (Keep::Local, Some(file), false) => case.ours_stands(file).await?,
            (Keep::Both, Some(file), false) => {
                case.copies(stamp).await? && case.ours_stands(file).await?
            }
            (Keep::Remote, Some(file), true) => case.ours_goes(file).await?,
            (Keep::Remote, _, false) | (Keep::Both, None, false) => {
                let chosen = case.chosen(resolution.document.as_ref())?;
                case.theirs_comes(&chosen).await?
            }
            (Keep::Local, None, _) => case.theirs_goes().await?,
            (Keep::Remote | Keep::Both, None, true) => return Err(ResolveError::NoConflict),
        };
        let note = run.noted(action);
        if !done || note.is_some() {
            return Err(ResolveError::NotReady(note));
        }
        if let Some(stop) = run.stopped() {
            return Err(stop.into());
        }
        Ok(run.tally())
    }

    /// Puts a version back into the folder; what it covers goes into the history, and the next
    /// run mirrors it as a person's decision. Returns where it lies.
    pub async fn restore(
        &mut self,
        version: VersionId,
        options: &RunOptions,
    ) -> Result<RelPath, ResolveError> {
        let (version, bytes) = match self.ports.history.read(version).await {
            Ok(found) => found,
            Err(HistoryError::Unknown) => return Err(ResolveError::NoSuchVersion),
            Err(error) => {
                return Err(ResolveError::NotReady(Some(ItemFailure::History(
                    error.to_string(),
                ))));
            }
        };
        let content = NewContent {
            section: version.section,
            name: version.name,
            bytes: version.bytes,
            stream: bytes,
        };
        let reason = RemovalReason::Restored;
        self.place(content, Some(version.sha256), reason, options)
            .await
    }

    /// Puts new content into the folder as a person gave it; what it covers goes into the
    /// history, and the next run mirrors it as a person's decision. Returns where it lies.
    pub async fn put(
        &mut self,
        content: NewContent,
        options: &RunOptions,
    ) -> Result<RelPath, ResolveError> {
        let reason = RemovalReason::Replaced;
        self.place(content, None, reason, options).await
    }

    async fn place(
        &mut self,
        content: NewContent,
        sha256: Option<ContentHash>,
        reason: RemovalReason,
        options: &RunOptions,
    ) -> Result<RelPath, ResolveError> {
        let parts = self.parts();
        let run = parts.run(options, self.root_now().await?);
        run.list().await?;
        let seen = run.observe(&mut self.missing, options.watching).await?;
        let (section, name) = (&content.section, &content.name);
        let key = FileKey::of(section, name);
        let here = seen.local.files.get(&key).and_then(|files| files.first());
        let over = here.map(|file| PlannedFile {
            path: file.path.clone(),
            stat: file.stat,
            sha256: file.sha256,
        });
        let path = match &over {
            Some(file) => file.path.clone(),
            None => self.path_for(&run, &key, section, name)?,
        };
        let hidden = seen.local.hides(&path);
        if hidden.is_some_and(|why| why != NotReady::Missing) {
            // What is written there now would be hidden when the drive is back.
            let why = LocalError::Denied("its folder cannot be used now".into());
            return Err(ResolveError::NotReady(Some(ItemFailure::File(why))));
        }
        if sha256.is_some_and(|sha256| stands(&run, &key, here, sha256)) {
            return Ok(path);
        }
        let action = Action {
            key: key.clone(),
            section: section.clone(),
            name: name.clone(),
            path: Some(path.clone()),
            bytes: content.bytes,
            act: ActionKind::Ask {
                reason: ConflictReason::BothChanged,
                file: over.clone(),
                ids: Vec::new(),
            },
        };
        let written = run
            .write(&action, content.stream, &path, over.as_ref(), reason)
            .await?;
        let Some(written) = written else {
            return Err(ResolveError::NotReady(run.noted(&action)));
        };
        let strangers = strangers(&run, &key);
        let mut changes = vec![run.known(&written)];
        changes.push(Change::Decided(
            key,
            Decided {
                sha256: written.sha256,
                supersedes: strangers,
            },
        ));
        run.commit(changes).await?;
        Ok(written.path)
    }

    /// Returns the path of a name of a section when nothing is in the folder yet.
    fn path_for(
        &self,
        run: &Run<'_>,
        key: &FileKey,
        section: &str,
        name: &str,
    ) -> Result<RelPath, ResolveError> {
        let agreed = run
            .state_writer
            .saved()
            .synced
            .get(key)
            .map(|agreed| agreed.path.clone());
        if let Some(path) = agreed {
            return Ok(path);
        }
        let default = SectionKey::of(section) == SectionKey::of(&self.mapping.default_section);
        let path = match &self.mapping.sections {
            Sections::BySubfolder if !default => format!("{section}/{name}"),
            Sections::BySubfolder | Sections::One(_) => name.to_owned(),
        };
        RelPath::new(&path).map_err(|_| ResolveError::NotReady(None))
    }
}

/// Returns true where a file has that content already and everything else agrees: a person asked
/// twice, and it is not kept and written once more.
fn stands(run: &Run<'_>, key: &FileKey, here: Option<&LocalFile>, sha256: ContentHash) -> bool {
    let saved = run.state_writer.saved();
    let decided = saved.decided.get(key).map(|decided| decided.sha256);
    let agreed = saved
        .synced
        .get(key)
        .filter(|agreed| run.listed(&agreed.id));
    let agreed = agreed.map(|agreed| agreed.sha256);
    let wanted = Some(sha256);
    here.and_then(|file| file.sha256) == wanted && (decided == wanted || agreed == wanted)
}
