//! What is looked at first.

use chrono::{DateTime, Utc};
use fielddesk_core::drop_plan::Place;
use fielddesk_core::fleet::MachineStanding;
use serde::Serialize;
use specta::Type;

/// What there is to see first, of the connection in use.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Pages that got documents from this computer today, the newest first.
    pub delivered: Vec<DeliveredPage>,
    /// How the machines stand.
    pub machines: MachineStanding,
}

/// Documents that went to one page today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DeliveredPage {
    /// Whose page, in ids and in words.
    pub place: Place,
    /// How many, by section and name.
    pub documents: u64,
    /// When the last of them was sent.
    pub last_at: DateTime<Utc>,
}
