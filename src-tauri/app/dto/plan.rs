//! Drops and the plan of what goes where.

use fielddesk_core::drop_plan as core;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Failure, FolderRef, Target, instant, saturated};
use crate::mirror::mirror;

/// How files came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DropSource {
    /// Dragged onto the window.
    Drop,
    /// Chosen in the system's dialog.
    Picker,
    /// Pasted.
    Paste,
}

/// Files and folders that came in; their paths stay on the Rust side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Drop {
    /// Handle.
    pub drop_id: String,
    /// Files, those in folders too.
    pub files: u32,
    /// Folders.
    pub folders: u32,
    /// Bytes of all.
    pub bytes: u64,
    /// Still counting.
    pub counting: bool,
    /// How they came in.
    pub source: DropSource,
    /// Name of the one folder, if it is one.
    pub title: Option<String>,
}

/// What happens to a file whose name is on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SameName {
    /// The new one takes the place of the old one, which is kept 30 days.
    Replace,
    /// Both are on the page.
    KeepBoth,
}

/// Why a section is suggested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum PlanWhyReason {
    /// The drop was on that section.
    DroppedOnSection,
    /// The subfolder has its name.
    Subfolder,
    /// The same name is there.
    SameName,
    /// A similar name, another revision, is there.
    SimilarName,
    /// Others with this prefix are there.
    Prefix,
    /// Nothing like it.
    NoSimilarName,
    /// A person chose.
    Chosen,
}

/// Why a section is suggested, with what shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlanWhy {
    /// Reason.
    pub reason: PlanWhyReason,
    /// The similar name, the subfolder or the prefix.
    pub name: Option<String>,
    /// How many have the prefix.
    pub count: Option<u32>,
}

/// What sending a row does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum PlanWhat {
    /// A new document.
    New,
    /// Replaces one that was sent from here.
    Replaces,
    /// Replaces one that somebody else sent.
    ReplacesSomeoneElses,
    /// A second document of that name.
    KeepsBoth,
    /// The same content is there.
    AlreadyThere,
    /// Two of that name are there; one has to be chosen.
    TwoWithThisName,
    /// A section has to be chosen.
    ChooseSection,
    /// The drop has this name twice for one section.
    SameNameTwice,
    /// The name cannot be stored everywhere.
    NameRefused,
    /// The file cannot be read.
    Unreadable,
    /// Being looked at.
    Checking,
}

/// A document of the same name on the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OnPage {
    /// File reference id.
    pub id: String,
    /// Name.
    pub name: String,
    /// When it was sent from here.
    pub sent_at: Option<String>,
}

/// A file of the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlanRow {
    /// Handle within the plan.
    pub row_id: u32,
    /// Name under which it goes.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Folder within the drop.
    pub folder: Option<String>,
    /// Size in bytes.
    pub size_bytes: Option<u64>,
    /// Section it goes to.
    pub section: Option<String>,
    /// Why there.
    pub why: PlanWhy,
    /// What happens.
    pub what: PlanWhat,
    /// Replace or keep both.
    pub same_name: SameName,
    /// Documents of this name on the page.
    pub on_page: Vec<OnPage>,
    /// The one that is replaced.
    pub replace_id: Option<String>,
    /// A name that every system stores.
    pub safe_name: Option<String>,
    /// Goes unless the person unticks it.
    pub ticked: bool,
    /// The file changes just now: sent, it waits until it stands still.
    pub still_saving: bool,
    /// The synced folder that keeps the section.
    pub synced_folder: Option<FolderRef>,
    /// Why it cannot go.
    pub failure: Option<Failure>,
}

/// A file that a rule leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// File.
    pub name: String,
    /// Rule.
    pub rule: String,
}

/// What goes where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DropPlan {
    /// Handle.
    pub plan_id: String,
    /// What came in.
    pub drop: Drop,
    /// Where it goes; none until a project is chosen.
    pub target: Option<Target>,
    /// The project's number.
    pub project_number: Option<String>,
    /// The project's or the work order's name.
    pub target_title: Option<String>,
    /// The section it was dropped on.
    pub section: Option<String>,
    /// Sections that exist.
    pub sections: Vec<String>,
    /// The files.
    pub rows: Vec<PlanRow>,
    /// Files that rules leave out.
    pub left_out: Vec<LeftOut>,
    /// The drop has subfolders.
    pub subfolders: bool,
    /// Subfolders become sections.
    pub subfolders_as_sections: bool,
    /// What happens to names that are there.
    pub same_name: SameName,
    /// All rows are known.
    pub ready: bool,
}

