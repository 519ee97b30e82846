//! Units of fuels. Pure.

use fielddesk_model::{FuelConsumptionUnit as Unit, FuelType as Fuel};
use serde::Serialize;

/// The quantity that an amount of fuel is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Litres,
    KilowattHours,
    Kilograms,
}

impl Measure {
    /// Returns the measure of a fuel; `None` for no fuel and for numbers outside the specification.
    pub(super) const fn of_fuel(fuel: Fuel) -> Option<Self> {
        match fuel {
            Fuel::Diesel | Fuel::Biodiesel | Fuel::Gasoline | Fuel::DyedDiesel => {
                Some(Self::Litres)
            }
            Fuel::Electric => Some(Self::KilowattHours),
            Fuel::Gas | Fuel::NaturalGas => Some(Self::Kilograms),
            Fuel::None | Fuel::Other(_) => None,
        }
    }

    /// Returns the measure of a unit; `None` for numbers outside the specification.
    pub(super) const fn of_unit(unit: Unit) -> Option<Self> {
        match unit {
            Unit::LitresPerHour | Unit::LitresPerKilometre => Some(Self::Litres),
            Unit::KilowattHoursPerHour | Unit::KilowattHoursPerKilometre => {
                Some(Self::KilowattHours)
            }
            Unit::KilogramsPerHour | Unit::KilogramsPerKilometre => Some(Self::Kilograms),
            Unit::Other(_) => None,
        }
    }

    const fn units(self) -> [Unit; 2] {
        match self {
            Self::Litres => [Unit::LitresPerHour, Unit::LitresPerKilometre],
            Self::KilowattHours => [Unit::KilowattHoursPerHour, Unit::KilowattHoursPerKilometre],
            Self::Kilograms => [Unit::KilogramsPerHour, Unit::KilogramsPerKilometre],
        }
    }
}

/// Returns true for units by the kilometre, false by the hour.
pub(super) const fn is_by_kilometre(unit: Unit) -> bool {
    matches!(
        unit,
        Unit::LitresPerKilometre | Unit::KilowattHoursPerKilometre | Unit::KilogramsPerKilometre
    )
}

/// Returns true where rate and unit belong to a fuel, and where the fuel is not known.
pub(super) fn needs_rate(fuel: Option<Fuel>) -> bool {
    fuel != Some(Fuel::None)
}

/// The units of a fuel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FuelUse {
    /// Fuel that is counted so.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub fuel: Fuel,
    /// True where a machine with this fuel needs rate and unit.
    pub needs_rate: bool,
    /// Unit by the hour.
    #[cfg_attr(feature = "specta", specta(type = Option<i32>))]
    pub per_hour: Option<Unit>,
    /// Unit by the kilometre.
    #[cfg_attr(feature = "specta", specta(type = Option<i32>))]
    pub per_kilometre: Option<Unit>,
}

/// Returns the units of each fuel of the specification.
#[must_use]
pub fn uses() -> Vec<FuelUse> {
    let of = |fuel: &Fuel| {
        let units = Measure::of_fuel(*fuel).map(Measure::units);
        FuelUse {
            fuel: *fuel,
            needs_rate: needs_rate(Some(*fuel)),
            per_hour: units.map(|[hour, _]| hour),
            per_kilometre: units.map(|[_, kilometre]| kilometre),
        }
    };
    Fuel::ALL.iter().map(of).collect()
}
