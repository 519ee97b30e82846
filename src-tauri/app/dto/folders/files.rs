//! The files of a synced folder, and why each stands as it does.

use std::collections::BTreeMap;

use fielddesk_core::folders as core;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::FolderState;
use crate::dto::{instant, saturated};
use crate::mirror::mirror;

/// A file of a synced folder with its state and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderFile {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// How it stands.
    pub state: FolderState,
    /// Why, as a word; empty when it is in step.
    pub reason: String,
    /// More in words.
    pub detail: Option<String>,
    /// Which document it is.
    pub file_reference_id: Option<String>,
    /// When it was sent or adopted.
    pub sent_at: Option<String>,
    /// Whether the last listing has it.
    pub listed: bool,
    /// When its document was last fetched and found the same.
    pub verified_at: Option<String>,
}

/// A name of a synced folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderFileName {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
}

/// A conflict as it was shown, for the decision on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ShownConflict {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// The documents that were shown; a decision is about no others.
    pub file_reference_ids: Vec<String>,
}

/// Which files are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderFilter {
    /// Of these states; of all where there is none.
    pub states: Vec<FolderState>,
    /// Part of a name.
    pub search: String,
}

/// Files by state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderCounts {
    /// All.
    pub all: u32,
    /// A person must decide.
    pub needs_decision: u32,
    /// Did not work.
    pub failed: u32,
    /// Wait.
    pub waiting: u32,
    /// About to be done.
    pub working: u32,
    /// In step.
    pub in_step: u32,
}

/// Some of the files that match, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderFiles {
    /// From the offset that was asked for.
    pub files: Vec<FolderFile>,
    /// All that match.
    pub total: u32,
    /// Those with the searched name, by state.
    pub counts: FolderCounts,
}

/// Why a name stands as it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileTrail {
    /// Whose.
    pub folder: String,
    /// The folder's own name.
    pub folder_name: String,
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Where the folder has it, to be read.
    pub seen: Vec<String>,
    /// The rule that leaves it out.
    pub ignored_by: Option<String>,
    /// Documents of that name on the page.
    pub on_page: u32,
    /// What the service said when it refused it.
    pub refused: Option<String>,
    /// A request for it is open.
    pub waits_for_answer: bool,
    /// Its state.
    pub file: Option<FolderFile>,
}

/// What a comparison byte for byte found for one name that is not the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum VerifyResult {
    /// The same.
    Same,
    /// Other bytes.
    Different,
    /// The page does not have it.
    MissingRemote,
    /// The folder does not have it.
    MissingLocal,
    /// Left out of the sample, or not readable now.
    NotChecked,
}

/// One name of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VerifyRow {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// What was found.
    pub result: VerifyResult,
}

/// The outcome of fetching documents back and comparing them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VerifyReport {
    /// The same, byte for byte.
    pub same: u32,
    /// Other bytes.
    pub different: u32,
    /// Missing on a side.
    pub missing: u32,
    /// Not checked.
    pub not_checked: u32,
    /// Those that differ.
    pub rows: Vec<VerifyRow>,
}

mirror!(
    core::VerifyResult,
    VerifyResult {
        Same,
        Different,
        MissingRemote,
        MissingLocal,
        NotChecked,
    }
);

impl From<&core::FileView> for FolderFile {
    fn from(file: &core::FileView) -> Self {
        Self {
            section: file.section.clone(),
            name: file.name.clone(),
            shown_name: shown(&file.name),
            state: file.state.into(),
            reason: file.reason.clone(),
            detail: file.detail.as_deref().map(shown),
            file_reference_id: file.id.as_ref().map(ToString::to_string),
            sent_at: file.sent.map(instant),
            listed: file.listed,
            verified_at: file.verified.map(instant),
        }
    }
}

impl FolderCounts {
    /// Files by state; what is none of these states is in the sum alone.
    pub(crate) fn of(counts: &BTreeMap<core::State, u64>) -> Self {
        let of = |state| saturated(counts.get(&state).copied().unwrap_or(0));
        Self {
            all: saturated(counts.values().sum()),
            needs_decision: of(core::State::NeedsDecision),
            failed: of(core::State::Failed),
            waiting: of(core::State::Waiting),
            working: of(core::State::Working),
            in_step: of(core::State::InStep),
        }
    }
}

impl FileTrail {
    /// The trail of a name in the folder with this name.
    pub(crate) fn of(folder_name: &str, trail: &core::Trail) -> Self {
        let known = &trail.explanation;
        Self {
            folder: trail.mapping.0.clone(),
            folder_name: folder_name.to_owned(),
            section: trail.section.clone(),
            name: trail.name.clone(),
            shown_name: shown(&trail.name),
            seen: known.seen.iter().map(|path| shown(path)).collect(),
            ignored_by: known.ignored_by.clone(),
            on_page: saturated(known.listed.len() as u64),
            refused: known.refused.as_deref().map(shown),
            waits_for_answer: known.waits_for_answer,
            file: trail.status.as_ref().map(Into::into),
        }
    }
}

impl VerifyReport {
    /// Sums what was found.
    pub(crate) fn of(found: &[core::Verified]) -> Self {
        let mut report = Self::default();
        for one in found {
            let count = match one.result {
                core::VerifyResult::Same => &mut report.same,
                core::VerifyResult::Different => &mut report.different,
                core::VerifyResult::MissingRemote | core::VerifyResult::MissingLocal => {
                    &mut report.missing
                }
                core::VerifyResult::NotChecked => &mut report.not_checked,
            };
            *count = count.saturating_add(1);
            if one.differs() {
                report.rows.push(VerifyRow {
                    section: one.section.clone(),
                    name: one.name.clone(),
                    shown_name: shown(&one.name),
                    result: one.result.into(),
                });
            }
        }
        report
    }
}
