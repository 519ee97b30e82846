//! Haul trips: how far one is settled, and what of it cannot be trusted.

use serde::{Deserialize, Serialize};

/// Hours above which a cycle is no cycle: its end was forgotten.
pub const LONGEST_CYCLE_HOURS: f64 = 12.0;

/// Degrees between which places of the Nordic countries lie: latitudes, then longitudes.
const NORDIC: [(f64, f64); 2] = [(54.0, 81.0), (4.0, 32.0)];

/// Progress of a trip's settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum TripState {
    /// The driver registered it.
    Registered,
    /// Verified.
    Verified,
    /// Approved.
    Approved,
    /// Invoiced.
    Invoiced,
}

impl TripState {
    /// Returns the furthest step that is set, and the steps before it that are not.
    #[must_use]
    pub fn of(verified: bool, approved: bool, invoiced: bool) -> (Self, Vec<Self>) {
        let steps = [
            (Self::Verified, verified),
            (Self::Approved, approved),
            (Self::Invoiced, invoiced),
        ];
        let set = |(_, is_set): &&(Self, bool)| *is_set;
        let furthest = steps.iter().rev().find(set);
        let furthest = furthest.map_or(Self::Registered, |(step, _)| *step);
        let skipped = steps
            .iter()
            .filter(|(step, is_set)| *step < furthest && !is_set)
            .map(|(step, _)| *step);
        (furthest, skipped.collect())
    }

    /// Returns the number by which it is stored.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// Kinds of problems that make a trip untrustworthy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum TripProblem {
    /// A place is not known, or not where it is.
    NoPlace,
    /// A place has latitude and longitude exchanged.
    SwappedPlace,
    /// The quantity is neither in cubic metres nor in tonnes.
    OtherUnit,
    /// There is no quantity.
    NoQuantity,
    /// The cycle has no length.
    ZeroCycle,
    /// The cycle is longer than [`LONGEST_CYCLE_HOURS`].
    LongCycle,
    /// There is no time.
    NoTime,
}

impl TripProblem {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::NoPlace,
        Self::SwappedPlace,
        Self::OtherUnit,
        Self::NoQuantity,
        Self::ZeroCycle,
        Self::LongCycle,
        Self::NoTime,
    ];

    /// The bits of those that make the length of a cycle unusual.
    pub const UNUSUAL_CYCLE: u32 = Self::ZeroCycle.bit() | Self::LongCycle.bit();

    /// Returns the bit by which it is stored.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The figures of a trip that its problems are found from.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TripFacts {
    /// A quantity in whatever unit.
    pub quantity: Option<f64>,
    /// Quantity in cubic metres.
    pub m3: Option<f64>,
    /// Quantity in tonnes.
    pub tonnes: Option<f64>,
    /// Cycle time in hours; `None` where it is not known.
    pub cycle_hours: Option<f64>,
    /// True with a dump or a load time.
    pub has_time: bool,
}

impl TripFacts {
    /// Returns the bits of the trip's own problems; those of its places come from [`swapped`] and
    /// [`known_place`].
    #[must_use]
    pub fn problems(&self) -> u32 {
        let counted = self.m3.or(self.tonnes);
        let found = [
            (
                TripProblem::OtherUnit,
                counted.is_none() && self.quantity.is_some(),
            ),
            (
                TripProblem::NoQuantity,
                counted.is_none() && self.quantity.is_none(),
            ),
            (
                TripProblem::ZeroCycle,
                self.cycle_hours.is_some_and(|hours| hours <= 0.0),
            ),
            (
                TripProblem::LongCycle,
                self.cycle_hours
                    .is_some_and(|hours| hours > LONGEST_CYCLE_HOURS),
            ),
            (TripProblem::NoTime, !self.has_time),
        ];
        let bits = found.iter().filter(|(_, is_so)| *is_so);
        bits.fold(0, |all, (problem, _)| all | problem.bit())
    }
}

