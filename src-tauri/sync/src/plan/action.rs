//! A plan as data: what the person is shown is what runs.

use std::io;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

use super::reasons::{AdoptReason, ConflictReason, DeleteGuard, SendReason, SkipReason};
use crate::content_hash::{ContentHash, Hasher};
use crate::mapping::MappingId;
use crate::path::RelPath;
use crate::reason::Reason;
use crate::tree::Stat;

/// The id of a plan: equal plans have equal ids.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlanId(pub String);

impl std::fmt::Display for PlanId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A file as the plan saw it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedFile {
    /// Path in the folder.
    pub path: RelPath,
    /// Size and times.
    pub stat: Stat,
    /// Hash of the content, where it is known.
    pub sha256: Option<ContentHash>,
}

/// The name that a file has now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewName {
    /// Key of the new name.
    pub key: FileKey,
    /// True where its folder was renamed, with all in it.
    pub with_folder: bool,
}

/// The kind of an action, with everything that it needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ActionKind {
    /// Send the file; afterwards the superseded documents go, each to the history first.
    Send {
        /// File to send.
        file: PlannedFile,
        /// Documents that it takes the place of; none for a new name.
        supersedes: Vec<FileReferenceId>,
        /// Reason to send it.
        why: SendReason,
        /// True while it waits for the user's decision: unusually many files were damaged.
        held: bool,
    },
    /// Take a document as ours.
    Adopt {
        /// The file with the same content; none when the file is not there.
        file: Option<PlannedFile>,
        /// Id of the document.
        id: FileReferenceId,
        /// The content of both.
        sha256: ContentHash,
        /// The document that was ours and goes.
        retire: Option<FileReferenceId>,
        /// Reason to adopt it.
        why: AdoptReason,
    },
    /// Read contents: the documents', and the file's where it is not known.
    Compare {
        /// The file, where there is one.
        file: Option<PlannedFile>,
        /// Documents not read yet.
        ids: Vec<FileReferenceId>,
    },
    /// Remove documents by id, each to the history first.
    Delete {
        /// Ids of the documents.
        ids: Vec<FileReferenceId>,
        /// The content that was agreed on, when it is one of ours.
        sha256: Option<ContentHash>,
        /// The document that stays, when a person decided between several.
        successor: Option<FileReferenceId>,
        /// The name that it was renamed to: the delete follows its upload.
        renamed_to: Option<NewName>,
        /// Guard that keeps it from running without the user's decision.
        hold: Option<DeleteGuard>,
    },
    /// Ask a person.
    Ask {
        /// Reason to ask.
        reason: ConflictReason,
        /// The file, where there is one.
        file: Option<PlannedFile>,
        /// The documents of that name that are not ours.
        ids: Vec<FileReferenceId>,
    },
    /// Wait, for that reason.
    Skip(SkipReason),
}

/// An action of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Key of the name.
    pub key: FileKey,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// The file, where there is or was one, to distinguish two files of one name.
    pub path: Option<RelPath>,
    /// Bytes that it moves, as far as known.
    pub bytes: u64,
    /// Kind of action.
    pub act: ActionKind,
}

