//! Old content for the window: versions, the folders and projects they were in, and whether
//! they can go back there.

use std::collections::{HashMap, HashSet};

use chrono::{TimeDelta, Utc};
use fielddesk_core::documents::{DocumentContext, is_just_this, restore_to_project};
use fielddesk_core::folders::instant;
use fielddesk_core::history::{HistoryFilter, Version, VersionId, VersionNumbers, version_numbers};
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::target::Target;
use fielddesk_core::{CancellationToken, Failure, FailureKind};
use fielddesk_rules::file_name::safe_file_name;
use fielddesk_rules::search::Search;

use crate::acting::Acting;
use crate::dto::{
    HistoryScope, KeptFolder, KeptVersion, KeptVersions, RestoreOutcome, VersionLoss,
};
use crate::state::AppState;
use crate::synced_folders;

/// Versions of one answer.
const MOST: usize = 500;

/// The newest versions of a scope; part of a name finds them.
pub(crate) async fn versions(
    state: &AppState,
    scope: &HistoryScope,
    search: &str,
) -> Result<KeptVersions, Failure> {
    let wanted = Search::new(search);
    let (mut found, numbers) = within(state, scope).await?;
    found.retain(|version| wanted.finds(&version.name));
    Ok(KeptVersions {
        versions: shown(state, found.iter().take(MOST), &numbers).await?,
        total: found.len(),
        bytes: found.iter().map(|one| one.bytes).sum(),
        days: fielddesk_rules::retention::HISTORY_DAYS,
        full: state.history.room().is_err(),
    })
}

/// What deleting the versions of a scope that went at least so many days ago makes
/// unrecoverable.
pub(crate) async fn loss(
    state: &AppState,
    scope: &HistoryScope,
    days: u32,
) -> Result<VersionLoss, Failure> {
    let before = Utc::now() - TimeDelta::days(days.into());
    let (mut found, numbers) = within(state, scope).await?;
    found.retain(|version| instant(version.at) <= before);
    let ids: Vec<VersionId> = found.iter().map(|version| version.version).collect();
    let loss = state.history.loss_of(&ids).await?;
    let going: HashSet<VersionId> = loss.versions.iter().copied().collect();
    let found = found.iter().filter(|one| going.contains(&one.version));
    Ok(VersionLoss {
        versions: shown(state, found, &numbers).await?,
        bytes: loss.bytes,
    })
}

/// Deletes versions for good, where that is still what was shown.
pub(crate) async fn delete(
    state: &AppState,
    versions: &[VersionId],
    bytes: u64,
) -> Result<(), Failure> {
    let loss = state.history.loss_of(versions).await?;
    if loss.bytes != bytes || loss.versions.len() != versions.len() {
        return Err(Failure::new(
            FailureKind::Conflict,
            "The kept versions have changed. Nothing was deleted.",
            "Review the list again, then confirm.",
        ));
    }
    state.history.delete_kept(&loss).await
}

/// A version, with a name that this system can store.
pub(crate) async fn named(
    state: &AppState,
    version: VersionId,
) -> Result<(VersionId, String), Failure> {
    let found = state.history.version(version).await?;
    Ok((found.version, safe_file_name(&found.name).name))
}

/// Puts a version back into its folder, or what was done by hand into its project; a project that
/// has just its content is left as it is.
pub(crate) async fn restore(
    acting: &Acting<'_>,
    version: VersionId,
) -> Result<RestoreOutcome, Failure> {
    let state = acting.state().await?;
    let found = state.history.version(version).await?;
    // A version of a synced folder goes into a file.
    let same_name = match found.mapping {
        Some(_) => Vec::new(),
        None => acting.session().await?.documents.of_name(&found).await?,
    };
    if is_just_this(&same_name, &found) {
        return Ok(RestoreOutcome::Unchanged);
    }
    let newest = state.history.versions().await?;
    let newest = newest.iter().map(|kept| kept.version).max();
    let document = restore_version(acting, &found).await?;
    // The folder's next run replaces the document as well: what was in the file was kept first.
    let kept = state.history.kept_after(&found, newest).await?;
    Ok(match (kept.first(), document) {
        (Some(kept), _) => RestoreOutcome::Replaced {
            covered: kept.version,
        },
        (None, Some(document)) if same_name.is_empty() => RestoreOutcome::Added { document },
        (None, _) => RestoreOutcome::Final,
    })
}

