//! The conflicts of a mapping, in the shape of the interface.

use fielddesk_model::FileReferenceId;
use serde::Serialize;

use crate::content_hash::ContentHash;
use crate::mapping::MappingId;
use crate::mapping_state::Saved;
use crate::path::RelPath;
use crate::plan::{ActionKind, ConflictReason};
use crate::status::View;
use crate::timestamp::Timestamp;

/// The file of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LocalSide {
    /// Length in bytes.
    pub bytes: u64,
    /// Modification time of the file.
    pub modified: Timestamp,
    /// Hash of the content, where it was read.
    pub sha256: Option<ContentHash>,
}

/// A document of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RemoteSide {
    /// Id of the document.
    #[serde(rename = "fileReferenceId")]
    pub id: FileReferenceId,
    /// Name as listed.
    pub name: String,
}

/// A name that waits for the user's decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// Mapping of the name.
    pub mapping: MappingId,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// Path of the file in the folder; none when it is gone.
    #[serde(skip)]
    pub path: Option<RelPath>,
    /// Reason to ask.
    pub reason: ConflictReason,
    /// The file; none when it is gone.
    pub local: Option<LocalSide>,
    /// Every document of that name, ours included, in the service's order.
    pub remote: Vec<RemoteSide>,
}

impl View {
    /// Returns the conflicts that wait for the user's decision, in order.
    #[must_use]
    pub fn conflicts(&self, saved: &Saved) -> Vec<Conflict> {
        let mut all = Vec::new();
        for action in &self.left.actions {
            let ActionKind::Ask { reason, file, .. } = &action.act else {
                continue;
            };
            let bound_elsewhere = |id: &FileReferenceId| {
                saved
                    .synced
                    .key_of(id)
                    .is_some_and(|key| *key != action.key)
            };
            let listed = self.remote.of_key(&action.key).iter();
            let remote = listed.filter(|file| !bound_elsewhere(&file.id));
            all.push(Conflict {
                mapping: self.left.mapping.clone(),
                section: action.section.clone(),
                name: action.name.clone(),
                path: file.as_ref().map(|file| file.path.clone()),
                reason: *reason,
                local: file.as_ref().map(|file| LocalSide {
                    bytes: file.stat.size,
                    modified: Timestamp::from_millis(file.stat.mtime_ns.div_euclid(1_000_000)),
                    sha256: file.sha256,
                }),
                remote: remote
                    .map(|file| RemoteSide {
                        id: file.id.clone(),
                        name: file.name.clone(),
                    })
                    .collect(),
            });
        }
        all
    }
}
