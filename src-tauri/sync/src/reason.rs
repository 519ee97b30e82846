//! The reasons for the state of a name or a folder: the words of the interface, once.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ports::RemoteErrorKind;
use crate::stop_reason::StopReason;

/// The reason a name is planned, waits, failed or is asked about, or a run ended early. Schedule,
/// command line and window decide by it and match all of them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// In step: no word.
    #[default]
    #[serde(rename = "")]
    InStep,
    /// The page does not have it.
    New,
    /// Renamed or moved.
    Renamed,
    /// Folder renamed.
    FolderRenamed,
    /// Content changed.
    Changed,
    /// A person decided so.
    Decided,
    /// On both sides; the contents are not compared yet.
    ToBeCompared,
    /// The document has the bytes of the file.
    EqualBytes,
    /// The document has the bytes that were agreed on.
    AgreedBytes,
    /// Deleted in the folder.
    DeletedHere,
    /// Deleted in the folder, and the policy asks.
    WaitsForApproval,
    /// Unusually many deletes.
    ManyDeletes,
    /// Unusually many files were emptied or are no longer of their type.
    ManyChanges,
    /// The deletes would empty the page.
    WholePage,
    /// The page lists far fewer documents than before.
    ListingShrank,
    /// Both sides had it before they met, and they differ.
    FirstContact,
    /// Both sides changed it.
    BothChanged,
    /// Document replaced by someone else.
    ReplacedElsewhere,
    /// Document deleted by someone else.
    DeletedElsewhere,
    /// The page has several documents of this name.
    DuplicateNames,
    /// Two files of the folder count as one name.
    NameCollision,
    /// Saved a moment ago.
    NotSettled,
    /// Changing all the time.
    KeepsChanging,
    /// Another program has it open.
    Locked,
    /// Unreadable file.
    Unreadable,
    /// Unreadable folder.
    FolderUnreadable,
    /// Missing since a moment ago.
    Missing,
    /// The service refused it.
    Refused,
    /// Name that cannot be used.
    NameRefused,
    /// Subfolder of a mapping without sections by subfolder.
    Subfolder,
    /// Sent, and the answer was lost.
    AnswerLost,
    /// There is no room for the history.
    HistoryFull,
    /// The history could not be used.
    HistoryFailed,
    /// The document could not be fetched.
    Unfetchable,
    /// The folder is away.
    FolderAway,
    /// The drive of a subfolder is away, or another one is in its place.
    SubfolderAway,
    /// A link stands in its place now, or in that of its folder.
    Link,
    /// The service asks to wait.
    ServiceBusy,
    /// The service failed.
    ServiceFailed,
    /// The service's answer cannot be read.
    UnreadableAnswer,
    /// The service cannot be reached.
    Offline,
    /// The client is not accepted.
    NotSignedIn,
    /// The project is gone or closed to this client.
    ProjectClosed,
    /// Our own records failed.
    StateFailed,
    /// Stopped by the user.
    Cancelled,
}

impl Reason {
    /// Returns true if a name that is left for this reason is one that the run could not do.
    #[must_use]
    pub const fn is_undone(self) -> bool {
        self.is_failure() || matches!(self, Self::SubfolderAway)
    }

    /// Returns true if neither a word of a person nor a folder is missing: such a
    /// name counts as failed.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        match self {
            Self::New
            | Self::Renamed
            | Self::FolderRenamed
            | Self::Changed
            | Self::Decided
            | Self::ToBeCompared
            | Self::EqualBytes
            | Self::AgreedBytes
            | Self::DeletedHere
            | Self::NotSettled
            | Self::Locked
            | Self::Unreadable
            | Self::FolderUnreadable
            | Self::Link
            | Self::Refused
            | Self::NameRefused
            | Self::AnswerLost
            | Self::HistoryFull
            | Self::HistoryFailed
            | Self::Unfetchable
            | Self::ServiceBusy
            | Self::ServiceFailed
            | Self::UnreadableAnswer
            | Self::Offline
            | Self::NotSignedIn
            | Self::StateFailed => true,
            Self::InStep
            | Self::WaitsForApproval
            | Self::ManyDeletes
            | Self::ManyChanges
            | Self::WholePage
            | Self::ListingShrank
            | Self::FirstContact
            | Self::BothChanged
            | Self::ReplacedElsewhere
            | Self::DeletedElsewhere
            | Self::DuplicateNames
            | Self::NameCollision
            | Self::KeepsChanging
            | Self::Missing
            | Self::Subfolder
            | Self::FolderAway
            | Self::SubfolderAway
            | Self::ProjectClosed
            | Self::Cancelled => false,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl From<&StopReason> for Reason {
    fn from(stop: &StopReason) -> Self {
        match stop {
            StopReason::FolderAway(_) => Self::FolderAway,
            StopReason::FolderDenied(_) => Self::FolderUnreadable,
            StopReason::Service { error, .. } => match error.kind {
                RemoteErrorKind::Busy(_) => Self::ServiceBusy,
                RemoteErrorKind::Failed(_) => Self::ServiceFailed,
                RemoteErrorKind::Unreadable => Self::UnreadableAnswer,
                _ => Self::Offline,
            },
            StopReason::Auth(_) => Self::NotSignedIn,
            StopReason::Closed(_) | StopReason::Gone(_) => Self::ProjectClosed,
            StopReason::State(_) => Self::StateFailed,
            StopReason::Cancelled => Self::Cancelled,
        }
    }
}
