//! Events of a run, in the shape of the interface's lines.

use fielddesk_model::FileReferenceId;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedSender;

use crate::mapping::MappingId;
use crate::reason::Reason;

/// The kind of event of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum EventKind {
    /// The upload begins.
    Started,
    /// A new document was uploaded.
    Uploaded,
    /// The upload took the place of a document.
    Replaced,
    /// A document was brought into the folder.
    Downloaded,
    /// A document was read for a comparison. The interface calls that a download, too.
    #[serde(rename = "downloaded")]
    Compared,
    /// A document is gone from the page.
    DeletedRemote,
    /// A document with the same bytes is ours now.
    Adopted,
    /// A person must decide.
    Conflict,
    /// The work on the name failed; the rest goes on.
    Failed,
    /// The name cannot be mirrored now.
    Skipped,
    /// The name waits for the service, a person or room on the disk.
    Waiting,
}

/// The sum of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct RunTotals {
    /// New documents uploaded.
    pub uploaded: u64,
    /// Documents that took the place of others.
    pub replaced: u64,
    /// Documents removed; superseded ones count as replaced.
    pub deleted: u64,
    /// Documents adopted without an upload.
    pub adopted: u64,
    /// Names that wait for a person.
    pub conflicts: u64,
    /// Names that did not work.
    pub failed: u64,
    /// Bytes sent in uploads.
    pub bytes: u64,
    /// Duration in seconds.
    pub seconds: f64,
}

impl RunTotals {
    /// Returns true where the run changed the page, or the stored knowledge of its documents.
    #[must_use]
    pub const fn changes_documents(&self) -> bool {
        self.uploaded + self.replaced + self.deleted + self.adopted > 0
    }
}

/// A line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Event {
    /// About one name.
    Name {
        /// Kind of event.
        event: EventKind,
        /// Mapping of the name.
        mapping: MappingId,
        /// Section as spelled.
        section: String,
        /// Name as spelled.
        name: String,
        /// The document, where there is one.
        #[serde(rename = "fileReferenceId", skip_serializing_if = "Option::is_none")]
        id: Option<FileReferenceId>,
        /// Bytes moved.
        bytes: u64,
        /// Reason as a word.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
        /// Detail: the words of the service or the system.
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// A pass left nothing to do.
    Idle {
        /// Always `idle`.
        event: &'static str,
        /// Mapping of the run.
        mapping: MappingId,
    },
    /// A pass ended before everything was done.
    Stopped {
        /// Always `waiting`.
        event: &'static str,
        /// Mapping of the run.
        mapping: MappingId,
        /// Reason as a word.
        reason: Reason,
        /// Reason as a sentence.
        message: String,
    },
}

/// The receiver of events; without a listener they are dropped.
#[derive(Debug, Clone, Default)]
pub struct Events(Option<UnboundedSender<Event>>);

impl Events {
    /// Tells a listener.
    #[must_use]
    pub const fn to(sender: UnboundedSender<Event>) -> Self {
        Self(Some(sender))
    }

    pub(crate) fn tell(&self, event: impl FnOnce() -> Event) {
        if let Some(sender) = &self.0 {
            // A listener that went away is no reason to stop mirroring.
            drop(sender.send(event()));
        }
    }
}
