//! The current state of a plan: its files, the knowledge of them, the choices made.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::Instant;

use fielddesk_rules::name_key::SectionKey;

use super::plan::{Choice, Hash, Inputs, action, plan};
use super::scan::{Found, Scan};
use super::types::{DropPlan, DroppedFiles, LeftOut, Place, PlanChange, PlanRow, SameName, What};
use crate::content::Stamp;
use crate::documents::Page;
use crate::folders::FolderRef;
use crate::transfers::NewUpload;

/// A plan on the table.
pub(super) struct PlanDraft {
    pub(super) plan_id: String,
    pub(super) drop: DroppedFiles,
    pub(super) left_out: Vec<LeftOut>,
    pub(super) files: Vec<Found>,
    pub(super) hashes: Vec<Hash>,
    pub(super) place: Option<Place>,
    pub(super) page: Option<Page>,
    pub(super) section: Option<String>,
    pub(super) subfolders_as_sections: bool,
    pub(super) same_name: SameName,
    pub(super) choices: BTreeMap<u32, Choice>,
    pub(super) rows: Vec<PlanRow>,
    /// Rows that left the plan: sent, put into a synced folder, or in a plan of their own.
    pub(super) gone: BTreeSet<u32>,
    /// Put away at this moment.
    pub(super) discarded: Option<Instant>,
    /// A thread compares and waits for quiet.
    pub(super) watched: bool,
}

impl PlanDraft {
    pub(super) fn new(plan_id: String, drop: DroppedFiles, scan: &Scan) -> Self {
        let (files, left_out) = (scan.found.clone(), scan.left_out.clone());
        Self {
            plan_id,
            drop,
            hashes: vec![Hash::Unknown; files.len()],
            files,
            left_out,
            place: None,
            page: None,
            section: None,
            subfolders_as_sections: false,
            same_name: SameName::Replace,
            choices: BTreeMap::new(),
            rows: Vec::new(),
            gone: BTreeSet::new(),
            discarded: None,
            watched: false,
        }
    }

    /// Takes the files of another drop in. One that is here already keeps its row.
    pub(super) fn add(&mut self, drop: DroppedFiles, scan: &Scan) {
        let had_subfolders = self.has_subfolders();
        let mut known: HashMap<PathBuf, usize> = (0..)
            .zip(&self.files)
            .map(|(at, file)| (file.path.clone(), at))
            .collect();
        for found in &scan.found {
            let at = *known.entry(found.path.clone()).or_insert(self.files.len());
            if let (Some(file), Some(hash)) = (self.files.get_mut(at), self.hashes.get_mut(at)) {
                file.clone_from(found);
                *hash = Hash::Unknown;
                self.gone
                    .retain(|row_id| usize::try_from(*row_id) != Ok(at));
            } else {
                self.files.push(found.clone());
                self.hashes.push(Hash::Unknown);
            }
        }
        self.left_out.extend_from_slice(&scan.left_out);
        self.drop = DroppedFiles {
            files: self.drop.files + drop.files,
            folders: self.drop.folders + drop.folders,
            bytes: self.drop.bytes + drop.bytes,
            title: None,
            ..drop
        };
        if !had_subfolders {
            self.propose_subfolders(scan, self.section.is_some());
        }
        self.decide();
    }

    /// Proposes the subfolders as sections where one folder was dropped, and not on a section. With
    /// several folders it stays open which subfolders are meant.
    pub(super) fn propose_subfolders(&mut self, scan: &Scan, on_section: bool) {
        self.subfolders_as_sections = scan.roots.0 == 1 && !on_section && self.has_subfolders();
    }

    /// Returns true if there are subfolders that could be sections.
    pub(super) fn has_subfolders(&self) -> bool {
        self.files.iter().any(|file| !file.subfolders().is_empty())
    }

    /// The files that could not be read, by their place.
    pub(super) fn unread(&self) -> Vec<(usize, PathBuf)> {
        let files = self.files.iter().zip(&self.hashes).enumerate();
        let unread = files
            .filter(|(_, (file, hash))| file.stamp.is_err() || matches!(hash, Hash::Failed(_)));
        unread
            .map(|(at, (file, _))| (at, file.path.clone()))
            .collect()
    }

    /// A file can be read by now.
    pub(super) fn can_be_read(&mut self, at: usize, stamp: Stamp) {
        if let (Some(file), Some(hash)) = (self.files.get_mut(at), self.hashes.get_mut(at)) {
            file.stamp = Ok(stamp);
            *hash = Hash::Unknown;
        }
    }

    /// A plan for some of the files, which leave this one.
    pub(super) fn split(&mut self, plan_id: String, row_ids: &[u32]) -> Self {
        let mut other = Self::new(plan_id, self.drop.clone(), &Scan::default());
        other.files.clone_from(&self.files);
        other.hashes.clone_from(&self.hashes);
        other.left_out.clone_from(&self.left_out);
        let is_taken = |row: &&PlanRow| row_ids.contains(&row.row_id);
        let all = 0..u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        let taken: BTreeSet<u32> = self
            .rows
            .iter()
            .filter(is_taken)
            .map(|row| row.row_id)
            .collect();
        other.gone = all.filter(|row_id| !taken.contains(row_id)).collect();
        self.gone.extend(taken);
        self.decide();
        other
    }

