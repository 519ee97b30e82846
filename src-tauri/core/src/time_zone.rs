//! The time zone that a person set, or the computer's.

use chrono::Local;
use chrono_tz::{TZ_VARIANTS, Tz};

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
}
