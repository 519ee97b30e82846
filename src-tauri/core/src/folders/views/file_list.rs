//! A part of a folder's files: the requested ones in full, the others counted.

use fielddesk_rules::search::Search;
use std::collections::BTreeMap;

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::Engine;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::plan::{ActionKind, NewName};
use fielddesk_sync::reason::Reason;
use fielddesk_sync::status::{FileStatus, Row, View};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::folders::Folders;
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::views::mapping_views::{FileView, State};
use crate::folders::views::view_builder::file_view;

/// Reasons of files that are gone from the folder and wait for a yes. The first one is the usual
/// one; the others say that it is unusually many.
const GONE: [Reason; 4] = [
    Reason::WaitsForApproval,
    Reason::ManyDeletes,
    Reason::WholePage,
    Reason::ListingShrank,
];

/// Which files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", rename = "FolderFilter")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileFilter {
    /// Part of a name.
    pub search: String,
    /// Only files of these states; all where there is none.
    pub states: Vec<State>,
    /// Only files that wait or failed and are in the folder.
    pub not_uploaded: bool,
}

/// Some of the files that match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilesPage {
    /// Worst first, then by section and name.
    pub files: Vec<FileView>,
    /// How many match.
    pub total: u64,
    /// How many names match, by state.
    pub counts: BTreeMap<State, u64>,
}

/// Files that are gone from a folder and wait for a yes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeletedFiles {
    /// They, without those that have another name now.
    pub files: Vec<FileView>,
    /// Those that have another name now: both names are in the project.
    pub renamed: Vec<RenamedFile>,
    /// Of how many, as the list of files counts them.
    pub of: u64,
    /// It is unusually many.
    pub unusual: bool,
}

/// A file that was renamed or moved within its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenamedFile {
    /// The old section.
    pub section: String,
    /// The old name.
    pub name: String,
    /// The new section.
    pub to_section: String,
    /// The new name.
    pub to_name: String,
}

/// What is wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FileDamage")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Damage {
    /// It is empty.
    Empty,
    /// It is no longer what its name says.
    OtherType,
}

/// A changed file that waits because many of its folder were damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedFile {
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// Length now.
    pub bytes: u64,
    /// What is wrong with it; none where nothing is known to be.
    pub damage: Option<Damage>,
}

/// Changed files that wait because many of their folder were damaged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DamagedFiles {
    /// They.
    pub files: Vec<DamagedFile>,
    /// Of how many, as the list of files counts them.
    pub of: u64,
}

impl Folders {
    /// Changed files that wait because many of the folder were damaged.
    pub async fn damaged(&self, id: &MappingId) -> Result<DamagedFiles, Failure> {
        let mapping = self.get(id).await?;
        let looked = self.with_look(&mapping, false, damaged).await;
        looked.map_err(|why| why.into_failure(&mapping))
    }

    /// Files that match, from an offset.
    pub async fn page(
        &self,
        id: &MappingId,
        filter: &FileFilter,
        offset: usize,
        limit: usize,
    ) -> Result<FilesPage, Failure> {
        let mapping = self.get(id).await?;
        let read = |engine: &Engine| page(engine, filter, offset, limit);
        let looked = self.with_look(&mapping, false, read).await;
        looked.map_err(|why| why.into_failure(&mapping))
    }

    /// Files that are gone from the folder and wait for a yes.
    pub async fn gone(&self, id: &MappingId) -> Result<DeletedFiles, Failure> {
        let mapping = self.get(id).await?;
        let looked = self.with_look(&mapping, false, gone).await;
        looked.map_err(|why| why.into_failure(&mapping))
    }

    /// Files that change all the time, which nobody knows when to upload.
    pub async fn unsettled(&self, id: &MappingId) -> Result<Vec<FileView>, Failure> {
        let mapping = self.get(id).await?;
        let looked = self.with_look(&mapping, false, |engine| {
            left_with(engine, &[Reason::KeepsChanging])
        });
        looked.await.map_err(|why| why.into_failure(&mapping))
    }

    /// Uploads a file as it is now, although it keeps changing. What changes while it is read is
    /// not sent. In the background.
    ///
    /// # Errors
    /// Kind `busy` where nothing runs here; not found where the folder has no such file.
    pub async fn upload_as_it_is(
        &self,
        id: &MappingId,
        section: &str,
        name: &str,
    ) -> Result<(), Failure> {
        let mapping = self.get(id).await?;
        let key = FileKey::of(section, name);
        let path = |engine: &Engine| {
            let files = engine.view()?.local.files.get(&key)?;
            files.first().map(|file| file.path.clone())
        };
        let looked = self.with_look(&mapping, false, path).await;
        let path = looked
            .map_err(|why| why.into_failure(&mapping))?
            .ok_or_else(|| {
                Failure::not_found("file", name, "Check the folder: it may be renamed or gone.")
            })?;
        self.inner
            .slots
            .engine_factory
            .use_as_it_is(&mapping, &path);
        self.look_now(&MappingSelection::One(id.clone())).await
    }

