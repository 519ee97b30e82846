//! Decisions on files of a synced folder: conflicts, deleted files, damaged files; what is shown
//! of them, and what comes of a choice.

use std::collections::HashMap;
use std::sync::Arc;

use fielddesk_core::documents::{OpenCopy, Preview, preview_copy};
use fielddesk_core::folders as core;
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::target::Target;
use fielddesk_core::{CancellationToken, Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::name_key::NameKey;

use crate::session::ConnectionSession;
use crate::state::AppState;
use crate::synced_folders::path_of;
use crate::{document_files, dto, saved_names};

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
    let known = |id: &FileReferenceId| {
        let copy = state.fetched.of(id).map(|copy| (copy.bytes, copy.at));
        copy.or_else(|| fetched.get(id).copied())
    };
    let by_hand = state.folders.done_by_hand(id).await?;
    let mut conflicts = Vec::with_capacity(open.len());
    for conflict in open {
        let ours = agreed.get(&(conflict.section.as_str(), conflict.name.as_str()));
        let collides_with = if conflict.reason == core::ConflictReason::NameCollision {
            other_of_one_name(state, id, &conflict.name).await?
        } else {
            None
        };
        let agreed_at = ours.and_then(|file| file.sent);
        let deleted = by_hand.deleted(ours.and_then(|file| file.id.as_ref()));
        conflicts.push(dto::FolderConflict {
            shown_name: shown(&conflict.name),
            reason: conflict.reason,
            local: conflict.local.map(|local| dto::ConflictLocal {
                was_in_project: core::was_in_project(conflict.reason, &local, agreed_at, deleted),
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
                    uploaded_by_hand: by_hand.uploaded_at(&remote.id),
                    file_reference_id: remote.id,
                })
                .collect(),
            agreed_at,
            deleted_by_hand: deleted.map(|kept| core::instant(kept.at)),
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
    conflict: dto::ShownConflict,
    document: &FileReferenceId,
) -> Result<(), Failure> {
    let copy = fetch_theirs(state, id, &conflict, document).await?;
    let dto::ShownConflict { section, name, .. } = conflict;
    let file = dto::FolderFileName { section, name };
    let own = path_of(state, id, Some(&file)).await?;
    document_files::open_own(&state.app, &own).await?;
    document_files::show_copy(&state.app, &copy).await?;
    Ok(())
}

/// Opens the project's side of a conflict: a private copy, shown in its folder instead where its
/// kind may run programs.
pub(crate) async fn open_theirs(
    state: &AppState,
    id: &core::MappingId,
    conflict: &dto::ShownConflict,
    document: &FileReferenceId,
) -> Result<dto::Opened, Failure> {
    let copy = fetch_theirs(state, id, conflict, document).await?;
    document_files::show_copy(&state.app, &copy).await
}

async fn fetch_theirs(
    state: &AppState,
    id: &core::MappingId,
    conflict: &dto::ShownConflict,
    document: &FileReferenceId,
) -> Result<OpenCopy, Failure> {
    let (session, target) = connection_of(state, id).await?;
    let apart = saved_names::word(state, |files| files.project_version);
    let current = document_files::fetch_current(&session, &target, conflict, document, apart);
    let (document, copy) = current.await?;
    let now = state.clock.now();
    state.fetched.note(&document, &copy, now).await;
    Ok(copy)
}

/// The bytes of one side to be shown: the file of the folder without a document, else that
/// document, from this computer where it was fetched before.
pub(crate) async fn preview(
    state: &AppState,
    id: &core::MappingId,
    file: &dto::FolderFileName,
    document: Option<&FileReferenceId>,
    cancel: &CancellationToken,
) -> Result<Preview, Failure> {
    let Some(document) = document else {
        let own = state.folders.preview_file(id, &file.section, &file.name);
        return own.await;
    };
    if let Some(copy) = state.fetched.of(document) {
        match preview_copy(&copy.path).await {
            // Somebody cleaned up: the other places may have it.
            Err(failure) if failure.kind == FailureKind::FileVanished => {}
            answer => return answer,
        }
    }
    if let Some(kept) = state.folders.preview_kept(id, document).await? {
        return Ok(kept);
    }
    let (session, target) = connection_of(state, id).await?;
    document_files::preview(&session, &target, document, cancel).await
}

/// The connection in use and the target of a folder, where the folder goes through that one.
async fn connection_of(
    state: &AppState,
    id: &core::MappingId,
) -> Result<(Arc<ConnectionSession>, Target), Failure> {
    let mapping = state.folders.find(&id.0).await?;
    let active = state.profiles.active()?.map(|profile| profile.id);
    if active.as_ref() != Some(&mapping.profile) {
        return Err(Failure::usage(
            "connection",
            "This folder goes through another connection.",
            "Use that connection, then compare.",
        ));
    }
    Ok((state.session().await?, mapping.place.target))
}

/// One word on several conflicts; each with its outcome.
pub(crate) async fn resolve(
    folders: &core::Folders,
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
        let word = folders.resolve(id, &name, Some(&section), resolution);
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
    folders: &core::Folders,
    id: &core::MappingId,
    files: Vec<dto::FolderFileName>,
    choice: core::DeletedChoice,
) -> Result<Vec<dto::FolderOutcome>, Failure> {
    let names = pairs(files);
    let outcomes = folders.decide_gone(id, &names, choice).await?;
    Ok(outcomes_of(names, outcomes))
}

/// One word on damaged files; each with its outcome.
pub(crate) async fn decide_damaged(
    folders: &core::Folders,
    id: &core::MappingId,
    files: Vec<dto::FolderFileName>,
    choice: core::ChangedChoice,
) -> Result<Vec<dto::FolderOutcome>, Failure> {
    let names = pairs(files);
    let outcomes = folders.decide_damaged(id, &names, choice).await?;
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
