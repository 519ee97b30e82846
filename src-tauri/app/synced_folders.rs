//! Synced folders for the window: what has to be put together of several answers of `core`, and
//! what needs a path. What folders do is in `fielddesk_core::folders`.

use std::collections::HashMap;
use std::path::PathBuf;

use fielddesk_core::documents::newest_by_hand;
use fielddesk_core::folders as core;
use fielddesk_core::profiles::ProfileId;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;

use crate::dto;
use crate::state::AppState;

/// Files of one answer.
const PAGE: usize = 200;

/// The newest files of an activity: what folders did, and as many uploads by hand.
const ACTIVITY: u32 = 5_000;

/// All folders as they stand.
pub(crate) async fn view(state: &AppState) -> Result<dto::Folders, Failure> {
    let view = state.folders.view().borrow().clone();
    shown_view(state, &view).await
}

/// A view as the window reads it: the folders of the connection in use and those whose connection
/// was removed; those of other connections apart.
pub(crate) async fn shown_view(
    state: &AppState,
    view: &core::FoldersView,
) -> Result<dto::Folders, Failure> {
    let profiles = state.profiles.list()?;
    let active = state.profiles.active()?.map(|profile| profile.id);
    let other = |mapping: &core::FolderMapping| {
        if active.as_ref() == Some(&mapping.profile) {
            return None;
        }
        let profile = profiles.iter().find(|one| one.id == mapping.profile);
        Some(profile.map_or_else(String::new, |one| one.name.clone()))
    };
    let now = state.clock.now();
    let (mut folders, mut elsewhere, mut pauses) = (Vec::new(), Vec::new(), Vec::new());
    for one in view.mappings.iter() {
        let other = other(&one.mapping);
        let apart = other.as_ref().is_some_and(|name| !name.is_empty());
        let folder = dto::SyncedFolder::of(one, other);
        if apart {
            elsewhere.push(folder);
            continue;
        }
        let pause = one.mapping.paused.filter(|pause| pause.holds(now));
        if pause.is_none_or(core::PausedUntil::ends_with_all) {
            pauses.push(pause);
        }
        folders.push(folder);
    }
    let moving = view.moving.iter();
    let moving = moving.filter(|file| folders.iter().any(|folder| folder.id == file.mapping));
    // A pause of each folder that is shown is one of all of them; those that wait for a look at
    // their place do not count.
    let first = pauses.first().copied().flatten();
    let same = first.filter(|_| pauses.iter().all(|pause| *pause == first));
    Ok(dto::Folders {
        now: moving.cloned().collect(),
        folders,
        elsewhere,
        paused: view.paused.or(same).map(Into::into),
        resumes_all: view.paused.is_some() || pauses.iter().any(Option::is_some),
        limit_bytes_per_second: view.limit_bytes_per_second,
        runs_elsewhere: view.runs == core::Runs::Elsewhere,
    })
}

