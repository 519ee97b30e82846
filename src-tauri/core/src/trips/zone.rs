//! The days of a time zone.

use chrono::{DateTime, Local, NaiveDate, NaiveDateTime};
use fielddesk_model::Instant;

use super::local_days::LocalDays;
use super::window;
use crate::Failure;
use crate::time_zone::Zone;

impl Zone {
    pub(crate) fn days(self) -> LocalDays {
        match self {
            Self::Computer => LocalDays::of(&Local),
            Self::Named(zone) => LocalDays::of(&zone),
        }
    }

    /// The day of an instant.
    pub(crate) fn day(self, at: Instant) -> NaiveDate {
        self.local(at).date()
    }

    /// The clock at an instant.
    pub(crate) fn local(self, at: Instant) -> NaiveDateTime {
        let at = DateTime::from(at);
        match self {
            Self::Computer => at.with_timezone(&Local).naive_local(),
            Self::Named(zone) => at.with_timezone(&zone).naive_local(),
        }
    }

    /// The instants between a first and a last day, both included: the last instant is not.
    ///
    /// Fails with `refused` for what is no date, and for a last day before the first.
    pub fn span(
        self,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<(Option<Instant>, Option<Instant>), Failure> {
        match self {
            Self::Computer => window::span(from, to, &Local),
            Self::Named(zone) => window::span(from, to, &zone),
        }
    }
}
