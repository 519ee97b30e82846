//! Reasons for a plan to act, ask or wait, and their words in the interface.

use serde::{Deserialize, Serialize};

use crate::ports::NotReady;
use crate::reason::Reason;

/// The reason a file is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SendReason {
    /// The page does not have it.
    New,
    /// The file was renamed or moved.
    Renamed,
    /// The file's folder was renamed.
    FolderRenamed,
    /// The file's content changed.
    Changed,
    /// A person decided so.
    Decided,
}

/// The reason a document is taken as ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AdoptReason {
    /// The bytes are not known yet; they are fetched once, compared, and only equal ones adopted.
    ToBeCompared,
    /// The document has the same bytes as the file.
    EqualBytes,
    /// The document has the bytes that were agreed on.
    AgreedBytes,
}

/// The reason a file that would be mirrored cannot be now.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SkipReason {
    /// The file cannot be used at the moment.
    File(NotReady),
    /// The service refused it; it waits until it changes.
    RefusedByService(String),
    /// The system cannot give its name back, or it is no Unicode.
    NameRefused(String),
    /// The file lies in a subfolder, and this mapping has no sections by subfolder.
    Subfolder,
    /// The file was sent and the answer was lost: first it is found out whether it is stored.
    AnswerLost,
}

impl SkipReason {
    /// Returns more in words: the program that has it open, the folder, the words of the service or
    /// the system.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        match self {
            Self::File(NotReady::Open(who)) => who.clone(),
            Self::File(NotReady::VolumeAway(folder)) => Some(folder.to_string()),
            Self::File(NotReady::Unreadable(said))
            | Self::RefusedByService(said)
            | Self::NameRefused(said) => Some(said.clone()),
            Self::File(
                NotReady::Settling
                | NotReady::KeepsChanging
                | NotReady::Missing
                | NotReady::FolderUnreadable
                | NotReady::Link,
            )
            | Self::Subfolder
            | Self::AnswerLost => None,
        }
    }
}

impl From<&SkipReason> for Reason {
    fn from(skip: &SkipReason) -> Self {
        match skip {
            SkipReason::File(NotReady::Settling) => Self::NotSettled,
            SkipReason::File(NotReady::KeepsChanging) => Self::KeepsChanging,
            SkipReason::File(NotReady::Open(_)) => Self::Locked,
            SkipReason::File(NotReady::Unreadable(_)) => Self::Unreadable,
            SkipReason::File(NotReady::Missing) => Self::Missing,
            SkipReason::File(NotReady::FolderUnreadable) => Self::FolderUnreadable,
            SkipReason::File(NotReady::VolumeAway(_)) => Self::SubfolderAway,
            SkipReason::File(NotReady::Link) => Self::Link,
            SkipReason::RefusedByService(_) => Self::Refused,
            SkipReason::NameRefused(_) => Self::NameRefused,
            SkipReason::Subfolder => Self::Subfolder,
            SkipReason::AnswerLost => Self::AnswerLost,
        }
    }
}

/// The reason a name waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ConflictReason {
    /// Both sides had it before they ever met, with different contents.
    FirstContact,
    /// Both sides changed it.
    BothChanged,
    /// Someone else replaced the document.
    ReplacedElsewhere,
    /// Someone else deleted the document.
    DeletedElsewhere,
    /// The page has several documents of this name.
    DuplicateNames,
    /// Two files of the folder differ only by case or Unicode form, or meet in one section.
    NameCollision,
}

impl From<ConflictReason> for Reason {
    fn from(conflict: ConflictReason) -> Self {
        match conflict {
            ConflictReason::FirstContact => Self::FirstContact,
            ConflictReason::BothChanged => Self::BothChanged,
            ConflictReason::ReplacedElsewhere => Self::ReplacedElsewhere,
            ConflictReason::DeletedElsewhere => Self::DeletedElsewhere,
            ConflictReason::DuplicateNames => Self::DuplicateNames,
            ConflictReason::NameCollision => Self::NameCollision,
        }
    }
}

/// The guard that keeps a delete from running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeleteGuard {
    /// The policy asks for every delete.
    PolicyAsks,
    /// More than ten documents and more than a fifth of a page, over a day.
    ManyDeletes,
    /// Every document of a page that held more than one.
    WholePage,
    /// A page that had documents of ours lists none or far fewer: no deletes at all.
    ListingShrank,
}

impl DeleteGuard {
    /// Returns true where the user's decision releases it.
    #[must_use]
    pub const fn is_releasable(self) -> bool {
        match self {
            Self::PolicyAsks | Self::ManyDeletes | Self::WholePage => true,
            Self::ListingShrank => false,
        }
    }
}

impl From<DeleteGuard> for Reason {
    fn from(hold: DeleteGuard) -> Self {
        match hold {
            DeleteGuard::PolicyAsks => Self::WaitsForApproval,
            DeleteGuard::ManyDeletes => Self::ManyDeletes,
            DeleteGuard::WholePage => Self::WholePage,
            DeleteGuard::ListingShrank => Self::ListingShrank,
        }
    }
}
