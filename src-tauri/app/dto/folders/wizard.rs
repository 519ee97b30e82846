//! A folder that is about to be kept in step, and what its first run would do.

use fielddesk_core::folders as core;
use fielddesk_core::target::Target;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::Shown;

/// Rows of a first plan that are shown; the sums are of all.
const ROWS: usize = 500;

/// A folder that was chosen; its path stays on this side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PickedFolder {
    /// Handle.
    pub pick_id: String,
    /// The folder's own name.
    pub name: String,
    /// Where it lies, to be read.
    pub shown_path: String,
    /// Files in it.
    pub files: u64,
    /// Bytes in it.
    pub bytes: u64,
    /// Files that lie in its subfolders.
    pub in_subfolders: u64,
}

/// What a new synced folder is to do.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderDraft {
    /// Whose page.
    pub target: Target,
    /// The section; none for the default page.
    pub section: Option<String>,
    /// A section for each subfolder.
    pub sections_by_subfolder: bool,
    /// What a delete in the folder means.
    pub deletes: core::Deletes,
}

/// A section of the first plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FirstPlanSection {
    /// Its name.
    pub section: String,
    /// Files for it.
    pub files: u64,
}

/// How many files a rule leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleCount {
    /// The rule's name.
    pub rule: String,
    /// Files.
    pub files: u64,
}

/// What the first run would do. Nothing was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FirstPlan {
    /// The first rows.
    pub rows: Vec<Shown<core::PlannedAction>>,
    /// How many there are.
    pub rows_in_all: usize,
    /// By section.
    pub sections: Vec<FirstPlanSection>,
    /// Files that are sent.
    pub new: u64,
    /// Files that are there already and compared first.
    pub to_compare: u64,
    /// Names that a person decides.
    pub different: u64,
    /// Files that cannot go now.
    pub waiting: u64,
    /// Files in subfolders, which are left out without a section for each subfolder.
    pub in_subfolders: u64,
    /// Documents that only the page has: they are left alone.
    pub only_on_page: u64,
    /// Bytes that are sent.
    pub bytes: u64,
    /// Files that would be mirrored.
    pub files: u64,
    /// What rules leave out.
    pub left_out: Vec<RuleCount>,
    /// Synced folders that go to the same section, by name.
    pub same_section: Vec<String>,
}

impl FolderDraft {
    /// How folders become sections.
    pub(crate) fn sections(&self) -> core::Sections {
        if self.sections_by_subfolder {
            core::Sections::BySubfolder
        } else {
            core::Sections::One(self.section.clone())
        }
    }
}

impl From<core::MappingPreview> for FirstPlan {
    fn from(preview: core::MappingPreview) -> Self {
        let plan = preview.plan;
        let sums = &plan.sums;
        Self {
            rows_in_all: plan.actions.len(),
            rows: plan
                .actions
                .into_iter()
                .take(ROWS)
                .map(Into::into)
                .collect(),
            sections: sums
                .by_section
                .iter()
                .map(|(section, files)| FirstPlanSection {
                    section: shown(section),
                    files: *files,
                })
                .collect(),
            new: sums.uploads + sums.replaces,
            to_compare: sums.adopts,
            different: sums.conflicts,
            waiting: sums.skips.saturating_sub(sums.in_subfolders),
            in_subfolders: sums.in_subfolders,
            only_on_page: sums.only_on_page,
            bytes: sums.bytes,
            files: sums.files,
            left_out: rules(sums),
            same_section: preview.same_section,
        }
    }
}

/// What rules leave out, most first.
pub(crate) fn rules(sums: &core::PlanSums) -> Vec<RuleCount> {
    let rules = sums.ignored.iter().map(|(rule, files)| RuleCount {
        rule: rule.clone(),
        files: *files,
    });
    rules.collect()
}
