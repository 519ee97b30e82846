//! The files of a synced folder, and why each stands as it does.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use fielddesk_core::documents::UploadedByHand;
use fielddesk_core::folders as core;
use fielddesk_core::history::Version;
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::target::Target;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What `core` tells of a name, with the name as people read it: `fieldctl` prints names as they
/// are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Shown<T> {
    /// As `core` tells it.
    #[serde(flatten)]
    pub of: T,
    /// Name with control characters as symbols.
    pub shown_name: String,
}

impl From<core::FileView> for Shown<core::FileView> {
    fn from(file: core::FileView) -> Self {
        Self {
            shown_name: shown(&file.name),
            of: core::FileView {
                detail: file.detail.as_deref().map(shown),
                ..file
            },
        }
    }
}

impl From<core::PlannedAction> for Shown<core::PlannedAction> {
    fn from(action: core::PlannedAction) -> Self {
        Self {
            shown_name: shown(&action.name),
            of: action,
        }
    }
}

impl From<core::Verified> for Shown<core::Verified> {
    fn from(one: core::Verified) -> Self {
        Self {
            shown_name: shown(&one.name),
            of: one,
        }
    }
}

/// A name of a synced folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderFileName {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
}

/// A conflict as it was shown, for the decision on it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ShownConflict {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// The documents that were shown; a decision is about no others.
    pub file_reference_ids: Vec<FileReferenceId>,
}

/// Files by state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderCounts {
    /// All.
    pub all: u64,
    /// A person must decide.
    pub needs_decision: u64,
    /// Did not work.
    pub failed: u64,
    /// Wait.
    pub waiting: u64,
    /// About to be done.
    pub working: u64,
    /// In step.
    pub in_step: u64,
}

/// Some of the files that match, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderFiles {
    /// From the offset that was asked for.
    pub files: Vec<Shown<core::FileView>>,
    /// All that match.
    pub total: u64,
    /// Those with the searched name, by state.
    pub counts: FolderCounts,
}

/// Why a name stands as it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileTrail {
    /// Whose.
    pub folder: core::MappingId,
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
    pub on_page: usize,
    /// What the service said when it refused it.
    pub refused: Option<String>,
    /// The status of that answer.
    pub refused_status: Option<u16>,
    /// A request for it is open.
    pub waits_for_answer: bool,
    /// Its state.
    pub file: Option<Shown<core::FileView>>,
}

/// The outcome of fetching documents back and comparing them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VerifyReport {
    /// The same, byte for byte.
    pub same: u64,
    /// Other bytes.
    pub different: u64,
    /// Missing on a side.
    pub missing: u64,
    /// Not checked.
    pub not_checked: u64,
    /// Those that differ.
    pub rows: Vec<Shown<core::Verified>>,
}

/// What happened, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderActivity {
    /// The newest.
    pub events: Vec<FolderEvent>,
    /// Whether there are older ones, which are not among them.
    pub has_older: bool,
}

/// Something that happened to one name or a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderEvent {
    /// Its number, rising.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Whose; none for what was done by hand.
    pub folder: Option<core::MappingId>,
    /// Whose, for what was done by hand.
    pub target: Option<Target>,
    /// The folder's own name; empty for what was done by hand.
    pub folder_name: String,
    /// What.
    pub kind: core::Act,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Section; empty for acts on the folder.
    pub section: String,
    /// By whom, on which computer.
    pub by: String,
    /// More in words.
    pub detail: String,
}

impl FolderCounts {
    /// Files by state; what is none of these states is in the sum alone.
    pub(crate) fn of(counts: &BTreeMap<core::State, u64>) -> Self {
        let of = |state| counts.get(&state).copied().unwrap_or(0);
        Self {
            all: counts.values().sum(),
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
    pub(crate) fn of(folder_name: &str, trail: core::Trail) -> Self {
        let known = trail.explanation;
        Self {
            folder: trail.mapping,
            folder_name: folder_name.to_owned(),
            section: trail.section,
            shown_name: shown(&trail.name),
            name: trail.name,

            seen: known.seen.iter().map(|path| shown(path)).collect(),
            ignored_by: known.ignored_by,
            on_page: known.listed.len(),
            refused: known.refused.as_deref().map(shown),
            refused_status: known.refused_status,
            waits_for_answer: known.waits_for_answer,
            file: trail.status.map(Into::into),
        }
    }
}

impl VerifyReport {
    /// Sums what was found.
    pub(crate) fn of(found: Vec<core::Verified>) -> Self {
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
                report.rows.push(one.into());
            }
        }
        report
    }
}

impl FolderEvent {
    /// An upload by hand, or a restore.
    pub(crate) fn uploaded(sent: UploadedByHand) -> Self {
        let UploadedByHand {
            target,
            name,
            section,
            at,
            restored,
            replaced,
            ..
        } = sent;
        let act = match (restored, replaced) {
            (true, _) => core::Act::Restored,
            (false, true) => core::Act::Replaced,
            (false, false) => core::Act::Uploaded,
        };
        Self::by_hand(act, at, target, &name, section)
    }

    /// A delete by hand, of which the content is kept.
    pub(crate) fn deleted(kept: Version) -> Self {
        let target = Target::of_version(&kept);
        let at = core::instant(kept.at);
        Self::by_hand(
            core::Act::DeletedRemote,
            at,
            target,
            &kept.name,
            kept.section,
        )
    }

    /// The log has no number for what was done by hand.
    fn by_hand(
        kind: core::Act,
        at: DateTime<Utc>,
        target: Target,
        name: &str,
        section: String,
    ) -> Self {
        Self {
            id: 0,
            at,
            folder: None,
            target: Some(target),
            folder_name: String::new(),
            kind,
            shown_name: shown(name),
            section,
            by: String::new(),
            detail: String::new(),
        }
    }

    /// A line of the log, of the folder with this name.
    pub(crate) fn of(folder_name: &str, line: &core::Activity) -> Self {
        Self {
            id: line.id,
            at: line.at,
            folder: Some(line.mapping.clone()),
            target: None,
            folder_name: folder_name.to_owned(),
            kind: line.act,
            shown_name: shown(&line.name),
            section: line.section.clone(),
            by: format!("{} · {}", line.who.user, line.who.machine),
            detail: shown(&line.detail),
        }
    }
}