/// A folder that was chosen or dropped, by the handle of its drop.
pub(crate) async fn picked(state: &AppState, pick: &str) -> Result<dto::PickedFolder, Failure> {
    let (path, counts) = state.plans.folder(pick).await?;
    let name = path.file_name().map_or_else(
        || path.to_string_lossy().into_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    Ok(dto::PickedFolder {
        pick_id: pick.to_owned(),
        name: shown(&name),
        shown_path: shown(&path.to_string_lossy()),
        files: counts.files,
        bytes: counts.bytes,
        in_subfolders: state.plans.in_subfolders(pick).await?,
    })
}

/// A draft of the wizard as `core` takes it, through the connection of the wizard.
pub(crate) async fn new_mapping(
    state: &AppState,
    profile: ProfileId,
    pick: &str,
    draft: dto::FolderDraft,
) -> Result<core::NewMapping, Failure> {
    let (folder, _) = state.plans.folder(pick).await?;
    Ok(core::NewMapping {
        folder,
        profile,
        sections: draft.sections(),
        deletes: draft.deletes,
        target: draft.target,
    })
}

/// Gives a folder another target or other sections; its first run there compares.
pub(crate) async fn retarget(
    folders: &core::Folders,
    id: &core::MappingId,
    draft: dto::FolderDraft,
) -> Result<(), Failure> {
    let mapping = folders.find(&id.0).await?;
    let new = core::NewMapping {
        folder: mapping.folder,
        profile: mapping.profile,
        sections: draft.sections(),
        deletes: draft.deletes,
        target: draft.target,
    };
    folders.retarget(id, new).await?;
    Ok(())
}

/// Files that match, from an offset; how many there are by state.
pub(crate) async fn files(
    state: &AppState,
    id: &core::MappingId,
    filter: &core::FileFilter,
    offset: usize,
) -> Result<dto::FolderFiles, Failure> {
    let page = state.folders.page(id, filter, offset, PAGE).await?;
    Ok(dto::FolderFiles {
        total: page.total,
        counts: dto::FolderCounts::of(&page.counts),
        files: page.files.into_iter().map(Into::into).collect(),
    })
}

/// What happened, newest first: of one folder; of all, what was uploaded and deleted by hand among
/// it, as far as kept versions tell.
pub(crate) async fn activity(
    state: &AppState,
    id: Option<core::MappingId>,
) -> Result<dto::FolderActivity, Failure> {
    let all = id.is_none();
    let every = names(state).await?;
    let names = names_of(&state.folders_in_use()?).await?;
    let filter = core::ActivityFilter {
        mapping: id,
        limit: Some(ACTIVITY),
        ..core::ActivityFilter::default()
    };
    let lines = state.folders.activity(&filter).await?;
    let is_full = |count: usize| count >= usize::try_from(ACTIVITY).unwrap_or(usize::MAX);
    let mut has_older = is_full(lines.len());
    let mut lines = core::join_renames(lines);
    // Of a folder that is synced no longer it is not known which connection it went through.
    lines.retain(|line| names.contains_key(&line.mapping) || !every.contains_key(&line.mapping));
    let names = core::folder_names(&lines, &names);
    let lines = lines.iter().zip(&names);
    let mut events: Vec<_> = lines
        .map(|(line, name)| dto::FolderEvent::of(name, line))
        .collect();
    if all && let Some(profile) = state.profiles.active()? {
        let uploaded = newest_by_hand(&state.database, &profile.id, ACTIVITY).await?;
        has_older |= is_full(uploaded.len());
        let deleted = state.history.deleted_by_hand(profile.id.as_str()).await?;
        let uploaded = uploaded.into_iter().map(dto::FolderEvent::uploaded);
        let deleted = deleted.into_iter().map(dto::FolderEvent::deleted);
        // The log of folders has the numbers above nothing.
        let numbered = uploaded.chain(deleted).zip(1..);
        events.extend(numbered.map(|(event, number)| dto::FolderEvent {
            id: -number,
            ..event
        }));
        events.sort_by_key(|event| std::cmp::Reverse(event.at));
    }
    Ok(dto::FolderActivity { events, has_older })
}

/// Why names stand as they do, in every folder that knows one.
pub(crate) async fn explain(
    state: &AppState,
    search: &str,
) -> Result<Vec<dto::FileTrail>, Failure> {
    let mut found = Vec::new();
    for (id, name) in names_of(&state.folders_in_use()?).await? {
        match state.folders.explain(&id, search.trim()).await {
            Ok(trails) => {
                found.extend(trails.into_iter().map(|one| dto::FileTrail::of(&name, one)));
            }
            Err(failure) if failure.kind == FailureKind::NotFound => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(found)
}

/// Where a file of a folder lies; the folder itself without a file.
pub(crate) async fn path_of(
    state: &AppState,
    id: &core::MappingId,
    file: Option<&dto::FolderFileName>,
) -> Result<PathBuf, Failure> {
    let Some(file) = file else {
        return Ok(state.folders.find(&id.0).await?.folder);
    };
    let path = state.folders.path_of_file(id, &file.section, &file.name);
    path.await
}

/// The own names of the folders.
pub(crate) async fn names(state: &AppState) -> Result<HashMap<core::MappingId, String>, Failure> {
    names_of(&state.folders).await
}

async fn names_of(folders: &core::Folders) -> Result<HashMap<core::MappingId, String>, Failure> {
    let mappings = folders.list().await?;
    let names = mappings
        .into_iter()
        .map(|mapping| (mapping.id.clone(), shown(&mapping.name())));
    Ok(names.collect())
}
