//! A page of documents, with everything that this computer knows about it.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, NameKey, SectionKey};
use serde::Serialize;

use crate::Failure;
use crate::folders::FolderRef;
use crate::sync_adapters::StoredDetails;
use crate::target::Target;

/// The documents of a project or a work order, as last read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Page {
    /// Whose.
    pub target: Target,
    /// In the service's order, the default section first.
    pub sections: Vec<Section>,
    /// When the service was asked.
    pub read_at: DateTime<Utc>,
    /// From this computer's memory, not read just now.
    pub cached: bool,
    /// The listing is empty although this many were there; nothing was concluded from it.
    #[serde(rename = "emptyWhereThereWere")]
    pub previous_count: Option<u64>,
    /// The sections that synced folders keep, by their key.
    #[serde(skip)]
    pub synced: HashMap<SectionKey, FolderRef>,
    /// Uploads of this many bytes and more were refused by the server before.
    #[serde(skip)]
    pub refused_size: Option<u64>,
    /// Files that wait in the queue or are on their way here, with their sizes.
    #[serde(skip)]
    pub on_the_way: BTreeMap<FileKey, u64>,
}

/// One section with its documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Section {
    /// Its name as first written.
    pub section: String,
    /// Stable handle of the page.
    pub page_external_id: String,
    /// In the order of the listing; names can repeat.
    pub documents: Vec<Document>,
}

/// One document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Document {
    /// Id.
    pub id: FileReferenceId,
    /// Name as the service wrote it: hostile until shown through [`fielddesk_rules::file_name::shown`].
    pub name: String,
    /// Names with equal keys are one name.
    pub name_key: NameKey,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Size, where we sent it or have fetched it.
    #[serde(rename = "sizeBytes")]
    pub size: Option<u64>,
    /// SHA-256 of the content in hex, where we know it.
    #[serde(skip)]
    pub sha256: Option<String>,
    /// When it was sent from this computer.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the file that was sent had last been saved, where it is known.
    #[serde(skip)]
    pub saved_at: Option<DateTime<Utc>>,
    /// Who sent it.
    pub origin: Origin,
    /// The synced folder that keeps it equal to a file.
    pub folder: Option<FolderRef>,
    /// The synced folder that asks a person about it: a conflict, or a delete or damaged file
    /// that waits for a yes.
    pub asked_by: Option<FolderRef>,
    /// How sure we are of it.
    pub state: DocumentState,
    /// Whether *Open* opens it; else it is shown in its folder.
    pub opens: bool,
}

/// Who sent a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "DocumentOrigin")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Origin {
    /// A person at this computer.
    ByHand,
    /// A synced folder of this computer, which sent it or found it the same.
    SyncedFolder,
    /// Somebody or something else.
    SomeoneElse,
}

/// How sure we are of a document. Sent, listed and verified are three things; what is only
/// sent is a transfer, not yet a document of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum DocumentState {
    /// The service lists it.
    Listed,
    /// Sent from here, fetched again and the same.
    Verified,
    /// Two of one name in a section, or a synced folder asks about it.
    NeedsDecision,
}

/// What became of a wish to delete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "Deleted")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PendingDelete {
    /// Handle for undo or finish; none when everything was refused.
    pub undo_id: Option<String>,
    /// Kept in the history and hidden; the service has not been asked yet.
    pub deleted: Vec<FileReferenceId>,
    /// Not deleted, and why.
    pub refused: Vec<RefusedDelete>,
}

/// A document that could not be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct RefusedDelete {
    /// Which.
    pub id: FileReferenceId,
    /// Why.
    pub failure: Failure,
}

/// A private read-only copy of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCopy {
    /// Where it lies.
    pub path: std::path::PathBuf,
    /// Whether its kind is safe to open; else show it in its folder.
    pub opens: bool,
    /// SHA-256 of the content in hex, where it was downloaded just now.
    pub sha256: Option<String>,
}

/// A file that is on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentFile {
    /// Its id.
    pub id: FileReferenceId,
    /// The section as the service named it.
    pub section: String,
    /// Its size.
    pub bytes: u64,
    /// What the server said of it.
    pub details: StoredDetails,
}
