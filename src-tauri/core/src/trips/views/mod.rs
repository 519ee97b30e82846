//! Trips as the window shows them: which are meant, and how reading them stands.

mod distributions;
mod histogram;
mod overview;
mod rows;

use chrono::{DateTime, NaiveDate, Utc};
use fielddesk_rules::trips::{TripProblem, TripState};
use serde::{Deserialize, Serialize};

use super::query::TripFilter;
use super::sync_report::{SyncMode, SyncReport};
use crate::Failure;
use crate::time_zone::Zone;

pub use distributions::{Distribution, DistributionBin, Distributions, OtherUnit, ProblemCount};
pub use overview::{Overview, TripDay, TripFlow, TripGroup, TripPlace, TripRoute};
pub use rows::{
    DetailField, DetailValue, TripDetail, TripLocationRow, TripMassTypeRow, TripPage, TripRow,
};

/// Which trips, with days of the zone in the settings. Names are the keys of [`TripGroup`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", rename = "TripFilter")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DayFilter {
    /// The first day, as `2026-03-01`.
    pub from: Option<String>,
    /// The last day, included.
    pub to: Option<String>,
    /// The project.
    pub project: Option<String>,
    /// What was hauled.
    pub mass_type: Option<String>,
    /// The hauling machine.
    pub machine: Option<String>,
    /// Its driver.
    pub driver: Option<String>,
    /// Where it was loaded.
    pub load_location: Option<String>,
    /// Where it was dumped.
    pub dump_location: Option<String>,
    /// The furthest step that is set.
    pub state: Option<TripState>,
    /// What of it cannot be trusted.
    pub problem: Option<TripProblem>,
    /// A text that one of its texts contains.
    pub text: Option<String>,
}

impl DayFilter {
    /// The filter with the instants of its days.
    ///
    /// Fails with `refused` for days that cannot be.
    pub(crate) fn in_zone(&self, zone: Zone) -> Result<TripFilter, Failure> {
        let (from, to) = zone.span(self.from.as_deref(), self.to.as_deref())?;
        let filter = self.clone();
        Ok(TripFilter {
            from,
            to,
            project: filter.project,
            mass_type: filter.mass_type,
            machine: filter.machine,
            driver: filter.driver,
            load_location: filter.load_location,
            dump_location: filter.dump_location,
            state: filter.state,
            problem: filter.problem,
            text: filter.text,
        })
    }
}

/// What is to be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReadTrips {
    /// Which trips.
    pub range: ReadRange,
    /// Id of a project to read alone.
    pub project: Option<String>,
    /// Id of a company: what it owns alone.
    pub company: Option<String>,
    /// Nothing that other companies share.
    pub own_company: bool,
    /// Nothing of subsidiaries.
    pub no_subsidiaries: bool,
}

/// Which trips are to be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ReadRange {
    /// All the first time, after that what changed.
    New,
    /// Those of some days, read anew.
    Window {
        /// The first day.
        from: String,
        /// The last day, included.
        to: String,
    },
    /// Those that were changed or deleted on some days, whenever they were driven.
    Changed {
        /// The first day.
        from: String,
        /// The last day, included; until now without it.
        to: Option<String>,
    },
}

/// How the trips of a connection stand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripsState {
    /// How many are kept here.
    pub kept: u64,
    /// Day of the oldest one.
    pub first_day: Option<NaiveDate>,
    /// Day of the newest one.
    pub last_day: Option<NaiveDate>,
    /// When a reading last came to its end.
    pub read_at: Option<DateTime<Utc>>,
    /// The zone of the days.
    pub zone: String,
    /// The reading that is under way.
    pub reading: Option<TripReading>,
    /// A reading that did not come to its end and can go on.
    pub stopped: Option<StoppedReading>,
    /// An earlier version kept trips in another shape: they are gone until they are read again.
    pub must_be_read_again: bool,
    /// What the last reading brought.
    pub last_report: Option<ReadReport>,
    /// Whether the client may read trips; none while that is not known.
    pub has_scope: Option<bool>,
}

/// How far a reading is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripReading {
    /// Pages stored, those before a stop included.
    pub pages: u64,
    /// Trips stored since it began or went on.
    pub upserted: u64,
    /// Trips removed since it began or went on.
    pub deleted: u64,
    /// Trips kept by now.
    pub kept: u64,
}

/// A reading that did not come to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct StoppedReading {
    /// Pages stored before it stopped.
    pub pages: u64,
    /// Why; none where a person stopped it or the program ended.
    pub failure: Option<Failure>,
}

/// What a reading brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "TripReadReport")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReadReport {
    /// Full or incremental.
    pub mode: SyncMode,
    /// Trips that were stored.
    pub upserted: u64,
    /// Trips that were removed.
    pub deleted: u64,
    /// Records that could not be stored.
    pub left_out: u64,
}

impl From<&SyncReport> for ReadReport {
    fn from(report: &SyncReport) -> Self {
        Self {
            mode: report.mode,
            upserted: report.upserted,
            deleted: report.deleted,
            left_out: report.left_out.len() as u64,
        }
    }
}
