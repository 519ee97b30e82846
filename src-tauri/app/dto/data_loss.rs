//! Lost records: what was carried over and what was not.

use fielddesk_core::data_loss as core;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{instant, saturated};
use crate::mirror::mirror;

/// A database that was lost, wholly or in part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DataLoss {
    /// When it was noticed.
    pub at: String,
    /// Which one.
    pub database: LostDatabase,
    /// What was wrong with its file.
    pub cause: LossCause,
    /// Name of the damaged file in the data folder; none where nothing was left.
    pub kept_aside: Option<String>,
    /// What it held, part by part.
    pub parts: Vec<CarriedPart>,
}

/// Databases whose loss is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LostDatabase {
    /// The records.
    Records,
    /// What is remembered of synced folders.
    SyncState,
}

/// What was wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LossCause {
    /// It could not be read, or not all of it.
    Damaged,
    /// It was there without content.
    Emptied,
    /// It was not there.
    Missing,
}

/// What became of one part of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CarriedPart {
    /// Which part.
    pub part: LostPart,
    /// How many were carried over.
    pub carried: u32,
    /// Whether these are all there were.
    pub complete: bool,
}

/// Parts of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LostPart {
    /// Synced folders; paused.
    SyncedFolders,
    /// Bandwidth limits and ignore rules.
    FolderSettings,
    /// Transfers that are not done; paused.
    Transfers,
    /// Unsaved changes of machines.
    UnsavedChanges,
    /// Changes of machines, which can be undone.
    Changes,
    /// Scheduled unblocks of machines.
    ScheduledUnblocks,
    /// Sources of fuel values.
    FuelSources,
    /// Versions in the history.
    Versions,
    /// Lines of the activity log.
    Activity,
    /// Records of uploaded documents.
    UploadRecords,
    /// Columns, recent messages and recent projects.
    Preferences,
}

mirror!(core::LostDatabase, LostDatabase { Records, SyncState });
mirror!(
    core::LossCause,
    LossCause {
        Damaged,
        Emptied,
        Missing
    }
);
mirror!(
    core::Part,
    LostPart {
        SyncedFolders,
        FolderSettings,
        Transfers,
        UnsavedChanges,
        Changes,
        ScheduledUnblocks,
        FuelSources,
        Versions,
        Activity,
        UploadRecords,
        Preferences,
    }
);

impl From<&core::DataLoss> for DataLoss {
    fn from(loss: &core::DataLoss) -> Self {
        let parts = loss.parts.iter().map(|part| CarriedPart {
            part: part.part.into(),
            carried: saturated(part.carried),
            complete: part.complete,
        });
        Self {
            at: instant(loss.at),
            database: loss.database.into(),
            cause: loss.cause.into(),
            kept_aside: loss.kept_aside.as_deref().map(shown),
            parts: parts.collect(),
        }
    }
}