    /// The files of these names, given as section and name; those that are not known are left
    /// out.
    pub async fn files_named(
        &self,
        id: &MappingId,
        names: &[(String, String)],
    ) -> Result<Vec<FileView>, Failure> {
        let mapping = self.get(id).await?;
        let read = |engine: &Engine| {
            let Some(view) = engine.view() else {
                return Vec::new();
            };
            let rows = names
                .iter()
                .filter_map(|(section, name)| view.row(&FileKey::of(section, name)));
            engine.with_saved(|saved| {
                rows.map(|row| file_view(view.of_row(&row, saved)))
                    .collect()
            })
        };
        let looked = self.with_look(&mapping, false, read).await;
        looked.map_err(|why| why.into_failure(&mapping))
    }
}

fn page(engine: &Engine, filter: &FileFilter, offset: usize, limit: usize) -> FilesPage {
    let Some(view) = engine.view() else {
        return FilesPage::default();
    };
    let wanted = Search::new(&filter.search);
    let mut rows = view.rows();
    // What is left out is listed nowhere; why is what its name is asked for.
    let fits = |name: &str| wanted.is_empty() || wanted.finds(name);
    rows.retain(|row| !row.is_left_out() && fits(row.name));
    let state = |row: &Row<'_>| State::from(row.state);
    let mut counts = BTreeMap::new();
    for row in &rows {
        *counts.entry(state(row)).or_insert(0) += 1;
    }
    if !filter.states.is_empty() {
        rows.retain(|row| filter.states.contains(&state(row)));
    }
    if filter.not_uploaded {
        let waits = |row: &Row<'_>| matches!(state(row), State::Failed | State::Waiting);
        rows.retain(|row| waits(row) && !row.is_missing());
    }
    // Worst first; the order of names stays within a state.
    rows.sort_by_key(|row| std::cmp::Reverse(row.state));
    let shown = rows.iter().skip(offset).take(limit);
    FilesPage {
        files: engine.with_saved(|saved| {
            shown
                .map(|row| file_view(view.of_row(row, saved)))
                .collect()
        }),
        total: rows.len() as u64,
        counts,
    }
}

fn gone(engine: &Engine) -> DeletedFiles {
    let mut files = left_with(engine, &GONE);
    let renamed = engine.view().map_or_else(Vec::new, renamed);
    files.retain(|file| {
        let is_it = |old: &RenamedFile| old.section == file.section && old.name == file.name;
        !renamed.iter().any(is_it)
    });
    DeletedFiles {
        renamed,
        of: engine.view().map_or(0, |view| view.rows().len() as u64),
        unusual: files.iter().any(|file| file.reason != GONE[0]),
        files,
    }
}

fn renamed(view: &View) -> Vec<RenamedFile> {
    let actions = view.left.actions.iter();
    let renamed = actions.filter_map(|action| {
        let ActionKind::Delete {
            hold: Some(_),
            renamed_to: Some(NewName { key, .. }),
            ..
        } = &action.act
        else {
            return None;
        };
        let file = view.local.files.get(key)?.first()?;
        Some(RenamedFile {
            section: action.section.clone(),
            name: action.name.clone(),
            to_section: file.section.clone(),
            to_name: file.path.name().to_owned(),
        })
    });
    renamed.collect()
}

fn damaged(engine: &Engine) -> DamagedFiles {
    let Some(view) = engine.view() else {
        return DamagedFiles::default();
    };
    let held = view.left.actions.iter().filter_map(|action| {
        let ActionKind::Send { held: true, .. } = &action.act else {
            return None;
        };
        let damage = match action.bytes {
            0 => Some(Damage::Empty),
            _ => view
                .damaged
                .contains(&action.key)
                .then_some(Damage::OtherType),
        };
        Some(DamagedFile {
            section: action.section.clone(),
            name: action.name.clone(),
            bytes: action.bytes,
            damage,
        })
    });
    DamagedFiles {
        files: held.collect(),
        of: view.rows().len() as u64,
    }
}

/// What is left to do for one of these reasons.
fn left_with(engine: &Engine, reasons: &[Reason]) -> Vec<FileView> {
    let Some(view) = engine.view() else {
        return Vec::new();
    };
    let left = engine.with_saved(|saved| view.left_files(saved));
    let wanted = |file: &FileStatus| reasons.contains(&file.reason);
    left.into_iter().filter(wanted).map(file_view).collect()
}