impl Action {
    /// Returns the kind of the interface: upload, replace, deleteRemote, adopt, conflict, skip.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match &self.act {
            ActionKind::Send { supersedes, .. } if supersedes.is_empty() => "upload",
            ActionKind::Send { .. } => "replace",
            ActionKind::Adopt { .. } | ActionKind::Compare { .. } => "adopt",
            ActionKind::Delete { .. } => "deleteRemote",
            ActionKind::Ask { .. } => "conflict",
            ActionKind::Skip(_) => "skip",
        }
    }

    /// Returns the reason as a word.
    #[must_use]
    pub fn reason(&self) -> Reason {
        match &self.act {
            ActionKind::Send { held: true, .. } => Reason::ManyChanges,
            ActionKind::Send { why, .. } => match why {
                SendReason::New => Reason::New,
                SendReason::Renamed => Reason::Renamed,
                SendReason::FolderRenamed => Reason::FolderRenamed,
                SendReason::Changed => Reason::Changed,
                SendReason::Decided => Reason::Decided,
            },
            ActionKind::Adopt { why, .. } => match why {
                AdoptReason::ToBeCompared => Reason::ToBeCompared,
                AdoptReason::EqualBytes => Reason::EqualBytes,
                AdoptReason::AgreedBytes => Reason::AgreedBytes,
            },
            ActionKind::Compare { .. } => Reason::ToBeCompared,
            // Until a page lists what it had, nothing else matters.
            ActionKind::Delete {
                renamed_to: Some(NewName { with_folder, .. }),
                hold,
                ..
            } if *with_folder && *hold != Some(DeleteGuard::ListingShrank) => Reason::FolderRenamed,
            ActionKind::Delete {
                hold: Some(hold), ..
            } => (*hold).into(),
            ActionKind::Delete {
                successor: Some(_), ..
            } => Reason::Decided,
            ActionKind::Delete {
                renamed_to: Some(_),
                ..
            } => Reason::Renamed,
            ActionKind::Delete { .. } => Reason::DeletedHere,
            ActionKind::Ask { reason, .. } => (*reason).into(),
            ActionKind::Skip(reason) => reason.into(),
        }
    }

    /// In which order it runs and is shown: read, adopt, send, remove, then what waits.
    const fn rank(&self) -> u8 {
        match &self.act {
            ActionKind::Compare { .. } => 0,
            ActionKind::Adopt { .. } => 1,
            ActionKind::Send { .. } => 2,
            ActionKind::Delete { .. } => 3,
            ActionKind::Ask { .. } => 4,
            ActionKind::Skip(_) => 5,
        }
    }

    /// Returns true if a run does it without a person.
    #[must_use]
    pub const fn is_work(&self) -> bool {
        match &self.act {
            ActionKind::Send { held, .. } => !*held,
            ActionKind::Delete { hold, .. } => hold.is_none(),
            ActionKind::Adopt { .. } | ActionKind::Compare { .. } => true,
            ActionKind::Ask { .. } | ActionKind::Skip(_) => false,
        }
    }

    /// Returns true where running it changes the page.
    #[must_use]
    pub const fn changes_the_page(&self) -> bool {
        match &self.act {
            ActionKind::Send { .. } | ActionKind::Delete { .. } => true,
            ActionKind::Adopt { retire, .. } => retire.is_some(),
            ActionKind::Compare { .. } | ActionKind::Ask { .. } | ActionKind::Skip(_) => false,
        }
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut action = serializer.serialize_struct("Action", 5)?;
        action.serialize_field("action", self.kind())?;
        action.serialize_field("section", &self.section)?;
        action.serialize_field("name", &self.name)?;
        action.serialize_field("bytes", &self.bytes)?;
        action.serialize_field("reason", &self.reason())?;
        action.end()
    }
}

/// A plan: the only things that a run may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// Mapping of the plan.
    pub mapping: MappingId,
    /// Id that a person approves.
    #[serde(rename = "plan")]
    pub id: PlanId,
    /// In the order in which they run.
    pub actions: Vec<Action>,
    /// Agreements that end without anything being done.
    #[serde(skip)]
    pub forgets: Vec<FileKey>,
    /// Carrying out its deletes would leave less than a tenth of what the mapping holds.
    #[serde(skip)]
    pub leaves_little: bool,
}

impl Plan {
    pub(super) fn new(
        mapping: MappingId,
        mut actions: Vec<Action>,
        forgets: Vec<FileKey>,
        leaves_little: bool,
    ) -> Self {
        actions.sort_by(|a, b| {
            let order = a.rank().cmp(&b.rank()).then_with(|| a.key.cmp(&b.key));
            order.then_with(|| a.path.cmp(&b.path))
        });
        let id = id_of(&mapping, &actions);
        Self {
            mapping,
            id,
            actions,
            forgets,
            leaves_little,
        }
    }

    /// Returns true where it leaves nothing to do and nothing to ask.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty() && self.forgets.is_empty()
    }
}

/// Only what changes the page: a lock that comes and goes does not make another plan.
fn id_of(mapping: &MappingId, actions: &[Action]) -> PlanId {
    struct Into(Hasher);
    impl io::Write for Into {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.update(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut hash = Into(Hasher::default());
    hash.0.update(mapping.0.as_bytes());
    for action in actions.iter().filter(|action| action.changes_the_page()) {
        // Writing into a hash cannot fail, and the types hold nothing that JSON cannot say.
        if serde_json::to_writer(&mut hash, &(&action.key, &action.act)).is_err() {
            hash.0.update(b"?");
        }
    }
    let mut text = hash.0.finish().to_string();
    text.truncate(16);
    PlanId(text)
}
