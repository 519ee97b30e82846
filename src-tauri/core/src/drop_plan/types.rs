//! Types of drops, plans and their rows.

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::ignore::IgnoreRule;
use fielddesk_rules::name_key::NameKey;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::folders::FolderRef;
use crate::target::Target;

/// How files came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum DropSource {
    /// Dragged onto the window.
    Drop,
    /// Chosen in the system's dialog.
    Picker,
    /// Pasted.
    Paste,
    /// Given by the file manager.
    FileManager,
}

/// Files and folders that came in; their paths stay inside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DroppedFiles {
    /// Handle.
    #[serde(rename = "dropId")]
    pub id: String,
    /// Files, those in folders too.
    pub files: u64,
    /// Folders.
    pub folders: u64,
    /// Bytes of all.
    pub bytes: u64,
    /// Still counting.
    pub counting: bool,
    /// How they came in.
    pub source: DropSource,
    /// Name of the one folder or file, if it is one.
    pub title: Option<String>,
}

/// Where a plan sends to, in ids and in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "PlanPlace")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Place {
    /// Whose page.
    pub target: Target,
    /// The project's number.
    pub project_number: String,
    /// The project's name, or the work order's number and name.
    pub title: String,
    /// What the server calls the section of files that name none.
    pub default_section: String,
}

impl Place {
    /// Number and title, as transfers show it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts = [self.project_number.as_str(), self.title.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }
}

/// What to do about a document of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum SameName {
    /// The new one takes the place of the old one, which the history keeps.
    #[default]
    Replace,
    /// Both are on the page.
    KeepBoth,
}

/// Why a section is suggested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "PlanWhyReason")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum WhyReason {
    /// The drop was on that section.
    DroppedOnSection,
    /// A subfolder has its name.
    Subfolder,
    /// The same name is there.
    SameName,
    /// A similar name, another revision, is there.
    SimilarName,
    /// Others with this prefix are there.
    Prefix,
    /// There is no other.
    OnlySection,
    /// Nothing like it.
    NoSimilarName,
    /// A person chose.
    Chosen,
}

/// Why a section is suggested, with what shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "PlanWhy")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Why {
    /// The reason.
    pub reason: WhyReason,
    /// The subfolder, the similar name or the prefix.
    pub name: Option<String>,
    /// How many others with that prefix.
    pub count: Option<u64>,
}

/// What happens to a file when the plan is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "PlanWhat")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum What {
    /// A new document.
    New,
    /// Takes the place of one that was sent from here.
    Replaces,
    /// Would take the place of somebody else's.
    ReplacesSomeoneElses,
    /// The page has the name and will have it twice.
    KeepsBoth,
    /// The same content is there.
    AlreadyThere,
    /// A later revision is there, or a file of this name that was saved later.
    NewerThere,
    /// Two of the name are there: a person says which one goes.
    TwoWithThisName,
    /// No section yet.
    ChooseSection,
    /// The same file waits in the queue, or is on its way.
    BeingUploaded,
    /// Another row has the name and the section.
    SameNameTwice,
    /// The service would not take the name, or nobody could read it.
    NameRefused,
    /// The file cannot be read.
    Unreadable,
    /// The content is being compared.
    Checking,
}

/// A document of the page that has the row's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OnPage {
    /// Id.
    pub id: FileReferenceId,
    /// Name as the service wrote it.
    pub name: String,
    /// When it was sent from here, if it was.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the file that was sent had last been saved, where it is known.
    pub saved_at: Option<DateTime<Utc>>,
    /// Size, where it was sent from here or downloaded.
    #[serde(rename = "sizeBytes")]
    pub size: Option<u64>,
}

/// Why a name cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum NameProblem {
    /// It is not text.
    NotText,
    /// It has control characters.
    ControlCharacters,
    /// It is longer than 255 bytes.
    TooLong,
}

/// One file of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PlanRow {
    /// Handle within the plan.
    pub row_id: u32,
    /// The name it would be sent under.
    pub name: String,
    /// Names with equal keys are one name.
    pub name_key: NameKey,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Folder within the drop, parts joined by ` / `.
    pub folder: Option<String>,
    /// Size; none when it cannot be read.
    #[serde(rename = "sizeBytes")]
    pub size: Option<u64>,
    /// When the file was last saved, where the disk tells.
    pub modified: Option<DateTime<Utc>>,
    /// Section it goes to.
    pub section: Option<String>,
    /// Why there.
    pub why: Why,
    /// Sections to offer where nothing decides, the likeliest first.
    pub likely: Vec<String>,
    /// What happens.
    pub what: What,
    /// Policy of this row.
    pub same_name: SameName,
    /// Documents of that name in that section.
    pub on_page: Vec<OnPage>,
    /// The later revision, where one is there; it stays.
    pub newer: Option<OnPage>,
    /// Another section that has a document of this name, where the row's own has none.
    pub also_in: Option<String>,
    /// The one that goes.
    pub replace_id: Option<FileReferenceId>,
    /// The file's own name, where the document that it replaces has another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_name: Option<String>,
    /// What every computer can store it as, where some cannot take the name: Windows does so by
    /// itself, and a name that is refused can be sent as this.
    pub safe_name: Option<String>,
    /// Why the name is refused.
    pub name_problem: Option<NameProblem>,
    /// Whether it is sent unless the person says otherwise.
    pub ticked: bool,
    /// Whether the file changes just now: sent, it waits until it stands still.
    pub still_saving: bool,
    /// The synced folder that keeps the section.
    pub synced_folder: Option<FolderRef>,
    /// The server refused files of so many bytes before, and this one is no smaller.
    #[serde(rename = "tooLargeBytes")]
    pub too_large: Option<u64>,
    /// Why it cannot be sent.
    pub failure: Option<Failure>,
}

/// A file that a rule leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// The rule.
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub rule: IgnoreRule,
}

/// The plan: what goes where. What is sent is exactly this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DropPlan {
    /// Handle.
    pub plan_id: String,
    /// The files it is about.
    pub drop: DroppedFiles,
    /// Where to; none until a project is chosen.
    pub place: Option<Place>,
    /// The section dropped on.
    pub section: Option<String>,
    /// Sections of the page, and those that rows go to.
    pub sections: Vec<String>,
    /// The files, in the order found.
    pub rows: Vec<PlanRow>,
    /// What rules left out.
    pub left_out: Vec<LeftOut>,
    /// Whether there are subfolders.
    pub subfolders: bool,
    /// Whether subfolders are sections.
    pub subfolders_as_sections: bool,
    /// Policy of the plan.
    pub same_name: SameName,
    /// Whether all rows are known: counted, compared, quiet.
    pub ready: bool,
}

/// A change of some rows; what is none or false stays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PlanChange {
    /// Another section, old or new.
    pub section: Option<String>,
    /// Another policy.
    pub same_name: Option<SameName>,
    /// Use the safe name.
    pub use_safe_name: bool,
    /// The document that is replaced; the file is sent under its name.
    pub replace_id: Option<FileReferenceId>,
}

/// News of a plan from the background: rows that were compared or became quiet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PlanUpdate {
    /// The plan.
    pub plan_id: String,
    /// The rows that changed.
    pub rows: Vec<PlanRow>,
    /// Whether all rows are known now.
    pub ready: bool,
}