/// Returns a pair of degrees, latitude first, where it can be a place. A receiver without a fix
/// sends zeros.
#[must_use]
pub fn known_place(degrees: [f64; 2]) -> Option<[f64; 2]> {
    let [latitude, longitude] = degrees;
    let is_finite = latitude.is_finite() && longitude.is_finite();
    (is_finite && degrees != [0.0, 0.0]).then_some(degrees)
}

/// Returns true where latitude and longitude are exchanged: the pair is no place of the Nordic
/// countries as it is, and one the other way round.
#[must_use]
pub fn swapped([latitude, longitude]: [f64; 2]) -> bool {
    let is_nordic = |degrees: [f64; 2]| {
        let pairs = degrees.into_iter().zip(NORDIC);
        pairs
            .into_iter()
            .all(|(one, (low, high))| (low..=high).contains(&one))
    };
    !is_nordic([latitude, longitude]) && is_nordic([longitude, latitude])
}

/// Returns true for a hidden name: for people of other companies the service sends stars.
#[must_use]
pub fn is_hidden_person(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_furthest_step_counts_and_the_skipped_ones_are_told() {
        use TripState as S;
        for (flags, state, skipped) in [
            ([false, false, false], S::Registered, vec![]),
            ([true, false, false], S::Verified, vec![]),
            ([false, true, false], S::Approved, vec![S::Verified]),
            ([true, true, true], S::Invoiced, vec![]),
            (
                [false, false, true],
                S::Invoiced,
                vec![S::Verified, S::Approved],
            ),
        ] {
            let [verified, approved, invoiced] = flags;
            assert_eq!(S::of(verified, approved, invoiced), (state, skipped));
        }
    }

    #[test]
    fn problems_are_told_from_the_figures() {
        let good = TripFacts {
            quantity: Some(8.0),
            m3: Some(8.0),
            tonnes: None,
            cycle_hours: Some(LONGEST_CYCLE_HOURS),
            has_time: true,
        };
        assert_eq!(good.problems(), 0);
        let only = |problem: TripProblem, facts: TripFacts| {
            assert_eq!(facts.problems(), problem.bit(), "{problem:?}");
        };
        only(TripProblem::OtherUnit, TripFacts { m3: None, ..good });
        let none = (None, None);
        let (quantity, m3) = none;
        only(
            TripProblem::NoQuantity,
            TripFacts {
                quantity,
                m3,
                ..good
            },
        );
        for (problem, hours) in [
            (TripProblem::ZeroCycle, 0.0),
            (TripProblem::ZeroCycle, -0.5),
            (TripProblem::LongCycle, LONGEST_CYCLE_HOURS + 0.1),
        ] {
            let cycle_hours = Some(hours);
            only(
                problem,
                TripFacts {
                    cycle_hours,
                    ..good
                },
            );
        }
        only(
            TripProblem::NoTime,
            TripFacts {
                has_time: false,
                ..good
            },
        );
        let no_cycle = TripFacts {
            cycle_hours: None,
            ..good
        };
        assert_eq!(no_cycle.problems(), 0, "a cycle that is not told is none");
    }

    #[test]
    fn exchanged_degrees_are_found_and_foreign_places_left_alone() {
        let (tromso, stockholm) = ([69.65, 18.95], [59.33, 18.07]);
        for [latitude, longitude] in [tromso, stockholm] {
            assert!(!swapped([latitude, longitude]));
            assert!(swapped([longitude, latitude]));
        }
        for elsewhere in [[40.7, -74.0], [-33.9, 151.2], [0.0, 0.0], [f64::NAN, 1.0]] {
            assert!(!swapped(elsewhere), "{elsewhere:?}");
        }
        assert_eq!(known_place([0.0, 0.0]), None);
        assert_eq!(known_place([f64::INFINITY, 1.0]), None);
        assert_eq!(known_place(tromso), Some(tromso));
    }

    #[test]
    fn stars_hide_a_person_and_a_name_does_not() {
        assert!(is_hidden_person("***") && is_hidden_person("*"));
        assert!(!is_hidden_person("") && !is_hidden_person("* Berg"));
    }
}