/// A person's change to rows; what is left out stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlanChange {
    /// Goes to this section.
    pub section: Option<String>,
    /// Replace or keep both.
    pub same_name: Option<SameName>,
    /// Take the safe name.
    pub use_safe_name: bool,
    /// Replace this one.
    pub replace_id: Option<String>,
}

/// What became of files that were put into synced folders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PutIntoFolders {
    /// The plan without them.
    pub plan: DropPlan,
    /// Why others were not put there.
    pub failures: Vec<Failure>,
}

mirror!(
    core::DropSource,
    DropSource {
        Drop,
        Picker,
        Paste
    }
);
mirror!(core::SameName, SameName { Replace, KeepBoth });
mirror!(
    core::WhyReason,
    PlanWhyReason {
        DroppedOnSection,
        Subfolder,
        SameName,
        SimilarName,
        Prefix,
        NoSimilarName,
        Chosen,
    }
);
mirror!(
    core::What,
    PlanWhat {
        New,
        Replaces,
        ReplacesSomeoneElses,
        KeepsBoth,
        AlreadyThere,
        TwoWithThisName,
        ChooseSection,
        SameNameTwice,
        NameRefused,
        Unreadable,
        Checking,
    }
);

impl From<core::Drop> for Drop {
    fn from(drop: core::Drop) -> Self {
        Self {
            drop_id: drop.id,
            files: saturated(drop.files),
            folders: saturated(drop.folders),
            bytes: drop.bytes,
            counting: drop.counting,
            source: drop.source.into(),
            title: drop.title.as_deref().map(shown),
        }
    }
}

impl From<core::PlanRow> for PlanRow {
    fn from(row: core::PlanRow) -> Self {
        Self {
            row_id: row.row_id,
            shown_name: shown(&row.name),
            name: row.name,
            folder: row.folder.as_deref().map(shown),
            size_bytes: row.size,
            section: row.section,
            why: PlanWhy {
                reason: row.why.reason.into(),
                name: row.why.name.as_deref().map(shown),
                count: row.why.count.map(saturated),
            },
            what: row.what.into(),
            same_name: row.same_name.into(),
            on_page: row
                .on_page
                .into_iter()
                .map(|document| OnPage {
                    id: document.id.to_string(),
                    name: shown(&document.name),
                    sent_at: document.sent_at.map(instant),
                })
                .collect(),
            replace_id: row.replace_id.map(|id| id.to_string()),
            safe_name: row.safe_name,
            ticked: row.ticked,
            still_saving: row.still_saving,
            synced_folder: row.synced_folder.map(Into::into),
            failure: row.failure.map(Into::into),
        }
    }
}

impl From<core::DropPlan> for DropPlan {
    fn from(plan: core::DropPlan) -> Self {
        let place = plan.place;
        Self {
            plan_id: plan.plan_id,
            drop: plan.drop.into(),
            project_number: place.as_ref().map(|place| shown(&place.project_number)),
            target_title: place.as_ref().map(|place| shown(&place.title)),
            target: place.map(|place| place.target.into()),
            section: plan.section,
            sections: plan.sections,
            rows: plan.rows.into_iter().map(Into::into).collect(),
            left_out: plan
                .left_out
                .into_iter()
                .map(|file| LeftOut {
                    name: shown(&file.name),
                    rule: file.rule.to_string(),
                })
                .collect(),
            subfolders: plan.subfolders,
            subfolders_as_sections: plan.subfolders_as_sections,
            same_name: plan.same_name.into(),
            ready: plan.ready,
        }
    }
}

impl From<PlanChange> for core::PlanChange {
    fn from(change: PlanChange) -> Self {
        Self {
            section: change.section,
            same_name: change.same_name.map(Into::into),
            use_safe_name: change.use_safe_name,
            replace_id: change.replace_id.map(Into::into),
        }
    }
}
