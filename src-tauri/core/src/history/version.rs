//! A version of a document: what it is of, and why it is kept.

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;

use crate::target::Target;

/// What a version is of, and why it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The connection it was on.
    pub connection: String,
    /// Whose page.
    pub target: Target,
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// The document it was.
    pub document: Option<FileReferenceId>,
    /// Which side it was on.
    pub source: Source,
    /// Why it is kept.
    pub reason: Reason,
    /// The synced folder it is of; none for what was done by hand.
    pub mapping: Option<String>,
}

/// Which side content was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The service.
    Remote,
    /// This computer.
    Local,
}

/// Why content went into the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Replaced by ours.
    Replaced,
    /// Deleted by a person, or after a file of a synced folder was.
    Deleted,
    /// A second document with the same bytes.
    Twin,
    /// A person decided a conflict against it.
    Resolved,
    /// A restored version took its place.
    Restored,
}

impl Reason {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::Deleted => "deleted",
            Self::Twin => "twin",
            Self::Resolved => "resolved",
            Self::Restored => "restored",
        }
    }

    pub(super) fn of_word(word: &str) -> Self {
        match word {
            "deleted" => Self::Deleted,
            "twin" => Self::Twin,
            "resolved" => Self::Resolved,
            "restored" => Self::Restored,
            _ => Self::Replaced,
        }
    }
}

/// One kept version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Number of the version.
    pub version: i64,
    /// What it is of.
    pub kept: Kept,
    /// SHA-256 in hex.
    pub sha256: String,
    /// Size.
    pub bytes: u64,
    /// When it was kept.
    pub at: DateTime<Utc>,
}

/// How far the state of a synced folder had come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Whose state.
    pub mapping: String,
    /// The number of its last durable commit.
    pub number: i64,
}
