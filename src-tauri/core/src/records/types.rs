//! A row of a bulk change: what is to become of one record, and what became of it. Plain data.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;
#[cfg(feature = "specta")]
use crate::records::Cell;
use fielddesk_rules::fields::{FieldDef, Values, field, shown};

/// One record of a bulk change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BatchRow {
    /// The machine's id, or the user's company profile id; empty where one that was to be
    /// created was not.
    #[serde(rename = "machineId")]
    pub id: String,
    /// Its number.
    pub number: String,
    /// Its name.
    pub name: Option<String>,
    /// What became of it.
    pub outcome: RowOutcome,
    /// The cells, with old and new values.
    pub cells: Vec<BatchCell>,
    /// Why not.
    pub failure: Option<Failure>,
    /// The record as it was stored when this row created it; none where that is not known.
    #[serde(skip)]
    pub record: Option<Values>,
    /// The fields that were stored. Known while the change goes on, not kept.
    #[serde(skip)]
    pub stored: Vec<String>,
    /// Whether a request was made for it. Known while the change goes on, not kept.
    #[serde(skip)]
    pub sent: bool,
}

/// A cell of a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BatchCell {
    /// The field's spec name.
    pub field: String,
    /// As it was stored before.
    #[cfg_attr(feature = "specta", specta(type = Cell))]
    pub old: Value,
    /// As it was to be.
    #[cfg_attr(feature = "specta", specta(type = Cell))]
    pub new: Value,
    /// What somebody else stored meanwhile; none where nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "specta", specta(type = Option<Cell>))]
    pub theirs: Option<Value>,
    /// Why an undo leaves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

impl BatchCell {
    /// A cell that changes, or that a record is created or deleted with.
    pub(crate) fn new(field: impl Into<String>, old: Value, new: Value) -> Self {
        Self {
            field: field.into(),
            old,
            new,
            theirs: None,
            left: None,
        }
    }

    /// Lists as the texts that stand for them: a window shows them so, and sends none back.
    pub(crate) fn lists_as_texts(&mut self, fields: &'static [FieldDef]) {
        let Some(field) = field(fields, &self.field) else {
            return;
        };
        for value in [
            Some(&mut self.old),
            Some(&mut self.new),
            self.theirs.as_mut(),
        ] {
            if let Some(value) = value
                && value.is_array()
            {
                *value = Value::from(shown(field, value, None));
            }
        }
    }

    /// A cell that an undo leaves as it is.
    pub(crate) fn left(field: impl Into<String>, old: Value, new: Value, why: Left) -> Self {
        Self {
            left: Some(why),
            ..Self::new(field, old, new)
        }
    }
}

/// Why an undo leaves a cell as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "BatchLeft")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Left {
    /// It was empty before, and the service has no way to empty it again.
    CannotBeEmptied,
    /// Somebody changed it since.
    ChangedSince,
}

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum RowOutcome {
    /// Not yet.
    Waiting,
    /// Stored.
    Saved,
    /// It was as wanted already; nothing was sent.
    Already,
    /// Stored but for some cells.
    Partly,
    /// Somebody else changed a cell meanwhile, or took the number; nothing was sent.
    Conflict,
    /// The record is not there any more.
    Gone,
    /// It is equipment, which has no check-in.
    Equipment,
    /// The service refused it.
    Refused,
    /// It was not sent.
    NotSent,
    /// The connection broke, and it cannot be told.
    Unknown,
    /// An undo leaves it as it is.
    Kept,
}

impl RowOutcome {
    const ALL: [Self; 11] = [
        Self::Waiting,
        Self::Saved,
        Self::Already,
        Self::Partly,
        Self::Conflict,
        Self::Gone,
        Self::Equipment,
        Self::Refused,
        Self::NotSent,
        Self::Unknown,
        Self::Kept,
    ];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Saved => "saved",
            Self::Already => "already",
            Self::Partly => "partly",
            Self::Conflict => "conflict",
            Self::Gone => "gone",
            Self::Equipment => "equipment",
            Self::Refused => "refused",
            Self::NotSent => "notSent",
            Self::Unknown => "unknown",
            Self::Kept => "kept",
        }
    }

    pub(crate) fn read(word: &str) -> Self {
        let known = Self::ALL.into_iter().find(|one| one.as_str() == word);
        known.unwrap_or(Self::Unknown)
    }
}
