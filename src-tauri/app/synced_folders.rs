//! Synced folders for the window: what has to be put together of several answers of `core`, and
//! what needs a path. What folders do is in `fielddesk_core::folders`.

use fielddesk_rules::name_key::NameKey;
use std::collections::HashMap;
use std::path::PathBuf;

use fielddesk_core::documents::newest_by_hand;
use fielddesk_core::folders as core;
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;

use crate::state::AppState;
use crate::{document_files, dto};

/// Files of one answer.
const PAGE: usize = 200;

/// Uploads by hand in the activity of everything.
const BY_HAND: u32 = 500;

/// All folders as they stand.
pub(crate) async fn view(state: &AppState) -> Result<dto::Folders, Failure> {
    let view = state.folders.view().borrow().clone();
    shown_view(state, &view).await
}

/// A view as the window reads it: a folder of another connection says which.
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
    let folders = view
        .mappings
        .iter()
        .map(|one| dto::SyncedFolder::of(one, other(&one.mapping)));
    Ok(dto::Folders {
        folders: folders.collect(),
        now: view.moving.clone(),
        paused: view.paused.map(Into::into),
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

/// A draft of the wizard as `core` takes it, for the connection in use.
pub(crate) async fn new_mapping(
    state: &AppState,
    pick: &str,
    draft: dto::FolderDraft,
) -> Result<core::NewMapping, Failure> {
    let (folder, _) = state.plans.folder(pick).await?;
    let profile = state.profiles.active()?.ok_or_else(|| {
        Failure::usage("connection", "No connection is in use.", "Connect first.")
    })?;
    Ok(core::NewMapping {
        folder,
        profile: profile.id,
        sections: draft.sections(),
        deletes: draft.deletes,
        target: draft.target,
    })
}

/// Gives a folder another target or other sections; its first run there compares.
pub(crate) async fn retarget(
    state: &AppState,
    id: &core::MappingId,
    draft: dto::FolderDraft,
) -> Result<(), Failure> {
    let mapping = state.folders.find(&id.0).await?;
    let new = core::NewMapping {
        folder: mapping.folder,
        profile: mapping.profile,
        sections: draft.sections(),
        deletes: draft.deletes,
        target: draft.target,
    };
    state.folders.retarget(id, new).await?;
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

/// What waits for a choice, with what is known of theirs since they were fetched.
pub(crate) async fn conflicts(
    state: &AppState,
    id: &core::MappingId,
) -> Result<Vec<dto::FolderConflict>, Failure> {
    let which = core::MappingSelection::One(id.clone());
    let open = state.folders.conflicts(&which).await?;
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<_> = open
        .iter()
        .map(|conflict| (conflict.section.clone(), conflict.name.clone()))
        .collect();
    let files = state.folders.files_named(id, &names).await?;
    let agreed: HashMap<_, _> = files
        .iter()
        .map(|file| ((file.section.as_str(), file.name.as_str()), file))
        .collect();
    let kept = state.folders.history(Some(id)).await?;
    let fetched: HashMap<_, _> = kept
        .iter()
        .filter_map(|one| Some((one.document.as_ref()?, (one.bytes, one.at))))
        .collect();
    // Fetched to be looked at, or into the history.
    let known = |id: &FileReferenceId| state.fetched.of(id).or_else(|| fetched.get(id).copied());
    let mut conflicts = Vec::with_capacity(open.len());
    for conflict in open {
        let ours = agreed.get(&(conflict.section.as_str(), conflict.name.as_str()));
        let collides_with = if conflict.reason == core::ConflictReason::NameCollision {
            other_of_one_name(state, id, &conflict.name).await?
        } else {
            None
        };
        conflicts.push(dto::FolderConflict {
            shown_name: shown(&conflict.name),
            reason: conflict.reason,
            local: conflict.local.map(|local| dto::ConflictLocal {
                bytes: local.bytes,
                modified_at: local.modified,
                collides_with,
            }),
            remote: conflict
                .remote
                .into_iter()
                .map(|remote| dto::ConflictRemote {
                    shown_name: shown(&remote.name),
                    bytes: known(&remote.id).map(|(bytes, _)| bytes),
                    fetched_at: known(&remote.id).map(|(_, at)| at),
                    ours: ours.is_some_and(|file| file.id.as_ref() == Some(&remote.id)),
                    file_reference_id: remote.id,
                })
                .collect(),
            agreed_at: ours.and_then(|file| file.sent),
            section: conflict.section,
            name: conflict.name,
        });
    }
    Ok(conflicts)
}

/// The other file of the folder that counts as the same name.
async fn other_of_one_name(
    state: &AppState,
    id: &core::MappingId,
    name: &str,
) -> Result<Option<String>, Failure> {
    let trails = state.folders.explain(id, name).await?;
    let mut seen = trails.into_iter().flat_map(|trail| trail.explanation.seen);
    Ok(seen.find_map(|path| {
        let last = path.rsplit('/').next().unwrap_or(&path);
        (last != name && NameKey::of(last) == NameKey::of(name)).then(|| shown(last))
    }))
}

/// Files that are gone from the folder and wait for a yes.
pub(crate) async fn gone(
    state: &AppState,
    id: &core::MappingId,
) -> Result<dto::GoneFiles, Failure> {
    let gone = state.folders.gone(id).await?;
    Ok(dto::GoneFiles {
        of: gone.of,
        guard: gone.unusual,
        renamed: gone
            .renamed
            .into_iter()
            .map(|one| dto::RenamedFile {
                shown_name: shown(&one.name),
                shown_to_name: shown(&one.to_name),
                section: one.section,
                name: one.name,
                to_section: one.to_section,
            })
            .collect(),
        files: gone.files.into_iter().map(Into::into).collect(),
    })
}

/// Changed files that wait because many of the folder were damaged.
pub(crate) async fn damaged(
    state: &AppState,
    id: &core::MappingId,
) -> Result<dto::DamagedFiles, Failure> {
    let damaged = state.folders.damaged(id).await?;
    let files = damaged.files.into_iter().map(|file| dto::DamagedFile {
        shown_name: shown(&file.name),
        section: file.section,
        name: file.name,
        bytes: file.bytes,
        damage: file.damage,
    });
    Ok(dto::DamagedFiles {
        of: damaged.of,
        files: files.collect(),
    })
}

/// Opens both sides of a conflict: the file itself, and theirs, fetched into a private read-only
/// copy. Its size is known from then on.
pub(crate) async fn compare(
    state: &AppState,
    id: &core::MappingId,
    file: &dto::FolderFileName,
    document: &FileReferenceId,
) -> Result<(), Failure> {
    let mapping = state.folders.find(&id.0).await?;
    let active = state.profiles.active()?.map(|profile| profile.id);
    if active.as_ref() != Some(&mapping.profile) {
        return Err(Failure::usage(
            "connection",
            "This folder goes through another connection.",
            "Use that connection, then compare.",
        ));
    }
    let session = state.session().await?;
    let copy = document_files::fetch(&session, &mapping.place.target, document).await?;
    let found = tokio::fs::metadata(&copy.path).await;
    let bytes = found.map_err(Failure::internal)?.len();
    state.fetched.note(document, bytes, state.clock.now());
    let own = path_of(state, id, Some(file)).await?;
    document_files::open_own(&state.app, &own)?;
    document_files::show_copy(&state.app, &copy)?;
    Ok(())
}

/// One word on several conflicts; each with its outcome.
pub(crate) async fn resolve(
    state: &AppState,
    id: &core::MappingId,
    conflicts: Vec<dto::ShownConflict>,
    keep: core::Keep,
    document: Option<FileReferenceId>,
) -> Vec<dto::FolderOutcome> {
    let mut outcomes = Vec::with_capacity(conflicts.len());
    for conflict in conflicts {
        let dto::ShownConflict {
            section,
            name,
            file_reference_ids,
        } = conflict;
        let resolution = core::Resolution {
            keep,
            document: document.clone(),
            shown: Some(file_reference_ids.into_iter().collect()),
        };
        let word = state.folders.resolve(id, &name, Some(&section), resolution);
        let failure = word.await.err();
        outcomes.push(dto::FolderOutcome {
            section,
            name,
            failure,
        });
    }
    outcomes
}

/// One word on files that are gone; each with its outcome.
pub(crate) async fn decide_gone(
    state: &AppState,
    id: &core::MappingId,
    files: Vec<dto::FolderFileName>,
    choice: core::DeletedChoice,
) -> Result<Vec<dto::FolderOutcome>, Failure> {
    let names = pairs(files);
    let outcomes = state.folders.decide_gone(id, &names, choice).await?;
    Ok(outcomes_of(names, outcomes))
}

/// One word on damaged files; each with its outcome.
pub(crate) async fn decide_damaged(
    state: &AppState,
    id: &core::MappingId,
    files: Vec<dto::FolderFileName>,
    choice: core::ChangedChoice,
) -> Result<Vec<dto::FolderOutcome>, Failure> {
    let names = pairs(files);
    let outcomes = state.folders.decide_damaged(id, &names, choice).await?;
    Ok(outcomes_of(names, outcomes))
}

fn pairs(files: Vec<dto::FolderFileName>) -> Vec<(String, String)> {
    let pairs = files.into_iter().map(|file| (file.section, file.name));
    pairs.collect()
}

fn outcomes_of(
    names: Vec<(String, String)>,
    outcomes: Vec<Result<(), Failure>>,
) -> Vec<dto::FolderOutcome> {
    let outcomes = names.into_iter().zip(outcomes);
    outcomes
        .map(|((section, name), outcome)| dto::FolderOutcome {
            section,
            name,
            failure: outcome.err(),
        })
        .collect()
}

/// What happened, newest first: of one folder; of all, what was uploaded by hand among it.
pub(crate) async fn activity(
    state: &AppState,
    id: Option<core::MappingId>,
) -> Result<Vec<dto::FolderEvent>, Failure> {
    let names = names(state).await?;
    let all = id.is_none();
    let filter = core::ActivityFilter {
        mapping: id,
        ..core::ActivityFilter::default()
    };
    let lines = state.folders.activity(&filter).await?;
    let lines = lines.iter().map(|line| {
        let name = names.get(&line.mapping).map_or("", String::as_str);
        dto::FolderEvent::of(name, line)
    });
    let mut events: Vec<_> = lines.collect();
    if all && let Some(profile) = state.profiles.active()? {
        let by_hand = newest_by_hand(&state.database, &profile.id, BY_HAND).await?;
        let by_hand = by_hand.into_iter().zip(1..);
        events.extend(by_hand.map(|(sent, number)| dto::FolderEvent::by_hand(sent, number)));
        events.sort_by_key(|event| std::cmp::Reverse(event.at));
    }
    Ok(events)
}

/// Why names stand as they do, in every folder that knows one.
pub(crate) async fn explain(
    state: &AppState,
    search: &str,
) -> Result<Vec<dto::FileTrail>, Failure> {
    let mut found = Vec::new();
    for (id, name) in names(state).await? {
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
    let mapping = state.folders.find(&id.0).await?;
    let Some(file) = file else {
        return Ok(mapping.folder);
    };
    let trails = state.folders.explain(id, &file.name).await?;
    let seen = trails
        .into_iter()
        .filter(|trail| trail.section == file.section && trail.name == file.name)
        .flat_map(|trail| trail.explanation.seen);
    let exact = |path: &String| path.rsplit('/').next() == Some(file.name.as_str());
    let path = seen.into_iter().find(exact).ok_or_else(|| {
        Failure::new(
            FailureKind::FileVanished,
            "The file is not in the folder any more.",
            "Compare the folder again.",
        )
        .with("file", shown(&file.name))
    })?;
    Ok(mapping.folder.join(path))
}

/// The own names of the folders.
pub(crate) async fn names(state: &AppState) -> Result<HashMap<core::MappingId, String>, Failure> {
    let mappings = state.folders.list().await?;
    let names = mappings
        .into_iter()
        .map(|mapping| (mapping.id.clone(), shown(&mapping.name())));
    Ok(names.collect())
}
