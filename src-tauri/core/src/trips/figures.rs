//! Sums of trips and of their groups: plain data.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// What to sum up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GroupBy {
    /// The local day of the dump.
    Day,
    /// The project.
    Project,
    /// What was hauled.
    MassType,
    /// The hauling machine.
    Machine,
    /// From which location to which.
    Route,
}

/// Sums of trips. Cubic metres and tonnes are counted apart and never added to each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "TripFigures")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Figures {
    /// Number of trips.
    pub trips: u64,
    /// Cubic metres.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub m3: f64,
    /// Trips that have cubic metres.
    pub m3_trips: u64,
    /// Tonnes.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub tonnes: f64,
    /// Trips that have tonnes.
    pub tonnes_trips: u64,
    /// Haul distance in km.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub distance: f64,
    /// Length of the cycles in hours.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub cycle_hours: f64,
}

impl Figures {
    /// Cubic metres a trip, over the trips that have any.
    #[must_use]
    pub fn mean_m3(&self) -> Option<f64> {
        mean(self.m3, self.m3_trips)
    }

    /// Tonnes a trip, over the trips that have any.
    #[must_use]
    pub fn mean_tonnes(&self) -> Option<f64> {
        mean(self.tonnes, self.tonnes_trips)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.trips += other.trips;
        self.m3 += other.m3;
        self.m3_trips += other.m3_trips;
        self.tonnes += other.tonnes;
        self.tonnes_trips += other.tonnes_trips;
        self.distance += other.distance;
        self.cycle_hours += other.cycle_hours;
    }
}

#[expect(clippy::cast_precision_loss, reason = "a number of trips")]
fn mean(sum: f64, trips: u64) -> Option<f64> {
    (trips > 0).then(|| sum / trips as f64)
}

/// What a group is; what is not known of it is none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase", tag = "by")]
pub enum GroupKey {
    /// A local day; none for trips without a time.
    Day {
        /// The day.
        day: Option<NaiveDate>,
    },
    /// A project.
    Project {
        /// Its number.
        number: Option<String>,
        /// Its name.
        name: Option<String>,
        /// Its id.
        id: Option<String>,
    },
    /// A mass type.
    MassType {
        /// Its name.
        name: Option<String>,
        /// Its id.
        id: Option<String>,
    },
    /// A hauling machine.
    Machine {
        /// Its number.
        number: Option<String>,
        /// Its name.
        name: Option<String>,
        /// Its id.
        id: Option<String>,
    },
    /// A route.
    Route {
        /// Name of the load location.
        from: Option<String>,
        /// Name of the dump location.
        to: Option<String>,
    },
}

/// A group with its sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// What it is.
    pub key: GroupKey,
    /// Its sums.
    #[serde(flatten)]
    pub figures: Figures,
}