    /// Another place: what was chosen by section no longer means anything there.
    pub(super) fn aim(
        &mut self,
        place: Option<Place>,
        page: Option<Page>,
        section: Option<String>,
    ) {
        self.place = place;
        self.page = page;
        self.section = section;
        for choice in self.choices.values_mut() {
            choice.section = None;
            choice.replace_id = None;
        }
        self.decide();
    }

    /// Plans again. Gives the rows that are different now.
    pub(super) fn decide(&mut self) -> Vec<PlanRow> {
        let mut fresh = plan(&Inputs {
            files: &self.files,
            hashes: &self.hashes,
            page: self.page.as_ref(),
            default_section: self.place.as_ref().map(|place| &*place.default_section),
            section: self.section.as_deref(),
            subfolders_as_sections: self.subfolders_as_sections,
            same_name: self.same_name,
            choices: &self.choices,
        });
        fresh.retain(|row| !self.gone.contains(&row.row_id));
        let before = std::mem::replace(&mut self.rows, fresh);
        let before: BTreeMap<u32, PlanRow> =
            before.into_iter().map(|row| (row.row_id, row)).collect();
        let changed = self.rows.iter();
        changed
            .filter(|row| before.get(&row.row_id) != Some(row))
            .cloned()
            .collect()
    }

    pub(super) fn change(&mut self, row_ids: &[u32], change: &PlanChange) -> Vec<PlanRow> {
        for row_id in row_ids {
            let choice = self.choices.entry(*row_id).or_default();
            if let Some(section) = &change.section {
                choice.section = Some(section.trim().to_owned());
                choice.replace_id = None;
            }
            if change.same_name.is_some() {
                choice.same_name = change.same_name;
            }
            if change.use_safe_name {
                choice.use_safe_name = true;
            }
            if change.replace_id.is_some() {
                choice.replace_id.clone_from(&change.replace_id);
            }
        }
        self.decide()
    }

    pub(super) fn is_ready(&self) -> bool {
        let open = |row: &PlanRow| row.what == What::Checking || row.still_saving;
        !self.rows.iter().any(open)
    }

    /// Sections of the page and of the rows, each once.
    fn sections(&self) -> Vec<String> {
        let of_page = self
            .page
            .iter()
            .flat_map(|page| &page.sections)
            .map(|s| s.section.as_str());
        // It is there before the first file is, also where nothing is listed yet.
        let default = self.place.iter().map(|place| &*place.default_section);
        let of_rows = self.rows.iter().filter_map(|row| row.section.as_deref());
        let mut seen = std::collections::BTreeSet::new();
        of_page
            .chain(default)
            .chain(of_rows)
            .filter(|section| seen.insert(SectionKey::of(section)))
            .map(ToOwned::to_owned)
            .collect()
    }

    pub(super) fn shown(&self) -> DropPlan {
        DropPlan {
            plan_id: self.plan_id.clone(),
            drop: self.drop.clone(),
            place: self.place.clone(),
            section: self.section.clone(),
            sections: self.sections(),
            rows: self.rows.clone(),
            left_out: self.left_out.clone(),
            subfolders: self.has_subfolders(),
            subfolders_as_sections: self.subfolders_as_sections,
            same_name: self.same_name,
            ready: self.is_ready(),
        }
    }

    fn wanted(&self, row_ids: &[u32]) -> impl Iterator<Item = (&PlanRow, &Found)> {
        let rows = self.rows.iter();
        rows.filter(|row| row_ids.contains(&row.row_id))
            .filter_map(|row| Some((row, self.files.get(usize::try_from(row.row_id).ok()?)?)))
    }

    /// The rows that can go into a synced folder: the content is all there, and its name is one.
    pub(super) fn for_folders(&self, row_ids: &[u32]) -> Vec<(PlanRow, FolderRef, PathBuf)> {
        let whole = self.wanted(row_ids).filter(|(row, _)| {
            !row.still_saving && !matches!(row.what, What::Unreadable | What::NameRefused)
        });
        whole
            .filter_map(|(row, file)| {
                let folder = row.synced_folder.clone()?;
                Some((row.clone(), folder, file.path.clone()))
            })
            .collect()
    }

    /// The rows that can be sent, as they stand, by their ids.
    pub(super) fn uploads(&self, row_ids: &[u32]) -> Vec<(u32, NewUpload)> {
        let Some(place) = &self.place else {
            return Vec::new();
        };
        self.wanted(row_ids)
            .filter_map(|(row, file)| {
                let upload = NewUpload {
                    replaces: action(row)?,
                    path: file.path.clone(),
                    name: row.name.clone(),
                    target: place.target.clone(),
                    place: place.in_words(),
                    section: row.section.clone(),
                    size: row.size.unwrap_or(0),
                    still_saving: row.still_saving,
                };
                Some((row.row_id, upload))
            })
            .collect()
    }
}
