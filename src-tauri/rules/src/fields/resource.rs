//! The resources that have a table of fields.

use serde::{Deserialize, Serialize};

/// The kinds of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Resource {
    /// Machines and equipment.
    Machines,
    /// Users.
    Users,
}

impl Resource {
    /// Returns the field that names a record to people.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Machines => "machineNumber",
            Self::Users => "employeeNumber",
        }
    }

    /// Returns the word used in stored records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Machines => "machines",
            Self::Users => "users",
        }
    }

    /// Returns the resource of such a word.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        let mut all = [Self::Machines, Self::Users].into_iter();
        all.find(|one| one.as_str() == word)
    }

    /// Returns the singular, for a sentence.
    #[must_use]
    pub const fn one(self) -> &'static str {
        match self {
            Self::Machines => "machine",
            Self::Users => "user",
        }
    }
}
