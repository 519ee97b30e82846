//! The time zone in which trips have their days.

use chrono::{DateTime, Local, NaiveDate};
use chrono_tz::{TZ_VARIANTS, Tz};
use fielddesk_model::Instant;

use super::local_days::LocalDays;
use super::window;
use crate::Failure;

/// A time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// The computer's.
    Computer,
    /// One by its name.
    Named(Tz),
}

/// The names of all time zones, in order.
#[must_use]
pub fn time_zones() -> Vec<String> {
    TZ_VARIANTS
        .iter()
        .map(|zone| zone.name().to_owned())
        .collect()
}

impl Zone {
    /// The zone of this name; none where there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok().map(Self::Named)
    }

    /// The zone of a setting; the computer's without one.
    #[must_use]
    pub fn of(setting: Option<&str>) -> Self {
        setting.and_then(Self::named).unwrap_or(Self::Computer)
    }

    /// Its name; of a computer that does not tell, how far it is from UTC now.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Named(zone) => zone.name().to_owned(),
            // What the process was started with comes before the computer's, as for `Local`.
            Self::Computer => std::env::var("TZ")
                .ok()
                .filter(|name| Self::named(name).is_some())
                .or_else(|| iana_time_zone::get_timezone().ok())
                .unwrap_or_else(|| Local::now().offset().to_string()),
        }
    }

    pub(crate) fn days(self) -> LocalDays {
        match self {
            Self::Computer => LocalDays::of(&Local),
            Self::Named(zone) => LocalDays::of(&zone),
        }
    }

    /// The day of an instant.
    pub(crate) fn day(self, at: Instant) -> NaiveDate {
        let at = DateTime::from(at);
        match self {
            Self::Computer => at.with_timezone(&Local).date_naive(),
            Self::Named(zone) => at.with_timezone(&zone).date_naive(),
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
