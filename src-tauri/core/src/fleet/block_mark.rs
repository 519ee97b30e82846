//! Since when check-in of a machine is blocked, and how that is known.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Since when check-in is blocked, as far as this computer knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BlockMark {
    /// The moment.
    pub since: DateTime<Utc>,
    /// How it is known.
    #[serde(rename = "sinceKind")]
    pub known: BlockKnown,
}

/// How a moment of blocking is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum BlockKnown {
    /// It was blocked from here then.
    ByUs,
    /// It was open at the read before and blocked at the one then.
    Seen,
    /// It was blocked when it was read for the first time then: at least since.
    Before,
}

impl BlockKnown {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::ByUs => "byUs",
            Self::Seen => "seen",
            Self::Before => "before",
        }
    }

    pub(super) fn read(word: &str) -> Self {
        match word {
            "byUs" => Self::ByUs,
            "seen" => Self::Seen,
            _ => Self::Before,
        }
    }
}
