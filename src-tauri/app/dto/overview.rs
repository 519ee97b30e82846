//! Data of the overview.

use chrono::{DateTime, Utc};
use fielddesk_core::drop_plan::Place;
use fielddesk_core::fleet::MachineSummary;
use serde::Serialize;
use specta::Type;

/// What there is to see first, of the connection in use.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// What was uploaded from this computer today, by place, the newest first.
    pub uploads: Vec<PlaceUploads>,
    /// Documents that share their names, by place, as last listed on this computer.
    pub duplicates: Vec<PlaceDuplicates>,
    /// The machines at a glance.
    pub machines: MachineSummary,
}

/// Documents that were uploaded to one place today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlaceUploads {
    /// Whose page, in ids and in words.
    pub place: Place,
    /// How many, by section and name.
    pub documents: u64,
    /// When the last of them was sent.
    pub last_at: DateTime<Utc>,
}

/// Documents of one place that share their names with others of their sections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlaceDuplicates {
    /// Whose documents, in ids and in words.
    pub place: Place,
    /// How many share their names.
    pub documents: u64,
}