/// Takes a restore back: what it covered is restored, unless what it restored was replaced since.
pub(crate) async fn undo_restore(
    acting: &Acting<'_>,
    restored: VersionId,
    covered: VersionId,
) -> Result<(), Failure> {
    let state = acting.state().await?;
    let found = state.history.version(restored).await?;
    state.history.check_not_replaced(&found, covered).await?;
    restore_version(acting, &state.history.version(covered).await?).await?;
    state.history.note_undone(&found, covered).await
}

/// Takes the restore of a deleted document back: it is deleted, its bytes kept once more.
pub(crate) async fn undo_restore_of_deleted(
    acting: &Acting<'_>,
    restored: VersionId,
    document: FileReferenceId,
) -> Result<(), Failure> {
    let state = acting.state().await?;
    let target = Target::of_version(&state.history.version(restored).await?);
    let documents = &acting.session().await?.documents;
    documents.delete_at_once(&target, document).await
}

/// The document that it is now; none where it went into a folder.
async fn restore_version(
    acting: &Acting<'_>,
    found: &Version,
) -> Result<Option<FileReferenceId>, Failure> {
    if found.mapping.is_some() {
        acting.folders().await?.restore(found.version, None).await?;
        return Ok(None);
    }
    let (state, session) = (acting.state().await?, acting.session().await?);
    let mappings = state.folders.list().await?;
    let connection = session.documents.connection();
    let work = DocumentContext {
        connection,
        target: Target::of_version(found),
        data_dir: &state.data,
        database: &state.database,
        history: &state.history,
        clock: state.clock.clone(),
        cancel: CancellationToken::new(),
    };
    let restored = restore_to_project(&work, &mappings, found.version).await?;
    Ok(Some(restored.file_reference_id))
}

async fn within(
    state: &AppState,
    scope: &HistoryScope,
) -> Result<(Vec<Version>, VersionNumbers), Failure> {
    let filter = HistoryFilter {
        mapping: scope.folder.clone(),
        target: scope.target.clone(),
        section: scope.section.clone(),
        name: scope.name.clone(),
    };
    let mut found = state.history.versions().await?;
    let numbers = version_numbers(&found);
    found.retain(|version| filter.fits(version));
    if scope.target.is_some() {
        let session = state.session().await?;
        let connection = session.documents.connection().profile.id.as_str();
        found.retain(|version| version.connection == connection);
    }
    Ok((found, numbers))
}

async fn shown(
    state: &AppState,
    found: impl Iterator<Item = &Version>,
    numbers: &VersionNumbers,
) -> Result<Vec<KeptVersion>, Failure> {
    let session = state.session().await.ok();
    let folders = synced_folders::names(state).await?;
    let removed = state.history.removed().await?;
    let mut places: HashMap<Target, String> = HashMap::new();
    let mut versions = Vec::new();
    for version in found {
        let folder = version.mapping.as_ref().map(|id| KeptFolder {
            id: id.clone(),
            name: folders.get(id).cloned(),
        });
        let here = session.as_ref().filter(|session| {
            session.documents.connection().profile.id.as_str() == version.connection
        });
        let target = Target::of_version(version);
        let place = match (places.get(&target), here) {
            (Some(known), Some(_)) => known.clone(),
            (None, Some(session)) => {
                let place = session.place(&target).await?.in_words();
                places.insert(target, place.clone());
                place
            }
            // Another company's projects are not read for this.
            (_, None) => String::new(),
        };
        let restorable = match &folder {
            Some(folder) => folder.name.is_some(),
            None => here.is_some(),
        };
        let removed = removed.contains(&version.version);
        let number = numbers.get(&version.version).copied().unwrap_or(1);
        let shown = KeptVersion::of(version, number, folder, place, restorable, removed);
        versions.push(shown);
    }
    Ok(versions)
}
