//! Records lost from a database in the data folder, and those carried over.
//!
//! The loss is reported until it is acknowledged, so the notice is in a small separate file. The
//! way the records come back is in [`recovery`](crate::recovery).

mod notice;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub(crate) use notice::record;
pub use notice::{acknowledge, unacknowledged};

use crate::data_dir::SYNC_STATE_FILE;

/// A database that was lost, wholly or in part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DataLoss {
    /// When it was noticed.
    pub at: DateTime<Utc>,
    /// Which one.
    pub database: LostDatabase,
    /// What was wrong with its file.
    pub cause: LossCause,
    /// Name of the damaged file, which is kept in the data folder; `None` where none was left.
    pub kept_aside: Option<String>,
    /// What it held, part by part. A part that held nothing is left out.
    pub parts: Vec<CarriedPart>,
}

/// Databases whose loss is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum LostDatabase {
    /// `fielddesk.sqlite`.
    Records,
    /// `sync.sqlite`: every synced folder is compared again as at its first sync.
    SyncState,
}

/// What was wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum LossCause {
    /// It could not be read, or not all of it.
    Damaged,
    /// It was there without content.
    Emptied,
    /// It was not there.
    Missing,
}

/// What became of one part of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CarriedPart {
    /// Which part.
    pub part: Part,
    /// How many were carried over.
    pub carried: u64,
    /// Whether these are all there were.
    pub complete: bool,
}

/// Parts of the records that cannot be read again from the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "LostPart")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Part {
    /// Synced folders; paused when they come back.
    SyncedFolders,
    /// Bandwidth limits and ignore rules.
    FolderSettings,
    /// Transfers that are not done; paused when they come back.
    Transfers,
    /// Unsaved changes of machines.
    UnsavedChanges,
    /// Changes of machines, which can be undone, and what exports wrote.
    Changes,
    /// Scheduled unblocks of machines.
    ScheduledUnblocks,
    /// Sources of fuel values.
    FuelSources,
    /// Versions of documents in the history.
    Versions,
    /// Lines of the activity log.
    Activity,
    /// Records of uploaded documents.
    UploadRecords,
    /// Columns, recent messages and recent projects.
    Preferences,
}

impl LostDatabase {
    /// Name of the file in the data folder.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Records => crate::db::FILE,
            Self::SyncState => SYNC_STATE_FILE,
        }
    }
}
